//! Reads the options of a match.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::Malformed;
use shitenno_rules::{Joker, Options, Refill, TieBreak, TileOrder};

use super::field::{Read, both};

/// The options; everything absent or unspecified is the default.
pub(crate) fn options(message: &pb::Options) -> Read<Options> {
    let ((refill, tile_order), (joker, tie_break)) = both(
        both(refill(message.refill), tile_order(message.tile_order)),
        both(joker(message.joker), tie_break(message.tie_break)),
    )?;
    let usual = Options::default();
    Ok(Options {
        lots_may_be_empty: message.lots_may_be_empty.unwrap_or(usual.lots_may_be_empty),
        split_uses_all_cards: message.split_uses_all_cards.unwrap_or(usual.split_uses_all_cards),
        refill,
        tile_order,
        plus_one_on_exchanged_koku: message
            .plus_one_on_exchanged_koku
            .unwrap_or(usual.plus_one_on_exchanged_koku),
        joker,
        joker_becomes_koku: message.joker_becomes_koku.unwrap_or(usual.joker_becomes_koku),
        waste_is_refused: message.waste_is_refused.unwrap_or(usual.waste_is_refused),
        top_bonus_is_visible: message.top_bonus_is_visible.unwrap_or(usual.top_bonus_is_visible),
        final_exchange: message.final_exchange.unwrap_or(usual.final_exchange),
        final_plus_one: message.final_plus_one.unwrap_or(usual.final_plus_one),
        final_plus_one_needs_koku: message
            .final_plus_one_needs_koku
            .unwrap_or(usual.final_plus_one_needs_koku),
        final_draw: message.final_draw.unwrap_or(usual.final_draw),
        tie_break,
    })
}

fn refill(number: i32) -> Read<Refill> {
    match pb::Refill::try_from(number) {
        Ok(pb::Refill::Unspecified | pb::Refill::Lazy) => Ok(Refill::Lazy),
        Ok(pb::Refill::Eager) => Ok(Refill::Eager),
        Err(_) => Err(unknown("refill")),
    }
}

fn tile_order(number: i32) -> Read<TileOrder> {
    match pb::TileOrder::try_from(number) {
        Ok(pb::TileOrder::Unspecified | pb::TileOrder::Any) => Ok(TileOrder::Any),
        Ok(pb::TileOrder::ExchangesFirst) => Ok(TileOrder::ExchangesFirst),
        Err(_) => Err(unknown("tile_order")),
    }
}

fn joker(number: i32) -> Read<Joker> {
    match pb::Joker::try_from(number) {
        Ok(pb::Joker::Unspecified | pb::Joker::OneTroop) => Ok(Joker::OneTroop),
        Ok(pb::Joker::OneCard) => Ok(Joker::OneCard),
        Err(_) => Err(unknown("joker")),
    }
}

fn tie_break(number: i32) -> Read<TieBreak> {
    match pb::TieBreak::try_from(number) {
        Ok(pb::TieBreak::Unspecified | pb::TieBreak::MoreSeals) => Ok(TieBreak::MoreSeals),
        Ok(pb::TieBreak::FewerSeals) => Ok(TieBreak::FewerSeals),
        Err(_) => Err(unknown("tie_break")),
    }
}

fn unknown(field: &str) -> Malformed {
    Malformed::field(field, "is one of the values of its enum")
}
