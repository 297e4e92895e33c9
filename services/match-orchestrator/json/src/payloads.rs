//! Payloads: the places where a message of the API holds messages of a game.

use prost_reflect::{Kind, MessageDescriptor};
use serde_json::{Map, Value};

use crate::api::{Api, field_named};
use crate::library::Edition;
use crate::messages::GameMessage;

/// One place that holds a message of a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where it is, as a JSON pointer.
    pub(crate) pointer: String,
    pub(crate) message: GameMessage,
    /// Whose message it is; none if that follows from the match of the call.
    pub(crate) edition: Option<Edition>,
}

impl Place {
    /// Where it is, for people.
    pub(crate) fn path(&self) -> String {
        let mut path = String::new();
        for step in self.pointer.split('/').skip(1) {
            if step.bytes().all(|letter| letter.is_ascii_digit()) {
                path += &format!("[{step}]");
            } else {
                let dot = if path.is_empty() { "" } else { "." };
                path += &format!("{dot}{step}");
            }
        }
        path
    }
}

/// Finds all places in a message. Values that do not fit are passed over:
/// whoever reads the message complains about them.
pub(crate) fn places(api: &Api, message: &MessageDescriptor, json: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    look(api, message, json, "", &mut found);
    found
}

/// Puts empty bytes where canonical JSON leaves them out, since an empty action
/// is an action. An empty state is none: the match has not started.
pub(crate) fn fill_gaps(api: &Api, message: &MessageDescriptor, json: &mut Value) {
    let Value::Object(fields) = json else { return };
    for field in message.fields() {
        match api.payload(&field) {
            Some(held) if held != GameMessage::State && !field.is_list() => {
                fields.entry(field.json_name()).or_insert_with(|| Value::from(""));
            }
            _ => {}
        }
        let (Kind::Message(inner), Some(value)) = (field.kind(), fields.get_mut(field.json_name()))
        else {
            continue;
        };
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| fill_gaps(api, &inner, item)),
            single => fill_gaps(api, &inner, single),
        }
    }
}

fn look(
    api: &Api,
    message: &MessageDescriptor,
    json: &Value,
    pointer: &str,
    found: &mut Vec<Place>,
) {
    let Value::Object(fields) = json else { return };
    for (name, value) in fields {
        let Some(field) = field_named(message, name) else { continue };
        let pointer = format!("{pointer}/{name}");
        let mut visit = |pointer: String, value: &Value| match (api.payload(&field), field.kind()) {
            (Some(held), _) => {
                let edition = edition_in(message, fields);
                found.push(Place { pointer, message: held, edition });
            }
            (None, Kind::Message(inner)) => look(api, &inner, value, &pointer, found),
            _ => {}
        };
        match value {
            Value::Array(items) if field.is_list() => {
                for (index, item) in items.iter().enumerate() {
                    visit(format!("{pointer}/{index}"), item);
                }
            }
            // Canonical JSON may write null for what is not there.
            Value::Null => {}
            _ if field.is_list() => {}
            single => visit(pointer, single),
        }
    }
}

/// The game that a message names itself.
fn edition_in(message: &MessageDescriptor, fields: &Map<String, Value>) -> Option<Edition> {
    message.get_field_by_name("game")?;
    let text = |names: [&str; 2]| {
        let value = names.into_iter().find_map(|name| fields.get(name));
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let rules_version = text(["rulesVersion", "rules_version"]);
    Some(Edition { game: text(["game", "game"]), rules_version })
}
