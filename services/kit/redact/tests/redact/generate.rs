//! Random messages, encoded in all the ways that a reader has to accept.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use prost::encoding::{WireType, encode_key, encode_varint};
use prost_reflect::{Cardinality, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};

/// A small generator whose whole state is the seed that replays it.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

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
pub(crate) fn encoded(message: &MessageDescriptor, random: &mut Random, depth: usize) -> Vec<u8> {
    let mut pieces = Vec::new();
    let mut oneofs_set = Vec::new();
    let mut fields: Vec<_> = message.fields().collect();
    random.shuffle(&mut fields);
    for field in fields {
        if random.one_in(3) || (depth == 0 && field.kind().as_message().is_some()) {
            continue;
        }
        if field.cardinality() == Cardinality::Repeated {
            for _ in 0..random.below(4) {
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
    for _ in 0..random.below(3) {
        pieces.push(unknown(message, random));
    }
    random.shuffle(&mut pieces);
    pieces.concat()
}

/// A random value for an element of a field.
pub(crate) fn value(field: &FieldDescriptor, random: &mut Random, depth: usize) -> Value {
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

fn repeated_piece(field: &FieldDescriptor, random: &mut Random, depth: usize) -> Vec<u8> {
    let kind = field.kind();
    if matches!(kind, Kind::String | Kind::Message(_)) || random.one_in(3) {
        return single(field, random, depth);
    }
    let mut packed = Vec::new();
    for _ in 0..random.below(5) {
        element(&kind, random, depth, &mut packed);
    }
    let mut piece = Vec::new();
    encode_key(field.number(), WireType::LengthDelimited, &mut piece);
    put_chunk(&packed, &mut piece);
    piece
}

fn single(field: &FieldDescriptor, random: &mut Random, depth: usize) -> Vec<u8> {
    let mut piece = Vec::new();
    encode_key(field.number(), wire_type(&field.kind()), &mut piece);
    element(&field.kind(), random, depth, &mut piece);
    piece
}

fn element(kind: &Kind, random: &mut Random, depth: usize, out: &mut Vec<u8>) {
    match wire_type(kind) {
        WireType::ThirtyTwoBit => out.extend((random.next() as u32).to_le_bytes()),
        WireType::SixtyFourBit => out.extend(random.next().to_le_bytes()),
        WireType::Varint => encode_varint(varint(kind, random), out),
        _ => match kind {
            Kind::Message(message) => put_chunk(&encoded(message, random, depth - 1), out),
            // Long enough at times for a length of two bytes.
            _ => put_chunk("kōan ".repeat(random.below(40)).as_bytes(), out),
        },
    }
}

fn varint(kind: &Kind, random: &mut Random) -> u64 {
    match kind {
        Kind::Bool => random.next() & 1,
        Kind::Int32 => random.next() as i32 as u64,
        // Most small numbers are seats.
        Kind::Uint32 if random.one_in(8) => random.next() as u32 as u64,
        Kind::Uint32 => random.next() % 5,
        Kind::Enum(kind) => {
            let values: Vec<_> = kind.values().collect();
            values[random.below(values.len())].number() as u64
        }
        _ => random.next() >> random.below(64),
    }
}

fn unknown(message: &MessageDescriptor, random: &mut Random) -> Vec<u8> {
    let numbers = [14, 15, 16, 250, 299, 301, 69_999, 70_001, 536_870_911];
    let number = numbers[random.below(numbers.len())];
    assert!(message.get_field(number).is_none(), "{number} is not a field of the schema");
    let kinds = [Kind::Fixed32, Kind::Fixed64, Kind::Uint64, Kind::String];
    let kind = &kinds[random.below(kinds.len())];
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
