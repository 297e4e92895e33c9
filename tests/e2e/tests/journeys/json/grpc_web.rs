//! gRPC-Web, with a client that knows no more than its frames.

use bytes::{Buf, Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, Full};
use prost::Message;
use tests_harness::{Cluster, StoreKind, Table, assert_refused, play};
use tonic::{Code, Status};

use super::client::JsonClient;

const KIND: &str = "application/grpc-web+proto";

/// Sends one message, and returns the messages of the answer.
async fn call(
    client: &JsonClient,
    method: &str,
    message: &impl Message,
) -> Result<Vec<Bytes>, Status> {
    let message = message.encode_to_vec();
    let frame = [&[0][..], &(message.len() as u32).to_be_bytes(), &message].concat();
    let request = client.post(method).header(CONTENT_TYPE, KIND).body(Full::from(frame));
    let answer = client.send(request.expect("a request")).await;
    assert_eq!(answer.status().as_u16(), 200);
    assert_eq!(answer.headers()[CONTENT_TYPE], KIND);
    if let Some(status) = Status::from_header_map(answer.headers()) {
        return Err(status);
    }
    let mut body =
        BytesMut::from(&answer.into_body().collect().await.expect("whole").to_bytes()[..]);
    let mut messages = Vec::new();
    loop {
        let flag = body.get_u8();
        let length = body.get_u32() as usize;
        let content = body.split_to(length).freeze();
        if flag == 0 {
            messages.push(content);
            continue;
        }
        assert_eq!((flag, body.len()), (0x80, 0), "the trailers come last");
        return trailers(&content).map(|()| messages);
    }
}

/// The status that trailers tell, which come as the lines of a header.
fn trailers(content: &[u8]) -> Result<(), Status> {
    let text = std::str::from_utf8(content).expect("lines of text");
    let mut headers = http::HeaderMap::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        let name: http::HeaderName = name.parse().expect("a name");
        headers.insert(name, value.trim().parse().expect("a value"));
    }
    let status = Status::from_header_map(&headers).expect("a status");
    if status.code() == Code::Ok { Ok(()) } else { Err(status) }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_streams_and_refusals_pass_through_grpc_web() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let (client, grpc) = (JsonClient::of(&cluster), cluster.client(0));
    let game = grpc.games().await.remove(0);
    let table = Table::start(&grpc, &game.id, game.seats_min).await;
    let match_id = table.id().to_owned();

    let request = play::GetMatchRequest { match_id: match_id.clone() };
    let answer = call(&client, "GetMatch", &request).await.expect("it is there");
    let answer = play::GetMatchResponse::decode(answer[0].clone()).expect("a message");
    assert_eq!(answer.game_match, Some(grpc.get_match(&match_id).await.expect("it is there")));

    let unknown = play::GetMatchRequest { match_id: "0".repeat(32) };
    let refused = call(&client, "GetMatch", &unknown).await;
    assert_refused(refused, Code::NotFound, "UNKNOWN_MATCH", "a match that is not there");

    for player in &table.players[1..] {
        player.resign().await.expect("anyone may resign");
    }
    let watch = play::WatchMatchRequest {
        match_id,
        after_revision: Some(0),
        sentences: false,
        views: false,
    };
    let streamed = call(&client, "WatchMatch", &watch).await.expect("the stream ends well");
    let seen = grpc.watch(watch).await.expect("anyone may watch").to_end().await;
    let seen = seen.expect("the stream is whole");
    assert_eq!(streamed.len(), seen.updates.len());
    let last = play::WatchMatchResponse::decode(streamed.last().expect("some").clone());
    let expected = seen.updates.last().expect("some").clone();
    let expected = play::watch_match_response::Message::Update(expected);
    assert_eq!(last.expect("a message").message, Some(expected));
}
