//! Process-wide behaviour: the panic hook and the signals.

use std::io;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit_service::Drain;
use kit_service::telemetry::{TelemetryConfig, dispatch, log_panics};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_is_logged_once_with_its_place_and_without_formatted_text() {
    let lines = Lines::default();
    let writer = lines.clone();
    let dispatch = dispatch(&TelemetryConfig::default(), move || writer.clone(), None);
    log_panics();
    tracing::dispatcher::with_default(&dispatch, || {
        let hand = "five of swords";
        std::panic::catch_unwind(|| panic!("the hand is {hand}")).expect_err("it panics");
        std::panic::catch_unwind(|| panic!("a pile is a set")).expect_err("it panics");
    });
    drop(std::panic::take_hook());
    let text =
        String::from_utf8(lines.0.lock().expect("not poisoned").clone()).expect("it is text");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert_eq!(text.matches("tests/process.rs:").count(), 2, "{text}");
    assert!(text.contains("a pile is a set"), "{text}");
    assert!(!text.contains("swords"), "{text}");
}

#[tokio::test]
async fn the_first_signal_begins_the_drain_and_the_second_cuts_it() {
    let drain = Drain::on_signals().expect("signals can be caught");
    let send = |signal: &str| {
        let id = std::process::id().to_string();
        let status = Command::new("kill").args([signal, &id]).status().expect("kill exists");
        assert!(status.success());
    };
    let soon = Duration::from_secs(10);
    send("-TERM");
    tokio::time::timeout(soon, drain.begun()).await.expect("SIGTERM begins");
    send("-INT");
    tokio::time::timeout(soon, drain.was_cut()).await.expect("SIGINT cuts");
}
