//! Changes the values of a message: well encoded, but not what was meant.

use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

use crate::inputs::Dice;

/// How long a list grows at most.
const LIST_MAX: usize = 300;

/// One change of a value somewhere; none if the bytes are no such message.
pub(super) fn change(
    kind: &MessageDescriptor,
    bytes: &[u8],
    donor: &[u8],
    dice: &mut Dice,
) -> Option<Vec<u8>> {
    let mut message = DynamicMessage::decode(kind.clone(), bytes).ok()?;
    let donor = DynamicMessage::decode(kind.clone(), donor).ok();
    change_message(&mut message, donor.as_ref(), dice);
    Some(message.encode_to_vec())
}

fn change_message(message: &mut DynamicMessage, donor: Option<&DynamicMessage>, dice: &mut Dice) {
    let kind = prost_reflect::ReflectMessage::descriptor(message);
    let set: Vec<FieldDescriptor> = message.fields().map(|(field, _)| field).collect();
    let all: Vec<FieldDescriptor> = kind.fields().collect();
    let field = if dice.one_in(6) { dice.pick(&all) } else { dice.pick(&set) };
    let Some(field) = field.or(all.first()) else { return };
    match dice.below(12) {
        0 => message.clear_field(field),
        1 | 2 => {
            if let Some(donor) = donor.filter(|donor| donor.has_field(field)) {
                message.set_field(field, donor.get_field(field).into_owned());
            }
        }
        _ => {
            let donor = donor.map(|donor| donor.get_field(field).into_owned());
            if !message.has_field(field) {
                message.set_field(field, fresh(field));
            }
            change_value(message.get_field_mut(field), field, donor.as_ref(), dice);
        }
    }
}

/// A value of the field's type, where it had none.
fn fresh(field: &FieldDescriptor) -> Value {
    match field.kind() {
        _ if field.is_list() => Value::List(vec![Value::default_value(&field.kind())]),
        _ if field.is_map() => Value::default_value_for_field(field),
        kind => Value::default_value(&kind),
    }
}

fn change_value(
    value: &mut Value,
    field: &FieldDescriptor,
    donor: Option<&Value>,
    dice: &mut Dice,
) {
    match value {
        Value::Message(message) => {
            let donor = donor.and_then(|value| match value {
                Value::List(values) => values.first()?.as_message(),
                single => single.as_message(),
            });
            change_message(message, donor, dice);
        }
        Value::List(values) => change_list(values, field, donor, dice),
        Value::Map(_) => {}
        scalar => change_scalar(scalar, field, dice),
    }
}

fn change_list(
    values: &mut Vec<Value>,
    field: &FieldDescriptor,
    donor: Option<&Value>,
    dice: &mut Dice,
) {
    let place = dice.below(values.len());
    if values.is_empty() {
        values.push(Value::default_value(&field.kind()));
    }
    match dice.below(12) {
        0 => drop(values.remove(place)),
        1 => values.insert(place, values[place].clone()),
        2 => {
            let other = dice.below(values.len());
            values.swap(place, other);
        }
        3 => values.truncate(place),
        4 => values.reverse(),
        5 => {
            let more = dice.choose([1, 8, LIST_MAX]).min(LIST_MAX);
            values.extend(vec![values[place].clone(); more]);
        }
        6 => values.push(Value::default_value(&field.kind())),
        7 => {
            if let Some(Value::List(theirs)) = donor {
                values.extend(dice.pick(theirs).cloned());
            }
        }
        _ => change_value(&mut values[place], field, donor, dice),
    }
}

fn change_scalar(value: &mut Value, field: &FieldDescriptor, dice: &mut Dice) {
    let near = |number: u64, dice: &mut Dice| match dice.below(4) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => dice.below(12) as u64,
        _ => dice.choose([0, 9, 100, 255, 256, u32::MAX as u64, i64::MAX as u64, u64::MAX]),
    };
    *value = match (&*value, field.kind()) {
        (Value::EnumNumber(_), Kind::Enum(kind)) => {
            let known: Vec<i32> = kind.values().map(|value| value.number()).collect();
            let unknown = dice.choose([-1, 99, i32::MIN, i32::MAX]);
            let known = dice.pick(&known).copied().unwrap_or(0);
            Value::EnumNumber(if dice.one_in(5) { unknown } else { known })
        }
        (Value::Bool(set), _) => Value::Bool(!set),
        (Value::U32(number), _) => Value::U32(near(u64::from(*number), dice) as u32),
        (Value::U64(number), _) => Value::U64(near(*number, dice)),
        (Value::I32(number), _) => Value::I32(near(*number as u64, dice) as i32),
        (Value::I64(number), _) => Value::I64(near(*number as u64, dice) as i64),
        (Value::F32(_), _) => Value::F32(f32::from_bits(dice.number() as u32)),
        (Value::F64(_), _) => Value::F64(f64::from_bits(dice.number())),
        (Value::String(text), _) => Value::String(strange(text, dice)),
        (Value::Bytes(bytes), _) => Value::Bytes(super::raw::change(bytes, &[], dice).into()),
        (other, _) => other.clone(),
    };
}

fn strange(text: &str, dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => String::new(),
        1 => format!("{text}{}", dice.choose(["\0", "\u{202e}", "💮", "</svg>", "\"'&"])),
        2 => text.repeat(dice.below(40)),
        3 => text.chars().rev().collect(),
        4 => format!(".{text}"),
        _ => text.chars().skip(1).collect(),
    }
}
