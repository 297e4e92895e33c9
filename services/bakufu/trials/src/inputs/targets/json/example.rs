//! A request in which every field is set.

use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value};

use super::services::{MATCH_ID, OneGame};

/// How deep messages are filled.
const DEPTH_MAX: usize = 6;

/// An example of a message, with messages of the game where it holds some.
pub(super) fn of(kind: &MessageDescriptor, game: &OneGame) -> Value {
    fill(kind, game, DEPTH_MAX)
}

fn fill(kind: &MessageDescriptor, game: &OneGame, depth: usize) -> Value {
    let mut fields = Map::new();
    let mut chosen = Vec::new();
    for field in kind.fields() {
        let oneof = field.containing_oneof();
        if depth == 0 || oneof.as_ref().is_some_and(|oneof| chosen.contains(oneof)) {
            continue;
        }
        chosen.extend(oneof);
        let value = single(&field, game, depth);
        let value = if field.is_list() { Value::from(vec![value]) } else { value };
        fields.insert(field.json_name().to_owned(), value);
    }
    Value::Object(fields)
}

fn single(field: &FieldDescriptor, game: &OneGame, depth: usize) -> Value {
    if let Some(message) = game.message_in(field) {
        return fill(&message, game, depth - 1);
    }
    match field.kind() {
        Kind::String if field.name() == "match_id" => Value::from(MATCH_ID),
        Kind::String if field.name() == "game" => Value::from(game.id()),
        Kind::String => Value::from("name"),
        Kind::Bytes => Value::from("AAAA"),
        Kind::Bool => Value::from(true),
        Kind::Enum(values) => {
            let last = values.values().last();
            Value::from(last.map(|value| value.name().to_owned()).unwrap_or_default())
        }
        Kind::Message(message) if message.name() == "Timestamp" => {
            Value::from("2026-11-16T12:00:00Z")
        }
        Kind::Message(message) => fill(&message, game, depth - 1),
        _ => Value::from(1),
    }
}
