//! Every kind of refusal, as a JSON client reads it.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http_body_util::Full;
use hyper::body::{Body, Frame};
use serde_json::{Value, json};
use tests_harness::{Cluster, Dice, StoreKind, fresh_id};

use super::client::{JsonClient, JsonTable, Refused, read, with_token};

/// An id that looks like one of ours, of a match that is not there.
const NO_MATCH: &str = "0123456789abcdef0123456789abcdef";

fn assert_refused(answer: Result<Value, Refused>, status: u16, code: &str, reason: &str) -> Value {
    let refused = answer.expect_err("it must be refused");
    let told = (refused.status, &refused.error["code"], &refused.error["reason"]);
    assert_eq!(told, (status, &json!(code), &json!(reason)), "{}", refused.error);
    assert!(refused.error["message"].as_str().is_some_and(|text| !text.is_empty()));
    refused.error
}

async fn start(client: &JsonClient) -> JsonTable {
    let games = client.call("ListGames", "", &json!({})).await;
    let game = &games["games"][0];
    let (id, seats) = (game["id"].as_str().expect("an id"), game["seatsMin"].as_u64());
    JsonTable::start(client, id, seats.expect("a number")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_has_its_status_and_its_reason() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let table = start(&client).await;
    let mut dice = Dice::roll();
    let (_, token) = table.to_act().await.expect("it runs");
    let action = table.choose(token, &mut dice).await;
    let submission = table.submission(&action);

    let call =
        async |token: &str, request: &Value| client.try_call("SubmitActions", token, request).await;
    assert_refused(call("", &submission).await, 401, "UNAUTHENTICATED", "NOT_AUTHENTICATED");
    let nowhere = json!({ "matchId": NO_MATCH });
    let unknown = client.try_call("GetMatch", "", &nowhere).await;
    assert_refused(unknown, 404, "NOT_FOUND", "UNKNOWN_MATCH");
    let go = client.try_call("CreateMatch", "", &json!({ "game": "go", "seats": 2 })).await;
    assert_refused(go, 404, "NOT_FOUND", "UNKNOWN_GAME");
    let start = client.try_call("StartMatch", token, &table.about()).await;
    assert_refused(start, 403, "PERMISSION_DENIED", "NOT_YOUR_SEAT");
    let export = client.try_call("ExportMatch", "", &table.about()).await;
    assert_refused(export, 400, "FAILED_PRECONDITION", "NOT_OVER");
    let mut stale = submission.clone();
    stale["expectedRevision"] = json!(1);
    let error = assert_refused(call(token, &stale).await, 409, "ABORTED", "STALE_REVISION");
    assert!(error["metadata"]["revision"].is_string(), "{error}");
    let mut future = submission.clone();
    future["expectedRevision"] = json!(99_999);
    assert_refused(call(token, &future).await, 400, "OUT_OF_RANGE", "FUTURE_REVISION");

    let first = call(token, &submission).await.expect("it is legal");
    assert_eq!(call(token, &submission).await.expect("a repetition"), first);
    let mut other = submission.clone();
    other["actions"] = json!([action, action]);
    assert_refused(call(token, &other).await, 409, "ALREADY_EXISTS", "REQUEST_ID_REUSED");
    let found = client.call("GetMatch", "", &table.about()).await;
    let game = &found["gameMatch"]["game"];
    let seats = json!({ "game": game, "seats": 99, "requestId": "short" });
    let faults = client.try_call("CreateMatch", "", &seats).await;
    let error = assert_refused(faults, 400, "INVALID_ARGUMENT", "MALFORMED");
    let fields = error["fieldViolations"].as_array().expect("violations").iter();
    let fields: Vec<&Value> = fields.map(|violation| &violation["field"]).collect();
    assert_eq!(fields, ["request_id", "seats"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_action_names_the_rule_and_a_wrong_one_names_its_field() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let table = start(&client).await;
    let mut dice = Dice::roll();
    let mut broken = 0;
    for _ in 0..30 {
        let (_, token) = table.to_act().await.expect("it runs");
        let action = table.choose(token, &mut dice).await;
        let mut wrong = action.clone();
        let (_, inner) = wrong.as_object_mut().and_then(|all| all.iter_mut().next()).expect("one");
        inner["wrong"] = json!({ "a": 1 });
        let answer = client.try_call("SubmitActions", token, &table.submission(&wrong)).await;
        let error = assert_refused(answer, 400, "INVALID_ARGUMENT", "MALFORMED");
        let field = error["fieldViolations"][0]["field"].as_str().expect("a field");
        assert!(field.starts_with("actions[0].") && field.ends_with(".wrong"), "{field}");
        client.call("SubmitActions", token, &table.submission(&action)).await;
        let legal = client.call("ListLegalActions", token, &table.about()).await;
        let legal = legal["actions"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() || legal.iter().any(|legal| legal["action"] == action) {
            continue;
        }
        let again = client.try_call("SubmitActions", token, &table.submission(&action)).await;
        let error = assert_refused(again, 400, "FAILED_PRECONDITION", "RULE_VIOLATION");
        assert!(error["metadata"]["rule"].as_str().is_some_and(|rule| rule.contains('-')));
        broken += 1;
    }
    assert!(broken > 0, "some action can't be done twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_harms_nobody_and_is_never_repeated() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let table = start(&client).await;
    let token = table.tokens[0].as_str();
    let whole = json!({ "matchId": table.match_id, "requestId": fresh_id() }).to_string();
    let large = format!(r#"{{"matchId":"{}"}}"#, "x".repeat(300 * 1024));
    let cases: [(&str, Vec<u8>); 8] = [
        ("truncated", whole.as_bytes()[..whole.len() - 1].to_vec()),
        ("oversized", large.into_bytes()),
        ("no text", b"{\"matchId\":\"\xff\xfe\"}".to_vec()),
        ("deep", [vec![b'['; 100_000], vec![b']'; 100_000]].concat()),
        ("a wrong type", br#"{"matchId":7}"#.to_vec()),
        ("an unknown field", br#"{"matchID":"m"}"#.to_vec()),
        ("a token in the wrong place", json!({ "matchId": [token] }).to_string().into_bytes()),
        ("another kind of JSON", b"\"matchId\"".to_vec()),
    ];
    for (what, body) in cases {
        for method in ["Resign", "WatchMatch"] {
            let builder = client.post(method).header(CONTENT_TYPE, "application/json");
            let request = with_token(builder, token).body(Full::from(body.clone()));
            let answer = read(client.send(request.expect("a request")).await).await;
            let error = assert_refused(answer, 400, "INVALID_ARGUMENT", "MALFORMED");
            assert!(error["fieldViolations"][0]["description"].is_string(), "{what}");
            assert!(!error.to_string().contains(token), "{what}");
        }
    }
    let found = client.call("GetMatch", "", &table.about()).await;
    assert_eq!(found["gameMatch"]["status"], "MATCH_STATUS_PLAYING", "nobody resigned");
    let log = cluster.orchestrators[0].log().lines().join("\n");
    assert!(!log.contains(token), "the log knows no token");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_kept_and_told() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let request = client.post("ListGames").header(CONTENT_TYPE, "application/json");
    let request = request.header("grpc-timeout", "200m");
    let answer = client.send(request.body(NeverEnding).expect("a request")).await;
    assert_refused(read(answer).await, 504, "DEADLINE_EXCEEDED", "DEADLINE");
}

/// A body that never comes.
struct NeverEnding;

impl Body for NeverEnding {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}
