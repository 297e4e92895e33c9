//! The payment that somebody else may be putting together.

use std::num::NonZeroU32;

use kit_rules::{Draws, Rules, Seat, Step, take};
use shitenno_rules::{Shitenno, State};

/// Lets the seat on turn put a payment together in secret, as far as it likes:
/// at every step it stops with the same chance as it takes each of the steps
/// that are open to it. So often there is no payment at all, and small ones are
/// likelier than large ones; but every one that its hand allows can come.
pub(super) fn imagine(state: &mut State, seat: Seat, draws: &mut Draws<'_>) {
    let mut actions = Vec::new();
    loop {
        actions.clear();
        Shitenno::legal_actions(state, seat, &mut actions);
        actions.retain(|action| Shitenno::is_secret(action) && !Shitenno::is_retraction(action));
        let choices = NonZeroU32::MIN.saturating_add(actions.len() as u32);
        let Some(action) = actions.get(draws(choices) as usize) else { return };
        take::<Shitenno>(state, &Step::Act { seat, action: *action }, &mut Vec::new())
            .expect("what is listed is accepted");
    }
}
