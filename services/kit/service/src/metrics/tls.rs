//! The labels of what is measured about TLS.

/// Which side of a connection a certificate is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TlsSide {
    /// The side that is connected to.
    Server,
    /// The side that connects.
    Client,
}

/// Why TLS refused a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandshakeFault {
    /// The client has no certificate.
    NoCertificate,
    /// The client's certificate has ended or is of another authority.
    BadCertificate,
    /// The client does not believe us.
    RefusedByPeer,
    /// The client does not speak TLS.
    NotTls,
    /// It took too long.
    Slow,
    /// Anything else, such as a client that went away.
    Other,
}

impl TlsSide {
    /// The label.
    pub fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
        }
    }
}

impl HandshakeFault {
    /// The label.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoCertificate => "no_certificate",
            Self::BadCertificate => "bad_certificate",
            Self::RefusedByPeer => "refused_by_peer",
            Self::NotTls => "not_tls",
            Self::Slow => "slow",
            Self::Other => "other",
        }
    }
}
