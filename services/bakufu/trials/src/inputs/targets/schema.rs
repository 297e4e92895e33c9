//! The schema of a stranger, which is compiled before anything is believed.

use kit_redact::{Roots, Schema, Viewer};
use kit_rules::Seat;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use serde_json::Deserializer;

use crate::inputs::{Form, Input, OutcomeClass, Shape, Target};

/// A small game that uses all there is, as a file of descriptors.
const SAMPLE: &str = include_str!("schema/sample.json");
const ROOTS: Roots<'_> = Roots {
    options: "table.Options",
    state: "table.State",
    action: "table.Action",
    event: "table.Event",
};
/// Messages of that game, and bytes that others may read.
const MESSAGES: [&[u8]; 6] = [
    b"",
    b"\x08\x01",
    b"\x08\x03\x12\x08\x08\x01\x12\x02\x01\x01\x1a\x00",
    b"\x12\x0b\x08\x02\x12\x02\x01\x01\x25abcd\x1a\x03\x01\x01\x01",
    b"\x22\x02\x22\x00",
    b"\x0a\x02\x08\x01\x10\x05",
];

/// Takes descriptor sets.
pub(super) struct SchemaTarget {
    forms: Vec<Form>,
    samples: Vec<Input>,
}

impl SchemaTarget {
    pub(super) fn new() -> Self {
        let imports = kit_proto::descriptor_set("bakufu.visibility.v1").expect("it is compiled in");
        let pool = DescriptorPool::decode(imports).expect("our own descriptors are sound");
        let find = |name: &str| pool.get_message_by_name(name).expect("options import it");
        let kind = find("google.protobuf.FileDescriptorSet");
        let file = find("google.protobuf.FileDescriptorProto");
        let bytes = sample(&kind, file, imports);
        let forms = vec![Form { name: "descriptors".to_owned(), shape: Shape::Message(kind) }];
        Self { forms, samples: vec![Input { form: 0, bytes }] }
    }
}

impl Target for SchemaTarget {
    fn name(&self) -> &str {
        "schema"
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        match Schema::compile(&input.bytes, &ROOTS) {
            Ok(schema) => {
                use_it(&schema).map(|readable| OutcomeClass::of(&format!("{readable:?}")))
            }
            Err(fault) if fault.faults.is_empty() => {
                Err("it is refused without a fault".to_owned())
            }
            // Names are the stranger's own: the kind of the fault counts.
            Err(fault) => Ok(OutcomeClass::of(&format!("{:?}", fault.faults[0].problem))),
        }
    }
}

/// Whatever a schema says, what comes out of it is never longer than what went
/// in, and who looks does not decide what is readable. Tells what is readable.
fn use_it(schema: &Schema) -> Result<[bool; MESSAGES.len()], String> {
    let seat = Seat::from_index(0);
    let mut readable = [false; MESSAGES.len()];
    for (bytes, readable) in MESSAGES.into_iter().zip(&mut readable) {
        let all = schema.redact_state(bytes, Viewer::Spectator);
        let own = schema.redact_state(bytes, Viewer::Seat(seat));
        *readable = schema.check_state(bytes).is_ok();
        if all.is_ok() != *readable || own.is_ok() != *readable {
            return Err("whether a state is readable depends on who looks".to_owned());
        }
        let action = schema.redact_action(bytes, Viewer::Spectator, seat);
        for redacted in [all, own, action].into_iter().flatten() {
            if redacted.as_bytes().len() > bytes.len() {
                return Err("a redacted message has grown".to_owned());
            }
        }
    }
    Ok(readable)
}

/// A descriptor set with the game and its imports.
fn sample(kind: &MessageDescriptor, file: MessageDescriptor, imports: &[u8]) -> Vec<u8> {
    let mut set = DynamicMessage::decode(kind.clone(), imports).expect("sound descriptors");
    let files = set.get_field_by_name_mut("file").and_then(Value::as_list_mut);
    let files = files.expect("a set of files");
    for file in files.iter_mut().filter_map(Value::as_message_mut) {
        file.clear_field_by_name("source_code_info");
        keep_options(file);
    }
    let game = DynamicMessage::deserialize(file, &mut Deserializer::from_str(SAMPLE));
    files.push(Value::Message(game.expect("the sample is a file of descriptors")));
    set.encode_to_vec()
}

/// Descriptors of descriptors are most of a set. Nothing but the two messages
/// that are extended is needed of them, and without the rest an input is read
/// many times faster.
fn keep_options(file: &mut DynamicMessage) {
    let text = |message: &DynamicMessage, field: &str| {
        let value = message.get_field_by_name(field).map(|value| value.into_owned());
        value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    };
    if text(file, "package") != "google.protobuf" {
        return;
    }
    file.clear_field_by_name("enum_type");
    let messages = file.get_field_by_name_mut("message_type").and_then(Value::as_list_mut);
    let messages = messages.expect("a file of messages");
    let is_extended = |name: &str| name == "FieldOptions" || name == "MessageOptions";
    messages
        .retain(|message| message.as_message().is_some_and(|it| is_extended(&text(it, "name"))));
    for message in messages.iter_mut().filter_map(Value::as_message_mut) {
        for part in ["field", "nested_type", "enum_type", "reserved_range", "reserved_name"] {
            message.clear_field_by_name(part);
        }
    }
}
