//! One headline and one line below it: what the match waits for.

use kit_drawing::{PAGE_WIDTH, Status, Svg, bold, faint, winners};
use kit_rules::{Rules, Seat};
use shitenno_rules::{EndReason, KAMON_PER_TURN, Phase, Shitenno, TableFacts};

use super::MARGIN;
use super::view::View;

/// How much room both lines take.
pub(super) const HEIGHT: f64 = 104.0;

/// Finds the words for a view.
pub(super) fn of(view: &View) -> Status {
    let (headline, detail) = match view.state.phase {
        Phase::LayTiles { .. } => ("The board is set up".to_owned(), "tiles are laid".to_owned()),
        Phase::DealTitles { seat } => (does(view, seat, "draw"), "a title".to_owned()),
        Phase::DealHands { seat } => (does(view, seat, "draw"), "the first cards".to_owned()),
        Phase::DrawStock => ("A division begins".to_owned(), "cards are drawn".to_owned()),
        Phase::FormLot => acts(view, "form", " a lot", "one title and any cards"),
        Phase::OfferLot { asked } => offered(view, asked),
        Phase::SplitStock => acts(view, "split", " the rest", "two lots with one title each"),
        Phase::ChooseLot => acts(view, "choose", " a lot", "the Tairō keeps the other"),
        Phase::Turn(turn) => (whose_turn(view, turn.active), progress(turn.placed)),
        Phase::DrawCard(turn) => (does(view, turn.active, "draw"), "a troop card".to_owned()),
        Phase::DrawBonus { turn, .. } | Phase::TurnUpTile { turn, .. } => {
            (whose_turn(view, turn.active), "a tile is turned up".to_owned())
        }
        Phase::Gild { seat } => (does(view, seat, "gild"), "one own kamon, or nothing".to_owned()),
        Phase::Over(reason) => {
            (winners(&Shitenno::pending(&view.state), view.viewer), ending(reason))
        }
    };
    let time = round(view).map_or_else(String::new, |(round, year)| format!("{round}, {year}"));
    Status { time, headline, detail }
}

/// Draws the lines at the top of the page.
pub(super) fn draw(svg: &mut Svg, view: &View, status: &Status) {
    let left = MARGIN + 4.0;
    let right = PAGE_WIDTH - MARGIN - 4.0;
    svg.put(format_args!(r#"<g id="status">"#));
    svg.text((left, 52.0), &bold(42.0), &status.headline);
    svg.text((left, 88.0), &faint(27.0), &status.detail);
    if let Some((round, year)) = round(view) {
        svg.text((right, 48.0), &bold(30.0).ending(), &round);
        svg.text((right, 88.0), &faint(27.0).ending(), year);
    }
    svg.close_line();
}

/// The round and what is done in it; nothing before the first.
fn round(view: &View) -> Option<(String, &'static str)> {
    if view.state.round == 0 {
        return None;
    }
    let last = TableFacts::of(view.state.seats).rounds_max;
    let year = match view.state.phase {
        Phase::Over(_) => "the end",
        _ if view.is_dividing() => "even year: division",
        _ => "odd year: control",
    };
    Some((format!("Round {} of {last}", view.state.round), year))
}

fn does(view: &View, seat: Seat, verb: &str) -> String {
    if view.is_own(seat) { format!("You {verb}") } else { format!("{seat} {verb}s") }
}

fn acts(view: &View, verb: &str, what: &str, detail: &str) -> (String, String) {
    let who = view.active().map_or_else(String::new, |seat| does(view, seat, verb));
    (format!("{who}{what}"), detail.to_owned())
}

fn offered(view: &View, asked: Seat) -> (String, String) {
    let headline = if view.is_own(asked) {
        "Do you take the lot?".to_owned()
    } else {
        format!("{asked} is asked")
    };
    let tairo = view.state.tairo().map(|seat| format!("offered by {seat}"));
    (headline, tairo.unwrap_or_default())
}

fn whose_turn(view: &View, seat: Seat) -> String {
    if view.is_own(seat) { "Your turn".to_owned() } else { format!("{seat} to play") }
}

fn progress(placed: u8) -> String {
    match placed {
        0 => format!("up to {KAMON_PER_TURN} kamon"),
        _ => format!("{placed} of {KAMON_PER_TURN} kamon placed"),
    }
}

fn ending(reason: EndReason) -> String {
    match reason {
        EndReason::KamonPlaced => "somebody has placed every kamon".to_owned(),
        EndReason::KokuDrawn => "no koku card is left to draw".to_owned(),
    }
}
