//! One history: commands are carried out, and whatever comes of them is held
//! against the model.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::future::join_all;
use kit_service::Reason;

use super::PATIENCE;
use super::client_request::{ClientRequest, ClientResponse};
use super::cluster::{Replica, SeededSecrets, ToyCluster};
use super::command::{CommandKind, HistoryCommand, REPLICAS};
use super::compose::{alter, compose};
use super::contradiction::Contradiction;
use super::fault::{InjectedFault, Trap, Whose};
use super::faulty_store::{Shared, TRAP};
use super::figures::Figures;
use super::model::Model;
use super::store_fixture::{Meanwhile, StoreFixture};
use super::transcript::Transcript;
use super::watcher::Watcher;
use bakufu_proofs::Dice;

/// A history that is being played.
pub(super) struct History<'h> {
    pub(super) cluster: &'h ToyCluster,
    pub(super) store_fixture: &'h mut StoreFixture,
    pub(super) shared: Arc<Shared>,
    pub(super) secrets: Arc<SeededSecrets>,
    pub(super) replicas: Vec<Replica>,
    pub(super) models: Vec<Model>,
    /// The creations that have happened, each with its match.
    pub(super) creations: Vec<(ClientRequest, String)>,
    /// Everything that was sent, each wanted once.
    pub(super) sent: Vec<ClientRequest>,
    /// What may happen yet, or may have happened already.
    pub(super) open: Vec<ClientRequest>,
    held: VecDeque<ClientRequest>,
    /// How many creations are explained.
    pub(super) creations_seen: usize,
    /// Matches of which the store knows nothing any more.
    pub(super) gone: Vec<Model>,
    /// What had happened when the store was set back, and then had not.
    pub(super) undone: Vec<ClientRequest>,
    /// Whether there is something that the store can be set back to.
    pub(super) has_saved: bool,
    pub(super) watchers: Vec<Watcher>,
    /// Whether anything went wrong so far, so that bots may be late.
    disturbed: bool,
    seed: u64,
    pub(super) transcript: Transcript,
    pub(super) figures: Figures,
}

/// What became of a call; nothing if the client gave up or the replica died.
pub(super) type CallOutcome = Option<Result<ClientResponse, Reason>>;

impl<'h> History<'h> {
    /// A history with a store and replicas, before its first command.
    pub(super) async fn begin(
        cluster: &'h ToyCluster,
        store_fixture: &'h mut StoreFixture,
        seed: u64,
    ) -> Result<Self, Contradiction> {
        let shared = Arc::new(Shared::default());
        shared.open(store_fixture.store().await?);
        let secrets = SeededSecrets::new(seed);
        let replicas = (0..REPLICAS).map(|_| cluster.replica(&shared, &secrets)).collect();
        Ok(Self {
            cluster,
            store_fixture,
            shared,
            secrets,
            replicas,
            models: Vec::new(),
            creations: Vec::new(),
            sent: Vec::new(),
            open: Vec::new(),
            held: VecDeque::new(),
            creations_seen: 0,
            gone: Vec::new(),
            undone: Vec::new(),
            has_saved: false,
            watchers: Vec::new(),
            disturbed: false,
            seed,
            transcript: Transcript::default(),
            figures: Figures { histories: 1, ..Figures::default() },
        })
    }

