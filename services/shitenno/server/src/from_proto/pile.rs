//! Reads piles: no kind is there more often than in the box.

use kit_rules::Indexed;
use kit_rules_server::Malformed;
use shitenno_rules::{Bonus, Bonuses, Card, Cards, Pile, Tiles, Title, TitleSet};

use super::field::{ITSELF, Read, bonus, card, each, title, troop_card};
use crate::numbers;

/// Face-up cards of any sort.
pub(super) fn cards(field: &str, numbers: &[i32]) -> Read<Cards> {
    pile(field, numbers, card, Card::copies)
}

/// Face-up troop cards.
pub(super) fn troop_cards(field: &str, numbers: &[i32]) -> Read<Cards> {
    pile(field, numbers, troop_card, Card::copies)
}

/// Face-up koku cards.
pub(super) fn koku_cards(field: &str, numbers: &[i32]) -> Read<Cards> {
    let koku_card = |field: &str, number| {
        let koku = numbers::card(number).filter(|card| card.is_koku());
        koku.ok_or_else(|| Malformed::field(field, "names a koku card"))
    };
    pile(field, numbers, koku_card, Card::copies)
}

/// Tiles of which only the bonus matters.
pub(super) fn bonuses(field: &str, numbers: &[i32]) -> Read<Bonuses> {
    pile(field, numbers, bonus, |bonus: Bonus| Tiles::all().with_bonus(bonus))
}

/// Tiles as they lie on a gate.
pub(super) fn tiles(field: &str, numbers: &[i32]) -> Read<Tiles> {
    let tile = |field: &str, number| {
        numbers::tile(number).ok_or_else(|| Malformed::field(field, "names a kind of tile"))
    };
    pile(field, numbers, tile, shitenno_rules::Tile::copies)
}

/// Titles or hierarchy tiles, each at most once.
pub(super) fn titles(field: &str, numbers: &[i32]) -> Read<TitleSet> {
    let mut seen = TitleSet::EMPTY;
    each(field, numbers, |number| {
        let title: Title = title(ITSELF, *number)?;
        if seen.contains(title) {
            return Err(Malformed::field(ITSELF, "repeats a title"));
        }
        seen = seen.with(title);
        Ok(())
    })?;
    Ok(seen)
}

fn pile<T: Indexed, const N: usize>(
    field: &str,
    numbers: &[i32],
    read: impl Fn(&str, i32) -> Read<T>,
    copies: impl Fn(T) -> u8,
) -> Read<Pile<T, N>> {
    let mut pile = Pile::EMPTY;
    each(field, numbers, |number| {
        let thing = read(ITSELF, *number)?;
        if pile.count(thing) >= copies(thing) {
            return Err(Malformed::field(ITSELF, "is there more often than in the box"));
        }
        pile.put(thing);
        Ok(())
    })?;
    Ok(pile)
}
