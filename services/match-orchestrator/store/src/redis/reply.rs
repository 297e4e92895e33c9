//! Reading what Redis answers.

use ::redis::Value;
use bytes::Bytes;

use super::failure::unreadable;
use crate::{Claim, Error, PriorRequest, Stored};

/// The parts of an answer, taken one after the other.
pub(super) struct Reply {
    doing: &'static str,
    parts: std::vec::IntoIter<Value>,
}

impl Reply {
    pub(super) fn list(doing: &'static str, value: Value) -> Result<Self, Error> {
        match value {
            Value::Array(parts) | Value::Set(parts) => Ok(Self { doing, parts: parts.into_iter() }),
            // A hash, as newer protocols have it: fields and values in turn.
            Value::Map(pairs) => {
                let parts: Vec<Value> = pairs.into_iter().flat_map(|(k, v)| [k, v]).collect();
                Ok(Self { doing, parts: parts.into_iter() })
            }
            // Some commands have no other word for an empty list.
            Value::Nil => Ok(Self { doing, parts: Vec::new().into_iter() }),
            _ => Err(unreadable(doing)),
        }
    }

    /// How many parts are left.
    pub(super) fn left(&self) -> usize {
        self.parts.len()
    }

    /// The next part, whatever it is.
    pub(super) fn value(&mut self) -> Result<Value, Error> {
        self.parts.next().ok_or_else(|| unreadable(self.doing))
    }

    /// The next part, which is a list.
    pub(super) fn sublist(&mut self) -> Result<Self, Error> {
        Self::list(self.doing, self.value()?)
    }

    /// The next part, which may be nothing.
    pub(super) fn bytes_or_nothing(&mut self) -> Result<Option<Bytes>, Error> {
        match self.parts.next() {
            Some(value) => bytes(self.doing, value),
            None => Ok(None),
        }
    }

    /// The next part, which must be something.
    pub(super) fn bytes(&mut self) -> Result<Bytes, Error> {
        self.bytes_or_nothing()?.ok_or_else(|| unreadable(self.doing))
    }

    /// The next part, which is text.
    pub(super) fn text(&mut self) -> Result<String, Error> {
        text(self.doing, self.bytes()?)
    }

    /// The next part, which is text or nothing.
    pub(super) fn text_or_nothing(&mut self) -> Result<Option<String>, Error> {
        self.bytes_or_nothing()?.map(|bytes| text(self.doing, bytes)).transpose()
    }

    /// The next part, which is a number in decimal digits.
    pub(super) fn number(&mut self) -> Result<u64, Error> {
        self.text()?.parse().map_err(|_| unreadable(self.doing))
    }

    /// The next part, which is a number as such.
    pub(super) fn integer(&mut self) -> Result<i64, Error> {
        match self.value()? {
            Value::Int(number) => Ok(number),
            _ => Err(unreadable(self.doing)),
        }
    }

    /// The remaining parts, which are texts.
    pub(super) fn texts(mut self) -> Result<Vec<String>, Error> {
        (0..self.left()).map(|_| self.text()).collect()
    }

    /// Commit, roster and position; nothing if there is no such match.
    pub(super) fn stored(mut self) -> Result<Option<Stored>, Error> {
        let Some(commit) = self.text_or_nothing()? else { return Ok(None) };
        let commit = commit.parse().map_err(|_| unreadable(self.doing))?;
        Ok(Some(Stored { commit, roster: self.bytes()?, position: self.bytes()? }))
    }
}

/// The bytes of an answer, or nothing.
pub(super) fn bytes(doing: &'static str, value: Value) -> Result<Option<Bytes>, Error> {
    match value {
        Value::Nil => Ok(None),
        Value::BulkString(bytes) => Ok(Some(bytes.into())),
        Value::SimpleString(text) => Ok(Some(text.into())),
        Value::Okay => Ok(Some(Bytes::from_static(b"OK"))),
        _ => Err(unreadable(doing)),
    }
}

fn text(doing: &'static str, bytes: Bytes) -> Result<String, Error> {
    String::from_utf8(bytes.into()).map_err(|_| unreadable(doing))
}

/// The use of a request id: the fingerprint, then the commit.
pub(super) fn prior_request(doing: &'static str, kept: &[u8]) -> Result<PriorRequest, Error> {
    let (fingerprint, commit) = fingerprint_and_text(doing, kept)?;
    Ok(PriorRequest { commit: commit.parse().map_err(|_| unreadable(doing))?, fingerprint })
}

/// How a claim is kept: the fingerprint, then the match id.
pub(super) fn claim_bytes(claim: &Claim) -> Vec<u8> {
    [claim.fingerprint.as_slice(), claim.match_id.as_bytes()].concat()
}

/// The reverse of [`claim_bytes`].
pub(super) fn claim(doing: &'static str, kept: &[u8]) -> Result<Claim, Error> {
    let (fingerprint, match_id) = fingerprint_and_text(doing, kept)?;
    Ok(Claim { match_id: match_id.to_owned(), fingerprint })
}

fn fingerprint_and_text<'a>(
    doing: &'static str,
    kept: &'a [u8],
) -> Result<([u8; 16], &'a str), Error> {
    let (fingerprint, text) = kept.split_first_chunk().ok_or_else(|| unreadable(doing))?;
    Ok((*fingerprint, std::str::from_utf8(text).map_err(|_| unreadable(doing))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_use_of_a_request_can_be_read() {
        let prior = PriorRequest { commit: u64::MAX, fingerprint: [0xfe; 16] };
        let kept = [[0xfe; 16].as_slice(), u64::MAX.to_string().as_bytes()].concat();
        assert_eq!(prior_request("test", &kept).expect("it is well formed"), prior);
        assert!(prior_request("test", &kept[..20][..15]).is_err());
        assert!(prior_request("test", b"0123456789abcdef-no-number").is_err());
    }
}
