//! Streams that resume, lag behind, and keep secrets.

use tests_harness::{
    Client, Cluster, Dice, Player, StoreKind, Table, Watcher, every_table, play, rules,
};
use tonic::Status;

/// Somebody who watches: a spectator or a player.
#[derive(Clone)]
struct Viewer<'a> {
    client: &'a Client,
    player: Option<&'a Player>,
    match_id: &'a str,
}

impl Viewer<'_> {
    /// Everyone who can watch a table, the spectator first.
    fn all<'a>(client: &'a Client, table: &'a Table) -> Vec<Viewer<'a>> {
        let match_id = table.id();
        let spectator = Viewer { client, player: None, match_id };
        let players = table.players.iter();
        let seats = players.map(|player| Viewer { client, player: Some(player), match_id });
        std::iter::once(spectator).chain(seats).collect()
    }

    fn seat(&self) -> u32 {
        self.player.map_or(0, |player| player.seat)
    }

    async fn watch(&self, after: Option<u64>, views: bool) -> Result<Watcher, Status> {
        let request = play::WatchMatchRequest {
            match_id: self.match_id.to_owned(),
            after_revision: after,
            sentences: false,
            views,
        };
        match self.player {
            None => self.client.watch(request).await,
            Some(player) => player.watch(request).await,
        }
    }

    async fn view(&self) -> play::View {
        let view = match self.player {
            None => self.client.view(self.match_id).await,
            Some(player) => player.view().await,
        };
        view.expect("anyone may look")
    }

    /// The updates after a revision up to another one.
    async fn updates(&self, after: u64, up_to: u64) -> Vec<play::Update> {
        let mut watcher = self.watch(Some(after), false).await.expect("it resumes");
        let mut updates = Vec::new();
        for _ in after..up_to {
            let update = watcher.next_update().await;
            updates.push(play::Update { game_match: None, ..update });
        }
        updates
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_resumes_after_every_revision_with_exactly_what_is_missing() {
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).start().await;
    let client = cluster.client(0);
    let elsewhere = cluster.client(1);
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        let table = Table::start(&client, &game.id, seats).await;
        table.play(&mut dice, 20).await;
        for viewer in Viewer::all(&client, &table) {
            let current = viewer.view().await.revision;
            let whole = viewer.updates(0, current).await;
            let revisions: Vec<u64> = whole.iter().map(|update| update.revision).collect();
            assert_eq!(revisions, (1..=current).collect::<Vec<_>>());
            for after in 1..=current {
                let rest = viewer.updates(after, current).await;
                assert_eq!(rest, whole[after as usize..], "seat {} after {after}", viewer.seat());
            }
        }
        for player in &table.players[1..] {
            player.resign().await.expect("anyone may resign");
        }
        for viewer in Viewer::all(&elsewhere, &table) {
            let whole = seen_to_end(&viewer, 0).await;
            let end = whole.last().expect("a match has updates").revision;
            for after in 0..=end {
                let rest = seen_to_end(&viewer, after).await;
                assert_eq!(rest, whole[after as usize..], "seat {} after {after}", viewer.seat());
            }
        }
    }
}

