//! One headline and one line below it: what the match waits for.

use kit_rules::{Rules, Seat, SeatSet};
use samurai_rules::{EndReason, Exchange, HAND_SIZE, Phase, Samurai, Turn};

use super::view::View;
use kit_drawing::{Status, Svg, bold, faint, seat_names, winners};

/// Finds the words for a view.
pub(super) fn of(view: &View) -> Status {
    let (headline, detail) = match view.state.phase {
        Phase::DrawStartSeat => ("Who begins?".to_owned(), "the start seat is drawn".to_owned()),
        Phase::ChooseHands { sealed } => choosing(view, sealed),
        Phase::DealHands { seat } => (format!("{} draws", who(view, seat)), first_hand()),
        Phase::PlaceFigures { active } => {
            let left = view.state.supply.total();
            let headline = if view.is_own(active) {
                "You place a figure".to_owned()
            } else {
                format!("{active} places a figure")
            };
            (headline, format!("{left} left in the supply"))
        }
        Phase::ScatterFigures => {
            ("Figures are placed".to_owned(), "chance decides where".to_owned())
        }
        Phase::Play(turn) => (whose_turn(view, turn.active), progress(view, &turn)),
        Phase::Refill { seat } => (format!("{} draws", who(view, seat)), String::new()),
        Phase::Over(reason) => {
            (winners(&Samurai::pending(&view.state), view.viewer), ending(reason))
        }
    };
    Status { time: String::new(), headline, detail }
}

/// Draws both lines in the north-western corner.
pub(super) fn draw(svg: &mut Svg, status: &Status) {
    svg.put(format_args!(r#"<g id="status">"#));
    svg.text((22.0, 52.0), &bold(40.0), &status.headline);
    svg.text((22.0, 88.0), &faint(25.0), &status.detail);
    svg.close_line();
}

fn choosing(view: &View, sealed: SeatSet) -> (String, String) {
    match view.viewer {
        Some(seat) if !sealed.contains(seat) => {
            let chosen = view.state.player(seat).chosen.len();
            ("Choose your hand".to_owned(), format!("{chosen} of {HAND_SIZE} tiles chosen"))
        }
        _ => {
            let seats = view.state.seats.seats().filter(|seat| !sealed.contains(*seat));
            ("Hands are chosen".to_owned(), format!("waiting for {}", seat_names(seats)))
        }
    }
}

fn first_hand() -> String {
    "the first hand".to_owned()
}

fn who(view: &View, seat: Seat) -> String {
    if view.is_own(seat) { "Your seat".to_owned() } else { seat.to_string() }
}

fn whose_turn(view: &View, seat: Seat) -> String {
    if view.is_own(seat) { "Your turn".to_owned() } else { format!("{seat} to play") }
}

fn progress(view: &View, turn: &Turn) -> String {
    match turn.exchange {
        Some(Exchange::Figure { settlement, figure }) => {
            return format!("swaps the {figure} of {settlement}");
        }
        Some(Exchange::Tile { tile }) => return format!("puts {tile} down elsewhere"),
        None => {}
    }
    let last = if view.state.end_reason().is_some() { "last turn, " } else { "" };
    match (turn.tiles_played, turn.plain_played) {
        (0, _) => "at least one tile".to_owned(),
        (played, true) => format!("{last}{played} played, plain one used"),
        (played, false) => format!("{last}{played} played, plain one free"),
    }
}

fn ending(reason: EndReason) -> String {
    match reason {
        EndReason::TypeExhausted(figure) => format!("no {figure} is left on the board"),
        EndReason::FourthTie => "four figures are set aside".to_owned(),
    }
}
