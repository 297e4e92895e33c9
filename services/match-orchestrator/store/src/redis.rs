//! A store in Redis, which any number of processes share.
//!
//! # What survives
//!
//! A commit is one script, so it is there as a whole or not at all. How much
//! of what was acknowledged survives the end of the Redis server is up to its
//! configuration:
//!
//! | setting | lost when the server dies |
//! |---|---|
//! | `appendonly no` | everything since the last snapshot |
//! | `appendonly yes`, `appendfsync everysec` | about one second, two if the disk is slow |
//! | `appendonly yes`, `appendfsync always` | nothing |
//!
//! That holds for the death of the process too, not only of its machine: while
//! a flush is under way, `everysec` keeps new commands in memory. Replicas lag
//! behind their master, so a failover may lose what the new master had not
//! received; `min-replicas-to-write 1` bounds that.
//!
//! [`Durability`] asks for more than the server's answer: a commit is then
//! acknowledged when so many replicas, or the disk, have it. If they do not in
//! time, the answer is [`Error::Unavailable`]: the commit is there, and whoever
//! repeats it learns so as soon as it is durable.
//!
//! Set `maxmemory-policy noeviction`. Any other policy lets Redis throw away
//! matches that are being played when its memory is full; with this one it
//! refuses new commits instead.
//!
//! # Permissions
//!
//! The exact list of commands that an ACL user needs, and no more, stands in
//! `k8s/README.md`, from where the tests take it. A command that is new here or
//! in a script has to be added there.

mod address;
mod changes;
mod config;
mod credentials;
mod durability;
mod endpoint;
mod failure;
mod followed;
mod keys;
mod lane;
mod named;
mod reply;
mod scan;
mod scripts;
mod subscriber;
mod subscription;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use ::redis::cmd;
use async_trait::async_trait;
use bytes::Bytes;
use futures::future::BoxFuture;
use tokio::sync::broadcast;

use self::durability::DurableWait;
use self::endpoint::Endpoint;
use self::failure::{RedisFailure, unreadable};
use self::keys::Keys;
use self::lane::{Lane, Resend};
use self::reply::Reply;
use self::scripts::Scripts;
use self::subscriber::Subscriber;
use crate::{
    ANNOUNCEMENTS_MAX, Announcement, Claim, Commit, CommitAnswer, Error, GameVersion, Head,
    Listing, NewMatch, Newer, PriorRequest, RequestKey, Scanned, Store, Stored,
};

pub use self::config::{RedisConfig, RedisConfigFault};
pub use self::credentials::{CertificateFiles, CredentialFiles};
pub use self::durability::{Durability, UnknownDurability};

/// How long a claim is kept: longer than anybody retries a creation.
const CLAIM_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// How many members of a set are asked for at a time.
const SCAN_COUNT: usize = 1000;

/// Keeps matches in Redis. The module describes what that promises.
pub struct Redis {
    keys: Keys,
    retention: Option<Duration>,
    /// First those for everything, then as many for what has to be durable,
    /// if that is waited for.
    lanes: Arc<[Lane]>,
    /// How many there are of a kind.
    connections: usize,
    scripts: Scripts,
    announcements: broadcast::Sender<Announcement>,
    subscriber: Subscriber,
}

