//! Reads the visibility options of fields and messages.

use prost_reflect::{
    DescriptorPool, DynamicMessage, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor,
    Value,
};

use crate::fault::{Fault, Problem};
use crate::plan::Audience;

const AUDIENCE: &str = "bakufu.visibility.v1.audience";
const OTHERS: &str = "bakufu.visibility.v1.others";
const OWNER: &str = "bakufu.visibility.v1.owner";
const DEFAULT_AUDIENCE: &str = "bakufu.visibility.v1.default_audience";
const CONCEALED: &str = "bakufu.visibility.v1.concealed";

/// The options as a descriptor set declares them; those that it does not
/// declare are not set anywhere in it.
pub(crate) struct VisibilityOptions {
    audience: Option<ExtensionDescriptor>,
    others: Option<ExtensionDescriptor>,
    owner: Option<ExtensionDescriptor>,
    default_audience: Option<ExtensionDescriptor>,
    concealed: Option<ExtensionDescriptor>,
}

impl VisibilityOptions {
    /// Finds the options by name. Whoever declares one of them differently
    /// means something else by it, so that is a fault.
    pub(crate) fn find(pool: &DescriptorPool, faults: &mut Vec<Fault>) -> Self {
        let mut find = |name: &str, number: u32, target: &str, kind: &str| {
            let option = pool.get_extension_by_name(name)?;
            let same = option.number() == number
                && !option.is_list()
                && option.containing_message().full_name() == target
                && kind_name(&option.kind()) == kind;
            if !same {
                faults.push(Fault { place: name.into(), problem: Problem::ForeignOption });
            }
            same.then_some(option)
        };
        let field = "google.protobuf.FieldOptions";
        let message = "google.protobuf.MessageOptions";
        let audience = "bakufu.visibility.v1.Audience";
        Self {
            audience: find(AUDIENCE, 50801, field, audience),
            others: find(OTHERS, 50802, field, "bakufu.visibility.v1.Others"),
            owner: find(OWNER, 50803, field, "bool"),
            default_audience: find(DEFAULT_AUDIENCE, 50801, message, audience),
            concealed: find(CONCEALED, 50802, message, "bool"),
        }
    }

    /// The audience that a field declares itself.
    pub(crate) fn audience(&self, field: &FieldDescriptor) -> Option<Result<Audience, Problem>> {
        enum_option(&self.audience, &field.options()).map(audience)
    }

    /// The audience of the fields of a message that declare none.
    pub(crate) fn default_audience(
        &self,
        message: &MessageDescriptor,
    ) -> Option<Result<Audience, Problem>> {
        enum_option(&self.default_audience, &message.options()).map(audience)
    }

    /// Whether viewers outside the audience get default values instead.
    pub(crate) fn is_counted(&self, field: &FieldDescriptor) -> Result<bool, Problem> {
        match enum_option(&self.others, &field.options()) {
            None | Some(0 | 1) => Ok(false),
            Some(2) => Ok(true),
            Some(unknown) => Err(Problem::OthersUnknown(unknown)),
        }
    }

    /// Whether the field names the owner of its message.
    pub(crate) fn is_owner(&self, field: &FieldDescriptor) -> bool {
        is_true(&self.owner, &field.options())
    }

    /// Whether only the owner of the message may know that it is there.
    pub(crate) fn is_concealed(&self, message: &MessageDescriptor) -> bool {
        is_true(&self.concealed, &message.options())
    }
}

fn audience(number: i32) -> Result<Audience, Problem> {
    match number {
        0 => Err(Problem::AudienceUnspecified),
        1 => Ok(Audience::Everyone),
        2 => Ok(Audience::Owner),
        3 => Ok(Audience::Nobody),
        unknown => Err(Problem::AudienceUnknown(unknown)),
    }
}

/// The number that is set; zero counts when it is set explicitly.
fn enum_option(option: &Option<ExtensionDescriptor>, options: &DynamicMessage) -> Option<i32> {
    let option = option.as_ref()?;
    options.has_extension(option).then(|| options.get_extension(option).as_enum_number())?
}

fn is_true(option: &Option<ExtensionDescriptor>, options: &DynamicMessage) -> bool {
    let option = option.as_ref();
    option.is_some_and(|option| *options.get_extension(option) == Value::Bool(true))
}

fn kind_name(kind: &Kind) -> &str {
    match kind {
        Kind::Enum(kind) => kind.full_name(),
        Kind::Bool => "bool",
        _ => "",
    }
}
