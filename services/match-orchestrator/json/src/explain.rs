//! Explanation of what is wrong with JSON that is not the message it should be.
//!
//! The texts say what would be right and never repeat what was sent: it may be
//! a token in the wrong place.

use kit_service::FieldFault;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value};

use crate::api::field_named;

/// Most faults that one answer tells.
const FAULTS_MAX: usize = 32;
const WHOLE: &str = "request";

/// All faults of a message that could not be read.
pub(crate) fn explain(message: &MessageDescriptor, json: &Value) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    look_at_message(message, json, "", &mut faults);
    faults
}

fn look_at_message(
    message: &MessageDescriptor,
    json: &Value,
    path: &str,
    faults: &mut Vec<FieldFault>,
) {
    let Value::Object(fields) = json else {
        return add(faults, path, format!("is an object, a {}", message.full_name()));
    };
    let before = faults.len();
    for (name, value) in fields {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match field_named(message, name) {
            None => add(faults, &path, format!("is not a field of {}", message.full_name())),
            Some(field) => look_at_field(&field, value, &path, faults),
        }
    }
    // Every field is good and the whole is not.
    if faults.len() == before && DynamicMessage::deserialize(message.clone(), json).is_err() {
        add(faults, path, format!("holds what one {} can't hold at once", message.full_name()));
    }
}

fn look_at_field(field: &FieldDescriptor, value: &Value, path: &str, faults: &mut Vec<FieldFault>) {
    match value {
        Value::Null => {}
        Value::Array(items) if field.is_list() => {
            for (index, item) in items.iter().enumerate() {
                look_at_value(field, item, &format!("{path}[{index}]"), faults);
            }
        }
        _ if field.is_list() => add(faults, path, "is a list".to_owned()),
        _ => look_at_value(field, value, path, faults),
    }
}

fn look_at_value(field: &FieldDescriptor, value: &Value, path: &str, faults: &mut Vec<FieldFault>) {
    if let Kind::Message(message) = field.kind()
        && message.package_name() != "google.protobuf"
    {
        return look_at_message(&message, value, path, faults);
    }
    // Alone in its message, so that it is the only thing that can be wrong.
    let value = if field.is_list() { Value::from(vec![value.clone()]) } else { value.clone() };
    let alone = Value::Object(Map::from_iter([(field.name().to_owned(), value)]));
    if DynamicMessage::deserialize(field.parent_message().clone(), &alone).is_err() {
        add(faults, path, expected(&field.kind()));
    }
}

fn expected(kind: &Kind) -> String {
    match kind {
        Kind::Bool => "is true or false".to_owned(),
        Kind::String => "is a text".to_owned(),
        Kind::Bytes => "is a text of base64".to_owned(),
        Kind::Float | Kind::Double => "is a number".to_owned(),
        Kind::Uint32 | Kind::Fixed32 => "is a whole number from 0 to 4294967295".to_owned(),
        Kind::Uint64 | Kind::Fixed64 => "is a whole number, not negative".to_owned(),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => "is a whole number of 32 bits".to_owned(),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => "is a whole number of 64 bits".to_owned(),
        Kind::Enum(values) => format!("is the name of a {}", values.full_name()),
        Kind::Message(message) if message.name() == "Timestamp" => {
            "is a time such as 2026-11-16T12:00:00Z".to_owned()
        }
        Kind::Message(message) => format!("is a {}", message.full_name()),
    }
}

fn add(faults: &mut Vec<FieldFault>, path: &str, why: String) {
    if faults.len() < FAULTS_MAX {
        let field = if path.is_empty() { WHOLE } else { path };
        faults.push(FieldFault { field: field.to_owned(), why });
    }
}
