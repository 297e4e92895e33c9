//! Validation of what is going on in a position.

use kit_rules::{Planning, Seat, SeatSet};

use crate::check::{Inconsistent, ensure};
use crate::season::ACTIONS_FACE_UP;
use crate::state::{DraftStep, DraftTurn, Phase, State, Task, Turn, Winter, WinterTask};
use crate::{Cubes, Order, ProvinceSet, Shortage, TableFacts, Tower};
use crate::{acting, bidding, draft, line_up, marching, winter};

impl State {
    /// What is going on can be going on, and somebody can go on with it.
    pub(crate) fn check_phase(&self) -> Result<(), Inconsistent> {
        let fits = match self.phase {
            Phase::DrawLetter { seat } => self.letters_fit(seat),
            Phase::DrawFirst => self.options.is_drafted() && self.is_untouched() && self.is_empty(),
            Phase::Draft(turn) => self.draft_fits(turn),
            Phase::SeedTower => true,
            Phase::Plan(planning) => self.planning_fits(planning),
            Phase::PickSpecial => bidding::on_display(self).count() > 1,
            Phase::Act(turn) => self.turn_fits(turn),
            // The last card needs no draw.
            Phase::TurnUp { position } => usize::from(position) + 1 < ACTIONS_FACE_UP,
            Phase::Winter(winter) => self.winter_fits(winter),
            Phase::DrawYearEvents
            | Phase::LayOutActions
            | Phase::LayOutSpecials
            | Phase::DrawEvent
            | Phase::RankBids
            | Phase::Over => true,
        };
        ensure(fits, Inconsistent::Phase)
    }

    /// Ranking and order of play have the right seats, each once.
    pub(crate) fn check_order(&self) -> Result<(), Inconsistent> {
        let ranked: SeatSet = self.ranking.iter().flatten().copied().collect();
        let placed: SeatSet = self.turn_order.iter().flatten().copied().collect();
        let at_table = |seats: SeatSet| seats.iter().all(|seat| self.seats.has(seat));
        ensure(at_table(ranked) && at_table(placed), Inconsistent::Seats)?;
        let ranked_once = ranked.len() == self.ranking.iter().flatten().count();
        let placed_once = placed.len() == self.turn_order.iter().flatten().count();
        let first = self.ranking.iter().take_while(|seat| seat.is_some()).count();
        let from_first = first == ranked.len();
        let fits = match self.phase {
            _ if self.is_setup() => ranked.is_empty() && placed.is_empty(),
            Phase::RankBids => {
                let bids = ranked.iter().all(|seat| !self.provinces_of(seat).is_empty());
                bids && placed.is_empty()
            }
            Phase::PickSpecial => {
                let owners = self.seats.seats().filter(|s| !self.provinces_of(*s).is_empty());
                let served: SeatSet =
                    self.ranking.iter().flatten().copied().take(placed.len()).collect();
                ranked == owners.collect() && served == placed && bidding::picker(self).is_some()
            }
            Phase::Act(_) | Phase::TurnUp { .. } => ranked == placed,
            _ => ranked.is_empty(),
        };
        ensure(ranked_once && placed_once && from_first && fits, Inconsistent::Order)
    }

    fn letters_fit(&self, seat: Seat) -> bool {
        let left = line_up::letters(self).count();
        let waiting = self.seats.seats().filter(|other| *other >= seat);
        !self.options.is_drafted()
            && self.seats.has(seat)
            && self.is_untouched()
            && left > 1
            && left == self.seats.get() - seat.index()
            && waiting.into_iter().all(|other| self.provinces_of(other).is_empty())
    }

    fn draft_fits(&self, turn: DraftTurn) -> bool {
        let sizes = draft::sizes(self, turn.active).count();
        let due = if matches!(turn.step, DraftStep::Place(_)) { 2 } else { 1 };
        self.options.is_drafted()
            && self.seats.has(turn.active)
            && self.is_untouched()
            && sizes >= due
            && self.seats.seats().all(|seat| self.groups_fit(seat))
    }

    /// Whether the armies of a seat are some of its groups.
    fn groups_fit(&self, seat: Seat) -> bool {
        let groups = TableFacts::of(self.seats).groups;
        let own = || self.provinces.iter().filter(move |holding| holding.owner == Some(seat));
        own().all(|holding| {
            let alike = own().filter(|other| other.armies == holding.armies).count();
            alike <= groups.iter().filter(|group| **group == holding.armies).count()
        })
    }

    fn planning_fits(&self, planning: Planning) -> bool {
        let owners = self.seats.seats().filter(|seat| !self.provinces_of(*seat).is_empty());
        planning.planners() == owners.collect() && !planning.is_over()
    }

    fn turn_fits(&self, turn: Turn) -> bool {
        let Some(errand) = acting::errand(self, turn.position, turn.place) else { return false };
        let marches = errand.order.is_combat() || errand.order == Order::DeployOne;
        let collects = matches!(errand.order, Order::CollectRice | Order::CollectTaxes);
        match turn.task {
            Task::ChooseTarget => {
                let choices = marching::choices(self, errand);
                marches
                    && marching::most(self, errand) > 0
                    && choices > 1
                    && !marching::targets(self, errand).is_empty()
            }
            Task::ChooseArmies { target } => {
                let can_go = marching::targets(self, errand).contains(target);
                marches && can_go && marching::most(self, errand) > 1
            }
            Task::Battle { province } if errand.order.is_combat() => {
                let around = errand.province.neighbours().intersection(self.in_play());
                around.contains(province) && self.holding(province).owner != Some(errand.seat)
            }
            Task::Battle { province } => collects && province == errand.province,
        }
    }

    fn winter_fits(&self, winter: Winter) -> bool {
        let Some(seat) = acting::seat(self, winter.place) else { return false };
        let own = self.provinces_of(seat);
        let drawn = winter.revolting.len();
        let in_table = |count: usize| {
            let worst = Shortage::of(u8::MAX);
            worst.is_some_and(|row| count <= row.provinces.into() && winter.farmers <= row.farmers)
        };
        let others = winter.revolting.difference(own) == ProvinceSet::EMPTY;
        others
            && match winter.task {
                WinterTask::Draw { left } => {
                    let calm = winter::calm(self, &winter).len();
                    left > 0 && in_table(drawn + usize::from(left)) && calm > usize::from(left)
                }
                WinterTask::Choose => drawn > 1 && in_table(drawn),
                WinterTask::Battle { province } => {
                    let fought = own.contains(province) && !winter.revolting.contains(province);
                    fought && in_table(drawn + 1)
                }
            }
    }

    /// Whether nothing has been thrown, built or collected.
    fn is_untouched(&self) -> bool {
        let plain = self.provinces.iter().all(|h| h.buildings.is_empty() && h.markers == 0);
        plain && self.tray == Cubes::NONE && self.tower == Tower::default()
    }

    fn is_empty(&self) -> bool {
        self.provinces.iter().all(|holding| holding.owner.is_none())
    }
}
