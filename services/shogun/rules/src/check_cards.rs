//! Validation of the cards of a position.

use kit_rules::Seat;

use crate::check::{Inconsistent, ensure};
use crate::season::{ACTIONS_FACE_UP, EVENTS_PER_YEAR};
use crate::state::{DraftStep, Phase, Season, State};
use crate::{Card, Draft, PlanReveal, Player, Province, ProvinceSet, Space, SpaceSet};
use crate::{EventSet, Special, YEARS, planning};

impl State {
    /// Seasons and event cards follow from each other.
    pub(crate) fn check_time(&self) -> Result<(), Inconsistent> {
        let is_winter = matches!(self.phase, Phase::Winter(_) | Phase::Over);
        let in_time = match self.phase {
            Phase::DrawYearEvents => self.season == Season::Spring,
            Phase::Over => self.season == Season::Winter && self.year == YEARS,
            _ if self.is_setup() => self.season == Season::Spring && self.year == 1,
            _ => is_winter == (self.season == Season::Winter),
        };
        ensure(in_time, Inconsistent::Time)?;
        let drawn = matches!(
            self.phase,
            Phase::RankBids | Phase::PickSpecial | Phase::Act(_) | Phase::TurnUp { .. }
        );
        let (open, gone) = (self.events_open, self.events_gone);
        let current = self.event.map_or(EventSet::EMPTY, |card| EventSet::EMPTY.with(card));
        let apart = open.union(gone).union(current).len();
        let each_once = apart == open.len() + gone.len() + current.len();
        let past = EVENTS_PER_YEAR * usize::from(self.year - 1);
        let (open_due, gone_due) = match self.phase {
            _ if self.is_setup() => (0, 0),
            Phase::DrawYearEvents => (open.len().min(EVENTS_PER_YEAR - 1), past),
            _ => {
                let passed = self.season.index();
                (EVENTS_PER_YEAR - passed - usize::from(drawn), past + passed)
            }
        };
        let fits =
            self.event.is_some() == drawn && (open.len(), gone.len()) == (open_due, gone_due);
        ensure(each_once && fits, Inconsistent::Events)
    }

    /// Action cards and special cards fill their positions from the first.
    pub(crate) fn check_layout(&self) -> Result<(), Inconsistent> {
        let (actions, specials) = match self.phase {
            Phase::LayOutActions => (0..ACTIONS_FACE_UP, 0..1),
            Phase::LayOutSpecials => (exactly(ACTIONS_FACE_UP), 0..Special::COUNT - 1),
            Phase::Plan(_) | Phase::DrawEvent | Phase::RankBids | Phase::PickSpecial => {
                (exactly(ACTIONS_FACE_UP), exactly(Special::COUNT))
            }
            Phase::Act(turn) => {
                let turned = usize::from(turn.position).min(ACTIONS_FACE_UP);
                (exactly(ACTIONS_FACE_UP + turned), exactly(Special::COUNT))
            }
            Phase::TurnUp { position } => {
                let turned = usize::from(position).min(ACTIONS_FACE_UP);
                (exactly(ACTIONS_FACE_UP + turned), exactly(Special::COUNT))
            }
            _ => (0..1, 0..1),
        };
        let laid = prefix(&self.action_cards).is_some_and(|count| actions.contains(&count));
        ensure(laid, Inconsistent::ActionCards)?;
        let laid = prefix(&self.specials).is_some_and(|count| specials.contains(&count));
        ensure(laid, Inconsistent::Specials)
    }

    /// Cards lie on the boards only while they may, and each seat has its own.
    pub(crate) fn check_boards(&self) -> Result<(), Inconsistent> {
        let (open, closed) = self.spaces_in_use();
        for seat in self.seats.seats() {
            let player = self.player(seat);
            let own = player.face_up.iter().all(|(_, card)| self.owns(seat, card));
            let face_up: SpaceSet =
                player.face_up.iter().filter_map(|(space, _)| Space::from_index(space)).collect();
            let here = face_up.iter().all(|space| open.contains(space));
            let there = player.face_down.iter().all(|space| closed.contains(space));
            let apart = face_up.iter().all(|space| !player.face_down.contains(space));
            let once = cards_lie_once(player);
            ensure(own && here && there && apart && once, Inconsistent::Board { seat })?;
            if matches!(self.phase, Phase::DrawEvent) {
                let has_provinces = !self.provinces_of(seat).is_empty();
                let due = if has_provinces { self.cards_of(seat).min(Space::COUNT) } else { 0 };
                ensure(player.face_down.len() == due, Inconsistent::Board { seat })?;
            }
        }
        Ok(())
    }

