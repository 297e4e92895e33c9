//! Validation of cities, players and figures.

use kit_rules::Seat;

use super::{Inconsistent, ensure};
use crate::building::City;
use crate::card::CardSet;
use crate::goods::Good;
use crate::profit::ProfitSet;
use crate::setup::open_cities;
use crate::space::{Space, SpaceSet};
use crate::state::{Phase, RONIN, State};

/// Far more than a game brings, and far less than a number can hold: a round
/// adds less than three hundred of anything, and there are ten rounds.
const AMOUNT_MAX: u16 = 10_000;

impl State {
    pub(super) fn check_cities(&self) -> Result<(), Inconsistent> {
        let open = open_cities(self);
        for space in Space::cities() {
            let city = self.city(space).expect("a city has a place in the list of cities");
            let fits = if open.contains(space) {
                self.city_fits(space, city)
            } else {
                *city == City::default()
            };
            ensure(fits, Inconsistent::City { space })?;
        }
        let laid: ProfitSet = self.cities.iter().filter_map(|city| city.profit).collect();
        let count = self.cities.iter().filter(|city| city.profit.is_some()).count();
        ensure(laid.len() == count, Inconsistent::City { space: Space::EDO })
    }

    pub(super) fn check_player(&self, seat: Seat) -> Result<(), Inconsistent> {
        let player = self.player(seat);
        let few = |amount: u16| amount <= AMOUNT_MAX;
        let amounts = few(player.points)
            && few(player.ryo)
            && Good::ALL.into_iter().all(|good| few(player.goods[good]));
        let cards = CardSet::BASIC.difference(player.cards).is_empty();
        let temples = self.options.jiin || player.temples.is_empty();
        let tokken = self.options.tokken || player.privileges.is_empty();
        let ronin = self.options.ronin || player.ronin_tokens == 0;
        ensure(amounts && cards && temples && tokken && ronin, Inconsistent::Player { seat })
    }

    pub(super) fn check_figures(&self) -> Result<(), Inconsistent> {
        let (board, open) = (self.side().spaces(), self.open_spaces());
        let outside = |spaces: SpaceSet| !spaces.difference(board).is_empty();
        let stray = self.players.iter().any(|player| outside(player.samurai.spaces()));
        ensure(!stray && board.contains(self.merchant), Inconsistent::Figures)?;
        let mut taken = SpaceSet::EMPTY;
        for player in &self.players {
            let fits = player.temples.intersection(taken).is_empty()
                && player.temples.difference(open).is_empty()
                && player.temples.iter().all(|space| space.kind().takes_temple());
            ensure(fits, Inconsistent::Figures)?;
            taken = taken.union(player.temples);
        }
        let count = match (self.options.ronin, self.phase) {
            (false, _) => self.ronin.is_empty(),
            (true, Phase::Setup) => self.ronin.len() <= RONIN,
            (true, _) => self.ronin.len() == RONIN,
        };
        let mut spaces = self.ronin.spaces().iter();
        let places = spaces.all(|space| open.contains(space) && space.kind().takes_ronin());
        ensure(count && places, Inconsistent::Ronin)
    }

    fn city_fits(&self, space: Space, city: &City) -> bool {
        let side = self.side();
        let is_edo = space == Space::EDO;
        let profit = match city.profit {
            Some(tile) => tile.side() == side && tile.is_for_edo() == is_edo,
            None => self.phase == Phase::Setup,
        };
        let filled = city.buildings().count();
        let no_gap = city.sites.iter().filter(|site| site.is_some()).count() == filled;
        let posts = city.buildings().filter(|building| building.is_post).count();
        profit
            && no_gap
            && filled <= side.sites(space)
            && posts <= usize::from(!is_edo)
            && city.fortresses <= side.fortress_spots(space)
            && city.buildings().all(|building| self.seats.has(building.owner))
    }
}
