//! The task that listens for changes that any process has committed.

use std::sync::Arc;
use std::time::Duration;

use ::redis::aio::PubSub;
use futures::StreamExt;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use tracing::{info, warn};

use super::endpoint::Endpoint;
use super::keys;
use super::lane::Lane;
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
    task: JoinHandle<()>,
}

struct Listening {
    endpoint: Arc<Endpoint>,
    lanes: Arc<[Lane]>,
    channel: String,
    answer_timeout: Duration,
    announcements: broadcast::Sender<Announcement>,
}

impl Subscriber {
    /// Subscribes, and returns once that is done, so that nothing that happens
    /// from now on is missed.
    pub(super) async fn start(
        endpoint: Arc<Endpoint>,
        lanes: Arc<[Lane]>,
        channel: String,
        answer_timeout: Duration,
        announcements: broadcast::Sender<Announcement>,
    ) -> Result<Self, Error> {
        let first = endpoint.subscription(&channel).await?;
        let listening = Listening { endpoint, lanes, channel, answer_timeout, announcements };
        Ok(Self { task: tokio::spawn(listening.run(first)) })
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Listening {
    async fn run(self, first: PubSub) {
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

    /// Passes on announcements until the connection ends.
    async fn listen(&self, subscription: PubSub) {
        let (mut sink, mut messages) = subscription.split();
        let mut pings = tokio::time::interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = messages.next() => match message {
                    Some(message) => self.pass_on(message.get_payload_bytes()),
                    None => return,
                },
                _ = pings.tick() => {
                    let ping = sink.ping::<::redis::Value>();
                    match tokio::time::timeout(self.answer_timeout, ping).await {
                        Ok(Ok(_)) => {}
                        Ok(Err(_)) | Err(_) => return,
                    }
                }
            }
        }
    }

    fn pass_on(&self, text: &[u8]) {
        let announced = std::str::from_utf8(text).ok().and_then(keys::announced);
        // What can't be read may have been important.
        let announcement = match announced {
            Some((match_id, commit)) => {
                Announcement::Changed { match_id: match_id.to_owned(), commit }
            }
            None => Announcement::Gap,
        };
        // Nobody has to listen.
        let _ = self.announcements.send(announcement);
    }

    async fn subscribe_again(&self) -> PubSub {
        let mut pause = PAUSE_MIN;
        loop {
            match self.endpoint.subscription(&self.channel).await {
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