impl Redis {
    /// Connects and subscribes. Later interruptions heal by themselves.
    ///
    /// # Errors
    /// If the configuration makes no sense, or if Redis does not answer within
    /// the connect timeout.
    pub fn connect(config: RedisConfig) -> BoxFuture<'static, Result<Self, Error>> {
        Box::pin(Self::open(config))
    }

    async fn open(config: RedisConfig) -> Result<Self, Error> {
        if config.prefix.contains(['{', '}']) {
            let why = "the prefix holds a brace".to_owned();
            return Err(RedisFailure::Client { doing: "configure", why }.into());
        }
        let keys = Keys::new(&config.prefix);
        let (retention, response_timeout) = (config.retention, config.response_timeout);
        let connections = config.connections.max(1);
        let wait = DurableWait::new(config.durability, response_timeout);
        let endpoint = Arc::new(Endpoint::new(config)?);
        let lane = |wait| Lane::new(Arc::clone(&endpoint), wait);
        let durable = wait.iter().flat_map(|wait| (0..connections).map(|_| lane(Some(*wait))));
        let lanes: Arc<[Lane]> = (0..connections).map(|_| lane(None)).chain(durable).collect();
        futures::future::try_join_all(lanes.iter().map(Lane::connect)).await?;
        lanes[lanes.len() - 1].check_wait().await?;
        let (announcements, _) = broadcast::channel(ANNOUNCEMENTS_MAX);
        let subscriber = Subscriber::start(
            Arc::clone(&endpoint),
            Arc::clone(&lanes),
            keys.presence(),
            response_timeout,
            announcements.clone(),
        )
        .await?;
        let scripts = Scripts::new();
        Ok(Self { keys, retention, lanes, connections, scripts, announcements, subscriber })
    }

    /// The connection for everything about one match, or about anything else
    /// that has a name.
    fn lane(&self, name: &str) -> &Lane {
        &self.lanes[self.lane_index(name)]
    }

    /// The same, for what is acknowledged only when it is durable.
    fn durable_lane(&self, name: &str) -> &Lane {
        let index = self.lane_index(name);
        self.lanes.get(self.connections + index).unwrap_or(&self.lanes[index])
    }

    fn lane_index(&self, name: &str) -> usize {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        (hasher.finish() % self.connections as u64) as usize
    }
}

