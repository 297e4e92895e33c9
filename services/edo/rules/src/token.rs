//! The tokens of Tokken: demands and privileges.

use core::fmt;

use crate::card::Task;
use crate::goods::{Good, Price};
use crate::tables::{DEMANDS, PRIVILEGES};

kit_rules::indexed! {
    /// Something that the shogun demands.
    pub struct Demand: DemandFacts in DEMANDS, shown by name
}

kit_rules::index_set! {
    pub struct DemandSet(u32) of Demand
}

kit_rules::indexed! {
    /// Something that a fulfilled demand earns.
    pub struct Privilege: PrivilegeFacts in PRIVILEGES
}

kit_rules::index_set! {
    pub struct PrivilegeSet(u32) of Privilege
}

/// How a demand is fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DemandKind {
    /// By trade, at the merchant.
    Local,
    /// By travel.
    Foreign,
    /// By building, in Edo.
    Palace,
}

impl Demand {
    /// How it is fulfilled.
    pub fn kind(self) -> DemandKind {
        self.facts().kind
    }

    /// The task whose officials fulfil it.
    pub fn task(self) -> Task {
        match self.kind() {
            DemandKind::Local => Task::Trade,
            DemandKind::Foreign => Task::Travel,
            DemandKind::Palace => Task::Build,
        }
    }

    pub fn price(self) -> Price {
        self.facts().price
    }
}

/// What a privilege allows, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrivilegeKind {
    /// A house on the first site of a city.
    PrestigeSite,
    /// A black official for one slot.
    Support,
    /// An offer of the next round's trading card.
    Trading,
    /// The own income of one city, at once.
    CityIncome,
    /// One of two resources.
    Resource,
    /// A yield as if nobody else were there.
    FullProduction,
}

impl Privilege {
    /// What it allows.
    pub fn kind(self) -> PrivilegeKind {
        self.facts().kind
    }

    /// The two resources to choose from, or the one that is produced in full.
    pub fn goods(self) -> &'static [Good] {
        self.facts().goods
    }
}

impl PrivilegeSet {
    pub fn of_kind(self, kind: PrivilegeKind) -> impl Iterator<Item = Privilege> {
        self.iter().filter(move |privilege| privilege.kind() == kind)
    }

    /// The first of a kind; those of one kind do the same, or the rules ask.
    pub fn first(self, kind: PrivilegeKind) -> Option<Privilege> {
        self.of_kind(kind).next()
    }

    /// The first that lets this resource be produced in full.
    pub fn full_production(self, good: Good) -> Option<Privilege> {
        self.of_kind(PrivilegeKind::FullProduction).find(|found| found.goods().contains(&good))
    }
}

impl fmt::Display for Privilege {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind(), self.goods()) {
            (PrivilegeKind::PrestigeSite, _) => f.write_str("prestige site"),
            (PrivilegeKind::Support, _) => f.write_str("support"),
            (PrivilegeKind::Trading, _) => f.write_str("trading"),
            (PrivilegeKind::CityIncome, _) => f.write_str("city income"),
            (PrivilegeKind::Resource, [one, other]) => write!(f, "{one} or {other}"),
            (PrivilegeKind::Resource, _) => f.write_str("resource"),
            (PrivilegeKind::FullProduction, [good]) => write!(f, "full {good} production"),
            (PrivilegeKind::FullProduction, _) => f.write_str("full production"),
        }
    }
}

/// A row of the generated table.
pub(crate) struct DemandFacts {
    pub id: &'static str,
    pub name: &'static str,
    pub kind: DemandKind,
    pub price: Price,
}

/// A row of the generated table.
pub(crate) struct PrivilegeFacts {
    pub id: &'static str,
    pub kind: PrivilegeKind,
    pub goods: &'static [Good],
}
