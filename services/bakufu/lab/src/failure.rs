//! Everything that an experiment or a measurement can fail with.

use std::io;

use bakufu_cli::{EXIT_FAILURE, EXIT_USAGE, StartError};
use kit_service::telemetry::TelemetryError;
use match_orchestrator_store::OpenError;
use tonic::Status;

/// Why a command did not do what it was asked, as a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What any command can fail with.
    #[error(transparent)]
    Command(#[from] bakufu_cli::Failure),
    /// An experiment has found something.
    #[error("{found}: repeat it with `{repeat}`")]
    Found { found: String, repeat: String },
    /// Hostile input has found something.
    #[error("{0}")]
    Finding(String),
    /// There is no Redis to measure with.
    #[error(
        "redis-server is not installed: install it (Debian and Ubuntu: apt-get install \
         redis-server; macOS: brew install redis), point --redis at one that runs, or measure \
         without with --store memory"
    )]
    NoRedisServer,
    /// Redis does not work.
    #[error("Redis does not answer as it should ({0}): check it, or measure with --store memory")]
    Redis(#[from] redis::RedisError),
    /// The store that is measured fails.
    #[error("the store does not work: {0}")]
    Store(#[from] match_orchestrator_store::Error),
    /// The store does not take what it should.
    #[error("the store refuses a match: somebody else is changing the same ones")]
    NotStored,
    /// A game does not play as it should.
    #[error("a match could not be played ({0}): its game has a fault")]
    NotPlayed(String),
    /// Times can't be compared.
    #[error("no times were compared: {0}")]
    Timing(#[from] bakufu_trials::timing::TimingFailure),
    /// There is no such target of hostile input.
    #[error("there is no target {target:?}: choose one of all, {}", .known.join(", "))]
    UnknownTarget { target: String, known: Vec<String> },
    /// It is no input.
    #[error("an input is written FORM:HEX, with a form of {}", .known.join(", "))]
    Input { known: Vec<String> },
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::UnknownTarget { .. } | Self::Input { .. } => EXIT_USAGE,
            Self::Command(failure) => failure.exit_code(),
            _ => EXIT_FAILURE,
        }
    }
}

macro_rules! from_command {
    ($($source:ty),*) => {$(
        impl From<$source> for Failure {
            fn from(source: $source) -> Self {
                Self::Command(source.into())
            }
        }
    )*};
}

from_command!(io::Error, StartError, Status, TelemetryError);

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        StartError::Unusable(error).into()
    }
}
