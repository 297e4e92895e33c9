//! A store in Redis, which any number of processes share.
//!
//! # Where things are
//!
//! Matches are spread over partitions, by their ids. A partition is a slot of a
//! cluster, and holds everything that is about its matches: what is due, what is
//! counted, the index, the list, the feed. So every change of a match is one
//! script, which is there as a whole or not at all, with all that follows from it.
//! How many partitions there are is written down at the first start and never
//! changes. `keys` names them all.
//!
//! Versions before partitions had another layout. What they have left is carried
//! over when somebody asks for it, and all of it by [`Store::unfiled`].
//!
//! # What survives
//!
//! How much of what was acknowledged survives the end of the Redis server is up to
//! its configuration:
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
//! Nobody has to know which of it happened. A partition remembers the process of
//! the server that it was last written on. A commit that reaches another one, after
//! a restart, a failover, or the move of a slot, is answered with
//! [`CommitAnswer::SetBack`] until a new timeline has begun in its match.
//!
//! [`Durability`] asks for more than the server's answer: a commit is then
//! acknowledged when so many replicas, or the disk, have it. If they do not in
//! time, the answer is [`Error::Unavailable`]: the commit is there, and whoever
//! repeats it learns so as soon as it is durable.
//!
//! Set `maxmemory-policy noeviction`. Any other policy lets Redis throw away
//! matches that are being played when its memory is full; with this one it
//! refuses new commits instead. And set `stream-node-max-bytes 1024`: a log is a
//! stream, and most are short.
//!
//! # Announcements
//!
//! Every match has a channel, and so has what is due in a partition. On a cluster
//! that knows sharded channels (Redis 7), a message goes only to the node that has
//! the match; on an older one it goes through all of them.
//!
//! # Permissions
//!
//! The exact list of commands that an ACL user needs, and no more, stands in
//! `k8s/README.md`, from where the tests take it. A command that is new here or
//! in a script has to be added there.

mod address;
mod attending;
mod carrying;
mod changes;
mod config;
mod credentials;
mod durability;
mod endpoint;
mod failure;
mod feed;
mod first_layout;
mod followed;
mod keys;
mod label;
mod lane;
mod layout;
mod listing;
mod named;
mod reading;
mod reply;
mod scan;
mod scripts;
mod subscriber;
mod subscription;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::redis::cmd;
use async_trait::async_trait;
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::broadcast;

use self::durability::DurableWait;
use self::endpoint::Endpoint;
use self::failure::unreadable;
use self::first_layout::FirstLayout;
use self::keys::Keys;
use self::lane::Lane;
use self::layout::Layout;
use self::reply::Reply;
use self::scripts::Scripts;
use self::subscriber::Subscriber;
use crate::time::milliseconds;
use crate::{
    ANNOUNCEMENTS_MAX, Announcement, Claim, Commit, CommitAnswer, Due, Error, FeedItem, Filing,
    GameVersion, Head, Label, Listing, LogPage, NewMatch, Newer, PriorRequest, RequestKey, Rewrite,
    Scanned, Store, Stored,
};

pub use self::config::{RedisConfig, RedisConfigFault};
pub use self::credentials::{CertificateFiles, CredentialFiles};
pub use self::durability::{Durability, UnknownDurability};

/// How long a claim is kept: longer than anybody retries a creation.
const CLAIM_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// How many partitions are asked at the same time.
const CONCURRENT_MAX: usize = 32;

