//! Random messages, encoded in all the ways that a reader has to accept.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use fastrand::Rng;
use prost::encoding::{WireType, encode_key, encode_varint};
use prost_reflect::{Cardinality, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

/// Names one seed, to replay a random test that failed.
const ENV_SEED: &str = "REDACT_SEED";

/// Whether a single failure is replayed, which proves nothing in general.
pub(crate) fn is_replay() -> bool {
    env::var_os(ENV_SEED).is_some()
}

/// Seeds for a random test: so many fresh ones, or the one that is replayed.
pub(crate) fn seeds(count: u64) -> Range<u64> {
    if let Ok(seed) = env::var(ENV_SEED) {
        let seed: u64 = seed.parse().expect("REDACT_SEED is a number");
        return seed..seed + 1;
    }
    let first = RandomState::new().hash_one(count) >> 16;
    first..first + count
}

/// The encoding of a random message: fields in any order, repeated ones packed
/// or not and in pieces, and fields that the schema does not know in between.
pub(crate) fn encoded(message: &MessageDescriptor, random: &mut Rng, depth: usize) -> Vec<u8> {
    let mut pieces = Vec::new();
    let mut oneofs_set = Vec::new();
    let mut fields: Vec<_> = message.fields().collect();
    random.shuffle(&mut fields);
    for field in fields {
        if random.usize(..3) == 0 || (depth == 0 && field.kind().as_message().is_some()) {
            continue;
        }
        if field.cardinality() == Cardinality::Repeated {
            for _ in 0..random.usize(..4) {
                pieces.push(repeated_piece(&field, random, depth));
            }
            continue;
        }
        if let Some(oneof) = field.containing_oneof() {
            if oneofs_set.contains(&oneof) {
                continue;
            }
            oneofs_set.push(oneof);
        }
        pieces.push(single(&field, random, depth));
    }
    for _ in 0..random.usize(..3) {
        pieces.push(unknown(message, random));
    }
    random.shuffle(&mut pieces);
    pieces.concat()
}

/// A random value for an element of a field.
pub(crate) fn value(field: &FieldDescriptor, random: &mut Rng, depth: usize) -> Value {
    let mut one = Vec::new();
    element(&field.kind(), random, depth, &mut one);
    let mut bytes = Vec::new();
    encode_key(field.number(), wire_type(&field.kind()), &mut bytes);
    bytes.extend(one);
    let parent = DynamicMessage::decode(field.parent_message().clone(), &bytes[..])
        .expect("the generator writes readable messages");
    match parent.get_field(field).into_owned() {
        Value::List(mut list) => list.remove(0),
        value => value,
    }
}

fn repeated_piece(field: &FieldDescriptor, random: &mut Rng, depth: usize) -> Vec<u8> {
    let kind = field.kind();
    if matches!(kind, Kind::String | Kind::Message(_)) || random.usize(..3) == 0 {
        return single(field, random, depth);
    }
    let mut packed = Vec::new();
    for _ in 0..random.usize(..5) {
        element(&kind, random, depth, &mut packed);
    }
    let mut piece = Vec::new();
    encode_key(field.number(), WireType::LengthDelimited, &mut piece);
    put_chunk(&packed, &mut piece);
    piece
}

fn single(field: &FieldDescriptor, random: &mut Rng, depth: usize) -> Vec<u8> {
    let mut piece = Vec::new();
    encode_key(field.number(), wire_type(&field.kind()), &mut piece);
    element(&field.kind(), random, depth, &mut piece);
    piece
}

fn element(kind: &Kind, random: &mut Rng, depth: usize, out: &mut Vec<u8>) {
    match wire_type(kind) {
        WireType::ThirtyTwoBit => out.extend((random.u64(..) as u32).to_le_bytes()),
        WireType::SixtyFourBit => out.extend(random.u64(..).to_le_bytes()),
        WireType::Varint => encode_varint(varint(kind, random), out),
        _ => match kind {
            Kind::Message(message) => put_chunk(&encoded(message, random, depth - 1), out),
            // Long enough at times for a length of two bytes.
            _ => put_chunk("kōan ".repeat(random.usize(..40)).as_bytes(), out),
        },
    }
}

fn varint(kind: &Kind, random: &mut Rng) -> u64 {
    match kind {
        Kind::Bool => random.u64(..) & 1,
        Kind::Int32 => random.u64(..) as i32 as u64,
        // Most small numbers are seats.
        Kind::Uint32 if random.usize(..8) == 0 => random.u64(..) as u32 as u64,
        Kind::Uint32 => random.u64(..) % 5,
        Kind::Enum(kind) => {
            let values: Vec<_> = kind.values().collect();
            values[random.usize(..values.len())].number() as u64
        }
        _ => random.u64(..) >> random.usize(..64),
    }
}

fn unknown(message: &MessageDescriptor, random: &mut Rng) -> Vec<u8> {
    let numbers = [14, 15, 16, 250, 299, 301, 69_999, 70_001, 536_870_911];
    let number = numbers[random.usize(..numbers.len())];
    assert!(message.get_field(number).is_none(), "{number} is not a field of the schema");
    let kinds = [Kind::Fixed32, Kind::Fixed64, Kind::Uint64, Kind::String];
    let kind = &kinds[random.usize(..kinds.len())];
    let mut piece = Vec::new();
    encode_key(number, wire_type(kind), &mut piece);
    element(kind, random, 0, &mut piece);
    piece
}

fn put_chunk(chunk: &[u8], out: &mut Vec<u8>) {
    encode_varint(chunk.len() as u64, out);
    out.extend_from_slice(chunk);
}

fn wire_type(kind: &Kind) -> WireType {
    match kind {
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => WireType::ThirtyTwoBit,
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => WireType::SixtyFourBit,
        Kind::String | Kind::Bytes | Kind::Message(_) => WireType::LengthDelimited,
        _ => WireType::Varint,
    }
}
