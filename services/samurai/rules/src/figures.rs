//! The figures come on the board: Edo first, then the cities, then the
//! villages.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::cell::SettlementSet;
use crate::options::FigurePlacement;
use crate::state::{Phase, State};
use crate::{
    Action, Applied, Cell, Event, Figure, FigureSet, Settlement, SettlementKind, Violation, turn,
};

/// Fills Edo and starts with the cities.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    for figure in Figure::ALL {
        put(state, None, figure, Settlement::EDO, events);
    }
    state.phase = match state.options.figure_placement {
        FigurePlacement::Players => Phase::PlaceFigures { active: start_seat(state) },
        FigurePlacement::Random => Phase::ScatterFigures,
    };
}

/// Every figure with every settlement that it may be put into, in order.
pub(crate) fn places(state: &State) -> impl Iterator<Item = (Figure, Settlement)> + '_ {
    let figures = Figure::ALL.into_iter().filter(|figure| state.supply[*figure] > 0);
    let open = with_room(state);
    figures.flat_map(move |figure| {
        let fitting = open.iter().filter(move |s| !state.figures_in(*s).contains(figure));
        fitting.map(move |settlement| (figure, settlement))
    })
}

/// A seat places a figure.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let (figure, settlement) = match action {
        Action::PlaceFigure { figure, settlement } => (figure, settlement),
        Action::EndTurn => return Err(Violation::NoPassWhilePlacing),
        Action::ChooseTile(_) | Action::ReturnTile(_) | Action::SealHand => {
            return Err(Violation::HandIsSealed);
        }
        _ => return Err(Violation::PlaceFiguresFirst),
    };
    allow(state, figure, settlement)?;
    put(state, Some(seat), figure, settlement, events);
    state.phase = Phase::PlaceFigures { active: seat.next(state.seats) };
    finish_when_supply_is_empty(state, events);
    Ok(())
}

/// Chance places a figure.
pub(crate) fn draw(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let place = places(state).nth(value as usize);
    let (figure, settlement) = place.ok_or(Violation::NoSuchDraw)?;
    put(state, None, figure, settlement, events);
    finish_when_supply_is_empty(state, events);
    Ok(())
}

/// Whether all cities are full, so that the villages are next.
pub(crate) fn cities_are_full(state: &State) -> bool {
    with_room(state).intersection(SettlementSet::of_kind(SettlementKind::City)).is_empty()
}

fn allow(state: &State, figure: Figure, settlement: Settlement) -> Applied {
    let cell = Cell::Settlement(settlement);
    if !cell.is_in_play(state.seats) {
        return Err(Violation::NotInPlay { cell });
    }
    let kind = settlement.kind();
    if kind == SettlementKind::Edo {
        return Err(Violation::EdoIsGiven);
    }
    if kind == SettlementKind::Village && !cities_are_full(state) {
        return Err(Violation::CitiesFirst { settlement });
    }
    let present = state.figures_in(settlement);
    if present.len() >= settlement.capacity() {
        return Err(Violation::SettlementIsFull { settlement });
    }
    if present.contains(figure) {
        return Err(Violation::CityHasType { settlement, figure });
    }
    if state.supply[figure] == 0 {
        return Err(Violation::SupplyIsEmpty { settlement, figure });
    }
    Ok(())
}

fn put(
    state: &mut State,
    seat: Option<Seat>,
    figure: Figure,
    settlement: Settlement,
    events: &mut Vec<Event>,
) {
    let present: &mut FigureSet = &mut state.figures[settlement.index()];
    *present = present.with(figure);
    state.supply[figure] -= 1;
    events.push(Event::FigurePlaced { seat, figure, settlement });
}

fn finish_when_supply_is_empty(state: &mut State, events: &mut Vec<Event>) {
    if state.supply.total() == 0 {
        turn::begin(state, start_seat(state), events);
    }
}

/// The settlements whose turn it is to be filled and that have room: cities as
/// long as there is one, then villages.
fn with_room(state: &State) -> SettlementSet {
    let room =
        |settlement: &Settlement| state.figures_in(*settlement).len() < settlement.capacity();
    let open: SettlementSet = state.settlements().filter(room).collect();
    let of_kind = |kind| open.intersection(SettlementSet::of_kind(kind));
    let cities = of_kind(SettlementKind::City);
    if cities.is_empty() { of_kind(SettlementKind::Village) } else { cities }
}

fn start_seat(state: &State) -> Seat {
    state.start_seat.unwrap_or(Seat::from_index(0))
}
