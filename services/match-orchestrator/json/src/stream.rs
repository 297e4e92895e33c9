//! Answers that go on: server-sent events, or one line of JSON per message.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName};
use serde_json::{Value, json};
use tonic::Status;

use crate::call::Call;
use crate::error::ErrorBody;
use crate::frames::Frames;
use crate::padding::Padded;

/// After this time without a message something is sent that says nothing, so
/// that no proxy takes the stream for dead.
const SILENCE_MAX: Duration = Duration::from_secs(15);

/// How messages are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// As the EventSource of browsers reads them.
    Events,
    Lines,
}

impl Framing {
    /// As the client prefers.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let mut kinds = accepted
            .flat_map(|value| value.split(','))
            .map(|kind| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
        if kinds.any(|kind| kind == "text/event-stream") { Self::Events } else { Self::Lines }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Events => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    fn message(self, message: &Padded) -> String {
        match (self, revision(&message.json)) {
            (Self::Events, Some(revision)) => {
                message.text(&format!("id: {revision}\ndata: "), "\n\n")
            }
            (Self::Events, None) => message.text("data: ", "\n\n"),
            (Self::Lines, _) => message.text("", "\n"),
        }
    }

    fn error(self, status: &Status) -> String {
        let body = ErrorBody::new(status);
        match self {
            Self::Events => format!("event: error\ndata: {}\n\n", body.json()),
            Self::Lines => format!("{}\n", json!({ "error": body })),
        }
    }

    /// Nothing, for proxies to hear.
    fn breath(self) -> &'static str {
        match self {
            Self::Events => ":\n\n",
            Self::Lines => "\n",
        }
    }
}

/// Answers with all messages as they come.
pub(crate) fn streamed(call: Arc<Call>, frames: Frames, framing: Framing) -> Response {
    let headers = [
        (CONTENT_TYPE, framing.content_type()),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Asks proxies to pass every message on at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let pieces = stream::unfold(Some(frames), move |frames| {
        let call = Arc::clone(&call);
        async move {
            let mut frames = frames?;
            let (piece, goes_on) = next_piece(&call, &mut frames, framing).await?;
            let piece = Ok::<_, Infallible>(Bytes::from(piece));
            Some((piece, goes_on.then_some(frames)))
        }
    });
    (headers, Body::from_stream(pieces)).into_response()
}

/// What is sent next, and whether anything may follow; none at a good end.
async fn next_piece(call: &Call, frames: &mut Frames, framing: Framing) -> Option<(String, bool)> {
    let Ok(next) = tokio::time::timeout(SILENCE_MAX, frames.next()).await else {
        return Some((framing.breath().to_owned(), true));
    };
    let json = match next? {
        Ok(message) => call.json(&message).await,
        Err(status) => Err(status),
    };
    Some(match json {
        Ok(json) => (framing.message(&json), true),
        Err(status) => (framing.error(&status), false),
    })
}

/// The viewer's revision that a message brings, if it brings one.
fn revision(message: &Value) -> Option<&str> {
    // A revision of zero is left out, as all zeros are.
    let viewed = ["/update", "/view", "/snapshot/view"];
    let viewed = viewed.into_iter().find_map(|place| message.pointer(place))?;
    Some(viewed.get("revision").and_then(Value::as_str).unwrap_or("0"))
}
