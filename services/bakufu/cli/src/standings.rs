//! The final standings of a match.

use kit_proto::bakufu::play::v1::Match;
use kit_proto::bakufu::rules::v1::Outcome;
use serde::Serialize;

use crate::text_table::TextTable;

#[derive(Debug, Serialize)]
pub(crate) struct StandingsEntry {
    rank: u32,
    seat: u32,
    name: String,
    score: Vec<Score>,
}

#[derive(Debug, Serialize)]
struct Score {
    label: String,
    value: i64,
}

/// One entry for each seat, best first.
pub(crate) fn entries(game_match: &Match, outcome: &Outcome) -> Vec<StandingsEntry> {
    let name = |number: u32| {
        let seat = game_match.seats.iter().find(|seat| seat.seat == number);
        seat.map(|seat| seat.name.clone()).unwrap_or_default()
    };
    outcome
        .standings
        .iter()
        .map(|standing| StandingsEntry {
            rank: standing.rank,
            seat: standing.seat,
            name: name(standing.seat),
            score: standing
                .score
                .iter()
                .map(|line| Score { label: line.label.clone(), value: line.value })
                .collect(),
        })
        .collect()
}

/// The entries as a table with one column per line of the scores.
pub(crate) fn table(entries: &[StandingsEntry]) -> TextTable {
    let mut labels: Vec<&str> = Vec::new();
    for score in entries.iter().flat_map(|entry| &entry.score) {
        if !labels.contains(&score.label.as_str()) {
            labels.push(&score.label);
        }
    }
    let headings = ["place", "seat", "player"].into_iter().chain(labels.iter().copied());
    let mut table = TextTable::new(headings);
    for entry in entries {
        let scores = labels.iter().map(|label| {
            let score = entry.score.iter().find(|score| score.label == *label);
            score.map(|score| score.value.to_string()).unwrap_or_default()
        });
        let who = [entry.rank.to_string(), entry.seat.to_string(), entry.name.clone()];
        table.row(who.into_iter().chain(scores));
    }
    table
}
