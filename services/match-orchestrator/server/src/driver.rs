//! Driver of what matches need without a client: starts those that are full, plays
//! bots and the seats of those who resigned, and ends what nobody wants any more.
//!
//! Any replica may drive any match, even two at a time: a commit happens once.
//! The replica that made a change goes on with what follows from it. Whatever is
//! left behind comes due, and is taken up by who sees to its partition.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit_rules::Seat;
use kit_service::Reason;
use kit_service::telemetry::duty_span;
use match_orchestrator_core::{
    Basis, Caller, Command, Duty, Match, Task, agenda, duty, news, replay, request,
};
use prost_types::Timestamp;
use tokio::sync::Semaphore;
use tracing::Instrument;

use crate::filing;
use crate::matches::{Request, Wanted, head};
use crate::orchestrator::Orchestrator;

/// How often a duty is tried before it is left until it comes due again.
const ATTEMPTS_MAX: u32 = 4;
/// The wait after the first failure; it doubles.
const RETRY_FIRST: Duration = Duration::from_millis(50);
/// Matches that came due and are driven at a time.
const TAKEN_UP_MAX: usize = 128;
/// Why a match ends in which nobody acts, for the players to read.
const ABANDONED: &str = "nobody has acted for a long time";

/// Drives matches in the background.
pub(crate) struct Driver {
    /// Matches that are being driven, and whether they were kicked since.
    running: Mutex<HashMap<String, bool>>,
    /// For those that are taken up because they came due: after an outage there may
    /// be very many at once.
    room: Arc<Semaphore>,
}

impl Default for Driver {
    fn default() -> Self {
        Self { running: Mutex::default(), room: Arc::new(Semaphore::new(TAKEN_UP_MAX)) }
    }
}

impl Driver {
    /// Sees to a match soon.
    pub(crate) fn kick(&self, orchestrator: &Arc<Orchestrator>, game_match: &Match) {
        if duty(game_match).is_none() {
            return;
        }
        let match_id = game_match.id();
        if !self.begin(match_id) {
            return;
        }
        let (orchestrator, match_id) = (Arc::clone(orchestrator), match_id.to_owned());
        let tasks = orchestrator.tasks.clone();
        tasks.spawn(async move { orchestrator.drive_to_rest(&match_id).await });
    }

    /// Whether the caller is to drive a match. If it is being driven, whoever does
    /// looks at it once more.
    fn begin(&self, match_id: &str) -> bool {
        let mut running = self.running.lock().expect(NEVER_POISONED);
        if let Some(kicked) = running.get_mut(match_id) {
            *kicked = true;
            return false;
        }
        running.insert(match_id.to_owned(), false);
        true
    }

    /// Forgets a match that needs nothing more, unless it was kicked again.
    fn rest(&self, match_id: &str) -> bool {
        let mut running = self.running.lock().expect(NEVER_POISONED);
        match running.get_mut(match_id) {
            Some(kicked) if *kicked => {
                *kicked = false;
                false
            }
            _ => {
                running.remove(match_id);
                true
            }
        }
    }
}

impl Orchestrator {
    /// Sees to a match that has come due, and files it under when it is due next.
    pub(crate) async fn see_to_due(self: &Arc<Self>, match_id: String, now: Timestamp) {
        if let Err(reason) = self.take_care(&match_id, now).await
            && !matches!(reason, Reason::UnknownMatch)
        {
            // It comes due again soon.
            tracing::warn!(reason = reason.name(), "what is due in a match could not be done");
        }
    }

    async fn take_care(self: &Arc<Self>, match_id: &str, now: Timestamp) -> Result<(), Reason> {
        let mut game_match = self.matches.current(match_id).await?;
        if game_match.is_over() {
            // Whether it is archived is no commit, so a copy may not know.
            game_match = Arc::new(self.matches.read(match_id).await?);
        }
        let game_match = match game_match.committed_at() {
            Some(_) => game_match,
            // An earlier version has stored it, whose log tells.
            None => {
                let entry = self.matches.entry(match_id, game_match.commit()).await?;
                Arc::new(game_match.with_committed_at(replay::committed_at(&entry)))
            }
        };
        let (task, next) = agenda(&game_match, &self.matches.lifetimes, now);
        match task {
            Some(Task::Duty(_)) => {
                self.take_up(match_id).await;
                return Ok(());
            }
            Some(Task::Abandon) => return self.abandon(&game_match).await,
            Some(Task::Delete) => {
                let news = news::deleted(&game_match, now);
                return self.delete(&game_match, news).await.map(drop);
            }
            Some(Task::Warn { .. }) | None => {}
        }
        let told = match task {
            Some(Task::Warn { expires_at }) => Some(news::expiring(&game_match, expires_at, now)),
            _ => None,
        };
        let filing = filing::anew(&game_match, next, told);
        let head = head(&game_match);
        let filed = self.store.file(match_id, &head, &filing);
        self.matches.timed("File", filed).await.map(drop)
    }

