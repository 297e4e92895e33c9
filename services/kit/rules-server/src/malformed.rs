//! Input that does not mean anything, with every bad field at once.

use kit_reason::{FieldFault, Reason};

/// A message that can't be read, field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong, never empty.
    pub faults: Vec<FieldFault>,
}

impl Malformed {
    /// One bad field.
    pub fn field(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self { faults: vec![FieldFault { field: field.into(), why: why.into() }] }
    }

    /// One field, which is bad itself.
    pub fn itself(why: impl Into<String>) -> Self {
        Self::field("", why)
    }

    /// The same faults, seen from the message around them.
    #[must_use]
    pub fn inside(mut self, outer: &str) -> Self {
        for fault in &mut self.faults {
            let inner = &fault.field;
            let dot = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
            fault.field = format!("{outer}{dot}{inner}");
        }
        self
    }

    /// Adds the faults of another result, so that all are reported at once.
    pub fn gather<T>(faults: &mut Vec<FieldFault>, result: Result<T, Self>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(malformed) => {
                faults.extend(malformed.faults);
                None
            }
        }
    }
}

impl From<Malformed> for Reason {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed.faults)
    }
}
