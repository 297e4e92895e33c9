//! Readers that go away before everything is written.

use std::io::{Error, ErrorKind, Result, Write, empty};

use crate::command::into;

/// A pipe whose reader is gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A disk without space.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> Result<usize> {
        Err(Error::from(ErrorKind::StorageFull))
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut err = Vec::new();
    for words in ["games", "--help"] {
        assert_eq!(into(&[words], &mut empty(), &mut Closed, &mut err), 0);
    }
    assert_eq!(err, b"");
}

#[test]
fn a_result_that_can_not_be_written_is_a_failure() {
    let mut err = Vec::new();
    assert_eq!(into(&["games"], &mut empty(), &mut Full, &mut err), 1);
    assert!(String::from_utf8_lossy(&err).contains("write the result"));
}
