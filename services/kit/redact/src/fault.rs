//! Faults that make a schema unusable, and what is said of bytes that do not fit it.

/// Everything that is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the schema cannot be redacted:\n{}", lines(.faults))]
pub struct SchemaFault {
    /// The faults in the order in which they were found, never none.
    pub faults: Vec<Fault>,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Fault {
    /// The full name of the field or message.
    pub place: String,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The bytes are not a descriptor set, or one that contradicts itself.
    #[error("not usable: {0}")]
    BadDescriptors(String),
    /// The game did not say which message plays this part.
    #[error("no message is named")]
    RootNotNamed,
    /// The descriptor set lacks the message.
    #[error("no such message")]
    NoSuchMessage,
    /// The descriptor set declares this visibility option in its own way.
    #[error("differs from the option of this name in bakufu.visibility.v1")]
    ForeignOption,
    /// Neither the field nor its message says who may see it.
    #[error("no audience")]
    NoAudience,
    /// The audience is AUDIENCE_UNSPECIFIED.
    #[error("the audience is declared as unspecified")]
    AudienceUnspecified,
    /// The audience is none of the known ones.
    #[error("unknown audience {0}")]
    AudienceUnknown(i32),
    /// What others receive is none of the known choices.
    #[error("unknown choice {0} of what others receive")]
    OthersUnknown(i32),
    /// The field is for its owner, but nothing says who that is.
    #[error("for the owner, but no message on the path {path} names one")]
    NoOwner {
        /// How the field is reached from a root.
        path: String,
    },
    /// The owner field has another type.
    #[error("an owner field must be a singular uint32")]
    OwnerNotSeat,
    /// The owner field has a default value, so that absence is not zero.
    #[error("an owner field must not have a default value")]
    OwnerWithDefault,
    /// The owner field is hidden from somebody.
    #[error("an owner field must be visible to everyone")]
    OwnerHidden,
    /// The message has an owner field already.
    #[error("a second owner field")]
    SecondOwner,
    /// OTHERS_COUNT stands on a field that is not repeated.
    #[error("only repeated fields can be counted")]
    CountOfSingular,
    /// OTHERS_COUNT stands on a field that nobody is excluded from.
    #[error("counted for others, but visible to everyone")]
    CountForNobody,
    /// OTHERS_COUNT stands on an enum without a value for what is hidden.
    #[error("counted for others, but its enum has no value zero")]
    CountWithoutZero,
    /// OTHERS_COUNT stands on a field of concealed messages, whose number would
    /// betray them.
    #[error("counted for others, but its messages are concealed")]
    CountOfConcealed,
    /// The message is concealed, but has no owner field to say from whom not.
    #[error("concealed, but without an owner field of its own")]
    ConcealedWithoutOwner,
    /// The message is concealed, but nothing holds it that it could be absent
    /// from.
    #[error("a root message cannot be concealed")]
    ConcealedRoot,
    /// Maps have no order and so no canonical encoding.
    #[error("map fields are not supported")]
    Map,
    /// Nobody can tell what is inside.
    #[error("bytes are opaque")]
    Opaque,
    /// A group, which is not used any more.
    #[error("groups are not supported")]
    Group,
    /// A required field, which could not be left out.
    #[error("required fields cannot be hidden")]
    Required,
    /// A message of google.protobuf, whose fields declare no audience.
    #[error("{0} declares no audience")]
    Foreign(String),
    /// The message can be extended by fields that nobody knows.
    #[error("extension ranges are not supported")]
    ExtensionRange,
    /// More singular fields than the reader keeps track of.
    #[error("more than {max} singular fields and oneofs")]
    TooManyFields {
        /// How many there may be.
        max: u32,
    },
}

/// Bytes that are not a message of the expected type.
///
/// It tells the type alone: what the bytes say may be hidden from whoever
/// reads the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a readable {message}")]
pub struct Unreadable {
    /// The full name of the innermost message type that could not be read.
    pub message: String,
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}