#[async_trait]
impl Store for Redis {
    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        self.create_match(new).await
    }

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error> {
        let mut command = cmd("HMGET");
        command.arg(self.keys.game_match(match_id)).arg(&["commit", "roster", "position"]);
        let answer = self.lane(match_id).run("load", &command).await?;
        Reply::list("load", answer)?.stored()
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        let (key, log) = (self.keys.game_match(match_id), self.keys.log(match_id));
        let commit = known.commit.to_string();
        let arguments = [commit.as_bytes(), &known.identity];
        let script = &self.scripts.load_newer;
        let answer =
            script.run(self.lane(match_id), Resend::Yes, &[&key, &log], &arguments).await?;
        let mut reply = Reply::list("load newer", answer)?;
        let kind = match reply.text()?.as_str() {
            "missing" => return Err(Error::Missing),
            "same" => return Ok(Newer::Same),
            "newer" => Newer::Changed,
            "rewound" => Newer::Rewound,
            _ => return Err(unreadable("load newer")),
        };
        reply.stored()?.map(kind).ok_or_else(|| unreadable("load newer"))
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        self.store_commit(commit).await
    }

    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        let mut command = cmd("HGET");
        command.arg(self.keys.game_match(match_id)).arg(keys::request_field(key));
        // A repeated request is acknowledged by this, so it is as durable.
        let answer = self.durable_lane(match_id).run("prior request", &command).await?;
        let kept = reply::bytes("prior request", answer)?;
        kept.map(|kept| reply::prior_request("prior request", &kept)).transpose()
    }

    async fn log(&self, match_id: &str, from: u64, max: usize) -> Result<Vec<Bytes>, Error> {
        if max == 0 {
            return Ok(Vec::new());
        }
        let mut command = cmd("XRANGE");
        command.arg(self.keys.log(match_id)).arg(from).arg("+").arg("COUNT").arg(count(max));
        let answer = self.lane(match_id).run("log", &command).await?;
        let mut rows = Reply::list("log", answer)?;
        let mut entries = Vec::with_capacity(rows.left());
        while rows.left() > 0 {
            // A row is an id and a list of fields and values: ours has one.
            let mut row = rows.sublist()?;
            row.value()?;
            let mut fields = row.sublist()?;
            fields.value()?;
            entries.push(fields.bytes()?);
        }
        Ok(entries)
    }

    async fn claim(&self, request_id: &str, proposed: Claim) -> Result<Claim, Error> {
        let key = self.keys.claim(request_id);
        let lane = self.lane(request_id);
        let mut bind = cmd("SET");
        bind.arg(&key).arg(reply::claim_bytes(&proposed));
        bind.arg("NX").arg("PX").arg(milliseconds(CLAIM_KEPT));
        let mut look = cmd("GET");
        look.arg(&key);
        loop {
            if reply::bytes("claim", lane.run("claim", &bind).await?)?.is_some() {
                return Ok(proposed);
            }
            let answer = lane.run("claim", &look).await?;
            if let Some(bound) = reply::bytes("claim", answer)? {
                return reply::claim("claim", &bound);
            }
            // It expired in between, so now it can be bound.
        }
    }

    async fn listed(&self, before: Option<Listing>, max: usize) -> Result<Vec<Listing>, Error> {
        let list = self.keys.list();
        let newest = before.map_or_else(|| "+".to_owned(), |b| format!("({}", keys::place(&b)));
        let mut command = cmd("ZREVRANGEBYLEX");
        command.arg(&list).arg(newest).arg("-").arg("LIMIT").arg(0).arg(count(max));
        let answer = self.lane(&list).run("list", &command).await?;
        let places = Reply::list("list", answer)?.texts()?;
        places.iter().map(|p| keys::listing(p).ok_or_else(|| unreadable("list"))).collect()
    }

    async fn scan(&self, cursor: Option<&str>, max: usize) -> Result<Scanned, Error> {
        self.scan_matches(cursor, max).await
    }

    async fn attend(&self, match_id: &str, wanted: bool) -> Result<(), Error> {
        let attended = self.keys.attended();
        let mut command = cmd(if wanted { "SADD" } else { "SREM" });
        command.arg(&attended).arg(match_id);
        self.lane(&attended).run("attend", &command).await.map(|_| ())
    }

    async fn attended(&self) -> Result<Vec<String>, Error> {
        let attended = self.keys.attended();
        let lane = self.lane(&attended);
        // A scan, since reading a large set at once would hold up the server.
        // It may return a member twice.
        let mut members = BTreeSet::new();
        let mut cursor = "0".to_owned();
        loop {
            let mut command = cmd("SSCAN");
            command.arg(&attended).arg(&cursor).arg("COUNT").arg(SCAN_COUNT);
            let mut reply = Reply::list("attended", lane.run("attended", &command).await?)?;
            cursor = reply.text()?;
            members.extend(reply.sublist()?.texts()?);
            if cursor == "0" {
                return Ok(members.into_iter().collect());
            }
        }
    }

    async fn put_game(&self, game: &str, address: &str) -> Result<(), Error> {
        let games = self.keys.games();
        let mut command = cmd("HSET");
        command.arg(&games).arg(game).arg(address);
        self.lane(&games).run("put game", &command).await.map(|_| ())
    }

    async fn games(&self) -> Result<Vec<(String, String)>, Error> {
        let games = self.keys.games();
        let mut command = cmd("HGETALL");
        command.arg(&games);
        let mut reply = Reply::list("games", self.lane(&games).run("games", &command).await?)?;
        let mut all = Vec::with_capacity(reply.left() / 2);
        while reply.left() > 0 {
            all.push((reply.text()?, reply.text()?));
        }
        all.sort();
        Ok(all)
    }

    async fn drain(&self, version: &GameVersion, drained: bool) -> Result<(), Error> {
        let key = self.keys.drained();
        let mut command = cmd(if drained { "SADD" } else { "SREM" });
        command.arg(&key).arg(keys::version(version));
        self.lane(&key).run("drain", &command).await.map(|_| ())
    }

    async fn drained(&self) -> Result<Vec<GameVersion>, Error> {
        let key = self.keys.drained();
        let mut command = cmd("SMEMBERS");
        command.arg(&key);
        let answer = self.lane(&key).run("drained", &command).await?;
        let texts = Reply::list("drained", answer)?.texts()?;
        let versions =
            texts.iter().map(|text| keys::read_version(text).ok_or_else(|| unreadable("drained")));
        let mut all = versions.collect::<Result<Vec<_>, Error>>()?;
        all.sort();
        Ok(all)
    }

    async fn follow(&self, match_id: &str) -> Result<(), Error> {
        self.subscriber.follow(self.keys.changes(match_id)).await
    }

    fn unfollow(&self, match_id: &str) {
        self.subscriber.unfollow(&self.keys.changes(match_id));
    }

    fn announcements(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.subscribe()
    }

    async fn ping(&self) -> Result<(), Error> {
        self.lane("ping").run("ping", &cmd("PING")).await.map(|_| ())
    }
}

/// A number of things to return, within what Redis takes for one.
fn count(max: usize) -> i64 {
    i64::try_from(max).unwrap_or(i64::MAX)
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
