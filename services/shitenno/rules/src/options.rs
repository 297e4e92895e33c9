//! The choices made when a match is created.

use kit_rules::OptionFact;

/// The choices made when a match is created. The default is the printed game;
/// where its rules are silent or in doubt, it is what `RULES.md` decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether a lot may have no cards though there are some.
    pub lots_may_be_empty: bool,
    /// Whether the last two lots take all cards that are left.
    pub split_uses_all_cards: bool,
    /// When the discarded troop cards become the deck.
    pub refill: Refill,
    /// In which order tiles work within one payment.
    pub tile_order: TileOrder,
    /// Whether a +1 may count a koku that an exchange made, without a koku card.
    pub plus_one_on_exchanged_koku: bool,
    /// What the Hatamoto's joker stands for.
    pub joker: Joker,
    /// Whether the joker can help to pay in koku.
    pub joker_becomes_koku: bool,
    /// Whether a payment with a part that it could do without is refused.
    pub waste_is_refused: bool,
    /// Whether the bonus of an upper tile is known before it is taken.
    pub top_bonus_is_visible: bool,
    /// Whether exchange tiles that are left turn troops into koku at the end.
    pub final_exchange: bool,
    /// Whether +1 tiles that are left score at the end.
    pub final_plus_one: bool,
    /// Whether they score only for a player who has a koku.
    pub final_plus_one_needs_koku: bool,
    /// Whether draw tiles that are left score at the end.
    pub final_draw: bool,
    /// Who wins a tie.
    pub tie_break: TieBreak,
}

/// When the discarded troop cards become the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refill {
    /// When a card is needed and the deck has none.
    #[default]
    Lazy,
    /// As soon as somebody has drawn the last card.
    Eager,
}

/// In which order tiles work within one payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileOrder {
    /// As the player says.
    #[default]
    Any,
    /// All exchanges before all +1.
    ExchangesFirst,
}

/// What the Hatamoto's joker stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joker {
    #[default]
    OneTroop,
    /// One troop card, which may be a double one.
    OneCard,
}

/// Who wins a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// The higher title.
    #[default]
    MoreSeals,
    /// The lower title.
    FewerSeals,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lots_may_be_empty: true,
            split_uses_all_cards: true,
            refill: Refill::Lazy,
            tile_order: TileOrder::Any,
            plus_one_on_exchanged_koku: true,
            joker: Joker::OneTroop,
            joker_becomes_koku: true,
            waste_is_refused: true,
            top_bonus_is_visible: true,
            final_exchange: true,
            final_plus_one: true,
            final_plus_one_needs_koku: true,
            final_draw: false,
            tie_break: TieBreak::MoreSeals,
        }
    }
}

const USUALLY: &[&str] = &["true", "false"];
const RARELY: &[&str] = &["false", "true"];

/// The options as they are offered, the default first. Each says so if no
/// printed rule stands behind its default.
pub(crate) const FACTS: &[OptionFact] = &[
    fact(
        "lots_may_be_empty",
        "Whether a lot may have no cards though there are some; the printed rules do not say.",
        USUALLY,
    ),
    fact("split_uses_all_cards", "Whether the last two lots take all cards left.", USUALLY),
    fact(
        "refill",
        "When the discarded troop cards become the deck; the printed texts differ.",
        &["lazy", "eager"],
    ),
    fact(
        "tile_order",
        "In which order tiles work within one payment; the printed rules do not say.",
        &["any", "exchanges_first"],
    ),
    fact(
        "plus_one_on_exchanged_koku",
        "Whether a +1 may count a koku that an exchange made; the printed rules speak of koku \
         cards.",
        USUALLY,
    ),
    fact(
        "joker",
        "What the Hatamoto's joker stands for; the printed texts differ.",
        &["one_troop", "one_card"],
    ),
    fact(
        "joker_becomes_koku",
        "Whether the joker can help to pay in koku; the printed rules do not say.",
        USUALLY,
    ),
    fact(
        "waste_is_refused",
        "Whether a payment with a part too many is refused; the printed rules do not say.",
        USUALLY,
    ),
    fact(
        "top_bonus_is_visible",
        "Whether everyone sees the bonus of an upper tile; the printed rules do not say.",
        USUALLY,
    ),
    fact("final_exchange", "Whether exchange tiles turn troops into koku at the end.", USUALLY),
    fact(
        "final_plus_one",
        "Whether +1 tiles score at the end; only one of the printed texts says so.",
        USUALLY,
    ),
    fact(
        "final_plus_one_needs_koku",
        "Whether that takes a koku in hand; the printed rules do not say.",
        USUALLY,
    ),
    fact(
        "final_draw",
        "Whether draw tiles score at the end; the printed rules do not say.",
        RARELY,
    ),
    fact(
        "tie_break",
        "Whose title wins a tie; the printed rules do not say which way titles decide.",
        &["more_seals", "fewer_seals"],
    ),
];

const fn fact(
    name: &'static str,
    help: &'static str,
    values: &'static [&'static str],
) -> OptionFact {
    OptionFact { name, help, values, default: values[0] }
}
