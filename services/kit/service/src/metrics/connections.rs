//! The labels of what is measured about connections.

/// A limit of a port that a connection has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionLimit {
    /// As many are open as the port may have.
    Open,
    /// As many are open as one peer may have.
    PerPeer,
    /// The process has no files left.
    OpenFiles,
    /// There was no first request in time.
    FirstRequest,
    /// There was no further request in time.
    Idle,
    /// An answer was not read in time.
    Stall,
}

impl ConnectionLimit {
    /// The label.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "connections",
            Self::PerPeer => "connections_per_peer",
            Self::OpenFiles => "open_files",
            Self::FirstRequest => "first_request",
            Self::Idle => "connection_idle",
            Self::Stall => "answer_stall",
        }
    }
}
