//! Stand-ins behind the JSON API: one game, and services that only look
//! at what arrives.

use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full};
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_proto::bakufu::rules::v1::Game;
use kit_service::Reason;
use kit_service::http_routes::Grpc;
use match_orchestrator_json::{Edition, Library};
use prost::Message;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor, MethodDescriptor,
};
use tonic::Status;
use tonic::body::Body;

/// The only match there is.
pub(super) const MATCH_ID: &str = "0123456789abcdef0123456789abcdef";
/// The code by which the services tell of a message that should not arrive.
pub(super) const BREACH: &str = "DATA_LOSS";

const PACKAGE: &str = "bakufu.samurai.v1";
const GAME: &str = "samurai";
const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");
/// The flag and the length in front of a message.
const PREFIX_BYTES: usize = 5;

pub(super) struct OneGame {
    schema: GetGameSchemaResponse,
    pool: DescriptorPool,
}

impl OneGame {
    pub(super) fn new() -> Self {
        let set = kit_proto::descriptor_set(PACKAGE).expect("the package is compiled in");
        let name = |message: &str| format!("{PACKAGE}.{message}");
        let game = Game {
            id: GAME.to_owned(),
            rules_version: "1".to_owned(),
            options_message: name("Options"),
            state_message: name("State"),
            action_message: name("Action"),
            event_message: name("Event"),
            ..Game::default()
        };
        let schema =
            GetGameSchemaResponse { game: Some(game), descriptor_set: Bytes::from_static(set) };
        let pool = DescriptorPool::decode(set).expect("our own descriptors are sound");
        Self { schema, pool }
    }

    pub(super) fn id(&self) -> &'static str {
        GAME
    }

    /// The message of the game that a field of bytes holds.
    pub(super) fn message_in(&self, field: &FieldDescriptor) -> Option<MessageDescriptor> {
        let pool = field.parent_message().parent_pool().clone();
        let option = pool.get_extension_by_name("bakufu.payload.v1.game_message")?;
        let number = field.options().get_extension(&option).as_enum_number()?;
        let name = ["Options", "State", "Action", "Event"].get(number.checked_sub(1)? as usize)?;
        self.pool.get_message_by_name(&format!("{PACKAGE}.{name}"))
    }
}

#[async_trait]
impl Library for OneGame {
    async fn edition_of(&self, match_id: &str) -> Result<Edition, Reason> {
        let edition = Edition { game: GAME.to_owned(), rules_version: "1".to_owned() };
        if match_id == MATCH_ID { Ok(edition) } else { Err(Reason::UnknownMatch) }
    }

    async fn schema(&self, edition: &Edition) -> Result<GetGameSchemaResponse, Reason> {
        if edition.game == GAME {
            return Ok(self.schema.clone());
        }
        Err(Reason::UnknownGame { game: edition.game.clone() })
    }
}

/// Services that hold every message against its schema, and answer with empty
/// ones.
pub(super) fn services(calls: Vec<MethodDescriptor>) -> Grpc {
    let calls = Arc::new(calls);
    Grpc::new(tower::service_fn(move |request: Request<Body>| {
        let calls = Arc::clone(&calls);
        async move { Ok::<_, Infallible>(answer(&calls, request).await) }
    }))
}

async fn answer(calls: &[MethodDescriptor], request: Request<Body>) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let frame = match request.into_body().collect().await {
        Ok(body) => body.to_bytes(),
        Err(status) => return status.into_http(),
    };
    let is_called = |call: &&MethodDescriptor| {
        path == format!("/{}/{}", call.parent_service().full_name(), call.name())
    };
    let Some(call) = calls.iter().find(is_called) else {
        return Status::data_loss("a call that is none arrives").into_http();
    };
    if !frame.get(PREFIX_BYTES..).is_some_and(|message| is_canonical(call, message)) {
        return Status::data_loss("a message arrives that no encoder writes").into_http();
    }
    let empty = Full::new(Bytes::from_static(&[0; PREFIX_BYTES]));
    let trailers = HeaderMap::from_iter([(GRPC_STATUS, HeaderValue::from_static("0"))]);
    Response::new(Body::new(empty.with_trailers(async { Some(Ok(trailers)) })))
}

fn is_canonical(call: &MethodDescriptor, bytes: &[u8]) -> bool {
    let message = DynamicMessage::decode(call.input(), bytes);
    message.is_ok_and(|message| {
        message.encode_to_vec() == bytes && message.unknown_fields().next().is_none()
    })
}
