//! Failures of the experiment itself, which say nothing of times.

/// Why times could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum TimingFailure {
    #[error("no port is free: {0}")]
    Port(#[from] std::io::Error),
    #[error("the orchestrator can't be reached: {0}")]
    Connection(#[from] tonic::transport::Error),
    #[error("a call failed: {0}")]
    Call(#[from] Box<tonic::Status>),
    #[error("the game does not come up")]
    NoGame,
    #[error("the game lists an action that can't be read")]
    Unreadable,
    #[error("no seat gets to plan enough in secret")]
    NoPlan,
}

impl From<tonic::Status> for TimingFailure {
    fn from(status: tonic::Status) -> Self {
        Self::Call(Box::new(status))
    }
}
