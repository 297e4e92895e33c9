//! A small certificate authority, with a folder for what it issues.

use std::path::PathBuf;

use kit_service::tls::KeyPair;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair as Key};
use tempfile::TempDir;

/// Issues certificates.
pub(crate) struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, Key>,
    /// The file that whoever trusts it has.
    pub(crate) pem: PathBuf,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "authority");
        let key = Key::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let pem = folder.path().join("authority.pem");
        std::fs::write(&pem, certificate.pem()).expect("the folder is ours");
        Self { folder, issuer: Issuer::new(params, key), pem }
    }

    pub(crate) fn issue(&self, name: &str) -> KeyPair {
        let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let key = Key::generate().expect("a key");
        let issued = params.signed_by(&key, &self.issuer).expect("a certificate");
        let path = |kind: &str| self.folder.path().join(format!("{name}.{kind}"));
        let pair = KeyPair { cert: path("crt"), key: path("key") };
        std::fs::write(&pair.cert, issued.pem()).expect("the folder is ours");
        std::fs::write(&pair.key, key.serialize_pem()).expect("the folder is ours");
        pair
    }
}
