//! One connection that is made again whenever it breaks.

use std::sync::{Arc, Mutex, PoisonError};

use ::redis::{Cmd, ErrorKind, RedisError, Value, cmd};

use super::durability::DurableWait;
use super::endpoint::{Endpoint, Link};
use super::failure::{RedisFailure, explain, is_not_master};
use crate::Error;

/// A connection, replaced lazily: whoever finds none makes one, and everybody
/// who waits for it shares the outcome.
pub(super) struct Lane {
    endpoint: Arc<Endpoint>,
    /// What every command waits for before its answer counts. Those behind it
    /// wait too, so such a lane carries nothing else.
    wait: Option<DurableWait>,
    held: Mutex<LaneState>,
    connecting: tokio::sync::Mutex<()>,
}

/// Whether a command is sent again, over a new connection, when the one that
/// it was sent over turns out to be dead, as idle ones are after a restart of
/// the server. The dead one may have delivered it all the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Resend {
    Yes,
    No,
}

/// What a lane has at the moment. The number tells connections, and attempts
/// to make one, apart.
#[derive(Default)]
struct LaneState {
    link: Option<Link>,
    attempt: u64,
    failure: Option<Arc<RedisFailure>>,
}

impl Lane {
    /// A lane that connects when it is first used.
    pub(super) fn new(endpoint: Arc<Endpoint>, wait: Option<DurableWait>) -> Self {
        Self { endpoint, wait, held: Mutex::default(), connecting: tokio::sync::Mutex::default() }
    }

    /// Connects if there is no connection.
    pub(super) async fn connect(&self) -> Result<(), Error> {
        self.link().await.map(|_| ())
    }

    /// Whether the server knows what is to be waited for. That it is not there
    /// yet, because a replica is away, is no reason not to start.
    pub(super) async fn check_wait(&self) -> Result<(), Error> {
        let Some(wait) = &self.wait else { return Ok(()) };
        let (_, mut link) = self.link().await?;
        let answer = link.run_followed(&cmd("PING"), wait.commands()).await;
        let (_, answers) = answer.map_err(|error| explain("wait", error))?;
        match wait.check(answers) {
            Err(RedisFailure::FewReplicas { .. } | RedisFailure::NotOnDisk { .. }) => Ok(()),
            checked => checked.map_err(Error::from),
        }
    }

    /// Drops the connection, for example because its server is known to be
    /// gone. Commands on the way still get their answers, if there are any.
    pub(super) fn discard(&self) {
        self.held().link = None;
    }

    /// Runs a command that may be sent twice without harm.
    pub(super) async fn run(&self, doing: &'static str, command: &Cmd) -> Result<Value, Error> {
        self.send(command, Resend::Yes).await?.map_err(|error| explain(doing, error))
    }

    /// Runs a command that may be sent twice, on the server of a slot.
    pub(super) async fn run_at(
        &self,
        doing: &'static str,
        slot: u16,
        command: &Cmd,
    ) -> Result<Value, Error> {
        let sent = self.send_to(command, Resend::Yes, Some(slot)).await?;
        sent.map_err(|error| explain(doing, error))
    }

    /// Whether different slots may be on different servers.
    pub(super) fn is_cluster(&self) -> bool {
        self.endpoint.is_cluster()
    }

    /// Sends a command. The outer error means that there was no connection to
    /// send it over, or that what it did is not durable.
    pub(super) async fn send(
        &self,
        command: &Cmd,
        resend: Resend,
    ) -> Result<Result<Value, RedisError>, Error> {
        self.send_to(command, resend, None).await
    }

    async fn send_to(
        &self,
        command: &Cmd,
        resend: Resend,
        slot: Option<u16>,
    ) -> Result<Result<Value, RedisError>, Error> {
        let answer = self.send_once(command, slot).await?;
        match &answer {
            Err(error) if resend == Resend::Yes && error.is_connection_dropped() => {
                self.send_once(command, slot).await
            }
            // Nothing came of it, so it may go to whoever is the master now.
            Err(error) if is_not_master(error) => self.send_once(command, slot).await,
            _ => Ok(answer),
        }
    }

    async fn send_once(
        &self,
        command: &Cmd,
        slot: Option<u16>,
    ) -> Result<Result<Value, RedisError>, Error> {
        let (attempt, mut link) = self.link().await?;
        let answer = match &self.wait {
            None => link.run(command, slot).await.map(|answer| (answer, Vec::new())),
            Some(wait) => link.run_followed(command, wait.commands()).await,
        };
        if let Err(error) = &answer
            && is_broken(error)
        {
            let mut held = self.held();
            if held.attempt == attempt {
                held.link = None;
            }
        }
        match (answer, &self.wait) {
            (Ok((answer, answers)), Some(wait)) => {
                wait.check(answers)?;
                Ok(Ok(answer))
            }
            (answer, _) => Ok(answer.map(|(answer, _)| answer)),
        }
    }

    async fn link(&self) -> Result<(u64, Link), Error> {
        let seen = {
            let held = self.held();
            if let Some(link) = &held.link {
                return Ok((held.attempt, link.clone()));
            }
            held.attempt
        };
        let _connecting = self.connecting.lock().await;
        {
            let held = self.held();
            if let Some(link) = &held.link {
                return Ok((held.attempt, link.clone()));
            }
            // Somebody tried while we waited. Trying again right away would
            // make a queue of callers wait for one timeout after the other.
            if let Some(failure) = &held.failure
                && held.attempt != seen
            {
                return Err(Error::Unavailable(Arc::clone(failure).into()));
            }
        }
        let made = self.endpoint.link().await;
        let mut held = self.held();
        held.attempt += 1;
        match made {
            Ok(link) => {
                held.failure = None;
                held.link = Some(link.clone());
                Ok((held.attempt, link))
            }
            Err(failure) => {
                let failure = Arc::new(failure);
                held.failure = Some(Arc::clone(&failure));
                Err(Error::Unavailable(failure.into()))
            }
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, LaneState> {
        // Nothing that holds the lock can panic half way.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the connection is of no more use. That is so after a timeout too: a
/// peer that vanished never says so, and a new connection costs little. A
/// server that has become a replica will not be a master again for our sake.
/// And a cluster connects to its nodes with the password that it began with.
fn is_broken(error: &RedisError) -> bool {
    let is_outdated = matches!(
        error.kind(),
        ErrorKind::AuthenticationFailed | ErrorKind::ClusterConnectionNotFound
    );
    error.is_unrecoverable_error() || error.is_timeout() || is_outdated || is_not_master(error)
}
