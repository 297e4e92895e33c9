//! Subscription: a connection over which Redis pushes what is published.

use std::sync::Arc;

use ::redis::{
    AsyncConnectionConfig, ConnectionInfo, Msg, ProtocolVersion, PushInfo, PushKind, RedisResult,
    Value, cmd,
};
use tokio::sync::Notify;

use super::named::NamedConnection;

/// What is done with every message. It is called by the connection itself, so
/// no queue can grow.
pub(super) type OnMessage = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// Subscribed channels over one connection. RESP3 lets it do other things
/// besides, such as to tell its name.
pub(super) struct Subscription {
    connection: NamedConnection,
    ended: Arc<Notify>,
}

impl Subscription {
    pub(super) async fn open(
        info: ConnectionInfo,
        config: AsyncConnectionConfig,
        on_message: OnMessage,
    ) -> RedisResult<Self> {
        let ended = Arc::new(Notify::new());
        let end = Arc::clone(&ended);
        let push = move |push: PushInfo| {
            match push.kind {
                PushKind::Message => {
                    if let Some(message) = Msg::from_push_info(push) {
                        on_message(message.get_payload_bytes());
                    }
                }
                PushKind::Disconnection => end.notify_one(),
                _ => {}
            }
            Ok::<(), std::convert::Infallible>(())
        };
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let info = info.set_redis_settings(settings);
        let connection = NamedConnection::open(info, &config.set_push_sender(push)).await?;
        Ok(Self { connection, ended })
    }

    /// Returns when the connection has broken.
    pub(super) async fn ended(&self) {
        self.ended.notified().await;
    }

    /// Returns once messages of the channels come.
    pub(super) async fn subscribe(&mut self, channels: &[String]) -> RedisResult<()> {
        self.connection.connection().subscribe(channels).await
    }

    pub(super) async fn unsubscribe(&mut self, channel: String) -> RedisResult<()> {
        self.connection.connection().unsubscribe(channel).await
    }

    /// Whether the peer is still there.
    pub(super) async fn ping(&mut self) -> RedisResult<Value> {
        self.connection.connection().send_packed_command(&cmd("PING")).await
    }
}
