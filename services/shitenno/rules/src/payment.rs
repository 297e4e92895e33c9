//! Paying for a control action: set out in secret, announced as a whole.

use alloc::vec::Vec;

use crate::completion::{Means, Prospect, jokers};
use crate::held::Held;
use crate::lanes::Gift;
use crate::options::{Joker, TileOrder};
use crate::plan::{Mode, Parts, Plan};
use crate::province::POSITIONS;
use crate::state::{Land, State, Turn};
use crate::table::KAMON_PER_TURN;
use crate::{Action, Applied, Bonus, Card, Element, Event, Part, Province, Title, Violation};

/// More than all koku of the game.
const NOBODY_PAYS: u8 = 60;

/// The control actions that the seat on turn can begin, in order.
pub(crate) fn list_aims(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    if may_place(state, turn).is_err() {
        return;
    }
    let troops = all_means(state, turn, Mode::Troops);
    let koku = Means { joker: joker(state, turn, Mode::Koku).ok(), ..troops };
    let held = troops.hand.content();
    for province in Province::all() {
        let land = state.land(province);
        let Some(price) = price(province, land) else { continue };
        for (mode, means, missing) in [
            (Mode::Troops, &troops, troops_missing(province, land, held)),
            (Mode::Koku, &koku, price as i8 - held.get(Element::Koku.index())),
        ] {
            let need = || need(state, province, mode);
            if means.could_pay(missing, need, &state.options) {
                actions.push(Action::Aim { province, mode });
            }
        }
    }
}

/// What can be done with a payment that has begun, in order.
pub(crate) fn list(state: &State, turn: &Turn, plan: &Plan, actions: &mut Vec<Action>) {
    let prospect = prospect(state, turn, plan);
    for card in prospect.cards() {
        if prospect.can_finish_with(Part::Card(card)) {
            actions.push(Action::PayCard(card));
        }
    }
    for card in jokers(prospect.joker()) {
        if prospect.can_finish_with(Part::Joker(card)) {
            actions.push(Action::UseJoker(card));
        }
    }
    if prospect.has_tiles() {
        list_tiles(&prospect, actions);
    }
    actions.push(Action::TakeBack);
    if prospect.is_legal() {
        actions.push(Action::Control);
    }
}

/// The tiles that can work on a payment, in order.
fn list_tiles(prospect: &Prospect, actions: &mut Vec<Action>) {
    let Means { exchanges, pluses, .. } = prospect.means();
    let all = || Element::ALL.into_iter();
    for from in all().filter(|from| exchanges > 0 && prospect.has(*from)) {
        for to in prospect.targets().filter(|to| *to != from) {
            if prospect.can_finish_with(Part::Exchange { from, to }) {
                actions.push(Action::ApplyExchange { from, to });
            }
        }
    }
    for element in all().filter(|element| pluses > 0 && prospect.counts(*element)) {
        if prospect.can_finish_with(Part::PlusOne(element)) {
            actions.push(Action::ApplyPlusOne(element));
        }
    }
}

/// Begins a control action.
pub(crate) fn aim(
    state: &mut State,
    turn: &Turn,
    province: Province,
    mode: Mode,
    events: &mut Vec<Event>,
) -> Applied {
    may_place(state, turn)?;
    if is_full(state, province) {
        return Err(Violation::ProvinceIsFull { province });
    }
    if !fresh(state, turn, province, mode).could_cover() {
        let last_position = is_last_position(state, province);
        return Err(Violation::CannotPay { province, mode, last_position });
    }
    state.plan = Some(Plan { province, mode, parts: Parts::new() });
    events.push(Event::PlanBegun { seat: turn.active, province, mode });
    Ok(())
}

