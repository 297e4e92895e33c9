//! The choices made when a match is created.

use kit_rules::OptionFact;

use crate::Side;

/// The choices made when a match is created. The default is the game as it is
/// printed, with every doubt decided as `RULES.md` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub side: Side,
    /// How the first provinces are given out.
    pub line_up: StartingProvinces,
    /// Whether combat may be declined (SHO-AMB-01).
    pub combat_move: CombatMove,
    /// When the cards of a plan are turned up (SHO-AMB-02).
    pub plan_reveal: PlanReveal,
    /// What a bid above the own chests is (SHO-AMB-03).
    pub overbid: Overbid,
    /// What a small supply does to recruits (SHO-AMB-04).
    pub short_supply: ShortSupply,
    /// Where the defence card helps (SHO-AMB-05).
    pub defence_special: Help,
    /// Where the castle event helps (SHO-AMB-06).
    pub castle_event: Help,
    /// Which theatres the theatre event means (SHO-AMB-07).
    pub theatre_event: TheatreEvent,
    /// Where farmers go that are left after they have won (SHO-AMB-11).
    pub surplus_farmers: SurplusFarmers,
    /// Whether the exchange of the draft may be declined (SHO-AMB-12).
    pub draft_exchange: DraftExchange,
    /// Whether chests are on display (SHO-AMB-13).
    pub chests: ChestDisplay,
    /// Which spaces stay empty if the cards do not suffice (SHO-AMB-15).
    pub empty_spaces: EmptySpaces,
}

/// How the first provinces are given out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartingProvinces {
    /// By a list on the Sun side, for which the lists were printed; the Moon
    /// side is drafted.
    #[default]
    BySide,
    /// By a printed list.
    Fixed,
    /// The players take turns.
    Draft,
}

/// Whether combat may be declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CombatMove {
    #[default]
    Optional,
    /// Somebody has to march if anybody can.
    Mandatory,
}

/// When the cards of a plan are turned up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanReveal {
    /// All cards of an order together.
    #[default]
    AtOnce,
    /// Each when its owner's turn comes.
    TurnOrder,
}

/// What a bid above the own chests is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overbid {
    /// A bid of all chests that there are.
    #[default]
    CountsAsOwned,
    /// Not allowed.
    Illegal,
}

/// What a small supply does to recruits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShortSupply {
    /// Nobody is recruited.
    #[default]
    Skip,
    /// Those that are left are recruited.
    PlaceRest,
}

/// Where a card helps a defender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Help {
    /// Against attacks.
    #[default]
    Attacks,
    /// Against attacks, and against revolts after collecting.
    Revolts,
}

/// Which theatres the theatre event means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TheatreEvent {
    /// Those that are built in its season, when they are built.
    #[default]
    WhenBuilt,
    /// Those that stand when the event is drawn.
    EveryTheatre,
}

/// Where farmers go that are left after they have won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurplusFarmers {
    /// They stay in the tray.
    #[default]
    Tray,
    /// Back to the supply.
    Supply,
}

/// Whether the exchange of the draft may be declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DraftExchange {
    #[default]
    Optional,
    /// It happens by itself.
    Always,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChestDisplay {
    #[default]
    Open,
    /// They stand behind screens until the end.
    Hidden,
}

/// Which spaces stay empty if the cards do not suffice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmptySpaces {
    #[default]
    Any,
    /// The bid before any other.
    BidFirst,
}

impl Options {
    /// Whether the first provinces are drafted.
    pub(crate) fn is_drafted(&self) -> bool {
        match self.line_up {
            StartingProvinces::BySide => self.side == Side::Moon,
            StartingProvinces::Fixed => false,
            StartingProvinces::Draft => true,
        }
    }
}

pub(crate) const FACTS: &[OptionFact] = &[
    choice("side", "The side of the board.", &["sun", "moon"]),
    choice(
        "line_up",
        "Whether the first provinces come from a list or are drafted; by side, they are drafted on \
         the Moon side, since the printed lists are those of the Sun side.",
        &["by_side", "fixed", "draft"],
    ),
    choice(
        "combat_move",
        "Whether a combat order may be declined when somebody could march.",
        &["optional", "mandatory"],
    ),
    choice(
        "plan_reveal",
        "Whether the cards of an action are turned up together or each in its turn.",
        &["at_once", "turn_order"],
    ),
    choice(
        "overbid",
        "Whether a bid above the own chests counts as all of them or is illegal.",
        &["counts_as_owned", "illegal"],
    ),
    choice(
        "short_supply",
        "Whether recruiting with too few cubes is skipped or places those that are left.",
        &["skip", "place_rest"],
    ),
    choice(
        "defence_special",
        "Whether the defence card helps against attacks only or also against revolts.",
        &["attacks", "revolts"],
    ),
    choice(
        "castle_event",
        "Whether the castle event helps against attacks only or also against revolts.",
        &["attacks", "revolts"],
    ),
    choice(
        "theatre_event",
        "Whether the theatre event means new theatres or all that stand when it is drawn.",
        &["when_built", "every_theatre"],
    ),
    choice(
        "surplus_farmers",
        "Whether farmers that are left after winning stay in the tray or leave it.",
        &["tray", "supply"],
    ),
    choice(
        "draft_exchange",
        "Whether the exchange of open cards in the draft may be declined.",
        &["optional", "always"],
    ),
    choice(
        "chests",
        "Whether chests are on display or behind screens until the end.",
        &["open", "hidden"],
    ),
    choice(
        "empty_spaces",
        "Whether any spaces may stay empty for lack of cards, or the bid before the others.",
        &["any", "bid_first"],
    ),
];

/// An option whose first value is the default.
const fn choice(
    name: &'static str,
    help: &'static str,
    values: &'static [&'static str],
) -> OptionFact {
    OptionFact { name, help, values, default: values[0] }
}