    pub(super) async fn step(&mut self, command: &HistoryCommand) -> Result<(), Contradiction> {
        self.transcript.begin(command);
        self.figures.commands += 1;
        let mut dice = Dice::new(command.dice, &[]);
        let caller = command.fault.filter(|fault| fault.whose == Whose::Caller);
        if let Some(fault) = command.fault.filter(|fault| fault.whose == Whose::Background) {
            self.disturbed = true;
            self.replicas[command.replica].store.trap_background(Trap::new(Some(fault)));
        }
        match command.kind {
            CommandKind::Crash => {
                self.disturbed = true;
                self.replicas[command.replica].store.kill();
            }
            CommandKind::Save => self.save().await?,
            CommandKind::SetBack => self.set_back(&mut dice).await?,
            CommandKind::Look => self.look(&mut dice, command.replica, caller).await?,
            CommandKind::Watch => self.watch(&mut dice, command.replica, caller).await?,
            CommandKind::Hold => {
                let id = self.next_id();
                self.held.extend(compose(CommandKind::Hold, &mut dice, &self.models, id));
            }
            kind => {
                if let Some(wanted) = self.wanted(kind, &mut dice) {
                    let mut replicas = vec![command.replica];
                    if kind == CommandKind::ForwardTwice {
                        replicas.push((command.replica + 1) % REPLICAS);
                    }
                    self.deliver(&wanted, &replicas, caller).await?;
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

    /// Sends a wanted, to one replica or to several at the same time, and
    /// judges what comes back.
    pub(super) async fn deliver(
        &mut self,
        wanted: &ClientRequest,
        replicas: &[usize],
        fault: Option<InjectedFault>,
    ) -> Result<(), Contradiction> {
        let low = self.model(wanted.match_id()).map_or(0, Model::commits);
        replicas.iter().for_each(|_| self.note_sent(wanted));
        let traps: Vec<Arc<Trap>> =
            (0..replicas.len()).map(|index| Trap::new(fault.filter(|_| index == 0))).collect();
        let calls = replicas.iter().zip(&traps).map(|(replica, trap)| {
            let replica = &self.replicas[*replica];
            async move {
                let call =
                    Box::pin(TRAP.scope(Arc::clone(trap), wanted.send(&replica.orchestrator)));
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
        self.transcript.delivered(wanted, replicas, &outcomes);
        self.explain_creations().await?;
        let about = self.created_by(wanted).unwrap_or(wanted.match_id()).to_owned();
        self.explain_commits(&about).await?;
        let mut settled = true;
        for (outcome, excused) in outcomes.into_iter().zip(excused) {
            match outcome {
                None => settled = false,
                Some(Err(Reason::StoreUnavailable { .. })) if excused => {
                    settled = false;
                }
                Some(answer) => {
                    let is_refused = answer.is_err();
                    self.judge(wanted, answer, low)?;
                    if is_refused && wanted.request_id().is_empty() {
                        self.close(wanted);
                    }
                }
            }
        }
        match settled {
            true if !wanted.request_id().is_empty() => self.close(wanted),
            true => {}
            false => self.figures.unknown += 1,
        }
        Ok(())
    }

    /// Waits until the orchestrator has done what it does by itself.
    pub(super) async fn settle(&mut self) -> Result<(), Contradiction> {
        let ids: Vec<String> =
            self.models.iter().map(|model| model.match_id().to_owned()).collect();
        let deadline = tokio::time::Instant::now() + PATIENCE;
        for id in ids {
            self.explain_commits(&id).await?;
            while self.model(&id).is_some_and(|model| model.duty(model.now(), None).is_some()) {
                if tokio::time::Instant::now() > deadline {
                    return Err(Contradiction(format!(
                        "nobody sees to the match {id}, which waits for it"
                    )));
                }
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                self.explain_commits(&id).await?;
            }
        }
        Ok(())
    }

    /// Starts replicas anew that have died.
    pub(super) async fn revive(&mut self) -> Result<(), Contradiction> {
        let dead = |replica: &Replica| replica.store.is_dead();
        if !self.replicas.iter().any(dead) {
            return Ok(());
        }
        if self.store_fixture.is_one_process() {
            return self.restart_all().await;
        }
        for replica in self.replicas.iter_mut().filter(|replica| dead(replica)) {
            *replica = self.cluster.replica(&self.shared, &self.secrets);
            self.figures.crashes += 1;
        }
        Ok(())
    }

    /// All replicas die, and new ones start on what is stored.
    pub(super) async fn restart_all(&mut self) -> Result<(), Contradiction> {
        self.end_all();
        if self.store_fixture.is_one_process() {
            self.store_fixture.reopen(&self.shared, Meanwhile::Nothing).await?;
        }
        self.start_all();
        Ok(())
    }

    /// All replicas die.
    pub(super) fn end_all(&mut self) {
        self.figures.crashes += self.replicas.len() as u64;
        self.watchers.iter_mut().for_each(Watcher::hang_up);
        self.replicas.clear();
    }

    /// Starts new replicas, with nothing in memory.
    pub(super) fn start_all(&mut self) {
        let replica = |_| self.cluster.replica(&self.shared, &self.secrets);
        self.replicas = (0..REPLICAS).map(replica).collect();
    }

    pub(super) fn model(&self, match_id: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.match_id() == match_id)
    }

    /// The wanted that a command sends.
    fn wanted(&mut self, kind: CommandKind, dice: &mut Dice) -> Option<ClientRequest> {
        match kind {
            CommandKind::Again => dice.pick(&self.sent).cloned(),
            CommandKind::Altered => {
                let wanted = dice.pick(&self.sent)?;
                (!wanted.request_id().is_empty()).then(|| alter(wanted))
            }
            CommandKind::Release => self.held.pop_front(),
            kind => {
                let id = self.next_id();
                compose(kind, dice, &self.models, id)
            }
        }
    }

    fn note_sent(&mut self, wanted: &ClientRequest) {
        if !self.sent.contains(wanted) {
            self.sent.push(wanted.clone());
        }
        let has_happened = self.has_happened(wanted);
        // Without a request id every sending may happen once more.
        let may_happen_again = wanted.request_id().is_empty();
        if may_happen_again || (!has_happened && !self.open.contains(wanted)) {
            self.open.push(wanted.clone());
        }
    }

    /// It is known what became of one sending of a wanted.
    fn close(&mut self, wanted: &ClientRequest) {
        if let Some(at) = self.open.iter().position(|open| open == wanted) {
            self.open.remove(at);
        }
    }

    pub(super) fn next_id(&mut self) -> String {
        self.figures.requests += 1;
        format!("history-{:016x}-{}", self.seed, self.figures.requests)
    }
}
