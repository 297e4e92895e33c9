//! Random messages of any type.

use fastrand::Rng;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

use crate::api::Api;
use crate::messages::GameMessages;

/// Makes messages of the API about one game.
pub(super) struct Maker<'a> {
    pub(super) api: &'a Api,
    pub(super) game: &'a str,
    pub(super) messages: &'a GameMessages,
    pub(super) random: Rng,
}

impl Maker<'_> {
    pub(super) fn message(&mut self, kind: &MessageDescriptor, depth: usize) -> DynamicMessage {
        let mut message = DynamicMessage::new(kind.clone());
        if kind.full_name() == "google.protobuf.Timestamp" {
            message.set_field_by_name("seconds", Value::I64(self.random.usize(..1 << 31) as i64));
            return message;
        }
        for field in kind.fields() {
            let is_deep = depth == 0 && matches!(field.kind(), Kind::Message(_));
            if is_deep || self.random.usize(..4) == 0 {
                continue;
            }
            let value = if field.is_list() {
                let length = self.random.usize(..4);
                Value::List((0..length).map(|_| self.value(&field, depth)).collect())
            } else {
                self.value(&field, depth)
            };
            message.set_field(&field, value);
        }
        // Whoever holds messages of a game says of which.
        for (name, value) in [("game", self.game), ("rules_version", "1")] {
            let field = kind.get_field_by_name(name);
            if field.is_some_and(|field| matches!(field.kind(), Kind::String)) {
                message.set_field_by_name(name, Value::String(value.to_owned()));
            }
        }
        message
    }

    fn value(&mut self, field: &FieldDescriptor, depth: usize) -> Value {
        if let Some(held) = self.api.payload(field) {
            let kind = self.messages.descriptor(held).clone();
            return Value::Bytes(self.message(&kind, 4).encode_to_vec().into());
        }
        let number = self.random.u64(..);
        match field.kind() {
            Kind::Bool => Value::Bool(number.is_multiple_of(2)),
            Kind::String => {
                Value::String(["", "a", "侍 \"\\\n\u{0}", "💮"][number as usize % 4].into())
            }
            Kind::Bytes => {
                Value::Bytes(number.to_le_bytes()[..number as usize % 8].to_vec().into())
            }
            Kind::Uint32 | Kind::Fixed32 => Value::U32(number as u32),
            Kind::Uint64 | Kind::Fixed64 => Value::U64(number),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number as i32),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number as i64),
            Kind::Float => Value::F32(number as u8 as f32),
            Kind::Double => Value::F64(number as u16 as f64),
            Kind::Enum(values) => {
                let values: Vec<i32> = values.values().map(|value| value.number()).collect();
                Value::EnumNumber(values[number as usize % values.len()])
            }
            Kind::Message(kind) => Value::Message(self.message(&kind, depth - 1)),
        }
    }
}