    /// Checks what a seat knows of its own plan.
    pub(crate) fn check_seat(&self, seat: Seat) -> Result<(), Inconsistent> {
        let plan = &self.player(seat).plan;
        let own = plan.iter().all(|(_, card)| self.owns(seat, card));
        ensure(own, Inconsistent::Board { seat })?;
        let fits = match self.phase {
            Phase::Plan(planning) if planning.planners().contains(seat) => {
                let complete = planning::is_complete(self, seat);
                !planning.sealed().contains(seat) || complete
            }
            Phase::Plan(_) => plan.is_empty(),
            _ => {
                let laid = plan.iter().filter_map(|(space, _)| Space::from_index(space));
                laid.collect::<SpaceSet>() == self.player(seat).face_down
            }
        };
        let bid = plan.on(Space::Bid.index());
        let in_planning = matches!(self.phase, Phase::Plan(_));
        let bid_fits = bid.is_none_or(|card| !in_planning || self.may_bid(seat, card));
        ensure(fits && bid_fits, Inconsistent::Board { seat })
    }

    /// The cards of the draft are each in one place.
    pub(crate) fn check_draft(&self) -> Result<(), Inconsistent> {
        let Phase::Draft(turn) = self.phase else {
            return ensure(self.draft == Draft::default(), Inconsistent::Draft);
        };
        let neutral = self.neutral();
        let open = self.draft.open.iter().flatten().count();
        let all = || self.draft.open.iter().flatten().chain(&self.draft.under).copied();
        let set: ProvinceSet = all().collect();
        let taken = match turn.step {
            DraftStep::Place(province) => ProvinceSet::only(province),
            _ => ProvinceSet::EMPTY,
        };
        let each_once = set.len() == all().count() && set.intersection(taken).is_empty();
        let all_neutral =
            set.difference(neutral).is_empty() && taken.difference(neutral).is_empty();
        let unsorted = |pair: &[Province; 2]| pair[0] >= pair[1];
        let seen = self.draft.seen.iter().enumerate().all(|(index, pair)| {
            pair.is_none_or(|pair| index < self.seats.get() && !unsorted(&pair))
        });
        let draws = self.draft_deck().len() > 1;
        let step = match turn.step {
            DraftStep::Open => open < 2 && draws,
            DraftStep::Choose => open == 2,
            DraftStep::Blind => open == 2 && draws,
            DraftStep::Place(_) => open >= 1,
        };
        ensure(each_once && all_neutral && seen && step, Inconsistent::Draft)
    }

    /// Whether the table is still being set up.
    pub(crate) fn is_setup(&self) -> bool {
        matches!(
            self.phase,
            Phase::DrawLetter { .. } | Phase::DrawFirst | Phase::Draft(_) | Phase::SeedTower
        )
    }

    /// The spaces on which cards may lie face up and face down.
    fn spaces_in_use(&self) -> (SpaceSet, SpaceSet) {
        let (bid, all) = (SpaceSet::EMPTY.with(Space::Bid), Space::all().collect::<SpaceSet>());
        let at_once = self.options.plan_reveal == PlanReveal::AtOnce;
        // How many actions have begun, and of how many all cards are turned up.
        let (begun, turned) = match self.phase {
            Phase::DrawEvent => return (SpaceSet::EMPTY, all),
            Phase::RankBids | Phase::PickSpecial => (0, 0),
            Phase::Act(turn) => {
                let position = usize::from(turn.position);
                (position + 1, position + usize::from(at_once))
            }
            Phase::TurnUp { position } => (usize::from(position) + 1, usize::from(position) + 1),
            _ => return (SpaceSet::EMPTY, SpaceSet::EMPTY),
        };
        let spaces = |count: usize| {
            let orders = self.action_cards.iter().take(count).flatten();
            orders.map(|order| Space::Order(*order))
        };
        let open = spaces(begun).fold(bid, SpaceSet::with);
        let closed = spaces(turned).fold(all.without(Space::Bid), SpaceSet::without);
        (open, closed)
    }

    fn owns(&self, seat: Seat, card: Card) -> bool {
        match card {
            Card::Province(province) => self.holding(province).owner == Some(seat),
            Card::Chests(_) => true,
        }
    }
}

/// Whether no card lies face up and face down, or twice.
fn cards_lie_once(player: &Player) -> bool {
    let alone = |space: usize, card: Card, board: &kit_rules::Plan<Card, { Space::COUNT }>| {
        board.space_of(card).is_none_or(|found| found == space)
    };
    let face_up = player.face_up.iter();
    let mut face_down = player.plan.iter();
    face_up.into_iter().all(|(space, card)| {
        alone(space, card, &player.face_up) && player.plan.space_of(card).is_none()
    }) && face_down.all(|(space, card)| alone(space, card, &player.plan))
}

/// How many positions are filled, if they are the first ones and no card lies
/// twice.
fn prefix<T: Copy + PartialEq>(positions: &[Option<T>]) -> Option<usize> {
    let count = positions.iter().take_while(|card| card.is_some()).count();
    let cards = &positions[..count];
    let rest_is_empty = positions[count..].iter().all(Option::is_none);
    let once = (1..count).all(|place| !cards[..place].contains(&cards[place]));
    (rest_is_empty && once).then_some(count)
}

const fn exactly(count: usize) -> core::ops::Range<usize> {
    count..count + 1
}
