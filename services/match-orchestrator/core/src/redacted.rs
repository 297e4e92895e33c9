//! Messages that hold nothing their recipient may not see.

use kit_proto::bakufu::play::v1 as play;
use kit_reason::Reason;

/// A message for one viewer. Whatever tells something of a match is made in
/// this crate only, so who accepts nothing but this type can send nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct Redacted<M>(M);

/// A message that tells nothing of any match.
pub trait Public: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! public {
    ($($message:ident),+ $(,)?) => {
        $(
            impl sealed::Sealed for play::$message {}
            impl Public for play::$message {}
        )+
    };
}

public!(
    DeleteMatchResponse,
    DrainGameResponse,
    ErasePlayerResponse,
    GetGameSchemaResponse,
    ListGameVersionsResponse,
    ListGamesResponse,
    ListUnarchivedResponse,
    MarkArchivedResponse,
    NoteRestoredResponse,
    RegisterGameResponse,
    RemoveMatchResponse,
);

impl<M> Redacted<M> {
    pub(crate) fn new(message: M) -> Self {
        Self(message)
    }

    /// The message, for the encoder.
    pub fn into_message(self) -> M {
        self.0
    }

    /// The message, to be looked at.
    pub fn message(&self) -> &M {
        &self.0
    }
}

/// What tells nothing of any match is for everyone.
impl<M: Public> From<M> for Redacted<M> {
    fn from(message: M) -> Self {
        Self(message)
    }
}

/// A refusal is made of what the caller sent and of what it may know: its
/// variants hold nothing else, and what rules say passes [`crate::passed_on`].
impl From<Reason> for Redacted<Reason> {
    fn from(reason: Reason) -> Self {
        Self(reason)
    }
}
