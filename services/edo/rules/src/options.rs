//! The choices made when a match is created.

use kit_rules::OptionFact;

/// The choices made when a match is created; the default is the base game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether temples are built.
    pub jiin: bool,
    /// Whether there are demands and privileges.
    pub tokken: bool,
    /// Whether Ronin roam the land.
    pub ronin: bool,
}

pub(crate) const FACTS: &[OptionFact] = &[
    OptionFact {
        name: "jiin",
        help: "Whether temples can be built, which make roads free for their owner.",
        values: SWITCH,
        default: "false",
    },
    OptionFact {
        name: "tokken",
        help: "Whether demands can be fulfilled, which earn points and privileges.",
        values: SWITCH,
        default: "false",
    },
    OptionFact {
        name: "ronin",
        help: "Whether Ronin hinder yields, building and income until they are dispersed.",
        values: SWITCH,
        default: "false",
    },
];

const SWITCH: &[&str] = &["false", "true"];
