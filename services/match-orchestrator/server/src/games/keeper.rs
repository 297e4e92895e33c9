//! Keeps the pods of an address: finds them, connects to them, and takes out
//! those that are gone.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use kit_proto::bakufu::rules::v1::DescribeResponse;
use kit_service::telemetry::Seldom;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status, Streaming};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use super::address::{Address, Reach};
use super::connect::{ANSWER_MAX, Connection};
use super::pods::Pod;
use super::registry::ABANDONED_AFTER;
use super::{Game, Games, RegisterError};

/// How often an address is resolved again.
const RESOLVE_EVERY: Duration = Duration::from_secs(1);
/// How long that may take.
const RESOLVE_MAX: Duration = Duration::from_secs(5);
/// The first and the longest wait before a pod is tried again. A connection
/// that broke is made again at once.
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LONGEST: Duration = Duration::from_secs(1);
/// A pod that took calls for so long is not one that fails again and again.
const STEADY: Duration = Duration::from_secs(1);
/// How much of the id that a pod tells is worth a log line.
const TOLD_CHARS_MAX: usize = 32;
/// The health entry that says whether a pod wants calls.
const READINESS: &str = "ready";

/// An address whose pods are kept, for as long as the games live.
pub(super) struct Keeper {
    games: Weak<Games>,
    address: Address,
    /// Pods of this address that take calls.
    serving: AtomicUsize,
    /// The game that is served here, and when that was last so.
    served: Mutex<Option<(String, Instant)>>,
    /// Cancelled when it is known for the first time whether somebody answers.
    tried: CancellationToken,
    seldom: Seldom,
}

impl Keeper {
    /// Begins to keep an address. The token is cancelled as soon as a pod of it
    /// takes calls, or none does at the first attempt.
    pub(super) fn start(games: Weak<Games>, address: Address) -> CancellationToken {
        let tried = CancellationToken::new();
        let serving = AtomicUsize::new(0);
        let (served, seldom) = Default::default();
        let tried_here = tried.clone();
        let keeper = Self { games, address, serving, served, tried: tried_here, seldom };
        let keeper = Arc::new(keeper);
        tokio::spawn(async move { keeper.follow().await });
        tried
    }

    /// Resolves the address again and again, and keeps one pod per address it leads to.
    async fn follow(self: Arc<Self>) {
        let mut pods: BTreeMap<SocketAddr, AbortOnDrop> = BTreeMap::new();
        while let Some(Reach { resolver, .. }) = self.reach() {
            let answer = timeout(RESOLVE_MAX, self.address.pod_addresses(&*resolver)).await;
            match answer.unwrap_or_else(|elapsed| Err(elapsed.into())) {
                Ok(found) => {
                    if found.is_empty() {
                        self.tried.cancel();
                    }
                    pods.retain(|pod_address, _| found.contains(pod_address));
                    for pod_address in found {
                        pods.entry(pod_address).or_insert_with(|| self.clone().keep(pod_address));
                    }
                }
                // Without an answer nothing is known to be gone.
                Err(error) => {
                    self.complain(&RegisterError::Resolve(error));
                    self.tried.cancel();
                }
            }
            sleep(RESOLVE_EVERY).await;
        }
    }

    fn keep(self: Arc<Self>, pod_address: SocketAddr) -> AbortOnDrop {
        AbortOnDrop(tokio::spawn(async move {
            let mut wait = Duration::ZERO;
            while self.games.strong_count() > 0 {
                let begun = Instant::now();
                match self.attend(pod_address).await {
                    Ok(()) if begun.elapsed() >= STEADY => wait = Duration::ZERO,
                    Ok(()) => {}
                    Err(error) => self.complain(&error),
                }
                self.tried.cancel();
                sleep(wait).await;
                wait = (wait * 2).clamp(RETRY_FIRST, RETRY_LONGEST);
            }
        }))
    }

    /// Connects to a pod and lets it take calls until it does not want to or
    /// is gone.
    async fn attend(&self, pod_address: SocketAddr) -> Result<(), RegisterError> {
        let Some(Reach { tls, .. }) = self.reach() else {
            return Ok(());
        };
        let connection = Connection::open(&tls, &self.address, pod_address).await?;
        let description = connection.describe().await?;
        let Some(games) = self.games.upgrade() else {
            return Ok(());
        };
        self.recognize(&description)?;
        let game = games.admit(description, &self.address).await?;
        drop(games);
        let Some(mut health) = Health::watch(&connection).await? else {
            return Ok(());
        };
        let pod = Arc::new(Pod::new(&connection));
        let serving = Serving::begin(self, &game, &pod, pod_address);
        loop {
            tokio::select! {
                () = pod.lost.cancelled() => break,
                () = health.turns_off() => break,
                () = pod.doubted.notified() => {
                    let answer = connection.describe().await;
                    if !answer.is_ok_and(|answer| game.is_described_by(&answer)) {
                        break;
                    }
                }
            }
        }
        drop(serving);
        Ok(())
    }

