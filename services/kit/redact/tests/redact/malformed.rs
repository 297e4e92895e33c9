//! Bytes that are no message of the schema are refused, whoever looks.

use kit_redact::DEPTH_MAX;

use crate::schemas::{TableSchema, viewers};

#[test]
fn malformed_bytes_are_refused_by_the_name_of_their_message_alone() {
    let too_long = [&[0x60], &[0xff; 10][..], &[0x01]].concat();
    let cases: [(&str, &str, &[u8]); 27] = [
        ("half a tag", "State", &[0x80]),
        ("a tag without its value", "State", &[0x60]),
        ("field number zero", "State", &[0x00, 0x00]),
        ("a field number that is too large", "State", &[0x80, 0x80, 0x80, 0x80, 0x10, 0x00]),
        ("a chunk that is cut off", "State", &[0x0a, 0x05, 0x00]),
        ("a chunk longer than memory", "State", &[0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        ("a varint in a longer form", "State", &[0x60, 0x80, 0x00]),
        ("a varint of eleven bytes", "State", &too_long),
        ("a group in place of a field", "State", &[0x63, 0x64]),
        ("a group that is unknown", "State", &[0x73, 0x74]),
        ("a wire type that does not exist", "State", &[0x66]),
        ("a message as a varint", "State", &[0x08, 0x01]),
        ("a singular number as a chunk", "State", &[0x62, 0x01, 0x01]),
        ("an unknown field that is cut off", "State", &[0x75, 0x00]),
        ("a hidden string that is not UTF-8", "State", &[0x32, 0x01, 0xff]),
        ("a nested string that is not UTF-8", "Card", &[0x42, 0x03, 0x1a, 0x01, 0xff]),
        ("packed numbers of half a width", "Hand", &[0x12, 0x05, 0x22, 0x03, 0, 0, 0]),
        ("packed varints that are cut off", "Hand", &[0x12, 0x03, 0x0a, 0x01, 0x80]),
        ("a hidden number that is cut off", "Options", &[0x0a, 0x02, 0x10, 0x80]),
        ("two owners", "Hand", &[0x12, 0x04, 0x18, 0x01, 0x18, 0x02]),
        ("an owner beyond 32 bits", "Hand", &[0x12, 0x06, 0x18, 0x80, 0x80, 0x80, 0x80, 0x10]),
        ("a list of owners", "Hand", &[0x12, 0x03, 0x1a, 0x01, 0x01]),
        ("a concealed owner that is cut off", "Whisper", &[0x92, 0x01, 0x02, 0x10, 0x80]),
        ("a concealed rest that is cut off", "Whisper", &[0x92, 0x01, 0x03, 0x10, 0x01, 0x80]),
        ("a concealed list of owners", "Whisper", &[0x92, 0x01, 0x03, 0x12, 0x01, 0x01]),
        ("a singular message twice", "State", &[0x0a, 0x00, 0x0a, 0x00]),
        ("two arms of a oneof", "State", &[0x42, 0x00, 0x50, 0x01]),
    ];
    let schema = TableSchema::new().schema;
    for (what, message, bytes) in cases {
        let expected = Err(format!("not a readable tests.table.v1.{message}"));
        let checked = schema.check_state(bytes).map_err(|error| error.to_string());
        assert_eq!(checked, expected, "{what}");
        for viewer in viewers() {
            let view = schema.redact_state(bytes, viewer);
            assert_eq!(view.map(drop).map_err(|error| error.to_string()), expected, "{what}");
        }
    }
}

#[test]
fn events_are_checked_against_the_event_message() {
    let schema = TableSchema::new().schema;
    assert!(schema.check_event(&[0x0a, 0x00]).is_ok());
    let error = schema.check_event(&[0x0a, 0x01]).expect_err("the card is cut off");
    assert_eq!(error.message, "tests.table.v1.Event");
}

#[test]
fn messages_nest_up_to_the_limit_and_not_deeper() {
    let schema = TableSchema::new().schema;
    // The tags of State.tree, State.secret_tree, State.board and State.whispers,
    // each with the tag by which the message contains itself.
    let ways: [(&[u8], u8); 4] =
        [(&[0x3a], 0x1a), (&[0xe2, 0x12], 0x1a), (&[0x6a], 0x2a), (&[0x92, 0x01], 0x1a)];
    for (outer, inner) in ways {
        let deepest = nested(outer, inner, DEPTH_MAX);
        let too_deep = nested(outer, inner, DEPTH_MAX + 1);
        assert!(schema.check_state(&deepest).is_ok());
        assert!(schema.check_state(&too_deep).is_err());
        for viewer in viewers() {
            assert!(schema.redact_state(&deepest, viewer).is_ok());
            assert!(schema.redact_state(&too_deep, viewer).is_err());
        }
    }
}

fn nested(outer: &[u8], inner: u8, depth: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 1..depth {
        bytes = [&[inner], &length(&bytes)[..], &bytes].concat();
    }
    [outer, &length(&bytes), &bytes].concat()
}

fn length(bytes: &[u8]) -> Vec<u8> {
    let mut length = Vec::new();
    prost::encoding::encode_varint(bytes.len() as u64, &mut length);
    length
}
