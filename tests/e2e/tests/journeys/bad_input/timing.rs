//! The right thing at the wrong time.

use std::time::Duration;

use tests_harness::play::watch_match_response::Message;
use tests_harness::{fresh_id, play, with_retries, with_token};
use tonic::Code::{self, FailedPrecondition};

use super::fixture::{Fixture, on_every_fixture, on_every_fixture_with_complaints};

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_before_the_start_or_after_the_end() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let legal = fixture.running.to_act(&fixture.client).await.legal().await;
        let action = legal.expect("a seat may ask").actions[0].action.clone();
        for (table, name) in [(&fixture.open, "NOT_STARTED"), (&fixture.over, "MATCH_OVER")] {
            let player = &table.players[0];
            let what = "act in a match that is not running";
            let call = player.submit(player.submission(&action));
            fixture.refuses(what, FailedPrecondition, name, call).await;
            fixture.refuses("resign", FailedPrecondition, name, player.resign()).await;
            let legal = player.legal().await.expect("a seat may ask").actions;
            assert!(legal.is_empty(), "nothing is legal now");
        }
        let export = fixture.client.export(fixture.running.id());
        fixture.refuses("a record before the end", FailedPrecondition, "NOT_OVER", export).await;
        let export = fixture.client.export(fixture.open.id());
        fixture.refuses("a record before the start", FailedPrecondition, "NOT_OVER", export).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_leaves_or_starts_at_the_wrong_time() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let api = || fixture.client.api();
        for (table, name) in [(&fixture.running, "ALREADY_STARTED"), (&fixture.over, "MATCH_OVER")]
        {
            let player = &table.players[0];
            let match_id = table.id().to_owned();
            let request_id = fresh_id();
            let leave = play::LeaveSeatRequest { match_id, request_id };
            let leave = with_token(&player.token, leave);
            let call = async { api().leave_seat(leave).await };
            fixture.refuses("leave", FailedPrecondition, name, call).await;
            let sit = play::SitDownRequest {
                match_id: table.id().to_owned(),
                name: "Tomoe".to_owned(),
                ..Default::default()
            };
            let call = async { api().sit_down(sit).await };
            fixture.refuses("sit down", FailedPrecondition, name, call).await;
            let call = async { api().start_match(start(table.id(), &table.host_token)).await };
            fixture.refuses("start", FailedPrecondition, name, call).await;
        }
        let taken = play::SitDownRequest {
            match_id: fixture.open.id().to_owned(),
            seat: 1,
            name: "Tomoe".to_owned(),
            ..Default::default()
        };
        let call = async { api().sit_down(taken).await };
        fixture.refuses("a taken seat", FailedPrecondition, "SEAT_TAKEN", call).await;
        if fixture.seats > 1 {
            let (id, token) = (fixture.open.id(), &fixture.open.host_token);
            let call = async { api().start_match(start(id, token)).await };
            fixture.refuses("start with open seats", FailedPrecondition, "SEATS_OPEN", call).await;
        }
    })
    .await;
}

fn start(match_id: &str, token: &str) -> tonic::Request<play::StartMatchRequest> {
    let match_id = match_id.to_owned();
    with_token(token, play::StartMatchRequest { match_id, request_id: fresh_id() })
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_out_of_turn() {
    on_every_fixture(async |fixture: &mut Fixture| {
        if fixture.seats < 2 {
            return;
        }
        let mut dice = fixture.dice.clone();
        let waiting = loop {
            let now = fixture.client.get_match(fixture.running.id()).await.expect("it is there");
            let waits = (1..=fixture.seats).find(|seat| !now.seats_to_act.contains(seat));
            if let Some(seat) = waits {
                break fixture.running.player(seat).clone();
            }
            fixture.running.play(&mut dice, 1).await;
        };
        let legal = fixture.running.to_act(&fixture.client).await.legal().await;
        let action = legal.expect("a seat may ask").actions[0].action.clone();
        assert!(waiting.legal().await.expect("a seat may ask").actions.is_empty());
        let call = waiting.submit(waiting.submission(&action));
        fixture.refuses("out of turn", FailedPrecondition, "NOT_AWAITED", call).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_after_a_revision_that_is_not_there_begins_anew() {
    on_every_fixture(async |fixture: &mut Fixture| {
        for table in [&fixture.open, &fixture.running, &fixture.over] {
            let player = &table.players[0];
            let current = player.view().await.expect("a seat may look").revision;
            for revision in [current + 1, u64::MAX] {
                let request = play::WatchMatchRequest {
                    match_id: table.id().to_owned(),
                    after_revision: Some(revision),
                    ..Default::default()
                };
                let mut watcher = player.watch(request).await.expect("whoever comes from there");
                let first = watcher.next().await.expect("the stream goes on");
                let Some(Message::Rewound(now)) = first else { panic!("{first:?}") };
                assert_eq!(now.view.expect("a view").revision, current);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_has_passed_ends_the_call_and_a_repetition_tells_what_happened() {
    // What a game is asked for a caller who has stopped waiting is cut short.
    let cut_short = ["rules call failed"];
    on_every_fixture_with_complaints(&cut_short, async |fixture: &mut Fixture| {
        let player = fixture.running.to_act(&fixture.client).await.clone();
        let mut dice = fixture.dice.clone();
        let action = player.some_legal(&mut dice).await.expect("there are actions").action;
        let before = player.view().await.expect("a seat may look").revision;
        let submission = player.submission(&action);
        for nanos in [1, 1_000, 200_000] {
            let mut hurried = with_token(&player.token, submission.clone());
            hurried.set_timeout(Duration::from_nanos(nanos));
            if let Err(status) = fixture.client.api().submit_actions(hurried).await {
                // The client's own clock may be first, and calls it cancelled.
                let code = status.code();
                assert!(matches!(code, Code::DeadlineExceeded | Code::Cancelled), "{status:?}");
            }
        }
        let update = with_retries("submit again", || player.submit(submission.clone())).await;
        assert_eq!(update.revision, before + 1, "it has happened once");
        assert_eq!(player.view().await.expect("a seat may look").revision, before + 1);
    })
    .await;
}