    /// Refuses a pod of another game than the one that is served here. An address
    /// changes hands only when nobody has served there for a while.
    fn recognize(&self, description: &DescribeResponse) -> Result<(), RegisterError> {
        let told = description.game.as_ref().map_or("", |facts| &facts.id);
        match &*self.served.lock().expect(NEVER_POISONED) {
            Some((game, at))
                if game != told && (self.serves() || at.elapsed() < ABANDONED_AFTER) =>
            {
                let told = told.chars().take(TOLD_CHARS_MAX).collect();
                Err(RegisterError::OtherGame { game: game.clone(), told })
            }
            _ => Ok(()),
        }
    }

    fn note_served(&self, game: &Game) {
        let served = (game.facts.id.clone(), Instant::now());
        *self.served.lock().expect(NEVER_POISONED) = Some(served);
    }

    fn serves(&self) -> bool {
        self.serving.load(Ordering::Relaxed) > 0
    }

    /// Nothing once the games are gone.
    fn reach(&self) -> Option<Reach> {
        self.games.upgrade().map(|games| games.reach().clone())
    }

    /// Says what is wrong, loudly if nobody else at the address takes calls.
    fn complain(&self, error: &RegisterError) {
        let (address, cause) = (&self.address, root_cause(error));
        let said = error.to_string();
        if matches!(error, RegisterError::Conflict { .. } | RegisterError::OtherGame { .. }) {
            if let Some(count) = self.seldom.due(&said) {
                tracing::error!(%address, count, %error, "a pod is refused");
            }
        } else if !self.serves() && !self.is_stopping() {
            if let Some(count) = self.seldom.due(&said) {
                tracing::warn!(%address, count, %error, %cause, "game can't be registered yet");
            }
        } else {
            tracing::debug!(%address, %error, %cause, "a pod does not answer");
        }
    }

    fn is_stopping(&self) -> bool {
        self.games.upgrade().is_none_or(|games| games.is_stopping())
    }
}

/// A pod takes calls until this is dropped, also when its task is aborted.
struct Serving<'a> {
    keeper: &'a Keeper,
    game: &'a Game,
    pod: &'a Arc<Pod>,
    pod_address: SocketAddr,
}

impl<'a> Serving<'a> {
    fn begin(
        keeper: &'a Keeper,
        game: &'a Game,
        pod: &'a Arc<Pod>,
        pod_address: SocketAddr,
    ) -> Self {
        keeper.serving.fetch_add(1, Ordering::Relaxed);
        keeper.note_served(game);
        game.take(pod);
        keeper.tried.cancel();
        let (id, version) = (&game.facts.id, &game.facts.rules_version);
        tracing::info!(game = %id, %version, place = %pod_address, "a pod takes calls");
        Self { keeper, game, pod, pod_address }
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        self.game.lose(self.pod);
        self.keeper.note_served(self.game);
        self.keeper.serving.fetch_sub(1, Ordering::Relaxed);
        let (id, version) = (&self.game.facts.id, &self.game.facts.rules_version);
        let place = self.pod_address;
        tracing::info!(game = %id, %version, %place, "a pod takes no more calls");
    }
}

/// What a pod says of its readiness. One without a word on it is ready for as
/// long as its connection lasts.
struct Health(Option<Streaming<HealthCheckResponse>>);

impl Health {
    /// Begins to watch; nothing if the pod is not ready.
    async fn watch(connection: &Connection) -> Result<Option<Self>, RegisterError> {
        let request = HealthCheckRequest { service: READINESS.to_owned() };
        let mut client = HealthClient::new(connection.channel.clone());
        let mut stream = match in_time(client.watch(request)).await {
            Ok(stream) => stream.into_inner(),
            Err(status) if matches!(status.code(), Code::Unimplemented | Code::NotFound) => {
                return Ok(Some(Self(None)));
            }
            Err(status) => return Err(RegisterError::Unreachable(Box::new(status))),
        };
        match in_time(stream.message()).await {
            Ok(Some(health)) if is_on(&health) => Ok(Some(Self(Some(stream)))),
            Ok(_) => Ok(None),
            Err(status) => Err(RegisterError::Unreachable(Box::new(status))),
        }
    }

    /// Waits until the pod wants no more calls. The stream must be dropped
    /// then, because the pod may wait for its end.
    async fn turns_off(&mut self) {
        match &mut self.0 {
            Some(stream) => {
                while let Ok(Some(health)) = stream.message().await {
                    if !is_on(&health) {
                        return;
                    }
                }
            }
            None => std::future::pending().await,
        }
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T, Status>>) -> Result<T, Status> {
    let answer = timeout(ANSWER_MAX, answer).await;
    answer.unwrap_or_else(|_| Err(Status::deadline_exceeded("no health in time")))
}

fn is_on(health: &HealthCheckResponse) -> bool {
    matches!(health.status(), ServingStatus::Serving | ServingStatus::ServiceUnknown)
}

/// What is behind an error: between here and there are only layers.
fn root_cause(error: &dyn Error) -> &dyn Error {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause
}

const NEVER_POISONED: &str = "no thread panics while it holds what is served";

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
