//! Writes events.

use kit_proto::bakufu::shitenno::v1 as pb;
use pb::event::Kind;
use shitenno_rules::{Cards, Event};

use super::part::{part, parts};
use super::{cards, end_reason};
use crate::numbers::{of_bonus, of_card, of_lot, of_mode, of_province, of_title, of_troop};

/// An event.
pub(crate) fn event(event: &Event) -> pb::Event {
    pb::Event { kind: Some(kind(event)) }
}

fn kind(event: &Event) -> Kind {
    match *event {
        Event::TileTurnedUp { province, face, bonus } => Kind::TileTurnedUp(pb::TileTurnedUp {
            province: of_province(province),
            face: of_troop(face),
            bonus: bonus.map_or(0, of_bonus),
        }),
        Event::TitleDealt { seat, title } => {
            Kind::TitleDealt(pb::TitleDealt { seat: seat.number(), title: of_title(title) })
        }
        Event::HandDealt { seat, count, cards } => {
            Kind::HandDealt(pb::HandDealt { seat: seat.number(), cards: dealt(count, &cards) })
        }
        Event::DeckRefilled { count } => {
            Kind::DeckRefilled(pb::DeckRefilled { count: count.into() })
        }
        Event::StockDrawn { round, tairo, cards: stock } => Kind::StockDrawn(pb::StockDrawn {
            round: round.into(),
            tairo: tairo.number(),
            cards: cards(&stock),
        }),
        Event::TileLaid { seat, lot, tile } => Kind::TileLaid(pb::TileLaid {
            seat: seat.number(),
            lot: of_lot(lot),
            tile: of_title(tile),
        }),
        Event::TileReturned { seat, lot, tile } => Kind::TileReturned(pb::TileReturned {
            seat: seat.number(),
            lot: of_lot(lot),
            tile: of_title(tile),
        }),
        Event::CardLaid { seat, lot, card } => Kind::CardLaid(pb::CardLaid {
            seat: seat.number(),
            lot: of_lot(lot),
            card: of_card(card),
        }),
        Event::CardReturned { seat, lot, card } => Kind::CardReturned(pb::CardReturned {
            seat: seat.number(),
            lot: of_lot(lot),
            card: of_card(card),
        }),
        Event::LotOffered { seat, tile, cards: lot } => Kind::LotOffered(pb::LotOffered {
            seat: seat.number(),
            tile: of_title(tile),
            cards: cards(&lot),
        }),
        Event::LotRefused { seat } => Kind::LotRefused(pb::LotRefused { seat: seat.number() }),
        Event::LotAccepted { seat, tile, cards: lot } => Kind::LotAccepted(pb::LotAccepted {
            seat: seat.number(),
            tile: of_title(tile),
            cards: cards(&lot),
        }),
        Event::LotKept { seat, tile, cards: lot } => Kind::LotKept(pb::LotKept {
            seat: seat.number(),
            tile: of_title(tile),
            cards: cards(&lot),
        }),
        Event::LotsPresented { seat, chooser } => Kind::LotsPresented(pb::LotsPresented {
            seat: seat.number(),
            chooser: chooser.number(),
        }),
        Event::LotReceived { seat, lot, tile, cards: received, chosen } => {
            Kind::LotReceived(pb::LotReceived {
                seat: seat.number(),
                lot: of_lot(lot),
                tile: of_title(tile),
                cards: cards(&received),
                chosen,
            })
        }
        Event::CardsLeftOut { cards: left } => {
            Kind::CardsLeftOut(pb::CardsLeftOut { cards: cards(&left) })
        }
        Event::TitleTaken { seat, title } => {
            Kind::TitleTaken(pb::TitleTaken { seat: seat.number(), title: of_title(title) })
        }
        Event::PlanBegun { seat, province, mode } => Kind::PlanBegun(pb::PlanBegun {
            seat: seat.number(),
            province: of_province(province),
            mode: of_mode(mode),
        }),
        Event::PartPlanned { seat, part: added } => {
            Kind::PartPlanned(pb::PartPlanned { seat: seat.number(), part: Some(part(added)) })
        }
        Event::PartTakenBack { seat, part: taken } => {
            Kind::PartTakenBack(pb::PartTakenBack { seat: seat.number(), part: Some(part(taken)) })
        }
        Event::PlanDropped { seat, province, mode } => Kind::PlanDropped(pb::PlanDropped {
            seat: seat.number(),
            province: of_province(province),
            mode: of_mode(mode),
        }),
        Event::Controlled {
            seat,
            title,
            province,
            position,
            mode,
            parts: paid,
            points,
            title_points,
        } => Kind::Controlled(pb::Controlled {
            seat: seat.number(),
            title: of_title(title),
            province: of_province(province),
            position: position.into(),
            mode: of_mode(mode),
            parts: parts(&paid),
            points: points.into(),
            title_points: title_points.into(),
        }),
        Event::TileTaken { seat, province, bonus } => Kind::TileTaken(pb::TileTaken {
            seat: seat.number(),
            province: of_province(province),
            bonus: of_bonus(bonus),
        }),
        Event::DrawTileUsed { seat } => {
            Kind::DrawTileUsed(pb::DrawTileUsed { seat: seat.number() })
        }
        Event::CardDrawn { seat, card } => {
            Kind::CardDrawn(pb::CardDrawn { seat: seat.number(), card: card.map_or(0, of_card) })
        }
        Event::TurnEnded { seat, placed } => {
            Kind::TurnEnded(pb::TurnEnded { seat: seat.number(), placed: placed.into() })
        }
        Event::Gilded { seat, province, position } => Kind::Gilded(pb::Gilded {
            seat: seat.number(),
            province: of_province(province),
            position: position.into(),
        }),
        Event::GildDeclined { seat } => {
            Kind::GildDeclined(pb::GildDeclined { seat: seat.number() })
        }
        Event::GameOver { reason } => Kind::GameOver(pb::GameOver { reason: end_reason(reason) }),
        Event::HandScored { seat, cards: shown, koku, tiles } => Kind::HandScored(pb::HandScored {
            seat: seat.number(),
            cards: cards(&shown),
            koku: koku.into(),
            tiles: tiles.into(),
        }),
        Event::MajorityScored { province, seat, presence, tied, points } => {
            Kind::MajorityScored(pb::MajorityScored {
                province: of_province(province),
                seat: seat.number(),
                presence: presence.into(),
                tied,
                points: points.into(),
            })
        }
    }
}

/// Drawn cards; as many face-down ones if they are not known.
fn dealt(count: u8, drawn: &Cards) -> Vec<i32> {
    if drawn.is_empty() { vec![0; count.into()] } else { cards(drawn) }
}
