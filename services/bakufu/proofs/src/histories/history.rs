//! One history: commands are carried out, and whatever comes of them is held
//! against the model.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::future::join_all;
use kit_service::Reason;

use super::PATIENCE;
use super::command::{Command, Kind, REPLICAS};
use super::compose::{alter, compose};
use super::dice::Dice;
use super::fault::{Fault, Trap, Whose};
use super::faulty_store::{Shared, TRAP};
use super::figures::Figures;
use super::ground::Ground;
use super::letter::{Answer, Letter};
use super::model::Model;
use super::stage::{Replica, SeededSecrets, Stage};
use super::transcript::Transcript;
use super::watcher::Watcher;
use super::wrong::Wrong;

/// A history that is being played.
pub(super) struct History<'h> {
    pub(super) stage: &'h Stage,
    pub(super) ground: &'h mut Ground,
    pub(super) shared: Arc<Shared>,
    secrets: Arc<SeededSecrets>,
    pub(super) replicas: Vec<Replica>,
    pub(super) models: Vec<Model>,
    /// The creations that have happened, each with its match.
    pub(super) creations: Vec<(Letter, String)>,
    /// Everything that was sent, each letter once.
    pub(super) sent: Vec<Letter>,
    /// What may happen yet, or may have happened already.
    pub(super) open: Vec<Letter>,
    held: VecDeque<Letter>,
    pub(super) watchers: Vec<Watcher>,
    /// Whether anything went wrong so far, so that bots may be late.
    disturbed: bool,
    seed: u64,
    pub(super) transcript: Transcript,
    pub(super) figures: Figures,
}

/// What became of a call; nothing if the client gave up or the replica died.
pub(super) type Outcome = Option<Result<Answer, Reason>>;

impl<'h> History<'h> {
    /// A history with a store and replicas, before its first command.
    pub(super) async fn begin(
        stage: &'h Stage,
        ground: &'h mut Ground,
        seed: u64,
    ) -> Result<Self, Wrong> {
        let shared = Arc::new(Shared::default());
        shared.open(ground.store().await?);
        let secrets = SeededSecrets::new(seed);
        let replicas = (0..REPLICAS).map(|_| stage.replica(&shared, &secrets)).collect();
        Ok(Self {
            stage,
            ground,
            shared,
            secrets,
            replicas,
            models: Vec::new(),
            creations: Vec::new(),
            sent: Vec::new(),
            open: Vec::new(),
            held: VecDeque::new(),
            watchers: Vec::new(),
            disturbed: false,
            seed,
            transcript: Transcript::default(),
            figures: Figures { histories: 1, ..Figures::default() },
        })
    }

    /// Carries out one command.
    pub(super) async fn step(&mut self, command: &Command) -> Result<(), Wrong> {
        self.transcript.begin(command);
        self.figures.commands += 1;
        let mut dice = Dice::new(command.dice);
        let caller = command.fault.filter(|fault| fault.whose == Whose::Caller);
        if let Some(fault) = command.fault.filter(|fault| fault.whose == Whose::Background) {
            self.disturbed = true;
            self.replicas[command.replica].store.trap_background(Trap::new(Some(fault)));
        }
        match command.kind {
            Kind::Crash => {
                self.disturbed = true;
                self.replicas[command.replica].store.kill();
            }
            Kind::Look => self.look(&mut dice, command.replica, caller).await?,
            Kind::Watch => self.watch(&mut dice, command.replica, caller).await?,
            Kind::Hold => {
                let id = self.next_id();
                self.held.extend(compose(Kind::Hold, &mut dice, &self.models, id));
            }
            kind => {
                if let Some(letter) = self.letter(kind, &mut dice) {
                    let mut replicas = vec![command.replica];
                    if kind == Kind::ForwardTwice {
                        replicas.push((command.replica + 1) % REPLICAS);
                    }
                    self.deliver(&letter, &replicas, caller).await?;
                }
            }
        }
        self.revive().await?;
        self.pump().await?;
        if command.settles && !self.disturbed {
            self.settle().await?;
        }
        Ok(())
    }

