//! The game as the rest of the platform sees it.

use alloc::vec::Vec;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, SeatSet, Seen, Step};

use crate::state::{Phase, Player, SEATS_MAX, State};
use crate::{
    Action, Applied, Board, Event, FigureCounts, FigureSet, Options, Settlement, TableFacts,
    Violation,
};
use crate::{figures, hands, options, scoring, seen, turn};

#[derive(Clone, Copy, Debug)]
pub struct Samurai;

/// A match of four is the longest; a step that was taken back does not count.
/// One draw of the start seat. Six steps for each of four starting hands. 36
/// figures. At most 72 tiles: 56 that fill the land, 12 ships, 4 figure
/// exchanges; 8 of them are exchanges and take two steps. As many turns as
/// tiles at most, each with its end. 15 tiles drawn from each of four pools.
const STEPS_MAX: u32 = 1 + 4 * 6 + 36 + (72 + 8) + 72 + 4 * 15;

impl Rules for Samurai {
    const FACTS: Facts = Facts {
        id: "samurai",
        title: "Samurai",
        summary: "Surround the settlements of Japan and win the most helmets, buddhas or rice.",
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
        events: &mut Vec<Event>,
    ) -> Result<State, Violation> {
        if !(2..=SEATS_MAX).contains(&seats.get()) {
            return Err(Violation::TableSize);
        }
        let mut state = empty_table(*options, seats);
        if let Some(seat) = options.start_seat {
            if !seats.has(seat) {
                return Err(Violation::StartSeatNotAtTable { seat });
            }
            hands::begin(&mut state, seat, events);
        }
        Ok(state)
    }

    fn pending(state: &State) -> Pending {
        match state.phase {
            Phase::DrawStartSeat => Pending::draw(state.seats.get()),
            Phase::ChooseHands { sealed } => {
                let mut seats = SeatSet::all(state.seats);
                sealed.iter().for_each(|seat| seats.remove(seat));
                Pending::Seats(seats)
            }
            Phase::DealHands { seat } | Phase::Refill { seat } => {
                Pending::draw(state.player(seat).pool.len())
            }
            Phase::PlaceFigures { active } => Pending::only(active),
            Phase::ScatterFigures => Pending::draw(figures::places(state).count()),
            Phase::Play(turn) => Pending::only(turn.active),
            Phase::Over(_) => Pending::Over(scoring::outcome(state)),
        }
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        match state.phase {
            Phase::ChooseHands { sealed } if state.seats.has(seat) && !sealed.contains(seat) => {
                hands::list(state.player(seat), actions);
            }
            Phase::PlaceFigures { active } if active == seat => {
                let places = figures::places(state);
                actions.extend(
                    places.map(|(figure, settlement)| Action::PlaceFigure { figure, settlement }),
                );
            }
            Phase::Play(turn) if turn.active == seat => turn::list(state, &turn, actions),
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
        matches!(action, Action::ChooseTile(_) | Action::ReturnTile(_))
    }

    fn is_retraction(action: &Action) -> bool {
        matches!(action, Action::ReturnTile(_))
    }
}

fn empty_table(options: Options, seats: SeatCount) -> State {
    let mut players = [Player::default(); SEATS_MAX];
    players[..seats.get()].fill(Player::new());
    State {
        options,
        seats,
        start_seat: None,
        phase: Phase::DrawStartSeat,
        supply: FigureCounts::each(TableFacts::of(seats).figures_per_type),
        set_aside: FigureCounts::NONE,
        figures: [FigureSet::EMPTY; Settlement::COUNT],
        board: Board::new(seats),
        players,
    }
}

fn act(state: &mut State, seat: Seat, action: Action, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::ChooseHands { sealed } => hands::act(state, sealed, seat, action, events),
        Phase::PlaceFigures { active } if active == seat => {
            figures::act(state, seat, action, events)
        }
        Phase::Play(turn) if turn.active == seat => turn::act(state, turn, action, events),
        Phase::Over(_) => Err(Violation::GameIsOver),
        _ => Err(Violation::NotOnTurn),
    }
}

fn drawn(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    match state.phase {
        Phase::DrawStartSeat => {
            let seat = state.seats.seats().nth(value as usize).ok_or(Violation::NoSuchDraw)?;
            hands::begin(state, seat, events);
            Ok(())
        }
        Phase::DealHands { seat } => hands::draw(state, seat, value, events),
        Phase::ScatterFigures => figures::draw(state, value, events),
        Phase::Refill { seat } => turn::draw(state, seat, value, events),
        _ => Err(Violation::NoSuchDraw),
    }
}
