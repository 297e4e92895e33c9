//! Followed channels, and the number of followers of each.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::{mpsc, oneshot};

/// The followed channels. Every change of them is an order to the task that
/// holds the subscription, given in the order of the changes.
pub(super) struct Followed {
    counts: Mutex<HashMap<String, usize>>,
    orders: mpsc::UnboundedSender<SubscriptionCommand>,
}

/// What the subscription has to do.
pub(super) enum SubscriptionCommand {
    Subscribe { channel: String, done: oneshot::Sender<()> },
    Unsubscribe { channel: String },
}

impl Followed {
    /// Nothing is followed yet.
    pub(super) fn new() -> (Self, mpsc::UnboundedReceiver<SubscriptionCommand>) {
        let (orders, receiver) = mpsc::unbounded_channel();
        (Self { counts: Mutex::default(), orders }, receiver)
    }

    /// One more follows the channel. What is returned is told when the
    /// subscription stands, and dropped if it breaks before.
    pub(super) fn add(&self, channel: &str) -> oneshot::Receiver<()> {
        let (done, subscribed) = oneshot::channel();
        let mut counts = self.counts();
        *counts.entry(channel.to_owned()).or_default() += 1;
        // To subscribe twice does no harm, and everybody waits for an answer
        // of their own. Without a task nobody answers.
        let _ =
            self.orders.send(SubscriptionCommand::Subscribe { channel: channel.to_owned(), done });
        subscribed
    }

    /// One follows the channel no longer.
    pub(super) fn remove(&self, channel: &str) {
        let mut counts = self.counts();
        let Some(count) = counts.get_mut(channel) else { return };
        *count -= 1;
        if *count == 0 {
            counts.remove(channel);
            let _ =
                self.orders.send(SubscriptionCommand::Unsubscribe { channel: channel.to_owned() });
        }
    }

    pub(super) fn channels(&self) -> Vec<String> {
        self.counts().keys().cloned().collect()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.counts.lock().expect("nothing panics while it holds the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_follower_ends_a_subscription() {
        let (followed, mut orders) = Followed::new();
        let mut ordered = || match orders.try_recv() {
            Ok(SubscriptionCommand::Subscribe { channel, .. }) => format!("+{channel}"),
            Ok(SubscriptionCommand::Unsubscribe { channel }) => format!("-{channel}"),
            Err(_) => String::new(),
        };
        let _one = followed.add("a");
        let _two = followed.add("a");
        followed.remove("a");
        assert_eq!([ordered(), ordered(), ordered()], ["+a", "+a", ""]);
        assert_eq!(followed.channels(), ["a"]);
        followed.remove("a");
        followed.remove("a");
        assert_eq!([ordered(), ordered()], ["-a", ""]);
        assert!(followed.channels().is_empty());
    }
}
