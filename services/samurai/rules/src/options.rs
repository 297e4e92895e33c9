//! The choices made when a match is created.

use kit_rules::{OptionFact, Seat};

/// The choices made when a match is created; the default is the printed game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How the first hands come about.
    pub start_hand: StartHand,
    /// Who puts the figures on the board.
    pub figure_placement: FigurePlacement,
    /// When the game stops after its end was caused.
    pub end_timing: EndTiming,
    /// Whether captured figures are on display.
    pub captures: Captures,
    /// Who begins; nobody named means that it is drawn.
    pub start_seat: Option<Seat>,
}

/// How the first hands come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartHand {
    /// Each player chooses in secret.
    #[default]
    Chosen,
    /// Each player draws.
    Random,
}

/// Who puts the figures on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigurePlacement {
    /// The players in turn.
    #[default]
    Players,
    /// Chance.
    Random,
}

/// When the game stops after its end was caused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndTiming {
    /// In the middle of the turn.
    #[default]
    AtOnce,
    /// When the turn is over.
    EndOfTurn,
}

/// Whether captured figures are on display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Captures {
    /// With two players they are, with more they stand behind the screens.
    #[default]
    ByPlayerCount,
    /// Always.
    Open,
}

pub(crate) const FACTS: &[OptionFact] = &[
    OptionFact {
        name: "start_hand",
        help: "Whether the players choose their first five tiles or draw them.",
        values: &["chosen", "random"],
        default: "chosen",
    },
    OptionFact {
        name: "figure_placement",
        help: "Whether the players place the figures in turn or chance does.",
        values: &["players", "random"],
        default: "players",
    },
    OptionFact {
        name: "end_timing",
        help: "Whether the game stops at once when its end is caused or after that turn.",
        values: &["at_once", "end_of_turn"],
        default: "at_once",
    },
    OptionFact {
        name: "captures",
        help: "Whether three and four players keep captured figures behind their screens.",
        values: &["hidden", "open"],
        default: "hidden",
    },
    OptionFact {
        name: "start_seat",
        help: "The seat that begins; 0 draws it.",
        values: &["0", "1", "2", "3", "4"],
        default: "0",
    },
];
