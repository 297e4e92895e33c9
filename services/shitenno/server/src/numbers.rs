//! The numbers that cards, tiles, titles and provinces have on the wire.
//!
//! A number is the place in the rules' own order, counted from one; for titles
//! that is the number of seals.

use shitenno_rules::{Bonus, Card, Element, LotName, Mode, Province, Tile, Title, Troop};

/// The modes in the order of their numbers.
const MODES: [Mode; 2] = [Mode::Troops, Mode::Koku];

/// The province with this number.
pub(crate) fn province(number: i32) -> Option<Province> {
    Province::from_index(place(number)?)
}

/// The number of a province.
pub(crate) fn of_province(province: Province) -> i32 {
    at(province.index())
}

/// The troop with this number.
pub(crate) fn troop(number: i32) -> Option<Troop> {
    Troop::ALL.get(place(number)?).copied()
}

/// The number of a troop.
pub(crate) fn of_troop(troop: Troop) -> i32 {
    at(troop.index())
}

/// The element with this number.
pub(crate) fn element(number: i32) -> Option<Element> {
    Element::ALL.get(place(number)?).copied()
}

/// The number of an element.
pub(crate) fn of_element(element: Element) -> i32 {
    at(element.index())
}

/// The card with this number.
pub(crate) fn card(number: i32) -> Option<Card> {
    Card::from_index(place(number)?)
}

/// The number of a card.
pub(crate) fn of_card(card: Card) -> i32 {
    at(card.index())
}

/// The bonus with this number.
pub(crate) fn bonus(number: i32) -> Option<Bonus> {
    Bonus::from_index(place(number)?)
}

/// The number of a bonus.
pub(crate) fn of_bonus(bonus: Bonus) -> i32 {
    at(bonus.index())
}

/// The tile with this number.
pub(crate) fn tile(number: i32) -> Option<Tile> {
    Tile::from_index(place(number)?)
}

/// The number of a tile.
pub(crate) fn of_tile(tile: Tile) -> i32 {
    at(tile.index())
}

/// The title with this number.
pub(crate) fn title(number: i32) -> Option<Title> {
    Title::ALL.get(place(number)?).copied()
}

/// The number of a title.
pub(crate) fn of_title(title: Title) -> i32 {
    title.seals().into()
}

/// The lot with this number.
pub(crate) fn lot(number: i32) -> Option<LotName> {
    LotName::ALL.get(place(number)?).copied()
}

/// The number of a lot.
pub(crate) fn of_lot(lot: LotName) -> i32 {
    at(lot.index())
}

/// The mode with this number.
pub(crate) fn mode(number: i32) -> Option<Mode> {
    MODES.get(place(number)?).copied()
}

/// The number of a mode.
pub(crate) fn of_mode(mode: Mode) -> i32 {
    at(mode as usize)
}

