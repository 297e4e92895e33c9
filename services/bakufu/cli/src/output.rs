//! Destination of results: standard output, or a buffer in tests.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

/// Writes results, and reports when nobody reads them any more.
pub struct Output<'a> {
    writer: &'a mut dyn Write,
    is_styled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// What the lines below it are about.
    Heading(String),
    Text(String),
    /// What can be done about it.
    Hint(String),
}

impl<'a> Output<'a> {
    /// Output for files, pipes and tests.
    pub fn plain(writer: &'a mut dyn Write) -> Self {
        Self { writer, is_styled: false }
    }

    /// Output for a terminal that shows bold letters and colours.
    pub fn styled(writer: &'a mut dyn Write) -> Self {
        Self { writer, is_styled: true }
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If the writer refuses it.
    pub fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.writer, "{line}")
    }

    /// Writes without ending the line.
    pub(crate) fn text(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.writer, "{text}")
    }

    /// Writes lines for people.
    pub(crate) fn show(&mut self, lines: &[Line]) -> io::Result<()> {
        for line in lines {
            let (style, text) = match line {
                Line::Heading(text) => (Style::new().bold(), text),
                Line::Text(text) => (Style::new(), text),
                Line::Hint(text) => (AnsiColor::Cyan.on_default(), text),
            };
            let style = if self.is_styled { style } else { Style::new() };
            writeln!(self.writer, "{style}{text}{style:#}")?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_styled_output_has_colours() {
        let lines = [Line::Heading("a".to_owned()), Line::Text("b".to_owned())];
        let (mut plain, mut styled) = (Vec::new(), Vec::new());
        Output::plain(&mut plain).show(&lines).expect("a buffer takes everything");
        Output::styled(&mut styled).show(&lines).expect("a buffer takes everything");
        assert_eq!(plain, b"a\nb\n");
        assert_eq!(styled, b"\x1b[1ma\x1b[0m\nb\n");
    }
}
