//! Messages as JSON Schema.

use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

use crate::comments::Comments;
use crate::messages::GameMessage;

/// Writes the schemas of messages and of everything in them.
pub(crate) struct SchemaWriter<'a> {
    /// What a reference to a schema begins with.
    place: &'static str,
    comments: &'a Comments,
    /// Which fields of bytes hold messages of games.
    payload: &'a dyn Fn(&FieldDescriptor) -> Option<GameMessage>,
    written: Map<String, Value>,
}

impl<'a> SchemaWriter<'a> {
    pub(crate) fn new(
        place: &'static str,
        comments: &'a Comments,
        payload: &'a dyn Fn(&FieldDescriptor) -> Option<GameMessage>,
    ) -> Self {
        Self { place, comments, payload, written: Map::new() }
    }

    /// A reference to the schema of a message, which is written if it was not.
    pub(crate) fn message(&mut self, message: &MessageDescriptor) -> Value {
        let name = short_name(message.full_name(), message.package_name());
        if !self.written.contains_key(&name) {
            // Its place is taken first: a message may hold itself.
            self.written.insert(name.clone(), Value::Null);
            let schema = self.object(message);
            self.written.insert(name.clone(), schema);
        }
        json!({ "$ref": format!("{}{name}", self.place) })
    }

    pub(crate) fn finish(mut self) -> Map<String, Value> {
        self.written.sort_keys();
        self.written
    }

    fn object(&mut self, message: &MessageDescriptor) -> Value {
        let mut properties = Map::new();
        for field in message.fields() {
            properties.insert(field.json_name().to_owned(), self.field(&field));
        }
        let choices = message.oneofs().filter(|choice| !choice.is_synthetic()).map(|choice| {
            let names = choice.fields().map(|field| format!("`{}`", field.json_name()));
            format!("At most one of {} is set.", names.collect::<Vec<_>>().join(", "))
        });
        let comment = self.comments.of(message).to_owned();
        let parts: Vec<String> = std::iter::once(comment).chain(choices).collect();
        let mut schema = described(&parts.join("\n\n"));
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), properties.into());
        schema.into()
    }

    fn field(&mut self, field: &FieldDescriptor) -> Value {
        let held = (self.payload)(field);
        let mut comment = self.comments.of(field).to_owned();
        if held.is_some() {
            comment += "\n\nIn JSON it is an object as the game defines it: the schemas of a \
                        game's messages are at `/schemas/{game}.json`.";
        }
        let value = match held {
            Some(_) => json!({ "type": "object" }),
            None => self.value(&field.kind()),
        };
        let mut schema = described(&comment);
        if field.is_list() {
            schema.insert("type".to_owned(), json!("array"));
            schema.insert("items".to_owned(), value);
        } else if let Value::Object(value) = value {
            schema.extend(value);
        }
        schema.into()
    }

    fn value(&mut self, kind: &Kind) -> Value {
        match kind {
            Kind::Bool => json!({ "type": "boolean" }),
            Kind::String => json!({ "type": "string" }),
            Kind::Bytes => json!({ "type": "string", "contentEncoding": "base64" }),
            Kind::Float | Kind::Double => json!({ "type": "number" }),
            Kind::Uint32 | Kind::Fixed32 => {
                json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
            }
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
                json!({ "type": "integer", "format": "int32" })
            }
            // Numbers of JavaScript hold 53 bits, so these are texts.
            Kind::Uint64 | Kind::Fixed64 => json!({ "type": "string", "format": "uint64" }),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => {
                json!({ "type": "string", "format": "int64" })
            }
            Kind::Enum(values) => self.enumeration(values),
            Kind::Message(message) => match message.full_name() {
                "google.protobuf.Timestamp" => json!({ "type": "string", "format": "date-time" }),
                _ => self.message(message),
            },
        }
    }

    fn enumeration(&mut self, values: &EnumDescriptor) -> Value {
        let name = short_name(values.full_name(), values.package_name());
        if !self.written.contains_key(&name) {
            let comments = values.values().filter_map(|value| {
                let comment = self.comments.of(&value);
                (!comment.is_empty()).then(|| format!("- `{}`: {comment}", value.name()))
            });
            let comments: Vec<String> = comments.collect();
            let parts = [self.comments.of(values).to_owned(), comments.join("\n")];
            let mut schema = described(&parts.join("\n\n"));
            schema.insert("type".to_owned(), json!("string"));
            let names: Vec<String> = values.values().map(|one| one.name().to_owned()).collect();
            schema.insert("enum".to_owned(), names.into());
            self.written.insert(name.clone(), schema.into());
        }
        json!({ "$ref": format!("{}{name}", self.place) })
    }
}

/// A schema that has only its description so far, if there is one.
fn described(text: &str) -> Map<String, Value> {
    let text = text.trim();
    let description = (!text.is_empty()).then(|| ("description".to_owned(), text.into()));
    description.into_iter().collect()
}

/// The name within the package, which is what generated types are called.
fn short_name(full_name: &str, package: &str) -> String {
    full_name.strip_prefix(package).unwrap_or(full_name).trim_start_matches('.').to_owned()
}
