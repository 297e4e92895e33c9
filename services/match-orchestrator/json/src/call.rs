//! One call: JSON in, gRPC inside, JSON out.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, TE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Version};
use http_body::Frame;
use http_body_util::{Full, StreamBody};
use kit_service::http_routes::Grpc;
use kit_service::{Caller, Metrics, Reason};
use tonic::Status;
use tower::ServiceExt;

use crate::api::{Api, ApiCall};
use crate::error::{failed, not_json, not_post};
use crate::frames::{Frames, failure_in, framed};
use crate::library::CachedLibrary;
use crate::padding::Padded;
use crate::stream::{Framing, streamed};
use crate::{answer, request};

/// The headers that mean the same in both worlds. All others stay outside.
const PASSED_ON: [HeaderName; 5] = [
    AUTHORIZATION,
    USER_AGENT,
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("tracestate"),
];
/// The header by which a client tells what it saw last.
const LAST_EVENT_ID: &str = "last-event-id";

pub(crate) struct Shared {
    pub(crate) api: Api,
    pub(crate) games: CachedLibrary,
    pub(crate) grpc: Grpc,
    pub(crate) metrics: Metrics,
    pub(crate) request_bytes_max: usize,
}

impl Shared {
    /// Makes a call of our own, without a token, for somebody who counts as its
    /// caller.
    pub(crate) async fn ask(
        &self,
        path: &'static str,
        message: &[u8],
        caller: Option<Caller>,
    ) -> Result<Bytes, Status> {
        let mut request = http::Request::post(path)
            .body(tonic::body::Body::new(Full::new(framed(message))))
            .expect("a path is a path");
        *request.headers_mut() = inward_headers(&HeaderMap::new());
        caller.map(|caller| request.extensions_mut().insert(caller));
        let Ok(answer) = self.grpc.clone().oneshot(request).await;
        match failure_in(answer.headers()) {
            Some(status) => Err(status),
            None => Frames::new(answer.into_body()).only().await,
        }
    }
}

/// One call that is under way.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) called: ApiCall,
    /// The match that the request is about, once it has been read.
    match_id: OnceLock<String>,
}

pub(crate) async fn answer(shared: Arc<Shared>, called: ApiCall, request: Request) -> Response {
    if request.method() != Method::POST {
        return not_post();
    }
    if let Some(refusal) = foreign(request.headers()) {
        return refusal;
    }
    let framing = Framing::of(request.headers());
    let call = Arc::new(Call { shared, called, match_id: OnceLock::new() });
    let inward = call.inward(request);
    let Ok(outward) = call.shared.grpc.clone().oneshot(inward).await;
    if let Some(status) = failure_in(outward.headers()) {
        return failed(&status);
    }
    let frames = Frames::new(outward.into_body());
    if call.called.streams {
        return streamed(call, frames, framing);
    }
    call.single(frames).await.unwrap_or_else(|status| failed(&status))
}

impl Call {
    pub(crate) async fn json(&self, message: &[u8]) -> Result<Padded, Status> {
        let Shared { api, games, metrics, .. } = &*self.shared;
        let match_id = self.match_id.get().map_or("", String::as_str);
        let json = answer::decode(api, games, &self.called.response, match_id, message).await;
        let json = json.map_err(|reason| refused(metrics, &reason))?;
        Ok(Padded::new(json, message.len()))
    }

    /// The gRPC request. Its body is there, and is translated when the service
    /// asks for it: so the limits and the deadline of the call hold for that as
    /// well.
    fn inward(self: &Arc<Self>, request: Request) -> http::Request<tonic::body::Body> {
        let (mut parts, body) = request.into_parts();
        let last_event_id = parts.headers.get(LAST_EVENT_ID).cloned();
        parts.headers = inward_headers(&parts.headers);
        parts.version = Version::HTTP_2;
        let call = Arc::clone(self);
        let message = stream::once(Box::pin(async move {
            let message = call.translated(body, last_event_id).await;
            let message = message.map_err(|reason| refused(&call.shared.metrics, &reason))?;
            Ok::<_, Status>(Frame::data(framed(&message)))
        }));
        http::Request::from_parts(parts, tonic::body::Body::new(StreamBody::new(message)))
    }

    async fn translated(
        &self,
        body: Body,
        last_event_id: Option<HeaderValue>,
    ) -> Result<Vec<u8>, Reason> {
        let Shared { api, games, request_bytes_max, .. } = &*self.shared;
        let text = request::read(body, *request_bytes_max).await?;
        let mut json = request::parse(&text)?;
        if let Some(id) = last_event_id.as_ref().and_then(|id| id.to_str().ok()) {
            request::resume(&self.called, id, &mut json);
        }
        let match_id = self.match_id.get_or_init(|| request::match_id(&self.called, &json));
        request::encode(api, games, &self.called.request, match_id, json).await
    }

    async fn single(&self, frames: Frames) -> Result<Response, Status> {
        let json = self.json(&frames.only().await?).await?;
        Ok(succeeded(Bytes::from(json.text("", ""))))
    }
}

/// Names of players are in the answers, so no browser may guess what they are.
fn succeeded(json: Bytes) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-store"),
        (http::header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, json).into_response()
}

/// The refusal of a body that is not plain JSON. A page of another origin can't
/// send this content type without asking, and nothing is ever unpacked.
fn foreign(headers: &HeaderMap) -> Option<Response> {
    let value = |name: HeaderName| {
        let text = headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        text.map(|text| text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
    };
    if value(CONTENT_TYPE).is_none_or(|kind| kind != "application/json") {
        return Some(not_json("send the request as JSON, with content-type: application/json"));
    }
    if value(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Some(not_json("send the request as it is, without content-encoding"));
    }
    None
}

fn inward_headers(headers: &HeaderMap) -> HeaderMap {
    let passed_on = PASSED_ON.into_iter();
    let passed_on = passed_on.filter_map(|name| Some((name.clone(), headers.get(name)?.clone())));
    let mut inward: HeaderMap = passed_on.collect();
    inward.insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    inward.insert(TE, HeaderValue::from_static("trailers"));
    inward
}

fn refused(metrics: &Metrics, reason: &Reason) -> Status {
    metrics.refused(reason, None);
    reason.status()
}
