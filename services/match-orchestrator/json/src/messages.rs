//! The messages of one game, between bytes and JSON.

use bytes::Bytes;
use kit_proto::bakufu::payload::v1::GameMessage as Number;
use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use kit_service::FieldFault;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use serde_json::Value;
use thiserror::Error;

use crate::explain::explain;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameMessage {
    Options,
    State,
    Action,
    Event,
}

impl GameMessage {
    pub(crate) fn numbered(number: i32) -> Option<Self> {
        match Number::try_from(number).ok()? {
            Number::Unspecified => None,
            Number::Options => Some(Self::Options),
            Number::State => Some(Self::State),
            Number::Action => Some(Self::Action),
            Number::Event => Some(Self::Event),
        }
    }
}

/// The four messages of one version of a game.
#[derive(Debug)]
pub(crate) struct GameMessages {
    options: MessageDescriptor,
    state: MessageDescriptor,
    action: MessageDescriptor,
    event: MessageDescriptor,
    descriptor_set: Bytes,
}

/// A schema, or bytes, that no registered game should give.
#[derive(Debug, Error)]
pub(crate) enum Nonsense {
    #[error("the schema can't be read")]
    Schema,
    #[error("the schema lacks {0:?}")]
    Missing(String),
    #[error("a message does not fit its schema")]
    Message,
}

impl GameMessages {
    pub(crate) fn read(schema: &GetGameSchemaResponse) -> Result<Self, Nonsense> {
        let descriptor_set = schema.descriptor_set.clone();
        let pool = DescriptorPool::decode(&descriptor_set[..]).map_err(|_| Nonsense::Schema)?;
        let find = |name: &str| {
            pool.get_message_by_name(name).ok_or_else(|| Nonsense::Missing(name.to_owned()))
        };
        let facts = schema.game.clone().unwrap_or_default();
        Ok(Self {
            options: find(&facts.options_message)?,
            state: find(&facts.state_message)?,
            action: find(&facts.action_message)?,
            event: find(&facts.event_message)?,
            descriptor_set,
        })
    }

    /// Whether they were read from these very bytes.
    pub(crate) fn are_from(&self, descriptor_set: &Bytes) -> bool {
        let place = |bytes: &Bytes| (bytes.as_ptr(), bytes.len());
        place(&self.descriptor_set) == place(descriptor_set)
    }

    pub(crate) fn descriptor(&self, message: GameMessage) -> &MessageDescriptor {
        match message {
            GameMessage::Options => &self.options,
            GameMessage::State => &self.state,
            GameMessage::Action => &self.action,
            GameMessage::Event => &self.event,
        }
    }

    /// A message as bytes, or all that is wrong with it.
    pub(crate) fn encode(
        &self,
        message: GameMessage,
        json: &Value,
    ) -> Result<Vec<u8>, Vec<FieldFault>> {
        from_json(self.descriptor(message), json).map(|message| message.encode_to_vec())
    }

    pub(crate) fn decode(&self, message: GameMessage, bytes: &[u8]) -> Result<Value, Nonsense> {
        to_json(self.descriptor(message), bytes).ok_or(Nonsense::Message)
    }
}

/// Reads a message as canonical JSON, or tells all that is wrong with it.
pub(crate) fn from_json(
    descriptor: &MessageDescriptor,
    json: &Value,
) -> Result<DynamicMessage, Vec<FieldFault>> {
    DynamicMessage::deserialize(descriptor.clone(), json).map_err(|_| explain(descriptor, json))
}

/// Writes an encoded message as canonical JSON; none if it is not one.
pub(crate) fn to_json(descriptor: &MessageDescriptor, bytes: &[u8]) -> Option<Value> {
    let message = DynamicMessage::decode(descriptor.clone(), bytes).ok()?;
    serde_json::to_value(&message).ok()
}