/// The updates of a finished match after a revision; the stream ends by itself.
async fn seen_to_end(viewer: &Viewer<'_>, after: u64) -> Vec<play::Update> {
    let watcher = viewer.watch(Some(after), false).await.expect("it resumes");
    let seen = watcher.to_end().await.expect("the stream is whole");
    seen.assert_gapless(Some(after));
    seen.lasting_updates()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_that_does_not_read_holds_nobody_up_and_catches_up() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let narrow = Client::with_narrow_window(&cluster.orchestrators[0].url());
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        let table = Table::start(&client, &game.id, seats).await;
        let viewers = Viewer::all(&client, &table);
        let slow = Viewer { client: &narrow, player: None, match_id: table.id() };
        let slow = slow.watch(None, true).await.expect("anyone may watch");
        let mut fast = viewers[0].watch(None, true).await.expect("anyone may watch");

        // More than fits between a server and a client who does not read.
        let mut last = viewers[0].view().await.revision;
        for _ in 0..60 {
            let acted = table.play(&mut dice, 1).await;
            let now = viewers[0].view().await.revision;
            while last < now {
                last += 1;
                assert_eq!(fast.next_update().await.revision, last, "the fast one is up to date");
            }
            if acted.is_some() {
                break;
            }
        }
        for player in &table.players[1..] {
            // The match may have ended by itself.
            player.resign().await.ok();
        }
        let seen = slow.to_end().await.expect("the stream is whole");
        let end = seen.assert_gapless(None);
        assert!(end >= last);
        assert!(seen.updates.last().is_some_and(|update| update.outcome.is_some()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn views_differ_only_in_what_is_hidden() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let mut secrets = 0;
    for (game, seats) in every_table(&client).await {
        let schema = client.schema(&game.id).await;
        let table = Table::start(&client, &game.id, seats).await;
        let viewers = Viewer::all(&client, &table);
        for _ in 0..60 {
            let mut states = Vec::new();
            for viewer in &viewers {
                let view = viewer.view().await;
                assert_eq!(view.viewer, viewer.seat());
                states.push(schema.state(&view.state));
            }
            for (viewer, state) in viewers.iter().zip(&states) {
                let seat = viewer.seat();
                assert_eq!(*state, schema.seen_by(state, seat), "seat {seat} sees its own only");
                assert_eq!(states[0], schema.seen_by(state, 0), "seat {seat} and the spectator");
                secrets += schema.secrets_in(state);
            }
            assert_eq!(schema.secrets_in(&states[0]), 0, "a spectator sees nothing hidden");
            if table.play(&mut dice, 1).await.is_some() {
                break;
            }
        }
    }
    assert!(secrets > 0, "the players do see what is hidden from others");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_stream_ever_carries_what_is_hidden_from_its_viewer() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let mut secrets = 0;
    for (game, seats) in every_table(&client).await {
        let schema = client.schema(&game.id).await;
        let table = Table::start(&client, &game.id, seats).await;
        let viewers = Viewer::all(&client, &table);
        let mut watching = Vec::new();
        for viewer in &viewers {
            let watcher = viewer.watch(Some(0), true).await.expect("anyone may watch");
            watching.push((viewer.seat(), watcher.to_end_aside()));
        }
        table.play_out(&mut dice).await;
        for (seat, watcher) in watching {
            let seen = watcher.await.expect("it does not panic").expect("the stream is whole");
            let states = seen.views.iter().map(|view| schema.state(&view.state));
            let events = seen.updates.iter().flat_map(|update| &update.events);
            let events = events.map(|event| schema.event(&event.payload));
            for message in states.chain(events) {
                assert_eq!(message, schema.seen_by(&message, seat), "seat {seat}");
                match seat {
                    0 => assert_eq!(schema.secrets_in(&message), 0, "{message}"),
                    _ => secrets += schema.secrets_in(&message),
                }
            }
        }
    }
    assert!(secrets > 0, "the players do see what is hidden from others");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_in_one_batch_looks_like_one_that_was_made_step_by_step() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let mut plans = 0;
    for (game, seats) in every_table(&client).await {
        let table = Table::start(&client, &game.id, seats).await;
        let player = table.to_act(&client).await;
        let choices = player.legal().await.expect("there are actions").actions;
        let (steps, seen) = plan_until_noticed(&client, player, &mut dice).await;
        if steps.len() < 2 {
            continue;
        }
        plans += 1;
        let other = twin(&client, &game.id, seats, player.seat, &choices).await;
        let planner = other.player(player.seat);
        let spectator = Viewer { client: &client, player: None, match_id: other.id() };
        let before = spectator.view().await.revision;
        let batch = play::SubmitActionsRequest {
            actions: steps,
            ..planner.submission(&bytes::Bytes::new())
        };
        planner.submit(batch).await.expect("what was legal one by one is legal at once");
        let at_once = spectator.updates(before, before + 1).await;
        assert_eq!(at_once[0].events, seen, "a batch tells no more than its last step");
        assert_eq!(spectator.view().await.revision, before + 1, "it is one change");
    }
    assert!(plans > 0, "some game has secret steps");
}

/// Another match that begins with the same choices for a seat, so that what was
/// legal in the one is legal in the other, whatever was drawn for the others.
async fn twin(
    client: &Client,
    game: &str,
    seats: u32,
    seat: u32,
    choices: &[rules::LegalAction],
) -> Table {
    const TRIES_MAX: usize = 200;
    for _ in 0..TRIES_MAX {
        let table = Table::start(client, game, seats).await;
        if table.player(seat).legal().await.expect("there are actions").actions == choices {
            return table;
        }
    }
    panic!("no match of {game} in {TRIES_MAX} begins like another");
}

/// Takes legal steps of one seat until a spectator notices one. Returns the
/// steps, and the events that the spectator saw.
async fn plan_until_noticed(
    client: &Client,
    player: &Player,
    dice: &mut Dice,
) -> (Vec<bytes::Bytes>, Vec<rules::Event>) {
    // A batch holds no more.
    const STEPS_MAX: usize = 64;
    let spectator = Viewer { client, player: None, match_id: &player.match_id };
    let before = spectator.view().await.revision;
    let mut steps = Vec::new();
    while spectator.view().await.revision == before {
        if steps.len() == STEPS_MAX {
            return (Vec::new(), Vec::new());
        }
        let action = player.some_legal(dice).await.expect("there are actions").action;
        player.submit(player.submission(&action)).await.expect("it is legal");
        steps.push(action);
    }
    let seen = spectator.updates(before, before + 1).await;
    (steps, seen[0].events.clone())
}
