//! A finished match, looked at again by everybody who watched it.

use tests_harness::{
    Client, Cluster, Dice, Seen, StoreKind, Table, assert_refused, play, rules::Game,
};
use tonic::Code;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_shows_at_each_commit_what_its_watchers_saw_then() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    for game in client.games().await {
        watched_and_replayed(&client, &game, &mut dice).await;
    }
}

async fn watched_and_replayed(client: &Client, game: &Game, dice: &mut Dice) {
    let table = Table::start(client, &game.id, game.seats_min).await;
    let request = play::WatchMatchRequest {
        match_id: table.id().to_owned(),
        after_revision: Some(0),
        sentences: true,
        views: true,
    };
    let spectator = client.watch(request.clone()).await.expect("anyone may watch");
    let mut watching = vec![(0, spectator.to_end_aside())];
    for player in &table.players {
        let watcher = player.watch(request.clone()).await.expect("a seat may watch");
        watching.push((player.seat, watcher.to_end_aside()));
    }
    for viewer in 0..=game.seats_min {
        let early = client.replay(table.id(), 1, viewer).await;
        assert_refused(early, Code::FailedPrecondition, "NOT_OVER", "a running match");
    }
    table.play_out(dice).await;
    let export = client.export(table.id()).await.expect("the match is over");
    for (viewer, watcher) in watching {
        let seen = watcher.await.expect("it does not panic").expect("the stream is whole");
        let replay = Replay { client, export: &export, viewer };
        replay.assert_shows(&seen).await;
    }
}

/// A match that is over, through the eyes of one viewer.
struct Replay<'a> {
    client: &'a Client,
    export: &'a play::MatchExport,
    viewer: u32,
}

impl Replay<'_> {
    /// Compares the first, a middle and the last moment with what was seen.
    async fn assert_shows(&self, seen: &Seen) {
        let created = self.at(1).await;
        let view = created.view.expect("a replay holds the view");
        assert!(view.state.is_empty() && created.svg.is_empty(), "nothing is set up");
        assert_eq!((view.revision, created.sentences.len()), (1, 1));

        let started: Vec<_> = seen.views.iter().filter(|view| !view.state.is_empty()).collect();
        for index in [0, started.len() / 2, started.len() - 1] {
            self.assert_shows_view(started[index], seen).await;
        }
        let last = self.at(0).await;
        assert_eq!(last.commit, self.export.log.len() as u64);
        assert_eq!(last.view.as_ref(), started.last().copied());
    }

    /// A view lasts from the commit that the viewer noticed to the last one of
    /// the secret acts of others that follow.
    async fn assert_shows_view(&self, view: &play::View, seen: &Seen) {
        let revision_of = |entry: &play::LogEntry| entry.revisions[self.viewer as usize];
        let mut lasting =
            self.export.log.iter().filter(|entry| revision_of(entry) == view.revision);
        let noticed = lasting.next().expect("a revision is a commit");
        let unnoticed = lasting.next_back();

        let update = seen.updates.iter().find(|update| update.revision == view.revision);
        let told = &update.expect("a view follows its update").sentences;
        let shown = self.at(noticed.commit).await;
        assert_eq!(shown.view.as_ref(), Some(view), "viewer {}", self.viewer);
        assert_eq!(shown.sentences, *told, "viewer {}", self.viewer);
        assert_eq!(shown.committed_at, noticed.committed_at);
        if let Some(entry) = unnoticed {
            let later = self.at(entry.commit).await;
            assert_eq!(later.view.as_ref(), Some(view), "viewer {}", self.viewer);
            assert_eq!(later.svg, shown.svg, "the board stands still");
            assert!(later.sentences.is_empty(), "{:?}", later.sentences);
        }
    }

    async fn at(&self, commit: u64) -> play::GetReplayResponse {
        let id = &self.export.game_match.as_ref().expect("a record holds its match").match_id;
        let shown = self.client.replay(id, commit, self.viewer).await.expect("it is over");
        assert_eq!(shown.commits, self.export.log.len() as u64);
        let view = shown.view.as_ref().expect("a replay holds the view");
        assert_eq!(view.viewer, self.viewer);
        assert_eq!(shown.svg.starts_with("<svg"), !view.state.is_empty());
        shown
    }
}
