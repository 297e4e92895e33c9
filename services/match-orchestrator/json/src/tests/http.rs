//! One request and its answer.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::header::{ALLOW, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use prost::Message;
use serde_json::{Value, json};

use crate::api::Api;
use crate::library::{Edition, Library};
use crate::tests::fixture::{AllGames, REQUEST_BYTES_MAX, Services, post};

fn some_game() -> String {
    AllGames::find().ids().remove(0)
}

#[tokio::test]
async fn every_call_is_reached_and_arrives_as_grpc() {
    for call in Api::read().calls {
        let services = Services::answering(&[Vec::new()]);
        let request = Request::post(&call.path).header(CONTENT_TYPE, "application/json");
        let request = request.header(AUTHORIZATION, "Bearer t").header("cookie", "c=1");
        let answer = services.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{}", call.path);
        let text = answer.into_body().collect().await.expect("a body").to_bytes();
        assert_eq!(text.trim_ascii(), b"{}", "{}", call.path);
        let arrived = services.arrived();
        assert_eq!(arrived.len(), 1);
        assert_eq!((&arrived[0].path, &arrived[0].message), (&call.path, &Bytes::new()));
        let header = |name: &str| arrived[0].headers.get(name).map(|value| value.as_bytes());
        assert_eq!(header("content-type"), Some(&b"application/grpc"[..]));
        assert_eq!(header("authorization"), Some(&b"Bearer t"[..]));
        assert_eq!(header("cookie"), None, "what gRPC does not know stays outside");
    }
}

#[tokio::test]
async fn a_request_may_use_both_spellings_and_numbers_of_64_bits_as_numbers_or_texts() {
    for body in [
        r#"{"matchId":"m","afterRevision":"7","views":true}"#,
        r#"{"match_id":"m","after_revision":7,"views":true}"#,
    ] {
        let services = Services::answering(&[]);
        let answer = services.send(post("WatchMatch").body(body.into()).expect("a request")).await;
        answer.into_body().collect().await.expect("a body");
        let arrived = play::WatchMatchRequest::decode(services.arrived()[0].message.clone());
        let expected = play::WatchMatchRequest {
            match_id: "m".to_owned(),
            after_revision: Some(7),
            views: true,
            sentences: false,
        };
        assert_eq!(arrived, Ok(expected), "{body}");
    }
}

#[tokio::test]
async fn what_is_no_call_is_answered_as_what_it_is() {
    let services = Services::default();
    let send = async |request: http::request::Builder| {
        let answer = services.send(request.body(Body::from("{}")).expect("a request")).await;
        let (parts, body) = answer.into_parts();
        let text = body.collect().await.expect("a body").to_bytes();
        let json: Value = serde_json::from_slice(&text).expect("an error is JSON");
        assert!(json["message"].as_str().is_some_and(|message| !message.is_empty()));
        assert_eq!(parts.headers[CONTENT_TYPE], "application/json");
        (parts.status.as_u16(), json["code"].clone(), parts.headers)
    };
    let path = "/bakufu.play.v1.MatchService/GetMatch";
    for unknown in ["/", "/bakufu.play.v1.MatchService/Cheat", "/schemas/samurai", "/a/b/c"] {
        let (status, code, _) = send(Request::get(unknown)).await;
        assert_eq!((status, code), (404, json!("NOT_FOUND")), "{unknown}");
    }
    for method in ["GET", "PUT", "DELETE", "OPTIONS"] {
        let (status, _, headers) = send(Request::builder().method(method).uri(path)).await;
        assert_eq!((status, headers[ALLOW].as_bytes()), (405, &b"POST"[..]), "{method}");
    }
    let plain = Request::post(path);
    let form = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let packed = post("GetMatch").header(CONTENT_ENCODING, "gzip");
    for request in [plain, form, packed] {
        assert_eq!(send(request).await.0, 415);
    }
    assert!(services.arrived().is_empty(), "nobody was called");
}

