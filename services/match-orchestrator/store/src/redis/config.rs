//! Settings for Redis: how to reach it, and what to expect of it.

use std::fmt;
use std::time::Duration;

use super::address;
use super::credentials::CredentialFiles;
use super::durability::Durability;
use super::layout::PARTITIONS_ALLOWED;

/// The settings of a [`super::Redis`] store.
#[derive(Clone)]
pub struct RedisConfig {
    /// Where Redis is, with user and password if it wants them:
    ///
    /// - `redis://user:password@host:6379/0`, or `rediss://…` for TLS,
    /// - `unix:///path/of/socket?user=…&pass=…`,
    /// - `redis-cluster://user:password@host1:6379,host2:6379`, or
    ///   `rediss-cluster://…`,
    /// - `redis-sentinel://user:password@host1:26379,host2:26379/master/0`, or
    ///   `rediss-sentinel://…`. User and password are those of the master;
    ///   `?sentinel_auth=user:password` adds those of the sentinels.
    ///
    /// Special characters in user and password are percent-encoded.
    pub url: String,
    /// What all keys and channels begin with. No braces: they would get in the
    /// way of the hash tags.
    pub prefix: String,
    /// Over how many connections the commands are spread. A connection carries
    /// many commands at once; several keep a large answer from holding up
    /// everything.
    pub connections: usize,
    /// How long a connection may take to be made and to be accepted by Redis.
    pub connect_timeout: Duration,
    /// How long a command may take. Redis itself stalls for up to two seconds
    /// when its disk is slow, and that is no reason to give up.
    pub response_timeout: Duration,
    /// How many partitions the matches are spread over. A store never changes
    /// its number; unless it is told another one, a new one has 256.
    pub partitions: Option<u32>,
    /// The certificate authorities of the servers, in PEM, if they use TLS and
    /// the public ones do not certify them.
    pub ca_certificate: Option<Vec<u8>>,
    /// Files with user, password and certificate, where the URL does not say
    /// them.
    pub credentials: CredentialFiles,
    /// How far a commit has to have come before it is acknowledged.
    pub durability: Durability,
}

/// Settings that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedisConfigFault {
    #[error("the address names a user too")]
    UsernameTwice,
    #[error("the address names a password too")]
    PasswordTwice,
    /// Redis would never be told the user.
    #[error("a user without a password logs nobody in")]
    UsernameAlone,
    #[error("only a rediss address is shown a certificate")]
    CertificateWithoutTls,
    #[error("the hash tags of partitions are in braces, so the prefix may hold none")]
    PrefixWithBrace,
    #[error("a store has 1 to 4096 partitions")]
    Partitions,
}

impl RedisConfig {
    /// The usual settings for the Redis at this URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            prefix: "bakufu:".to_owned(),
            connections: 4,
            connect_timeout: Duration::from_secs(2),
            response_timeout: Duration::from_secs(3),
            partitions: None,
            ca_certificate: None,
            credentials: CredentialFiles::default(),
            durability: Durability::default(),
        }
    }

    /// Everything that contradicts something else. A URL that can't be read is
    /// none of its business.
    pub fn faults(&self) -> Vec<RedisConfigFault> {
        let CredentialFiles { username, password, certificate } = &self.credentials;
        let login = address::parse(&self.url, &Default::default()).ok().map(|a| a.login().clone());
        let has_username = login.as_ref().is_some_and(|login| login.username().is_some());
        let has_password = login.as_ref().is_some_and(|login| login.password().is_some());
        let all = [
            (username.is_some() && has_username, RedisConfigFault::UsernameTwice),
            (password.is_some() && has_password, RedisConfigFault::PasswordTwice),
            (
                username.is_some() && password.is_none() && !has_password,
                RedisConfigFault::UsernameAlone,
            ),
            (certificate.is_some() && !self.uses_tls(), RedisConfigFault::CertificateWithoutTls),
            (self.prefix.contains(['{', '}']), RedisConfigFault::PrefixWithBrace),
            (
                self.partitions.is_some_and(|number| !PARTITIONS_ALLOWED.contains(&number)),
                RedisConfigFault::Partitions,
            ),
        ];
        all.into_iter().filter_map(|(is_wrong, fault)| is_wrong.then_some(fault)).collect()
    }

    /// Whether the URL asks for TLS.
    pub fn uses_tls(&self) -> bool {
        self.url.starts_with("rediss")
    }
}

impl fmt::Debug for RedisConfig {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisConfig")
            .field("prefix", &self.prefix)
            .field("connections", &self.connections)
            .field("connect_timeout", &self.connect_timeout)
            .field("response_timeout", &self.response_timeout)
            .field("partitions", &self.partitions)
            .field("credentials", &self.credentials)
            .field("durability", &self.durability)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::credentials::CertificateFiles;
    use super::*;

    #[test]
    fn the_debug_text_holds_no_password() {
        let config = RedisConfig::new("redis://user:hunter2@localhost/");
        assert!(!format!("{config:?}").contains("hunter2"));
    }

    #[test]
    fn the_scheme_tells_whether_there_is_tls() {
        for kind in ["", "-cluster", "-sentinel"] {
            assert!(RedisConfig::new(format!("rediss{kind}://host/main")).uses_tls());
            assert!(!RedisConfig::new(format!("redis{kind}://host/main")).uses_tls());
        }
        assert!(!RedisConfig::new("unix:///run/redis.sock").uses_tls());
    }

    #[test]
    fn what_is_said_twice_or_by_halves_is_a_fault() {
        use RedisConfigFault::*;
        let faults = |url: &str, files: &str| {
            let file = |kind: &str| files.contains(kind).then(|| "file".into());
            let pair = |cert| CertificateFiles { key: cert, cert: "file".into() };
            let certificate = file("cert").map(pair);
            let (username, password) = (file("user"), file("pass"));
            let credentials = CredentialFiles { username, password, certificate };
            RedisConfig { credentials, ..RedisConfig::new(url) }.faults()
        };
        for host in ["redis://_h", "redis-cluster://_a,b", "redis-sentinel://_a,b/main"] {
            let at = |login: &str| host.replace('_', login);
            assert_eq!(faults(&at(""), "user pass"), []);
            assert_eq!(faults(&at("u@"), "pass"), []);
            assert_eq!(faults(&at("u@"), "user pass"), [UsernameTwice]);
            assert_eq!(faults(&at("u:p@"), "user pass"), [UsernameTwice, PasswordTwice]);
            assert_eq!(faults(&at(":p@"), "user"), []);
            assert_eq!(faults(&at(""), "user"), [UsernameAlone]);
            assert_eq!(faults(&at(""), "cert"), [CertificateWithoutTls]);
            assert_eq!(faults(&at("").replacen("redis", "rediss", 1), "cert"), []);
        }
    }
}
