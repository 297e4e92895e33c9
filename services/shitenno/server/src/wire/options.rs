//! Options on the wire.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::codec::*;
use shitenno_rules::{Joker, Options, Refill, TieBreak, TileOrder};

wire_message! {
    /// The options; everything absent or unspecified is the default.
    pub(crate) OPTIONS: pb::Options as Options = {
        lots_may_be_empty: flag(|it| it.lots_may_be_empty),
        split_uses_all_cards: flag(|it| it.split_uses_all_cards),
        refill: or_default(REFILL),
        tile_order: or_default(TILE_ORDER),
        joker: or_default(JOKER),
        joker_becomes_koku: flag(|it| it.joker_becomes_koku),
        waste_is_refused: flag(|it| it.waste_is_refused),
        top_bonus_is_visible: flag(|it| it.top_bonus_is_visible),
        final_exchange: flag(|it| it.final_exchange),
        final_plus_one: flag(|it| it.final_plus_one),
        final_plus_one_needs_koku: flag(|it| it.final_plus_one_needs_koku),
        final_draw: flag(|it| it.final_draw),
        tie_break: or_default(TIE_BREAK),
        plus_one_on_exchanged_koku: flag(|it| it.plus_one_on_exchanged_koku),
    } <=> Options {
        lots_may_be_empty, split_uses_all_cards, refill, tile_order, plus_one_on_exchanged_koku,
        joker, joker_becomes_koku, waste_is_refused, top_bonus_is_visible, final_exchange,
        final_plus_one, final_plus_one_needs_koku, final_draw, tie_break,
    }
}

wire_field! {
    flag(usual: fn(Options) -> bool): Option<bool> as bool =
        or_usual(usual(Options::default()), plain());
}

wire_enum! {
    REFILL: pb::Refill as Refill = { Lazy, Eager };
    TILE_ORDER: pb::TileOrder as TileOrder = { Any, ExchangesFirst };
    JOKER: pb::Joker as Joker = { OneTroop, OneCard };
    TIE_BREAK: pb::TieBreak as TieBreak = { MoreSeals, FewerSeals };
}
