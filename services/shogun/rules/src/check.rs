//! Validation of positions that come from outside.
//!
//! Everything the rules rely on is checked here, so that no position can make
//! them panic, run in a circle, or leave a seat without anything to do. What
//! is true of the cards stands in `check_cards`, what is true of the phases in
//! `check_phase`.

use kit_rules::Seat;

use crate::number::{ARMIES, FARMERS, SEATS_MAX, SEATS_MIN, SHELF_CAPACITY, TILES, YEARS};
use crate::state::{Player, State, Task, WinterTask};
use crate::{Building, ChestDisplay, Cube, Cubes, Phase, Province, Tower, TowerStage, bidding};

/// Why a position cannot be one of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The table has a size that the game does not have.
    #[error("the game has no table of this size")]
    TableSize,
    /// Something belongs to a seat that is not at the table.
    #[error("something belongs to a seat that is not at the table")]
    Seats,
    /// The year does not exist, or the season does not fit the phase.
    #[error("year and season do not fit the phase")]
    Time,
    /// A province holds what it cannot hold.
    #[error("{province} holds what it cannot hold")]
    Province { province: Province },
    /// There are more buildings of a kind than tiles.
    #[error("there are too many buildings of the kind {building}")]
    Buildings { building: Building },
    /// The cubes of a seat are not complete.
    #[error("the armies of {seat} do not add up")]
    Armies { seat: Seat },
    /// The farmers are not complete.
    #[error("the farmers do not add up")]
    Farmers,
    /// The tower cannot look like this.
    #[error("the tower does not fit the phase")]
    Tower,
    /// Chests stand where they may not be seen, or hidden where they must be.
    #[error("chests are shown or hidden against the options")]
    Chests,
    /// The cards of a seat do not lie as the phase demands.
    #[error("the player board of {seat} does not fit the phase")]
    Board { seat: Seat },
    /// The cards of the draft are not each in one place.
    #[error("the cards of the draft do not fit the phase")]
    Draft,
    /// The action cards do not lie as the phase demands.
    #[error("the action cards do not fit the phase")]
    ActionCards,
    /// The special cards do not lie as the phase demands.
    #[error("the special cards do not fit the phase")]
    Specials,
    /// The event cards do not lie as the phase demands.
    #[error("the event cards do not fit the phase")]
    Events,
    /// Ranking and order of play do not fit the phase.
    #[error("ranking and order of play do not fit the phase")]
    Order,
    /// What is going on cannot be going on.
    #[error("the phase does not fit the position")]
    Phase,
}

impl State {
    /// Checks a complete position.
    ///
    /// # Errors
    /// If it cannot be a position of this game.
    pub fn check(&self) -> Result<(), Inconsistent> {
        self.check_public()?;
        self.check_tower()?;
        self.check_cubes(|known, owned| known == owned)?;
        self.seats.seats().try_for_each(|seat| self.check_seat(seat))?;
        // Who is tied depends on chests that may be hidden from a viewer.
        let ranks = matches!(self.phase, Phase::RankBids);
        ensure(!ranks || bidding::tied(self).len() > 1, Inconsistent::Phase)
    }

    /// Checks what one viewer sees of a position: the plans and the hidden
    /// chests of all others and what is inside the tower may be missing.
    ///
    /// # Errors
    /// If it cannot be a view of a position of this game.
    pub fn check_view(&self, viewer: Option<Seat>) -> Result<(), Inconsistent> {
        self.check_public()?;
        if self.tower != Tower::default() {
            self.check_tower()?;
        }
        self.check_cubes(|known, owned| known <= owned)?;
        match viewer {
            Some(seat) if !self.seats.has(seat) => Err(Inconsistent::Seats),
            Some(seat) => self.check_seat(seat),
            None => Ok(()),
        }
    }

    /// The province whose armies are in the tower.
    pub(crate) fn embattled(&self) -> Option<Province> {
        match self.phase {
            Phase::Act(turn) => match turn.task {
                Task::Battle { province } => Some(province),
                Task::ChooseTarget | Task::ChooseArmies { .. } => None,
            },
            Phase::Winter(winter) => match winter.task {
                WinterTask::Battle { province } => Some(province),
                WinterTask::Draw { .. } | WinterTask::Choose => None,
            },
            _ => None,
        }
    }

