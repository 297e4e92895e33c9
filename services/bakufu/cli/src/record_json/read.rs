//! From JSON to a record.

use bakufu_offline::ShippedRules;
use bytes::Bytes;
use kit_proto::bakufu::play::v1::MatchExport;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};
use serde_json::Value as Json;

use super::{GameMessages, record_message};
use crate::client::GameSchema;
use crate::failure::Failure;

/// What stands in the JSON that can't be in a record.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place} {why}")]
pub(crate) struct Misread {
    place: String,
    why: &'static str,
}

/// The record that the JSON tells.
pub(crate) fn import_json(
    json: &Json,
    rules: &ShippedRules,
) -> Result<Result<MatchExport, Misread>, Failure> {
    let reader = RecordReader { rules, messages: GameMessages::new(&GameSchema::of(rules))? };
    let read = reader.message(&record_message(), json, "the record");
    Ok(read.and_then(|message| {
        MatchExport::decode(&message.encode_to_vec()[..])
            .map_err(|_| misread("the record", "is none"))
    }))
}

/// Knows which bytes are messages of the game.
struct RecordReader<'a> {
    rules: &'a ShippedRules,
    messages: GameMessages,
}

impl RecordReader<'_> {
    fn message(
        &self,
        kind: &MessageDescriptor,
        json: &Json,
        place: &str,
    ) -> Result<DynamicMessage, Misread> {
        if kind.full_name().starts_with("google.protobuf.") {
            return DynamicMessage::deserialize(kind.clone(), json)
                .map_err(|_| misread(place, "is no point in time"));
        }
        let fields = json.as_object().ok_or_else(|| misread(place, "is no object"))?;
        let mut message = DynamicMessage::new(kind.clone());
        for (name, json) in fields {
            let place = format!("{place}.{name}");
            let field = kind.get_field_by_name(name);
            let field = field.ok_or_else(|| misread(&place, "is no field of a record"))?;
            message.set_field(&field, self.value(&field, json, &place)?);
        }
        Ok(message)
    }

    fn value(&self, field: &FieldDescriptor, json: &Json, place: &str) -> Result<Value, Misread> {
        if !field.is_list() {
            return self.single(field, json, place);
        }
        let items = json.as_array().ok_or_else(|| misread(place, "is no list"))?;
        let items = items.iter().enumerate();
        let items = items.map(|(at, json)| self.single(field, json, &format!("{place}[{at}]")));
        Ok(Value::List(items.collect::<Result<_, _>>()?))
    }

    fn single(&self, field: &FieldDescriptor, json: &Json, place: &str) -> Result<Value, Misread> {
        let whole = || misread(place, "is no whole number of its range");
        let value = match field.kind() {
            Kind::Bool => json.as_bool().map(Value::Bool),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
                Some(Value::I32(narrow(json.as_i64()).ok_or_else(whole)?))
            }
            Kind::Uint32 | Kind::Fixed32 => {
                Some(Value::U32(narrow(json.as_u64()).ok_or_else(whole)?))
            }
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => json.as_i64().map(Value::I64),
            Kind::Uint64 | Kind::Fixed64 => json.as_u64().map(Value::U64),
            Kind::Float => json.as_f64().map(|number| Value::F32(number as f32)),
            Kind::Double => json.as_f64().map(Value::F64),
            Kind::String => json.as_str().map(|text| Value::String(text.to_owned())),
            Kind::Bytes => Some(Value::Bytes(self.bytes(field, json, place)?)),
            Kind::Enum(values) => match json.as_str() {
                Some(name) => values.get_value_by_name(name).map(|it| it.number()),
                None => narrow(json.as_i64()),
            }
            .map(Value::EnumNumber),
            Kind::Message(kind) => Some(Value::Message(self.message(&kind, json, place)?)),
        };
        value.ok_or_else(|| misread(place, "is of another kind than in a record"))
    }

    fn bytes(&self, field: &FieldDescriptor, json: &Json, place: &str) -> Result<Bytes, Misread> {
        if let Some(kind) = self.messages.inside(field) {
            let message = self.message(kind, json, place)?.encode_to_vec();
            let rewritten = self.rules.rewrite(kind.full_name(), &message);
            let bytes = rewritten.ok_or_else(|| misread(place, "is no message of the game"))?;
            return Ok(bytes.into());
        }
        let bytes = json.as_str().and_then(|text| hex::decode(text).ok());
        bytes.map(Bytes::from).ok_or_else(|| misread(place, "is not in hex"))
    }
}

fn narrow<Wide, Narrow: TryFrom<Wide>>(number: Option<Wide>) -> Option<Narrow> {
    number.and_then(|number| Narrow::try_from(number).ok())
}

fn misread(place: &str, why: &'static str) -> Misread {
    Misread { place: place.to_owned(), why }
}