#[tokio::test]
async fn json_that_is_no_request_is_malformed_and_says_where() {
    let match_id = some_game();
    let action = |action: &str| format!(r#"{{"matchId":"{match_id}","actions":[{action}]}}"#);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(REQUEST_BYTES_MAX));
    for (method, body, fields) in [
        ("SitDown", r#"{"seat":"#.as_bytes().to_vec(), &["request"][..]),
        ("SitDown", b"seat=1".to_vec(), &["request"]),
        ("SitDown", b"{\"name\":\"\xff\xfe\"}".to_vec(), &["request"]),
        ("SitDown", deep.into_bytes(), &["request"]),
        ("SitDown", long.into_bytes(), &["request"]),
        ("SitDown", b"[]".to_vec(), &["request"]),
        ("SitDown", b"{} {}".to_vec(), &["request"]),
        ("SitDown", br#"{"seat":-1,"name":7,"seed":"!"}"#.to_vec(), &["seat", "name", "seed"]),
        ("SitDown", br#"{"seat":4294967296}"#.to_vec(), &["seat"]),
        ("SitDown", br#"{"chair":1}"#.to_vec(), &["chair"]),
        ("ListMatches", br#"{"status":"MATCH_STATUS_LOST"}"#.to_vec(), &["status"]),
        ("SubmitActions", action("7").into_bytes(), &["actions[0]"]),
        ("SubmitActions", action("null").into_bytes(), &["actions[0]"]),
        ("SubmitActions", action(r#""AAAA""#).into_bytes(), &["actions[0]"]),
        ("SubmitActions", action(r#"{},{"cheat":{}}"#).into_bytes(), &["actions[1].cheat"]),
        ("WatchMatch", br#"{"afterRevision":"soon"}"#.to_vec(), &["afterRevision"]),
    ] {
        let services = Services::default();
        let what = String::from_utf8_lossy(&body).into_owned();
        let (status, error) = services.post(method, body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{what}");
        assert_eq!(error["code"], "INVALID_ARGUMENT");
        assert_eq!(error["reason"], "MALFORMED");
        let violations = error["fieldViolations"].as_array().expect("violations");
        let named: Vec<&str> = violations.iter().filter_map(|one| one["field"].as_str()).collect();
        assert_eq!(named, fields, "{what}");
        assert!(violations.iter().all(|one| one["description"].is_string()));
        assert!(services.arrived().is_empty(), "{what}");
    }
}

#[tokio::test]
async fn faults_of_the_request_and_of_the_actions_in_it_are_told_at_once() {
    let body =
        json!({ "matchId": some_game(), "actions": [{ "cheat": 1 }], "expectedRevision": {} });
    let (_, error) = Services::default().post("SubmitActions", body.to_string()).await;
    let violations = error["fieldViolations"].as_array().expect("violations");
    let named: Vec<&str> = violations.iter().filter_map(|one| one["field"].as_str()).collect();
    assert_eq!(named, ["expectedRevision", "actions[0].cheat"]);
}

#[tokio::test]
async fn what_was_sent_is_never_repeated() {
    let token = "c2VjcmV0LXRva2Vu";
    for body in [
        json!({ "seat": token }),
        json!({ "matchId": { "token": token } }),
        json!({ "actions": [token], "matchId": some_game() }),
    ] {
        for method in ["SitDown", "SubmitActions"] {
            let (status, error) = Services::default().post(method, body.to_string()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
            assert!(!error.to_string().contains(token), "{error}");
        }
    }
}

#[tokio::test]
async fn a_refusal_keeps_its_reason_and_details() {
    let retry_after = Duration::from_millis(1200);
    let rule = |action_index| Reason::RuleViolation {
        rule: "TOY-1".to_owned(),
        message: "no".to_owned(),
        action_index,
    };
    let cases = [
        (rule(None), 400, json!({ "metadata": { "rule": "TOY-1" } })),
        (Reason::StaleRevision { current: 4 }, 409, json!({ "metadata": { "revision": "4" } })),
        (Reason::FutureRevision { current: 4 }, 400, json!({ "metadata": { "revision": "4" } })),
        (Reason::RequestIdReused, 409, json!({})),
        (Reason::UnknownMatch, 404, json!({})),
        (Reason::NotYourSeat, 403, json!({})),
        (Reason::NotAuthenticated { message: "how".to_owned() }, 401, json!({})),
        (Reason::Overloaded { retry_after }, 429, json!({ "retryAfterMs": 1200 })),
        (
            Reason::Limited { limit: "calls".to_owned(), retry_after },
            429,
            json!({ "retryAfterMs": 1200, "metadata": { "limit": "calls" } }),
        ),
        (Reason::StoreUnavailable { retry_after }, 503, json!({ "retryAfterMs": 1200 })),
        (Reason::Deadline, 504, json!({})),
        (
            Reason::malformed("a", "b"),
            400,
            json!({ "fieldViolations": [{ "field": "a", "description": "b" }] }),
        ),
        (Reason::Bug { trace_id: "t".to_owned() }, 500, json!({ "metadata": { "trace_id": "t" } })),
    ];
    for (reason, expected_status, details) in cases {
        let services = Services::refusing(&reason);
        let answer = services.send(post("GetMatch").body("{}".into()).expect("a request")).await;
        let retry = answer.headers().get(RETRY_AFTER).map(|value| value.as_bytes().to_vec());
        assert_eq!(retry, reason.retry_after().map(|_| b"2".to_vec()), "whole seconds");
        assert_eq!(answer.status().as_u16(), expected_status, "{reason:?}");
        let text = answer.into_body().collect().await.expect("a body").to_bytes();
        let error: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(error["reason"], reason.name());
        assert_eq!(error["message"], reason.to_string());
        for (name, value) in details.as_object().expect("an object") {
            assert_eq!(&error[name], value, "{reason:?}");
        }
        let told = error.as_object().map_or(0, |fields| fields.len());
        assert_eq!(told, 3 + details.as_object().map_or(0, |fields| fields.len()), "{error}");
    }
}

#[tokio::test]
async fn a_match_of_nobody_is_unknown_before_its_actions_are_read() {
    let body = json!({ "matchId": "nowhere", "actions": [{}] }).to_string();
    let (status, error) = Services::default().post("SubmitActions", body).await;
    assert_eq!((status.as_u16(), &error["reason"]), (404, &json!("UNKNOWN_MATCH")));
    let body = json!({ "game": "go", "seats": 2, "options": {} }).to_string();
    let (status, error) = Services::default().post("CreateMatch", body).await;
    assert_eq!((status.as_u16(), &error["reason"]), (404, &json!("UNKNOWN_GAME")));
}

#[tokio::test]
async fn an_answer_that_fails_after_its_message_is_a_failure() {
    let mut services = Services::refusing(&Reason::Deadline);
    services.messages = vec![Vec::new()];
    let (status, error) = services.post("GetMatch", "{}").await;
    assert_eq!((status.as_u16(), &error["reason"]), (504, &json!("DEADLINE")));
}

#[tokio::test]
async fn the_messages_of_a_game_are_served_as_json_schema() {
    let edition = Edition { game: some_game(), rules_version: String::new() };
    let schema = AllGames::find().schema(&edition).await.expect("a game");
    let services = Services::answering(&[schema.encode_to_vec()]);
    let request = Request::get(format!("/schemas/{}.json", some_game()));
    let answer = services.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let text = answer.into_body().collect().await.expect("a body").to_bytes();
    let json: Value = serde_json::from_slice(&text).expect("JSON");
    for message in ["options", "state", "action", "event"] {
        let reference = json["properties"][message]["$ref"].as_str().expect("a reference");
        let place = reference.strip_prefix('#').expect("in the document");
        assert_eq!(json.pointer(place).map(|schema| &schema["type"]), Some(&json!("object")));
    }
    assert_eq!(services.arrived()[0].path, "/bakufu.play.v1.MatchService/GetGameSchema");
}

#[tokio::test]
async fn the_document_of_the_api_is_served() {
    let services = Services::default();
    let request = Request::get("/openapi.json").body(Body::empty()).expect("a request");
    let answer = services.send(request).await;
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    let text = answer.into_body().collect().await.expect("a body").to_bytes();
    let json: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(json["openapi"], "3.1.0");
}
