//! Messages of which only their owner knows: for others nothing tells of them.

use kit_redact::Viewer;

use crate::refusals::{accepted, faults, refused};
use crate::schemas::{TableSchema, descriptors, seat, viewers};
use crate::views::{chunk, number, spectate, view};

// Field numbers of the table schema.
const STATE_HANDS: u32 = 2;
const STATE_TRAY: u32 = 17;
const STATE_WHISPERS: u32 = 18;
const STATE_LAST_WHISPER: u32 = 19;
const STATE_NOD: u32 = 20;
const HAND_SEAT: u32 = 3;
const HAND_WHISPERS: u32 = 13;
const HAND_NOD: u32 = 17;
const WHISPER_WORDS: u32 = 1;
const WHISPER_SEAT: u32 = 2;
const WHISPER_REPLIES: u32 = 3;
const NOD_SEAT: u32 = 1;
const NOD_CARD: u32 = 2;
const TRAY_NODS: u32 = 1;
const TRAY_CARD: u32 = 3;
const ACTION_WHISPER: u32 = 6;
const EVENT_WHISPERED: u32 = 4;
const EVENT_NODDED: u32 = 5;

#[test]
fn a_concealed_message_is_whole_for_its_seat_and_absent_for_all_others() {
    for (field, secret) in [
        (STATE_WHISPERS, whisper(1, b"run")),
        (STATE_LAST_WHISPER, whisper(1, b"run")),
        (STATE_NOD, nod(1)),
    ] {
        let state = chunk(field, &secret);
        assert_eq!(view(&state, 1), state);
        assert_eq!(view(&state, 2), []);
        assert_eq!(spectate(&state), []);
    }
}

#[test]
fn what_belongs_to_nobody_is_concealed_from_everybody() {
    for secret in [whisper(0, b"run"), chunk(WHISPER_WORDS, b"run"), Vec::new()] {
        let state = chunk(STATE_WHISPERS, &secret);
        for viewer in 1..=8 {
            assert_eq!(view(&state, viewer), []);
        }
        assert_eq!(spectate(&state), []);
    }
}

#[test]
fn each_seat_gets_its_own_elements_of_a_list_in_their_order() {
    let listed = |seat, words| chunk(STATE_WHISPERS, &whisper(seat, words));
    let state = [listed(1, b"a"), listed(2, b"b"), listed(1, b"c"), listed(0, b"d")].concat();
    assert_eq!(view(&state, 1), [listed(1, b"a"), listed(1, b"c")].concat());
    assert_eq!(view(&state, 2), listed(2, b"b"));
    assert_eq!(view(&state, 3), []);
    assert_eq!(spectate(&state), []);
}

#[test]
fn a_message_that_hides_nothing_but_its_nods_is_not_copied_as_it_is() {
    let card = chunk(TRAY_CARD, &number(2, 7));
    let tray = |nods: &[u32]| {
        let nods: Vec<_> = nods.iter().map(|&seat| chunk(TRAY_NODS, &nod(seat))).collect();
        chunk(STATE_TRAY, &[nods.concat(), card.clone()].concat())
    };
    let state = tray(&[1, 2, 1]);
    assert_eq!(view(&state, 1), tray(&[1, 1]));
    assert_eq!(view(&state, 2), tray(&[2]));
    assert_eq!(spectate(&state), tray(&[]));
}

#[test]
fn the_owner_around_a_concealed_message_does_not_know_of_it() {
    let hand =
        |inner: &[Vec<u8>]| chunk(STATE_HANDS, &[number(HAND_SEAT, 1), inner.concat()].concat());
    let secret = chunk(HAND_WHISPERS, &whisper(2, b"run"));
    let state = hand(std::slice::from_ref(&secret));
    assert_eq!(view(&state, 1), hand(&[]));
    assert_eq!(view(&state, 2), state);

    // A field for the owner of the hand stays so: both have to agree.
    assert_eq!(view(&hand(&[chunk(HAND_NOD, &nod(2))]), 1), hand(&[]));
    assert_eq!(view(&hand(&[chunk(HAND_NOD, &nod(2))]), 2), hand(&[]));
    assert_eq!(view(&hand(&[chunk(HAND_NOD, &nod(1))]), 1), hand(&[chunk(HAND_NOD, &nod(1))]));
}

#[test]
fn a_concealed_message_goes_with_everything_in_it() {
    let reply = |seat| chunk(WHISPER_REPLIES, &whisper(seat, b"no"));
    let said = |replies: &[Vec<u8>]| {
        chunk(STATE_WHISPERS, &[whisper(1, b"run"), replies.concat()].concat())
    };
    let state = said(&[reply(2), reply(1)]);
    assert_eq!(view(&state, 1), said(&[reply(1)]));
    // The reply is for seat 2, but stands in something that is not.
    assert_eq!(view(&state, 2), []);
}

