//! Reads an event, redacted or not.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use pb::event::Kind;
use shitenno_rules::{Card, Cards, Event, LotName, Mode, Province, Title};

use super::field::{
    Read, bonus, both, card, count, lot, mode, or_none, points, position, province, seat, title,
    troop, troop_card,
};
use super::part::{parts, required_part};
use super::phase::end_reason;
use super::pile::{cards, troop_cards};

/// The one event that the message holds.
pub(crate) fn event(message: &pb::Event) -> Read<Event> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of event"))?;
    read(kind).map_err(|malformed| malformed.inside(name(kind)))
}

fn read(kind: &Kind) -> Read<Event> {
    match kind {
        Kind::TileTurnedUp(m) => {
            let below = or_none(m.bonus, |number| bonus("bonus", number));
            both(province("province", m.province), both(troop("face", m.face), below))
                .map(|(province, (face, bonus))| Event::TileTurnedUp { province, face, bonus })
        }
        Kind::TitleDealt(m) => {
            titled(m.seat, m.title).map(|(seat, title)| Event::TitleDealt { seat, title })
        }
        Kind::HandDealt(m) => both(seat("seat", m.seat), dealt(&m.cards))
            .map(|(seat, (count, cards))| Event::HandDealt { seat, count, cards }),
        Kind::DeckRefilled(m) => {
            count("count", m.count, u8::MAX).map(|count| Event::DeckRefilled { count })
        }
        Kind::StockDrawn(m) => {
            let tairo = seat("tairo", m.tairo);
            both(count("round", m.round, u8::MAX), both(tairo, cards("cards", &m.cards)))
                .map(|(round, (tairo, cards))| Event::StockDrawn { round, tairo, cards })
        }
        Kind::TileLaid(m) => tile_on(m.seat, m.lot, m.tile)
            .map(|(seat, lot, tile)| Event::TileLaid { seat, lot, tile }),
        Kind::TileReturned(m) => tile_on(m.seat, m.lot, m.tile)
            .map(|(seat, lot, tile)| Event::TileReturned { seat, lot, tile }),
        Kind::CardLaid(m) => card_on(m.seat, m.lot, m.card)
            .map(|(seat, lot, card)| Event::CardLaid { seat, lot, card }),
        Kind::CardReturned(m) => card_on(m.seat, m.lot, m.card)
            .map(|(seat, lot, card)| Event::CardReturned { seat, lot, card }),
        Kind::LotOffered(m) => whole_lot(m.seat, m.tile, &m.cards)
            .map(|(seat, tile, cards)| Event::LotOffered { seat, tile, cards }),
        Kind::LotRefused(m) => seat("seat", m.seat).map(|seat| Event::LotRefused { seat }),
        Kind::LotAccepted(m) => whole_lot(m.seat, m.tile, &m.cards)
            .map(|(seat, tile, cards)| Event::LotAccepted { seat, tile, cards }),
        Kind::LotKept(m) => whole_lot(m.seat, m.tile, &m.cards)
            .map(|(seat, tile, cards)| Event::LotKept { seat, tile, cards }),
        Kind::LotsPresented(m) => both(seat("seat", m.seat), seat("chooser", m.chooser))
            .map(|(seat, chooser)| Event::LotsPresented { seat, chooser }),
        Kind::LotReceived(m) => both(whole_lot(m.seat, m.tile, &m.cards), lot("lot", m.lot)).map(
            |((seat, tile, cards), lot)| {
                let chosen = m.chosen;
                Event::LotReceived { seat, lot, tile, cards, chosen }
            },
        ),
        Kind::CardsLeftOut(m) => {
            cards("cards", &m.cards).map(|cards| Event::CardsLeftOut { cards })
        }
        Kind::TitleTaken(m) => {
            titled(m.seat, m.title).map(|(seat, title)| Event::TitleTaken { seat, title })
        }
        Kind::PlanBegun(m) => aim(m.seat, m.province, m.mode)
            .map(|(seat, province, mode)| Event::PlanBegun { seat, province, mode }),
        Kind::PartPlanned(m) => both(seat("seat", m.seat), required_part("part", &m.part))
            .map(|(seat, part)| Event::PartPlanned { seat, part }),
        Kind::PartTakenBack(m) => both(seat("seat", m.seat), required_part("part", &m.part))
            .map(|(seat, part)| Event::PartTakenBack { seat, part }),
        Kind::PlanDropped(m) => aim(m.seat, m.province, m.mode)
            .map(|(seat, province, mode)| Event::PlanDropped { seat, province, mode }),
        Kind::Controlled(m) => controlled(m),
        Kind::TileTaken(m) => {
            let place = both(seat("seat", m.seat), province("province", m.province));
            both(place, bonus("bonus", m.bonus)).map(|((seat, province), bonus)| Event::TileTaken {
                seat,
                province,
                bonus,
            })
        }
        Kind::DrawTileUsed(m) => seat("seat", m.seat).map(|seat| Event::DrawTileUsed { seat }),
        Kind::CardDrawn(m) => {
            let card = or_none(m.card, |number| troop_card("card", number));
            both(seat("seat", m.seat), card).map(|(seat, card)| Event::CardDrawn { seat, card })
        }
        Kind::TurnEnded(m) => both(seat("seat", m.seat), count("placed", m.placed, u8::MAX))
            .map(|(seat, placed)| Event::TurnEnded { seat, placed }),
        Kind::Gilded(m) => {
            let place = both(province("province", m.province), position("position", m.position));
            both(seat("seat", m.seat), place).map(|(seat, (province, position))| Event::Gilded {
                seat,
                province,
                position,
            })
        }
        Kind::GildDeclined(m) => seat("seat", m.seat).map(|seat| Event::GildDeclined { seat }),
        Kind::GameOver(m) => {
            end_reason("reason", m.reason).map(|reason| Event::GameOver { reason })
        }
        Kind::HandScored(m) => {
            let hand = both(seat("seat", m.seat), cards("cards", &m.cards));
            both(hand, both(points("koku", m.koku), points("tiles", m.tiles))).map(
                |((seat, cards), (koku, tiles))| Event::HandScored { seat, cards, koku, tiles },
            )
        }
        Kind::MajorityScored(m) => majority(m),
    }
}

