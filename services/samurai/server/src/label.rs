//! Labels of actions, and the element of the board to tap for each.

use kit_rules_server::Label;
use samurai_rules::{Action, Cell, Exchange, Figure, Phase, Settlement, State, Tile};

pub(crate) fn label(state: &State, action: &Action) -> Label {
    match *action {
        Action::ChooseTile(tile) => {
            labelled("Choose your hand", format!("Choose {tile}"), tile_element(tile))
        }
        Action::ReturnTile(tile) => {
            labelled("Put back", format!("Put {tile} back"), tile_element(tile))
        }
        Action::SealHand => labelled("Keep the hand", "Keep these tiles".to_owned(), hand()),
        Action::PlaceFigure { figure, settlement } => labelled(
            "Place a figure",
            format!("Put {} in {settlement}", figure.with_article()),
            cell_element(Cell::Settlement(settlement)),
        ),
        Action::PlaceTile { tile, cell } => {
            labelled("Place a tile", format!("Place {tile} on {cell}"), cell_element(cell))
        }
        Action::PickFigure { settlement, figure } => labelled(
            "Figure exchange",
            format!("Exchange the {figure} of {settlement}"),
            figure_element(settlement, figure),
        ),
        Action::SwapFigure { settlement, figure } => labelled(
            "Figure exchange",
            format!("{} with the {figure} of {settlement}", swap_begins(state)),
            figure_element(settlement, figure),
        ),
        Action::LiftTile { cell } => {
            labelled("Tile exchange", lift(state, cell), cell_element(cell))
        }
        Action::RedeployTile { cell } => labelled(
            "Tile exchange",
            format!("Put {} down on {cell}", lifted(state)),
            cell_element(cell),
        ),
        Action::EndTurn => labelled("End the turn", "End the turn".to_owned(), String::new()),
    }
}

/// The id of a cell on the drawn board.
pub(crate) fn cell_element(cell: Cell) -> String {
    format!("cell-{}", cell.id())
}

/// The id of a tile of the viewer.
pub(crate) fn tile_element(tile: Tile) -> String {
    format!("tile-{}", tile.id())
}

/// The id of a figure on the drawn board.
pub(crate) fn figure_element(settlement: Settlement, figure: Figure) -> String {
    format!("figure-{}-{}", settlement.id(), figure.id())
}

/// The id of the viewer's tiles as a whole.
pub(crate) fn hand() -> String {
    "hand".to_owned()
}

fn labelled(group: &'static str, text: String, element: String) -> Label {
    Label { text, group, element }
}

fn exchange(state: &State) -> Option<Exchange> {
    match state.phase {
        Phase::Play(turn) => turn.exchange,
        _ => None,
    }
}

fn swap_begins(state: &State) -> String {
    match exchange(state) {
        Some(Exchange::Figure { settlement, figure }) => {
            format!("Swap the {figure} of {settlement}")
        }
        _ => "Swap".to_owned(),
    }
}

fn lift(state: &State, cell: Cell) -> String {
    match state.board.at(cell) {
        Some(placed) => format!("Lift {} from {cell}", placed.tile()),
        None => format!("Lift the tile from {cell}"),
    }
}

fn lifted(state: &State) -> String {
    match exchange(state) {
        Some(Exchange::Tile { tile }) => tile.to_string(),
        _ => "the lifted tile".to_owned(),
    }
}
