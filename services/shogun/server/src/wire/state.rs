//! Positions on the wire, complete or as a viewer sees them.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Seat, SeatCount, SeatSet};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shogun_rules::{
    Holding, Inconsistent, Order, Phase, Player, Points, Province, SEATS_MAX, SEATS_MIN, Special,
    State,
};

use super::card::LAID_CARDS;
use super::draft::{STEP, draft};
use super::field::{
    BUILDINGS, COUNT, EVENT_CARD, EVENT_CARDS, ORDER, POINTS, PROVINCE, RANKING, SEASON, SEAT,
    SPACES, SPECIAL, from_the_first,
};
use super::options::OPTIONS;
use super::phase::{TurnOrder, phase};
use super::tower::{CUBES, TOWER};

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    complete(seen(message, Perspective::Complete)?, message)
}

/// The position itself, if nothing is missing or contradicts itself in it. It
/// was read from this message, at least in part.
pub(crate) fn complete(state: State, message: &pb::State) -> Read<State> {
    state.check().map_err(|fault| inconsistent(&fault, message))?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The plans and the hidden
/// chests of others and the tower are empty in it, even if the message tells
/// them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = seen(message, Perspective::View(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault, message))?;
    Ok(state)
}

/// Writes a position canonically: the same position gives the same bytes.
pub(crate) fn state_to_proto(state: &State) -> pb::State {
    let planners = state.provinces.iter().filter_map(|holding| holding.owner).collect();
    let table = position(state.seats, Perspective::Complete, planners, state.turn_order);
    let mut message = table.write(state);
    // The step of the draft stands in the same message as its cards.
    message.draft = match (state.phase, message.draft) {
        (Phase::Draft(turn), Some(cards)) => {
            let pb::Draft { step, taken, .. } = STEP.write(&turn.step);
            Some(pb::Draft { step, taken, ..cards })
        }
        _ => None,
    };
    message
}

fn seen(message: &pb::State, perspective: Perspective) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(&message.players, SEATS_MIN..=SEATS_MAX)?;
    // All who have provinces take part in planning.
    let owners = message.holdings.iter().filter_map(|holding| Seat::new(holding.seat));
    let planners = owners.filter(|seat| seats.has(*seat)).collect();
    let at = |place: usize| message.turn_order.get(place).copied().and_then(Seat::new);
    position(seats, perspective, planners, std::array::from_fn(at)).read(message)
}

wire_message! {
    /// A position. Provinces, spaces and cards ascend by number, players by seat,
    /// and whatever is empty is absent.
    position(
        seats: SeatCount, perspective: Perspective, planners: SeatSet, order: TurnOrder,
    ): pb::State as State = {
        options: required(OPTIONS),
        year: COUNT,
        season: SEASON,
        holdings: keyed("province", holding(seats), Province::all, Province::index),
        players: by_seat(seats, move |seat| player(seat, perspective.sees(seat))),
        farmers: COUNT,
        tray: CUBES,
        tower: if_known(perspective == Perspective::Complete, or_absent(TOWER)),
        draft: or_usual(Default::default(), draft(seats, perspective)),
        action_cards: from_the_first::<_, { Order::COUNT }>(ORDER),
        specials: from_the_first::<_, { Special::COUNT }>(SPECIAL),
        ranking: RANKING,
        turn_order: TURN_ORDER,
        events_open: EVENT_CARDS,
        event: or_none(EVENT_CARD),
        events_gone: EVENT_CARDS,
        ..phase: phase(seats, planners, order)
    } <=> State {
        options, seats, year, season, phase, provinces: holdings, players, farmers, tray, tower,
        draft, action_cards, specials, ranking, turn_order, events_open, event, events_gone,
    };

    holding(seats: SeatCount): pb::Holding as (Province, Holding) = {
        province: PROVINCE,
        seat: checked(or_none(at_table(seats)), "is a seat of the match", Option::is_some),
        armies: COUNT,
        buildings: BUILDINGS,
        markers: COUNT,
    } <=> (province, Holding { owner: seat, armies, buildings, markers });

    player(seat: Seat, known: bool): pb::Player as Player = {
        seat as (): exactly(seat.number()),
        supply: COUNT,
        chests_open: COUNT,
        chests_hidden: if_known(known, COUNT),
        rice: COUNT,
        points: or_absent(ALL_POINTS),
        plan: if_known(known, LAID_CARDS),
        face_down: SPACES,
        face_up: LAID_CARDS,
    } <=> Player { supply, chests_open, chests_hidden, rice, points, plan, face_down, face_up };

    ALL_POINTS: pb::Points as Points = { provinces: POINTS, buildings: POINTS, majorities: POINTS }
        <=> Points { provinces, buildings, majorities }
}

wire_field! {
    /// A seat for each position; nothing at all if no position is taken.
    TURN_ORDER: Vec<u32> as TurnOrder = narrowed(
        or_none(array_of(or_none(SEAT))),
        "is empty until somebody has a place",
        |order: Option<TurnOrder>| match order {
            Some(order) => (!is_absent(&order)).then_some(order),
            None => Some(TurnOrder::default()),
        },
        |order: &TurnOrder| (!is_absent(order)).then_some(*order),
    );
}

/// The field where somebody would look for the fault first.
fn inconsistent(fault: &Inconsistent, message: &pb::State) -> Malformed {
    let field = match fault {
        Inconsistent::TableSize | Inconsistent::Seats | Inconsistent::Chests => {
            "players".to_owned()
        }
        Inconsistent::Time => "season".to_owned(),
        Inconsistent::Province { province } => holding_path(message, *province),
        Inconsistent::Buildings { .. } => "holdings".to_owned(),
        Inconsistent::Armies { seat } => format!("players[{}].supply", seat.index()),
        Inconsistent::Farmers => "farmers".to_owned(),
        Inconsistent::Tower => "tower".to_owned(),
        Inconsistent::Board { seat } => format!("players[{}]", seat.index()),
        Inconsistent::Draft => "draft".to_owned(),
        Inconsistent::ActionCards => "action_cards".to_owned(),
        Inconsistent::Specials => "specials".to_owned(),
        Inconsistent::Events => "events_open".to_owned(),
        Inconsistent::Order => "turn_order".to_owned(),
        Inconsistent::Phase => "phase".to_owned(),
    };
    Malformed::field(field, fault.to_string())
}

fn holding_path(message: &pb::State, province: Province) -> String {
    let number = PROVINCE.write(&province);
    match message.holdings.iter().position(|holding| holding.province == number) {
        Some(index) => format!("holdings[{index}]"),
        None => "holdings".to_owned(),
    }
}
