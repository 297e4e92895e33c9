//! Containers that stop, freeze and come back under a match.

use bytes::Bytes;
use tests_containers::{Container, Stack};
use tests_harness::{Client, Dice, Player, Table, acts, assert_refused, play, with_retries};
use tonic::Code;

/// How many moves are played between two faults.
const MOVES: usize = 6;

/// A match, and every move of it that was acknowledged.
struct Noted {
    client: Client,
    table: Table,
    moves: Vec<(u32, Vec<Bytes>)>,
}

impl Noted {
    async fn start(client: &Client, game: &str, seats: u32) -> Self {
        let table = Table::start(client, game, seats).await;
        Self { client: client.clone(), table, moves: Vec::new() }
    }

    /// Who is to act, and a submission of something legal.
    async fn next(&self, dice: &mut Dice) -> Option<(Player, play::SubmitActionsRequest)> {
        let now = with_retries("look", || self.client.get_match(self.table.id())).await;
        let seat = now.seats_to_act.first()?;
        let player = self.table.player(*seat).clone();
        let legal = with_retries("list", || player.legal()).await;
        let forward: Vec<_> = legal.actions.iter().filter(|action| !action.retracts).collect();
        let request = player.submission(&dice.pick(&forward).action);
        Some((player, request))
    }

    /// Submits until it is acknowledged, and notes it.
    async fn submit(&mut self, player: &Player, request: play::SubmitActionsRequest) {
        with_retries("submit", || player.submit(request.clone())).await;
        self.moves.push((player.seat, request.actions));
    }

    async fn play(&mut self, dice: &mut Dice, moves_max: usize) {
        for _ in 0..moves_max {
            let Some((player, request)) = self.next(dice).await else { return };
            self.submit(&player, request).await;
        }
    }

    /// Plays to the end, and checks that the record holds exactly the moves
    /// that were acknowledged.
    async fn ends_with_what_was_acknowledged(mut self, dice: &mut Dice) {
        self.play(dice, usize::MAX).await;
        let export = with_retries("export", || self.client.export(self.table.id())).await;
        assert_eq!(acts(&export), self.moves, "nothing is lost and nothing happens twice");
    }
}

/// What can happen to a Redis.
#[derive(Clone, Copy, Debug)]
enum RedisFault {
    Stopped,
    Killed,
    Paused,
}

async fn strike(redis: &Container, fault: RedisFault) {
    let struck = match fault {
        RedisFault::Stopped => redis.stop_with_timeout(Some(10)).await,
        RedisFault::Killed => redis.stop_with_timeout(Some(0)).await,
        RedisFault::Paused => redis.pause().await,
    };
    struck.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
}

async fn heal(redis: &Container, fault: RedisFault) {
    let healed = match fault {
        RedisFault::Stopped | RedisFault::Killed => redis.start().await,
        RedisFault::Paused => redis.unpause().await,
    };
    healed.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_that_stops_dies_or_freezes_loses_and_doubles_nothing() {
    let stack = Stack::start().await;
    let client = stack.client().await;
    let mut dice = Dice::roll();
    // What becomes of the store is no business of any game, so one will do.
    let game = &client.games().await[1];
    let mut noted = Noted::start(&client, &game.id, game.seats_min).await;
    for fault in [RedisFault::Stopped, RedisFault::Paused, RedisFault::Killed] {
        noted.play(&mut dice, MOVES).await;
        let (player, request) = noted.next(&mut dice).await.expect("the match goes on");
        strike(&stack.redis, fault).await;
        let answer = player.submit(request.clone()).await;
        let what = format!("{fault:?}");
        let reason = assert_refused(answer, Code::Unavailable, "STORE_UNAVAILABLE", &what);
        assert!(reason.retry_after().is_some(), "{what}: a client learns when to retry");
        heal(&stack.redis, fault).await;
        // The frozen Redis may have got the first attempt: then this is its answer.
        noted.submit(&player, request).await;
    }
    noted.ends_with_what_was_acknowledged(&mut dice).await;
    let lost = [
        "subscription to Redis lost",
        "subscribe to Redis failed",
        "store unavailable",
        "the store does not answer",
    ];
    stack.assert_calm(&lost).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_killed_stops_its_own_matches_only_until_it_is_back() {
    let stack = Stack::start().await;
    let client = stack.client().await;
    let mut dice = Dice::roll();
    let games = client.games().await;
    let mut tables = Vec::new();
    for game in &games {
        let mut noted = Noted::start(&client, &game.id, game.seats_min).await;
        noted.play(&mut dice, MOVES).await;
        tables.push(noted);
    }
    let victim = &stack.games[&games[0].id];
    let (player, request) = tables[0].next(&mut dice).await.expect("the match goes on");
    victim.stop_with_timeout(Some(0)).await.expect("a container can be killed");
    let answer = player.submit(request.clone()).await;
    let reason = assert_refused(answer, Code::Unavailable, "RULES_UNAVAILABLE", "no game");
    assert!(reason.retry_after().is_some(), "a client learns when to retry");
    for noted in &mut tables[1..] {
        let (player, request) = noted.next(&mut dice).await.expect("the match goes on");
        let answer = player.submit(request.clone()).await;
        answer.expect("another game answers at the first attempt");
        noted.moves.push((player.seat, request.actions));
    }
    victim.start().await.expect("a container starts again");
    tables[0].submit(&player, request).await;
    for noted in tables {
        noted.ends_with_what_was_acknowledged(&mut dice).await;
    }
    stack.assert_calm(&["rules call failed", "game can't be registered yet"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_orchestrator_that_is_stopped_says_where_to_resume_and_exits_in_order() {
    let stack = Stack::start().await;
    let client = stack.client().await;
    let mut dice = Dice::roll();
    let game = &client.games().await[0];
    let table = Table::start(&client, &game.id, game.seats_min).await;
    table.play(&mut dice, MOVES as u32).await;
    let request = play::WatchMatchRequest {
        match_id: table.id().to_owned(),
        after_revision: Some(0),
        sentences: false,
        views: false,
    };
    let watching = client.watch(request).await.expect("anyone may watch").to_end_aside();
    let revision = client.view(table.id()).await.expect("a view").revision;
    assert_eq!(Stack::stop(&stack.orchestrator).await, Some(0));
    let seen = watching.await.expect("it does not panic").expect("an orderly end");
    assert_eq!(seen.closing, Some(revision));

    stack.orchestrator.start().await.expect("a container starts again");
    stack.offers_every_game().await;
    let client = stack.client().await;
    let view = client.view(table.id()).await.expect("the match is still there");
    assert_eq!(view.revision, revision);
    let player = table.to_act(&client).await.moved_to(&client);
    let update = player.act(&mut dice).await;
    assert!(update.revision > 0, "the match goes on: {update:?}");
    stack.assert_calm(&["game can't be registered yet"]).await;
}
