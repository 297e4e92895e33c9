//! Status of a match: what it waits for, in words.

use kit_rules::{Pending, Seat};

/// What a match waits for, in words.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Which part of the match it is; empty if the game tells nothing of it.
    pub time: String,
    /// The most important line.
    pub headline: String,
    /// More about it; may be empty.
    pub detail: String,
}

impl Status {
    /// All of it as one text.
    pub fn sentence(&self) -> String {
        let Self { time, headline, detail } = self;
        let time = if time.is_empty() { String::new() } else { format!("{time}. ") };
        let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
        format!("{time}{headline}{detail}.")
    }
}

/// Who has won, for this viewer.
pub fn winners(pending: &Pending, viewer: Option<Seat>) -> String {
    let Pending::Over(outcome) = pending else { return "The game is over".to_owned() };
    let winners: Vec<Seat> = outcome.winners().collect();
    match winners[..] {
        [winner] if viewer == Some(winner) => "You win".to_owned(),
        [winner] => format!("{winner} wins"),
        _ => format!("{} win", seat_names(winners)),
    }
}

/// Seats in a sentence: "Seat 2", or "Seats 1, 2 and 4".
pub fn seat_names(seats: impl IntoIterator<Item = Seat>) -> String {
    let numbers: Vec<String> = seats.into_iter().map(|seat| seat.number().to_string()).collect();
    match &numbers[..] {
        [] => "nobody".to_owned(),
        [only] => format!("Seat {only}"),
        [rest @ .., last] => format!("Seats {} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use kit_rules::{Outcome, SeatCount};

    use super::*;

    #[test]
    fn a_status_is_a_sentence_whatever_it_lacks() {
        let status = |time: &str, detail: &str| {
            let [time, detail] = [time, detail].map(str::to_owned);
            Status { time, headline: "Your turn".to_owned(), detail }.sentence()
        };
        assert_eq!(status("", ""), "Your turn.");
        assert_eq!(status("", "a tile"), "Your turn: a tile.");
        assert_eq!(status("Year 1", "a tile"), "Year 1. Your turn: a tile.");
    }

    #[test]
    fn winners_are_named_and_the_viewer_is_told() {
        let seats = SeatCount::new(3).expect("three seats are possible");
        let over = |points: [u8; 3]| {
            let lines = seats.seats().zip(points).map(|(seat, points)| (seat, points, Vec::new()));
            Pending::Over(Outcome::ranked(lines))
        };
        let viewer = Seat::new(2);
        assert_eq!(winners(&over([1, 2, 0]), viewer), "You win");
        assert_eq!(winners(&over([3, 2, 0]), viewer), "Seat 1 wins");
        assert_eq!(winners(&over([3, 3, 3]), viewer), "Seats 1, 2 and 3 win");
        assert_eq!(seat_names([]), "nobody");
    }
}
