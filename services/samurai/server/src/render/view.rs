//! View for a drawing: the position as the viewer sees it, and how many tiles
//! the others hold.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use samurai_rules::{Exchange, Phase, State, Turn};

use crate::wire;

/// A position as one viewer sees it.
pub(super) struct View {
    /// The position; what is hidden from the viewer is empty.
    pub(super) state: State,
    /// The viewer's seat; nobody is a spectator.
    pub(super) viewer: Option<Seat>,
    held: Vec<TileCounts>,
}

/// How many tiles somebody has, known or not.
#[derive(Clone, Copy)]
pub(super) struct TileCounts {
    /// Behind the screen.
    pub(super) hand: usize,
    /// Still to be drawn.
    pub(super) pool: usize,
}

impl View {
    /// Reads a redacted state.
    ///
    /// # Errors
    /// If it is not a view of a position.
    pub(super) fn read(message: &pb::State, viewer: Option<Seat>) -> Result<Self, Malformed> {
        let state = wire::view(message, viewer)?;
        let held = message
            .players
            .iter()
            .map(|player| TileCounts { hand: player.hand.len(), pool: player.pool.len() })
            .collect();
        Ok(Self { state, viewer, held })
    }

    /// How many tiles a seat of the match has.
    pub(super) fn held(&self, seat: Seat) -> TileCounts {
        self.held[seat.index()]
    }

    /// Whether this is the viewer's own seat.
    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// Whether the viewer may count the captured figures of this seat.
    pub(super) fn captures_are_known(&self, seat: Seat) -> bool {
        self.is_own(seat)
            || self.state.captures_are_open()
            || matches!(self.state.phase, Phase::Over(_))
    }

    /// Whether the seat is to do something now.
    pub(super) fn is_active(&self, seat: Seat) -> bool {
        match self.state.phase {
            Phase::ChooseHands { sealed } => !sealed.contains(seat),
            Phase::DealHands { seat: active }
            | Phase::PlaceFigures { active }
            | Phase::Play(Turn { active, .. })
            | Phase::Refill { seat: active } => active == seat,
            Phase::DrawStartSeat | Phase::ScatterFigures | Phase::Over(_) => false,
        }
    }

    /// The first half of an exchange, if one has begun.
    pub(super) fn exchange(&self) -> Option<Exchange> {
        match self.state.phase {
            Phase::Play(turn) => turn.exchange,
            _ => None,
        }
    }
}
