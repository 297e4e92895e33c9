//! Nothing hidden from a viewer is on the wire to it, in any shape.

use bytes::Bytes;
use tests_harness::play::log_entry::Change;
use tests_harness::{
    Client, Cluster, Dice, Schema, Seen, StoreKind, Table, assert_seen_to_end, play, with_token,
};
use tokio::task::JoinHandle;
use tonic::Status;

use super::needles::Needles;
use super::secrets::note_randomness;
use super::tap::Tap;

/// A spectator or a player, whose wire is tapped.
struct Viewer {
    tap: Tap,
    client: Client,
    watching: JoinHandle<Result<Seen, Status>>,
    /// What the viewer asked for and may know.
    own: Needles,
    /// What must not reach the viewer.
    hidden: Needles,
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wire_to_a_viewer_holds_nothing_that_is_hidden_from_it() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    for game in client.games().await {
        let schema = client.schema(&game.id).await;
        let request = play::CreateMatchRequest {
            invitation_only: true,
            ..Table::request(&game.id, game.seats_min)
        };
        let mut table = Table::create(&client, request).await;
        let mut taps = Vec::new();
        for _ in 0..=game.seats_min {
            taps.push(Tap::before(&cluster.orchestrators[0].url()).await);
        }
        for tap in &taps[1..] {
            table.sit(&Client::at(&tap.url)).await;
        }
        table.start_match(&client).await;
        let mut viewers = Vec::new();
        for (viewer, tap) in taps.into_iter().enumerate() {
            viewers.push(Viewer::watch(&table, viewer as u32, tap).await);
        }
        play_noting(&table, &mut dice, &mut viewers).await;
        let export = client.export(table.id()).await.expect("the match is over");
        note_hidden_steps(&schema, &export, &mut viewers);
        for (viewer, Viewer { tap, watching, own, mut hidden, .. }) in
            viewers.into_iter().enumerate()
        {
            let seen = watching.await.expect("it does not panic").expect("the stream is whole");
            assert_seen_to_end(&schema, &export, viewer as u32, None, &seen);
            note_randomness(&export, &mut hidden);
            let heard = tap.heard();
            assert!(!own.found_in(&heard).is_empty(), "the tap hears what viewer {viewer} gets");
            let found = hidden.found_in(&heard);
            assert!(found.is_empty(), "{}: viewer {viewer} was sent {found:?}", game.id);
        }
    }
}

impl Viewer {
    async fn watch(table: &Table, viewer: u32, tap: Tap) -> Self {
        let client = Client::at(&tap.url);
        let request = play::WatchMatchRequest {
            match_id: table.id().to_owned(),
            after_revision: None,
            sentences: true,
            views: true,
        };
        let watcher = match viewer {
            0 => client.watch(request).await,
            seat => table.player(seat).moved_to(&client).watch(request).await,
        };
        let mut hidden = Needles::default();
        hidden.text("host token", &table.host_token);
        hidden.text("invitation", &table.invitation);
        for player in table.players.iter().filter(|player| player.seat != viewer) {
            hidden.text("another seat's token", &player.token);
        }
        let watching = watcher.expect("everyone may watch").to_end_aside();
        Self { tap, client, watching, own: Needles::default(), hidden }
    }

    /// What the viewer sees now, over its tapped wire.
    async fn look(&self, table: &Table, viewer: u32) -> Bytes {
        let view = match viewer {
            0 => self.client.view(table.id()).await,
            seat => table.player(seat).moved_to(&self.client).view().await,
        };
        let board = play::GetBoardRequest { match_id: table.id().to_owned() };
        let board = match viewer {
            0 => tonic::Request::new(board),
            seat => with_token(&table.player(seat).token, board),
        };
        self.client.api().get_board(board).await.expect("a board");
        view.expect("everyone may look").state
    }
}

/// Plays a match to its end, and notes what each viewer sees and the others may
/// not.
async fn play_noting(table: &Table, dice: &mut Dice, viewers: &mut [Viewer]) {
    loop {
        let mut views = Vec::new();
        for (viewer, it) in viewers.iter().enumerate() {
            views.push(it.look(table, viewer as u32).await);
        }
        for (viewer, it) in viewers.iter_mut().enumerate() {
            it.own.bytes("an own view", &views[viewer]);
            for (seat, view) in views.iter().enumerate().skip(1) {
                // A seat that has no secret now sees what everyone may see.
                if seat != viewer && *view != views[0] {
                    it.hidden.bytes(&format!("a view of seat {seat}"), view);
                }
            }
        }
        // A look at every step would take long in a long match.
        const STEPS_BETWEEN_LOOKS: u32 = 7;
        if table.play(dice, STEPS_BETWEEN_LOOKS).await.is_some() {
            return;
        }
    }
}

/// Events of which a viewer does not see everything, and secret actions.
fn note_hidden_steps(schema: &Schema, export: &play::MatchExport, viewers: &mut [Viewer]) {
    for entry in &export.log {
        for (viewer, it) in viewers.iter_mut().enumerate() {
            let viewer = viewer as u32;
            for event in &entry.events {
                let whole = schema.event(&event.payload);
                if schema.event_for(&event.payload, viewer).as_ref() != Some(&whole) {
                    it.hidden.bytes("a hidden event", &event.payload);
                    let json = serde_json::to_string(&whole).expect("an event is JSON as well");
                    it.hidden.text("a hidden event", &json);
                }
            }
            let others = entry.secret_to != 0 && entry.secret_to != viewer;
            if let (Some(Change::Acted(acted)), true) = (&entry.change, others) {
                for action in &acted.actions {
                    it.hidden.bytes("a secret action", action);
                }
            }
        }
    }
}
