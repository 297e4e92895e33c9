//! Credentials from files, which count for every connection made after they changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ::redis::{ClientTlsConfig, RedisConnectionInfo};

use super::failure::RedisFailure;

/// Files with what the store proves itself with. They are read for every new
/// connection, so who rotates a password or a certificate writes new files and
/// restarts nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CredentialFiles {
    pub username: Option<PathBuf>,
    pub password: Option<PathBuf>,
    pub certificate: Option<CertificateFiles>,
}

/// A certificate (with those that lead to its authority) and its key, in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

/// What the files held. It has no `Debug`: nothing of it may be printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Credentials {
    username: Option<String>,
    password: Option<String>,
    certificate: Option<(Vec<u8>, Vec<u8>)>,
}

impl CredentialFiles {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn read(&self) -> Result<Credentials, RedisFailure> {
        let certificate = match &self.certificate {
            Some(files) => Some((bytes(&files.cert)?, bytes(&files.key)?)),
            None => None,
        };
        Ok(Credentials {
            username: self.username.as_deref().map(line).transpose()?,
            password: self.password.as_deref().map(line).transpose()?,
            certificate,
        })
    }
}

impl Credentials {
    /// The login with what the files say of it.
    pub(super) fn login(&self, login: &RedisConnectionInfo) -> RedisConnectionInfo {
        let mut login = login.clone();
        if let Some(username) = &self.username {
            login = login.set_username(username);
        }
        if let Some(password) = &self.password {
            login = login.set_password(password);
        }
        login
    }

    /// What a server that asks for a certificate is shown.
    pub(super) fn certificate(&self) -> Option<ClientTlsConfig> {
        let (client_cert, client_key) = self.certificate.clone()?;
        Some(ClientTlsConfig { client_cert, client_key })
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, RedisFailure> {
    fs::read(path).map_err(|source| unusable(path, source))
}

fn line(path: &Path) -> Result<String, RedisFailure> {
    let text = fs::read_to_string(path).map_err(|source| unusable(path, source))?;
    // Editors and `kubectl create secret` leave a newline that nobody means.
    let line = text.trim_end_matches(['\r', '\n']);
    if line.is_empty() {
        return Err(unusable(path, io::Error::other("the file is empty")));
    }
    Ok(line.to_owned())
}

fn unusable(path: &Path, source: io::Error) -> RedisFailure {
    RedisFailure::File { path: path.to_owned(), source }
}
