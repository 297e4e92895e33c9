//! Secret planning: all seats lay cards on spaces at the same time, face down,
//! and each seals its plan when it is done.
//!
//! [`Planning`] is what everybody may know: who plans, and who has sealed.
//! [`Plan`] is what only its own seat may know. A game keeps the two in
//! different fields of its state, lets the steps that change a plan be
//! [`crate::Rules::is_secret`], and moves a card out of the plan when the
//! rules turn it up.

use crate::{Seat, SeatSet};

/// Who plans, and who has sealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planning {
    planners: SeatSet,
    sealed: SeatSet,
}

impl Planning {
    /// These seats plan, and nobody has sealed yet.
    pub const fn begin(planners: SeatSet) -> Self {
        Self { planners, sealed: SeatSet::EMPTY }
    }

    /// Planning in which these seats have sealed, if all of them plan.
    pub fn resume(planners: SeatSet, sealed: SeatSet) -> Option<Self> {
        sealed.iter().all(|seat| planners.contains(seat)).then_some(Self { planners, sealed })
    }

    /// The seats that plan.
    pub const fn planners(self) -> SeatSet {
        self.planners
    }

    /// The seats that have sealed.
    pub const fn sealed(self) -> SeatSet {
        self.sealed
    }

    /// The seats that are still at it.
    pub fn open(self) -> SeatSet {
        self.planners.iter().filter(|seat| !self.sealed.contains(*seat)).collect()
    }

    /// Whether every plan is sealed.
    pub fn is_over(self) -> bool {
        self.open().is_empty()
    }

    /// Whether the seat may still change its plan.
    ///
    /// # Errors
    /// If it does not plan, or has sealed.
    pub const fn check_open(self, seat: Seat) -> Result<(), PlanFault> {
        if !self.planners.contains(seat) {
            return Err(PlanFault::NoPlanner);
        }
        if self.sealed.contains(seat) {
            return Err(PlanFault::Sealed);
        }
        Ok(())
    }

    /// Closes the plan of a seat for good.
    ///
    /// # Errors
    /// If it does not plan, or has sealed before.
    pub const fn seal(&mut self, seat: Seat) -> Result<(), PlanFault> {
        if let Err(fault) = self.check_open(seat) {
            return Err(fault);
        }
        self.sealed.insert(seat);
        Ok(())
    }
}

/// Something that is laid on a space of a plan.
pub trait Planned: Copy {
    /// Whether both are the same piece of cardboard, so that they can't lie in
    /// one plan at the same time.
    fn is_same_card(self, other: Self) -> bool;
}

/// The plan of one seat: at most one card on each space, each card once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<C, const SPACES: usize> {
    spaces: [Option<C>; SPACES],
}

impl<C: Copy, const SPACES: usize> Default for Plan<C, SPACES> {
    fn default() -> Self {
        Self { spaces: [None; SPACES] }
    }
}

impl<C: Planned, const SPACES: usize> Plan<C, SPACES> {
    /// What lies on a space; nothing on a space that there is not.
    pub fn on(&self, space: usize) -> Option<C> {
        self.spaces.get(space).copied().flatten()
    }

    /// The space on which a card lies.
    pub fn space_of(&self, card: C) -> Option<usize> {
        self.iter().find(|(_, laid)| laid.is_same_card(card)).map(|(space, _)| space)
    }

    /// The spaces that hold a card, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (usize, C)> + '_ {
        let spaces = self.spaces.iter().enumerate();
        spaces.filter_map(|(space, card)| card.map(|card| (space, card)))
    }

    /// The spaces that hold nothing, ascending.
    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..SPACES).filter(|&space| self.spaces[space].is_none())
    }

    /// How many cards lie in the plan.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether no card lies in the plan.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lays a card on a space.
    ///
    /// # Errors
    /// If there is no such space, it holds a card, or the card lies elsewhere;
    /// then nothing has changed.
    pub fn put(&mut self, space: usize, card: C) -> Result<(), PlanFault> {
        if self.spaces.get(space).ok_or(PlanFault::NoSpace)?.is_some() {
            return Err(PlanFault::SpaceTaken);
        }
        if self.space_of(card).is_some() {
            return Err(PlanFault::CardUsed);
        }
        self.spaces[space] = Some(card);
        Ok(())
    }

    /// Takes the card off a space: its owner thinks again, or the rules turn
    /// it up or cancel it.
    ///
    /// # Errors
    /// If there is no such space or it holds nothing.
    pub fn take(&mut self, space: usize) -> Result<C, PlanFault> {
        self.spaces.get_mut(space).ok_or(PlanFault::NoSpace)?.take().ok_or(PlanFault::SpaceEmpty)
    }
}

