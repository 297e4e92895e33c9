//! Positions on the wire, complete or as a viewer sees them.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shitenno_rules::{Cards, Inconsistent, LastPoints, Lot, Player, SEATS_MAX, State};

use super::field::{COUNT, POINTS, TITLE};
use super::land::lands;
use super::options::OPTIONS;
use super::payment::plan;
use super::phase::{active, phase};
use super::pile::{BONUSES, CARDS, KOKU_CARDS, TILES, TITLES, TROOP_CARDS, koku_deck, troop_deck};

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    let state = complete(seen(message, Perspective::Complete)?)?;
    check_active(message, &state)?;
    Ok(state)
}

/// The position itself, if nothing is missing or contradicts itself in it.
pub(crate) fn complete(state: State) -> Read<State> {
    state.check().map_err(|fault| inconsistent(&fault))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The cards of others, both
/// decks, tiles that nobody knows and what others prepare are empty in it, even
/// if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = seen(message, Perspective::View(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    check_active(message, &state)?;
    Ok(state)
}

/// Writes a position canonically: the same position gives the same bytes.
pub(crate) fn state_to_proto(state: &State) -> pb::State {
    position(state.seats, active(state), Perspective::Complete).write(state)
}

fn seen(message: &pb::State, perspective: Perspective) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(&message.players, 2..=SEATS_MAX)?;
    position(seats, Seat::new(message.active_seat), perspective).read(message)
}

/// Refuses an active seat other than the one that the division gives.
fn check_active(message: &pb::State, state: &State) -> Read<()> {
    if active(state).is_none_or(|seat| seat.number() == message.active_seat) {
        return Ok(());
    }
    Err(Malformed::field("active_seat", "is the seat that the titles name"))
}

wire_message! {
    /// A position. Cards, tiles and titles ascend by number, players by seat,
    /// provinces by number, and whatever is empty is absent.
    position(seats: SeatCount, active: Option<Seat>, perspective: Perspective):
        pb::State as State = {
        options: required(OPTIONS),
        round: COUNT,
        players: by_seat(seats, move |seat| player(seat, perspective.sees(seat))),
        lands: lands(seats),
        stock: CARDS,
        hierarchy: TITLES,
        lot_a: or_absent(LOT),
        lot_b: or_absent(LOT),
        troop_deck: troop_deck(perspective == Perspective::Complete),
        koku_deck: koku_deck(perspective == Perspective::Complete),
        discard: TROOP_CARDS,
        spent_koku: KOKU_CARDS,
        unseen_tiles: if_known(perspective == Perspective::Complete, TILES),
        used_tiles: BONUSES,
        plan: plan(seats, active, active.is_some_and(|seat| perspective.sees(seat))),
        ..phase: phase(seats, active)
    } <=> State {
        options, seats, round, phase, troop_deck, koku_deck, discard, spent_koku, unseen_tiles,
        used_tiles, stock, hierarchy, lots: [lot_a, lot_b], provinces: lands, plan, players,
    };

    player(seat: Seat, known: bool): pb::Player as Player = {
        seat as (): exactly(seat.number()),
        shown_cards: CARDS,
        title: or_none(TITLE),
        tile: or_none(TITLE),
        bonuses: BONUSES,
        supply: COUNT,
        points: POINTS,
        last_points: or_absent(LAST_POINTS),
        ..hand: if_known(known, mapped(HAND, in_one_hand, by_sort))
    } <=> Player {
        hand, shown_hand: shown_cards, title, tile, bonuses, supply, points, last_points,
    };

    /// Troop cards and koku cards.
    HAND: pb::Player as (Cards, Cards) = {
        troop_cards: TROOP_CARDS,
        koku_cards: KOKU_CARDS,
        ..
    } <=> (troop_cards, koku_cards);

    LAST_POINTS: pb::LastPoints as LastPoints = {
        koku: POINTS,
        tiles: POINTS,
        majorities: POINTS,
    } <=> LastPoints { koku, tiles, majorities };

    LOT: pb::Lot as Lot = { tile: or_none(TITLE), cards: CARDS } <=> Lot { tile, cards }
}

fn in_one_hand((troops, koku): (Cards, Cards)) -> Cards {
    troops.iter().chain(koku.iter()).collect()
}

fn by_sort(hand: &Cards) -> (Cards, Cards) {
    let of = |koku| hand.iter().filter(|card| card.is_koku() == koku).collect();
    (of(false), of(true))
}

/// The field where somebody would look for the fault first.
fn inconsistent(fault: &Inconsistent) -> Malformed {
    let field = match fault {
        Inconsistent::TableSize | Inconsistent::Seats | Inconsistent::Titles => {
            "players".to_owned()
        }
        Inconsistent::Round => "round".to_owned(),
        Inconsistent::Kamon { province } => format!("lands[{}].kamon", province.index()),
        Inconsistent::Gate { province } => format!("lands[{}].top_face", province.index()),
        Inconsistent::Supply { seat } => format!("players[{}]", seat.index()),
        Inconsistent::Hand { seat } => format!("players[{}].troop_cards", seat.index()),
        Inconsistent::Tiles => "unseen_tiles".to_owned(),
        Inconsistent::Division => "hierarchy".to_owned(),
        Inconsistent::Cards { card } if card.is_koku() => "koku_deck".to_owned(),
        Inconsistent::Decks | Inconsistent::Cards { .. } => "troop_deck".to_owned(),
        Inconsistent::Turn => "turn".to_owned(),
        Inconsistent::Plan => "plan".to_owned(),
        Inconsistent::End => "phase".to_owned(),
    };
    Malformed::field(field, fault.to_string())
}
