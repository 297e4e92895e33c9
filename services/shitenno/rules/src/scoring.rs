//! The final scoring: koku and tiles, majorities, places.

use alloc::vec;
use alloc::vec::Vec;

use kit_rules::{Outcome, ScoreLine, Seat};

use crate::options::{Options, TieBreak};
use crate::province::{MAJORITY_POINTS, WEIGHT_GOLDEN, WEIGHT_SIMPLE};
use crate::state::{EndReason, Land, LastPoints, Phase, Player, State};
use crate::table::POINTS_PER_KOKU;
use crate::{Bonus, Bonuses, Cards, Event, Province};

/// Ends the game: hands are laid open and scored, then the majorities.
pub(crate) fn finish(state: &mut State, reason: EndReason, events: &mut Vec<Event>) {
    state.phase = Phase::Over(reason);
    events.push(Event::GameOver { reason });
    for seat in state.seats.seats() {
        let last_points = last_points(state, seat, &state.player(seat).hand);
        let LastPoints { koku, tiles, .. } = last_points;
        let player = state.player_mut(seat);
        player.last_points = last_points;
        player.shown_hand = core::mem::take(&mut player.hand);
        events.push(Event::HandScored { seat, cards: player.shown_hand, koku, tiles });
    }
    for province in Province::all() {
        let Some((seat, presence, tied)) = majority(state.land(province)) else { continue };
        let points = MAJORITY_POINTS;
        events.push(Event::MajorityScored { province, seat, presence, tied, points });
    }
}

pub(crate) fn last_points(state: &State, seat: Seat, hand: &Cards) -> LastPoints {
    let (koku, tiles) = hand_points(hand, &state.player(seat).bonuses, &state.options);
    let won = state.provinces.iter().filter_map(majority).filter(|(winner, ..)| *winner == seat);
    LastPoints { koku, tiles, majorities: won.count() as u16 * MAJORITY_POINTS }
}

/// The places of all seats.
pub(crate) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.seats.seats().map(|seat| {
        let player = state.player(seat);
        let seals = player.title.map_or(0, |title| i64::from(title.seals()));
        let tie_break = match state.options.tie_break {
            TieBreak::MoreSeals => seals,
            TieBreak::FewerSeals => -seals,
        };
        (seat, (player.total(), tie_break), lines(player, seals))
    }))
}

impl Player {
    pub fn total(&self) -> u32 {
        let LastPoints { koku, tiles, majorities } = self.last_points;
        [self.points, koku, tiles, majorities].into_iter().map(u32::from).sum()
    }
}

/// What koku and tiles are worth at the end. Whatever tiles can do for the
/// koku is done: there is no reason to do less.
fn hand_points(hand: &Cards, tiles: &Bonuses, options: &Options) -> (u16, u16) {
    let [troops @ .., koku] = hand.content();
    let koku = u16::from(koku);
    let troops: u16 = troops.iter().map(|count| u16::from(*count)).sum();
    let count = |bonus, scores: bool| if scores { u16::from(tiles.count(bonus)) } else { 0 };
    let exchanged = count(Bonus::Exchange, options.final_exchange).min(troops);
    let made = if options.plus_one_on_exchanged_koku { exchanged } else { 0 };
    let has_koku = koku + made > 0 || !options.final_plus_one_needs_koku;
    let added = count(Bonus::PlusOne, options.final_plus_one && has_koku);
    let drawn = count(Bonus::Draw, options.final_draw);
    (koku * POINTS_PER_KOKU, (exchanged + added + drawn) * POINTS_PER_KOKU)
}

/// Who has the majority in a province, with which presence, and whether the
/// leftmost kamon had to decide.
fn majority(land: &Land) -> Option<(Seat, u8, bool)> {
    let presence = |seat: Seat| -> u8 {
        let own = land.kamon.iter().flatten().filter(|kamon| kamon.seat == seat);
        own.map(|kamon| if kamon.golden { WEIGHT_GOLDEN } else { WEIGHT_SIMPLE }).sum()
    };
    let owners = || land.kamon.iter().flatten().map(|kamon| kamon.seat);
    let most = owners().map(presence).max()?;
    // From left to right, so the first of those who tie is the leftmost.
    let winner = owners().find(|seat| presence(*seat) == most)?;
    let tied = owners().any(|seat| seat != winner && presence(seat) == most);
    Some((winner, most, tied))
}

fn lines(player: &Player, seals: i64) -> Vec<ScoreLine> {
    let LastPoints { koku, tiles, majorities } = player.last_points;
    let line = |label, value: i64| ScoreLine { label, value };
    vec![
        line("points", player.total().into()),
        line("seals", seals),
        line("for kamon", player.points.into()),
        line("for koku", koku.into()),
        line("for tiles", tiles.into()),
        line("for majorities", majorities.into()),
    ]
}
