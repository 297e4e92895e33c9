//! Single cases of what a viewer receives, byte for byte.

use kit_redact::Viewer;
use prost::encoding::{WireType, encode_key, encode_varint};

use crate::schemas::{TableSchema, seat};

const SEAT_1: u32 = 1;
const SEAT_2: u32 = 2;

// Field numbers of the table schema.
const STATE_HANDS: u32 = 2;
const STATE_LOOSE: u32 = 4;
const STATE_DECK: u32 = 5;
const STATE_NAMES: u32 = 6;
const STATE_BOARD: u32 = 13;
const HAND_SUITS: u32 = 1;
const HAND_SEAT: u32 = 3;
const HAND_MARKS: u32 = 4;
const HAND_PLAN: u32 = 8;
const HAND_PARTNER: u32 = 9;
const UNKNOWN: u32 = 99;

#[test]
fn hidden_elements_become_as_many_default_values() {
    // 300 takes two bytes, and is one element all the same.
    let hand = |seat, suits: &[u8], marks: &[u8]| {
        let fields = [number(HAND_SEAT, seat), chunk(HAND_SUITS, suits), chunk(HAND_MARKS, marks)];
        chunk(STATE_HANDS, &fields.concat())
    };
    let state = hand(SEAT_1, &[1, 0xac, 0x02, 2], &[7; 8]);
    assert_eq!(view(&state, SEAT_1), state);
    assert_eq!(view(&state, SEAT_2), hand(SEAT_1, &[0, 0, 0], &[0; 8]));
    assert_eq!(spectate(&state), hand(SEAT_1, &[0, 0, 0], &[0; 8]));
}

#[test]
fn hidden_messages_and_strings_become_as_many_empty_ones() {
    let state = [
        chunk(STATE_DECK, &number(2, 7)),
        chunk(STATE_NAMES, b"secret"),
        chunk(STATE_DECK, &[]),
        chunk(STATE_NAMES, b""),
    ];
    let hidden = [
        chunk(STATE_DECK, &[]),
        chunk(STATE_NAMES, &[]),
        chunk(STATE_DECK, &[]),
        chunk(STATE_NAMES, &[]),
    ];
    assert_eq!(view(&state.concat(), SEAT_1), hidden.concat());
}

#[test]
fn hidden_elements_are_counted_one_by_one_if_they_came_so() {
    let suits = |values: [u32; 2]| values.map(|value| number(HAND_SUITS, value)).concat();
    let hand = |values| chunk(STATE_HANDS, &[suits(values), number(HAND_SEAT, SEAT_1)].concat());
    assert_eq!(view(&hand([1, 300]), SEAT_2), hand([0, 0]));
}

#[test]
fn an_empty_hidden_chunk_leaves_no_trace() {
    let empty = chunk(STATE_HANDS, &chunk(HAND_SUITS, &[]));
    assert_eq!(spectate(&empty), chunk(STATE_HANDS, &[]));
}

#[test]
fn visible_elements_keep_their_encoding() {
    let state = [number(STATE_LOOSE, 5), chunk(STATE_LOOSE, &[1, 2]), number(STATE_LOOSE, 6)];
    assert_eq!(spectate(&state.concat()), state.concat());
}

#[test]
fn without_an_owner_nobody_sees_what_is_for_the_owner() {
    let plan = chunk(HAND_PLAN, b"attack");
    for owner in [Vec::new(), number(HAND_SEAT, 0)] {
        let state = chunk(STATE_HANDS, &[owner.clone(), plan.clone()].concat());
        for viewer in 1..=8 {
            assert_eq!(view(&state, viewer), chunk(STATE_HANDS, &owner));
        }
        assert_eq!(spectate(&state), chunk(STATE_HANDS, &owner));
    }
}

#[test]
fn the_nearest_message_with_an_owner_field_decides() {
    let plan = chunk(HAND_PLAN, b"attack");
    let seat = |seat| number(HAND_SEAT, seat);
    let partner = |fields: &[Vec<u8>]| chunk(HAND_PARTNER, &fields.concat());
    let hand = |fields: &[Vec<u8>]| chunk(STATE_HANDS, &fields.concat());

    let state = hand(&[partner(&[plan.clone(), seat(2)]), seat(1), plan.clone()]);
    assert_eq!(view(&state, SEAT_1), hand(&[partner(&[seat(2)]), seat(1), plan.clone()]));
    assert_eq!(view(&state, SEAT_2), hand(&[partner(&[plan.clone(), seat(2)]), seat(1)]));

    // The partner could name an owner and does not: then it has none.
    let state = hand(&[seat(1), partner(std::slice::from_ref(&plan))]);
    assert_eq!(view(&state, SEAT_1), hand(&[seat(1), partner(&[])]));
}

