//! Subscription: a connection over which Redis pushes what is published.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use ::redis::aio::ConnectionLike;
use ::redis::cluster::ClusterClientBuilder;
use ::redis::cluster_async::ClusterConnection;
use ::redis::{
    AsyncConnectionConfig, ConnectionInfo, FromRedisValue, Msg, ProtocolVersion, PushInfo,
    PushKind, RedisResult, Value, cmd,
};
use futures::{StreamExt, TryStreamExt, stream};
use tokio::sync::Notify;

use super::CONCURRENT_MAX;
use super::named::NamedConnection;

/// What is done with every message: its channel and what it says. It is called by
/// the connection itself, so no queue can grow.
pub(super) type OnMessage = Arc<dyn Fn(&str, &[u8]) + Send + Sync>;

/// Subscribed channels. RESP3 lets their connection do other things besides, such
/// as to tell its name.
pub(super) struct Subscription {
    link: Subscribed,
    pushed: Arc<Pushed>,
}

enum Subscribed {
    Server(NamedConnection),
    /// Connections to all nodes of a cluster.
    Cluster {
        connection: ClusterConnection<NamedConnection>,
        /// Whether a message goes only to the node that has the slot of its
        /// channel. Without that, every message goes through all nodes.
        is_sharded: bool,
    },
}

/// What is done with what Redis pushes.
struct Pushed {
    on_message: OnMessage,
    ended: Notify,
    /// The sharded channels that are wanted: a node that has given a slot away
    /// ends the subscriptions there by itself.
    wanted: Mutex<HashSet<String>>,
}

impl Pushed {
    fn new(on_message: OnMessage) -> Arc<Self> {
        Arc::new(Self { on_message, ended: Notify::new(), wanted: Mutex::default() })
    }

    fn take(&self, push: PushInfo) -> Result<(), std::convert::Infallible> {
        match push.kind {
            PushKind::Message | PushKind::SMessage => {
                if let Some(message) = Msg::from_push_info(push) {
                    (self.on_message)(message.get_channel_name(), message.get_payload_bytes());
                }
            }
            PushKind::SUnsubscribe => {
                let channel = push.data.into_iter().next().map(String::from_redis_value);
                if let Some(Ok(channel)) = channel
                    && self.wanted().contains(&channel)
                {
                    self.ended.notify_one();
                }
            }
            PushKind::Disconnection => self.ended.notify_one(),
            _ => {}
        }
        Ok(())
    }

    fn wanted(&self) -> MutexGuard<'_, HashSet<String>> {
        self.wanted.lock().expect("nothing panics while it holds the lock")
    }
}

impl Subscription {
    /// A connection to one server.
    pub(super) async fn open(
        info: ConnectionInfo,
        config: AsyncConnectionConfig,
        on_message: OnMessage,
    ) -> RedisResult<Self> {
        let pushed = Pushed::new(on_message);
        let pushes = Arc::clone(&pushed);
        let config = config.set_push_sender(move |push: PushInfo| pushes.take(push));
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let info = info.set_redis_settings(settings);
        let connection = NamedConnection::open(info, &config).await?;
        Ok(Self { link: Subscribed::Server(connection), pushed })
    }

    /// Connections to all nodes of a cluster, sharded if it knows that.
    pub(super) async fn open_cluster(
        builder: ClusterClientBuilder,
        on_message: OnMessage,
    ) -> RedisResult<Self> {
        let pushed = Pushed::new(on_message);
        let pushes = Arc::clone(&pushed);
        let client = builder
            .use_protocol(ProtocolVersion::RESP3)
            .push_sender(move |push: PushInfo| pushes.take(push))
            .build()?;
        let mut connection: ClusterConnection<NamedConnection> =
            client.get_async_generic_connection().await?;
        let mut ask = cmd("COMMAND");
        ask.arg("INFO").arg("SPUBLISH");
        let known = connection.req_packed_command(&ask).await?.extract_error()?;
        let is_sharded = matches!(known, Value::Array(known) if known != [Value::Nil]);
        Ok(Self { link: Subscribed::Cluster { connection, is_sharded }, pushed })
    }

    /// Whether messages come only from those who publish to a slot.
    pub(super) fn is_sharded(&self) -> bool {
        matches!(self.link, Subscribed::Cluster { is_sharded: true, .. })
    }

    /// Returns when the subscription is no longer what it was.
    pub(super) async fn ended(&self) {
        self.pushed.ended.notified().await;
    }

    /// Returns once messages of the channels come.
    pub(super) async fn subscribe(&mut self, channels: &[String]) -> RedisResult<()> {
        match &mut self.link {
            Subscribed::Server(connection) => connection.connection().subscribe(channels).await,
            Subscribed::Cluster { connection, is_sharded: false } => {
                connection.subscribe(channels).await
            }
            Subscribed::Cluster { connection, is_sharded: true } => {
                self.pushed.wanted().extend(channels.iter().cloned());
                let mut slots: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
                for channel in channels {
                    slots.entry(tagged(channel)).or_default().push(channel);
                }
                // A command may name channels of one slot only.
                let subscribed = slots.into_values().map(|channels| {
                    let mut connection = connection.clone();
                    async move { connection.ssubscribe(channels).await }
                });
                let subscribed: Vec<_> = subscribed.collect();
                stream::iter(subscribed).buffer_unordered(CONCURRENT_MAX).try_collect().await
            }
        }
    }

    pub(super) async fn unsubscribe(&mut self, channel: String) -> RedisResult<()> {
        match &mut self.link {
            Subscribed::Server(connection) => connection.connection().unsubscribe(channel).await,
            Subscribed::Cluster { connection, is_sharded: false } => {
                connection.unsubscribe(channel).await
            }
            Subscribed::Cluster { connection, is_sharded: true } => {
                self.pushed.wanted().remove(&channel);
                connection.sunsubscribe(channel).await
            }
        }
    }

    /// Whether the peer is still there, or all of them.
    pub(super) async fn ping(&mut self) -> RedisResult<Value> {
        match &mut self.link {
            Subscribed::Server(connection) => {
                connection.connection().send_packed_command(&cmd("PING")).await
            }
            Subscribed::Cluster { connection, .. } => {
                connection.req_packed_command(&cmd("PING")).await
            }
        }
    }
}

/// The part of a channel that tells its slot: everything up to the end of its tag.
fn tagged(channel: &str) -> &str {
    channel.split_once('}').map_or(channel, |(tagged, _)| tagged)
}
