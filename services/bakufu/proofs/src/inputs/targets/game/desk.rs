//! A match of the game that has just begun, its record, and its rules.

use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Schema;
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use match_orchestrator_server::desk::{Desk, Rulebook};
use match_orchestrator_server::verify::LocalRules;

use crate::inputs::Dice;

/// How many actions the match has seen.
const ACTS: usize = 6;

/// A match with all that was written down of it.
pub(super) struct Begun {
    pub(super) rulebook: Rulebook,
    pub(super) desk: Desk,
    pub(super) entries: Vec<LogEntry>,
    /// The same match, ended by an operator.
    pub(super) export: MatchExport,
}

impl Begun {
    pub(super) fn play<W: Wire>(schema: Arc<Schema>) -> Self {
        let facts = engine::describe::<W>().game.expect("a description has facts");
        let seats = SeatCount::new(facts.seats_min).expect("a game has seats");
        let rulebook = Rulebook::new(facts, schema);
        let (mut desk, mut entries) =
            Desk::start_with_log(&rulebook, Bytes::new(), seats, [7; 32], engine::setup::<W>)
                .expect("a game of ours can be set up");
        let mut dice = Dice::new(2, &[]);
        for _ in 0..ACTS {
            entries.extend(act::<W>(&mut desk, seats, &mut dice));
        }
        let mut ended = desk.clone();
        let last = ended.abort("that is enough").expect("it is not over yet");
        let log = entries.iter().cloned().chain([last]).collect();
        let export = ended.export(log);
        Self { rulebook, desk, entries, export }
    }
}

/// Some seat does something.
fn act<W: Wire>(desk: &mut Desk, seats: SeatCount, dice: &mut Dice) -> Option<LogEntry> {
    let listed = |seat: Seat| {
        let listed = desk.legal_actions(seat, engine::list_legal_actions::<W>);
        (seat, listed.expect("a game of ours lists them").actions)
    };
    let able: Vec<(Seat, Vec<pb::LegalAction>)> =
        seats.seats().map(listed).filter(|(_, actions)| !actions.is_empty()).collect();
    let (seat, actions) = dice.pick(&able)?;
    let action = dice.pick(actions)?.action.clone();
    Some(desk.act(*seat, &[action], None, engine::apply::<W>).expect("what is listed is accepted"))
}

/// The rules of a game in this process.
pub(super) struct Here<W>(pub(super) PhantomData<fn() -> W>);

impl<W: Wire> LocalRules for Here<W> {
    fn game(&self) -> &str {
        W::Game::FACTS.id
    }

    fn rules_version(&self) -> &str {
        W::Game::FACTS.rules_version
    }

    fn setup(&self, request: pb::SetupRequest) -> Result<pb::Step, Reason> {
        engine::setup::<W>(request)
    }

    fn apply(&self, request: pb::ApplyRequest) -> Result<pb::Step, Reason> {
        engine::apply::<W>(request)
    }
}