/// Adds a part to the payment.
pub(crate) fn add(state: &mut State, turn: &Turn, part: Part, events: &mut Vec<Event>) -> Applied {
    let plan = state.plan.as_ref().ok_or(Violation::NoPlan)?;
    let mut prospect = prospect(state, turn, plan);
    owns(state, turn, plan, &prospect.means(), part)?;
    finds_its_element(&prospect, part)?;
    prospect.add(part);
    if !prospect.can_finish() {
        let covers = prospect.could_cover();
        return Err(if covers { Violation::Wasteful } else { Violation::LeadsNowhere { part } });
    }
    if let Some(plan) = &mut state.plan {
        plan.parts.push(part);
    }
    events.push(Event::PartPlanned { seat: turn.active, part });
    Ok(())
}

/// Takes the last step of the payment back.
pub(crate) fn take_back(state: &mut State, turn: &Turn, events: &mut Vec<Event>) -> Applied {
    let seat = turn.active;
    let plan = state.plan.as_mut().ok_or(Violation::NoPlan)?;
    let Plan { province, mode, .. } = *plan;
    match plan.parts.pop() {
        Some(part) => events.push(Event::PartTakenBack { seat, part }),
        None => {
            state.plan = None;
            events.push(Event::PlanDropped { seat, province, mode });
        }
    }
    Ok(())
}

/// Refuses a payment that is not legal as a whole.
pub(crate) fn settle(state: &State, turn: &Turn, plan: &Plan) -> Applied {
    let prospect = prospect(state, turn, plan);
    let Plan { province, mode, .. } = *plan;
    if !prospect.covers() {
        let last_position = is_last_position(state, province);
        return Err(Violation::NotPaid { province, mode, last_position });
    }
    if prospect.is_legal() { Ok(()) } else { Err(Violation::Wasteful) }
}

/// Whether the parts of a plan can be what its owner has set out.
pub(crate) fn is_possible(state: &State, turn: &Turn, plan: &Plan) -> bool {
    let Plan { province, mode, parts } = plan;
    if may_place(state, turn).is_err() || is_full(state, *province) {
        return false;
    }
    let mut prospect = fresh(state, turn, *province, *mode);
    let mut built = Plan { parts: Parts::new(), ..*plan };
    for part in parts.iter() {
        let owned = owns(state, turn, &built, &prospect.means(), *part);
        if owned.and(finds_its_element(&prospect, *part)).is_err() {
            return false;
        }
        prospect.add(*part);
        built.parts.push(*part);
    }
    prospect.can_finish()
}

fn may_place(state: &State, turn: &Turn) -> Applied {
    if turn.placed >= KAMON_PER_TURN {
        return Err(Violation::EnoughPlaced);
    }
    if state.player(turn.active).supply == 0 {
        return Err(Violation::SupplyIsEmpty);
    }
    Ok(())
}

fn is_full(state: &State, province: Province) -> bool {
    state.land(province).kamon_count() == POSITIONS
}

fn is_last_position(state: &State, province: Province) -> bool {
    state.land(province).kamon_count() + 1 == POSITIONS
}

/// What the next position of a province asks for.
fn need(state: &State, province: Province, mode: Mode) -> Gift {
    let land = state.land(province);
    match mode {
        Mode::Troops => province.troops_asked(land.top.map(|top| top.face)),
        Mode::Koku => {
            let koku = Gift::one(Element::Koku.index());
            koku.times(price(province, land).unwrap_or(NOBODY_PAYS))
        }
    }
}

/// The koku that the next position costs; nothing if the province is full.
fn price(province: Province, land: &Land) -> Option<u8> {
    province.values().get(land.kamon_count()).copied()
}

/// How many of the troops that a province asks for are not in hand.
fn troops_missing(province: Province, land: &Land, held: Gift) -> i8 {
    let own = held.get(province.troop().index());
    let open = province.open_figures() as i8;
    match land.top.map(|top| top.face) {
        Some(face) if face != province.troop() => {
            (open - own).max(0) + (1 - held.get(face.index())).max(0)
        }
        Some(_) => open + 1 - own,
        None => open + province.gate_figures() as i8 - own,
    }
}

