//! Reads an action.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::Malformed;
use pb::action::Kind;
use samurai_rules::{Action, Figure, Settlement};

use super::field::{Read, both, cell, figure, settlement, tile};

/// The one action that the message holds.
pub(crate) fn action(message: &pb::Action) -> Read<Action> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of action"))?;
    match kind {
        Kind::ChooseTile(m) => tile("choose_tile.tile", m.tile).map(Action::ChooseTile),
        Kind::ReturnTile(m) => tile("return_tile.tile", m.tile).map(Action::ReturnTile),
        Kind::SealHand(_) => Ok(Action::SealHand),
        Kind::PlaceFigure(m) => place("place_figure", m.settlement, m.figure)
            .map(|(settlement, figure)| Action::PlaceFigure { figure, settlement }),
        Kind::PlaceTile(m) => {
            both(tile("place_tile.tile", m.tile), cell("place_tile.cell", m.cell))
                .map(|(tile, cell)| Action::PlaceTile { tile, cell })
        }
        Kind::PickFigure(m) => place("pick_figure", m.settlement, m.figure)
            .map(|(settlement, figure)| Action::PickFigure { settlement, figure }),
        Kind::SwapFigure(m) => place("swap_figure", m.settlement, m.figure)
            .map(|(settlement, figure)| Action::SwapFigure { settlement, figure }),
        Kind::LiftTile(m) => cell("lift_tile.cell", m.cell).map(|cell| Action::LiftTile { cell }),
        Kind::RedeployTile(m) => {
            cell("redeploy_tile.cell", m.cell).map(|cell| Action::RedeployTile { cell })
        }
        Kind::EndTurn(_) => Ok(Action::EndTurn),
    }
}

fn place(outer: &str, settlement_number: i32, figure_number: i32) -> Read<(Settlement, Figure)> {
    both(settlement("settlement", settlement_number), figure("figure", figure_number))
        .map_err(|malformed| malformed.inside(outer))
}
