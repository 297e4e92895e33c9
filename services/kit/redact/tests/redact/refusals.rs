//! Schemas that cannot be redacted are refused, and told where.

use std::fmt::Write as _;

use kit_redact::{Roots, Schema};
use prost::Message;
use prost_types::{FileDescriptorProto, FileDescriptorSet};

use crate::schemas::{compile, descriptors};

const HEADER: &str = r#"
    package game;
    import "bakufu/visibility/v1/visibility.proto";
    message Options {}
    message Action {}
    message Event {}
"#;

#[test]
fn a_field_needs_an_audience_of_its_own_or_of_its_message() {
    accepted("message State { uint32 a = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_NOBODY]; }");
    accepted(
        "message State {
            option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
            uint32 a = 1;
        }",
    );
    refused("message State { uint32 a = 1; }", &["game.State.a: no audience"]);
    refused(
        "message State {
            Inner inner = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_EVERYONE];
        }
        message Inner { string deep = 1; }",
        &["game.Inner.deep: no audience"],
    );
}

#[test]
fn descriptors_that_no_compiler_makes_are_refused() {
    // A file of a syntax that there is not, on which the library that reads
    // descriptors panics; and one that is no descriptor at all.
    for set in [&b"\x0a\x06\x0a\x01a\x62\x01x"[..], b"\x0a\x7f", b"\x0a\x00"] {
        let roots = Roots { options: "a.O", state: "a.S", action: "a.A", event: "a.E" };
        let refused = Schema::compile(set, &roots).expect_err("it is no schema");
        assert!(!refused.faults.is_empty(), "{set:?}");
    }
}

#[test]
fn a_file_that_imports_itself_in_public_is_refused_before_it_is_followed() {
    let circle = |import: &mut FileDescriptorProto| {
        import.dependency = vec![import.name().to_owned()];
        import.public_dependency = vec![0];
    };
    refused_descriptors(circle, "public imports");
}

#[test]
fn a_schema_has_a_bounded_number_of_files_and_imports() {
    let crowd = |file: &mut FileDescriptorProto| file.dependency = vec!["a".to_owned(); 257];
    refused_descriptors(crowd, "257 imports");
    let file = vec![FileDescriptorProto::default(); 257];
    let set = FileDescriptorSet { file }.encode_to_vec();
    let refused = compile(&set, "game").expect_err("there are too many files").to_string();
    assert!(refused.contains("257 files"), "{refused}");
}

#[test]
fn an_unspecified_audience_is_refused_and_does_not_fall_back() {
    refused(
        "message State {
            option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
            uint32 a = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_UNSPECIFIED];
        }",
        &["game.State.a: the audience is declared as unspecified"],
    );
    refused(
        "message State {
            option (bakufu.visibility.v1.default_audience) = AUDIENCE_UNSPECIFIED;
            uint32 a = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_NOBODY];
        }",
        &["game.State: the audience is declared as unspecified"],
    );
}

#[test]
fn an_owner_is_needed_on_every_path() {
    let schema = |owner: &str| {
        format!(
            "message State {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                Player player = 1;
                Table table = 2;
            }}
            message Player {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                uint32 seat = 1 [(bakufu.visibility.v1.owner) = true];
                Purse purse = 2;
            }}
            message Table {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                uint32 seat = 1 {owner};
                Purse purse = 2;
            }}
            message Purse {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_OWNER;
                uint32 coins = 1;
                Purse inner = 2;
            }}"
        )
    };
    accepted(&schema("[(bakufu.visibility.v1.owner) = true]"));
    let expected = [
        "game.Purse.coins: for the owner, but no message on the path \
         game.State.table.purse.coins names one",
        "game.Purse.inner: for the owner, but no message on the path \
         game.State.table.purse.inner names one",
    ];
    refused(&schema(""), &expected);
    refused(&schema("[(bakufu.visibility.v1.owner) = false]"), &expected);
}

#[test]
fn only_an_action_has_an_owner_from_the_start() {
    let source = r#"
        syntax = "proto3";
        package game;
        import "bakufu/visibility/v1/visibility.proto";
        message Options { Secret a = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_NOBODY]; }
        message State { Secret b = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_EVERYONE]; }
        message Action { Own c = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER]; }
        message Event { uint32 d = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER]; }
        message Secret { uint32 e = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER]; }
        message Own { uint32 f = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER]; }
    "#;
    let expected = [
        "game.Secret.e: for the owner, but no message on the path game.Options.a.e names one",
        "game.Event.d: for the owner, but no message on the path game.Event.d names one",
    ];
    assert_eq!(faults(&descriptors([("main.proto", source)])), expected);
}

