//! Does what a match needs without a client: starts it when it is full, and
//! plays its bots and the seats of those who resigned.
//!
//! Any replica may drive any match, even two at a time: a commit happens once.
//! The replica that made a change goes on with what follows from it; a sweep
//! over all attended matches takes up what another replica left behind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use bytes::Bytes;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_service::Reason;
use kit_service::telemetry::duty_span;
use match_orchestrator_lifecycle::{Chair, Phase};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::games::Games;
use crate::matches::{Change, Plan, Request};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::{door, play};

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

/// What a match needs from the orchestrator.
enum Duty {
    Start,
    Play(Seat),
}

impl Duty {
    fn name(&self) -> &'static str {
        match self {
            Self::Start => "Driver/Start",
            Self::Play(_) => "Driver/Play",
        }
    }
}

impl Driver {
    /// Sees to a match soon.
    pub(crate) fn kick(&self, orchestrator: &Arc<Orchestrator>, record: &Record) {
        if duty(record).is_none() {
            return;
        }
        let match_id = record.match_id();
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
                Ok(record) if record.table.phase == Phase::Over => self.dismiss(&record).await,
                Ok(record) => self.driver.kick(self, &record),
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
    pub(crate) async fn dismiss(&self, record: &Record) {
        if needs_attendance(record) {
            // Left for the next sweep if the store does not answer now.
            let dismissed = self.store.attend(record.match_id(), false);
            self.matches.timed("Attend", dismissed).await.ok();
        }
    }
}

/// Whether a match may need the orchestrator when no client calls.
pub(crate) fn needs_attendance(record: &Record) -> bool {
    record.roster.start_when_full || record.table.chairs.iter().any(Chair::is_driven)
}

async fn drive(orchestrator: &Arc<Orchestrator>, match_id: &str) {
    let mut failures = 0;
    let mut overtaken_at = None;
    while failures < ATTEMPTS_MAX && !orchestrator.stop.is_cancelled() {
        let (commit, progress) = match orchestrator.matches.current(match_id).await {
            Ok(record) => match duty(&record) {
                None => return,
                Some(duty) => {
                    // A bot's move is one trace, as anybody else's is.
                    let span = duty_span(duty.name());
                    let work = fulfil(orchestrator, &record, duty).instrument(span);
                    (Some(record.table.commit), work.await)
                }
            },
            Err(reason) => (None, Err(reason)),
        };
        match progress {
            Ok(()) => failures = 0,
            // Somebody else was faster: look again. If nothing has changed when
            // we look, nobody was, and a game says so that makes no sense.
            Err(Reason::StaleRevision { .. } | Reason::NotAwaited { .. })
                if commit != overtaken_at =>
            {
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

fn duty(record: &Record) -> Option<Duty> {
    match record.table.phase {
        Phase::Seating if record.roster.start_when_full && record.table.is_full() => {
            Some(Duty::Start)
        }
        Phase::Playing(awaited) => {
            awaited.iter().find(|seat| record.table.is_driven(*seat)).map(Duty::Play)
        }
        Phase::Seating | Phase::Over => None,
    }
}

async fn fulfil(
    orchestrator: &Arc<Orchestrator>,
    record: &Record,
    duty: Duty,
) -> Result<(), Reason> {
    let game = orchestrator.games.of(record)?;
    let commit = record.table.commit;
    let games = &orchestrator.games;
    let done = match duty {
        Duty::Start => {
            let request = own_request("start", 0, commit);
            orchestrator.matches.change(record.match_id(), &request, &Start { games }).await
        }
        Duty::Play(seat) => {
            let view = door::state(&game, record, Viewer::Seat(seat))?;
            let entropy = record.match_key().bot_entropy(commit, seat.number() as u8);
            let action = [game.suggest(view, seat, entropy).await?];
            let request = own_request("bot", seat.number() as u8, commit);
            let plan = Play { games, seat, action, commit };
            orchestrator.matches.change(record.match_id(), &request, &plan).await
        }
    };
    orchestrator.after(&done?).await;
    Ok(())
}

struct Start<'a> {
    games: &'a Games,
}

impl Plan for Start<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        play::start(self.games, record).await
    }
}

struct Play<'a> {
    games: &'a Games,
    seat: Seat,
    action: [Bytes; 1],
    /// The commit that the bot has looked at.
    commit: u64,
}

impl Plan for Play<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        // Another replica may have driven the seat in the meantime, or the act
        // may be based on what is no longer so.
        if record.table.commit != self.commit {
            return Err(Reason::StaleRevision { current: record.table.commit });
        }
        play::act(self.games, record, self.seat, &self.action, None).await
    }
}

/// The same duty has the same request id on every replica.
fn own_request(what: &str, scope: u8, commit: u64) -> Request {
    Request::new(scope, format!("driver/{what}/{commit}"), what, &[])
}

const NEVER_POISONED: &str = "no thread panics while it holds the driver";
