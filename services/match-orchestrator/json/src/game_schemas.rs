//! The messages of a game as JSON Schema, for whoever generates types.

use std::collections::BTreeMap;

use kit_proto::bakufu::play::v1::GetGameSchemaResponse;
use serde_json::{Value, json};

use crate::comments::Comments;
use crate::messages::{GameMessage, GameMessages, Nonsense};
use crate::schema::SchemaWriter;

/// The four messages of a game, and all that is in them.
pub(crate) fn game_schemas(schema: &GetGameSchemaResponse) -> Result<Value, Nonsense> {
    let messages = GameMessages::read(schema)?;
    let facts = schema.game.clone().unwrap_or_default();
    let pool = messages.descriptor(GameMessage::State).parent_pool();
    let comments = Comments::read(pool);
    let mut writer = SchemaWriter::new("#/$defs/", &comments, &|_| None);
    let named = [
        ("options", GameMessage::Options),
        ("state", GameMessage::State),
        ("action", GameMessage::Action),
        ("event", GameMessage::Event),
    ];
    let properties: BTreeMap<&str, Value> = named
        .into_iter()
        .map(|(name, message)| (name, writer.message(messages.descriptor(message))))
        .collect();
    Ok(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": facts.title,
        "description": format!("The messages of {} {}.", facts.id, facts.rules_version),
        "type": "object",
        "properties": properties,
        "$defs": writer.finish(),
    }))
}
