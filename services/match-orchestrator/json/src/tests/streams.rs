//! Answers that go on.

use axum::body::Body;
use http::Response;
use http::header::{ACCEPT, CONTENT_TYPE};
use http_body_util::BodyExt;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Part;
use kit_service::Reason;
use prost::Message;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::tests::fixture::{AllGames, Services, post};

/// A snapshot, an update, a view and the end of a match of some game.
fn messages() -> Vec<Vec<u8>> {
    let view = play::View { revision: 4, ..Default::default() };
    let snapshot = play::Snapshot { game_match: None, view: Some(play::View::default()) };
    let update = play::Update { revision: 4, ..Default::default() };
    let closing = play::Closing { resume_after_revision: 4 };
    let parts =
        [Part::Snapshot(snapshot), Part::Update(update), Part::View(view), Part::Closing(closing)];
    let response = |part| play::WatchMatchResponse { message: Some(part), ..Default::default() };
    parts.map(|part| response(part).encode_to_vec()).to_vec()
}

async fn watch(services: &Services, accept: &str) -> Response<Body> {
    let body = json!({ "matchId": AllGames::find().ids()[0] }).to_string();
    let request = post("WatchMatch").header(ACCEPT, accept).body(body.into());
    services.send(request.expect("a request")).await
}

async fn text(answer: Response<Body>) -> String {
    let text = answer.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(text.to_vec()).expect("text")
}

#[tokio::test]
async fn without_a_wish_every_message_is_a_line() {
    let answer = watch(&Services::answering(&messages()), "*/*").await;
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/x-ndjson");
    let text = text(answer).await;
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let expected = [
        json!({ "snapshot": { "view": {} } }),
        json!({ "update": { "revision": "4" } }),
        json!({ "view": { "revision": "4" } }),
        json!({ "closing": { "resumeAfterRevision": "4" } }),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn events_carry_the_revision_that_a_viewer_resumes_from() {
    let accept = "text/html, Text/Event-Stream;q=0.9";
    let answer = watch(&Services::answering(&messages()), accept).await;
    assert_eq!(answer.headers()[CONTENT_TYPE], "text/event-stream");
    let expected = [
        "id: 0\ndata: {\"snapshot\":{\"view\":{}}}\n\n",
        "id: 4\ndata: {\"update\":{\"revision\":\"4\"}}\n\n",
        "id: 4\ndata: {\"view\":{\"revision\":\"4\"}}\n\n",
        "data: {\"closing\":{\"resumeAfterRevision\":\"4\"}}\n\n",
    ];
    assert_eq!(text(answer).await, expected.concat());
}

#[tokio::test]
async fn the_last_event_id_is_where_a_stream_goes_on() {
    let services = Services::answering(&[]);
    let request = post("WatchMatch").header("last-event-id", "9");
    let body = r#"{"matchId":"m","after_revision":3}"#;
    let answer = services.send(request.body(body.into()).expect("a request")).await;
    assert_eq!(text(answer).await, "");
    let arrived = play::WatchMatchRequest::decode(services.arrived()[0].message.clone());
    assert_eq!(arrived.expect("a request").after_revision, Some(9));
}

#[tokio::test]
async fn an_error_before_the_first_message_is_the_answer() {
    let answer = watch(&Services::refusing(&Reason::UnknownMatch), "text/event-stream").await;
    assert_eq!(answer.status().as_u16(), 404);
    let error: Value = serde_json::from_str(&text(answer).await).expect("JSON");
    assert_eq!(error["reason"], "UNKNOWN_MATCH");
}

#[tokio::test]
async fn an_error_after_the_first_message_is_the_last_one() {
    let mut services = Services::refusing(&Reason::StoreUnavailable {
        retry_after: std::time::Duration::from_millis(500),
    });
    services.messages = messages()[..1].to_vec();
    let lines = text(watch(&services, "application/x-ndjson").await).await;
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["error"]["reason"], "STORE_UNAVAILABLE");
    assert_eq!(last["error"]["retryAfterMs"], 500);
    let events = text(watch(&services, "text/event-stream").await).await;
    let (_, last) = events.rsplit_once("event: error\ndata: ").expect("an error event");
    let error: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(error["code"], "UNAVAILABLE");
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_has_nothing_to_say_shows_that_it_lives() {
    for (accept, breath) in [("text/event-stream", ":\n\n"), ("*/*", "\n")] {
        let mut services = Services::answering(&messages()[1..2]);
        services.stay_silent = true;
        let mut body = watch(&services, accept).await.into_body();
        let mut next = async || {
            let frame = body.frame().await.expect("it goes on").expect("it is good");
            frame.into_data().expect("data")
        };
        assert!(next().await.len() > breath.len(), "the update comes first");
        let begun = Instant::now();
        for breaths in 1..=3 {
            assert_eq!(next().await, breath);
            assert_eq!(begun.elapsed().as_secs(), breaths * 15);
        }
    }
}
