//! Reads positions, complete or as a viewer sees them.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use shogun_rules::{
    Buildings, EventCard, Holding, Inconsistent, Province, SEATS_MAX, SEATS_MIN, Special, State,
    Tower,
};

use super::draft::draft;
use super::field::{
    ITSELF, Read, both, building, byte, cubes, each, event_card, event_cards, order, province,
    required, season, seat_or_nobody, seats, special, unique,
};
use super::options::options;
use super::phase::{at_table, phase};
use super::player::players;
use super::tower::tower;

/// For whom a position is read.
#[derive(Clone, Copy)]
pub(super) enum Eyes {
    /// The rules, which know everything.
    Rules,
    /// A seat, or a spectator.
    Viewer(Option<Seat>),
}

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    complete(position(message, Eyes::Rules)?, message)
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
    let state = position(message, Eyes::Viewer(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault, message))?;
    Ok(state)
}

impl Eyes {
    /// Whether they see what only this seat may know.
    pub(super) fn see(self, owner: Seat) -> bool {
        match self {
            Self::Rules => true,
            Self::Viewer(viewer) => viewer == Some(owner),
        }
    }
}

fn position(message: &pb::State, eyes: Eyes) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(message.players.len())?;
    let options = required("options", &message.options)
        .and_then(|message| options(message).map_err(|faults| faults.inside("options")));
    let time = both(byte("year", message.year), season("season", message.season));
    let frame = both(both(options, time), phase(message, seats));
    let tower = match eyes {
        Eyes::Rules => tower(&message.tower),
        Eyes::Viewer(_) => Ok(Tower::default()),
    };
    let pieces = both(
        both(holdings(&message.holdings, seats), players(&message.players, eyes)),
        both(byte("farmers", message.farmers), both(cubes("tray", &message.tray), tower)),
    );
    let laid_out = both(
        from_the_first("action_cards", &message.action_cards, |n| order(ITSELF, n)),
        from_the_first("specials", &message.specials, |n| special(ITSELF, n)),
    );
    let ranked = both(ranking(&message.ranking), turn_order(&message.turn_order));
    let events = both(
        both(
            event_cards("events_open", &message.events_open),
            event_cards("events_gone", &message.events_gone),
        ),
        event(message.event),
    );
    let cards = both(both(draft(message, seats, eyes), laid_out), both(ranked, events));
    let ((((options, (year, season)), phase), pieces), cards) = both(both(frame, pieces), cards)?;
    let ((provinces, players), (farmers, (tray, tower))) = pieces;
    let ((draft, (action_cards, specials)), (ranked, events)) = cards;
    let ((ranking, turn_order), ((events_open, events_gone), event)) = (ranked, events);
    Ok(State {
        options,
        seats,
        year,
        season,
        phase,
        provinces,
        players,
        farmers,
        tray,
        tower,
        draft,
        action_cards,
        specials,
        ranking,
        turn_order,
        events_open,
        event,
        events_gone,
    })
}

fn seat_count(players: usize) -> Read<SeatCount> {
    SeatCount::new(players as u32)
        .filter(|_| (SEATS_MIN..=SEATS_MAX).contains(&players))
        .ok_or_else(|| {
            Malformed::field("players", format!("has {SEATS_MIN} to {SEATS_MAX} players"))
        })
}

fn holdings(messages: &[pb::Holding], seats: SeatCount) -> Read<[Holding; Province::COUNT]> {
    let mut all = [Holding::default(); Province::COUNT];
    each("holdings", messages, |message| {
        let owner = at_table("seat", message.seat, seats);
        let counts = both(byte("armies", message.armies), byte("markers", message.markers));
        let buildings = unique("buildings", &message.buildings, |number| building(ITSELF, number));
        let ((province, owner), ((armies, markers), buildings)) =
            both(both(province("province", message.province), owner), both(counts, buildings))?;
        if all[province.index()].owner.is_some() {
            return Err(Malformed::field("province", "stands there twice"));
        }
        let buildings = Buildings::from_iter(buildings);
        all[province.index()] = Holding { owner: Some(owner), armies, buildings, markers };
        Ok(())
    })?;
    Ok(all)
}

/// Cards that fill their places from the first one on.
fn from_the_first<T: Copy + PartialEq, const PLACES: usize>(
    field: &str,
    numbers: &[i32],
    read: impl Fn(i32) -> Read<T>,
) -> Read<[Option<T>; PLACES]> {
    fill(field, &unique(field, numbers, read)?)
}

fn ranking(numbers: &[u32]) -> Read<[Option<Seat>; SEATS_MAX]> {
    fill("ranking", &seats("ranking", numbers)?)
}

fn fill<T: Copy, const PLACES: usize>(field: &str, values: &[T]) -> Read<[Option<T>; PLACES]> {
    if values.len() > PLACES {
        return Err(Malformed::field(field, format!("has at most {PLACES} elements")));
    }
    Ok(std::array::from_fn(|place| values.get(place).copied()))
}

/// A seat for each position; nothing at all if no position is taken.
fn turn_order(numbers: &[u32]) -> Read<[Option<Seat>; Special::COUNT]> {
    if numbers.is_empty() {
        return Ok([None; Special::COUNT]);
    }
    if numbers.iter().all(|number| *number == 0) {
        return Err(Malformed::field("turn_order", "is empty until somebody has a place"));
    }
    let places = each("turn_order", numbers, |number| seat_or_nobody(ITSELF, *number))?;
    places.try_into().map_err(|_| Malformed::field("turn_order", "has five places or none"))
}

fn event(number: i32) -> Read<Option<EventCard>> {
    if number == 0 { Ok(None) } else { event_card("event", number).map(Some) }
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
    let number = crate::numbers::of_province(province);
    match message.holdings.iter().position(|holding| holding.province == number) {
        Some(index) => format!("holdings[{index}]"),
        None => "holdings".to_owned(),
    }
}
