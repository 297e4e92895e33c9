//! Winter: rice spoils, hungry provinces revolt, and everyone scores.

use alloc::vec::Vec;

use crate::number::YEARS;
use crate::options::ChestDisplay;
use crate::state::{Phase, State, Winter, WinterTask};
use crate::{Action, Applied, Event, EventSet, Province, ProvinceSet, Shortage, Violation};
use crate::{acting, battle, scoring, season};

/// Winter comes: the last event card of the year costs rice.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    if let Some(card) = state.events_open.nth(0) {
        events.push(Event::WinterBegins { year: state.year, card });
        for seat in state.seats.seats() {
            let rice = &mut state.player_mut(seat).rice;
            let left = rice.saturating_sub(card.winter_loss());
            let lost = *rice - left;
            *rice = left;
            events.push(Event::RiceLost { seat, lost, left });
        }
    }
    feed(state, 0, events);
}

/// The seat's own provinces that are not among the revolting ones.
pub(crate) fn calm(state: &State, winter: &Winter) -> ProvinceSet {
    let own = acting::seat(state, winter.place).map(|seat| state.provinces_of(seat));
    own.unwrap_or_default().difference(winter.revolting)
}

/// The revolts that a seat can choose from.
pub(crate) fn list(winter: &Winter, actions: &mut Vec<Action>) {
    if winter.task == WinterTask::Choose {
        actions.extend(winter.revolting.iter().map(Action::FightRevolt));
    }
}

/// A seat chooses the next revolt.
pub(crate) fn act(
    state: &mut State,
    winter: Winter,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match (winter.task, action) {
        (WinterTask::Choose, Action::FightRevolt(province)) => {
            if !winter.revolting.contains(province) {
                return Err(Violation::NoSuchRevolt { province });
            }
            fight(state, winter, province, events);
            Ok(())
        }
        _ => Err(Violation::NotNow),
    }
}

/// A number for the province that revolts, or for the revolt in progress.
pub(crate) fn draw(
    state: &mut State,
    winter: Winter,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    match winter.task {
        WinterTask::Draw { left } => {
            let province = calm(state, &winter).nth(value).ok_or(Violation::NoSuchDraw)?;
            let revolting = winter.revolting.with(province);
            let next = Winter { revolting, ..winter };
            if left > 1 {
                let task = WinterTask::Draw { left: left - 1 };
                state.phase = Phase::Winter(Winter { task, ..next });
            } else {
                start(state, next, events);
            }
        }
        WinterTask::Battle { province } => {
            let Some(out) = state.fall(value, events)? else { return Ok(()) };
            if let Some(seat) = state.holding(province).owner {
                battle::resolve_revolt(state, seat, province, out, events);
            }
            next_revolt(state, winter, events);
        }
        WinterTask::Choose => return Err(Violation::NoSuchDraw),
    }
    Ok(())
}

/// Goes through the seats in autumn's order; those without enough rice have
/// revolts.
fn feed(state: &mut State, from: u8, events: &mut Vec<Event>) {
    for place in from..state.turn_order.len() as u8 {
        let Some(seat) = acting::seat(state, place) else { continue };
        let own = state.provinces_of(seat);
        let missing = (own.len() as u8).saturating_sub(state.player(seat).rice);
        let Some(row) = Shortage::of(missing) else { continue };
        let (provinces, farmers) = (row.provinces, row.farmers);
        events.push(Event::ShortageFound { seat, missing, provinces, farmers });
        let left = provinces;
        let task = WinterTask::Draw { left };
        let winter = Winter { place, farmers, revolting: ProvinceSet::EMPTY, task };
        if own.len() > usize::from(provinces) {
            state.phase = Phase::Winter(winter);
        } else {
            start(state, Winter { revolting: own, ..winter }, events);
        }
        return;
    }
    end(state, events);
}

/// The revolting provinces of a seat are known.
fn start(state: &mut State, winter: Winter, events: &mut Vec<Event>) {
    if let Some(seat) = acting::seat(state, winter.place) {
        events.push(Event::RevoltsDrawn { seat, provinces: winter.revolting });
    }
    next_revolt(state, winter, events);
}

/// Lets the seat choose its next revolt; the last one needs no choice.
fn next_revolt(state: &mut State, winter: Winter, events: &mut Vec<Event>) {
    let mut left = winter.revolting.iter();
    match (left.next(), left.next()) {
        (None, _) => feed(state, winter.place + 1, events),
        (Some(last), None) => fight(state, winter, last, events),
        _ => state.phase = Phase::Winter(Winter { task: WinterTask::Choose, ..winter }),
    }
}

fn fight(state: &mut State, winter: Winter, province: Province, events: &mut Vec<Event>) {
    let revolting = winter.revolting.without(province);
    let task = WinterTask::Battle { province };
    state.phase = Phase::Winter(Winter { revolting, task, ..winter });
    let Some(seat) = acting::seat(state, winter.place) else { return };
    let farmers = winter.farmers.saturating_add(state.holding(province).markers);
    battle::revolt(state, seat, province, farmers, 0, events);
}

/// Scores, and ends the year or the game.
fn end(state: &mut State, events: &mut Vec<Event>) {
    scoring::score(state, events);
    if state.year >= YEARS {
        finish(state, events);
        return;
    }
    events.push(Event::YearEnds { year: state.year });
    for seat in state.seats.seats() {
        state.player_mut(seat).rice = 0;
    }
    for holding in &mut state.provinces {
        holding.markers = 0;
    }
    state.events_gone = state.events_gone.union(state.events_open);
    state.events_open = EventSet::EMPTY;
    state.year += 1;
    season::begin_year(state);
}

/// Ends the game and shows the chests behind the screens.
fn finish(state: &mut State, events: &mut Vec<Event>) {
    if state.options.chests == ChestDisplay::Hidden {
        for seat in state.seats.seats() {
            let player = state.player_mut(seat);
            player.chests_open = core::mem::take(&mut player.chests_hidden);
            events.push(Event::ChestsShown { seat, chests: player.chests_open });
        }
    }
    state.phase = Phase::Over;
    events.push(Event::GameOver);
}
