//! Backing of a benchmark: where its commits go.

use match_orchestrator_server::StoreConfig;
use match_orchestrator_store::RedisConfig;

use crate::failure::Failure;

/// How many keys are looked at in one go when it is cleaned up.
const SCAN_COUNT: u32 = 1000;

/// Where commits go.
pub(crate) enum Backing {
    /// Nowhere.
    Memory,
    /// To a Redis server, under a prefix of our own.
    Redis { url: String, prefix: String },
}

impl Backing {
    pub(super) fn store(&self) -> StoreConfig {
        match self {
            Self::Memory => StoreConfig::Memory,
            Self::Redis { url, prefix } => {
                let mut config = RedisConfig::new(url.clone());
                config.prefix = format!("{prefix}product:");
                StoreConfig::Redis(config.into())
            }
        }
    }

    /// URL and prefix for the floor, if it commits at all.
    pub(super) fn floor(&self) -> Option<(&str, &str)> {
        match self {
            Self::Memory => None,
            Self::Redis { url, prefix } => Some((url, prefix)),
        }
    }

    /// Removes everything that was left in Redis.
    pub(crate) fn clean(&self) -> Result<(), Failure> {
        let Self::Redis { url, prefix } = self else {
            return Ok(());
        };
        let mut connection = redis::Client::open(url.as_str())?.get_connection()?;
        let mut cursor = 0u64;
        loop {
            let (next, keys): (u64, Vec<Vec<u8>>) = redis::cmd("SCAN")
                .arg(cursor)
                .arg("MATCH")
                .arg(format!("{prefix}*"))
                .arg("COUNT")
                .arg(SCAN_COUNT)
                .query(&mut connection)?;
            if !keys.is_empty() {
                redis::cmd("UNLINK").arg(keys).exec(&mut connection)?;
            }
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }
}
