//! Builds a view by copying what its viewer may see.

use crate::check::{DEPTH_MAX, Malformed, check};
use crate::fields::{Fields, Found, find_owner};
use crate::plan::{Audience, FieldPlan, MessagePlan, PlanIndex, Shape};
use crate::wire::{Wire, put_chunk, put_tag, put_varint};

/// Copies a message and everything in it, as far as a viewer may see it.
///
/// What the viewer may not see is read all the same, so that whether a message
/// is malformed never depends on who looks.
pub(crate) struct Copier<'p> {
    pub(crate) plans: &'p [MessagePlan],
    pub(crate) recipients: Recipients,
}

/// For whom a message is copied.
#[derive(Clone, Copy)]
pub(crate) enum Recipients {
    /// One viewer: its seat, or zero for a spectator.
    One(u32),
    /// Everybody but this seat, together.
    AllBut(u32),
}

impl Recipients {
    /// Whether they see what is for this seat.
    #[inline]
    fn include(self, seat: u32) -> bool {
        match self {
            Self::One(viewer) => seat == viewer,
            Self::AllBut(excluded) => seat != excluded,
        }
    }
}

impl Copier<'_> {
    /// `owner` is the seat that the messages around this one name, or zero.
    pub(crate) fn message(
        &self,
        index: PlanIndex,
        bytes: &[u8],
        owner: u32,
        depth: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), Malformed> {
        if depth > DEPTH_MAX {
            return Err(Malformed(index));
        }
        let plan = &self.plans[index.place()];
        let owner = match plan.owner {
            Some(number) => find_owner(number, bytes).ok_or(Malformed(index))?,
            None => owner,
        };
        let mut fields = Fields::new(plan, bytes);
        // Neighbours that stay as they are are copied together: this is where
        // those that were not copied yet begin.
        let mut run = 0;
        while !fields.is_done() {
            let start = fields.at();
            let found = fields.next().ok_or(Malformed(index))?;
            if self.stays(&found, owner, depth)? {
                continue;
            }
            out.extend_from_slice(&bytes[run..start]);
            run = fields.at();
            self.replace(&found, owner, depth, out)?;
        }
        out.extend_from_slice(&bytes[run..]);
        Ok(())
    }

    /// Whether the viewer receives the field exactly as it is encoded.
    #[inline]
    fn stays(&self, found: &Found<'_, '_>, owner: u32, depth: usize) -> Result<bool, Malformed> {
        match *found {
            Found::Unknown => Ok(false),
            Found::Single(field) | Found::Packed(field, _) => Ok(self.sees(field, owner)),
            Found::Child(field, child, bytes) => Ok(self.sees(field, owner)
                && self.plans[child.place()].open
                && check(self.plans, child, bytes, depth + 1)?),
        }
    }

    /// Writes what the viewer receives in place of a field.
    fn replace(
        &self,
        found: &Found<'_, '_>,
        owner: u32,
        depth: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), Malformed> {
        match *found {
            Found::Child(field, child, bytes)
                if self.sees(field, owner) && self.knows(child, bytes)? =>
            {
                put_tag(out, field.number, Wire::Chunk);
                return put_chunk(out, bytes.len(), |out| {
                    self.message(child, bytes, owner, depth + 1, out)
                });
            }
            Found::Child(field, child, bytes) => {
                check(self.plans, child, bytes, depth + 1)?;
                put_face_down(field, out);
            }
            Found::Single(field) => put_face_down(field, out),
            Found::Packed(field, count) => put_packed_face_down(field, count, out),
            Found::Unknown => {}
        }
        Ok(())
    }

    /// Whether the viewer may know that a message in a visible field is there.
    fn knows(&self, index: PlanIndex, bytes: &[u8]) -> Result<bool, Malformed> {
        let plan = &self.plans[index.place()];
        if !plan.concealed {
            return Ok(true);
        }
        let number = plan.owner.expect("a concealed message has an owner field");
        let owner = find_owner(number, bytes).ok_or(Malformed(index))?;
        Ok(self.owns(owner))
    }

    #[inline]
    fn sees(&self, field: &FieldPlan, owner: u32) -> bool {
        match field.audience {
            Audience::Everyone => true,
            Audience::Owner => self.owns(owner),
            Audience::Nobody => false,
        }
    }

    /// Nobody owns what belongs to seat zero, not even a spectator.
    #[inline]
    fn owns(&self, owner: u32) -> bool {
        owner != 0 && self.recipients.include(owner)
    }
}

/// One default value, if hidden elements of this field are counted.
fn put_face_down(field: &FieldPlan, out: &mut Vec<u8>) {
    if !field.counted {
        return;
    }
    let (wire, zeros) = match field.shape {
        Shape::Varint => (Wire::Varint, 1),
        Shape::Fixed32 => (Wire::Fixed32, 4),
        Shape::Fixed64 => (Wire::Fixed64, 8),
        // A length of zero, and nothing after it.
        Shape::Text | Shape::Message(_) => (Wire::Chunk, 1),
    };
    put_tag(out, field.number, wire);
    out.resize(out.len() + zeros, 0);
}

/// So many default values in one chunk, if they are counted.
fn put_packed_face_down(field: &FieldPlan, count: usize, out: &mut Vec<u8>) {
    if !field.counted || count == 0 {
        return;
    }
    let width = match field.shape {
        Shape::Fixed32 => 4,
        Shape::Fixed64 => 8,
        Shape::Varint | Shape::Text | Shape::Message(_) => 1,
    };
    put_tag(out, field.number, Wire::Chunk);
    put_varint(out, count * width);
    out.resize(out.len() + count * width, 0);
}
