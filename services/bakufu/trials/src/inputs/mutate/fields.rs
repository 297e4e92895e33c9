//! Changes encoded messages field by field, in ways that no encoder would.

use prost_reflect::{Kind, MessageDescriptor};

use super::raw;
use crate::inputs::Dice;

/// How deep a message is put into itself.
const DEPTHS: [usize; 4] = [2, 63, 100, 300];
/// How often a field is repeated at most.
const REPEATS: [usize; 4] = [1, 2, 9, 200];
/// Numbers at which something changes.
const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    7,
    127,
    128,
    255,
    256,
    65_536,
    i32::MAX as u64,
    u32::MAX as u64,
    u32::MAX as u64 + 1,
    i64::MAX as u64,
    u64::MAX,
];

const VARINT: u8 = 0;
const FIXED64: u8 = 1;
const CHUNK: u8 = 2;
const FIXED32: u8 = 5;

/// One field of an encoded message.
struct EncodedField<'b> {
    number: u32,
    wire: u8,
    whole: &'b [u8],
    /// Without tag and length.
    value: &'b [u8],
}

/// One change somewhere in a message.
pub(super) fn change(
    kind: Option<&MessageDescriptor>,
    bytes: &[u8],
    donor: &[u8],
    dice: &mut Dice,
) -> Vec<u8> {
    let Some(fields) = split(bytes) else { return raw::change(bytes, donor, dice) };
    let mut pieces: Vec<Vec<u8>> = fields.iter().map(|field| field.whole.to_vec()).collect();
    let inner: Vec<(usize, MessageDescriptor)> = children(&fields, kind);
    match dice.pick(&inner) {
        Some((place, child)) if !dice.one_in(4) => {
            let field = &fields[*place];
            let donor = same_field(donor, field.number);
            let changed = change(Some(child), field.value, donor, dice);
            pieces[*place] = chunk(field.number, changed.len() as u64, &changed);
        }
        _ => change_here(&mut pieces, &fields, kind, donor, dice),
    }
    pieces.concat()
}

