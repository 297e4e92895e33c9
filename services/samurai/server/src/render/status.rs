//! One headline and one line below it: what the match waits for.

use kit_rules::{Pending, Rules, Seat, SeatSet};
use samurai_rules::{EndReason, Exchange, HAND_SIZE, Phase, Samurai, Turn};

use super::palette;
use super::view::View;
use kit_drawing::{Anchor, Style, Svg};

/// What the match waits for, in words.
pub(super) struct Status {
    headline: String,
    detail: String,
}

impl Status {
    /// Both lines as one sentence.
    pub(super) fn sentence(&self) -> String {
        if self.detail.is_empty() {
            format!("{}.", self.headline)
        } else {
            format!("{}: {}.", self.headline, self.detail)
        }
    }
}

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
        Phase::Over(reason) => (result(view), ending(reason)),
    };
    Status { headline, detail }
}

/// Draws both lines in the north-western corner.
pub(super) fn draw(svg: &mut Svg, status: &Status) {
    let headline = Style { size: 40.0, fill: palette::INK, anchor: Anchor::Start, bold: true };
    let detail = Style { size: 25.0, fill: palette::FAINT, bold: false, ..headline };
    svg.put(format_args!(r#"<g id="status">"#));
    svg.text((22.0, 52.0), &headline, &status.headline);
    svg.text((22.0, 88.0), &detail, &status.detail);
    svg.put(format_args!("</g>\n"));
}

fn choosing(view: &View, sealed: SeatSet) -> (String, String) {
    match view.viewer {
        Some(seat) if !sealed.contains(seat) => {
            let chosen = view.state.player(seat).chosen.len();
            ("Choose your hand".to_owned(), format!("{chosen} of {HAND_SIZE} tiles chosen"))
        }
        _ => {
            let seats = view.state.seats.seats().filter(|seat| !sealed.contains(*seat));
            ("Hands are chosen".to_owned(), format!("waiting for {}", names(seats)))
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

fn result(view: &View) -> String {
    let Pending::Over(outcome) = Samurai::pending(&view.state) else {
        return "The game is over".to_owned();
    };
    let winners: Vec<Seat> = outcome.winners().collect();
    match winners[..] {
        [winner] if view.is_own(winner) => "You win".to_owned(),
        [winner] => format!("{winner} wins"),
        _ => format!("{} win", names(winners)),
    }
}

fn ending(reason: EndReason) -> String {
    match reason {
        EndReason::TypeExhausted(figure) => format!("no {figure} is left on the board"),
        EndReason::FourthTie => "four figures are set aside".to_owned(),
    }
}

fn names(seats: impl IntoIterator<Item = Seat>) -> String {
    let numbers: Vec<String> = seats.into_iter().map(|seat| seat.number().to_string()).collect();
    match &numbers[..] {
        [] => "nobody".to_owned(),
        [only] => format!("Seat {only}"),
        [rest @ .., last] => format!("Seats {} and {last}", rest.join(", ")),
    }
}