/// Zero is nothing; one is the first place.
fn place(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

fn at(place: usize) -> i32 {
    place as i32 + 1
}

#[cfg(test)]
mod tests {
    use kit_proto::bakufu::shitenno::v1 as pb;

    use super::*;

    /// Checks that the schema names the things of a list in its order, and no
    /// others.
    fn named<T>(
        ids: impl IntoIterator<Item = String>,
        prefix: &str,
        name: impl Fn(i32) -> Option<&'static str>,
        read: impl Fn(i32) -> Option<T>,
    ) {
        let mut number = 0;
        for id in ids {
            number += 1;
            let found = name(number).expect("the schema numbers it");
            let short = found.strip_prefix(prefix).expect("names begin with their enum");
            assert_eq!(short.to_ascii_lowercase(), id);
            assert!(read(number).is_some(), "{found}");
        }
        for nothing in [i32::MIN, -1, 0, number + 1, i32::MAX] {
            assert!(read(nothing).is_none(), "{prefix}{nothing}");
        }
        assert_eq!(name(number + 1), None, "the schema has no more");
    }

    fn words(text: impl ToString) -> String {
        let text = text.to_string().to_lowercase().replace('ō', "o");
        text.replace("+1", "plus_one").replace([' ', '+'], "_")
    }

    #[test]
    fn every_province_has_the_number_of_its_name() {
        let ids = Province::all().map(|province| province.id().to_owned());
        named(ids, "PROVINCE_", |n| Some(pb::Province::try_from(n).ok()?.as_str_name()), province);
    }

    #[test]
    fn every_card_has_the_number_of_its_name() {
        let ids = Card::all().map(|card| words(card.id()).replace("koku", "koku_"));
        named(ids, "CARD_", |n| Some(pb::Card::try_from(n).ok()?.as_str_name()), card);
    }

    #[test]
    fn every_troop_and_element_has_the_number_of_its_name() {
        let ids = Troop::ALL.map(|troop| troop.id().to_owned());
        named(ids, "TROOP_", |n| Some(pb::Troop::try_from(n).ok()?.as_str_name()), troop);
        let ids = Element::ALL.map(|element| element.id().to_owned());
        named(ids, "ELEMENT_", |n| Some(pb::Element::try_from(n).ok()?.as_str_name()), element);
    }

    #[test]
    fn every_bonus_and_tile_has_the_number_of_its_name() {
        let ids = Bonus::ALL.map(words);
        named(ids, "BONUS_", |n| Some(pb::Bonus::try_from(n).ok()?.as_str_name()), bonus);
        let tiles = (0..Tile::COUNT).filter_map(Tile::from_index);
        let ids = tiles.map(|tile| format!("{}_{}", tile.face.id(), words(tile.bonus)));
        named(ids, "TILE_", |n| Some(pb::Tile::try_from(n).ok()?.as_str_name()), tile);
    }

    #[test]
    fn every_title_lot_and_mode_has_the_number_of_its_name() {
        let ids = Title::ALL.map(|title| title.id().to_owned());
        named(ids, "TITLE_", |n| Some(pb::Title::try_from(n).ok()?.as_str_name()), title);
        let ids = LotName::ALL.map(|lot| words(lot).replace("lot_", ""));
        named(ids, "LOT_NAME_", |n| Some(pb::LotName::try_from(n).ok()?.as_str_name()), lot);
        let ids = MODES.map(words);
        named(ids, "MODE_", |n| Some(pb::Mode::try_from(n).ok()?.as_str_name()), mode);
    }

    #[test]
    fn numbers_lead_back_to_what_they_stand_for() {
        assert!(Province::all().all(|each| province(of_province(each)) == Some(each)));
        assert!(Card::all().all(|each| card(of_card(each)) == Some(each)));
        assert!(Troop::ALL.into_iter().all(|each| troop(of_troop(each)) == Some(each)));
        assert!(Element::ALL.into_iter().all(|each| element(of_element(each)) == Some(each)));
        assert!(Bonus::ALL.into_iter().all(|each| bonus(of_bonus(each)) == Some(each)));
        let mut tiles = (0..Tile::COUNT).filter_map(Tile::from_index);
        assert!(tiles.all(|each| tile(of_tile(each)) == Some(each)));
        assert!(Title::ALL.into_iter().all(|each| title(of_title(each)) == Some(each)));
        assert!(LotName::ALL.into_iter().all(|each| lot(of_lot(each)) == Some(each)));
        assert!(MODES.into_iter().all(|each| mode(of_mode(each)) == Some(each)));
    }

    #[test]
    fn provinces_and_cards_are_numbered_in_the_order_of_the_data_file() {
        let data: toml::Table =
            include_str!("../../rules/data/shitenno.toml").parse().expect("the data file is TOML");
        let rows = |table: &str| data[table].as_array().expect("a list of tables").clone();
        for (number, row) in (1..).zip(rows("provinces")) {
            assert_eq!(province(number).map(Province::id), row["id"].as_str());
        }
        let cards = [rows("troop_cards"), rows("koku_cards")].concat();
        assert_eq!(cards.len(), Card::COUNT);
        for (number, row) in (1..).zip(cards) {
            assert_eq!(card(number).map(Card::id), row["card"].as_str());
        }
    }
}
