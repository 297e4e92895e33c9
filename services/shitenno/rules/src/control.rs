//! A control action is carried out: the payment, the kamon, the points, the tile.

use alloc::vec::Vec;

use crate::plan::Plan;
use crate::province::TILES_PER_GATE;
use crate::state::{Kamon, Phase, State, Turn};
use crate::{Applied, Bonus, Event, Part, Province, Violation, payment, setup};

/// Announces the payment, pays it, places the kamon, scores and takes the tile.
pub(crate) fn carry_out(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> Applied {
    let plan = state.plan.as_ref().ok_or(Violation::NoPlan)?;
    payment::settle(state, &turn, plan)?;
    let seat = turn.active;
    let Plan { province, mode, parts } = *plan;
    state.plan = None;
    let mut turn = Turn { placed: turn.placed + 1, ..turn };
    for part in parts.iter() {
        turn.joker_used |= matches!(part, Part::Joker(_));
        spend(state, &turn, *part);
    }

    let position = state.land(province).kamon_count();
    state.land_mut(province).kamon[position] = Some(Kamon { seat, golden: false });
    let points = u16::from(province.values()[position]);
    let player = state.player_mut(seat);
    let title = player.title.expect("everyone has a title after the setup");
    let title_points = title.points_per_kamon();
    player.supply -= 1;
    player.points += points + title_points;
    events.push(Event::Controlled {
        seat,
        title,
        province,
        position: position as u8 + 1,
        mode,
        parts,
        points,
        title_points,
    });
    take_tile(state, turn, province, events);
    Ok(())
}

/// The bonus of the tile that is being taken is found out.
pub(crate) fn draw_bonus(
    state: &mut State,
    turn: Turn,
    province: Province,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    let top = state.land(province).top.ok_or(Violation::NoSuchDraw)?;
    let tile = setup::find_bonus(state, top.face, value).ok_or(Violation::NoSuchDraw)?;
    hand_over(state, turn, province, tile.bonus, events);
    Ok(())
}

/// The next tile of the province is turned up, and the turn goes on.
pub(crate) fn turn_up(
    state: &mut State,
    turn: Turn,
    province: Province,
    value: u32,
    events: &mut Vec<Event>,
) -> Applied {
    setup::turn_up(state, province, value, events)?;
    state.phase = Phase::Turn(turn);
    Ok(())
}

/// Cards go to their piles and tiles out of the game; the joker stays.
fn spend(state: &mut State, turn: &Turn, part: Part) {
    let player = &mut state.players[turn.active.index()];
    match part {
        Part::Card(card) => {
            player.hand.take(card);
            let pile = if card.is_koku() { &mut state.spent_koku } else { &mut state.discard };
            pile.put(card);
        }
        Part::Joker(_) => {}
        Part::Exchange { .. } | Part::PlusOne(_) => {
            let exchanges = matches!(part, Part::Exchange { .. });
            let bonus = if exchanges { Bonus::Exchange } else { Bonus::PlusOne };
            player.bonuses.take(bonus);
            state.used_tiles.put(bonus);
        }
    }
}

fn take_tile(state: &mut State, turn: Turn, province: Province, events: &mut Vec<Event>) {
    match state.land(province).top {
        None => state.phase = Phase::Turn(turn),
        Some(top) => match top.bonus {
            Some(bonus) => hand_over(state, turn, province, bonus, events),
            None => state.phase = Phase::DrawBonus { turn, province },
        },
    }
}

/// Gives the upper tile to the seat on turn; the next one is turned up if there
/// is one.
fn hand_over(
    state: &mut State,
    turn: Turn,
    province: Province,
    bonus: Bonus,
    events: &mut Vec<Event>,
) {
    let seat = turn.active;
    let land = state.land_mut(province);
    land.top = None;
    let is_last = land.kamon_count() >= TILES_PER_GATE;
    state.player_mut(seat).bonuses.put(bonus);
    events.push(Event::TileTaken { seat, province, bonus });
    state.phase = if is_last { Phase::Turn(turn) } else { Phase::TurnUpTile { turn, province } };
}
