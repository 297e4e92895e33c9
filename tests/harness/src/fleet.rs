//! A client that knows all replicas of the orchestrator, and goes on when one is away.

use std::time::Duration;

use tonic::Status;

use crate::client::Client;
use crate::retry::{Effort, Unanswered, repeat};

/// The time in which a call must be answered, all its retries included.
pub const CALL_MAX: Duration = Duration::from_secs(10);
/// The time of one attempt. A server that hangs must leave time for another.
const ATTEMPT_MAX: Duration = Duration::from_secs(4);

/// Connections to all replicas.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// By replica, then by connection.
    clients: Vec<Vec<Client>>,
}

impl Fleet {
    /// This many connections to each of these addresses.
    pub fn at(urls: &[String], connections: usize) -> Self {
        let connect = |url: &String| {
            (0..connections).map(|_| Client::with_patience(url, ATTEMPT_MAX)).collect()
        };
        Self { clients: urls.iter().map(connect).collect() }
    }

    /// A connection to a replica; both are counted round.
    pub fn client(&self, replica: usize, connection: usize) -> &Client {
        let clients = &self.clients[replica % self.clients.len()];
        &clients[connection % clients.len()]
    }

    /// Makes a call, first at the replica of this number, then at the next one
    /// whenever an attempt fails in a way that may pass.
    ///
    /// # Errors
    /// If the server refuses, or nobody answers in time.
    pub async fn call<T, F>(
        &self,
        replica: usize,
        connection: usize,
        mut call: impl FnMut(Client) -> F,
    ) -> Result<(T, Effort), Unanswered>
    where
        F: Future<Output = Result<T, Status>>,
    {
        repeat(CALL_MAX, |attempt| {
            call(self.client(replica + attempt as usize, connection).clone())
        })
        .await
    }
}
