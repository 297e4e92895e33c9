//! The task that listens for changes that any process has committed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ::redis::RedisResult;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tracing::{info, warn};

use super::endpoint::Endpoint;
use super::failure::RedisFailure;
use super::followed::{Followed, SubscriptionCommand};
use super::keys::Keys;
use super::lane::Lane;
use super::subscription::Subscription;
use crate::{Announcement, Error};

/// The pause after the first failed attempt to subscribe again. It doubles with
/// every further one.
const PAUSE_MIN: Duration = Duration::from_millis(50);

/// The longest pause: Redis is back long before people notice.
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// How often a silent connection is asked whether it is still there.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// The running task. It ends when this is dropped.
pub(super) struct Subscriber {
    followed: Arc<Followed>,
    is_sharded: Arc<AtomicBool>,
    answer_timeout: Duration,
    task: JoinHandle<()>,
}

struct Listening {
    endpoint: Arc<Endpoint>,
    lanes: Arc<[Lane]>,
    keys: Keys,
    is_sharded: Arc<AtomicBool>,
    followed: Arc<Followed>,
    orders: mpsc::UnboundedReceiver<SubscriptionCommand>,
    answer_timeout: Duration,
    announcements: broadcast::Sender<Announcement>,
}

impl Subscriber {
    /// Subscribes to the channel that shows that the connection lives.
    pub(super) async fn start(
        endpoint: Arc<Endpoint>,
        lanes: Arc<[Lane]>,
        keys: Keys,
        answer_timeout: Duration,
        announcements: broadcast::Sender<Announcement>,
    ) -> Result<Self, Error> {
        let (followed, orders) = Followed::new();
        let followed = Arc::new(followed);
        let is_sharded = Arc::new(AtomicBool::default());
        let listening = Listening {
            endpoint,
            lanes,
            keys,
            is_sharded: Arc::clone(&is_sharded),
            followed: Arc::clone(&followed),
            orders,
            answer_timeout,
            announcements,
        };
        let first = listening.subscribe().await?;
        Ok(Self { followed, is_sharded, answer_timeout, task: tokio::spawn(listening.run(first)) })
    }

    /// Returns once the channel is subscribed to, so that nothing that happens
    /// from then on is missed.
    pub(super) async fn follow(&self, channel: String) -> Result<(), Error> {
        let subscribed = self.followed.add(&channel);
        // Undone if it fails, and if nobody waits for it any more.
        let undo = Undo { followed: &self.followed, channel: &channel };
        match tokio::time::timeout(self.answer_timeout, subscribed).await {
            Ok(Ok(())) => {
                std::mem::forget(undo);
                Ok(())
            }
            Ok(Err(_)) | Err(_) => {
                Err(RedisFailure::Timeout { doing: "follow", waited: self.answer_timeout }.into())
            }
        }
    }

    /// The command by which scripts reach those who follow: the one that fits
    /// how this task subscribes, since all replicas are told the same by Redis.
    pub(super) fn publishing(&self) -> &'static str {
        if self.is_sharded.load(Ordering::Relaxed) { "SPUBLISH" } else { "PUBLISH" }
    }

    /// Takes back one [`Subscriber::follow`].
    pub(super) fn unfollow(&self, channel: &str) {
        self.followed.remove(channel);
    }
}

struct Undo<'a> {
    followed: &'a Followed,
    channel: &'a str,
}

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        self.followed.remove(self.channel);
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Listening {
    async fn run(mut self, first: Subscription) {
        let mut subscription = first;
        loop {
            self.listen(subscription).await;
            // The server that went away took the other connections with it.
            // Without this, each of them would cost somebody an error.
            for lane in self.lanes.iter() {
                lane.discard();
            }
            warn!("subscription to Redis lost");
            subscription = self.subscribe_again().await;
            info!("subscription to Redis is back");
            let _ = self.announcements.send(Announcement::Gap);
        }
    }

    /// Keeps the subscription as it is wanted until the connection ends.
    async fn listen(&mut self, mut subscription: Subscription) {
        let mut pings = tokio::time::interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = subscription.ended() => return,
                Some(order) = self.orders.recv() => {
                    if !self.in_time(carry_out(&mut subscription, order)).await {
                        return;
                    }
                }
                _ = pings.tick() => {
                    if !self.in_time(subscription.ping()).await {
                        return;
                    }
                }
            }
        }
    }

    /// Whether Redis did it, and in time.
    async fn in_time<T>(&self, work: impl Future<Output = RedisResult<T>>) -> bool {
        matches!(tokio::time::timeout(self.answer_timeout, work).await, Ok(Ok(_)))
    }

    /// A new subscription to everything that is followed now.
    async fn subscribe(&self) -> Result<Subscription, RedisFailure> {
        let mut channels = self.followed.channels();
        channels.push(self.keys.presence());
        let (announcements, keys) = (self.announcements.clone(), self.keys.clone());
        let on_message = Arc::new(move |channel: &str, message: &[u8]| {
            // Nobody has to listen.
            let _ = announcements.send(keys.announcement(channel, message));
        });
        let subscription = self.endpoint.subscription(&channels, on_message).await?;
        self.is_sharded.store(subscription.is_sharded(), Ordering::Relaxed);
        Ok(subscription)
    }

    async fn subscribe_again(&self) -> Subscription {
        let mut pause = PAUSE_MIN;
        loop {
            match self.subscribe().await {
                Ok(subscription) => return subscription,
                Err(error) => {
                    warn!(error = &error as &dyn std::error::Error, "subscribe to Redis failed");
                }
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }
}

async fn carry_out(subscription: &mut Subscription, order: SubscriptionCommand) -> RedisResult<()> {
    match order {
        SubscriptionCommand::Subscribe { channel, done } => {
            subscription.subscribe(&[channel]).await?;
            // Whoever asked may have stopped waiting.
            let _ = done.send(());
            Ok(())
        }
        SubscriptionCommand::Unsubscribe { channel } => subscription.unsubscribe(channel).await,
    }
}
