//! Finished matches, looked at again.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;
use tonic::Status;

use crate::aborting::{abort, export};
use crate::operators::TOKEN;
use crate::rules_pod::RulesPod;
use crate::table::{Hosted, MatchClient, Player, Replica, create, start_operated, with_token};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MatchEnd {
    ByTheRules,
    Resigned,
    Aborted,
    AbortedBeforeTheStart,
}

/// A replica, its one rules pod and the store.
pub(crate) struct Fixture {
    pub(crate) store: Arc<Memory>,
    pub(crate) pod: RulesPod,
    pub(crate) replica: Replica,
}

/// What somebody saw after a commit.
struct Look {
    commit: u64,
    view: play::View,
    svg: String,
}

/// A match that writes down what everybody sees after each of its commits.
pub(crate) struct ObservedMatch<'a> {
    fixture: &'a Fixture,
    hosted: Hosted,
    pub(crate) players: Vec<Player>,
    pub(crate) commits: u64,
    looks: Vec<Look>,
}

impl Fixture {
    pub(crate) async fn set() -> Self {
        let (store, pod) = (Arc::new(Memory::default()), RulesPod::of("1"));
        let replica = Self::replica_on(Arc::clone(&store), &pod).await;
        Self { store, pod, replica }
    }

    pub(crate) async fn replica_on(store: Arc<Memory>, pod: &RulesPod) -> Replica {
        let address = format!("http://{}", pod.address);
        start_operated(store, &[address], Reach::default(), Some(TOKEN)).await
    }

    /// A match of two that has come to its end, and the number of its commits.
    pub(crate) async fn ended(&self, end: MatchEnd) -> ObservedMatch<'_> {
        let mut game = self.seated().await;
        if end != MatchEnd::AbortedBeforeTheStart {
            game.start().await;
            game.play_round().await;
        }
        match end {
            MatchEnd::ByTheRules => while game.play_round().await {},
            MatchEnd::Resigned => game.resign(1).await,
            MatchEnd::Aborted | MatchEnd::AbortedBeforeTheStart => game.abort().await,
        }
        game
    }

    /// A match with two players, one of whom has come late.
    pub(crate) async fn seated(&self) -> ObservedMatch<'_> {
        let hosted = create(&mut self.replica.client.clone(), 2, false).await;
        let (players, looks) = Default::default();
        let mut game = ObservedMatch { fixture: self, hosted, players, commits: 1, looks };
        game.look().await;
        game.sit("Ann").await;
        game.sit("Cid").await;
        game.leave().await;
        game.sit("Bea").await;
        game
    }
}

