//! Settings for Redis: how to reach it, and what to expect of it.

use std::fmt;
use std::time::Duration;

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
    /// How long a finished match is kept; for ever if not set.
    pub retention: Option<Duration>,
    /// The certificate authorities of the servers, in PEM, if they use TLS and
    /// the public ones do not certify them.
    pub ca_certificate: Option<Vec<u8>>,
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
            retention: None,
            ca_certificate: None,
        }
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
            .field("retention", &self.retention)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
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
}
