//! Source of answers: a person at a terminal, a script, or a test.

use std::io::{self, BufRead};

use crate::output::Output;

/// Reads answers, one line each.
pub struct Input<'a> {
    reader: &'a mut dyn BufRead,
    is_terminal: bool,
}

impl<'a> Input<'a> {
    /// Answers of a script. Questions and answers are both written down, so
    /// that what was said can be read afterwards.
    pub fn script(reader: &'a mut dyn BufRead) -> Self {
        Self { reader, is_terminal: false }
    }

    /// Answers of a person, whose terminal shows what is typed.
    pub fn terminal(reader: &'a mut dyn BufRead) -> Self {
        Self { reader, is_terminal: true }
    }

    /// Asks, and returns the answer without the spaces around it; none if
    /// nobody answers any more.
    ///
    /// # Errors
    /// If the input can't be read, or the question not be written.
    pub(crate) fn ask(
        &mut self,
        question: &str,
        output: &mut Output<'_>,
    ) -> io::Result<Option<String>> {
        if self.is_terminal {
            output.text(format_args!("{question} "))?;
        }
        output.flush()?;
        let answer = self.line()?;
        match &answer {
            Some(answer) if !self.is_terminal => {
                output.line(format_args!("{question} {answer}"))?;
            }
            // The cursor still stands behind the question.
            None if self.is_terminal => output.line("")?,
            _ => {}
        }
        Ok(answer)
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.reader.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(answers: &str, is_terminal: bool) -> (Vec<Option<String>>, String) {
        let (mut reader, mut written) = (answers.as_bytes(), Vec::new());
        let mut input = Input { reader: &mut reader, is_terminal };
        let mut output = Output::plain(&mut written);
        let mut ask = || input.ask(">", &mut output).expect("a buffer takes everything");
        let answers = vec![ask(), ask(), ask()];
        (answers, String::from_utf8(written).expect("it is text"))
    }

    #[test]
    fn the_last_line_needs_no_end_and_then_nobody_answers() {
        let (answers, _) = asked(" one \r\ntwo", false);
        assert_eq!(answers, [Some("one".to_owned()), Some("two".to_owned()), None]);
    }

    #[test]
    fn a_script_is_written_down_and_a_person_is_not_repeated() {
        assert_eq!(asked("1\n2\n", false).1, "> 1\n> 2\n");
        assert_eq!(asked("1\n2\n", true).1, "> > > \n");
    }
}
