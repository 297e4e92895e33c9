//! View for a drawing: the position as the viewer sees it.

use edo_rules::{Edo, Phase, PlannedCard, State, Turn};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Rules, Seat, SeatSet};
use kit_rules_server::Malformed;

use crate::wire;

/// A position as one viewer sees it.
pub(super) struct View {
    /// The position; the plans of others are empty.
    pub(super) state: State,
    /// The viewer's seat; nobody is a spectator.
    pub(super) viewer: Option<Seat>,
    awaited: SeatSet,
}

#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// Nothing lies there, or nobody may know.
    Free,
    /// A card lies there face down.
    FaceDown,
    /// A card of the viewer that others can't see.
    Planned(PlannedCard),
    /// A card that everybody sees.
    Shown(PlannedCard),
}

impl View {
    /// Reads a redacted state.
    ///
    /// # Errors
    /// If it is not a view of a position.
    pub(super) fn read(message: &pb::State, viewer: Option<Seat>) -> Result<Self, Malformed> {
        let state = wire::view(message, viewer)?;
        let awaited = Edo::pending(&state).seats();
        Ok(Self { state, viewer, awaited })
    }

    /// Whether this is the viewer's own seat.
    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// Whether the seat is to do something now.
    pub(super) fn is_active(&self, seat: Seat) -> bool {
        self.awaited.contains(seat)
    }

    /// The seats that are to do something now.
    pub(super) fn awaited(&self) -> impl Iterator<Item = Seat> {
        self.awaited.iter()
    }

    pub(super) fn turn(&self) -> Option<Turn> {
        match self.state.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// Whether the viewer makes a plan now.
    pub(super) fn planner(&self) -> Option<Seat> {
        match self.state.phase {
            Phase::Plan(planning) => self.viewer.filter(|seat| planning.open().contains(*seat)),
            _ => None,
        }
    }

    /// What lies in a slot, from zero. How far others have come with a plan
    /// that they have not sealed is a secret.
    pub(super) fn slot(&self, seat: Seat, slot: usize) -> Slot {
        let player = self.state.player(seat);
        if let Some(shown) = player.shown[slot] {
            return Slot::Shown(shown);
        }
        if let Some(planned) = player.plan.on(slot) {
            return Slot::Planned(planned);
        }
        match self.state.phase {
            Phase::Plan(planning) if planning.sealed().contains(seat) => Slot::FaceDown,
            Phase::Turn(_) => Slot::FaceDown,
            _ => Slot::Free,
        }
    }
}
