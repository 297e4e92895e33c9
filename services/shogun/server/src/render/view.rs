//! View for a drawing: the position as the viewer sees it.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::Malformed;
use shogun_rules::{Card, ChestDisplay, Phase, Shogun, Space, State};

use crate::wire;

/// A position as one viewer sees it.
pub(super) struct View {
    /// The position; what is hidden from the viewer is empty.
    pub(super) state: State,
    /// The viewer's seat; nobody is a spectator.
    pub(super) viewer: Option<Seat>,
}

/// What a viewer sees on a space of a player board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnSpace {
    Nothing,
    /// A card that the viewer may not know.
    FaceDown,
    /// A card that only the viewer knows.
    OwnFaceDown(Card),
    /// A card that everyone knows.
    FaceUp(Card),
}

impl View {
    /// Reads a redacted state.
    ///
    /// # Errors
    /// If it is not a view of a position.
    pub(super) fn read(message: &pb::State, viewer: Option<Seat>) -> Result<Self, Malformed> {
        Ok(Self { state: wire::view(message, viewer)?, viewer })
    }

    /// Whether this is the viewer's own seat.
    pub(super) fn is_own(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// Whether the seat is to do something now.
    pub(super) fn is_active(&self, seat: Seat) -> bool {
        match Shogun::pending(&self.state) {
            Pending::Seats(seats) => seats.contains(seat),
            Pending::Draw { .. } | Pending::Over(_) => false,
        }
    }

    /// How many chests a seat has, if the viewer may know it.
    pub(super) fn chests(&self, seat: Seat) -> Option<u8> {
        let is_open = self.state.options.chests == ChestDisplay::Open
            || matches!(self.state.phase, Phase::Over);
        (is_open || self.is_own(seat)).then(|| self.state.player(seat).chests())
    }

    pub(super) fn on_space(&self, seat: Seat, space: Space) -> OnSpace {
        let player = self.state.player(seat);
        let own = player.plan.on(space.index()).filter(|_| self.is_own(seat));
        match (player.face_up.on(space.index()), own) {
            (Some(card), _) => OnSpace::FaceUp(card),
            (None, Some(card)) => OnSpace::OwnFaceDown(card),
            (None, None) if player.face_down.contains(space) => OnSpace::FaceDown,
            (None, None) => OnSpace::Nothing,
        }
    }

    /// Whether plans are being made.
    pub(super) fn is_planning(&self) -> bool {
        matches!(self.state.phase, Phase::Plan(_))
    }

    /// Whether cards lie on any player board for everyone to see, face down or
    /// face up.
    pub(super) fn plans_lie(&self) -> bool {
        let lies = |seat: Seat| {
            let player = self.state.player(seat);
            !player.face_down.is_empty() || !player.face_up.is_empty()
        };
        self.state.seats.seats().any(lies)
    }
}