fn change_here(
    pieces: &mut Vec<Vec<u8>>,
    fields: &[EncodedField<'_>],
    kind: Option<&MessageDescriptor>,
    donor: &[u8],
    dice: &mut Dice,
) {
    let place = dice.below(pieces.len());
    let Some(field) = fields.get(place) else {
        pieces.push(stranger(kind, dice));
        return;
    };
    let number = u64::from(field.number);
    match dice.below(13) {
        0 => drop(pieces.remove(place)),
        1 => {
            let copies = vec![pieces[place].clone(); dice.choose(REPEATS)];
            pieces.splice(place..place, copies);
        }
        2 => pieces.swap(place, dice.below(fields.len())),
        3 => pieces.rotate_left(place),
        4 => pieces[place] = retagged(field, known_number(kind, dice), field.wire),
        5 => pieces[place] = retagged(field, number, dice.below(8) as u8),
        6 => pieces[place] = [tag(number, VARINT), varint(dice.choose(NUMBERS))].concat(),
        7 => pieces[place] = overlong(field, dice),
        8 => pieces[place] = chunk(field.number, dice.choose(NUMBERS), field.value),
        9 => pieces.insert(place, stranger(kind, dice)),
        10 => {
            let mut nested = field.value.to_vec();
            for _ in 0..dice.choose(DEPTHS) {
                nested = chunk(field.number, nested.len() as u64, &nested);
            }
            pieces[place] = nested;
        }
        11 => pieces[place] = same_field(donor, field.number).to_vec(),
        _ => {
            let theirs = split(donor).unwrap_or_default();
            pieces.extend(dice.pick(&theirs).map(|field| field.whole.to_vec()));
        }
    }
}

/// A field that has no business there.
fn stranger(kind: Option<&MessageDescriptor>, dice: &mut Dice) -> Vec<u8> {
    let number = known_number(kind, dice);
    match dice.below(4) {
        0 => [tag(number, VARINT), varint(dice.choose(NUMBERS))].concat(),
        1 => [tag(number, CHUNK), varint(3), b"\x08\x01\x10".to_vec()].concat(),
        2 => [tag(number, FIXED64), dice.number().to_le_bytes().to_vec()].concat(),
        _ => [tag(number, dice.below(8) as u8), raw::noise(dice)].concat(),
    }
}

/// A number of the schema, of its neighbourhood, or of its end.
fn known_number(kind: Option<&MessageDescriptor>, dice: &mut Dice) -> u64 {
    let known: Vec<u32> =
        kind.iter().flat_map(|kind| kind.fields().map(|field| field.number())).collect();
    match dice.below(4) {
        0 => dice.choose([0, 1, 99, 19_000, 536_870_911, 536_870_912]),
        1 => dice.below(40) as u64,
        _ => u64::from(dice.pick(&known).copied().unwrap_or(1)),
    }
}

fn retagged(field: &EncodedField<'_>, number: u64, wire: u8) -> Vec<u8> {
    match wire {
        CHUNK => [tag(number, CHUNK), varint(field.value.len() as u64), field.value.to_vec()],
        _ => [tag(number, wire), field.value.to_vec(), Vec::new()],
    }
    .concat()
}

/// The same field, with a longer form of its number than there should be.
fn overlong(field: &EncodedField<'_>, dice: &mut Dice) -> Vec<u8> {
    let longer = |bytes: Vec<u8>, more: usize| {
        let mut bytes = bytes;
        let last = bytes.len() - 1;
        bytes[last] |= 0x80;
        bytes.extend(vec![0x80; more]);
        bytes.push(0);
        bytes
    };
    let more = dice.below(9);
    let number = u64::from(field.number);
    match field.wire {
        VARINT if !field.value.is_empty() && !dice.one_in(3) => {
            [tag(number, VARINT), longer(field.value.to_vec(), more)].concat()
        }
        CHUNK if !dice.one_in(3) => {
            let length = longer(varint(field.value.len() as u64), more);
            [tag(number, CHUNK), length, field.value.to_vec()].concat()
        }
        wire => {
            let plain = retagged(field, number, wire);
            let rest = plain[tag(number, wire).len()..].to_vec();
            [longer(tag(number, wire), more), rest].concat()
        }
    }
}

/// The fields that hold messages, by the schema.
fn children(
    fields: &[EncodedField<'_>],
    kind: Option<&MessageDescriptor>,
) -> Vec<(usize, MessageDescriptor)> {
    let Some(kind) = kind else { return Vec::new() };
    let held = |field: &EncodedField<'_>| match kind.get_field(field.number)?.kind() {
        Kind::Message(child) if field.wire == CHUNK => Some(child),
        _ => None,
    };
    fields.iter().enumerate().filter_map(|(place, field)| Some((place, held(field)?))).collect()
}

/// What another message has in the same place.
fn same_field(donor: &[u8], number: u32) -> &[u8] {
    let fields = split(donor).unwrap_or_default();
    fields.into_iter().find(|field| field.number == number).map_or(&[], |field| field.value)
}

fn split(bytes: &[u8]) -> Option<Vec<EncodedField<'_>>> {
    let mut fields = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let start = rest;
        let tag = read_varint(&mut rest)?;
        let wire = (tag & 7) as u8;
        let before = rest;
        let value = match wire {
            VARINT => {
                read_varint(&mut rest)?;
                &before[..before.len() - rest.len()]
            }
            FIXED64 => take(&mut rest, 8)?,
            CHUNK => {
                let length = usize::try_from(read_varint(&mut rest)?).ok()?;
                take(&mut rest, length)?
            }
            FIXED32 => take(&mut rest, 4)?,
            _ => return None,
        };
        let number = u32::try_from(tag >> 3).ok()?;
        fields.push(EncodedField {
            number,
            wire,
            whole: &start[..start.len() - rest.len()],
            value,
        });
    }
    Some(fields)
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn read_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, left) = rest.split_first()?;
        *rest = left;
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn chunk(number: u32, length: u64, content: &[u8]) -> Vec<u8> {
    [tag(number.into(), CHUNK), varint(length), content.to_vec()].concat()
}

fn tag(number: u64, wire: u8) -> Vec<u8> {
    varint(number << 3 | u64::from(wire))
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
    out
}
