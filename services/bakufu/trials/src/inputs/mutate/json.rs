//! Changes JSON value by value.

use serde_json::{Map, Number, Value};

use crate::inputs::Dice;

/// How deep a value is put into lists and objects.
const DEPTHS: [usize; 4] = [1, 20, 120, 140];

/// One change of a value somewhere; none if it is not JSON.
pub(super) fn change(text: &[u8], donor: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut json: Value = serde_json::from_slice(text).ok()?;
    let donor: Option<Value> = serde_json::from_slice(donor).ok();
    change_value(&mut json, donor.as_ref(), dice);
    Some(json.to_string().into_bytes())
}

fn change_value(json: &mut Value, donor: Option<&Value>, dice: &mut Dice) {
    match json {
        Value::Object(fields) if !fields.is_empty() && !dice.one_in(6) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = dice.pick(&names).expect("it is not empty");
            if dice.one_in(4) {
                return change_object(fields, name, donor, dice);
            }
            let donor = donor.and_then(|donor| donor.get(name));
            change_value(&mut fields[name.as_str()], donor, dice);
        }
        Value::Array(items) if !items.is_empty() && !dice.one_in(6) => {
            let place = dice.below(items.len());
            match dice.below(6) {
                0 => drop(items.remove(place)),
                1 => items.insert(place, items[place].clone()),
                2 => items.extend(vec![items[place].clone(); 70]),
                3 => items.reverse(),
                _ => change_value(&mut items[place], donor.and_then(|it| it.get(0)), dice),
            }
        }
        other => *other = another(other, donor, dice),
    }
}

fn change_object(
    fields: &mut Map<String, Value>,
    name: &str,
    donor: Option<&Value>,
    dice: &mut Dice,
) {
    match dice.below(4) {
        0 => drop(fields.remove(name)),
        1 => {
            let value = fields.remove(name).unwrap_or_default();
            let other = dice.choose(["", "__proto__", "@type", "seat", "match_id", "matchId"]);
            fields.insert(other.to_owned(), value);
        }
        2 => {
            if let Some(Value::Object(theirs)) = donor {
                fields.extend(theirs.clone());
            }
        }
        _ => {
            let shouted = name.to_ascii_uppercase();
            fields.insert(shouted, Value::Null);
        }
    }
}

/// A value that is not the one that was meant.
fn another(value: &Value, donor: Option<&Value>, dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::from(dice.choose([0, -1, 1, i64::MAX, i64::MIN, 4_294_967_296])),
        3 => Number::from_f64(dice.choose([0.5, -0.0, 1e300, 5e-324]))
            .map_or(Value::Null, Value::from),
        4 => Value::from(dice.choose(["", "-1", "1e3", "NaN", "AAAA", "A", "!", "\0", "侍"])),
        5 => Value::from("x".repeat(dice.choose([41, 65, 5_000]))),
        6 => Value::Array(Vec::new()),
        7 => Value::Object(Map::new()),
        8 => {
            let mut nested = value.clone();
            for _ in 0..dice.choose(DEPTHS) {
                nested = if dice.one_in(2) {
                    Value::Array(vec![nested])
                } else {
                    Value::Object(Map::from_iter([("a".to_owned(), nested)]))
                };
            }
            nested
        }
        _ => donor.cloned().unwrap_or_default(),
    }
}