    fn check_public(&self) -> Result<(), Inconsistent> {
        ensure((SEATS_MIN..=SEATS_MAX).contains(&self.seats.get()), Inconsistent::TableSize)?;
        let beyond = &self.players[self.seats.get()..];
        ensure(beyond.iter().all(|p| *p == Player::default()), Inconsistent::Seats)?;
        ensure((1..=YEARS).contains(&self.year), Inconsistent::Time)?;
        self.check_map()?;
        self.check_chests()?;
        self.check_time()?;
        self.check_layout()?;
        self.check_order()?;
        self.check_boards()?;
        self.check_draft()?;
        self.check_phase()
    }

    fn check_map(&self) -> Result<(), Inconsistent> {
        let (in_play, embattled) = (self.in_play(), self.embattled());
        for province in Province::all() {
            let holding = self.holding(province);
            let fits = match holding.owner {
                Some(owner) => {
                    ensure(self.seats.has(owner), Inconsistent::Seats)?;
                    let stands = (holding.armies > 0) != (embattled == Some(province));
                    in_play.contains(province)
                        && stands
                        && holding.buildings.len() <= province.towns().into()
                }
                None => *holding == Default::default(),
            };
            ensure(fits, Inconsistent::Province { province })?;
        }
        for building in Building::ALL {
            let built = self.provinces.iter().filter(|h| h.buildings.contains(building)).count();
            let enough = built <= usize::from(TILES[building.index()]);
            ensure(enough, Inconsistent::Buildings { building })?;
        }
        Ok(())
    }

    fn check_chests(&self) -> Result<(), Inconsistent> {
        let is_over = matches!(self.phase, Phase::Over);
        let must_show = is_over || self.options.chests == ChestDisplay::Open;
        let misplaced =
            |player: &Player| if must_show { player.chests_hidden } else { player.chests_open };
        ensure(self.players.iter().all(|p| misplaced(p) == 0), Inconsistent::Chests)
    }

    fn check_tower(&self) -> Result<(), Inconsistent> {
        let tower = &self.tower;
        let at_table = |cube: &Cube| cube.owner().is_none_or(|seat| self.seats.has(seat));
        let mut all = tower.upper.iter().chain(&tower.lower).chain(&tower.falling);
        let known = all.all(at_table) && tower.passed.iter().all(at_table);
        let shelves = tower.upper.len().max(tower.lower.len()) <= SHELF_CAPACITY;
        let falling = tower.falling.len();
        let throws = self.embattled().is_some() || matches!(self.phase, Phase::SeedTower);
        let stage = match tower.stage {
            TowerStage::Still => !throws && falling == 0 && tower.passed.is_empty(),
            TowerStage::Mix { last } => {
                let in_list = last > 0 && usize::from(last) < falling;
                throws && in_list && tower.passed.is_empty()
            }
            TowerStage::Fall { next, .. } => throws && usize::from(next) < falling,
        };
        // A throw takes everything that lies in the tray with it.
        let tray = !throws || self.tray == Cubes::NONE;
        ensure(known && shelves && stage && tray, Inconsistent::Tower)
    }

    fn check_cubes(&self, complete: impl Fn(u8, u8) -> bool) -> Result<(), Inconsistent> {
        let known = self.tower.contents().plus(self.outside_tower());
        for cube in Cube::all() {
            let (owned, otherwise) = match cube.owner() {
                None => (FARMERS, Inconsistent::Farmers),
                Some(seat) if self.seats.has(seat) => (ARMIES, Inconsistent::Armies { seat }),
                Some(_) => (0, Inconsistent::Seats),
            };
            ensure(complete(known[cube], owned), otherwise)?;
        }
        Ok(())
    }
}

pub(crate) fn ensure(holds: bool, otherwise: Inconsistent) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(otherwise) }
}