/// What a player has before anything is set out.
fn all_means(state: &State, turn: &Turn, mode: Mode) -> Means {
    let player = state.player(turn.active);
    Means {
        hand: Held::new(player.hand),
        joker: joker(state, turn, mode).ok(),
        exchanges: player.bonuses.count(Bonus::Exchange),
        pluses: player.bonuses.count(Bonus::PlusOne),
    }
}

fn joker(state: &State, turn: &Turn, mode: Mode) -> Result<Joker, Violation> {
    if state.player(turn.active).title != Some(Title::Hatamoto) {
        return Err(Violation::NotHatamoto);
    }
    if turn.joker_used {
        return Err(Violation::JokerIsUsed);
    }
    if mode == Mode::Koku && !state.options.joker_becomes_koku {
        return Err(Violation::JokerIsNoKoku);
    }
    Ok(state.options.joker)
}

#[inline]
fn fresh(state: &State, turn: &Turn, province: Province, mode: Mode) -> Prospect {
    let means = all_means(state, turn, mode);
    Prospect::new(need(state, province, mode), &means, &state.options)
}

#[inline]
fn prospect(state: &State, turn: &Turn, plan: &Plan) -> Prospect {
    let mut prospect = fresh(state, turn, plan.province, plan.mode);
    for part in plan.parts.iter() {
        prospect.add(*part);
    }
    prospect
}

/// Refuses a part that the player cannot set out.
fn owns(state: &State, turn: &Turn, plan: &Plan, means: &Means, part: Part) -> Applied {
    let tile_used = plan.parts.last().is_some_and(|part| part.is_tile());
    match part {
        Part::Card(card) => {
            if tile_used {
                return Err(Violation::CardAfterTile);
            }
            if !means.hand.has(card) {
                return Err(Violation::CardNotInHand { card });
            }
            let waste = !state.options.waste_is_refused;
            if waste { Ok(()) } else { right_sort(plan.mode, means, card) }
        }
        Part::Joker(card) => {
            let joker = joker(state, turn, plan.mode)?;
            if plan.parts.iter().any(|part| matches!(part, Part::Joker(_))) {
                return Err(Violation::JokerIsUsed);
            }
            if tile_used {
                return Err(Violation::CardAfterTile);
            }
            if !jokers(Some(joker)).any(|allowed| allowed == card) {
                return Err(Violation::JokerIsNoSuchCard { card });
            }
            Ok(())
        }
        Part::Exchange { .. } => {
            let plus_used = plan.parts.iter().any(|part| matches!(part, Part::PlusOne(_)));
            if plus_used && state.options.tile_order == TileOrder::ExchangesFirst {
                return Err(Violation::ExchangesFirst);
            }
            if means.exchanges == 0 { Err(Violation::NoTileLeft) } else { Ok(()) }
        }
        Part::PlusOne(_) if means.pluses == 0 => Err(Violation::NoTileLeft),
        Part::PlusOne(_) => Ok(()),
    }
}

/// Cards of the other sort are of use only if exchanges change them.
fn right_sort(mode: Mode, means: &Means, card: Card) -> Applied {
    let fits = card.is_koku() == (mode == Mode::Koku);
    if fits || means.exchanges > 0 { Ok(()) } else { Err(Violation::WrongSort { card }) }
}

/// Refuses a tile that has nothing to work on.
fn finds_its_element(prospect: &Prospect, part: Part) -> Applied {
    match part {
        Part::Exchange { from, to } if from == to || !prospect.has(from) => {
            Err(Violation::NothingToExchange { from, to })
        }
        Part::PlusOne(element) if !prospect.has(element) => {
            Err(Violation::NothingToCount { element })
        }
        Part::PlusOne(element) if !prospect.counts(element) => Err(Violation::NoKokuCard),
        _ => Ok(()),
    }
}
