//! The schema of a stranger, which is compiled before anything is believed.

use kit_redact::{Roots, Schema, Viewer};
use kit_rules::Seat;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};

use crate::inputs::{Form, Input, Outcome, Shape, Target};

/// The packages whose descriptors are good samples.
const PACKAGES: [&str; 2] = ["bakufu.samurai.v1", "bakufu.shitenno.v1"];
/// Bytes that some message or other can be read from.
const MESSAGES: [&[u8]; 5] =
    [b"", b"\x08\x01", b"\x08\x02\x12\x02\x08\x03", b"\x0a\x02\x08\x01\x10\x05", b"\x12\x01\x07"];

/// Takes descriptor sets.
pub(super) struct SchemaTarget {
    forms: Vec<Form>,
    samples: Vec<Input>,
}

impl SchemaTarget {
    pub(super) fn new() -> Self {
        let sets = PACKAGES.map(|package| {
            kit_proto::descriptor_set(package).expect("the package is compiled in")
        });
        let pool = DescriptorPool::decode(sets[0]).expect("our own descriptors are sound");
        let kind = pool
            .get_message_by_name("google.protobuf.FileDescriptorSet")
            .expect("whoever declares options imports it");
        let forms = vec![Form { name: "descriptors", shape: Shape::Message(kind.clone()) }];
        let samples = sets.map(|set| Input { form: 0, bytes: without_comments(&kind, set) });
        Self { forms, samples: samples.into() }
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

    fn feed(&self, input: &Input) -> Result<Outcome, String> {
        let mut told = String::new();
        for package in PACKAGES {
            let name = |message: &str| format!("{package}.{message}");
            let [options, state, action, event] =
                ["Options", "State", "Action", "Event"].map(name);
            let roots = Roots { options: &options, state: &state, action: &action, event: &event };
            match Schema::compile(&input.bytes, &roots) {
                Ok(schema) => {
                    use_it(&schema)?;
                    told += "compiled";
                }
                Err(fault) if fault.faults.is_empty() => {
                    return Err("it is refused without a fault".to_owned());
                }
                // Names are the stranger's own: the kind of the fault counts.
                Err(fault) => told += &format!("{:?}", fault.faults[0].problem),
            }
        }
        Ok(Outcome::of(&told))
    }
}

/// Whatever a schema says, what comes out of it is never longer than what went
/// in, and who looks does not decide what is readable.
fn use_it(schema: &Schema) -> Result<(), String> {
    let seat = Seat::from_index(0);
    for bytes in MESSAGES {
        let all = schema.redact_state(bytes, Viewer::Spectator);
        let own = schema.redact_state(bytes, Viewer::Seat(seat));
        if all.is_ok() != own.is_ok() || all.is_ok() != schema.check_state(bytes).is_ok() {
            return Err("whether a state is readable depends on who looks".to_owned());
        }
        let action = schema.redact_action(bytes, Viewer::Spectator, seat);
        for redacted in [all, own, action].into_iter().flatten() {
            if redacted.as_bytes().len() > bytes.len() {
                return Err("a redacted message has grown".to_owned());
            }
        }
    }
    Ok(())
}

/// Comments are most of a descriptor set, and nobody compiles them.
fn without_comments(kind: &prost_reflect::MessageDescriptor, set: &[u8]) -> Vec<u8> {
    let mut set = DynamicMessage::decode(kind.clone(), set).expect("our own descriptors are sound");
    let files = set.get_field_by_name_mut("file").and_then(|files| files.as_list_mut());
    for file in files.into_iter().flatten() {
        if let Some(file) = file.as_message_mut() {
            file.clear_field_by_name("source_code_info");
        }
    }
    set.encode_to_vec()
}
