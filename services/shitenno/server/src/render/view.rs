//! View for a drawing: the position as the viewer sees it, and how many cards
//! the others hold.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use shitenno_rules::{Phase, State};

use crate::wire;

/// A position as one viewer sees it.
pub(super) struct View {
    /// The position; what is hidden from the viewer is empty.
    pub(super) state: State,
    /// The viewer's seat; nobody is a spectator.
    pub(super) viewer: Option<Seat>,
    active: Option<Seat>,
    held: Vec<CardCounts>,
}

/// How many cards somebody holds, known or not.
#[derive(Clone, Copy)]
pub(super) struct CardCounts {
    pub(super) troops: usize,
    pub(super) koku: usize,
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
            .map(|player| CardCounts {
                troops: player.troop_cards.len(),
                koku: player.koku_cards.len(),
            })
            .collect();
        Ok(Self { state, viewer, active: Seat::new(message.active_seat), held })
    }

    /// How many cards a seat of the match holds.
    pub(super) fn held(&self, seat: Seat) -> CardCounts {
        self.held[seat.index()]
    }

    /// Whether this is the viewer's own seat.
    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// Whether the seat is to do something now.
    pub(super) fn is_active(&self, seat: Seat) -> bool {
        self.active == Some(seat)
    }

    /// The seat that is to do something now.
    pub(super) fn active(&self) -> Option<Seat> {
        self.active
    }

    /// Whether the match is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    /// Whether lots are being made.
    pub(super) fn is_dividing(&self) -> bool {
        matches!(
            self.state.phase,
            Phase::DrawStock
                | Phase::FormLot
                | Phase::OfferLot { .. }
                | Phase::SplitStock
                | Phase::ChooseLot
        )
    }
}
