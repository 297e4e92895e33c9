//! Events on the wire, redacted or not.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::codec::*;
use shitenno_rules::Event;

use super::field::{
    BONUS, CARD, COUNT, END_REASON, LOT_NAME, MODE, POINTS, POSITION, PROVINCE, SEAT, TITLE, TROOP,
    TROOP_CARD,
};
use super::payment::{PART, PARTS};
use super::pile::{CARDS, DEALT_CARDS};

wire_oneof! {
    /// The one event that a message holds.
    pub(crate) EVENT: pb::Event as Event = kind: pb::event::Kind {
        TileTurnedUp { province: PROVINCE, face: TROOP, bonus: or_none(BONUS) }
            <=> Event::TileTurnedUp { province, face, bonus },
        TitleDealt { seat: SEAT, title: TITLE } <=> Event::TitleDealt { seat, title },
        HandDealt { seat: SEAT, cards as (count, cards): DEALT_CARDS }
            <=> Event::HandDealt { seat, count, cards },
        DeckRefilled { count: COUNT } <=> Event::DeckRefilled { count },
        StockDrawn { round: COUNT, tairo: SEAT, cards: CARDS }
            <=> Event::StockDrawn { round, tairo, cards },
        TileLaid { seat: SEAT, lot: LOT_NAME, tile: TITLE } <=> Event::TileLaid { seat, lot, tile },
        TileReturned { seat: SEAT, lot: LOT_NAME, tile: TITLE }
            <=> Event::TileReturned { seat, lot, tile },
        CardLaid { seat: SEAT, lot: LOT_NAME, card: CARD } <=> Event::CardLaid { seat, lot, card },
        CardReturned { seat: SEAT, lot: LOT_NAME, card: CARD }
            <=> Event::CardReturned { seat, lot, card },
        LotOffered { seat: SEAT, tile: TITLE, cards: CARDS }
            <=> Event::LotOffered { seat, tile, cards },
        LotRefused { seat: SEAT } <=> Event::LotRefused { seat },
        LotAccepted { seat: SEAT, tile: TITLE, cards: CARDS }
            <=> Event::LotAccepted { seat, tile, cards },
        LotKept { seat: SEAT, tile: TITLE, cards: CARDS } <=> Event::LotKept { seat, tile, cards },
        LotsPresented { seat: SEAT, chooser: SEAT } <=> Event::LotsPresented { seat, chooser },
        LotReceived { seat: SEAT, lot: LOT_NAME, tile: TITLE, cards: CARDS, chosen: plain() }
            <=> Event::LotReceived { seat, lot, tile, cards, chosen },
        CardsLeftOut { cards: CARDS } <=> Event::CardsLeftOut { cards },
        TitleTaken { seat: SEAT, title: TITLE } <=> Event::TitleTaken { seat, title },
        PlanBegun { seat: SEAT, province: PROVINCE, mode: MODE }
            <=> Event::PlanBegun { seat, province, mode },
        PartPlanned { seat: SEAT, part: required(PART) } <=> Event::PartPlanned { seat, part },
        PartTakenBack { seat: SEAT, part: required(PART) } <=> Event::PartTakenBack { seat, part },
        PlanDropped { seat: SEAT, province: PROVINCE, mode: MODE }
            <=> Event::PlanDropped { seat, province, mode },
        Controlled {
            seat: SEAT, title: TITLE, province: PROVINCE, position: POSITION, mode: MODE,
            parts: PARTS, points: POINTS, title_points: POINTS,
        } <=> Event::Controlled {
            seat, title, province, position, mode, parts, points, title_points,
        },
        TileTaken { seat: SEAT, province: PROVINCE, bonus: BONUS }
            <=> Event::TileTaken { seat, province, bonus },
        DrawTileUsed { seat: SEAT } <=> Event::DrawTileUsed { seat },
        CardDrawn { seat: SEAT, card: or_none(TROOP_CARD) } <=> Event::CardDrawn { seat, card },
        TurnEnded { seat: SEAT, placed: COUNT } <=> Event::TurnEnded { seat, placed },
        Gilded { seat: SEAT, province: PROVINCE, position: POSITION }
            <=> Event::Gilded { seat, province, position },
        GildDeclined { seat: SEAT } <=> Event::GildDeclined { seat },
        GameOver { reason: END_REASON } <=> Event::GameOver { reason },
        HandScored { seat: SEAT, cards: CARDS, koku: POINTS, tiles: POINTS }
            <=> Event::HandScored { seat, cards, koku, tiles },
        MajorityScored {
            province: PROVINCE, seat: SEAT, presence: COUNT, tied: plain(), points: POINTS,
        } <=> Event::MajorityScored { province, seat, presence, tied, points },
    }
}
