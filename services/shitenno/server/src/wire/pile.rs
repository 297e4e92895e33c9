//! Piles on the wire: ascending, and nothing more often than in the box.

use kit_rules::Indexed;
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shitenno_rules::{Bonuses, Card, Cards, Deck, Pile, Tile, Tiles, TitleSet};

use super::field::{BONUS, CARD, KOKU_CARD, TILE, TITLE, TROOP_CARD};

wire_field! {
    /// Face-up cards of any sort.
    pub(super) CARDS: Vec<i32> as Cards = pile(CARD, Card::copies);
    pub(super) TROOP_CARDS: Vec<i32> as Cards = pile(TROOP_CARD, Card::copies);
    pub(super) KOKU_CARDS: Vec<i32> as Cards = pile(KOKU_CARD, Card::copies);

    /// How many troop cards were dealt, and which if the reader may know.
    pub(super) DEALT_CARDS: Vec<i32> as (u8, Cards) =
        or_face_down(TROOP_CARDS, Cards::all_troops().total() as usize);

    /// Tiles of which only the bonus matters.
    pub(super) BONUSES: Vec<i32> as Bonuses = pile(BONUS, |it| Tiles::all().with_bonus(it));

    /// Tiles as they lie on a gate.
    pub(super) TILES: Vec<i32> as Tiles = pile(TILE, Tile::copies);

    /// Titles or hierarchy tiles, each at most once.
    pub(super) TITLES: Vec<i32> as TitleSet = set_of(TITLE, TitleSet::iter);

    pub(super) troop_deck(known: bool): Vec<i32> as Deck =
        deck(known, TROOP_CARDS, Cards::all_troops());
    pub(super) koku_deck(known: bool): Vec<i32> as Deck =
        deck(known, KOKU_CARDS, Cards::all_koku());
}

/// So many elements or less. The others are not even read.
pub(super) fn up_to<C, M>(max: usize, of: C) -> impl Codec<Message = Vec<M>, Value = C::Value>
where
    C: Codec<Message = Vec<M>>,
{
    with(
        of,
        move |of: &C, list: &Vec<M>| {
            if list.len() <= max {
                return of.read(list);
            }
            Err(Malformed::itself(format!("has at most {max} elements")))
        },
        |of, value| of.write(value),
    )
}

fn pile<C, const N: usize>(
    of: C,
    copies: impl Fn(C::Value) -> u8,
) -> impl Codec<Message = Vec<i32>, Value = Pile<C::Value, N>>
where
    C: Codec<Message = i32, Value: Indexed>,
{
    let put = move |pile: &mut Pile<C::Value, N>, thing| {
        if pile.count(thing) >= copies(thing) {
            return Err(Malformed::itself("is there more often than in the box"));
        }
        pile.put(thing);
        Ok(())
    };
    entries(of, || Pile::EMPTY, put, |pile| pile.iter().collect())
}

/// A deck of some of these cards. Everyone knows how many it has, the rules alone
/// know which.
fn deck<C>(known: bool, of: C, all: Cards) -> impl Codec<Message = Vec<i32>, Value = Deck>
where
    C: Codec<Message = Vec<i32>, Value = Cards>,
{
    with(
        of,
        move |of: &C, numbers: &Vec<i32>| {
            if known {
                return of.read(numbers).map(Deck::of);
            }
            let count = at_most(all.total() as u8).read(&(numbers.len() as u32))?;
            Ok(Deck { cards: Cards::EMPTY, count })
        },
        |of, deck| of.write(&deck.cards),
    )
}
