//! The redactor agrees with the oracle, and hidden content changes nothing.

use fastrand::Rng;
use kit_redact::{RedactedBytes, Unreadable, Viewer};
use prost::Message as _;
use prost_reflect::{DynamicMessage, FieldDescriptor, OneofDescriptor, ReflectMessage as _, Value};

use crate::generate::{encoded, is_replay, seeds, value};
use crate::oracle;
use crate::schemas::{TableSchema, seat, viewers};

/// The seat that acts in every action of these tests.
const ACTING: u32 = 2;

const ROOTS: [&str; 4] = ["Options", "State", "Action", "Event"];

#[test]
fn random_messages_are_redacted_as_the_oracle_does_it() {
    let table = TableSchema::new();
    for seed in seeds(1_500) {
        let mut random = Rng::with_seed(seed);
        let root = ROOTS[random.usize(..ROOTS.len())];
        let bytes = encoded(&table.message(root), &mut random, 3);
        for viewer in viewers() {
            let view = redact(&table, root, &bytes, viewer).unwrap_or_else(|error| {
                panic!("{error} for {viewer:?}, replay with REDACT_SEED={seed}")
            });
            agree(&table, root, &bytes, viewer, &view, seed);
            let again = redact(&table, root, &view, viewer);
            assert_eq!(again.as_ref(), Ok(&view), "a view is its own view, REDACT_SEED={seed}");
        }
    }
}

#[test]
fn damaged_messages_are_refused_for_all_viewers_or_redacted_like_any_other() {
    let table = TableSchema::new();
    let mut refused = 0;
    for seed in seeds(2_000) {
        let mut random = Rng::with_seed(seed);
        let mut bytes = encoded(&table.message("State"), &mut random, 2);
        for _ in 0..random.usize(..bytes.len().min(3) + 1) {
            let place = random.usize(..bytes.len());
            bytes[place] ^= 1 << random.usize(..8);
        }
        refused += usize::from(!readable_for_all_or_none(&table, &bytes, seed));
    }
    assert!(refused > 0 || is_replay(), "no damage was ever noticed");
}

#[test]
fn messages_cut_off_anywhere_are_refused_for_all_viewers_or_redacted_like_any_other() {
    let table = TableSchema::new();
    for seed in seeds(20) {
        let bytes = encoded(&table.message("State"), &mut Rng::with_seed(seed), 2);
        for end in 0..=bytes.len() {
            readable_for_all_or_none(&table, &bytes[..end], seed);
        }
    }
}

#[test]
fn two_worlds_that_differ_in_hidden_content_look_the_same() {
    let table = TableSchema::new();
    let mut different = 0;
    for seed in seeds(300) {
        let mut random = Rng::with_seed(seed);
        let bytes = encoded(&table.message("State"), &mut random, 3);
        let world = DynamicMessage::decode(table.message("State"), &bytes[..])
            .expect("the generator writes readable messages");
        for viewer in viewers() {
            let mut other = world.clone();
            change_what_is_hidden(&mut other, 0, viewer, &mut random);
            let (first, second) = (world.encode_to_vec(), other.encode_to_vec());
            different += usize::from(first != second);
            assert_eq!(
                table.schema.redact_state(&first, viewer).map(RedactedBytes::into_bytes),
                table.schema.redact_state(&second, viewer).map(RedactedBytes::into_bytes),
                "{viewer:?} can tell the worlds apart, REDACT_SEED={seed}"
            );
        }
    }
    assert!(different > 0 || is_replay(), "no world differs from another in what is hidden");
}

fn redact(
    table: &TableSchema,
    root: &str,
    bytes: &[u8],
    viewer: Viewer,
) -> Result<Vec<u8>, Unreadable> {
    let schema = &table.schema;
    let view = match root {
        "Options" => schema.redact_options(bytes, viewer)?,
        "State" => schema.redact_state(bytes, viewer)?,
        "Action" => schema.redact_action(bytes, viewer, seat(ACTING))?,
        "Event" => match schema.redact_event(bytes, viewer)? {
            Some(event) => event,
            None => return Ok(Vec::new()),
        },
        _ => unreachable!("{root} is not a root"),
    };
    Ok(view.as_bytes().to_vec())
}

