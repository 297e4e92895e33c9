//! Values become messages, always in the same order.

mod event;
mod state;

use kit_proto::bakufu::samurai::v1 as pb;
use pb::action::Kind;
use samurai_rules::{Action, Cell, EndReason, Figure, FigureCounts};

use crate::numbers::{of_cell, of_figure, of_tile};

pub(crate) use event::event;
pub(crate) use state::state;

/// An action.
pub(crate) fn action(action: &Action) -> pb::Action {
    let kind = match *action {
        Action::ChooseTile(tile) => Kind::ChooseTile(pb::ChooseTile { tile: of_tile(tile) }),
        Action::ReturnTile(tile) => Kind::ReturnTile(pb::ReturnTile { tile: of_tile(tile) }),
        Action::SealHand => Kind::SealHand(pb::SealHand {}),
        Action::PlaceFigure { figure, settlement } => Kind::PlaceFigure(pb::PlaceFigure {
            figure: of_figure(figure),
            settlement: of_cell(Cell::Settlement(settlement)),
        }),
        Action::PlaceTile { tile, cell } => {
            Kind::PlaceTile(pb::PlaceTile { tile: of_tile(tile), cell: of_cell(cell) })
        }
        Action::PickFigure { settlement, figure } => Kind::PickFigure(pb::PickFigure {
            settlement: of_cell(Cell::Settlement(settlement)),
            figure: of_figure(figure),
        }),
        Action::SwapFigure { settlement, figure } => Kind::SwapFigure(pb::SwapFigure {
            settlement: of_cell(Cell::Settlement(settlement)),
            figure: of_figure(figure),
        }),
        Action::LiftTile { cell } => Kind::LiftTile(pb::LiftTile { cell: of_cell(cell) }),
        Action::RedeployTile { cell } => {
            Kind::RedeployTile(pb::RedeployTile { cell: of_cell(cell) })
        }
        Action::EndTurn => Kind::EndTurn(pb::EndTurn {}),
    };
    pb::Action { kind: Some(kind) }
}

fn end_reason(reason: EndReason) -> pb::EndReason {
    match reason {
        EndReason::TypeExhausted(Figure::Helmet) => pb::EndReason::HelmetsExhausted,
        EndReason::TypeExhausted(Figure::Buddha) => pb::EndReason::BuddhasExhausted,
        EndReason::TypeExhausted(Figure::Rice) => pb::EndReason::RiceExhausted,
        EndReason::FourthTie => pb::EndReason::FourthTie,
    }
}

/// Figures; absent if there are none.
fn counts(counts: FigureCounts) -> Option<pb::FigureCounts> {
    (counts != FigureCounts::NONE).then(|| pb::FigureCounts {
        helmets: counts[Figure::Helmet].into(),
        buddhas: counts[Figure::Buddha].into(),
        rice: counts[Figure::Rice].into(),
    })
}
