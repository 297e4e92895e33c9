//! Where results go: standard output, or a buffer in tests.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

/// Writes results, and reports when nobody reads them any more.
pub struct Output<'a> {
    writer: &'a mut dyn Write,
}

impl<'a> Output<'a> {
    /// Output that goes to this writer.
    pub fn new(writer: &'a mut dyn Write) -> Self {
        Self { writer }
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If the writer refuses it.
    pub fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.writer, "{line}")
    }

    /// Writes a value as JSON that people can read as well.
    ///
    /// # Errors
    /// If the writer refuses it.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *self.writer, value).map_err(io::Error::from)?;
        writeln!(self.writer)
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// If the writer refuses them.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    /// Shows everything that was written so far.
    ///
    /// # Errors
    /// If the writer refuses it.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
