//! Errors in certificates, keys and addresses.

use std::io;
use std::path::PathBuf;

use rustls::pki_types::pem;
use rustls::server::VerifierBuilderError;
use thiserror::Error;

/// Files from which no TLS can be made.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file can't be read.
    #[error("read {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    /// A file is no PEM, or has no section of the kind that is needed.
    #[error("{path} holds no {what} in PEM: {source}")]
    Pem { path: PathBuf, what: &'static str, source: pem::Error },
    /// A certificate can't be read.
    #[error("{path} holds a certificate that can't be read: {source}")]
    Certificate { path: PathBuf, source: x509_cert::der::Error },
    /// An authority can't be used as one.
    #[error("{path} holds an authority that can't be used: {source}")]
    Authority { path: PathBuf, source: rustls::Error },
    /// A certificate and a key that do not go together.
    #[error("{cert} and {key} do not go together: {source}")]
    Pair { cert: PathBuf, key: PathBuf, source: rustls::Error },
    /// Clients can't be verified with these authorities.
    #[error("{path} can't verify clients: {source}")]
    Verifier { path: PathBuf, source: VerifierBuilderError },
    /// A new certificate has ended while the present one has not.
    #[error("the new certificate has ended already")]
    Ended,
}

/// An address that can't be called over TLS.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AddressError {
    /// It names nobody.
    #[error("the address {0} has no host")]
    NoHost(String),
    /// No certificate can be issued for such a name.
    #[error("{0:?} is neither a DNS name nor an IP address")]
    Name(String),
}