fn agree(table: &TableSchema, root: &str, bytes: &[u8], viewer: Viewer, view: &[u8], seed: u64) {
    let decode = |bytes: &[u8]| {
        DynamicMessage::decode(table.message(root), bytes)
            .unwrap_or_else(|error| panic!("{error}, replay with REDACT_SEED={seed}"))
    };
    let owner = if root == "Action" { ACTING } else { 0 };
    // Encoded again, since fields of another order and of no elements are equal.
    // Nothing prints them as messages: a message that contains itself has a
    // descriptor whose debug form does not end.
    let expected = oracle::redact(&decode(bytes), owner, viewer).encode_to_vec();
    let got = decode(view).encode_to_vec();
    assert_eq!(got, expected, "{viewer:?} of {root}, replay with REDACT_SEED={seed}");
    assert!(view.len() <= bytes.len(), "a view does not grow, REDACT_SEED={seed}");
}

fn readable_for_all_or_none(table: &TableSchema, bytes: &[u8], seed: u64) -> bool {
    let readable = table.schema.check_state(bytes).is_ok();
    for viewer in viewers() {
        let view = redact(table, "State", bytes, viewer);
        assert_eq!(view.is_ok(), readable, "{viewer:?} of {bytes:?}, REDACT_SEED={seed}");
        if let Ok(view) = view {
            agree(table, "State", bytes, viewer, &view, seed);
        }
    }
    readable
}

/// Changes everything that the viewer may not see, lengths of counted lists
/// excepted.
fn change_what_is_hidden(
    message: &mut DynamicMessage,
    owner: u32,
    viewer: Viewer,
    random: &mut Rng,
) {
    let owner = oracle::owner_of(message, owner);
    let unknown: Vec<_> = message.take_unknown_fields().collect();
    drop(unknown);
    for field in message.descriptor().fields() {
        let is_arm = field.containing_oneof().is_some_and(|oneof| is_real(&oneof));
        if oracle::sees(&field, owner, viewer) {
            if message.has_field(&field) && field.kind().as_message().is_some() {
                for inner in messages(message.get_field_mut(&field)) {
                    change_what_is_hidden(inner, owner, viewer, random);
                }
            }
            if field.kind().as_message().is_some_and(oracle::is_concealed) {
                change_what_is_concealed(message, &field, viewer, random);
            }
        } else if oracle::is_counted(&field) {
            let list = message.get_field_mut(&field).as_list_mut();
            for element in list.expect("only lists are counted") {
                *element = value(&field, random, 2);
            }
        } else if random.usize(..3) == 0 {
            message.clear_field(&field);
        } else if message.has_field(&field) || !is_arm {
            let fresh = value(&field, random, 2);
            let fresh = if field.is_list() { Value::List(vec![fresh]) } else { fresh };
            message.set_field(&field, fresh);
        }
    }
}

/// Adds, changes and removes messages that the viewer may not know of, in a
/// field that the viewer sees.
fn change_what_is_concealed(
    message: &mut DynamicMessage,
    field: &FieldDescriptor,
    viewer: Viewer,
    random: &mut Rng,
) {
    let mut values = match message.get_field(field).into_owned() {
        Value::List(list) => list,
        value if message.has_field(field) => vec![value],
        _ => Vec::new(),
    };
    values.retain(|value| is_known(value, viewer));
    if field.is_list() {
        for _ in 0..random.usize(..3) {
            let place = random.usize(..values.len() + 1);
            values.insert(place, unknown_to(viewer, field, random));
        }
        message.set_field(field, Value::List(values));
        return;
    }
    let oneof_is_free = field.containing_oneof().is_none_or(|oneof| {
        let mut arms = oneof.fields();
        arms.all(|arm| arm == *field || !message.has_field(&arm))
    });
    if values.is_empty() && random.usize(..2) == 0 {
        message.clear_field(field);
    } else if values.is_empty() && oneof_is_free {
        message.set_field(field, unknown_to(viewer, field, random));
    }
}

fn is_known(value: &Value, viewer: Viewer) -> bool {
    oracle::knows(value.as_message().expect("only messages are concealed"), viewer)
}

/// A concealed message that belongs to somebody else.
fn unknown_to(viewer: Viewer, field: &FieldDescriptor, random: &mut Rng) -> Value {
    loop {
        let fresh = value(field, random, 1);
        if !is_known(&fresh, viewer) {
            return fresh;
        }
    }
}

/// Not one that stands for the presence of a single field.
fn is_real(oneof: &OneofDescriptor) -> bool {
    !oneof.is_synthetic()
}

fn messages(value: &mut Value) -> Vec<&mut DynamicMessage> {
    match value {
        Value::Message(message) => vec![message],
        Value::List(list) => list.iter_mut().filter_map(Value::as_message_mut).collect(),
        _ => Vec::new(),
    }
}
