//! The game as the rest of the platform sees it.

use alloc::vec::Vec;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, Seen, Step};

use crate::building::City;
use crate::piles::{Tokken, Trade};
use crate::player::Player;
use crate::space::Space;
use crate::squad::Squad;
use crate::state::{Phase, Relocation, SEATS_MAX, State, TurnStep};
use crate::tables::START_RYO;
use crate::token::{DemandSet, PrivilegeSet};
use crate::trading_card::TradingSet;
use crate::{Action, Applied, Event, Options, Violation};
use crate::{flow, options, planning, positions, relocation, round, scoring, setup, store};
use crate::{seen, turn, wages};

#[derive(Clone, Copy, Debug)]
pub struct Edo;

/// Draws of the layout: start seat, six profit tiles, two trading cards, eight
/// tokens, three Ronin.
const LAYOUT: u32 = 1 + 6 + 2 + 8 + 3;
/// A plan: three cards, at most four, three and three officials, the seal.
const PLAN: u32 = 3 + (4 + 3 + 3) + 1;
/// A turn: five samurai, the merchant, the end of movement. Four officials at
/// most take three steps each: two journeys and their end, two offers and
/// their end, or a demand and two tokens turned up. One of them may disperse
/// instead: it is named, two samurai come, the gathering ends, and three Ronin
/// take a draw and a choice each, seven steps more. Then the end of the turn.
const TURN: u32 = 7 + (4 * 3 + 7) + 1;
/// Wages: five samurai go home, the others are paid. A slot brings twelve
/// resources at most (three officials harvest four rice each), and whoever
/// begins a round with a full store returns them one by one.
const UPKEEP: u32 = 5 + 1 + 3 * 12;
/// Ten rounds of five seats, each with a Ronin selected, drawn for and sent,
/// and a trading card turned up. Every privilege is used at most once in the
/// game, and three of them bring a resource that may have to be returned.
const STEPS_MAX: u32 = LAYOUT + 2 * 5 + 10 * (3 + 5 * (PLAN + 3 * TURN + UPKEEP) + 1) + 12 + 3;

impl Rules for Edo {
    const FACTS: Facts = Facts {
        id: "edo",
        title: "Edo",
        summary: "Plan in secret, send samurai through the land, and build up the shogun's city. \
                  Most numbers of the base game are reconstructed: correct them in \
                  services/edo/rules/data/edo.toml.",
        rules_version: "1.1.0",
        seats_min: 2,
        seats_max: SEATS_MAX as u32,
        steps_max: STEPS_MAX,
        options: options::FACTS,
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Violation = Violation;

    fn setup(
        options: &Options,
        seats: SeatCount,
        _events: &mut Vec<Event>,
    ) -> Result<State, Violation> {
        if (2..=SEATS_MAX).contains(&seats.get()) {
            Ok(empty_table(*options, seats))
        } else {
            Err(Violation::TableSize)
        }
    }

    fn pending(state: &State) -> Pending {
        match state.phase {
            Phase::Setup => {
                Pending::draw(setup::next_draw(state).map_or(0, |d| setup::sides(state, d)))
            }
            Phase::Positions { taken } => Pending::only(positions::active(state, taken)),
            Phase::SelectRonin => Pending::only(state.first()),
            Phase::Relocate(relocation) => relocating(&relocation, state.first()),
            Phase::Plan(planning) => Pending::Seats(planning.open()),
            Phase::Turn(turn) => match turn.step {
                TurnStep::Relocating(relocation) => relocating(&relocation, turn.active),
                TurnStep::TurnUpDemand => Pending::draw(state.tokken.demand_stack.len()),
                TurnStep::TurnUpPrivilege => Pending::draw(state.tokken.privilege_stack.len()),
                _ => Pending::only(turn.active),
            },
            Phase::Wages { seat } | Phase::Store { seat } => Pending::only(seat),
            Phase::NextCard => Pending::draw(state.trade.pile.len()),
            Phase::Over(_) => Pending::Over(scoring::outcome(state)),
        }
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if !Self::pending(state).seats().contains(seat) {
            return;
        }
        match state.phase {
            Phase::Positions { .. } => positions::list(state, seat, actions),
            Phase::SelectRonin => {
                actions.extend(relocation::choices(state).iter().map(Action::SelectRonin));
            }
            Phase::Relocate(Relocation { from, tile: Some(tile), .. }) => {
                let candidates = relocation::candidates(state, from, tile);
                actions.extend(candidates.iter().map(Action::RelocateRonin));
            }
            Phase::Plan(_) => planning::list(state.player(seat), actions),
            Phase::Turn(turn) => turn::list(state, &turn, actions),
            Phase::Wages { .. } => wages::list(state, seat, actions),
            Phase::Store { .. } => store::list(state, seat, actions),
            Phase::Setup | Phase::Relocate(_) | Phase::NextCard | Phase::Over(_) => {}
        }
    }

    fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
        match step {
            Step::Act { seat, action } => act(state, *seat, *action, events)?,
            Step::Drawn(value) => drawn(state, *value, events)?,
        }
        flow::advance(state, events);
        Ok(())
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        event.causes()
    }

