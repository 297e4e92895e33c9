//! A library with every game that has messages, and services that answer as told.

use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures::{StreamExt, stream};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Request, Response, StatusCode};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_proto::bakufu::rules::v1::Game;
use kit_service::http_routes::Grpc;
use kit_service::{Metrics, Reason};
use prost_reflect::DescriptorPool;
use serde_json::Value;
use tonic::Status;
use tower::ServiceExt as _;

use crate::frames::{Frames, framed};
use crate::library::{Edition, Library};
use crate::routes::{JsonApi, routes};

/// The longest request that the stage takes.
pub(super) const REQUEST_BYTES_MAX: usize = 1024;

/// Knows all games under protos/. A match is of the game that its id names.
pub(super) struct AllGames(Vec<GetGameSchemaResponse>);

impl AllGames {
    pub(super) fn find() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protos/bakufu");
        let areas = std::fs::read_dir(folder).expect("the protos are there");
        let areas = areas.map(|area| area.expect("a folder").file_name());
        let areas = areas.map(|name| name.into_string().expect("a plain name"));
        let games: Vec<_> = areas.filter_map(|area| schema_of(&area)).collect();
        assert!(games.len() >= 4, "{} games", games.len());
        Self(games)
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.0.iter().filter_map(|schema| Some(schema.game.as_ref()?.id.clone())).collect()
    }
}

/// An area of the protos is a game if it has the four messages.
fn schema_of(area: &str) -> Option<GetGameSchemaResponse> {
    let package = format!("bakufu.{area}.v1");
    let descriptor_set = Bytes::from_static(kit_proto::descriptor_set(&package)?);
    let pool = DescriptorPool::decode(&descriptor_set[..]).expect("sound");
    let name = |message: &str| format!("{package}.{message}");
    let game = Game {
        id: area.to_owned(),
        rules_version: "1".to_owned(),
        options_message: name("Options"),
        state_message: name("State"),
        action_message: name("Action"),
        event_message: name("Event"),
        ..Game::default()
    };
    pool.get_message_by_name(&game.action_message)?;
    Some(GetGameSchemaResponse { game: Some(game), descriptor_set })
}

#[async_trait]
impl Library for AllGames {
    async fn edition_of(&self, match_id: &str) -> Result<Edition, Reason> {
        let game = self.ids().into_iter().find(|id| id == match_id).ok_or(Reason::UnknownMatch)?;
        Ok(Edition { game, rules_version: "1".to_owned() })
    }

    async fn schema(&self, edition: &Edition) -> Result<GetGameSchemaResponse, Reason> {
        let facts = |schema: &GetGameSchemaResponse| schema.game.clone().unwrap_or_default();
        let schema = self.0.iter().find(|schema| facts(schema).id == edition.game);
        let unknown = || Reason::UnknownGame { game: edition.game.clone() };
        schema.cloned().ok_or_else(unknown)
    }
}

/// One gRPC call that arrived.
#[derive(Debug, Clone)]
pub(super) struct Arrived {
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) message: Bytes,
}

/// Services that note every call and answer all with the same messages and
/// status. Without a status they say no more after the messages.
#[derive(Clone, Default)]
pub(super) struct Services {
    pub(super) messages: Vec<Vec<u8>>,
    pub(super) status: Option<Status>,
    pub(super) stay_silent: bool,
    pub(super) arrived: Arc<Mutex<Vec<Arrived>>>,
}

impl Services {
    pub(super) fn answering(messages: &[Vec<u8>]) -> Self {
        Self { messages: messages.to_vec(), ..Self::default() }
    }

    pub(super) fn refusing(reason: &Reason) -> Self {
        Self { status: Some(reason.status()), ..Self::default() }
    }

    pub(super) fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().expect("no test panics in between").clone()
    }

    pub(super) fn routes(&self) -> Router {
        let services = self.clone();
        let grpc = tower::service_fn(move |request| {
            let services = services.clone();
            async move { Ok::<_, Infallible>(services.answer(request).await) }
        });
        let json = JsonApi {
            library: Arc::new(AllGames::find()),
            metrics: Metrics::unread(),
            request_bytes_max: REQUEST_BYTES_MAX,
        };
        routes(json, Router::new(), Grpc::new(grpc))
    }

    pub(super) async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.routes().oneshot(request).await.expect("routes always answer")
    }

    /// Posts JSON to a method of the match service.
    pub(super) async fn post(&self, method: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let answer = self.send(post(method).body(body.into()).expect("a request")).await;
        let status = answer.status();
        let text = answer.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&text).expect("an answer is JSON"))
    }

    async fn answer(&self, request: Request<tonic::body::Body>) -> Response<tonic::body::Body> {
        let (parts, body) = request.into_parts();
        let message = match Frames::new(body).next().await {
            Some(Ok(message)) => message,
            Some(Err(status)) => return status.into_http(),
            None => panic!("a request has a message"),
        };
        let (path, headers) = (parts.uri.path().to_owned(), parts.headers);
        self.arrived.lock().expect("nobody panics").push(Arrived { path, headers, message });
        if let (true, Some(status)) = (self.messages.is_empty(), &self.status) {
            return status.clone().into_http();
        }
        let data = self.messages.iter().map(|message| Frame::data(framed(message)));
        let mut trailers = HeaderMap::new();
        let status = self.status.clone().unwrap_or_else(|| Status::ok(""));
        status.add_header(&mut trailers).expect("plain text");
        let end = (!self.stay_silent).then(|| Frame::trailers(trailers));
        let frames: Vec<_> = data.chain(end).map(Ok::<_, Status>).collect();
        let silence = stream::pending().take(if self.stay_silent { usize::MAX } else { 0 });
        let frames = stream::iter(frames).chain(silence);
        Response::new(tonic::body::Body::new(StreamBody::new(frames)))
    }
}

/// A JSON request to a method of the match service.
pub(super) fn post(method: &str) -> http::request::Builder {
    Request::post(format!("/bakufu.play.v1.MatchService/{method}"))
        .header(CONTENT_TYPE, "application/json")
}
