//! Lies and silence: no commit, and everybody else plays on.

use std::time::Instant;

use tests_harness::{Client, Cluster, Dice, StoreKind, Table, assert_refused, every_table, play};
use tonic::Code;

use super::fixture::with_liar;
use super::liar::{ID, Lie, SEATS, Served};

const LIES: [Lie; 14] = [
    Lie::State,
    Lie::NoState,
    Lie::Event,
    Lie::OverWithSeats,
    Lie::NobodyToAct,
    Lie::NoSuchSeat,
    Lie::SeatTwice,
    Lie::Standings,
    Lie::Draw,
    Lie::OpenSecret,
    Lie::NoStep,
    Lie::Garbage,
    Lie::Error,
    Lie::Panic,
];

/// A match of every honest game, and one of the liar.
struct Fixture {
    cluster: Cluster,
    client: Client,
    liar: Served,
    lied_to: Table,
    honest: Vec<Table>,
    dice: Dice,
}

impl Fixture {
    async fn set() -> Self {
        let (cluster, liar) = with_liar(StoreKind::Memory, 1).await;
        cluster.expect_complaints(&[
            "rules service answered nonsense",
            // Without tracing a stream has no id that the line before could tell.
            "a stream has ended with the bug",
            "rules call failed",
            "game can't be registered yet",
            "bytes do not parse as the registered schema",
        ]);
        let client = cluster.client(0);
        let lied_to = Table::start(&client, ID, SEATS).await;
        let mut honest = Vec::new();
        for (game, seats) in every_table(&client).await {
            if game.id != ID {
                honest.push(Table::start(&client, &game.id, seats).await);
            }
        }
        Self { cluster, client, liar, lied_to, honest, dice: Dice::roll() }
    }

    /// Every honest match goes on.
    async fn others_play_on(&mut self) {
        for table in &self.honest {
            let over = table.play(&mut self.dice, 2).await;
            assert_eq!(over, None, "two moves at a time do not end a match so soon");
        }
        assert!(self.cluster.orchestrators[0].is_alive());
    }

    async fn views(&self) -> Vec<play::View> {
        let mut views = vec![self.client.view(self.lied_to.id()).await.expect("a view")];
        for player in &self.lied_to.players {
            views.push(player.view().await.expect("a view"));
        }
        views
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lie_is_never_committed_and_others_play_on() {
    let mut fixture = Fixture::set().await;
    let player = fixture.lied_to.players[0].clone();
    let action = player.legal().await.expect("a seat may ask").actions[0].action.clone();
    for lie in LIES {
        let before = fixture.views().await;
        let submission = player.submission(&action);
        fixture.liar.tell(lie);
        let answer = player.submit(submission.clone()).await;
        let status = answer.expect_err("a lie is not believed");
        match status.code() {
            Code::Internal => drop(assert_refused::<()>(Err(status), Code::Internal, "BUG", "lie")),
            _ => {
                let name = "RULES_UNAVAILABLE";
                drop(assert_refused::<()>(Err(status), Code::Unavailable, name, "lie"));
            }
        }
        assert_eq!(fixture.views().await, before, "{lie:?} changes nothing");
        if lie != Lie::OpenSecret {
            let create = Table::request(ID, SEATS);
            let answer = fixture.client.api().create_match(create).await;
            let code = answer.expect_err("a lie is not believed").code();
            assert!(matches!(code, Code::Internal | Code::Unavailable), "{lie:?}: {code:?}");
        }
        fixture.others_play_on().await;

        fixture.liar.tell(Lie::None);
        let update = player.submit(submission).await.expect("the same submission, honestly");
        assert_eq!(update.revision, before[1].revision + 1, "{lie:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lie_about_what_is_legal_or_said_reaches_nobody() {
    let fixture = Fixture::set().await;
    let player = &fixture.lied_to.players[0];
    fixture.liar.tell(Lie::State);
    assert_refused(player.legal().await, Code::Internal, "BUG", "an unreadable action");
    let request = play::WatchMatchRequest {
        match_id: fixture.lied_to.id().to_owned(),
        after_revision: Some(0),
        sentences: true,
        views: false,
    };
    let watcher = fixture.client.watch(request).await.expect("anyone may watch");
    assert_refused(watcher.to_end().await, Code::Internal, "BUG", "too few sentences");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_game_takes_nobody_with_it() {
    let mut fixture = Fixture::set().await;
    let mut tables = Vec::new();
    for _ in 0..24 {
        tables.push(Table::start(&fixture.client, ID, SEATS).await);
    }
    let legal = tables[0].players[0].legal().await.expect("a seat may ask");
    let action = legal.actions[0].action.clone();
    fixture.liar.tell(Lie::Silence);
    let begun = Instant::now();
    let waiting: Vec<_> = tables
        .iter()
        .map(|table| {
            let player = table.players[0].clone();
            let submission = player.submission(&action);
            tokio::spawn(async move { player.submit(submission).await })
        })
        .collect();
    fixture.others_play_on().await;
    let mut shed = 0;
    for call in waiting {
        let status = call.await.expect("it does not panic").expect_err("nobody answers");
        let (code, name) = match status.code() {
            Code::ResourceExhausted => {
                shed += 1;
                (Code::ResourceExhausted, "OVERLOADED")
            }
            _ => (Code::Unavailable, "RULES_UNAVAILABLE"),
        };
        let reason = assert_refused::<()>(Err(status), code, name, "silence");
        assert!(reason.retry_after().is_some(), "a client learns when to retry");
    }
    assert!(shed > 0, "what is above the limit of the game is refused at once");
    assert!(begun.elapsed() < kit_testing::PATIENCE, "nobody waits for ever");

    fixture.liar.tell(Lie::None);
    let player = &tables[0].players[0];
    player.submit(player.submission(&action)).await.expect("it answers again");
}