impl ObservedMatch<'_> {
    pub(crate) fn id(&self) -> &str {
        &self.hosted.match_id
    }

    async fn sit(&mut self, name: &str) {
        self.players.push(Player::sit(&self.fixture.replica.client, self.id(), name).await);
        self.changed().await;
    }

    async fn leave(&mut self) {
        let player = self.players.pop().expect("somebody sits there");
        let request = play::LeaveSeatRequest { match_id: self.id().to_owned(), ..<_>::default() };
        let request = player.request(request);
        player.client.clone().leave_seat(request).await.expect("anyone may leave");
        self.changed().await;
    }

    pub(crate) async fn start(&mut self) {
        let request = play::StartMatchRequest { match_id: self.id().to_owned(), ..<_>::default() };
        let request = with_token(request, &self.hosted.host_token);
        self.fixture.replica.client.clone().start_match(request).await.expect("a full match");
        self.changed().await;
    }

    /// Lets everybody choose, change their mind, and seal. False at the end.
    async fn play_round(&mut self) -> bool {
        for player in self.players.clone() {
            for label in ["Choose", "Take", "Choose", "Seal"] {
                self.act(&player, label).await;
            }
        }
        !self.players[0].view().await.seats_to_act.is_empty()
    }

    pub(crate) async fn act(&mut self, player: &Player, label: &str) {
        let action = player.legal(label).await.pop().expect("it can be done");
        player.submit(vec![action]).await.expect("it is legal");
        self.changed().await;
    }

    async fn resign(&mut self, index: usize) {
        let player = &self.players[index];
        let request = play::ResignRequest { match_id: self.id().to_owned(), ..<_>::default() };
        player.client.clone().resign(player.request(request)).await.expect("anyone may resign");
        self.changed().await;
    }

    async fn abort(&mut self) {
        abort(&self.fixture.replica, self.id(), "no reason", "").await.expect("an operator may");
        self.changed().await;
    }

    async fn changed(&mut self) {
        self.commits += 1;
        self.look().await;
    }

    /// Everybody looks.
    async fn look(&mut self) {
        let (match_id, commit) = (self.id().to_owned(), self.commits);
        let spectator =
            Player { client: self.fixture.replica.client.clone(), match_id, token: String::new() };
        for viewer in std::iter::once(&spectator).chain(&self.players) {
            let is_spectator = viewer.token.is_empty();
            let view = play::GetViewRequest { match_id: viewer.match_id.clone() };
            let board = play::GetBoardRequest { match_id: viewer.match_id.clone() };
            let (view, board) = match is_spectator {
                true => (tonic::Request::new(view), tonic::Request::new(board)),
                false => (viewer.request(view), viewer.request(board)),
            };
            let mut client = viewer.client.clone();
            let view = client.get_view(view).await.expect("a view").into_inner().view;
            let view = view.expect("the view");
            let svg = match view.state.is_empty() {
                true => String::new(),
                false => client.get_board(board).await.expect("a board").into_inner().svg,
            };
            self.looks.push(Look { commit, view, svg });
        }
    }
}

pub(crate) async fn replay(
    client: &MatchClient,
    match_id: &str,
    commit: u64,
    viewer: u32,
) -> Result<play::GetReplayResponse, Status> {
    let request = play::GetReplayRequest { match_id: match_id.to_owned(), commit, viewer };
    Ok(client.clone().get_replay(request).await?.into_inner())
}

/// What a watcher was told about each of its revisions.
async fn told(game: &ObservedMatch<'_>, viewer: u32) -> Vec<play::Update> {
    let request = play::WatchMatchRequest {
        match_id: game.id().to_owned(),
        after_revision: Some(0),
        sentences: true,
        views: false,
    };
    let request = match viewer {
        0 => tonic::Request::new(request),
        seat => game.players[seat as usize - 1].request(request),
    };
    let mut client = game.fixture.replica.client.clone();
    let mut stream = client.watch_match(request).await.expect("a stream").into_inner();
    let mut updates = Vec::new();
    while let Some(response) = stream.message().await.expect("the stream is whole") {
        let Some(Message::Update(update)) = response.message else { panic!("{response:?}") };
        updates.push(update);
    }
    updates
}

#[tokio::test]
async fn at_every_commit_each_viewer_sees_what_it_saw_then() {
    let fixture = Fixture::set().await;
    for end in [
        MatchEnd::ByTheRules,
        MatchEnd::Resigned,
        MatchEnd::Aborted,
        MatchEnd::AbortedBeforeTheStart,
    ] {
        let game = fixture.ended(end).await;
        for look in &game.looks {
            let (commit, viewer) = (look.commit, look.view.viewer);
            let client = &fixture.replica.client;
            let shown = replay(client, game.id(), commit, viewer).await.expect("it is over");
            assert_eq!((shown.commit, shown.commits), (commit, game.commits), "{end:?}");
            assert_eq!(shown.view.as_ref(), Some(&look.view), "{end:?} {viewer} {commit}");
            assert_eq!(shown.svg, look.svg, "{end:?} {viewer} {commit}");
        }
        let last = replay(&fixture.replica.client, game.id(), 0, 0).await.expect("the last one");
        assert_eq!(last.commit, game.commits);
        assert!(last.view.is_some_and(|view| view.outcome.is_some()), "{end:?}");
    }
}

