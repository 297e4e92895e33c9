//! Laws of what a match tells people: actions, events, causes and standings.

use std::fmt::Display;

use kit_rules::{Outcome, Pending, Rules, SeatCount};

use crate::play::legal;
use crate::{Table, walk};

/// Every action and every event is a text of exactly one line.
///
/// # Errors
/// If the law is broken.
pub fn actions_and_events_read_as_one_line<G: Rules>(table: &Table<G>) -> Result<(), String> {
    walk(table, |state, _, events| {
        for event in events {
            one_line(event).map_err(|why| format!("{event:?}: {why}"))?;
        }
        for action in table.seats.seats().flat_map(|seat| legal::<G>(state, seat)) {
            one_line(&action).map_err(|why| format!("{action:?}: {why}"))?;
        }
        Ok(())
    })
    .map(drop)
}

/// Every event has a cause, and causes are rule ids such as "SAM-7.1".
///
/// # Errors
/// If the law is broken.
pub fn every_event_names_the_rules_that_caused_it<G: Rules>(
    table: &Table<G>,
) -> Result<(), String> {
    walk(table, |_, _, events| {
        for event in events {
            let causes = G::causes(event);
            if !causes.iter().any(|cause| is_rule_id(cause)) {
                return Err(format!("{event} names no rule, but {causes:?}"));
            }
        }
        Ok(())
    })
    .map(drop)
}

/// The outcome has every seat once, best first, and the place after a tie is
/// skipped (1, 1, 3).
///
/// # Errors
/// If the law is broken.
pub fn the_outcome_ranks_every_seat_once<G: Rules>(table: &Table<G>) -> Result<(), String> {
    let played = walk(table, |_, _, _| Ok(()))?;
    let Pending::Over(outcome) = G::pending(&played.state) else {
        return Err("the last position is not the end".to_owned());
    };
    ranks_every_seat_once(&outcome, table.seats)
        .map_err(|why| format!("{why}: {:?}", outcome.standings))
}

/// Complains about a text that is empty or longer than a line.
pub(crate) fn one_line(text: &impl Display) -> Result<(), &'static str> {
    let text = text.to_string();
    if text.trim().is_empty() {
        Err("there is no text")
    } else if text.contains(['\n', '\r']) {
        Err("the text is longer than a line")
    } else if text.trim() != text {
        Err("there is white space around the text")
    } else {
        Ok(())
    }
}

fn ranks_every_seat_once(outcome: &Outcome, seats: SeatCount) -> Result<(), &'static str> {
    let standings = &outcome.standings;
    let mut ranked: Vec<_> = standings.iter().map(|standing| standing.seat).collect();
    ranked.sort();
    if !ranked.into_iter().eq(seats.seats()) {
        return Err("not every seat is ranked once");
    }
    if !standings.is_sorted_by_key(|standing| (standing.rank, standing.seat)) {
        return Err("the standings are not sorted by rank and seat");
    }
    let places = standings.iter().map(|standing| {
        1 + standings.iter().filter(|other| other.rank < standing.rank).count() as u32
    });
    if !standings.iter().map(|standing| standing.rank).eq(places) {
        return Err("a rank is not one more than the number of better seats");
    }
    Ok(())
}

fn is_rule_id(text: &str) -> bool {
    let Some((letters, rest)) = text.split_once('-') else { return false };
    !letters.is_empty()
        && letters.chars().all(|c| c.is_ascii_uppercase())
        && rest.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use kit_rules::{Seat, Standing};

    use super::*;

    #[test]
    fn a_rule_id_is_letters_a_dash_and_digits() {
        for id in ["SAM-7.1", "E-1", "EDO-10.4a"] {
            assert!(is_rule_id(id), "{id}");
        }
        for text in ["", "SAM", "SAM7", "-1", "SAM-", "SAM-x", "sam-1", "S M-1"] {
            assert!(!is_rule_id(text), "{text}");
        }
    }

    #[test]
    fn ranks_are_checked_for_gaps_order_and_missing_seats() {
        let outcome = |places: &[(usize, u32)]| Outcome {
            standings: places
                .iter()
                .map(|(seat, rank)| Standing {
                    seat: Seat::from_index(*seat),
                    rank: *rank,
                    score: Vec::new(),
                })
                .collect(),
        };
        let three = SeatCount::new(3).expect("three seats are possible");
        let good = [[(0, 1), (1, 2), (2, 3)], [(1, 1), (2, 1), (0, 3)], [(0, 1), (1, 1), (2, 1)]];
        for places in good {
            assert_eq!(ranks_every_seat_once(&outcome(&places), three), Ok(()), "{places:?}");
        }
        let bad = [[(0, 1), (1, 1), (2, 2)], [(1, 2), (0, 1), (2, 3)], [(0, 1), (1, 2), (1, 2)]];
        for places in bad {
            assert!(ranks_every_seat_once(&outcome(&places), three).is_err(), "{places:?}");
        }
        assert!(ranks_every_seat_once(&outcome(&[(0, 1), (1, 2)]), three).is_err());
    }

    #[test]
    fn a_line_has_text_and_no_break() {
        assert!(one_line(&"Seat 1 passes.").is_ok());
        for text in ["", " ", "a\nb", "a\n", " a"] {
            assert!(one_line(&text).is_err(), "{text:?}");
        }
    }
}
