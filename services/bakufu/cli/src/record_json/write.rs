//! From a record to JSON.

use kit_proto::bakufu::play::v1::MatchExport;
use prost::Message;
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, ReflectMessage, Value,
};
use serde_json::{Map, Value as Json};

use super::{GameMessages, record_message};
use crate::client::GameSchema;
use crate::failure::Failure;

pub(crate) fn export_json(export: &MatchExport, schema: &GameSchema) -> Result<Json, Failure> {
    let writer = RecordWriter(GameMessages::new(schema)?);
    writer.message_bytes(&record_message(), &export.encode_to_vec())
}

/// Knows which bytes are messages of the game.
struct RecordWriter(GameMessages);

impl RecordWriter {
    fn message_bytes(&self, kind: &MessageDescriptor, bytes: &[u8]) -> Result<Json, Failure> {
        let message = DynamicMessage::decode(kind.clone(), bytes)
            .map_err(|_| Failure::Nonsense("a message that does not fit its schema"))?;
        self.message(&message)
    }

    fn message(&self, message: &DynamicMessage) -> Result<Json, Failure> {
        // A point in time has one usual form, and it is not two numbers.
        if message.descriptor().full_name().starts_with("google.protobuf.") {
            return serde_json::to_value(message)
                .map_err(|_| Failure::Nonsense("a time that is none"));
        }
        let mut fields = Map::new();
        for field in message.descriptor().fields() {
            if field.supports_presence() && !message.has_field(&field) {
                continue;
            }
            let value = self.value(&field, &message.get_field(&field))?;
            fields.insert(field.name().to_owned(), value);
        }
        Ok(Json::Object(fields))
    }

    fn value(&self, field: &FieldDescriptor, value: &Value) -> Result<Json, Failure> {
        Ok(match value {
            Value::Bool(value) => (*value).into(),
            Value::I32(value) => (*value).into(),
            Value::I64(value) => (*value).into(),
            Value::U32(value) => (*value).into(),
            Value::U64(value) => (*value).into(),
            Value::F32(value) => (*value).into(),
            Value::F64(value) => (*value).into(),
            Value::String(value) => value.as_str().into(),
            Value::Bytes(bytes) => match self.0.inside(field) {
                Some(kind) => self.message_bytes(kind, bytes)?,
                None => hex::encode(bytes).into(),
            },
            Value::EnumNumber(number) => enum_name(field, *number),
            Value::Message(message) => self.message(message)?,
            Value::List(values) => values
                .iter()
                .map(|value| self.value(field, value))
                .collect::<Result<Vec<_>, _>>()?
                .into(),
            Value::Map(entries) => {
                let Kind::Message(entry) = field.kind() else {
                    return Err(Failure::Nonsense("a map without entries"));
                };
                let field = entry.map_entry_value_field();
                let mut map = Map::new();
                for (key, value) in entries {
                    map.insert(key_text(key), self.value(&field, value)?);
                }
                Json::Object(map)
            }
        })
    }
}

fn enum_name(field: &FieldDescriptor, number: i32) -> Json {
    let name = match field.kind() {
        Kind::Enum(values) => values.get_value(number).map(|value| value.name().to_owned()),
        _ => None,
    };
    name.map_or_else(|| number.into(), Json::from)
}

fn key_text(key: &MapKey) -> String {
    match key {
        MapKey::Bool(key) => key.to_string(),
        MapKey::I32(key) => key.to_string(),
        MapKey::I64(key) => key.to_string(),
        MapKey::U32(key) => key.to_string(),
        MapKey::U64(key) => key.to_string(),
        MapKey::String(key) => key.clone(),
    }
}
