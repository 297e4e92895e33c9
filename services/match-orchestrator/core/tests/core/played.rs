//! A match of no game, as far as it comes without rules, and its log.

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_proto::bakufu::rules::v1::Step;
use kit_reason::Reason;
use kit_redact::Schema;
use kit_rules::{Seat, SeatCount};
use match_orchestrator_core::local::LocalRules;
use match_orchestrator_core::verify::{Verified, verify};
use match_orchestrator_core::{
    Caller, Change, Command, Context, Erased, Match, NewMatch, Planned, RulesRequest, Sitting,
    create, erase, outgoing, plan,
};
use prost::Message;
use prost_types::Timestamp;

pub(crate) const NOW: Timestamp = Timestamp { seconds: 1_800_000_000, nanos: 0 };

/// A match that never gets as far as its rules.
pub(crate) struct Unasked;

impl LocalRules for Unasked {
    fn game(&self) -> &str {
        "nothing"
    }

    fn rules_version(&self) -> &str {
        "1"
    }

    fn schema(&self) -> &Schema {
        unreachable!("nobody asks for it")
    }

    fn ask(&self, _request: RulesRequest) -> Result<Step, Reason> {
        unreachable!("nobody asks")
    }
}

/// A match and its log.
pub(crate) struct Played {
    pub(crate) game_match: Match,
    pub(crate) log: Vec<LogEntry>,
}

impl Played {
    pub(crate) fn new() -> Self {
        Self::created(false)
    }

    pub(crate) fn created(invitation_only: bool) -> Self {
        let new = NewMatch {
            match_id: "m".to_owned(),
            game: "nothing".to_owned(),
            rules_version: "1".to_owned(),
            options: Bytes::new(),
            seats: SeatCount::new(3).expect("a table"),
            server_seed: [0xaa; 32],
            token_key: [0xbb; 32],
            listed: false,
            start_when_full: false,
            invitation_only,
            steps_max: 0,
        };
        let Change { after, entry, .. } = create(new, NOW);
        Self { game_match: after, log: vec![entry] }
    }

    pub(crate) fn after(mut self, caller: Caller<'_>, command: &Command) -> Self {
        self.tried(caller, command, NOW).expect("allowed");
        self
    }

    /// Carries a command out at a moment, if it is not refused.
    pub(crate) fn tried(
        &mut self,
        caller: Caller<'_>,
        command: &Command,
        now: Timestamp,
    ) -> Result<(), Reason> {
        let nonce = [self.log.len() as u8; 16];
        let context = Context::new(caller, now).with_nonce(nonce);
        let Planned::Done(change) = plan(&self.game_match, command, &context)? else {
            panic!("{command:?} needs no rules")
        };
        let Change { after, entry, .. } = *change;
        self.game_match = after;
        self.log.push(entry);
        Ok(())
    }

    pub(crate) fn sit(self, name: &str) -> Self {
        let sit = Command::Sit {
            seat: None,
            name: name.to_owned(),
            seed: Bytes::new(),
            invitation: String::new(),
        };
        self.after(Caller::Client(None), &sit)
    }

    /// Ann at commit 2, Bea, who has left, at 3, a bot at 5 and Cid at 6.
    pub(crate) fn seated() -> Self {
        let bea = Seat::new(2);
        Self::new()
            .sit("Ann")
            .sit("Bea")
            .after(Caller::Orchestrator(bea), &Command::Leave)
            .after(Caller::Orchestrator(None), &Command::AddBot { seat: None })
            .sit("Cid")
    }

    pub(crate) fn ended(self) -> Self {
        self.after(Caller::Operator, &Command::Abort { reason: "enough".to_owned() })
    }

    pub(crate) fn erase(&mut self, commit: u64) {
        let entry = &mut self.log[commit as usize - 1];
        let sitting = Sitting::of(entry).expect("somebody sat down");
        let Erased { game_match, entry: erased } = erase(&self.game_match, &sitting);
        (self.game_match, *entry) = (game_match, erased);
    }

    pub(crate) fn export(&self) -> MatchExport {
        let exported = outgoing::exported(&self.game_match, self.log.clone()).expect("it is over");
        exported.into_message().export.expect("the export")
    }

    pub(crate) fn verify(&self) -> Result<Verified, String> {
        verify(&self.export(), &[Unasked]).map_err(|deviation| deviation.to_string())
    }

    /// Whether a text is anywhere in what is stored.
    pub(crate) fn holds(&self, text: &[u8]) -> bool {
        let stored = [self.game_match.roster_bytes(), self.game_match.position_bytes()];
        let log = self.log.iter().map(|entry| Bytes::from(entry.encode_to_vec()));
        let is_in = |bytes: &Bytes| bytes.windows(text.len()).any(|window| window == text);
        stored.into_iter().chain(log).any(|bytes| is_in(&bytes))
    }

    pub(crate) fn seated_at(&mut self, commit: usize) -> &mut play::Seated {
        match self.log[commit - 1].change.as_mut() {
            Some(Told::Seated(seated)) => seated,
            other => panic!("nobody sat down: {other:?}"),
        }
    }
}
