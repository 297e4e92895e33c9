//! Streams as lines and as server-sent events, broken off and resumed.

use std::time::Duration;

use http::Response;
use http::header::{ACCEPT, CONTENT_TYPE};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::{Value, json};
use tests_harness::{Cluster, Dice, StoreKind};

use super::client::{JsonClient, JsonTable, with_token};

/// One server-sent event.
#[derive(Debug, Clone, PartialEq)]
struct ServerSentEvent {
    id: Option<String>,
    data: Value,
}

/// A stream as text, piece by piece.
pub(super) struct Pieces {
    body: Incoming,
    text: String,
}

impl Pieces {
    /// The text up to a separator; none when the stream has ended.
    pub(super) async fn until(&mut self, separator: &str) -> Option<String> {
        loop {
            if let Some((piece, rest)) = self.text.split_once(separator) {
                let (piece, rest) = (piece.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(piece);
            }
            let frame = self.body.frame().await?.expect("the stream is whole");
            let data = frame.into_data().expect("no trailers");
            self.text += std::str::from_utf8(&data).expect("a piece is never half a letter");
        }
    }

    /// The next event that is not a comment.
    async fn event(&mut self) -> Option<ServerSentEvent> {
        loop {
            let text = self.until("\n\n").await?;
            let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
            assert_eq!(field("event: "), None, "no error: {text}");
            if let Some(data) = field("data: ") {
                let data = serde_json::from_str(data).expect("JSON");
                return Some(ServerSentEvent { id: field("id: ").map(str::to_owned), data });
            }
        }
    }
}

pub(super) async fn watch(
    client: &JsonClient,
    token: &str,
    accept: &str,
    last_event_id: Option<&str>,
    request: &Value,
) -> Pieces {
    let builder = client.post("WatchMatch").header(CONTENT_TYPE, "application/json");
    let mut builder = with_token(builder.header(ACCEPT, accept), token);
    if let Some(id) = last_event_id {
        builder = builder.header("last-event-id", id);
    }
    let request = builder.body(Full::from(request.to_string())).expect("a request");
    let answer: Response<Incoming> = client.send(request).await;
    assert_eq!(answer.status().as_u16(), 200);
    assert_eq!(answer.headers()[CONTENT_TYPE], accept);
    Pieces { body: answer.into_body(), text: String::new() }
}

/// All messages of a stream until the match is over.
pub(crate) fn lines_to_end(
    client: &JsonClient,
    token: &str,
    request: &Value,
) -> impl Future<Output = Vec<Value>> + Send + 'static {
    let (client, token, request) = (client.clone(), token.to_owned(), request.clone());
    async move {
        let mut pieces = watch(&client, &token, "application/x-ndjson", None, &request).await;
        let mut lines = Vec::new();
        while let Some(line) = pieces.until("\n").await {
            if !line.is_empty() {
                lines.push(serde_json::from_str(&line).expect("a line is JSON"));
            }
        }
        lines
    }
}

/// A game that was played a little and then resigned.
async fn played_table(client: &JsonClient) -> JsonTable {
    let games = client.call("ListGames", "", &json!({})).await;
    let game = &games["games"][0];
    let (id, seats) = (game["id"].as_str().expect("an id"), game["seatsMin"].as_u64());
    let table = JsonTable::start(client, id, seats.expect("a number")).await;
    table.play(&mut Dice::roll(), 12).await;
    for token in &table.tokens[1..] {
        client.call("Resign", token, &table.about()).await;
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn events_resume_after_every_id_with_exactly_what_is_missing() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let table = played_table(&client).await;
    let token = &table.tokens[0];
    let request = json!({ "matchId": table.match_id, "afterRevision": "0", "sentences": true });
    let mut whole = Vec::new();
    let mut events = watch(&client, token, "text/event-stream", None, &request).await;
    while let Some(event) = events.event().await {
        assert_eq!(event.id.as_deref(), event.data["update"]["revision"].as_str());
        whole.push(event);
    }
    assert!(whole.len() > 12, "{}", whole.len());
    for (index, event) in whole.iter().enumerate() {
        let id = event.id.as_deref();
        // Broken off here, with the rest unread.
        let mut events = watch(&client, token, "text/event-stream", id, &request).await;
        assert_eq!(events.event().await.as_ref(), whole.get(index + 1), "after {id:?}");
    }
    let as_lines = lines_to_end(&client, token, &request).await;
    assert_eq!(as_lines, whole.into_iter().map(|event| event.data).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_begins_with_a_snapshot_and_ends_with_where_to_resume_when_the_server_stops() {
    let mut cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = JsonClient::of(&cluster);
    let games = client.call("ListGames", "", &json!({})).await;
    let game = &games["games"][0];
    let (id, seats) = (game["id"].as_str().expect("an id"), game["seatsMin"].as_u64());
    let table = JsonTable::start(&client, id, seats.expect("a number")).await;
    let mut events = watch(&client, "", "text/event-stream", None, &table.about()).await;
    let first = events.event().await.expect("a snapshot");
    let view = &first.data["snapshot"]["view"];
    assert_eq!(first.id.as_deref(), view["revision"].as_str());
    assert!(view["state"].is_object(), "{view}");
    cluster.orchestrators[0].signal_end();
    let last = events.event().await.expect("a farewell");
    assert_eq!(last.data["closing"]["resumeAfterRevision"], view["revision"]);
    let end = tokio::time::timeout(Duration::from_secs(10), events.event()).await;
    assert_eq!(end.expect("the stream ends"), None);
    assert_eq!(cluster.orchestrators[0].exit_code().await, Some(0));
}
