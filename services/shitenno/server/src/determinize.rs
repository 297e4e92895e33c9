//! Determinization: how everything that a viewer can't see may lie.

mod payment;
mod tiles;

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Draws, Seat, shuffle};
use kit_rules_server::Malformed;
use shitenno_rules::{Card, Cards, Phase, State};

use crate::wire;

/// A complete position that looks the same to the viewer.
///
/// All deals of the hidden cards to the decks and to the hands of others are
/// equally likely, and so are all ways in which the tiles of the box can be
/// those that were taken, those on the gates and those below. Whether somebody
/// else is putting a payment together is up to [`payment::imagine`].
pub(crate) fn determinize(
    view: &pb::State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<State, Malformed> {
    let mut state = wire::view(view, viewer)?;
    deal_cards(&mut state, view, viewer, draws)?;
    state.unseen_tiles = tiles::deal(&state, draws)?;
    let mut state = wire::complete(state)?;
    match state.phase {
        Phase::Turn(turn) if viewer != Some(turn.active) => {
            payment::imagine(&mut state, turn.active, draws);
        }
        _ => {}
    }
    Ok(state)
}

/// Fills the hands of others and the decks with what the viewer can't see. The
/// message tells how many cards of each sort a hand has, and the decks keep
/// their sizes.
fn deal_cards(
    state: &mut State,
    view: &pb::State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<(), Malformed> {
    let hidden = state.missing_cards();
    let (mut koku, mut troops): (Vec<Card>, Vec<Card>) =
        hidden.iter().partition(|card| card.is_koku());
    shuffle(&mut troops, draws);
    shuffle(&mut koku, draws);
    let players = state.players.iter_mut().zip(&view.players);
    for (player, message) in players.filter(|(_, message)| Seat::new(message.seat) != viewer) {
        let troops = deal(&mut troops, message.troop_cards.len())?;
        let koku = deal(&mut koku, message.koku_cards.len())?;
        player.hand = troops.into_iter().chain(koku).collect();
    }
    state.troop_deck.cards = Cards::from_iter(troops);
    state.koku_deck.cards = Cards::from_iter(koku);
    Ok(())
}

fn deal(cards: &mut Vec<Card>, count: usize) -> Result<Vec<Card>, Malformed> {
    let rest = cards.len().checked_sub(count);
    let rest = rest.ok_or_else(|| Malformed::field("players", "hold more cards than there are"))?;
    Ok(cards.split_off(rest))
}
