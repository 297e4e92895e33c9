//! The settings of Redis, which count if the store is one.

use std::path::{Path, PathBuf};

use kit_service::config::{Reader, kinds};
use kit_service::tls::{KeyPair, read_authorities};
use match_orchestrator_store::{
    CertificateFiles, CredentialFiles, Durability, RedisConfig, RedisConfigFault,
};

use super::{
    ENV_REDIS_CONNECTIONS, ENV_REDIS_DURABILITY, ENV_REDIS_PARTITIONS, ENV_REDIS_PASSWORD_FILE,
    ENV_REDIS_PREFIX, ENV_REDIS_TLS_CA, ENV_REDIS_TLS_CERT, ENV_REDIS_TLS_KEY,
    ENV_REDIS_USERNAME_FILE, ENV_STORE,
};

/// Everything but the address. What could not be read is missing.
pub(super) struct RedisSettings {
    prefix: Option<String>,
    connections: Option<u64>,
    ca_certificate: Option<Vec<u8>>,
    credentials: CredentialFiles,
    durability: Option<Durability>,
    /// What a new Redis is divided into; not set, the store decides.
    partitions: Option<u32>,
}

impl RedisSettings {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let pair = KeyPair::read(reader, ENV_REDIS_TLS_CERT, ENV_REDIS_TLS_KEY);
        Self {
            prefix: reader.or(ENV_REDIS_PREFIX, "bakufu:", kinds::text),
            connections: reader.or(ENV_REDIS_CONNECTIONS, "4", kinds::unsigned(1..=256)),
            ca_certificate: read_authorities(reader, ENV_REDIS_TLS_CA),
            credentials: CredentialFiles {
                username: reader.optional(ENV_REDIS_USERNAME_FILE, filled_file),
                password: reader.optional(ENV_REDIS_PASSWORD_FILE, filled_file),
                certificate: pair.map(|KeyPair { cert, key }| CertificateFiles { cert, key }),
            },
            durability: reader.or(ENV_REDIS_DURABILITY, "server", kinds::parsed::<Durability>),
            partitions: reader.optional(ENV_REDIS_PARTITIONS, kinds::parsed::<u32>),
        }
    }

    /// The settings with the address, if they go together.
    pub(super) fn at(self, url: String, reader: &mut Reader<'_>) -> Option<RedisConfig> {
        let mut config = RedisConfig::new(url);
        config.prefix = self.prefix?;
        config.connections = self.connections? as usize;
        config.credentials = self.credentials;
        config.durability = self.durability?;
        config.partitions = self.partitions;
        if self.ca_certificate.is_some() && !config.uses_tls() {
            // Whoever names an authority believes that there is TLS.
            reader.fault(ENV_REDIS_TLS_CA, format!("needs a rediss address in {ENV_STORE}"));
        }
        config.ca_certificate = self.ca_certificate;
        for fault in config.faults() {
            let (name, why) = explain(fault);
            reader.fault(name, why);
        }
        Some(config)
    }
}

/// Which variable a fault is about, and what would be right.
fn explain(fault: RedisConfigFault) -> (&'static str, String) {
    match fault {
        RedisConfigFault::UsernameTwice => {
            (ENV_REDIS_USERNAME_FILE, format!("{ENV_STORE} names a user too: set one of them"))
        }
        RedisConfigFault::PasswordTwice => {
            (ENV_REDIS_PASSWORD_FILE, format!("{ENV_STORE} names a password too: set one of them"))
        }
        RedisConfigFault::UsernameAlone => {
            (ENV_REDIS_USERNAME_FILE, format!("needs {ENV_REDIS_PASSWORD_FILE}"))
        }
        RedisConfigFault::CertificateWithoutTls => {
            (ENV_REDIS_TLS_CERT, format!("needs a rediss address in {ENV_STORE}"))
        }
        RedisConfigFault::PrefixWithBrace => {
            (ENV_REDIS_PREFIX, "may hold no braces, which mark the partitions".to_owned())
        }
        RedisConfigFault::Partitions => (ENV_REDIS_PARTITIONS, "is 1 to 4096".to_owned()),
    }
}

/// A file that holds something now; later it is read for every connection.
fn filled_file(path: &str) -> Result<PathBuf, String> {
    match std::fs::read_to_string(path) {
        Ok(text) if text.trim_end().is_empty() => Err("the file is empty".to_owned()),
        Ok(_) => Ok(Path::new(path).to_owned()),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::faults;
    use super::*;

    const MISSING: &str = "/nonexistent/file";

    #[test]
    fn the_files_of_redis_are_read_before_anything_starts() {
        for name in [ENV_REDIS_TLS_CA, ENV_REDIS_USERNAME_FILE, ENV_REDIS_PASSWORD_FILE] {
            assert_eq!(faults(&[(ENV_STORE, "rediss://host"), (name, MISSING)]), [name]);
        }
        let pair = [(ENV_REDIS_TLS_CERT, MISSING), (ENV_REDIS_TLS_KEY, MISSING)];
        let settings = [&[(ENV_STORE, "rediss://host")], &pair[..]].concat();
        assert_eq!(faults(&settings), [ENV_REDIS_TLS_CERT]);
    }

    #[test]
    fn a_certificate_and_its_key_come_together() {
        for (named, missing) in
            [(ENV_REDIS_TLS_CERT, ENV_REDIS_TLS_KEY), (ENV_REDIS_TLS_KEY, ENV_REDIS_TLS_CERT)]
        {
            assert_eq!(faults(&[(ENV_STORE, "rediss://host"), (named, MISSING)]), [missing]);
        }
    }

    #[test]
    fn a_login_is_said_once_and_in_full() {
        // Any file that holds text will do.
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let (user, password) = ((ENV_REDIS_USERNAME_FILE, file), (ENV_REDIS_PASSWORD_FILE, file));
        let none = Vec::<String>::new();
        assert_eq!(faults(&[(ENV_STORE, "redis://host"), user, password]), none);
        assert_eq!(faults(&[(ENV_STORE, "redis://u@host"), password]), none);
        assert_eq!(faults(&[(ENV_STORE, "redis://u:p@host"), password]), [password.0]);
        assert_eq!(faults(&[(ENV_STORE, "redis://u@host"), user, password]), [user.0]);
        assert_eq!(faults(&[(ENV_STORE, "redis://host"), user]), [user.0]);
    }

    #[test]
    fn there_are_partitions_and_not_too_many() {
        for (text, is_right) in [("1", true), ("4096", true), ("0", false), ("4097", false)] {
            let found = faults(&[(ENV_STORE, "redis://host"), (ENV_REDIS_PARTITIONS, text)]);
            assert_eq!(found.is_empty(), is_right, "{text}: {found:?}");
        }
    }

    #[test]
    fn a_durability_is_one_that_is_known() {
        for (text, is_known) in [("server", true), ("replicas:1,disk", true), ("always", false)] {
            let found = faults(&[(ENV_STORE, "redis://host"), (ENV_REDIS_DURABILITY, text)]);
            assert_eq!(found.is_empty(), is_known, "{text}: {found:?}");
        }
    }
}
