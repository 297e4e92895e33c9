//! Single fields on the wire.
//!
//! A number is the place in the rules' own order, counted from one; for titles
//! that is the number of seals.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::codec::*;
use shitenno_rules::{
    Bonus, Card, Element, EndReason, LotName, Mode, POSITIONS, Province, SEATS_MAX, Tile, Title,
    Troop,
};

wire_field! {
    /// A seat of the largest table.
    pub(super) SEAT: u32 as Seat = seat_up_to(SEATS_MAX);

    /// A seat that is known without this field; if it is nobody's, the field can't
    /// be read.
    pub(super) known_seat(seats: SeatCount, known: Option<Seat>): u32 as () = narrowed(
        or_none(at_table(seats)),
        "is the active seat",
        move |seat| (seat.is_some() && seat == known).then_some(()),
        move |()| known,
    );

    /// A number of cards, kamon or rounds.
    pub(super) COUNT: u32 as u8 = at_most(u8::MAX);

    pub(super) POINTS: u32 as u16 = at_most(u16::MAX);

    /// A position of a province, from 1.
    pub(super) POSITION: u32 as u8 = checked(
        at_most(POSITIONS as u8), "is a position of a province, from 1", |position| *position > 0,
    );

    pub(super) PROVINCE: i32 as Province =
        numbered("names a province", Province::from_index, Province::index);

    pub(super) ELEMENT: i32 as Element = numbered(
        "names a troop or koku", |place| Element::ALL.get(place).copied(), Element::index,
    );

    /// A card that lies face up.
    pub(super) CARD: i32 as Card = numbered("names a card", Card::from_index, Card::index);

    pub(super) TROOP_CARD: i32 as Card =
        checked(CARD, "names a troop card", |card| !card.is_koku());

    pub(super) KOKU_CARD: i32 as Card = checked(CARD, "names a koku card", |card| card.is_koku());

    /// A tile with both its faces.
    pub(super) TILE: i32 as Tile = numbered("names a kind of tile", Tile::from_index, Tile::index);
}

wire_enum! {
    pub(super) TROOP: pb::Troop as Troop = "names a kind of troop" {
        Samurai, Bushi, Sohei, Shinobi,
    };
    pub(super) BONUS: pb::Bonus as Bonus = "names a bonus" { Exchange, PlusOne, Draw };

    /// A title or a hierarchy tile.
    pub(super) TITLE: pb::Title as Title = "names a title" { Hatamoto, Sensei, Shomyo, Daimyo };
    pub(super) LOT_NAME: pb::LotName as LotName = "names a lot" { A, B };
    pub(super) MODE: pb::Mode as Mode = "tells how it is paid" { Troops, Koku };
    pub(super) END_REASON: pb::EndReason as EndReason = "tells why the match ended" {
        KamonPlaced, KokuDrawn,
    };
}

#[cfg(test)]
mod tests {
    use kit_conformance::wire::named_numbers;

    use super::*;

    fn words(text: impl ToString) -> String {
        let text = text.to_string().to_lowercase().replace('ō', "o");
        text.replace("+1", "plus_one").replace([' ', '+'], "_")
    }

    #[test]
    fn every_province_and_card_has_the_number_of_its_name() {
        let provinces = Province::all().map(|it| (it, it.id()));
        named_numbers("PROVINCE", PROVINCE, pb::Province::as_str_name, provinces);
        let cards = Card::all().map(|it| (it, words(it.id()).replace("koku", "koku_")));
        named_numbers("CARD", CARD, pb::Card::as_str_name, cards);
    }

    #[test]
    fn every_troop_and_element_has_the_number_of_its_name() {
        let troops = Troop::ALL.map(|it| (it, it.id()));
        named_numbers("TROOP", TROOP, pb::Troop::as_str_name, troops);
        let elements = Element::ALL.map(|it| (it, it.id()));
        named_numbers("ELEMENT", ELEMENT, pb::Element::as_str_name, elements);
    }

    #[test]
    fn every_bonus_and_tile_has_the_number_of_its_name() {
        let bonuses = Bonus::ALL.map(|it| (it, words(it)));
        named_numbers("BONUS", BONUS, pb::Bonus::as_str_name, bonuses);
        let tiles = (0..Tile::COUNT).filter_map(Tile::from_index);
        let tiles = tiles.map(|it| (it, format!("{}_{}", it.face.id(), words(it.bonus))));
        named_numbers("TILE", TILE, pb::Tile::as_str_name, tiles);
    }

    #[test]
    fn every_title_lot_and_mode_has_the_number_of_its_name() {
        let titles = Title::ALL.map(|it| (it, it.id()));
        named_numbers("TITLE", TITLE, pb::Title::as_str_name, titles);
        let lots = LotName::ALL.map(|it| (it, words(it).replace("lot_", "")));
        named_numbers("LOT_NAME", LOT_NAME, pb::LotName::as_str_name, lots);
        let modes = [Mode::Troops, Mode::Koku].map(|it| (it, words(it)));
        named_numbers("MODE", MODE, pb::Mode::as_str_name, modes);
    }

    #[test]
    fn provinces_and_cards_are_numbered_in_the_order_of_the_data_file() {
        let data: toml::Table = include_str!("../../../rules/data/shitenno.toml")
            .parse()
            .expect("the data file is TOML");
        let rows = |table: &str| data[table].as_array().expect("a list of tables").clone();
        for (number, row) in (1..).zip(rows("provinces")) {
            assert_eq!(PROVINCE.read(&number).ok().map(Province::id), row["id"].as_str());
        }
        let cards = [rows("troop_cards"), rows("koku_cards")].concat();
        assert_eq!(cards.len(), Card::COUNT);
        for (number, row) in (1..).zip(cards) {
            assert_eq!(CARD.read(&number).ok().map(Card::id), row["card"].as_str());
        }
    }
}
