//! How long matches are kept, as options of whoever serves them.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use match_orchestrator_core::Lifetimes;
use match_orchestrator_server::config::read_lifetime;

#[derive(Debug, Args)]
pub(crate) struct LifetimeArguments {
    /// How long a match is kept that nobody starts, such as 7days or 12h; 0 is for
    /// ever
    #[arg(long, value_name = "TIME", default_value = "7days", env = "BAKUFU_KEEP_SEATING")]
    keep_seating: Lifetime,
    /// How long a match goes on in which nobody acts
    #[arg(long, value_name = "TIME", default_value = "90days", env = "BAKUFU_KEEP_IDLE")]
    keep_idle: Lifetime,
    /// How long a finished match is kept
    #[arg(long, value_name = "TIME", default_value = "180days", env = "BAKUFU_KEEP_FINISHED")]
    keep_finished: Lifetime,
    /// Keep a finished match until `bakufu admin archive` has it, however old it is
    #[arg(long, env = "BAKUFU_ARCHIVE_FIRST")]
    archive_first: bool,
}

impl LifetimeArguments {
    pub(crate) fn lifetimes(&self) -> Lifetimes {
        Lifetimes {
            seating: self.keep_seating.0,
            idle: self.keep_idle.0,
            finished: self.keep_finished.0,
            wait_for_archive: self.archive_first,
            ..Lifetimes::default()
        }
    }
}

/// How long something is kept; nothing is for ever.
#[derive(Clone, Copy, Debug)]
struct Lifetime(Option<Duration>);

impl FromStr for Lifetime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_lifetime(text).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Server {
        #[command(flatten)]
        lifetimes: LifetimeArguments,
    }

    fn read(words: &[&str]) -> Result<Lifetimes, clap::Error> {
        let words = ["server"].iter().chain(words);
        Server::try_parse_from(words).map(|server| server.lifetimes.lifetimes())
    }

    #[test]
    fn nothing_said_is_what_an_orchestrator_takes() {
        assert_eq!(read(&[]).expect("no fault"), Lifetimes::default());
    }

    #[test]
    fn each_option_is_a_lifetime_of_its_own() {
        let words = ["--keep-seating", "1day", "--keep-idle", "2h", "--keep-finished", "0"];
        let lifetimes = read(&words).expect("no fault");
        assert_eq!(lifetimes.seating, Some(Duration::from_secs(24 * 60 * 60)));
        assert_eq!(lifetimes.idle, Some(Duration::from_secs(2 * 60 * 60)));
        assert_eq!((lifetimes.finished, lifetimes.wait_for_archive), (None, false));
        assert!(read(&["--archive-first"]).expect("no fault").wait_for_archive);
        for wrong in ["1s", "soon", ""] {
            let fault = read(&["--keep-idle", wrong]).expect_err("it is refused").to_string();
            assert!(fault.contains("--keep-idle"), "{fault}");
        }
    }
}
