//! Violation: something that is not as it must be.

/// Something that contradicts the model, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contradiction(pub(super) String);

impl From<match_orchestrator_store::Error> for Contradiction {
    fn from(error: match_orchestrator_store::Error) -> Self {
        Self(format!("the store itself fails: {error}"))
    }
}