/// Keeps matches in Redis. The module describes what that promises.
pub struct Redis {
    prefix: String,
    keys: Keys,
    first: FirstLayout,
    /// Whether there is nothing left of the first layout.
    is_carried: AtomicBool,
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
    /// If the configuration makes no sense, if Redis does not answer within the
    /// connect timeout, or if the store is laid out in another way.
    pub fn connect(config: RedisConfig) -> BoxFuture<'static, Result<Self, Error>> {
        Box::pin(Self::open(config))
    }

    async fn open(config: RedisConfig) -> Result<Self, Error> {
        let (prefix, partitions) = (config.prefix.clone(), config.partitions);
        let response_timeout = config.response_timeout;
        let connections = config.connections.max(1);
        let wait = DurableWait::new(config.durability, response_timeout);
        let endpoint = Arc::new(Endpoint::new(config)?);
        let lane = |wait| Lane::new(Arc::clone(&endpoint), wait);
        let durable = wait.iter().flat_map(|wait| (0..connections).map(|_| lane(Some(*wait))));
        let lanes: Arc<[Lane]> = (0..connections).map(|_| lane(None)).chain(durable).collect();
        futures::future::try_join_all(lanes.iter().map(Lane::connect)).await?;
        lanes[lanes.len() - 1].check_wait().await?;
        let scripts = Scripts::new();
        let layout = Layout::agreed(&lanes[0], &scripts, &prefix, partitions).await?;
        let keys = Keys::new(&prefix, layout.partitions);
        let (announcements, _) = broadcast::channel(ANNOUNCEMENTS_MAX);
        let subscriber = Subscriber::start(
            Arc::clone(&endpoint),
            Arc::clone(&lanes),
            keys.clone(),
            response_timeout,
            announcements.clone(),
        )
        .await?;
        Ok(Self {
            first: FirstLayout::new(&prefix),
            is_carried: AtomicBool::new(layout.is_carried),
            prefix,
            keys,
            lanes,
            connections,
            scripts,
            announcements,
            subscriber,
        })
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

    /// Does something in all partitions. The answers are in their order.
    async fn everywhere<T, W>(&self, work: impl Fn(u32) -> W) -> Result<Vec<T>, Error>
    where
        W: Future<Output = Result<T, Error>>,
    {
        let all: Vec<W> = (0..self.keys.partitions()).map(work).collect();
        stream::iter(all).buffered(CONCURRENT_MAX).try_collect().await
    }
}

#[async_trait]
impl Store for Redis {
    fn partitions(&self) -> u32 {
        self.keys.partitions()
    }

    async fn create(&self, new: NewMatch) -> Result<bool, Error> {
        self.create_match(&new).await
    }

    async fn load(&self, match_id: &str) -> Result<Option<Stored>, Error> {
        self.load_match(match_id).await
    }

    async fn load_newer(&self, match_id: &str, known: &Head) -> Result<Newer, Error> {
        self.newer_match(match_id, known).await?.ok_or(Error::Missing)
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        self.store_commit(commit).await
    }

    async fn file(&self, match_id: &str, head: &Head, filing: &Filing) -> Result<bool, Error> {
        self.file_match(match_id, head, filing).await
    }

    async fn delete(
        &self,
        match_id: &str,
        head: &Head,
        news: Option<&Bytes>,
    ) -> Result<bool, Error> {
        self.delete_match(match_id, head, news).await
    }

    async fn rewrite(&self, match_id: &str, head: &Head, rewrite: &Rewrite) -> Result<bool, Error> {
        self.rewrite_match(match_id, head, rewrite).await
    }

    async fn prior_request(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        self.request_use(match_id, key).await
    }

    async fn log(&self, match_id: &str, from: u64, page: LogPage) -> Result<Vec<Bytes>, Error> {
        self.read_log(match_id, from, page).await
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
        self.newest(before, max).await
    }

    async fn scan(&self, cursor: Option<&str>, max: usize) -> Result<Scanned, Error> {
        self.scan_matches(cursor, max).await
    }

    async fn take_due(&self, partition: u32, max: usize, again_in: Duration) -> Result<Due, Error> {
        self.take(partition, max, again_in).await
    }

    async fn follow_due(&self, partition: u32) -> Result<(), Error> {
        self.subscriber.follow(self.keys.due(partition)).await
    }

    fn unfollow_due(&self, partition: u32) {
        self.subscriber.unfollow(&self.keys.due(partition));
    }

    async fn counts(&self) -> Result<Vec<(Label, u64)>, Error> {
        self.count_matches().await
    }

    async fn labelled(&self, label: &Label, max: usize) -> Result<Vec<String>, Error> {
        self.indexed(&label::encode(label), max).await
    }

    async fn unfiled(&self, max: usize) -> Result<Vec<String>, Error> {
        self.unfiled_matches(max).await
    }

    async fn feed(
        &self,
        partition: u32,
        after: Option<&str>,
        max: usize,
    ) -> Result<Vec<FeedItem>, Error> {
        self.news(partition, after, max).await
    }

    async fn enroll(&self, member: &str, kept: Duration) -> Result<Vec<String>, Error> {
        self.add_member(member, kept).await
    }

    async fn withdraw(&self, member: &str) -> Result<(), Error> {
        self.remove_member(member).await
    }

    async fn note_set_back(&self) -> Result<(), Error> {
        let raise = |partition| async move {
            let epoch = self.keys.epoch(partition);
            let mut command = cmd("HINCRBY");
            command.arg(&epoch).arg("number").arg(1);
            self.durable_lane(&epoch).run("note a set-back", &command).await
        };
        self.everywhere(raise).await.map(|_| ())
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