    fn reveals(event: &Event) -> bool {
        event.reveals()
    }

    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        seen::seen(event, viewer)
    }

    fn is_secret(action: &Action) -> bool {
        matches!(
            action,
            Action::LayCard { .. }
                | Action::TakeBackCard { .. }
                | Action::AddOfficial { .. }
                | Action::TakeBackOfficial { .. }
        )
    }

    fn is_retraction(action: &Action) -> bool {
        matches!(action, Action::TakeBackCard { .. } | Action::TakeBackOfficial { .. })
    }
}

fn empty_table(options: Options, seats: SeatCount) -> State {
    let mut players = [Player::default(); SEATS_MAX];
    players[..seats.get()].fill(Player::new(START_RYO));
    let mut tokken = Tokken::default();
    if options.tokken {
        tokken.demand_stack = DemandSet::ALL;
        tokken.privilege_stack = PrivilegeSet::ALL;
    }
    State {
        options,
        seats,
        start_seat: None,
        round: 0,
        phase: Phase::Setup,
        merchant: Space::EDO,
        trade: Trade { pile: TradingSet::ALL, ..Trade::default() },
        cities: [City::default(); Space::CITIES],
        tokken,
        ronin: Squad::EMPTY,
        players,
    }
}

fn relocating(relocation: &Relocation, seat: Seat) -> Pending {
    if relocation.tile.is_some() {
        Pending::only(seat)
    } else {
        Pending::draw(relocation::bag(relocation).len())
    }
}

fn act(state: &mut State, seat: Seat, action: Action, events: &mut Vec<Event>) -> Applied {
    if let Phase::Over(_) = state.phase {
        return Err(Violation::GameIsOver);
    }
    if let Phase::Plan(planning) = state.phase {
        return planning::act(state, planning, seat, action, events);
    }
    if !Edo::pending(state).seats().contains(seat) {
        return Err(Violation::NotOnTurn);
    }
    match (state.phase, action) {
        (Phase::Positions { taken }, _) => positions::act(state, taken, action, events),
        (Phase::SelectRonin, Action::SelectRonin(space)) => {
            relocation::select(state, space, events)
        }
        (Phase::SelectRonin, _) => Err(Violation::SelectRoninFirst),
        (Phase::Relocate(relocation), Action::RelocateRonin(to)) => {
            relocation::act(state, &relocation, to, events)
        }
        (Phase::Relocate(_), _) => Err(Violation::RelocateFirst),
        (Phase::Turn(turn), _) => turn::act(state, turn, action, events),
        (Phase::Wages { .. }, _) => wages::act(state, seat, action, events),
        (Phase::Store { .. }, _) => store::act(state, seat, action, events),
        (Phase::Setup | Phase::Plan(_) | Phase::NextCard | Phase::Over(_), _) => {
            Err(Violation::NotOnTurn)
        }
    }
}

fn drawn(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::Setup => setup::draw(state, value, events),
        Phase::Relocate(relocation) if relocation.tile.is_none() => {
            let drawn = relocation::draw(relocation, state.first(), value, events)?;
            state.phase = Phase::Relocate(drawn);
            Ok(())
        }
        Phase::Turn(turn) => turn::draw(state, turn, value, events),
        Phase::NextCard => round::draw_card(state, value, events),
        _ => Err(Violation::NoSuchDraw),
    }
}