#[test]
fn an_owner_field_is_a_single_visible_seat() {
    let owner = |field: &str| {
        format!(
            "message State {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                {field};
            }}"
        )
    };
    let marked = "(bakufu.visibility.v1.owner) = true";
    let not_seat = ["game.State.a: an owner field must be a singular uint32"];
    accepted(&owner(&format!("uint32 a = 1 [{marked}]")));
    accepted(&owner(&format!("optional uint32 a = 1 [{marked}]")));
    refused(&owner(&format!("repeated uint32 a = 1 [{marked}]")), &not_seat);
    refused(&owner(&format!("int32 a = 1 [{marked}]")), &not_seat);
    refused(&owner(&format!("string a = 1 [{marked}]")), &not_seat);
    refused(
        &owner(&format!(
            "uint32 a = 1 [{marked}, (bakufu.visibility.v1.audience) = AUDIENCE_NOBODY]"
        )),
        &["game.State.a: an owner field must be visible to everyone"],
    );
    refused(
        &owner(&format!("uint32 a = 1 [{marked}]; uint32 b = 2 [{marked}]")),
        &["game.State.b: a second owner field"],
    );
    refused_proto2(
        &owner(&format!("optional uint32 a = 1 [default = 3, {marked}]")),
        &["game.State.a: an owner field must not have a default value"],
    );
}

#[test]
fn only_repeated_fields_that_are_hidden_from_somebody_can_be_counted() {
    let counted = |field: &str, audience: &str| {
        format!(
            "message State {{
                {field} = 1 [
                    (bakufu.visibility.v1.audience) = AUDIENCE_{audience},
                    (bakufu.visibility.v1.others) = OTHERS_COUNT
                ];
            }}
            enum Suit {{ SUN = {}; }}",
            if field.starts_with("repeated Suit") { 1 } else { 0 }
        )
    };
    accepted(&counted("repeated uint32 a", "NOBODY"));
    refused(&counted("uint32 a", "NOBODY"), &["game.State.a: only repeated fields can be counted"]);
    refused(
        &counted("repeated uint32 a", "EVERYONE"),
        &["game.State.a: counted for others, but visible to everyone"],
    );
    refused_proto2(
        &counted("repeated Suit a", "NOBODY"),
        &["game.State.a: counted for others, but its enum has no value zero"],
    );
}

#[test]
fn what_cannot_be_read_field_by_field_is_refused() {
    let field = |field: &str| {
        format!(
            "import \"google/protobuf/any.proto\";
            import \"google/protobuf/timestamp.proto\";
            message State {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                {field}
            }}"
        )
    };
    refused(&field("map<uint32, uint32> a = 1;"), &["game.State.a: map fields are not supported"]);
    refused(&field("bytes a = 1;"), &["game.State.a: bytes are opaque"]);
    refused(&field("repeated bytes a = 1;"), &["game.State.a: bytes are opaque"]);
    refused(
        &field("google.protobuf.Any a = 1;"),
        &["game.State.a: google.protobuf.Any declares no audience"],
    );
    refused(
        &field("google.protobuf.Timestamp a = 1;"),
        &["game.State.a: google.protobuf.Timestamp declares no audience"],
    );
    refused_proto2(&field("optional group A = 1 {}"), &["game.State.a: groups are not supported"]);
    refused_proto2(
        &field("required uint32 a = 1;"),
        &["game.State.a: required fields cannot be hidden"],
    );
    refused_proto2(
        &field("extensions 100 to 200;"),
        &["game.State: extension ranges are not supported"],
    );
}

#[test]
fn more_singular_fields_than_can_be_told_apart_are_refused() {
    let state = |singular: u32, arms: u32| {
        let mut fields = String::from("oneof many {");
        for number in 1..=arms {
            write!(fields, "uint32 arm{number} = {number};").expect("strings take all text");
        }
        fields.push('}');
        for number in 1..=singular {
            write!(fields, "uint32 f{number} = {};", 1000 + number).expect("strings take all text");
        }
        format!(
            "message State {{
                option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;
                {fields}
            }}"
        )
    };
    accepted(&state(63, 300));
    refused(&state(64, 1), &["game.State: more than 64 singular fields and oneofs"]);
}

