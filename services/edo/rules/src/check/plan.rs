//! Validation of plans, as far as somebody sees them.

use kit_rules::Seat;

use super::{Inconsistent, ensure};
use crate::card::CardSet;
use crate::officials::PlannedCard;
use crate::planning::{assigned, officials_max};
use crate::player::Player;
use crate::state::{Phase, SLOTS, State, Turn};

impl State {
    /// Checks what a seat knows of its own plan.
    pub(super) fn check_plan(&self, seat: Seat) -> Result<(), Inconsistent> {
        let player = self.player(seat);
        let planned: CardSet = player.plan.iter().map(|(_, planned)| planned.card).collect();
        let shown = player.shown.iter().flatten();
        let fits = planned.len() == player.plan.len()
            && player.plan.iter().all(|(_, planned)| card_fits(player, &planned))
            && shown.into_iter().all(|shown| !planned.contains(shown.card));
        ensure(fits, Inconsistent::Plan { seat })?;
        let (laid, staff) = (assigned(player), player.staff());
        let complete = |slot: usize| player.plan.on(slot).is_some();
        let fits = match self.phase {
            Phase::Plan(planning) => {
                let sealed = planning.sealed().contains(seat);
                laid.is_within(staff) && (!sealed || player.plan.len() == SLOTS)
            }
            Phase::Turn(turn) => {
                let busy = if turn.active == seat { turn.officials.own } else { 0 };
                u32::from(laid.own) + u32::from(busy) <= player.officials().into()
                    && laid.white <= staff.white
                    && (0..SLOTS).all(|slot| complete(slot) != self.is_shown(&turn, seat, slot))
            }
            _ => player.plan.is_empty(),
        };
        ensure(fits, Inconsistent::Plan { seat })
    }

    /// Checks which slots were revealed.
    pub(super) fn check_shown(&self) -> Result<(), Inconsistent> {
        for seat in self.seats.seats() {
            let player = self.player(seat);
            let shown = player.shown.iter().flatten();
            let cards: CardSet = shown.clone().map(|planned| planned.card).collect();
            let fits = cards.len() == shown.clone().count()
                && shown.into_iter().all(|planned| card_fits(player, planned))
                && (0..SLOTS).all(|slot| {
                    let expected = match self.phase {
                        Phase::Turn(turn) => self.is_shown(&turn, seat, slot),
                        Phase::Wages { .. } | Phase::Store { .. } => true,
                        _ => false,
                    };
                    player.shown[slot].is_some() == expected
                });
            ensure(fits, Inconsistent::Plan { seat })?;
        }
        Ok(())
    }

    /// Whether a slot was revealed before or in this turn.
    fn is_shown(&self, turn: &Turn, seat: Seat, slot: usize) -> bool {
        let place = |seat: Seat| self.turn_order().position(|other| other == seat);
        let current = usize::from(turn.slot);
        slot < current || slot == current && place(seat) <= place(turn.active)
    }
}

fn card_fits(player: &Player, planned: &PlannedCard) -> bool {
    player.cards.contains(planned.card)
        && planned.card.task(planned.task).is_some()
        && planned.officials.total() <= officials_max(planned)
}
