//! A small certificate authority, and a folder for what it issues.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use kit_service::tls::{ClientFiles, KeyPair, ServerFiles};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair as Key, date_time_ymd,
};
use tempfile::TempDir;

static AUTHORITIES: AtomicU32 = AtomicU32::new(1);

/// Issues certificates.
pub(crate) struct Authority {
    certificate: Certificate,
    issuer: Issuer<'static, Key>,
}

/// A certificate with its key, both in PEM.
pub(crate) struct Issued {
    pub(crate) cert: String,
    pub(crate) key: String,
}

#[derive(Clone, Copy)]
pub(crate) enum Days {
    Present,
    Past,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = Key::generate().expect("a key");
        // Two authorities of one name would only differ in their signatures.
        let number = AUTHORITIES.fetch_add(1, Ordering::Relaxed);
        params.distinguished_name.push(DnType::CommonName, format!("authority {number}"));
        let certificate = params.self_signed(&key).expect("a certificate");
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn pem(&self) -> String {
        self.certificate.pem()
    }

    /// A certificate for both sides of a connection.
    pub(crate) fn issue(&self, name: &str) -> Issued {
        self.issue_for(name, Days::Present)
    }

    pub(crate) fn issue_for(&self, name: &str, days: Days) -> Issued {
        let key = Key::generate().expect("a key");
        let cert = params(name, days).signed_by(&key, &self.issuer).expect("a certificate");
        Issued { cert: cert.pem(), key: key.serialize_pem() }
    }
}

/// A certificate that nobody vouches for.
pub(crate) fn self_signed(name: &str) -> Issued {
    let key = Key::generate().expect("a key");
    let cert = params(name, Days::Present).self_signed(&key).expect("a certificate");
    Issued { cert: cert.pem(), key: key.serialize_pem() }
}

fn params(name: &str, days: Days) -> CertificateParams {
    let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
    params.distinguished_name.push(DnType::CommonName, name);
    params.extended_key_usages =
        vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = match days {
        Days::Present => date_time_ymd(2099, 1, 1),
        Days::Past => date_time_ymd(2021, 1, 1),
    };
    params
}

/// Files that are gone after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("the folder is ours");
        path
    }

    pub(crate) fn pair(&self, name: &str, issued: &Issued) -> KeyPair {
        KeyPair {
            cert: self.write(&format!("{name}.crt"), &issued.cert),
            key: self.write(&format!("{name}.key"), &issued.key),
        }
    }

    pub(crate) fn server(
        &self,
        name: &str,
        own: &Issued,
        client_ca: Option<&Authority>,
    ) -> ServerFiles {
        let ca = |ca: &Authority| self.write(&format!("{name}-clients.pem"), &ca.pem());
        ServerFiles { own: self.pair(name, own), client_ca: client_ca.map(ca) }
    }

    pub(crate) fn client(&self, name: &str, ca: &Authority, own: Option<&Issued>) -> ClientFiles {
        ClientFiles {
            ca: Some(self.write(&format!("{name}-servers.pem"), &ca.pem())),
            own: own.map(|own| self.pair(name, own)),
        }
    }
}