#[tokio::test]
async fn each_commit_is_told_as_it_was_told_to_who_watched() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::ByTheRules).await;
    let log = export(&fixture.replica, game.id()).await.log;
    assert_eq!(log.len() as u64, game.commits);
    let mut unnoticed = 0;
    for viewer in 0..=2 {
        let updates = told(&game, viewer).await;
        for entry in &log {
            let client = &fixture.replica.client;
            let shown = replay(client, game.id(), entry.commit, viewer).await.expect("it is over");
            assert_eq!(shown.committed_at, entry.committed_at);
            if entry.secret_to != 0 && entry.secret_to != viewer {
                assert!(shown.sentences.is_empty(), "{:?}", shown.sentences);
                unnoticed += 1;
                continue;
            }
            let revision = entry.revisions[viewer as usize];
            let update = updates.iter().find(|update| update.revision == revision);
            let sentences = &update.expect("it was noticed").sentences;
            match sentences.is_empty() {
                false => assert_eq!(shown.sentences, *sentences),
                true => assert_eq!(shown.sentences.len(), 1, "{:?}", entry.change),
            }
        }
    }
    assert!(unnoticed > 0, "the match has secret acts");
}

#[tokio::test]
async fn changes_of_seats_are_told_in_plain_words() {
    let fixture = Fixture::set().await;
    let (resigned, aborted) =
        (fixture.ended(MatchEnd::Resigned).await, fixture.ended(MatchEnd::Aborted).await);
    for (game, commit, sentence) in [
        (&resigned, 1, "A match for 2 players is created."),
        (&resigned, 2, "Ann takes seat 1."),
        (&resigned, 4, "Seat 2 is open again."),
        (&resigned, 5, "Bea takes seat 2."),
        (&resigned, resigned.commits, "Seat 2 resigns."),
        (&aborted, aborted.commits, "An operator ends the match: no reason"),
    ] {
        let shown =
            replay(&fixture.replica.client, game.id(), commit, 0).await.expect("it is over");
        assert_eq!(shown.sentences, [sentence]);
    }
}

#[tokio::test]
async fn the_match_is_played_again_once_and_a_replay_goes_on_where_it_was() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::ByTheRules).await;
    let log = export(&fixture.replica, game.id()).await.log;
    let is_played =
        |change: &Option<Change>| matches!(change, Some(Change::Started(_) | Change::Acted(_)));
    let plays = |from: u64, to: u64| {
        let entries = log.iter().filter(|entry| (from..=to).contains(&entry.commit));
        entries.filter(|entry| is_played(&entry.change)).count() as u64
    };
    // Telling and drawing a commit that the viewer notices.
    const SHOWING: u64 = 2;
    let middle = log.iter().rev().find(|entry| entry.commit < game.commits && entry.secret_to == 0);
    let middle = middle.expect("a seal in the middle").commit;

    let before = fixture.pod.calls();
    let client = &fixture.replica.client;
    replay(client, game.id(), middle, 0).await.expect("it is over");
    assert_eq!(fixture.pod.calls() - before, plays(1, middle) + SHOWING);

    let before = fixture.pod.calls();
    fixture.pod.hold(true);
    let asked =
        futures::future::join_all((0..=2).map(|viewer| replay(client, game.id(), 0, viewer)));
    let release = async {
        let waits = async || fixture.pod.calls() > before;
        kit_testing::wait_until("somebody waits for the rules", waits).await;
        fixture.pod.hold(false);
    };
    let (answers, ()) = tokio::join!(asked, release);
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(fixture.pod.calls() - before, plays(middle + 1, game.commits) + 3 * SHOWING);

    let before = fixture.pod.calls();
    replay(client, game.id(), middle, 1).await.expect("it is over");
    assert_eq!(fixture.pod.calls() - before, SHOWING);
}
