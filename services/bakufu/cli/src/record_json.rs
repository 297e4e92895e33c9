//! The record of a match as readable JSON, and back.
//!
//! The game's own messages, which the record holds as bytes, are shown with
//! their fields and names; all other bytes are hashes and seeds, in hex.
//! Numbers are numbers, also those that the JSON mapping of Protocol Buffers
//! writes as strings, and no field is left out because it is zero. Nothing is
//! lost on the way: what is read back has the same bytes.

mod read;
mod write;

use kit_redact::read_descriptors;
use prost_reflect::{DescriptorPool, FieldDescriptor, MessageDescriptor};

pub(crate) use self::read::import_json;
pub(crate) use self::write::export_json;
use crate::client::GameSchema;
use crate::failure::Failure;

/// The messages of a game that a record holds as bytes.
struct GameMessages {
    options: MessageDescriptor,
    action: MessageDescriptor,
    event: MessageDescriptor,
}

impl GameMessages {
    fn new(schema: &GameSchema) -> Result<Self, Failure> {
        let pool = read_descriptors(&schema.descriptor_set)
            .map_err(|_| Failure::Nonsense("a schema that can't be read"))?;
        let find = |name: &str| {
            pool.get_message_by_name(name)
                .ok_or(Failure::Nonsense("a schema without its own messages"))
        };
        Ok(Self {
            options: find(&schema.game.options_message)?,
            action: find(&schema.game.action_message)?,
            event: find(&schema.game.event_message)?,
        })
    }

    /// The type of the game's message that a field of bytes holds.
    fn inside(&self, field: &FieldDescriptor) -> Option<&MessageDescriptor> {
        match field.full_name() {
            "bakufu.play.v1.Match.options" => Some(&self.options),
            "bakufu.play.v1.Acted.actions" => Some(&self.action),
            "bakufu.rules.v1.Event.payload" => Some(&self.event),
            _ => None,
        }
    }
}

fn record_message() -> MessageDescriptor {
    let play = kit_proto::descriptor_set("bakufu.play.v1").expect("the package is compiled in");
    let pool = DescriptorPool::decode(play).expect("our own descriptors are sound");
    pool.get_message_by_name("bakufu.play.v1.MatchExport").expect("the package has this message")
}
