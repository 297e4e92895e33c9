//! Actions on the wire.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::codec::*;
use samurai_rules::Action;

use super::field::{CELL, FIGURE, SETTLEMENT, TILE};

wire_oneof! {
    /// The one action that a message holds.
    pub(crate) ACTION: pb::Action as Action = kind: pb::action::Kind {
        ChooseTile { tile: TILE } <=> Action::ChooseTile(tile),
        ReturnTile { tile: TILE } <=> Action::ReturnTile(tile),
        SealHand {} <=> Action::SealHand,
        PlaceFigure { settlement: SETTLEMENT, figure: FIGURE }
            <=> Action::PlaceFigure { figure, settlement },
        PlaceTile { tile: TILE, cell: CELL } <=> Action::PlaceTile { tile, cell },
        PickFigure { settlement: SETTLEMENT, figure: FIGURE }
            <=> Action::PickFigure { settlement, figure },
        SwapFigure { settlement: SETTLEMENT, figure: FIGURE }
            <=> Action::SwapFigure { settlement, figure },
        LiftTile { cell: CELL } <=> Action::LiftTile { cell },
        RedeployTile { cell: CELL } <=> Action::RedeployTile { cell },
        EndTurn {} <=> Action::EndTurn,
    }
}