#[test]
fn roots_must_be_named_and_must_exist() {
    let source = format!("syntax = \"proto3\"; {HEADER}");
    let descriptors = descriptors([("main.proto", &source)]);
    let roots = Roots {
        options: "google.protobuf.FieldOptions",
        state: "game.State",
        action: "",
        event: "game.Event",
    };
    let error = Schema::compile(&descriptors, &roots).expect_err("three roots are wrong");
    assert_eq!(
        error.to_string(),
        "the schema cannot be redacted:\n\
         google.protobuf.FieldOptions: google.protobuf.FieldOptions declares no audience\n\
         game.State: no such message\n\
         the action message: no message is named"
    );
}

#[test]
fn bytes_that_are_no_descriptor_set_are_refused() {
    let [fault] = &faults(&[0xff, 0xff])[..] else { panic!("there is one fault") };
    assert!(fault.starts_with("the descriptor set: not usable: "), "{fault}");
}

#[test]
fn options_that_only_share_their_name_with_ours_are_refused() {
    let own_options = |audience_number: u32| {
        format!(
            r#"syntax = "proto3";
            package bakufu.visibility.v1;
            import "google/protobuf/descriptor.proto";
            enum Audience {{
                AUDIENCE_UNSPECIFIED = 0;
                AUDIENCE_EVERYONE = 1;
                AUDIENCE_FRIENDS = 7;
            }}
            enum Others {{ OTHERS_UNSPECIFIED = 0; OTHERS_GUESS = 7; }}
            extend google.protobuf.FieldOptions {{
                Audience audience = {audience_number};
                Others others = 50802;
            }}"#
        )
    };
    let main = format!(
        "syntax = \"proto3\"; {HEADER} message State {{
            uint32 a = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_FRIENDS];
            repeated uint32 b = 2 [
                (bakufu.visibility.v1.audience) = AUDIENCE_EVERYONE,
                (bakufu.visibility.v1.others) = OTHERS_GUESS
            ];
        }}"
    );
    let faults = |audience_number| {
        faults(&descriptors([
            ("main.proto", &main),
            ("bakufu/visibility/v1/visibility.proto", &own_options(audience_number)),
        ]))
    };
    let unknown_choice = "game.State.b: unknown choice 7 of what others receive";
    assert_eq!(faults(50801), ["game.State.a: unknown audience 7", unknown_choice]);
    let foreign = "bakufu.visibility.v1.audience: \
                   differs from the option of this name in bakufu.visibility.v1";
    let no_audience = ["game.State.a: no audience", "game.State.b: no audience"];
    assert_eq!(faults(50899), [foreign, no_audience[0], no_audience[1], unknown_choice]);
}

#[test]
fn all_faults_are_told_at_once() {
    refused(
        "message State {
            bytes a = 1;
            Inner b = 2 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER];
        }
        message Inner { map<string, string> c = 1; }",
        &[
            "game.State.a: no audience",
            "game.State.a: bytes are opaque",
            "game.Inner.c: no audience",
            "game.Inner.c: map fields are not supported",
            "game.State.b: for the owner, but no message on the path game.State.b names one",
        ],
    );
}

pub(crate) fn accepted(state: &str) {
    refused(state, &[]);
}

pub(crate) fn refused(state: &str, expected: &[&str]) {
    let source = format!("syntax = \"proto3\"; {HEADER} {state}");
    assert_eq!(faults(&descriptors([("main.proto", &source)])), expected, "{state}");
}

/// A sound schema that is spoilt in its last file is refused for that.
fn refused_descriptors(spoil: impl Fn(&mut FileDescriptorProto), why: &str) {
    let source = format!("syntax = \"proto3\"; {HEADER} message State {{}}");
    let sound = descriptors([("main.proto", &source)]);
    compile(&sound, "game").expect("it is sound");
    let mut set = FileDescriptorSet::decode(&sound[..]).expect("it is a descriptor set");
    spoil(set.file.last_mut().expect("it has files"));
    let refused = compile(&set.encode_to_vec(), "game").expect_err("it is spoilt").to_string();
    assert!(refused.contains(why), "{refused}");
}

fn refused_proto2(state: &str, expected: &[&str]) {
    let source = format!("syntax = \"proto2\"; {HEADER} {state}");
    assert_eq!(faults(&descriptors([("main.proto", &source)])), expected, "{state}");
}

pub(crate) fn faults(descriptors: &[u8]) -> Vec<String> {
    match compile(descriptors, "game") {
        Ok(_) => Vec::new(),
        Err(error) => error.faults.iter().map(ToString::to_string).collect(),
    }
}
