//! The game as the rest of the platform sees it.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, Seen, Step};

use crate::number::{ARMIES, FARMERS, SEATS_MAX, SEATS_MIN, YEARS};
use crate::season::EVENTS_PER_YEAR;
use crate::state::{DraftStep, Phase, Player, State, Task, WinterTask};
use crate::{Action, Cubes, Event, EventCard, EventSet, Holding, Options, Order, Province};
use crate::{Applied, Season, Space, Special, TableFacts, Tower, Violation};
use crate::{acting, bidding, draft, line_up, marching, options, planning, scoring, season};
use crate::{seeding, seen, winter};

#[derive(Clone, Copy, Debug)]
pub struct Shogun;

/// No throw has more cubes than there are; 5 · n + 29 draws let n cubes fall
/// (SHO-8.8).
const THROW_MAX: u32 = 5 * (SEATS_MAX as u32 * ARMIES as u32 + FARMERS as u32) + 29;
/// A season has 9 draws for its cards, 4 for those turned up later, and one
/// for its event. Each seat lays at most 11 cards, seals, is at most once drawn
/// out of a tie, takes a special card, and marches three times in two steps.
/// It throws at most twice for combat and twice for revolts.
const SEASON_MAX: u32 = 14 + SEATS_MAX as u32 * (Space::COUNT as u32 + 3 + 6 + 4 * THROW_MAX);
/// Of each seat at most three provinces are drawn, chosen and thrown for.
const WINTER_MAX: u32 = SEATS_MAX as u32 * 3 * (2 + THROW_MAX);
/// Before the first year: one start seat or four letters; in each of at most 35
/// turns of the draft two draws for an exchange, one more to fill up, the
/// exchange itself, a card, its draw, and a group; the first throw.
const SETUP_MAX: u32 = 4 + 2 + 35 * 7 + THROW_MAX;
/// A match, with the draws of each year's events.
const STEPS_MAX: u32 =
    SETUP_MAX + YEARS as u32 * (EVENTS_PER_YEAR as u32 + 3 * SEASON_MAX + WINTER_MAX);

impl Rules for Shogun {
    const FACTS: Facts = Facts {
        id: "shogun",
        title: "Shogun",
        summary: "Plan your provinces in secret, and let the cube tower decide the battles.",
        rules_version: "1.2.0",
        seats_min: SEATS_MIN as u32,
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
        if !(SEATS_MIN..=SEATS_MAX).contains(&seats.get()) {
            return Err(Violation::TableSize);
        }
        let mut state = empty_table(*options, seats);
        line_up::begin(&mut state);
        Ok(state)
    }

    fn pending(state: &State) -> Pending {
        match state.phase {
            Phase::DrawLetter { .. } => Pending::draw(line_up::letters(state).count()),
            Phase::DrawFirst => Pending::draw(state.seats.get()),
            Phase::Draft(turn) => match turn.step {
                DraftStep::Open | DraftStep::Blind => Pending::draw(state.draft_deck().len()),
                DraftStep::Choose | DraftStep::Place(_) => Pending::only(turn.active),
            },
            Phase::SeedTower => throw(state),
            Phase::DrawYearEvents => Pending::draw(state.event_deck().len()),
            Phase::LayOutActions | Phase::TurnUp { .. } => {
                Pending::draw(season::face_down(state).len())
            }
            Phase::LayOutSpecials => Pending::draw(season::undealt(state).count()),
            Phase::Plan(planning) => Pending::Seats(planning.open()),
            Phase::DrawEvent => Pending::draw(state.events_open.len()),
            Phase::RankBids => Pending::draw(bidding::tied(state).len()),
            Phase::PickSpecial => Pending::Seats(bidding::picker(state).into_iter().collect()),
            Phase::Act(turn) => match turn.task {
                Task::Battle { .. } => throw(state),
                Task::ChooseTarget | Task::ChooseArmies { .. } => {
                    Pending::Seats(acting::seat(state, turn.place).into_iter().collect())
                }
            },
            Phase::Winter(revolts) => match revolts.task {
                WinterTask::Draw { .. } => Pending::draw(winter::calm(state, &revolts).len()),
                WinterTask::Choose => {
                    Pending::Seats(acting::seat(state, revolts.place).into_iter().collect())
                }
                WinterTask::Battle { .. } => throw(state),
            },
            Phase::Over => Pending::Over(scoring::outcome(state)),
        }
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        match state.phase {
            Phase::Draft(turn) if turn.active == seat => draft::list(state, turn, actions),
            Phase::Plan(planning) if planning.open().contains(seat) => {
                planning::list(state, seat, actions);
            }
            Phase::PickSpecial if bidding::picker(state) == Some(seat) => {
                actions.extend(bidding::on_display(state).map(Action::PickSpecial));
            }
            Phase::Act(turn) if acting::seat(state, turn.place) == Some(seat) => {
                marching::list(state, &turn, actions);
            }
            Phase::Winter(revolts) if acting::seat(state, revolts.place) == Some(seat) => {
                winter::list(&revolts, actions);
            }
            _ => {}
        }
    }

    fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
        match step {
            Step::Act { seat, action } => act(state, *seat, *action, events),
            Step::Drawn(value) => drawn(state, *value, events),
        }
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
        matches!(action, Action::LayCard { .. } | Action::TakeBack { .. })
    }

    fn is_retraction(action: &Action) -> bool {
        matches!(action, Action::TakeBack { .. } | Action::Reconsider)
    }
}

fn empty_table(options: Options, seats: SeatCount) -> State {
    let mut state = State {
        options,
        seats,
        year: 1,
        season: Season::Spring,
        phase: Phase::DrawFirst,
        provinces: [Holding::default(); Province::COUNT],
        players: [Player::default(); SEATS_MAX],
        farmers: FARMERS,
        tray: Cubes::NONE,
        tower: Tower::default(),
        draft: Default::default(),
        action_cards: [None::<Order>; Order::COUNT],
        specials: [None::<Special>; Special::COUNT],
        ranking: [None; SEATS_MAX],
        turn_order: [None; Special::COUNT],
        events_open: EventSet::EMPTY,
        event: None::<EventCard>,
        events_gone: EventSet::EMPTY,
    };
    for seat in seats.seats() {
        state.player_mut(seat).supply = ARMIES;
        state.gain_chests(seat, TableFacts::of(seats).chests);
    }
    state
}

fn throw(state: &State) -> Pending {
    Pending::Draw { sides: state.tower.sides().unwrap_or(NonZeroU32::MIN) }
}

fn act(state: &mut State, seat: Seat, action: Action, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::Draft(turn) if turn.active == seat => draft::act(state, turn, action, events),
        Phase::Plan(planning) => planning::act(state, planning, seat, action, events),
        Phase::PickSpecial if bidding::picker(state) == Some(seat) => {
            bidding::act(state, seat, action, events)
        }
        Phase::Act(turn) if acting::seat(state, turn.place) == Some(seat) => {
            marching::act(state, turn, action, events)
        }
        Phase::Winter(revolts) if acting::seat(state, revolts.place) == Some(seat) => {
            winter::act(state, revolts, action, events)
        }
        Phase::Over => Err(Violation::GameIsOver),
        _ => Err(Violation::NotOnTurn),
    }
}

fn drawn(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::DrawLetter { seat } => line_up::draw(state, seat, value, events),
        Phase::DrawFirst => draft::draw_first(state, value, events),
        Phase::Draft(turn) => draft::draw(state, turn, value, events),
        Phase::SeedTower => seeding::draw(state, value, events),
        Phase::DrawYearEvents => season::draw_year_event(state, value, events),
        Phase::LayOutActions => season::draw_action(state, value, events),
        Phase::LayOutSpecials => season::draw_special(state, value, events),
        Phase::DrawEvent => bidding::draw_event(state, value, events),
        Phase::RankBids => bidding::draw_tie(state, value, events),
        Phase::Act(turn) => acting::draw(state, turn, value, events),
        Phase::TurnUp { position } => acting::draw_action(state, position, value, events),
        Phase::Winter(revolts) => winter::draw(state, revolts, value, events),
        Phase::Plan(_) | Phase::PickSpecial | Phase::Over => Err(Violation::NoSuchDraw),
    }
}
