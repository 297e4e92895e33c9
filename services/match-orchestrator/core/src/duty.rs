//! Duties: what a match needs without a client.

use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Schema, Unreadable, Viewer};
use kit_rules::Seat;

use crate::game_match::Match;
use crate::lifecycle::Phase;

/// Something that the orchestrator has to do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// The match is full and starts when it is.
    Start,
    /// The seat of a bot, or of who resigned, is to act.
    Play(Seat),
}

/// What the match needs next, if anything.
pub fn duty(game_match: &Match) -> Option<Duty> {
    // A game that does not come to an end is not played on, not even by bots.
    if game_match.exhausted().is_some() {
        return None;
    }
    let lifecycle = &game_match.lifecycle;
    match lifecycle.phase {
        Phase::Seating if game_match.roster.start_when_full && lifecycle.is_full() => {
            Some(Duty::Start)
        }
        Phase::Playing(awaited) => {
            awaited.iter().find(|seat| lifecycle.is_driven(*seat)).map(Duty::Play)
        }
        Phase::Seating | Phase::Over => None,
    }
}

/// What the game's bot is asked for a seat of a running match: it gets what the
/// seat may see, and random numbers apart from those of the game.
///
/// # Errors
/// If the state can't be redacted.
pub fn suggest_request(
    game_match: &Match,
    schema: &Schema,
    seat: Seat,
) -> Result<rules::SuggestRequest, Unreadable> {
    let view = schema.redact_state(&game_match.state, Viewer::Seat(seat))?;
    let commit = game_match.commit().get();
    let entropy = game_match.match_key().bot_entropy(commit, seat.number() as u8);
    Ok(rules::SuggestRequest {
        view: view.into_bytes(),
        seat: seat.number(),
        budget: 0,
        entropy: bytes::Bytes::copy_from_slice(&entropy),
    })
}
