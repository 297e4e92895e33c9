//! The wire format: reading with suspicion, writing by the shortest form.

/// How a value follows its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Varint,
    Fixed64,
    Chunk,
    Fixed32,
}

impl Wire {
    fn code(self) -> u32 {
        match self {
            Self::Varint => 0,
            Self::Fixed64 => 1,
            Self::Chunk => 2,
            Self::Fixed32 => 5,
        }
    }
}

/// Reads a message from front to back. `None` always means that the bytes are
/// malformed; the reader is of no use afterwards.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    #[inline(always)]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    #[inline(always)]
    pub(crate) fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// A field number, never zero, and how its value follows. Groups are
    /// malformed here, since no schema that compiles has one.
    #[inline(always)]
    pub(crate) fn tag(&mut self) -> Option<(u32, Wire)> {
        let tag = u32::try_from(self.varint()?).ok()?;
        let wire = match tag & 7 {
            0 => Wire::Varint,
            1 => Wire::Fixed64,
            2 => Wire::Chunk,
            5 => Wire::Fixed32,
            _ => return None,
        };
        let number = tag >> 3;
        (number != 0).then_some((number, wire))
    }

    /// A number in its shortest form. A longer form of the same number is
    /// refused: no encoder writes it, and it could smuggle something.
    #[inline(always)]
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let first = u64::from(self.byte()?);
        if first < 0x80 {
            return Some(first);
        }
        let second = u64::from(self.byte()?);
        match second {
            0 => None,
            1..0x80 => Some(first & 0x7f | second << 7),
            _ => self.long_varint(first & 0x7f | (second & 0x7f) << 7),
        }
    }

    /// As many bytes as the varint in front of them says.
    #[inline(always)]
    pub(crate) fn chunk(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.varint()?).ok()?;
        self.take(length)
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(crate) fn skip(&mut self, wire: Wire) -> Option<()> {
        match wire {
            Wire::Varint => self.varint().map(drop),
            Wire::Fixed64 => self.take(8).map(drop),
            Wire::Chunk => self.chunk().map(drop),
            Wire::Fixed32 => self.take(4).map(drop),
        }
    }

    #[inline(always)]
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// The rest of a number whose first two bytes are read.
    fn long_varint(&mut self, mut value: u64) -> Option<u64> {
        for shift in (14..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            // The tenth byte has room for one bit only.
            if shift == 63 && byte > 1 {
                return None;
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return (byte != 0).then_some(value);
            }
        }
        None
    }
}

/// How many varints a packed field holds.
pub(crate) fn count_varints(packed: &[u8]) -> Option<usize> {
    // Small numbers take one byte each, which is what games mostly send.
    if packed.is_ascii() {
        return Some(packed.len());
    }
    let mut reader = Reader::new(packed);
    let mut count = 0;
    while !reader.is_done() {
        reader.varint()?;
        count += 1;
    }
    Some(count)
}

/// How many bytes a varint takes.
pub(crate) fn varint_length(value: usize) -> usize {
    let bits = usize::BITS - (value | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

pub(crate) fn put_tag(out: &mut Vec<u8>, number: u32, wire: Wire) {
    put_varint(out, (number << 3 | wire.code()) as usize);
}

pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes a chunk of at most `length_max` bytes, with its length in front.
pub(crate) fn put_chunk<E>(
    out: &mut Vec<u8>,
    length_max: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    let start = out.len();
    let room = varint_length(length_max);
    out.resize(start + room, 0);
    write(out)?;
    let mut length = out.len() - start - room;
    debug_assert!(length <= length_max, "a redacted message does not grow");
    let needed = varint_length(length);
    if needed < room {
        out.copy_within(start + room.., start + needed);
        out.truncate(start + needed + length);
    }
    for byte in &mut out[start..start + needed - 1] {
        *byte = length as u8 | 0x80;
        length >>= 7;
    }
    out[start + needed - 1] = length as u8;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn varint(bytes: &[u8]) -> Option<u64> {
        Reader::new(bytes).varint()
    }

    #[test]
    fn numbers_are_read_in_their_shortest_form_only() {
        assert_eq!(varint(&[0]), Some(0));
        assert_eq!(varint(&[0x80, 0x01]), Some(128));
        assert_eq!(varint(&[0x80, 0x00]), None);
        assert_eq!(varint(&[0x80]), None);
        assert_eq!(varint(&[]), None);
        let mut largest = [0xff; 10];
        largest[9] = 1;
        assert_eq!(varint(&largest), Some(u64::MAX));
        largest[9] = 2;
        assert_eq!(varint(&largest), None);
        assert_eq!(varint(&[0xff; 11]), None);
    }

    #[test]
    fn tags_without_a_field_number_or_with_a_group_are_malformed() {
        let tag = |byte: u8| Reader::new(&[byte]).tag();
        assert_eq!(tag(0x0d), Some((1, Wire::Fixed32)));
        assert_eq!(tag(0x02), None);
        for group_or_undefined in [0x0b, 0x0c, 0x0e, 0x0f] {
            assert_eq!(tag(group_or_undefined), None);
        }
        assert_eq!(Reader::new(&[0x80, 0x80, 0x80, 0x80, 0x10]).tag(), None);
    }

    #[test]
    fn varints_take_as_many_bytes_as_are_said() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u32::MAX as usize, usize::MAX] {
            let mut out = Vec::new();
            put_varint(&mut out, value);
            assert_eq!(out.len(), varint_length(value), "{value}");
            assert_eq!(varint(&out), Some(value as u64));
        }
    }

    #[test]
    fn a_chunk_that_turns_out_shorter_gets_a_shorter_length() {
        for (length, length_max) in [(0, 0), (5, 127), (5, 128), (0, 20_000), (300, 20_000)] {
            let mut out = vec![9];
            let written: Result<(), Infallible> = put_chunk(&mut out, length_max, |out| {
                out.extend(vec![7; length]);
                Ok(())
            });
            assert_eq!(written, Ok(()));
            let mut reader = Reader::new(&out);
            assert_eq!(reader.byte(), Some(9));
            assert_eq!(reader.chunk(), Some(&vec![7; length][..]));
            assert!(reader.is_done());
        }
    }
}
