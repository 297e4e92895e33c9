//! The updates of a match as numbered turns.

use std::io;

use kit_proto::bakufu::play::v1::Update;
use serde::Serialize;

use crate::output::Output;

/// What happened while the match waited for the same seats.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Turn {
    /// Zero is the setup.
    pub(crate) number: u32,
    /// What happened, in order.
    pub(crate) sentences: Vec<String>,
}

/// Numbers turns. No game has to say what its turns are: a new one begins when
/// the match waits for other seats than before.
#[derive(Debug, Default)]
pub(crate) struct TurnCounter {
    awaited: Vec<u32>,
    number: u32,
    /// The seats that the current turn belongs to.
    turn_of: Vec<u32>,
}

impl TurnCounter {
    /// What an update adds to which turn; nothing if nobody is told anything.
    pub(crate) fn add(&mut self, update: Update) -> Option<Turn> {
        let acting = std::mem::replace(&mut self.awaited, update.seats_to_act);
        if update.sentences.is_empty() {
            return None;
        }
        if acting != self.turn_of {
            self.number += 1;
            self.turn_of = acting;
        }
        Some(Turn { number: self.number, sentences: update.sentences })
    }
}

/// Tells turns to people. Only the first line of a turn has its number.
#[derive(Debug, Default)]
pub(crate) struct Teller(Option<u32>);

impl Teller {
    /// Tells a turn, or what is added to the last one.
    pub(crate) fn tell(&mut self, turn: &Turn, output: &mut Output<'_>) -> io::Result<()> {
        for sentence in &turn.sentences {
            let is_new = self.0.replace(turn.number) != Some(turn.number);
            let heading = match turn.number {
                _ if !is_new => String::new(),
                0 => "setup".to_owned(),
                number => number.to_string(),
            };
            output.line(format_args!("{heading:>5}  {sentence}"))?;
        }
        Ok(())
    }
}

/// Appends what happened to the turns so far.
pub(crate) fn append(turns: &mut Vec<Turn>, addition: Turn) {
    match turns.last_mut() {
        Some(last) if last.number == addition.number => last.sentences.extend(addition.sentences),
        _ => turns.push(addition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(seats_to_act: &[u32], sentences: &[&str]) -> Update {
        Update {
            seats_to_act: seats_to_act.to_vec(),
            sentences: sentences.iter().map(|it| (*it).to_owned()).collect(),
            ..Update::default()
        }
    }

    #[test]
    fn a_turn_lasts_while_the_same_seat_acts() {
        let mut counter = TurnCounter::default();
        let mut turns = Vec::new();
        for update in [
            update(&[], &[]),
            update(&[1], &["setup"]),
            update(&[1], &["one acts"]),
            update(&[2], &["one acts again"]),
            update(&[1], &["two acts", "and wins something"]),
            update(&[], &["one acts, and it is over"]),
        ] {
            if let Some(addition) = counter.add(update) {
                append(&mut turns, addition);
            }
        }
        let told: Vec<(u32, usize)> =
            turns.iter().map(|turn| (turn.number, turn.sentences.len())).collect();
        assert_eq!(told, [(0, 1), (1, 2), (2, 2), (3, 1)]);
    }
}