/// The field of the oneof, as the schema spells it.
fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::TileTurnedUp(_) => "tile_turned_up",
        Kind::TitleDealt(_) => "title_dealt",
        Kind::HandDealt(_) => "hand_dealt",
        Kind::DeckRefilled(_) => "deck_refilled",
        Kind::StockDrawn(_) => "stock_drawn",
        Kind::TileLaid(_) => "tile_laid",
        Kind::TileReturned(_) => "tile_returned",
        Kind::CardLaid(_) => "card_laid",
        Kind::CardReturned(_) => "card_returned",
        Kind::LotOffered(_) => "lot_offered",
        Kind::LotRefused(_) => "lot_refused",
        Kind::LotAccepted(_) => "lot_accepted",
        Kind::LotKept(_) => "lot_kept",
        Kind::LotsPresented(_) => "lots_presented",
        Kind::LotReceived(_) => "lot_received",
        Kind::CardsLeftOut(_) => "cards_left_out",
        Kind::TitleTaken(_) => "title_taken",
        Kind::PlanBegun(_) => "plan_begun",
        Kind::PartPlanned(_) => "part_planned",
        Kind::PartTakenBack(_) => "part_taken_back",
        Kind::PlanDropped(_) => "plan_dropped",
        Kind::Controlled(_) => "controlled",
        Kind::TileTaken(_) => "tile_taken",
        Kind::DrawTileUsed(_) => "draw_tile_used",
        Kind::CardDrawn(_) => "card_drawn",
        Kind::TurnEnded(_) => "turn_ended",
        Kind::Gilded(_) => "gilded",
        Kind::GildDeclined(_) => "gild_declined",
        Kind::GameOver(_) => "game_over",
        Kind::HandScored(_) => "hand_scored",
        Kind::MajorityScored(_) => "majority_scored",
    }
}

fn titled(seat_number: u32, title_number: i32) -> Read<(Seat, Title)> {
    both(seat("seat", seat_number), title("title", title_number))
}

fn tile_on(seat_number: u32, lot_number: i32, tile: i32) -> Read<(Seat, LotName, Title)> {
    both(seat("seat", seat_number), both(lot("lot", lot_number), title("tile", tile)))
        .map(|(seat, (lot, tile))| (seat, lot, tile))
}

fn card_on(seat_number: u32, lot_number: i32, number: i32) -> Read<(Seat, LotName, Card)> {
    both(seat("seat", seat_number), both(lot("lot", lot_number), card("card", number)))
        .map(|(seat, (lot, card))| (seat, lot, card))
}

fn whole_lot(seat_number: u32, tile: i32, numbers: &[i32]) -> Read<(Seat, Title, Cards)> {
    both(seat("seat", seat_number), both(title("tile", tile), cards("cards", numbers)))
        .map(|(seat, (tile, cards))| (seat, tile, cards))
}

fn aim(seat_number: u32, place: i32, mode_number: i32) -> Read<(Seat, Province, Mode)> {
    let planned = both(province("province", place), mode("mode", mode_number));
    both(seat("seat", seat_number), planned).map(|(seat, (province, mode))| (seat, province, mode))
}

/// How many cards were dealt, and which if the reader may know: all or none.
fn dealt(numbers: &[i32]) -> Read<(u8, Cards)> {
    let most = Cards::all_troops().total() as u8;
    let how_many = count("cards", numbers.len() as u32, most);
    if numbers.iter().all(|number| *number == 0) {
        return how_many.map(|count| (count, Cards::EMPTY));
    }
    both(how_many, troop_cards("cards", numbers))
}

fn controlled(m: &pb::Controlled) -> Read<Event> {
    let place = both(province("province", m.province), position("position", m.position));
    let payment = both(mode("mode", m.mode), parts("parts", &m.parts));
    let score = both(points("points", m.points), points("title_points", m.title_points));
    let (((seat, title), (province, position)), ((mode, parts), (points, title_points))) =
        both(both(titled(m.seat, m.title), place), both(payment, score))?;
    Ok(Event::Controlled { seat, title, province, position, mode, parts, points, title_points })
}

fn majority(m: &pb::MajorityScored) -> Read<Event> {
    let place = both(province("province", m.province), seat("seat", m.seat));
    let score = both(count("presence", m.presence, u8::MAX), points("points", m.points));
    both(place, score).map(|((province, seat), (presence, points))| {
        let tied = m.tied;
        Event::MajorityScored { province, seat, presence, tied, points }
    })
}
