//! Log of a process: what it wrote to stderr, over all its lives.

use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// The lines of a process; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Arc<Mutex<Vec<String>>>,
}

impl Log {
    /// Copies everything until the process closes its end.
    pub(crate) fn follow(&self, output: impl Read + Send + 'static) -> JoinHandle<()> {
        let lines = Arc::clone(&self.lines);
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                lines.lock().expect(NEVER_POISONED).push(line);
            }
        })
    }

    /// All lines so far.
    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().expect(NEVER_POISONED).clone()
    }

    /// The lines so far at level WARN or ERROR, and those without a level,
    /// which a process writes when it can't log.
    pub fn complaints(&self) -> Vec<String> {
        self.lines().into_iter().filter(|line| !is_calm(line)).collect()
    }
}

fn is_calm(line: &str) -> bool {
    let level = line.split_whitespace().nth(1);
    line.trim().is_empty() || matches!(level, Some("INFO" | "DEBUG" | "TRACE"))
}

const NEVER_POISONED: &str = "no thread panics while it holds the lines";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_warnings_errors_and_lines_that_nobody_formatted() {
        let log = Log::default();
        let output = "2026-01-01T00:00:00Z  INFO fine\n\
                      2026-01-01T00:00:00Z  WARN strange\n\
                      2026-01-01T00:00:00Z ERROR bad\n\
                      thread main panicked\n";
        log.follow(output.as_bytes()).join().expect("it ends with its input");
        assert_eq!(log.lines().len(), 4);
        assert_eq!(log.complaints(), log.lines()[1..]);
    }
}
