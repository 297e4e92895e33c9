//! A match of the game that has just begun, and its record.

use std::sync::Arc;

use bakufu_offline::{GameRules, OfflineMatch};
use bytes::Bytes;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::Wire;
use match_orchestrator_core::{Basis, Command, outgoing, seat_token};

use crate::inputs::Dice;

/// How many actions the match has seen.
const ACTS: usize = 6;

/// A match with all that was written down of it.
pub(super) struct Begun<W> {
    pub(super) played: OfflineMatch<W>,
    pub(super) entries: Vec<LogEntry>,
    /// The same match, ended by an operator.
    pub(super) export: MatchExport,
}

impl<W: Wire> Begun<W> {
    pub(super) fn play(rules: &Arc<GameRules<W>>) -> Self {
        let seats = SeatCount::new(W::Game::FACTS.seats_min).expect("a game has seats");
        let (mut played, mut entries) = OfflineMatch::start(rules, Bytes::new(), seats, [7; 32])
            .expect("a game of ours can be set up");
        let mut dice = Dice::new(2, &[]);
        for _ in 0..ACTS {
            entries.extend(act(&mut played, seats, &mut dice));
        }
        let mut ended = played.clone();
        let abort = Command::Abort { reason: "that is enough".to_owned() };
        let last = ended.carry_out(&abort, None).expect("it is not over yet");
        let log = entries.iter().cloned().chain([last]).collect();
        let exported = outgoing::exported(ended.game_match(), log).expect("it is over now");
        Self { played, entries, export: exported.into_message().export.unwrap_or_default() }
    }

    pub(super) fn token(&self, seat: Seat) -> Option<String> {
        let game_match = self.played.game_match();
        let chair = game_match.lifecycle().chair(seat).ok()?;
        Some(seat_token(game_match, seat, chair.seated_at?, chair.nonce))
    }
}

/// Some seat does something.
fn act<W: Wire>(
    played: &mut OfflineMatch<W>,
    seats: SeatCount,
    dice: &mut Dice,
) -> Option<LogEntry> {
    let listed = |seat: Seat| {
        let listed = played.viewing().legal_actions(seat).expect("a game of ours lists them");
        (seat, listed.into_message().actions)
    };
    let able: Vec<(Seat, Vec<pb::LegalAction>)> =
        seats.seats().map(listed).filter(|(_, actions)| !actions.is_empty()).collect();
    let (seat, actions) = dice.pick(&able)?;
    let action = dice.pick(actions)?.action.clone();
    let acted = played.act(*seat, &[action], Basis::Anything);
    Some(acted.expect("what is listed is accepted"))
}
