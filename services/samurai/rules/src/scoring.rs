//! Final scoring: the winner, and the places of all others.

use alloc::vec;
use alloc::vec::Vec;

use kit_rules::{Outcome, ScoreLine, Seat};

use crate::state::State;
use crate::{Figure, FigureCounts, FigureSet};

/// The result by the captured figures.
pub(crate) fn outcome(state: &State) -> Outcome {
    let captured: Vec<(Seat, FigureCounts)> =
        state.seats.seats().map(|seat| (seat, state.player(seat).captured())).collect();
    Outcome::ranked(captured.iter().map(|&(seat, own)| {
        let led = led_by(&captured, seat);
        (seat, key(own, led), lines(own, led))
    }))
}

/// The types of which the seat has strictly more than every other seat.
fn led_by(captured: &[(Seat, FigureCounts)], seat: Seat) -> FigureSet {
    let own = |figure| captured.iter().find(|(s, _)| *s == seat).map_or(0, |(_, c)| c[figure]);
    let others = |figure| captured.iter().filter(|(s, _)| *s != seat).map(move |(_, c)| c[figure]);
    Figure::ALL.into_iter().filter(|&f| others(f).all(|count| count < own(f))).collect()
}

/// What places are decided by. Leading two types beats leading one, which beats
/// leading none (SAM-12.3, 12.4). Candidates compare their other figures
/// first, everyone then compares totals. At most one seat leads two types, so
/// its other figures do not matter.
fn key(own: FigureCounts, led: FigureSet) -> (usize, u32, u32) {
    let rank = led.len().min(2);
    let others = if rank == 1 { others(own, led) } else { 0 };
    (rank, others, own.total())
}

fn others(own: FigureCounts, led: FigureSet) -> u32 {
    own.total() - led.iter().map(|figure| u32::from(own[figure])).sum::<u32>()
}

fn lines(own: FigureCounts, led: FigureSet) -> Vec<ScoreLine> {
    let line = |label, value: u32| ScoreLine { label, value: i64::from(value) };
    vec![
        line("types led", led.len() as u32),
        line("other figures", others(own, led)),
        line("all figures", own.total()),
        line("helmets", own[Figure::Helmet].into()),
        line("buddhas", own[Figure::Buddha].into()),
        line("rice", own[Figure::Rice].into()),
    ]
}
