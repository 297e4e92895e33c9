//! The options of a match, from the command line to the game's own message.
//!
//! Nothing here knows a game: the names come from the schema that the game
//! publishes, and the values from what it says about itself.

use std::str::FromStr;

use kit_proto::bakufu::rules::v1::Game;
use kit_redact::read_descriptors;
use prost::Message;
use prost_reflect::{DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, Value};

use crate::failure::Failure;

/// What the zero of every enum is called; it stands for the default, which has
/// a name of its own.
const UNSPECIFIED: &str = "unspecified";

/// Encodes choices such as `start_hand=random` as the options message of a
/// game, whose encoded FileDescriptorSet is given.
///
/// # Errors
/// If the game has no such option, or the option no such value.
pub fn encode_options(
    game: &Game,
    descriptor_set: &[u8],
    choices: &[(String, String)],
) -> Result<Vec<u8>, Failure> {
    let descriptor = read_descriptors(descriptor_set)
        .ok()
        .and_then(|pool| pool.get_message_by_name(&game.options_message))
        .ok_or(Failure::Nonsense("a schema without the options message"))?;
    let mut message = DynamicMessage::new(descriptor.clone());
    let mut given: Vec<&str> = Vec::new();
    for (name, text) in choices {
        let field = descriptor.get_field_by_name(name).ok_or_else(|| Failure::UnknownOption {
            game: game.id.clone(),
            option: name.clone(),
            known: descriptor.fields().map(|field| field.name().to_owned()).collect(),
        })?;
        if given.contains(&name.as_str()) {
            return Err(Failure::OptionTwice { option: name.clone() });
        }
        given.push(name);
        message.set_field(&field, parse(game, &field, text)?);
    }
    Ok(message.encode_to_vec())
}

/// Splits `name=value`.
pub(crate) fn parse_choice(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("an option is written name=value".to_owned()),
    }
}

fn parse(game: &Game, field: &FieldDescriptor, text: &str) -> Result<Value, Failure> {
    let offered = game.options.iter().find(|option| option.name == field.name());
    let offered = offered.map(|option| option.values.clone()).unwrap_or_default();
    let refused = |known: Vec<String>| Failure::OptionValue {
        option: field.name().to_owned(),
        value: text.to_owned(),
        known: if offered.is_empty() { known } else { offered.clone() },
    };
    if !offered.is_empty() && !offered.iter().any(|value| value == text) {
        return Err(refused(Vec::new()));
    }
    if field.is_list() || field.is_map() {
        return Err(Failure::OptionKind { option: field.name().to_owned() });
    }
    match field.kind() {
        Kind::Bool => read(text, Value::Bool, || refused(vec!["true".into(), "false".into()])),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
            read(text, Value::I32, || refused(range::<i32>(i32::MIN, i32::MAX)))
        }
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => {
            read(text, Value::I64, || refused(range(i64::MIN, i64::MAX)))
        }
        Kind::Uint32 | Kind::Fixed32 => {
            read(text, Value::U32, || refused(range(u32::MIN, u32::MAX)))
        }
        Kind::Uint64 | Kind::Fixed64 => {
            read(text, Value::U64, || refused(range(u64::MIN, u64::MAX)))
        }
        Kind::String => Ok(Value::String(text.to_owned())),
        Kind::Enum(values) => {
            let names = short_names(&values);
            let chosen = names.iter().find(|(name, _)| name == text);
            chosen
                .map(|(_, number)| Value::EnumNumber(*number))
                .ok_or_else(|| refused(names.into_iter().map(|(name, _)| name).collect()))
        }
        Kind::Double | Kind::Float | Kind::Bytes | Kind::Message(_) => {
            Err(Failure::OptionKind { option: field.name().to_owned() })
        }
    }
}

fn read<T: FromStr>(
    text: &str,
    value: fn(T) -> Value,
    refused: impl FnOnce() -> Failure,
) -> Result<Value, Failure> {
    text.parse().map(value).map_err(|_| refused())
}

fn range<T: std::fmt::Display>(min: T, max: T) -> Vec<String> {
    vec![format!("the whole numbers {min} to {max}")]
}

/// The values of an enum without the prefix that all of them share, in lower
/// case: `random` for `START_HAND_RANDOM`.
fn short_names(values: &EnumDescriptor) -> Vec<(String, i32)> {
    let prefix = screaming(values.name()) + "_";
    values
        .values()
        .map(|value| {
            let name = value.name();
            let short = name.strip_prefix(&prefix).unwrap_or(name).to_ascii_lowercase();
            (short, value.number())
        })
        .filter(|(name, _)| name != UNSPECIFIED)
        .collect()
}

/// `START_HAND` for `StartHand`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_uppercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_split_at_its_first_equals_sign() {
        assert_eq!(parse_choice("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        for wrong in ["a", "=b", "a=", ""] {
            assert!(parse_choice(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn type_names_become_prefixes() {
        assert_eq!(screaming("StartHand"), "START_HAND");
        assert_eq!(screaming("Captures"), "CAPTURES");
    }
}
