//! Ground that is built on: a store of one kind, and what can be told from outside it.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bakufu_cli::capacity::Filled;
use match_orchestrator_store::{Embedded, Memory, Redis, RedisConfig, Store};
use tempfile::TempDir;

use super::process;
use super::redis_nodes::{RedisNodes, STREAM_NODES};
use crate::bench::{Backing, system};
use crate::failure::Failure;

/// A store that is filled. What it is made of ends with it.
pub(super) struct Ground {
    pub(super) name: &'static str,
    kind: Kind,
}

enum Kind {
    Memory(Arc<dyn Store>),
    File { store: Arc<dyn Store>, path: PathBuf, _folder: TempDir },
    Redis { nodes: RedisNodes, prefix: String, is_ours: bool },
}

impl Ground {
    /// Makes an empty store. A Redis of somebody else's is filled under a prefix.
    pub(super) fn prepare(filled: Filled, redis: Option<&str>) -> Result<Self, Failure> {
        let (name, kind) = match filled {
            Filled::Memory => ("memory", Kind::Memory(Arc::new(Memory::default()))),
            Filled::File => {
                let folder =
                    TempDir::new().map_err(|source| system("make a temporary folder", source))?;
                let path = folder.path().join("matches");
                let store = Arc::new(Embedded::open(&path)?);
                ("file", Kind::File { store, path, _folder: folder })
            }
            Filled::Cluster => ("cluster", Kind::redis(RedisNodes::cluster()?, true)),
            Filled::Redis => {
                let nodes = match redis {
                    Some(url) => RedisNodes::at(url),
                    None => RedisNodes::one(&STREAM_NODES)?,
                };
                ("redis", Kind::redis(nodes, redis.is_none()))
            }
        };
        Ok(Self { name, kind })
    }

    /// One server of our own that is started so.
    pub(super) fn redis(arguments: &[&str]) -> Result<Self, Failure> {
        let kind = Kind::redis(RedisNodes::one(arguments)?, true);
        Ok(Self { name: "redis", kind })
    }

    /// The store as a replica has it: with connections of its own, if it has any.
    pub(super) async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        Ok(match &self.kind {
            Kind::Memory(store) | Kind::File { store, .. } => Arc::clone(store),
            Kind::Redis { nodes, prefix, .. } => {
                let config =
                    RedisConfig { prefix: prefix.clone(), ..RedisConfig::new(nodes.url.clone()) };
                let store = Redis::connect(config).await?;
                nodes.let_age(prefix);
                Arc::new(store)
            }
        })
    }

    /// The servers, if there are any.
    pub(super) fn nodes(&self) -> Option<&RedisNodes> {
        match &self.kind {
            Kind::Redis { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    /// How many bytes everything takes: in the memory of Redis, in the file, or
    /// of this process.
    pub(super) fn bytes(&self) -> Result<u64, Failure> {
        match &self.kind {
            Kind::Memory(_) => Ok(process::resident_bytes().unwrap_or_default()),
            Kind::File { path, .. } => Ok(fs::metadata(path).map_or(0, |file| file.len())),
            Kind::Redis { nodes, .. } => nodes.used_bytes(),
        }
    }

    /// How much of it is news.
    pub(super) fn news_bytes(&self) -> Result<u64, Failure> {
        match &self.kind {
            Kind::Redis { nodes, prefix, .. } => nodes.news_bytes(prefix),
            _ => Ok(0),
        }
    }

    /// How long the servers have been computing, if there are any.
    pub(super) fn cpu(&self) -> Result<Option<Duration>, Failure> {
        self.nodes().map(RedisNodes::cpu).transpose()
    }

    /// Removes what was left in somebody else's Redis.
    pub(super) fn clean(self) -> Result<(), Failure> {
        match self.kind {
            Kind::Redis { nodes, prefix, is_ours: false } => {
                Backing::Redis { url: nodes.url, prefix }.clean()
            }
            _ => Ok(()),
        }
    }
}

impl Kind {
    fn redis(nodes: RedisNodes, is_ours: bool) -> Self {
        // The number of the process keeps two that measure on one Redis apart.
        let prefix = format!("bakufu-capacity-{}:", std::process::id());
        Self::Redis { nodes, prefix, is_ours }
    }
}
