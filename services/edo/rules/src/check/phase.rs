//! Validation of the phase and of a running turn.

use kit_rules::SeatSet;

use super::{Inconsistent, Sight, ensure};
use crate::card::Task;
use crate::location::{LocationSet, LocationTile};
use crate::player::Player;
use crate::state::{Phase, RONIN, Relocation, State, Turn, TurnStep};
use crate::tables::{DISPERSAL_MOVES, START_RYO, TRAVEL_MOVES};
use crate::trading_card::TradingCard;
use crate::{relocation, round, setup, store};

impl State {
    pub(super) fn check_phase(&self, sight: Sight) -> Result<(), Inconsistent> {
        let is_setup = self.phase == Phase::Setup;
        ensure(is_setup || self.start_seat.is_some(), Inconsistent::StartSeat)?;
        let layout = matches!(self.phase, Phase::Setup | Phase::Positions { .. });
        let rounds = if layout { 0..=0 } else { 1..=TradingCard::COUNT };
        ensure(rounds.contains(&usize::from(self.round)), Inconsistent::Round)?;
        let settled = self.seats.seats().all(|seat| self.player(seat).package.is_some());
        ensure(layout || settled, Inconsistent::Positions)?;
        match self.phase {
            Phase::Turn(turn) => self.check_turn(&turn)?,
            Phase::Wages { seat } | Phase::Store { seat } => {
                ensure(self.seats.has(seat), Inconsistent::Seats)?;
            }
            _ => {}
        }
        self.check_shown()?;
        match self.phase {
            Phase::Setup => self.check_setup(sight),
            Phase::Positions { taken } => self.check_positions(taken),
            Phase::SelectRonin => ensure(self.options.ronin, Inconsistent::Phase),
            Phase::Relocate(relocation) => {
                let selected = relocation::choices(self).contains(relocation.from);
                let few = relocation.drawn.len() <= 1;
                ensure(selected && few && self.relocates(&relocation), Inconsistent::Ronin)
            }
            Phase::Plan(planning) => {
                let all = planning.planners() == SeatSet::all(self.seats);
                ensure(all && !planning.is_over(), Inconsistent::Phase)
            }
            Phase::Store { seat } => ensure(store::excess(self, seat) > 0, Inconsistent::Phase),
            Phase::Over(reason) => {
                ensure(round::end_reason(self) == Some(reason), Inconsistent::End)
            }
            Phase::Turn(_) | Phase::Wages { .. } | Phase::NextCard => Ok(()),
        }
    }

    /// While chance lays out the table, nobody has touched anything.
    fn check_setup(&self, sight: Sight) -> Result<(), Inconsistent> {
        let fresh = Player::new(START_RYO);
        let untouched = self.seats.seats().all(|seat| *self.player(seat) == fresh);
        let bare = self.cities.iter().all(|city| city.sites[0].is_none() && city.fortresses == 0);
        let draw = setup::next_draw(self);
        let possible = draw.is_some_and(|draw| setup::sides(self, draw) > 0);
        ensure(untouched && bare, Inconsistent::Phase)?;
        ensure(draw.is_some() && (possible || sight == Sight::View), Inconsistent::Phase)
    }

    /// Everyone has taken as much as the two passes say.
    fn check_positions(&self, taken: u8) -> Result<(), Inconsistent> {
        let (seats, taken) = (self.seats.get(), usize::from(taken));
        let mut fits = taken < 2 * seats;
        for (place, seat) in self.turn_order().enumerate() {
            let player = self.player(seat);
            let passes = usize::from(taken > place) + usize::from(taken >= 2 * seats - place);
            let houses: usize = self.cities.iter().map(|city| city.houses_of(seat)).sum();
            let samurai = player.samurai.len();
            let started = samurai == 0
                || self
                    .city(player.samurai.as_slice()[0])
                    .is_some_and(|city| city.houses_of(seat) == 1);
            let own = samurai <= 1 && houses == samurai && started;
            fits &= own && passes == samurai + usize::from(player.package.is_some());
        }
        let posts = self.cities.iter().flat_map(|city| city.buildings()).any(|site| site.is_post);
        ensure(fits && !posts, Inconsistent::Positions)
    }

    fn check_turn(&self, turn: &Turn) -> Result<(), Inconsistent> {
        ensure(self.seats.has(turn.active), Inconsistent::Seats)?;
        let player = self.player(turn.active);
        let shown = player.shown.get(usize::from(turn.slot)).copied().flatten();
        let planned = shown.ok_or(Inconsistent::Turn)?;
        let samurai = &player.samurai;
        let common = turn.officials.is_within(planned.officials)
            && turn.officials.own <= player.officials()
            && turn.ready.is_within(samurai)
            && (!turn.has_dispersed || self.options.ronin && planned.task == Task::Travel);
        ensure(common, Inconsistent::Turn)?;
        let fits = match turn.step {
            TurnStep::Moving { .. } => turn.officials == planned.officials && !turn.has_dispersed,
            TurnStep::Working => {
                !turn.officials.is_empty()
                    && (turn.ready.is_empty() || planned.task.good().is_some())
            }
            TurnStep::Travelling { moves_left } => {
                planned.task == Task::Travel
                    && (1..TRAVEL_MOVES).contains(&moves_left)
                    && !turn.ready.is_empty()
            }
            TurnStep::Trading { used, privileged } => {
                planned.task == Task::Trade
                    && (1..=2).contains(&used.count())
                    && privileged == (used.top_goods || used.top_point)
            }
            TurnStep::Gathering { space, moves_left } => {
                turn.has_dispersed && moves_left <= DISPERSAL_MOVES && self.ronin.is_on(space)
            }
            TurnStep::Relocating(relocation) => turn.has_dispersed && self.relocates(&relocation),
            TurnStep::TurnUpDemand | TurnStep::TurnUpPrivilege => self.options.tokken,
            TurnStep::Finishing => turn.officials.is_empty() && turn.ready.is_empty(),
        };
        ensure(fits, Inconsistent::Turn)
    }

    /// Whether a relocation can go on: there is a Ronin, and a tile for it.
    fn relocates(&self, relocation: &Relocation) -> bool {
        let Relocation { from, tile, drawn } = *relocation;
        let leads = |tile: LocationTile| {
            drawn.contains(tile) && !relocation::candidates(self, from, tile).is_empty()
        };
        let fits = match tile {
            Some(tile) => leads(tile),
            None => drawn.len() < LocationSet::ALL.len(),
        };
        let gone = drawn.len() - usize::from(tile.is_some());
        fits && self.ronin.is_on(from) && gone + self.ronin.count(from) <= RONIN
    }
}