/// Why a plan stays as it is. A game adds the id of its own rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanFault {
    /// The seat takes no part.
    #[error("this seat has nothing to plan")]
    NoPlanner,
    /// The plan is closed.
    #[error("the plan is sealed and can't be changed any more")]
    Sealed,
    /// The space does not exist.
    #[error("the plan has no such space")]
    NoSpace,
    /// The space is full.
    #[error("a card lies on this space: take it back first")]
    SpaceTaken,
    /// The space is empty.
    #[error("no card lies on this space")]
    SpaceEmpty,
    /// The card is in use.
    #[error("the card lies on another space: take it back first")]
    CardUsed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// A card with a note on it: the note does not make it another card.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Card(u8, char);

    impl Planned for Card {
        fn is_same_card(self, other: Self) -> bool {
            self.0 == other.0
        }
    }

    const ONE: Seat = Seat::from_index(0);
    const TWO: Seat = Seat::from_index(1);
    const SIX: Seat = Seat::from_index(5);

    fn of(seats: &[Seat]) -> SeatSet {
        seats.iter().copied().collect()
    }

    #[test]
    fn planning_is_over_when_every_planner_has_sealed() {
        let mut planning = Planning::begin(of(&[ONE, TWO]));
        assert_eq!(planning.open(), of(&[ONE, TWO]));
        assert_eq!(planning.seal(TWO), Ok(()));
        assert_eq!((planning.open(), planning.sealed()), (of(&[ONE]), of(&[TWO])));
        assert!(!planning.is_over());
        assert_eq!(planning.seal(ONE), Ok(()));
        assert!(planning.is_over());
    }

    #[test]
    fn a_sealed_plan_stays_closed_and_an_outsider_has_none() {
        let mut planning = Planning::begin(of(&[ONE, TWO]));
        assert_eq!(planning.seal(ONE), Ok(()));
        assert_eq!(planning.seal(ONE), Err(PlanFault::Sealed));
        assert_eq!(planning.check_open(SIX), Err(PlanFault::NoPlanner));
        assert_eq!(planning.check_open(TWO), Ok(()));
    }

    #[test]
    fn planning_resumes_only_with_sealed_planners() {
        let half = Planning::resume(of(&[ONE, TWO]), of(&[TWO]));
        assert_eq!(half.map(Planning::open), Some(of(&[ONE])));
        assert_eq!(Planning::resume(of(&[ONE]), of(&[TWO])), None);
    }

    #[test]
    fn a_space_takes_one_card_and_a_card_lies_once() {
        let mut plan = Plan::<Card, 3>::default();
        assert_eq!(plan.put(1, Card(7, 'a')), Ok(()));
        assert_eq!(plan.put(1, Card(8, 'a')), Err(PlanFault::SpaceTaken));
        assert_eq!(plan.put(0, Card(7, 'b')), Err(PlanFault::CardUsed));
        assert_eq!(plan.put(3, Card(9, 'a')), Err(PlanFault::NoSpace));
        assert_eq!(plan.space_of(Card(7, 'z')), Some(1));
        assert_eq!(plan.free().collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn a_card_taken_back_can_be_laid_elsewhere() {
        let mut plan = Plan::<Card, 2>::default();
        assert_eq!(plan.take(0), Err(PlanFault::SpaceEmpty));
        assert_eq!(plan.put(0, Card(1, 'a')), Ok(()));
        assert_eq!(plan.take(0), Ok(Card(1, 'a')));
        assert!(plan.is_empty());
        assert_eq!(plan.put(1, Card(1, 'a')), Ok(()));
        assert_eq!(plan.on(1), Some(Card(1, 'a')));
        assert_eq!((plan.on(0), plan.on(9), plan.len()), (None, None, 1));
    }
}
