//! Errand of the seat on turn: which order it carries out, and where.

use shogun_rules::{Card, Order, Phase, Province, Space, State, Task, Turn};

/// An order that is being carried out.
#[derive(Clone, Copy)]
pub(crate) struct Errand {
    pub(crate) order: Order,
    pub(crate) province: Province,
    pub(crate) task: Task,
}

/// The order of the running turn, if there is one.
pub(crate) fn errand(state: &State) -> Option<Errand> {
    let Phase::Act(Turn { position, place, task }) = state.phase else { return None };
    let seat = state.turn_order.get(usize::from(place)).copied().flatten()?;
    let order = state.action_cards.get(usize::from(position)).copied().flatten()?;
    match state.player(seat).face_up.on(Space::Order(order).index())? {
        Card::Province(province) => Some(Errand { order, province, task }),
        Card::Chests(_) => None,
    }
}

impl Errand {
    /// The province that is marched to or fought for, once it is chosen.
    pub(crate) fn target(&self) -> Option<Province> {
        match self.task {
            Task::ChooseTarget => None,
            Task::ChooseArmies { target } => Some(target),
            Task::Battle { province } => Some(province),
        }
    }
}
