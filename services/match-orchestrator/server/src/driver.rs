//! Driver of what matches need without a client: starts those that are full, and
//! plays bots and the seats of those who resigned.
//!
//! Any replica may drive any match, even two at a time: a commit happens once.
//! The replica that made a change goes on with what follows from it; a sweep
//! over all attended matches takes up what another replica left behind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use kit_service::Reason;
use kit_service::telemetry::duty_span;
use match_orchestrator_core::{
    Basis, Caller, Command, Duty, Match, duty, needs_attendance, request,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::matches::{Request, Wanted};
use crate::orchestrator::Orchestrator;

/// How often attended matches are looked at.
const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// How often a duty is tried before it is left to the next sweep.
const ATTEMPTS_MAX: u32 = 4;
/// The wait after the first failure; it doubles.
const RETRY_FIRST: Duration = Duration::from_millis(50);

/// Drives matches in the background.
#[derive(Default)]
pub(crate) struct Driver {
    /// Matches that are being driven, and whether they were kicked since.
    running: Mutex<HashMap<String, bool>>,
}

impl Driver {
    /// Sees to a match soon.
    pub(crate) fn kick(&self, orchestrator: &Arc<Orchestrator>, game_match: &Match) {
        if duty(game_match).is_none() {
            return;
        }
        let match_id = game_match.id();
        let mut running = self.running.lock().expect(NEVER_POISONED);
        if let Some(kicked) = running.get_mut(match_id) {
            *kicked = true;
            return;
        }
        running.insert(match_id.to_owned(), false);
        let (orchestrator, match_id) = (Arc::clone(orchestrator), match_id.to_owned());
        tokio::spawn(async move {
            while !orchestrator.stop.is_cancelled() {
                drive(&orchestrator, &match_id).await;
                if orchestrator.driver.rest(&match_id) {
                    return;
                }
            }
        });
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

    /// Looks at all attended matches again and again.
    pub(crate) fn sweep(orchestrator: Weak<Orchestrator>, stop: CancellationToken) {
        tokio::spawn(async move {
            loop {
                let Some(strong) = orchestrator.upgrade() else {
                    return;
                };
                strong.sweep_once().await;
                drop(strong);
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = tokio::time::sleep(SWEEP_EVERY) => {}
                }
            }
        });
    }
}

impl Orchestrator {
    async fn sweep_once(self: &Arc<Self>) {
        let Ok(attended) = self.matches.timed("Attended", self.store.attended()).await else {
            return;
        };
        for match_id in attended {
            match self.matches.current(&match_id).await {
                Ok(game_match) if game_match.is_over() => self.dismiss(&game_match).await,
                Ok(game_match) => self.driver.kick(self, &game_match),
                Err(Reason::UnknownMatch) => {
                    let gone = self.store.attend(&match_id, false);
                    if self.matches.timed("Attend", gone).await.is_err() {
                        return;
                    }
                }
                Err(_) => return,
            }
        }
    }

    /// A match that is over needs nobody.
    pub(crate) async fn dismiss(&self, game_match: &Match) {
        if needs_attendance(game_match) {
            // Left for the next sweep if the store does not answer now.
            let dismissed = self.store.attend(game_match.id(), false);
            self.matches.timed("Attend", dismissed).await.ok();
        }
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
    let commit = game_match.commit();
    let (command, seat) = match duty {
        Duty::Start => (Command::Start, None),
        Duty::Play(seat) => {
            let game = orchestrator.games.of(game_match)?;
            let actions = vec![game.suggest(game_match, seat).await?];
            // Another replica may drive the seat in the meantime, or the act
            // may be based on what is no longer so.
            (Command::Act { actions, basis: Basis::Commit(commit) }, Some(seat))
        }
    };
    let what = if seat.is_some() { "bot" } else { "start" };
    // The same duty has the same request id on every replica.
    let scope = seat.map_or(0, |seat| seat.number() as u8);
    let fingerprint = request::fingerprint(what, &());
    let wanted = Wanted {
        match_id: game_match.id(),
        command: &command,
        caller: Caller::Orchestrator(seat),
        request: Request::of_driver(scope, format!("driver/{what}/{commit}"), fingerprint),
    };
    let done = orchestrator.matches.change(&orchestrator.games, &wanted, &|_, _| ()).await?;
    orchestrator.after(&done).await;
    Ok(())
}

fn span_name(duty: Duty) -> &'static str {
    match duty {
        Duty::Start => "Driver/Start",
        Duty::Play(_) => "Driver/Play",
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the driver";
