//! Log lines as a test sees them.

use std::io;
use std::sync::{Arc, Mutex};

use tracing::Subscriber;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;

/// Collects what is logged, formatted as a person would read it.
#[derive(Clone, Debug, Default)]
pub struct LogCapture {
    written: Arc<Mutex<Vec<u8>>>,
}

impl LogCapture {
    /// An empty capture.
    pub fn new() -> Self {
        Self::default()
    }

    /// A layer that writes into this capture, spans with their fields included.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        tracing_subscriber::fmt::layer().with_ansi(false).with_writer(self.clone())
    }

    /// Captures everything that the current thread logs while the guard lives.
    /// A test on a single-threaded runtime so sees all of its tasks.
    #[must_use = "the capture ends when the guard is dropped"]
    pub fn install(&self) -> DefaultGuard {
        tracing::subscriber::set_default(tracing_subscriber::registry().with(self.layer()))
    }

    /// The lines so far.
    pub fn lines(&self) -> Vec<String> {
        let written = self.written.lock().expect("no test panics while it writes a log line");
        String::from_utf8_lossy(&written).lines().map(str::to_owned).collect()
    }

    /// The lines so far at level WARN or ERROR.
    pub fn complaints(&self) -> Vec<String> {
        let loud = |line: &String| {
            line.split_whitespace().take(2).any(|word| word == "WARN" || word == "ERROR")
        };
        self.lines().into_iter().filter(loud).collect()
    }
}

impl io::Write for LogCapture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.written.lock().expect("no test panics while it writes a log line");
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogCapture {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_carry_level_fields_and_message() {
        let capture = LogCapture::new();
        let guard = capture.install();
        tracing::info!(seat = 3, "sat down");
        tracing::warn!("stood up");
        drop(guard);
        tracing::info!("not captured any more");

        let lines = capture.lines();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("INFO") && lines[0].contains("seat=3"), "{}", lines[0]);
        assert_eq!(capture.complaints(), lines[1..]);
    }
}
