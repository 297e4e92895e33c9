//! Battles: what is thrown, and how it is resolved by what comes out.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::acting::Errand;
use crate::number::{HELP_MARKERS, NEUTRAL_FARMERS};
use crate::options::SurplusFarmers;
use crate::state::State;
use crate::{Building, Cube, Cubes, Effect, Event, Loss, Province, Special, loss};

/// Attacks a province of somebody else or of nobody; the armies have left.
pub(crate) fn attack(
    state: &mut State,
    errand: Errand,
    target: Province,
    armies: u8,
    events: &mut Vec<Event>,
) {
    let Errand { seat, province: from, .. } = errand;
    let defender = state.holding(target).owner;
    events.push(Event::Attacked { seat, from, target, defender, armies });
    let mut cubes = Cubes::NONE;
    let extra =
        if state.holder(Special::Attack) == Some(seat) { Special::Attack.amount() } else { 0 };
    cubes[Cube::army(seat)] = armies.saturating_add(state.take_armies(seat, extra));
    match defender {
        Some(defender) => {
            let extra = defence_cubes(state, defender) + castle_cubes(state, target);
            cubes[Cube::army(defender)] = muster(state, defender, target, extra);
        }
        None => {
            let farmers = match state.effect() {
                Some(Effect::TwoFarmersNeutral(farmers)) => farmers,
                _ => NEUTRAL_FARMERS,
            };
            cubes[Cube::FARMER] = state.take_farmers(farmers);
        }
    }
    state.throw(cubes, events);
}

pub(crate) fn resolve_attack(
    state: &mut State,
    seat: Seat,
    province: Province,
    out: Cubes,
    events: &mut Vec<Event>,
) {
    match state.holding(province).owner {
        Some(defender) => against_seat(state, seat, defender, province, out, events),
        None => against_farmers(state, seat, province, out, events),
    }
}

/// A revolt breaks out.
pub(crate) fn revolt(
    state: &mut State,
    seat: Seat,
    province: Province,
    farmers: u8,
    extra: u8,
    events: &mut Vec<Event>,
) {
    let farmers = state.take_farmers(farmers);
    events.push(Event::RevoltBegins { seat, province, farmers });
    let armies = muster(state, seat, province, extra);
    state.throw(Cubes::farmers(farmers).with(Cube::army(seat), armies), events);
}

pub(crate) fn resolve_revolt(
    state: &mut State,
    seat: Seat,
    province: Province,
    out: Cubes,
    events: &mut Vec<Event>,
) {
    let (army, farmer) = (Cube::army(seat), Cube::FARMER);
    let (armies, farmers) = (out[army], out[farmer]);
    let lost = armies.min(farmers);
    state.return_cubes(army, lost);
    state.return_cubes(farmer, lost);
    if armies > farmers {
        let garrison = armies - farmers;
        state.garrison(seat, province, garrison);
        events.push(Event::RevoltHeld { seat, province, garrison });
    } else {
        disperse(state, farmers - lost);
        events.push(Event::TurnedNeutral { seat, province, loss: Loss::Revolt });
        loss::make_neutral(state, province, events);
    }
}

/// The cubes that the defence card adds for a seat.
pub(crate) fn defence_cubes(state: &State, seat: Seat) -> u8 {
    if state.holder(Special::Defence) == Some(seat) { Special::Defence.amount() } else { 0 }
}

/// The cubes that the castle event adds in a province.
pub(crate) fn castle_cubes(state: &State, province: Province) -> u8 {
    match state.effect() {
        Some(Effect::CastleDefence(cubes))
            if state.holding(province).buildings.contains(Building::Castle) =>
        {
            cubes
        }
        _ => 0,
    }
}

fn against_seat(
    state: &mut State,
    seat: Seat,
    defender: Seat,
    province: Province,
    out: Cubes,
    events: &mut Vec<Event>,
) {
    let (own, other, farmer) = (Cube::army(seat), Cube::army(defender), Cube::FARMER);
    let (attacking, defending) = (out[own], out[other]);
    let is_calm = state.holding(province).markers.saturating_sub(HELP_MARKERS) == 0;
    let helping = if is_calm { out[farmer] } else { 0 };
    let standing = defending.saturating_add(helping);
    if attacking > standing {
        state.return_cubes(other, defending);
        state.return_cubes(farmer, helping);
        state.return_cubes(own, standing);
        let garrison = attacking - standing;
        events.push(Event::Conquered { seat, province, loser: Some(defender), garrison });
        loss::take_card(state, province, events);
        state.garrison(seat, province, garrison);
    } else if attacking == standing || defending == 0 {
        state.return_cubes(own, attacking);
        state.return_cubes(other, defending);
        state.return_cubes(farmer, helping);
        events.push(Event::TurnedNeutral { seat: defender, province, loss: Loss::Tie });
        loss::make_neutral(state, province, events);
    } else {
        let farmers_lost = helping.min(attacking);
        let armies_lost = attacking - farmers_lost;
        state.return_cubes(own, attacking);
        state.return_cubes(farmer, farmers_lost);
        state.return_cubes(other, armies_lost);
        disperse(state, helping - farmers_lost);
        let garrison = defending - armies_lost;
        state.garrison(defender, province, garrison);
        events.push(Event::Defended { seat: defender, province, garrison });
    }
}

fn against_farmers(
    state: &mut State,
    seat: Seat,
    province: Province,
    out: Cubes,
    events: &mut Vec<Event>,
) {
    let (own, farmer) = (Cube::army(seat), Cube::FARMER);
    let (armies, farmers) = (out[own], out[farmer]);
    let lost = armies.min(farmers);
    state.return_cubes(own, lost);
    state.return_cubes(farmer, lost);
    if armies > farmers {
        let garrison = armies - farmers;
        state.garrison(seat, province, garrison);
        events.push(Event::Conquered { seat, province, loser: None, garrison });
    } else {
        disperse(state, farmers - lost);
        events.push(Event::AttackFailed { seat, province });
    }
}

/// All armies of a province leave it for the tower, with some of the supply.
fn muster(state: &mut State, seat: Seat, province: Province, extra: u8) -> u8 {
    let armies = core::mem::take(&mut state.holding_mut(province).armies);
    armies.saturating_add(state.take_armies(seat, extra))
}

/// Farmers that are left after they have won stay in the tray, unless the
/// options send them home (SHO-AMB-11).
fn disperse(state: &mut State, farmers: u8) {
    if state.options.surplus_farmers == SurplusFarmers::Supply {
        state.return_cubes(Cube::FARMER, farmers);
    }
}
