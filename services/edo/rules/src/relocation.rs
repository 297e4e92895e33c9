//! Ronin on the move: who is selected, and where it goes.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::location::{LocationSet, LocationTile};
use crate::space::{Space, SpaceKind, SpaceSet};
use crate::state::{Phase, Relocation, State};
use crate::{Applied, Event, Violation, planning};

const KINDS: [SpaceKind; 4] = [SpaceKind::City, SpaceKind::Wood, SpaceKind::Stone, SpaceKind::Rice];

/// The spaces on which a Ronin can be selected: the one that is alone if two
/// others stand together, else all (EDO-9.44).
pub(crate) fn choices(state: &State) -> SpaceSet {
    let spaces = state.ronin.spaces();
    if spaces.len() != 2 {
        return spaces;
    }
    spaces.iter().filter(|space| state.ronin.count(*space) == 1).collect()
}

/// The start player selects a Ronin.
pub(crate) fn select(state: &mut State, space: Space, events: &mut Vec<Event>) -> Applied {
    if !state.ronin.is_on(space) {
        return Err(Violation::NoRoninThere { space });
    }
    if !choices(state).contains(space) {
        return Err(Violation::SelectSingleRonin { space });
    }
    events.push(Event::RoninSelected { seat: state.first(), space });
    state.phase = Phase::Relocate(Relocation::of(space));
    Ok(())
}

pub(crate) fn bag(relocation: &Relocation) -> LocationSet {
    LocationSet::ALL.difference(relocation.drawn)
}

/// A tile is drawn.
pub(crate) fn draw(
    relocation: Relocation,
    seat: Seat,
    value: u32,
    events: &mut Vec<Event>,
) -> Result<Relocation, Violation> {
    let tile = bag(&relocation).nth(value).ok_or(Violation::NoSuchDraw)?;
    events.push(Event::LocationDrawn { seat, tile });
    Ok(Relocation { tile: Some(tile), drawn: relocation.drawn.with(tile), ..relocation })
}

/// Where the Ronin can go: spaces of the named kind, those with other Ronin if
/// there are any, and never where it comes from (EDO-9.46, 9.47). A tile that
/// names no kind leaves the choice among all four.
pub(crate) fn candidates(state: &State, from: Space, tile: LocationTile) -> SpaceSet {
    match tile.kind() {
        Some(kind) => of_kind(state, from, kind),
        None => KINDS
            .into_iter()
            .fold(SpaceSet::EMPTY, |all, kind| all.union(of_kind(state, from, kind))),
    }
}

/// Moves the Ronin.
pub(crate) fn relocate(
    state: &mut State,
    relocation: &Relocation,
    seat: Seat,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    let tile = relocation.tile.ok_or(Violation::RelocateFirst)?;
    let from = relocation.from;
    if to == from {
        return Err(Violation::RoninMustLeave { space: to });
    }
    if !candidates(state, from, tile).contains(to) {
        let is_named = tile.kind().is_none_or(|kind| kind == to.kind());
        let is_open = state.open_spaces().contains(to) && to.kind().takes_ronin();
        return Err(if is_named && is_open {
            Violation::RoninMustJoin { space: to }
        } else {
            Violation::RoninCannotGo { space: to }
        });
    }
    state.ronin.remove(from);
    state.ronin.add(to);
    events.push(Event::RoninMoved { seat, from, to });
    Ok(())
}

/// The start player's relocation ends with planning.
pub(crate) fn act(
    state: &mut State,
    relocation: &Relocation,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    relocate(state, relocation, state.first(), to, events)?;
    planning::begin(state);
    Ok(())
}

/// Selects a Ronin if there is no choice.
pub(crate) fn advance_selection(state: &mut State, events: &mut Vec<Event>) -> bool {
    only(choices(state)).is_some_and(|space| select(state, space, events).is_ok())
}

/// Moves the Ronin of the start player if there is no choice.
pub(crate) fn advance(state: &mut State, relocation: &Relocation, events: &mut Vec<Event>) -> bool {
    forced(state, relocation).is_some_and(|to| act(state, relocation, to, events).is_ok())
}

/// The only space where the Ronin can go.
pub(crate) fn forced(state: &State, relocation: &Relocation) -> Option<Space> {
    only(candidates(state, relocation.from, relocation.tile?))
}

fn of_kind(state: &State, from: Space, kind: SpaceKind) -> SpaceSet {
    let all = SpaceSet::of_kind(kind).intersection(state.open_spaces()).without(from);
    let joined = all.intersection(state.ronin.spaces());
    if joined.is_empty() { all } else { joined }
}

fn only(spaces: SpaceSet) -> Option<Space> {
    if spaces.len() == 1 { spaces.nth(0) } else { None }
}
