//! Player: everything that belongs to one seat.

use kit_rules::Plan;

use crate::card::CardSet;
use crate::goods::{Good, Goods, Price};
use crate::officials::{Officials, PlannedCard};
use crate::package::Package;
use crate::space::SpaceSet;
use crate::squad::Squad;
use crate::state::SLOTS;
use crate::tables::{OFFICIALS, TEMPLES};
use crate::token::{PrivilegeKind, PrivilegeSet};

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Power points.
    pub points: u16,
    /// Money.
    pub ryo: u16,
    /// Rice, wood and stone.
    pub goods: Goods,
    /// The samurai on the board; the other figures of the colour are officials.
    pub samurai: Squad,
    /// White officials.
    pub whites: u8,
    /// Authorization cards.
    pub cards: CardSet,
    pub package: Option<Package>,
    /// Where temples of the player stand.
    pub temples: SpaceSet,
    /// Privileges to be used.
    pub privileges: PrivilegeSet,
    /// Tokens for dispersed Ronin.
    pub ronin_tokens: u8,
    /// The slots that were revealed, with the officials that stand there now.
    pub shown: [Option<PlannedCard>; SLOTS],
    /// The slots that were not; only the seat itself knows them.
    pub plan: Plan<PlannedCard, SLOTS>,
}

impl Player {
    /// A player who has just sat down.
    pub(crate) fn new(ryo: u8) -> Self {
        Self { ryo: ryo.into(), cards: CardSet::BASIC, ..Self::default() }
    }

    /// The officials of the own colour, wherever they stand.
    pub fn officials(&self) -> u8 {
        OFFICIALS.saturating_sub(self.samurai.len() as u8)
    }

    /// The temples that were not built.
    pub fn temples_left(&self) -> usize {
        usize::from(TEMPLES).saturating_sub(self.temples.len())
    }

    /// Everyone who can be put on the slots of a plan.
    pub fn staff(&self) -> Officials {
        let supports = self.privileges.of_kind(PrivilegeKind::Support).count();
        Officials { own: self.officials(), white: self.whites, black: supports as u8 }
    }

    pub fn can_pay(&self, price: Price) -> bool {
        self.ryo >= price.ryo.into()
            && Good::ALL.into_iter().all(|good| self.goods[good] >= price.good(good).into())
    }

    pub(crate) fn pay(&mut self, price: Price) {
        self.ryo -= u16::from(price.ryo);
        for good in Good::ALL {
            self.goods[good] -= u16::from(price.good(good));
        }
    }

    pub(crate) fn receive(&mut self, contents: Price) {
        self.ryo += u16::from(contents.ryo);
        for good in Good::ALL {
            self.goods[good] += u16::from(contents.good(good));
        }
    }
}
