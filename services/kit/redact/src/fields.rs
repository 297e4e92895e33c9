//! The fields of one encoded message, each checked against its plan.

use std::str;

use crate::plan::{FieldPlan, MessagePlan, PlanIndex, Shape};
use crate::wire::{Reader, Wire, count_varints};

/// Walks over the fields of one message. Nested messages are handed out
/// unread; everything else is well-formed when it is handed out.
pub(crate) struct Fields<'p, 'b> {
    plan: &'p MessagePlan,
    reader: Reader<'b>,
    seen: u64,
}

/// A field as it was found.
pub(crate) enum Found<'p, 'b> {
    /// The schema does not have it.
    Unknown,
    /// One element, whether or not the field is repeated.
    Single(&'p FieldPlan),
    /// So many elements of a repeated field in one chunk.
    Packed(&'p FieldPlan, usize),
    /// A message that is still to be read.
    Child(&'p FieldPlan, PlanIndex, &'b [u8]),
}

impl<'p, 'b> Fields<'p, 'b> {
    #[inline(always)]
    pub(crate) fn new(plan: &'p MessagePlan, bytes: &'b [u8]) -> Self {
        Self { plan, reader: Reader::new(bytes), seen: 0 }
    }

    /// Where the next field begins.
    #[inline(always)]
    pub(crate) fn at(&self) -> usize {
        self.reader.at()
    }

    #[inline(always)]
    pub(crate) fn is_done(&self) -> bool {
        self.reader.is_done()
    }

    /// The next field; `None` if it is malformed. A singular field or a oneof
    /// that is set for a second time is malformed too: readers let the last
    /// value win, so the first would be seen under a name that it lost.
    // Always inlined, like what it calls, so that a field is taken apart where
    // it is found and does not go through memory first.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Found<'p, 'b>> {
        let (number, wire) = self.reader.tag()?;
        let Some(field) = self.plan.field(number) else {
            self.reader.skip(wire)?;
            return Some(Found::Unknown);
        };
        if self.seen & field.once != 0 {
            return None;
        }
        self.seen |= field.once;
        self.value(field, wire)
    }

    #[inline(always)]
    fn value(&mut self, field: &'p FieldPlan, wire: Wire) -> Option<Found<'p, 'b>> {
        match (field.shape, wire) {
            (Shape::Varint, Wire::Varint) => {
                let value = self.reader.varint()?;
                if field.owner {
                    u32::try_from(value).ok()?;
                }
            }
            (Shape::Fixed32, Wire::Fixed32) => drop(self.reader.take(4)?),
            (Shape::Fixed64, Wire::Fixed64) => drop(self.reader.take(8)?),
            (Shape::Text, Wire::Chunk) => drop(str::from_utf8(self.reader.chunk()?).ok()?),
            (Shape::Message(child), Wire::Chunk) => {
                return Some(Found::Child(field, child, self.reader.chunk()?));
            }
            (shape, Wire::Chunk) if field.repeated => {
                let count = count_packed(shape, self.reader.chunk()?)?;
                return Some(Found::Packed(field, count));
            }
            _ => return None,
        }
        Some(Found::Single(field))
    }
}

/// The owner that a message names: zero if the field is absent, `None` if the
/// message is malformed up to there.
pub(crate) fn find_owner(number: u32, bytes: &[u8]) -> Option<u32> {
    let mut reader = Reader::new(bytes);
    while !reader.is_done() {
        match reader.tag()? {
            (found, Wire::Varint) if found == number => return reader.varint()?.try_into().ok(),
            (_, wire) => reader.skip(wire)?,
        }
    }
    Some(0)
}

fn count_packed(shape: Shape, packed: &[u8]) -> Option<usize> {
    let width = match shape {
        Shape::Varint => return count_varints(packed),
        Shape::Fixed32 => 4,
        Shape::Fixed64 => 8,
        Shape::Text | Shape::Message(_) => return None,
    };
    packed.len().is_multiple_of(width).then_some(packed.len() / width)
}
