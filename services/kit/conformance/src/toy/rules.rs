//! The rules of Envelopes.

use std::num::NonZeroU32;

use kit_rules::{
    Facts, OptionFact, Outcome, Pending, Rules, ScoreLine, Seat, SeatCount, Seen, Step,
};

use super::state::ROUNDS_MAX;
use super::{Action, Applied, Card, Event, Illegal, State};

/// The game.
#[derive(Debug)]
pub enum Envelopes {}

/// What is agreed on before a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many rounds are played.
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 3 }
    }
}

impl Rules for Envelopes {
    const FACTS: Facts = Facts {
        id: "envelopes",
        title: "Envelopes",
        summary: "Everybody bids a card in secret; the highest that nobody else has bid wins.",
        rules_version: "1",
        seats_min: 2,
        seats_max: 5,
        // Five seats and five rounds: seven cards are dealt to each, and each
        // chooses and seals five times.
        steps_max: 5 * 7 + 5 * 5 * 2,
        options: &[OptionFact {
            name: "rounds",
            help: "How many rounds are played.",
            values: &["1", "2", "3", "4", "5"],
            default: "3",
        }],
    };

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Violation = Illegal;

    fn setup(options: &Options, seats: SeatCount, _: &mut Vec<Event>) -> Result<State, Illegal> {
        let rounds = options.rounds;
        if (1..=ROUNDS_MAX).contains(&rounds) {
            Ok(State::new(rounds, seats))
        } else {
            Err(Illegal::Rounds { rounds })
        }
    }

    fn pending(state: &State) -> Pending {
        if state.is_over() {
            return Pending::Over(outcome(state));
        }
        if state.dealt_to().is_some() {
            let sides = NonZeroU32::new(state.pile.len()).expect("the pile lasts for all rounds");
            return Pending::Draw { sides };
        }
        Pending::Seats(state.awaited())
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if !state.awaited().contains(seat) {
            return;
        }
        let player = &state.players[seat.index()];
        if player.envelope.is_some() {
            actions.extend([Action::TakeBack, Action::Seal]);
            return;
        }
        let mut cards = player.hand.clone();
        cards.dedup();
        actions.extend(cards.into_iter().map(Action::Choose));
    }

    fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
        match step {
            Step::Drawn(index) => deal(state, *index, events),
            Step::Act { seat, action: Action::Choose(card) } => {
                choose(state, *seat, *card, events)?;
            }
            Step::Act { seat, action: Action::TakeBack } => take_back(state, *seat, events)?,
            Step::Act { seat, action: Action::Seal } => seal(state, *seat, events)?,
        }
        Ok(())
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        match event {
            Event::Dealt { .. } => &["ENV-2"],
            Event::Chosen { .. } => &["ENV-3"],
            Event::TakenBack { .. } => &["ENV-4"],
            Event::Sealed { .. } => &["ENV-5"],
            Event::Opened { .. } => &["ENV-6"],
            Event::Won { .. } => &["ENV-7"],
            Event::NobodyWon => &["ENV-8"],
        }
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Opened { .. })
    }

    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        match event {
            Event::Dealt { seat, .. } if viewer != Some(*seat) => {
                Seen::Part(format!("{seat} is dealt a card"))
            }
            Event::Chosen { seat, .. } | Event::TakenBack { seat, .. } if viewer != Some(*seat) => {
                Seen::Nothing
            }
            Event::Dealt { .. }
            | Event::Chosen { .. }
            | Event::TakenBack { .. }
            | Event::Sealed { .. }
            | Event::Opened { .. }
            | Event::Won { .. }
            | Event::NobodyWon => Seen::Whole,
        }
    }

    fn is_secret(action: &Action) -> bool {
        matches!(action, Action::Choose(_) | Action::TakeBack)
    }

    fn is_retraction(action: &Action) -> bool {
        matches!(action, Action::TakeBack)
    }
}

fn deal(state: &mut State, index: u32, events: &mut Vec<Event>) {
    let seat = state.dealt_to().expect("a draw is pending only while cards are dealt");
    let card = state.pile.draw(index);
    let hand = &mut state.players[seat.index()].hand;
    hand.push(card);
    hand.sort();
    events.push(Event::Dealt { seat, card: Some(card) });
}

fn choose(
    state: &mut State,
    seat: Seat,
    card: Card,
    events: &mut Vec<Event>,
) -> Result<(), Illegal> {
    let player = &mut state.players[seat.index()];
    if player.envelope.is_some() {
        return Err(Illegal::EnvelopeFull);
    }
    if !player.hand.contains(&card) {
        return Err(Illegal::NotInHand { card });
    }
    player.envelope = Some(card);
    events.push(Event::Chosen { seat, card: Some(card) });
    Ok(())
}

fn take_back(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
    let player = &mut state.players[seat.index()];
    let card = player.envelope.take().ok_or(Illegal::NothingToTakeBack)?;
    events.push(Event::TakenBack { seat, card: Some(card) });
    Ok(())
}

fn seal(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
    let player = &mut state.players[seat.index()];
    if player.envelope.is_none() {
        return Err(Illegal::NothingToSeal);
    }
    player.sealed = true;
    events.push(Event::Sealed { seat });
    if state.players.iter().all(|player| player.sealed) {
        open(state, events);
    }
    Ok(())
}

/// Opens all envelopes: their cards move from the hands into the open.
fn open(state: &mut State, events: &mut Vec<Event>) {
    let mut bids = Vec::new();
    for (index, player) in state.players.iter_mut().enumerate() {
        let card = player.envelope.take().expect("a sealed envelope holds a card");
        let at = player.hand.iter().position(|held| *held == card);
        player.hand.remove(at.expect("the card in an envelope is in the hand"));
        player.played.push(card);
        player.sealed = false;
        bids.push(card);
        events.push(Event::Opened { seat: Seat::from_index(index), card });
    }
    match State::winner(&bids) {
        Some(seat) => {
            state.players[seat.index()].points += state.round;
            events.push(Event::Won { seat, points: state.round });
        }
        None => events.push(Event::NobodyWon),
    }
    state.round += 1;
}

fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.seats().map(|(seat, player)| {
        let line = ScoreLine { label: "points", value: i64::from(player.points) };
        (seat, player.points, vec![line])
    }))
}
