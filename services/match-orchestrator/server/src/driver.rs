//! Driver of what matches need without a client: starts those that are full, plays
//! bots and the seats of those who resigned, and ends what nobody wants any more.
//!
//! Any replica may drive any match, even two at a time: a commit happens once.
//! The replica that made a change goes on with what follows from it. Whatever is
//! left behind comes due, and is taken up by who sees to its partition. When a match
//! makes its next step is told by [`turns`].

mod turns;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit_rules::Seat;
use kit_service::metrics::{DrivenState, DrivenWork};
use kit_service::telemetry::{Seldom, duty_span};
use kit_service::{Peer, Reason};
use match_orchestrator_core::{
    Basis, Caller, Command, CommitNumber, Duty, Match, Task, agenda, duty, news, replay, request,
};
use prost_types::Timestamp;
use tracing::Instrument;

use self::turns::{Turns, work};
use crate::filing;
use crate::games::Game;
use crate::matches::{Request, Wanted, head};
use crate::orchestrator::Orchestrator;
use crate::people::People;

/// How often a duty is tried before it is left until it comes due again.
const ATTEMPTS_MAX: u32 = 4;
/// The wait after the first failure; it doubles.
const RETRY_FIRST: Duration = Duration::from_millis(50);
/// Matches of each kind of work that are driven at a time, waiting ones included. More
/// are left until they come due.
const DRIVEN_MAX: usize = 20_000;
/// Why a match ends in which nobody acts, for the players to read.
const ABANDONED: &str = "nobody has acted for a long time";

/// Drives matches in the background.
pub(crate) struct Driver {
    running: Mutex<Running>,
    turns: Turns,
    seldom: Seldom,
}

/// The matches that are being driven.
#[derive(Default)]
struct Running {
    matches: HashMap<String, Driven>,
    attended: usize,
    unattended: usize,
}

struct Driven {
    work: DrivenWork,
    /// Whether it was kicked since.
    is_kicked: bool,
}

/// What is known of a match before its next step.
struct Known {
    work: DrivenWork,
    /// None if nobody has played its version since this replica started.
    game: Option<Arc<Game>>,
}

impl Driver {
    pub(crate) fn new(people: Arc<People>) -> Self {
        let (running, seldom) = Default::default();
        Self { running, turns: Turns::new(people), seldom }
    }

    /// Notes who has created a match, to whose share its bots belong.
    pub(crate) fn created(&self, match_id: &str, creator: Peer) {
        self.turns.created(match_id, creator);
    }

    /// Sees to a match soon.
    pub(crate) fn kick(&self, orchestrator: &Arc<Orchestrator>, game_match: &Match) {
        if duty(game_match).is_none() {
            return;
        }
        let match_id = game_match.id();
        let known = Known::of(orchestrator, game_match);
        if !self.begin(match_id, known.work) {
            return;
        }
        let (orchestrator, match_id) = (Arc::clone(orchestrator), match_id.to_owned());
        let tasks = orchestrator.tasks.clone();
        tasks.spawn(async move { orchestrator.drive_to_rest(&match_id, known).await });
    }

    /// Whether a match is being driven here.
    fn drives(&self, match_id: &str) -> bool {
        self.running.lock().expect(NEVER_POISONED).matches.contains_key(match_id)
    }

    /// Whether the caller is to drive a match. If it is being driven, whoever does
    /// looks at it once more; if too many are, it comes due later.
    fn begin(&self, match_id: &str, work: DrivenWork) -> bool {
        let mut running = self.running.lock().expect(NEVER_POISONED);
        if let Some(driven) = running.matches.get_mut(match_id) {
            driven.is_kicked = true;
            return false;
        }
        let count = running.count(work);
        if *count >= DRIVEN_MAX {
            return false;
        }
        *count += 1;
        running.matches.insert(match_id.to_owned(), Driven { work, is_kicked: false });
        true
    }

    /// Forgets a match that needs nothing more, unless it was kicked again.
    fn rest(&self, match_id: &str) -> bool {
        let mut running = self.running.lock().expect(NEVER_POISONED);
        match running.matches.get_mut(match_id) {
            Some(driven) if driven.is_kicked => {
                driven.is_kicked = false;
                false
            }
            _ => {
                if let Some(driven) = running.matches.remove(match_id) {
                    *running.count(driven.work) -= 1;
                }
                true
            }
        }
    }