#[test]
fn a_message_that_shrinks_gets_a_shorter_length() {
    let plan = chunk(HAND_PLAN, &[b'x'; 20_000]);
    let state = chunk(STATE_HANDS, &[plan, number(HAND_SEAT, SEAT_1)].concat());
    assert_eq!(view(&state, SEAT_1), state);
    assert_eq!(view(&state, SEAT_2), chunk(STATE_HANDS, &number(HAND_SEAT, SEAT_1)));
}

#[test]
fn unknown_fields_are_dropped_at_all_depths() {
    let unknown = [number(UNKNOWN, 7), chunk(UNKNOWN, b"seed")].concat();
    let with = |inner: &[u8]| [&unknown[..], inner, &unknown[..]].concat();

    let seat = number(HAND_SEAT, SEAT_1);
    let partner = with(&chunk(HAND_PARTNER, &with(&seat)));
    let state = with(&chunk(STATE_HANDS, &partner));
    assert_eq!(spectate(&state), chunk(STATE_HANDS, &chunk(HAND_PARTNER, &seat)));

    // A board has nothing to hide, but its fields are filtered all the same.
    let (card, inner) = (chunk(1, &with(&number(2, 9))), chunk(5, &with(&number(3, 1))));
    let state = chunk(STATE_BOARD, &with(&[card, inner].concat()));
    let clean = [chunk(1, &number(2, 9)), chunk(5, &number(3, 1))].concat();
    assert_eq!(spectate(&state), chunk(STATE_BOARD, &clean));
}

#[test]
fn an_event_of_which_nothing_is_left_is_none() {
    let schema = TableSchema::new().schema;
    let burnt = chunk(3, &number(2, 7));
    for viewer in [Viewer::Spectator, Viewer::Seat(seat(1))] {
        assert_eq!(schema.redact_event(&burnt, viewer), Ok(None));
        assert_eq!(schema.redact_event(&[], viewer), Ok(None));
        // That something was shown is news, even if it has no content.
        let shown = schema.redact_event(&chunk(1, &[]), viewer);
        assert_eq!(shown.map(|event| event.map(|event| event.as_bytes().to_vec())), {
            Ok(Some(chunk(1, &[])))
        });
    }
}

#[test]
fn the_acting_seat_owns_its_action() {
    let schema = TableSchema::new().schema;
    let action = [chunk(1, &number(2, 7)), chunk(4, &[3, 4]), number(5, 1)].concat();
    let redact = |viewer| {
        let view = schema.redact_action(&action, viewer, seat(SEAT_1));
        view.expect("the action is readable").into_bytes()
    };
    assert_eq!(redact(Viewer::Seat(seat(SEAT_1))), action);
    let rest = [chunk(4, &[0, 0]), number(5, 1)].concat();
    assert_eq!(redact(Viewer::Seat(seat(SEAT_2))), rest);
    assert_eq!(redact(Viewer::Spectator), rest);
}

#[test]
fn a_view_does_not_print_its_content() {
    let schema = TableSchema::new().schema;
    let options = chunk(1, b"title");
    let view = schema.redact_options(&options, Viewer::Spectator).expect("readable");
    assert_eq!(format!("{view:?}"), "RedactedBytes(7 bytes)");
}

pub(crate) fn view(state: &[u8], viewer: u32) -> Vec<u8> {
    redact_state(state, Viewer::Seat(seat(viewer)))
}

pub(crate) fn spectate(state: &[u8]) -> Vec<u8> {
    redact_state(state, Viewer::Spectator)
}

fn redact_state(state: &[u8], viewer: Viewer) -> Vec<u8> {
    let view = TableSchema::new().schema.redact_state(state, viewer);
    view.expect("the state is readable").as_bytes().to_vec()
}

pub(crate) fn number(field: u32, value: u32) -> Vec<u8> {
    let mut out = Vec::new();
    encode_key(field, WireType::Varint, &mut out);
    encode_varint(value.into(), &mut out);
    out
}

pub(crate) fn chunk(field: u32, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    encode_key(field, WireType::LengthDelimited, &mut out);
    encode_varint(bytes.len() as u64, &mut out);
    out.extend_from_slice(bytes);
    out
}
