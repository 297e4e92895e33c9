//! One PEM file as it was when it was read.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustls::RootCertStore;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use x509_cert::Certificate;
use x509_cert::der::Decode;

use super::error::TlsError;

/// The bytes of a file, and where they came from. It may be a key, so it can't
/// be printed.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Pem {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Pem {
    pub(super) fn read(path: &Path) -> Result<Self, TlsError> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(Self { path: path.to_owned(), bytes }),
            Err(source) => Err(TlsError::Read { path: path.to_owned(), source }),
        }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.path.clone()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// All certificates, at least one.
    pub(super) fn certificates(&self) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let fault = |source| TlsError::Pem { path: self.path(), what: "certificate", source };
        let all: Vec<_> =
            CertificateDer::pem_slice_iter(&self.bytes).collect::<Result<_, _>>().map_err(fault)?;
        if all.is_empty() { Err(fault(pem::Error::NoItemsFound)) } else { Ok(all) }
    }

    pub(super) fn private_key(&self) -> Result<PrivateKeyDer<'static>, TlsError> {
        PrivateKeyDer::from_pem_slice(&self.bytes).map_err(|source| TlsError::Pem {
            path: self.path(),
            what: "private key",
            source,
        })
    }

    pub(super) fn authorities(&self) -> Result<RootCertStore, TlsError> {
        let mut store = RootCertStore::empty();
        for certificate in self.certificates()? {
            store
                .add(certificate)
                .map_err(|source| TlsError::Authority { path: self.path(), source })?;
        }
        Ok(store)
    }

    /// When the first of the certificates ends: a chain is as good as its
    /// weakest link.
    pub(super) fn not_after(&self) -> Result<SystemTime, TlsError> {
        let mut first = None::<Duration>;
        for der in self.certificates()? {
            let certificate = Certificate::from_der(&der)
                .map_err(|source| TlsError::Certificate { path: self.path(), source })?;
            let end = certificate.tbs_certificate().validity().not_after.to_unix_duration();
            first = Some(first.map_or(end, |first| first.min(end)));
        }
        Ok(SystemTime::UNIX_EPOCH + first.expect("there is at least one certificate"))
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    /// A certificate that ends with this year.
    fn until(year: i32) -> String {
        let mut params = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        params.not_after = date_time_ymd(year + 1, 1, 1);
        let key = KeyPair::generate().expect("a key");
        params.self_signed(&key).expect("a certificate").pem()
    }

    #[test]
    fn a_chain_ends_with_the_first_of_its_certificates() {
        let [early, late] = [2030, 2040].map(until);
        for text in [format!("{early}{late}"), format!("{late}{early}")] {
            let pem = Pem { path: PathBuf::new(), bytes: text.into_bytes() };
            let end = pem.not_after().expect("two certificates");
            assert_eq!(humantime::format_rfc3339(end).to_string(), "2031-01-01T00:00:00Z");
        }
    }
}