    /// Leaves a match until it comes due again. If there was no room for its calls, it
    /// only waits for longer.
    fn give_up(&self, reason: &Reason) {
        if matches!(reason, Reason::Overloaded { .. }) {
            return;
        }
        let reason = reason.name();
        if let Some(count) = self.seldom.due(reason) {
            tracing::warn!(reason, count, "a match could not be driven");
        }
    }
}

/// What has come of a step.
enum Progress {
    Moved,
    /// Nothing is to be done.
    Rests,
}

impl Running {
    fn count(&mut self, work: DrivenWork) -> &mut usize {
        match work {
            DrivenWork::Attended => &mut self.attended,
            DrivenWork::Unattended => &mut self.unattended,
        }
    }
}

impl Known {
    fn of(orchestrator: &Orchestrator, game_match: &Match) -> Self {
        let game = orchestrator.games.version(game_match.game(), game_match.rules_version());
        Self { work: work(game_match), game }
    }
}

impl Orchestrator {
    /// Sees to a match that has come due, and files it under when it is due next.
    pub(crate) async fn see_to_due(self: &Arc<Self>, match_id: String, now: Timestamp) {
        if self.driver.drives(&match_id) {
            // It waits for its turn, and that is its own business.
            return;
        }
        let Err(reason) = self.take_care(&match_id, now).await else { return };
        if matches!(reason, Reason::UnknownMatch) {
            return;
        }
        // It comes due again soon.
        let reason = reason.name();
        if let Some(count) = self.driver.seldom.due(&format!("due {reason}")) {
            tracing::warn!(reason, count, "what is due in a match could not be done");
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
                self.driver.kick(self, &game_match);
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

    /// Drives a match until it needs nothing more.
    async fn drive_to_rest(self: &Arc<Self>, match_id: &str, mut known: Known) {
        while !self.stop.is_cancelled() {
            self.drive(match_id, &mut known).await;
            if self.driver.rest(match_id) {
                return;
            }
        }
    }

    async fn drive(self: &Arc<Self>, match_id: &str, known: &mut Known) {
        let mut failures = 0;
        let mut overtaken_at = None;
        while failures < ATTEMPTS_MAX {
            let (work, game) = (known.work, known.game.clone());
            let waiting = self.metrics.driven(work, DrivenState::Waiting);
            let turn = tokio::select! {
                biased;
                () = self.stop.cancelled() => return,
                turn = self.driver.turns.take(work, match_id, game.as_deref()) => turn,
            };
            drop(waiting);
            let moving = self.metrics.driven(work, DrivenState::Moving);
            // In a box: very many may wait for their turn, and few make a step.
            let (commit, progress) = Box::pin(self.step(match_id, known)).await;
            drop((moving, turn));
            match progress {
                Ok(Progress::Moved) => failures = 0,
                Ok(Progress::Rests) | Err(Reason::UnknownMatch) => return,
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
                    failures += 1;
                    if failures == ATTEMPTS_MAX {
                        self.driver.give_up(&reason);
                    } else {
                        tokio::time::sleep(RETRY_FIRST * 2u32.pow(failures)).await;
                    }
                }
            }
        }
    }

    /// Does what the match needs next, and learns what is to be known before the step
    /// after it. Returns the commit that it was at, if it could be read.
    async fn step(
        self: &Arc<Self>,
        match_id: &str,
        known: &mut Known,
    ) -> (Option<CommitNumber>, Result<Progress, Reason>) {
        let game_match = match self.matches.current(match_id).await {
            Ok(game_match) => game_match,
            Err(reason) => return (None, Err(reason)),
        };
        *known = Known::of(self, &game_match);
        let commit = Some(game_match.commit());
        let Some(duty) = duty(&game_match) else { return (commit, Ok(Progress::Rests)) };
        // A bot's move is one trace, as anybody else's is.
        let span = duty_span(span_name(duty));
        let moved = fulfil(self, &game_match, duty).instrument(span).await;
        (commit, moved.map(|()| Progress::Moved))
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
            answer_time: None,
        };
        let done = self.matches.change(&self.games, &wanted, &|_, _| ()).await?;
        self.after(&done);
        Ok(())
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
