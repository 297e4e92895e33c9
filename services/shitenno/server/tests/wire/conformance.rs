//! Shitennō's messages keep the laws of all games, with every option both ways.

use kit_proto::bakufu::shitenno::v1 as pb;
use shitenno_server::ShitennoWire;

kit_conformance::wire_suite!(
    ShitennoWire,
    options = [
        pb::Options {
            lots_may_be_empty: Some(false),
            split_uses_all_cards: Some(false),
            refill: pb::Refill::Eager.into(),
            waste_is_refused: Some(false),
            top_bonus_is_visible: Some(false),
            final_draw: Some(true),
            plus_one_on_exchanged_koku: Some(false),
            ..Default::default()
        },
        pb::Options {
            tile_order: pb::TileOrder::ExchangesFirst.into(),
            joker: pb::Joker::OneCard.into(),
            joker_becomes_koku: Some(false),
            final_exchange: Some(false),
            final_plus_one: Some(false),
            final_plus_one_needs_koku: Some(false),
            tie_break: pb::TieBreak::FewerSeals.into(),
            ..Default::default()
        },
    ]
);