    /// Takes up a match that somebody left behind. Returns when it is under way: a
    /// match of bots may go on for long, and others are due as well.
    async fn take_up(self: &Arc<Self>, match_id: &str) {
        let room = Arc::clone(&self.driver.room).acquire_owned().await;
        if !self.driver.begin(match_id) {
            return;
        }
        let (orchestrator, match_id) = (Arc::clone(self), match_id.to_owned());
        self.tasks.spawn(async move {
            orchestrator.drive_to_rest(&match_id).await;
            drop(room);
        });
    }

    /// Drives a match until it needs nothing more.
    async fn drive_to_rest(self: &Arc<Self>, match_id: &str) {
        while !self.stop.is_cancelled() {
            drive(self, match_id).await;
            if self.driver.rest(match_id) {
                return;
            }
        }
    }

    /// Ends a match in which nobody has acted for too long.
    async fn abandon(self: &Arc<Self>, game_match: &Match) -> Result<(), Reason> {
        let command = Command::Abort { reason: ABANDONED.to_owned() };
        self.change_by_itself(game_match, &command, None, "abandon").await
    }

    /// Makes a change that nobody asked for, once, whichever replicas try.
    async fn change_by_itself(
        self: &Arc<Self>,
        game_match: &Match,
        command: &Command,
        seat: Option<Seat>,
        what: &'static str,
    ) -> Result<(), Reason> {
        // The same change has the same request id on every replica.
        let scope = seat.map_or(0, |seat| seat.number() as u8);
        let id = format!("driver/{what}/{}", game_match.commit());
        let wanted = Wanted {
            match_id: game_match.id(),
            command,
            caller: Caller::Orchestrator(seat),
            request: Request::of_driver(scope, id, request::fingerprint(what, &())),
        };
        let done = self.matches.change(&self.games, &wanted, &|_, _| ()).await?;
        self.after(&done);
        Ok(())
    }
}

async fn drive(orchestrator: &Arc<Orchestrator>, match_id: &str) {
    let mut failures = 0;
    let mut overtaken_at = None;
    while failures < ATTEMPTS_MAX && !orchestrator.stop.is_cancelled() {
        let (commit, progress) = match orchestrator.matches.current(match_id).await {
            Ok(game_match) => match duty(&game_match) {
                None => return,
                Some(duty) => {
                    // A bot's move is one trace, as anybody else's is.
                    let span = duty_span(span_name(duty));
                    let work = fulfil(orchestrator, &game_match, duty).instrument(span);
                    (Some(game_match.commit()), work.await)
                }
            },
            Err(reason) => (None, Err(reason)),
        };
        match progress {
            Ok(()) => failures = 0,
            // Somebody else was faster: look again. If nothing has changed when
            // we look, nobody was, and a game says so that makes no sense.
            Err(
                Reason::StaleRevision { .. }
                | Reason::NotAwaited { .. }
                | Reason::Precondition { .. },
            ) if commit != overtaken_at => {
                overtaken_at = commit;
            }
            Err(reason) => {
                tracing::warn!(reason = reason.name(), "a match could not be driven");
                failures += 1;
                tokio::time::sleep(RETRY_FIRST * 2u32.pow(failures)).await;
            }
        }
    }
}

async fn fulfil(
    orchestrator: &Arc<Orchestrator>,
    game_match: &Match,
    duty: Duty,
) -> Result<(), Reason> {
    match duty {
        Duty::Start => {
            orchestrator.change_by_itself(game_match, &Command::Start, None, "start").await
        }
        Duty::Play(seat) => {
            let game = orchestrator.games.of(game_match)?;
            let actions = vec![game.suggest(game_match, seat).await?];
            // Another replica may drive the seat in the meantime, or the act
            // may be based on what is no longer so.
            let command = Command::Act { actions, basis: Basis::Commit(game_match.identity()) };
            orchestrator.change_by_itself(game_match, &command, Some(seat), "bot").await
        }
    }
}

fn span_name(duty: Duty) -> &'static str {
    match duty {
        Duty::Start => "Driver/Start",
        Duty::Play(_) => "Driver/Play",
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the driver";