#[test]
fn how_many_messages_are_concealed_changes_no_byte_for_others() {
    let state = |times: usize| {
        let hand = [number(HAND_SEAT, 1), chunk(HAND_WHISPERS, &whisper(1, b"run")).repeat(times)];
        let tray = [chunk(TRAY_NODS, &nod(1)).repeat(times), chunk(TRAY_CARD, &number(2, 7))];
        let whispers = chunk(STATE_WHISPERS, &whisper(1, b"run")).repeat(times);
        [whispers, chunk(STATE_HANDS, &hand.concat()), chunk(STATE_TRAY, &tray.concat())].concat()
    };
    let none = state(0);
    for times in [1, 2, 5, 300] {
        let some = state(times);
        assert_eq!(view(&some, 1), some);
        assert_eq!(view(&some, 2), none);
        assert_eq!(spectate(&some), none);
    }
}

#[test]
fn an_event_that_is_concealed_is_none_for_others() {
    let schema = TableSchema::new().schema;
    let whispered = chunk(EVENT_WHISPERED, &whisper(1, b"run"));
    for event in [whispered, chunk(EVENT_NODDED, &nod(1))] {
        for viewer in viewers() {
            let left = schema.redact_event(&event, viewer).expect("the event is readable");
            let left = left.map(|event| event.as_bytes().to_vec());
            assert_eq!(left, (viewer == Viewer::Seat(seat(1))).then(|| event.clone()));
        }
    }
}

#[test]
fn the_acting_seat_does_not_know_of_what_its_action_conceals_from_it() {
    let schema = TableSchema::new().schema;
    let action = chunk(ACTION_WHISPER, &whisper(2, b"run"));
    for viewer in viewers() {
        let left = schema.redact_action(&action, viewer, seat(1)).expect("the action is readable");
        let knows = viewer == Viewer::Seat(seat(2));
        assert_eq!(left.as_bytes(), if knows { &action[..] } else { &[] }, "{viewer:?}");
    }
}

#[test]
fn a_concealed_message_needs_an_owner_field_of_its_own() {
    let state = |concealed: &str, owner: &str| {
        format!(
            "message State {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                uint32 seat = 1 [(bakufu.visibility.v1.owner) = true];
                Whisper whisper = 2;
            }}
            message Whisper {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                option (bakufu.visibility.v1.concealed) = {concealed};
                uint32 seat = 1 {owner};
            }}"
        )
    };
    accepted(&state("true", "[(bakufu.visibility.v1.owner) = true]"));
    accepted(&state("false", ""));
    refused(
        &state("true", ""),
        &["game.Whisper: concealed, but without an owner field of its own"],
    );
}

#[test]
fn a_root_cannot_be_concealed() {
    let root = |name: &str| {
        format!(
            "message {name} {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                option (bakufu.visibility.v1.concealed) = true;
                uint32 seat = 1 [(bakufu.visibility.v1.owner) = true];
            }}"
        )
    };
    let roots = ["Options", "State", "Action", "Event"];
    let source = format!(
        "syntax = \"proto3\"; package game;
        import \"bakufu/visibility/v1/visibility.proto\"; {}",
        roots.map(root).concat()
    );
    let expected = roots.map(|name| format!("game.{name}: a root message cannot be concealed"));
    assert_eq!(faults(&descriptors([("main.proto", &source)])), expected);
}

#[test]
fn concealed_messages_cannot_be_counted() {
    let state = |others: &str| {
        format!(
            "message State {{
                repeated Whisper whispers = 1 [
                    (bakufu.visibility.v1.audience) = AUDIENCE_NOBODY,
                    (bakufu.visibility.v1.others) = OTHERS_{others}
                ];
            }}
            message Whisper {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                option (bakufu.visibility.v1.concealed) = true;
                uint32 seat = 1 [(bakufu.visibility.v1.owner) = true];
            }}"
        )
    };
    accepted(&state("NOTHING"));
    refused(
        &state("COUNT"),
        &["game.State.whispers: counted for others, but its messages are concealed"],
    );
}

#[test]
fn an_option_that_only_shares_its_name_with_ours_is_refused() {
    let main = r#"syntax = "proto3"; package game;
        import "bakufu/visibility/v1/visibility.proto";
        message Options {}
        message State {}
        message Action {}
        message Event {}"#;
    let faults = |target: &str, option: &str| {
        let options = format!(
            r#"syntax = "proto3"; package bakufu.visibility.v1;
            import "google/protobuf/descriptor.proto";
            extend google.protobuf.{target} {{ {option}; }}"#
        );
        let options = ("bakufu/visibility/v1/visibility.proto", &options[..]);
        faults(&descriptors([("main.proto", main), options]))
    };
    assert_eq!(faults("MessageOptions", "bool concealed = 50802"), [""; 0]);
    for (target, option) in [
        ("MessageOptions", "bool concealed = 50803"),
        ("MessageOptions", "uint32 concealed = 50802"),
        ("MessageOptions", "repeated bool concealed = 50802"),
        ("FieldOptions", "bool concealed = 50802"),
    ] {
        let foreign = "bakufu.visibility.v1.concealed: \
                       differs from the option of this name in bakufu.visibility.v1";
        assert_eq!(faults(target, option), [foreign], "{option} of {target}");
    }
}

fn whisper(seat: u32, words: &[u8]) -> Vec<u8> {
    [chunk(WHISPER_WORDS, words), number(WHISPER_SEAT, seat)].concat()
}

fn nod(seat: u32) -> Vec<u8> {
    [number(NOD_SEAT, seat), chunk(NOD_CARD, &number(2, 7))].concat()
}
