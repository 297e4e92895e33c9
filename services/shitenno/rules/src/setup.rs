//! The table is set up: first tiles, titles, first hands.

use alloc::vec::Vec;

use kit_rules::{Seat, SeatCount};

use crate::state::{Deck, Land, Lot, Phase, Player, SEATS_MAX, State, Top};
use crate::table::START_CARDS;
use crate::{
    Applied, Bonuses, Cards, Event, Options, Province, TableFacts, Tile, Tiles, Title, TitleSet,
    Troop, Violation, division,
};

/// A table on which nothing has been drawn yet.
pub(crate) fn empty_table(options: Options, seats: SeatCount) -> State {
    let mut players = [Player::default(); SEATS_MAX];
    players[..seats.get()]
        .fill(Player { supply: TableFacts::of(seats).kamon, ..Player::default() });
    let first = Province::all().next().expect("the board has provinces");
    State {
        options,
        seats,
        round: 0,
        phase: Phase::LayTiles { province: first },
        troop_deck: Deck::of(Cards::all_troops()),
        koku_deck: Deck::of(Cards::all_koku()),
        discard: Cards::EMPTY,
        spent_koku: Cards::EMPTY,
        unseen_tiles: Tiles::all(),
        used_tiles: Bonuses::EMPTY,
        stock: Cards::EMPTY,
        hierarchy: TitleSet::ALL,
        lots: [Lot::default(); 2],
        provinces: [Land::default(); Province::COUNT],
        plan: None,
        players,
    }
}

pub(crate) fn tiles_to_turn_up(state: &State) -> u32 {
    Troop::ALL.into_iter().map(|face| u32::from(buried(state, face))).sum()
}

/// The first tile of a province is turned up.
pub(crate) fn lay_tile(
    state: &mut State,
    province: Province,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    turn_up(state, province, value, events)?;
    state.phase = match Province::from_index(province.index() + 1) {
        Some(province) => Phase::LayTiles { province },
        None => Phase::DealTitles { seat: Seat::from_index(0) },
    };
    Ok(())
}

/// Turns the next tile of a province up.
///
/// The tiles below the upper ones are one pile over all gates: nobody has seen
/// them, so each order is as likely as any other, and it is all the same when
/// it is decided which of them lies where. If upper tiles keep their bonus
/// secret, only the face is decided here and the tile stays in the pile. Given
/// its face it is as likely as every other tile of that face whose bonus is
/// unknown to be each one of them, buried or not; so the bonus is drawn evenly
/// among all of these when it is needed.
pub(crate) fn turn_up(
    state: &mut State,
    province: Province,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let top = if state.options.top_bonus_is_visible {
        let tile = state.unseen_tiles.nth(value).ok_or(Violation::NoSuchDraw)?;
        state.unseen_tiles.take(tile);
        Top { face: tile.face, bonus: Some(tile.bonus) }
    } else {
        Top { face: buried_face(state, value).ok_or(Violation::NoSuchDraw)?, bonus: None }
    };
    state.land_mut(province).top = Some(top);
    events.push(Event::TileTurnedUp { province, face: top.face, bonus: top.bonus });
    Ok(())
}

/// Finds the bonus of an upper tile out, among those that can be below its face.
pub(crate) fn find_bonus(state: &mut State, face: Troop, value: u32) -> Option<Tile> {
    let place =
        u8::try_from(value).ok().filter(|place| *place < state.unseen_tiles.with_face(face));
    let lower = Troop::ALL.into_iter().take_while(|other| *other != face);
    let before: u32 = lower.map(|other| u32::from(state.unseen_tiles.with_face(other))).sum();
    let tile = state.unseen_tiles.nth(before + u32::from(place?))?;
    debug_assert_eq!(tile.face, face, "tiles of one face lie side by side: {}", tile.index());
    state.unseen_tiles.take(tile);
    Some(tile)
}

/// How many titles are left to be dealt.
pub(crate) fn titles_to_deal(state: &State) -> TitleSet {
    let dealt: TitleSet = state.players.iter().filter_map(|player| player.title).collect();
    TitleSet::ALL.iter().filter(|title| !dealt.contains(*title)).collect()
}

/// A seat draws its first title, out of all four.
pub(crate) fn deal_title(
    state: &mut State,
    seat: Seat,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let title: Title =
        titles_to_deal(state).iter().nth(value as usize).ok_or(Violation::NoSuchDraw)?;
    state.player_mut(seat).title = Some(title);
    events.push(Event::TitleDealt { seat, title });
    state.phase = match next_seat(state, seat) {
        Some(seat) => Phase::DealTitles { seat },
        None => Phase::DealHands { seat: Seat::from_index(0) },
    };
    Ok(())
}

/// A seat draws one of its first cards.
pub(crate) fn deal_card(
    state: &mut State,
    seat: Seat,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let card = state.troop_deck.draw(value).ok_or(Violation::NoSuchDraw)?;
    let player = state.player_mut(seat);
    player.hand.put(card);
    let cards = player.hand;
    if cards.total() < u32::from(START_CARDS) {
        return Ok(());
    }
    events.push(Event::HandDealt { seat, count: START_CARDS, cards });
    match next_seat(state, seat) {
        Some(seat) => state.phase = Phase::DealHands { seat },
        None => division::begin(state, events),
    }
    Ok(())
}

/// How many tiles with this face nobody has seen at all.
fn buried(state: &State, face: Troop) -> u8 {
    let unknown = |land: &&Land| land.top == Some(Top { face, bonus: None });
    let upper = state.provinces.iter().filter(unknown).count() as u8;
    state.unseen_tiles.with_face(face).saturating_sub(upper)
}

fn buried_face(state: &State, value: u32) -> Option<Troop> {
    let mut rest = value;
    for face in Troop::ALL {
        match rest.checked_sub(u32::from(buried(state, face))) {
            None => return Some(face),
            Some(less) => rest = less,
        }
    }
    None
}

fn next_seat(state: &State, seat: Seat) -> Option<Seat> {
    let next = seat.next(state.seats);
    (next > seat).then_some(next)
}
