//! Determinization: how the hidden cards of Envelopes may lie.

use std::num::NonZeroU32;

use kit_rules::{Draws, Seat, shuffle};
use kit_rules_server::Malformed;

use super::{Card, Pile, State};

/// Deals all cards that the viewer can't see anew.
pub(super) fn determinize(
    mut view: State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<State, Malformed> {
    let mut unseen = unseen(&view)?;
    shuffle(&mut unseen, draws);
    let others = view.players.iter_mut().enumerate();
    for (_, player) in others.filter(|(index, _)| Some(Seat::from_index(*index)) != viewer) {
        let rest = unseen.len().checked_sub(player.hand.len());
        let rest = rest.ok_or_else(|| Malformed::field("players", "hold more cards than exist"))?;
        player.hand = unseen.split_off(rest);
        player.hand.sort();
        player.envelope = envelope(&player.hand, player.sealed, draws);
    }
    view.pile = Pile::EMPTY;
    for card in unseen {
        view.pile.put(card).expect("a card with a face has a place");
    }
    view.check().map_err(|why| Malformed::field("", why))?;
    Ok(view)
}

/// The cards that the viewer has not before its eyes.
fn unseen(view: &State) -> Result<Vec<Card>, Malformed> {
    let mut pile = Pile::FULL;
    for player in &view.players {
        let seen = player.hand.iter().chain(&player.played);
        for card in seen.filter(|card| **card != Card::FACE_DOWN) {
            let copies = &mut pile.copies[card.number() as usize - 1];
            *copies = copies
                .checked_sub(1)
                .ok_or_else(|| Malformed::field("players", format!("hold too many {card}")))?;
        }
    }
    Ok((0..pile.len()).map(|_| pile.draw(0)).collect())
}

/// A sealed envelope holds a card; an open one may.
fn envelope(hand: &[Card], is_sealed: bool, draws: &mut Draws<'_>) -> Option<Card> {
    let choices = hand.len() + usize::from(!is_sealed);
    let sides = NonZeroU32::new(choices as u32)?;
    hand.get(draws(sides) as usize).copied()
}
