//! Weakens the visibility options of a schema, one or several at a time.

use std::fmt;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, Value};

const EVERYONE: i32 = 1;
const OWNER: i32 = 2;
const NOBODY: i32 = 3;
const COUNT: i32 = 2;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mutation {
    /// The message, without its package.
    pub message: String,
    /// The field, unless the option is that of the whole message.
    pub field: Option<String>,
    pub weakening: Weakening,
}

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weakening {
    /// What only the owner sees, everyone sees.
    OwnerToEveryone,
    /// What nobody sees, everyone sees.
    NobodyToEveryone,
    /// What others only count, they see.
    CountToAll,
    /// What others must not know of, they know of.
    Unconcealed,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(field) = &self.field {
            write!(f, ".{field}")?;
        }
        f.write_str(match self.weakening {
            Weakening::OwnerToEveryone => ": owner → everyone",
            Weakening::NobodyToEveryone => ": nobody → everyone",
            Weakening::CountToAll => ": count → all",
            Weakening::Unconcealed => ": concealed → known",
        })
    }
}

/// Everything that can be weakened in a schema.
pub(super) fn mutations(descriptor_set: &[u8]) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    weaken(descriptor_set, &mut |mutation| {
        mutations.push(mutation.clone());
        false
    });
    mutations
}

/// The schema, weakened wherever `decide` says so.
///
/// # Panics
/// If the bytes are not a descriptor set that a game could have.
pub(super) fn weaken(descriptor_set: &[u8], decide: &mut dyn FnMut(&Mutation) -> bool) -> Vec<u8> {
    let pool = DescriptorPool::decode(descriptor_set).expect("a game's schema compiles");
    // The generated types would lose the options, which are extensions.
    let kind = pool.get_message_by_name("google.protobuf.FileDescriptorSet");
    let kind = kind.expect("the visibility options come with the messages that they extend");
    let mut set = DynamicMessage::decode(kind, descriptor_set).expect("it was decoded before");
    let mut weakener = Weakener { options: Options::find(&pool), decide };
    for file in list(&mut set, "file") {
        for message in list(file, "message_type") {
            weakener.message("", message);
        }
    }
    set.encode_to_vec()
}

struct Options {
    audience: ExtensionDescriptor,
    others: ExtensionDescriptor,
    default_audience: ExtensionDescriptor,
    concealed: ExtensionDescriptor,
}

impl Options {
    fn find(pool: &DescriptorPool) -> Self {
        let find = |name: &str| {
            let option = pool.get_extension_by_name(&format!("bakufu.visibility.v1.{name}"));
            option.expect("a game's schema knows the visibility options")
        };
        Self {
            audience: find("audience"),
            others: find("others"),
            default_audience: find("default_audience"),
            concealed: find("concealed"),
        }
    }
}

struct Weakener<'d> {
    options: Options,
    decide: &'d mut dyn FnMut(&Mutation) -> bool,
}

impl Weakener<'_> {
    fn message(&mut self, around: &str, message: &mut DynamicMessage) {
        let name = format!("{around}{}", text(message, "name"));
        if message.has_field_by_name("options") {
            self.message_options(&name, inner(message, "options"));
        }
        for field in list(message, "field") {
            if field.has_field_by_name("options") {
                let field_name = text(field, "name");
                self.field_options(&name, &field_name, inner(field, "options"));
            }
        }
        for nested in list(message, "nested_type") {
            self.message(&format!("{name}."), nested);
        }
    }

    fn message_options(&mut self, message: &str, options: &mut DynamicMessage) {
        let Options { default_audience, concealed, .. } = &self.options;
        let mut decide = |weakening| {
            (self.decide)(&Mutation { message: message.to_owned(), field: None, weakening })
        };
        let audience = options.get_extension(default_audience).as_enum_number();
        if audience.and_then(to_everyone).is_some_and(&mut decide) {
            options.set_extension(default_audience, Value::EnumNumber(EVERYONE));
        }
        let is_concealed = options.get_extension(concealed).as_bool() == Some(true);
        if is_concealed && decide(Weakening::Unconcealed) {
            options.set_extension(concealed, Value::Bool(false));
        }
    }

    fn field_options(&mut self, message: &str, field: &str, options: &mut DynamicMessage) {
        let Options { audience, others, .. } = &self.options;
        let mut decide = |weakening| {
            let (message, field) = (message.to_owned(), Some(field.to_owned()));
            (self.decide)(&Mutation { message, field, weakening })
        };
        let declared = options.get_extension(audience).as_enum_number();
        if declared.and_then(to_everyone).is_some_and(&mut decide) {
            options.set_extension(audience, Value::EnumNumber(EVERYONE));
        }
        let is_counted = options.get_extension(others).as_enum_number() == Some(COUNT);
        if is_counted && decide(Weakening::CountToAll) {
            options.clear_extension(others);
            options.set_extension(audience, Value::EnumNumber(EVERYONE));
        }
    }
}

fn to_everyone(audience: i32) -> Option<Weakening> {
    match audience {
        OWNER => Some(Weakening::OwnerToEveryone),
        NOBODY => Some(Weakening::NobodyToEveryone),
        _ => None,
    }
}

fn list<'m>(
    message: &'m mut DynamicMessage,
    field: &str,
) -> impl Iterator<Item = &'m mut DynamicMessage> {
    let values = message.get_field_by_name_mut(field).and_then(Value::as_list_mut);
    values.into_iter().flatten().filter_map(Value::as_message_mut)
}

fn inner<'m>(message: &'m mut DynamicMessage, field: &str) -> &'m mut DynamicMessage {
    let value = message.get_field_by_name_mut(field).and_then(Value::as_message_mut);
    value.expect("a descriptor has this field")
}

fn text(message: &DynamicMessage, field: &str) -> String {
    let value = message.get_field_by_name(field);
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