    /// Sends a letter, to one replica or to several at the same time, and
    /// judges what comes back.
    pub(super) async fn deliver(
        &mut self,
        letter: &Letter,
        replicas: &[usize],
        fault: Option<Fault>,
    ) -> Result<(), Wrong> {
        let low = self.model(letter.match_id()).map_or(0, Model::commits);
        replicas.iter().for_each(|_| self.note_sent(letter));
        let traps: Vec<Arc<Trap>> =
            (0..replicas.len()).map(|index| Trap::new(fault.filter(|_| index == 0))).collect();
        let calls = replicas.iter().zip(&traps).map(|(replica, trap)| {
            let replica = &self.replicas[*replica];
            async move {
                let call =
                    Box::pin(TRAP.scope(Arc::clone(trap), letter.send(&replica.orchestrator)));
                tokio::select! {
                    answer = call => Some(answer),
                    () = trap.vanished() => None,
                }
            }
        });
        let outcomes = join_all(calls).await;
        let excused: Vec<bool> = replicas
            .iter()
            .zip(&traps)
            .map(|(replica, trap)| trap.has_hit() || self.replicas[*replica].store.is_dead())
            .collect();
        self.figures.faults += traps.iter().filter(|trap| trap.has_hit()).count() as u64;
        self.disturbed |= excused.contains(&true);
        self.transcript.delivered(letter, replicas, &outcomes);
        self.absorb_creations().await?;
        let about = self.created_by(letter).unwrap_or(letter.match_id()).to_owned();
        self.absorb(&about).await?;
        let mut settled = true;
        for (outcome, excused) in outcomes.into_iter().zip(excused) {
            match outcome {
                None => settled = false,
                Some(Err(Reason::StoreUnavailable { .. })) if excused => {
                    settled = false;
                }
                Some(answer) => {
                    let is_refused = answer.is_err();
                    self.judge(letter, answer, low)?;
                    if is_refused && letter.request_id().is_empty() {
                        self.close(letter);
                    }
                }
            }
        }
        match settled {
            true if !letter.request_id().is_empty() => self.close(letter),
            true => {}
            false => self.figures.unknown += 1,
        }
        Ok(())
    }

    /// Waits until the orchestrator has done what it does by itself.
    pub(super) async fn settle(&mut self) -> Result<(), Wrong> {
        let ids: Vec<String> =
            self.models.iter().map(|model| model.match_id().to_owned()).collect();
        let deadline = tokio::time::Instant::now() + PATIENCE;
        for id in ids {
            self.absorb(&id).await?;
            while self.model(&id).is_some_and(|model| model.duty(model.now()).is_some()) {
                if tokio::time::Instant::now() > deadline {
                    return Err(Wrong(format!(
                        "nobody sees to the match {id}, which waits for it"
                    )));
                }
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                self.absorb(&id).await?;
            }
        }
        Ok(())
    }

    /// Starts replicas anew that have died.
    pub(super) async fn revive(&mut self) -> Result<(), Wrong> {
        let dead = |replica: &Replica| replica.store.is_dead();
        if !self.replicas.iter().any(dead) {
            return Ok(());
        }
        if self.ground.is_one_process() {
            return self.restart_all().await;
        }
        for replica in self.replicas.iter_mut().filter(|replica| dead(replica)) {
            *replica = self.stage.replica(&self.shared, &self.secrets);
            self.figures.crashes += 1;
        }
        Ok(())
    }

    /// All replicas die, and new ones start on what is stored.
    pub(super) async fn restart_all(&mut self) -> Result<(), Wrong> {
        self.figures.crashes += self.replicas.len() as u64;
        self.watchers.iter_mut().for_each(Watcher::hang_up);
        self.replicas.clear();
        if self.ground.is_one_process() {
            self.ground.reopen(&self.shared).await?;
        }
        let replica = |_| self.stage.replica(&self.shared, &self.secrets);
        self.replicas = (0..REPLICAS).map(replica).collect();
        Ok(())
    }

    pub(super) fn model(&self, match_id: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.match_id() == match_id)
    }

    /// The letter that a command sends.
    fn letter(&mut self, kind: Kind, dice: &mut Dice) -> Option<Letter> {
        match kind {
            Kind::Again => dice.pick(&self.sent).cloned(),
            Kind::Altered => {
                let letter = dice.pick(&self.sent)?;
                (!letter.request_id().is_empty()).then(|| alter(letter))
            }
            Kind::Release => self.held.pop_front(),
            kind => {
                let id = self.next_id();
                compose(kind, dice, &self.models, id)
            }
        }
    }

    fn note_sent(&mut self, letter: &Letter) {
        if !self.sent.contains(letter) {
            self.sent.push(letter.clone());
        }
        let has_happened = match self.model(letter.match_id()) {
            Some(model) => model.bound(letter).is_some(),
            None => self.created_by(letter).is_some(),
        };
        // Without a request id every sending may happen once more.
        let may_happen_again = letter.request_id().is_empty();
        if may_happen_again || (!has_happened && !self.open.contains(letter)) {
            self.open.push(letter.clone());
        }
    }

    /// It is known what became of one sending of a letter.
    fn close(&mut self, letter: &Letter) {
        if let Some(at) = self.open.iter().position(|open| open == letter) {
            self.open.remove(at);
        }
    }

    pub(super) fn next_id(&mut self) -> String {
        self.figures.letters += 1;
        format!("history-{:016x}-{}", self.seed, self.figures.letters)
    }
}
