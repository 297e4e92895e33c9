//! Final scoring: the winner, and the places of all others.

use alloc::vec;
use alloc::vec::Vec;

use kit_rules::{Outcome, ScoreLine, Seat};

use crate::Event;
use crate::space::Space;
use crate::state::State;
use crate::tables::{RYO_PER_POINT, SAMURAI_PER_POINT};

/// The final score of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Power points on the track.
    pub points: u16,
    pub money: u16,
    /// Points for samurai on the board.
    pub samurai: u16,
    /// Points for ronin tokens.
    pub ronin: u16,
}

impl Score {
    pub fn total(self) -> u32 {
        [self.points, self.money, self.samurai, self.ronin].map(u32::from).iter().sum()
    }
}

impl State {
    /// What a seat would score if the game ended now (EDO-8.4).
    pub fn score(&self, seat: Seat) -> Score {
        let player = self.player(seat);
        Score {
            points: player.points,
            money: player.ryo / u16::from(RYO_PER_POINT),
            samurai: player.samurai.len() as u16 / u16::from(SAMURAI_PER_POINT),
            ronin: player.ronin_tokens.into(),
        }
    }
}

/// The result by the final scores. Whoever has a house in Edo stands before
/// everyone who has none (EDO-8.6, 8.9); if nobody has one, that is the same
/// for all (EDO-8.8).
pub(crate) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.seats.seats().map(|seat| {
        let (score, player) = (state.score(seat), state.player(seat));
        let houses = state.city(Space::EDO).map_or(0, |edo| edo.houses_of(seat));
        let goods = player.goods.total();
        let key = (houses > 0, score.total(), player.ryo, houses, goods);
        let line = |label, value: u32| ScoreLine { label, value: i64::from(value) };
        let lines = vec![
            line("house in Edo", u32::from(houses > 0)),
            line("all points", score.total()),
            line("Ryo", player.ryo.into()),
            line("houses in Edo", houses as u32),
            line("resources", goods),
            line("points on the track", score.points.into()),
            line("points for Ryo", score.money.into()),
            line("points for samurai", score.samurai.into()),
            line("points for ronin tokens", score.ronin.into()),
        ];
        (seat, key, lines)
    }))
}

/// Tells the final scores.
pub(crate) fn report(state: &State, events: &mut Vec<Event>) {
    events.extend(state.seats.seats().map(|seat| {
        let Score { points, money, samurai, ronin } = state.score(seat);
        Event::Scored { seat, points, money, samurai, ronin }
    }));
}
