//! All plans that a seat can have made, and one of them.
//!
//! Plans are counted by their cards: whatever lies in the slots, the number of
//! ways to spread officials depends on how many each of them takes. All cards of
//! the box allow fewer than 2^30 plans.

use std::num::NonZeroU32;

use edo_rules::{Card, CardSet, Officials, PlannedCard, SLOTS, TaskFacts};
use kit_rules::{Draws, Plan};

pub(super) struct HiddenPlan {
    pub(super) cards: CardSet,
    pub(super) staff: Officials,
    /// The slots that can hold a card.
    pub(super) slots: Vec<usize>,
    /// Whether all of them do.
    pub(super) is_complete: bool,
}

/// The cards in the slots, each with its task.
type Layout = [Option<(Card, &'static TaskFacts)>; SLOTS];
/// How many officials the slots take.
type Rooms = [u8; SLOTS];

impl HiddenPlan {
    /// One of the plans, each as likely as any other. If there are too few cards
    /// for any, nothing is planned.
    pub(super) fn deal(&self, draws: &mut Draws<'_>) -> Plan<PlannedCard, SLOTS> {
        let layouts = self.layouts();
        let mut spreads = Spreads::new(self.staff, self.cards);
        let ways: Vec<u32> = layouts.iter().map(|layout| spreads.count(rooms(layout))).collect();
        let Some(all) = NonZeroU32::new(ways.iter().sum()) else { return Plan::default() };
        let mut place = draws(all);
        let layout = layouts.iter().zip(ways).find(|(_, ways)| {
            let is_it = place < *ways;
            place -= if is_it { 0 } else { *ways };
            is_it
        });
        let (layout, _) = layout.expect("the ways of the layouts add up to all");
        let officials = spread(self.staff, &rooms(layout), place);
        let mut plan = Plan::default();
        for (slot, (laid, officials)) in layout.iter().zip(officials).enumerate() {
            let Some((card, facts)) = *laid else { continue };
            let planned = PlannedCard { card, task: facts.task, officials };
            plan.put(slot, planned).expect("a layout has one slot for each of its cards");
        }
        plan
    }

    /// Every way to lay cards into the slots.
    fn layouts(&self) -> Vec<Layout> {
        let mut layouts = vec![[None; SLOTS]];
        for slot in &self.slots {
            let mut grown = Vec::new();
            for layout in layouts {
                let laid = layout.iter().flatten().map(|(card, _)| *card).collect();
                let mut grow = |laid| {
                    let mut next: Layout = layout;
                    next[*slot] = laid;
                    grown.push(next);
                };
                for card in self.cards.difference(laid).iter() {
                    card.tasks().iter().for_each(|facts| grow(Some((card, facts))));
                }
                if !self.is_complete {
                    grow(None);
                }
            }
            layouts = grown;
        }
        layouts
    }
}

/// How many officials the slots of a layout take; an empty one takes none.
fn rooms(layout: &Layout) -> Rooms {
    layout.map(|laid| laid.map_or(0, |(_, facts)| facts.officials_max))
}

/// In how many ways a staff can be spread, remembered for all rooms.
struct Spreads {
    staff: Officials,
    /// One more than any of the cards takes.
    sides: usize,
    known: Vec<Option<u32>>,
}

impl Spreads {
    fn new(staff: Officials, cards: CardSet) -> Self {
        let rooms = cards.iter().flat_map(|card| card.tasks()).map(|facts| facts.officials_max);
        let sides = usize::from(rooms.max().unwrap_or_default()) + 1;
        Self { staff, sides, known: vec![None; sides.pow(SLOTS as u32)] }
    }

    fn count(&mut self, mut rooms: Rooms) -> u32 {
        // It does not matter which of the slots is which.
        rooms.sort_unstable();
        let cell = rooms.iter().fold(0, |cell, room| cell * self.sides + usize::from(*room));
        *self.known[cell].get_or_insert_with(|| count(self.staff, &rooms))
    }
}

/// In how many ways a staff can be spread over slots.
fn count(staff: Officials, rooms: &[u8]) -> u32 {
    let Some((room, rest)) = rooms.split_first() else { return 1 };
    choices(staff, *room).map(|(_, home)| count(home, rest)).sum()
}

/// The spread at this place when all are laid out in order.
fn spread(mut staff: Officials, rooms: &Rooms, mut place: u32) -> [Officials; SLOTS] {
    let mut chosen = [Officials::default(); SLOTS];
    for slot in 0..SLOTS {
        let mut all = choices(staff, rooms[slot]);
        (chosen[slot], staff) = all
            .find(|(_, home)| {
                let ways = count(*home, &rooms[slot + 1..]);
                let is_it = place < ways;
                place -= if is_it { 0 } else { ways };
                is_it
            })
            .expect("the place is below the number of spreads");
    }
    chosen
}

/// Everyone who can stand on a slot, with those who are left.
fn choices(staff: Officials, room: u8) -> impl Iterator<Item = (Officials, Officials)> {
    let own = 0..=staff.own.min(room);
    own.flat_map(move |own| {
        let white = 0..=staff.white.min(room - own);
        white.flat_map(move |white| {
            let black = 0..=staff.black.min(room - own - white);
            black.map(move |black| {
                let home = Officials {
                    own: staff.own - own,
                    white: staff.white - white,
                    black: staff.black - black,
                };
                (Officials { own, white, black }, home)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_counted_as_by_hand() {
        let staff = Officials { own: 1, white: 1, black: 0 };
        assert_eq!(count(staff, &[0, 0, 0]), 1);
        // Each of the two stands on one of three slots or stays at home.
        assert_eq!(count(staff, &[2, 2, 2]), 16);
        // They can't stand on the same one.
        assert_eq!(count(staff, &[1, 1, 1]), 13);
    }

    #[test]
    fn every_place_gives_another_spread() {
        let staff = Officials { own: 3, white: 2, black: 1 };
        let rooms = [2, 0, 3];
        let spreads: Vec<_> =
            (0..count(staff, &rooms)).map(|place| spread(staff, &rooms, place)).collect();
        for (index, spread) in spreads.iter().enumerate() {
            assert!(!spreads[..index].contains(spread), "{spread:?} comes twice");
        }
    }

    #[test]
    fn all_cards_of_the_box_allow_fewer_plans_than_a_draw_can_have_sides() {
        let plans = HiddenPlan {
            cards: CardSet::ALL,
            staff: Officials { own: 5, white: 12, black: 2 },
            slots: (0..SLOTS).collect(),
            is_complete: false,
        };
        let layouts = plans.layouts();
        let mut spreads = Spreads::new(plans.staff, plans.cards);
        let all: u64 = layouts.iter().map(|layout| u64::from(spreads.count(rooms(layout)))).sum();
        assert!(all < 1 << 30, "{all}");
    }

    #[test]
    fn without_enough_cards_there_is_no_plan() {
        let plans = HiddenPlan {
            cards: CardSet::EMPTY,
            staff: Officials::default(),
            slots: (0..SLOTS).collect(),
            is_complete: true,
        };
        assert!(plans.deal(&mut |_| 0).is_empty());
    }
}
