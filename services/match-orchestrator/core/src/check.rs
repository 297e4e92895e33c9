//! Checks of everything that rules answer, so that a broken game harms no match
//! but its own calls.

use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Schema;
use kit_rules::{Seat, SeatCount, SeatSet};
use match_orchestrator_draws::{Entropy, Numbers};

use crate::game_match::read_seats;
use crate::limits::{DRAWS_MAX, EVENTS_BYTES_MAX, EVENTS_MAX, STATE_BYTES_MAX};
use crate::plain_text::is_plain;

/// What rules got wrong. Never sent to a client: it is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nonsense {
    /// The answer is empty.
    #[error("the answer holds no step")]
    NoStep,
    #[error("the state is empty or larger than {STATE_BYTES_MAX} bytes")]
    StateSize,
    /// The state is no message of the schema.
    #[error("the state does not parse as the registered schema")]
    StateUnreadable,
    /// An event is no message of the schema.
    #[error("an event does not parse as the registered schema")]
    EventUnreadable,
    /// There are too many events, or they are too large.
    #[error("there are more than {EVENTS_MAX} events or {EVENTS_BYTES_MAX} bytes of them")]
    EventsSize,
    /// A text is not for people.
    #[error("a text is longer than a line, or has control characters")]
    Text,
    /// The seats to act are not seats of the match.
    #[error("the seats to act are not ascending seats of the match")]
    Seats,
    /// Somebody is to act after the end.
    #[error("the match is over but seats are to act")]
    OverWithSeats,
    /// Nobody is to act before the end.
    #[error("nobody is to act but the match is not over")]
    NobodyToAct,
    /// The standings are not those of the match.
    #[error("the standings do not rank every seat once")]
    Standings,
    #[error("a draw is not what the entropy gives, or there are more than {DRAWS_MAX}")]
    Draw,
    /// A step is secret to somebody else.
    #[error("a secret step is not secret to the acting seat")]
    SecretSeat,
    /// A secret step is not one.
    #[error("a secret step changes what others see")]
    SecretVisible,
    /// More was taken back than done.
    #[error("more actions take something back than there are")]
    Retractions,
    /// An action is no message of the schema.
    #[error("an action does not parse as the registered schema")]
    ActionUnreadable,
    /// The sentences are not one for each event.
    #[error("one sentence per event was asked for")]
    Sentences,
}

/// What a step is checked against.
pub(crate) struct Expectation<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) seats: SeatCount,
    pub(crate) entropy: &'a Entropy,
    /// What the step was taken from; none for a setup.
    pub(crate) before: Option<Before<'a>>,
}

/// The position in which a seat acted.
#[derive(Clone, Copy)]
pub(crate) struct Before<'a> {
    pub(crate) state: &'a [u8],
    pub(crate) seat: Seat,
    pub(crate) awaited: SeatSet,
    /// How many actions it took.
    pub(crate) actions: usize,
}

pub(crate) fn check_step(
    step: Option<rules::Step>,
    expectation: &Expectation<'_>,
) -> Result<rules::Step, Nonsense> {
    let step = step.ok_or(Nonsense::NoStep)?;
    if step.state.is_empty() || step.state.len() > STATE_BYTES_MAX {
        return Err(Nonsense::StateSize);
    }
    expectation.schema.check_state(&step.state).map_err(|_| Nonsense::StateUnreadable)?;
    check_events(&step.events, expectation.schema)?;
    check_seats(&step, expectation.seats)?;
    check_draws(&step.draws, expectation.entropy)?;
    check_secret(&step, expectation)?;
    let actions = expectation.before.map_or(0, |before| before.actions);
    if step.retractions as usize > actions {
        return Err(Nonsense::Retractions);
    }
    Ok(step)
}

fn check_events(events: &[rules::Event], schema: &Schema) -> Result<(), Nonsense> {
    let bytes: usize = events.iter().map(|event| event.payload.len()).sum();
    if events.len() > EVENTS_MAX || bytes > EVENTS_BYTES_MAX {
        return Err(Nonsense::EventsSize);
    }
    for event in events {
        schema.check_event(&event.payload).map_err(|_| Nonsense::EventUnreadable)?;
        if !event.rules.iter().all(|rule| is_plain(rule)) {
            return Err(Nonsense::Text);
        }
    }
    Ok(())
}

fn check_seats(step: &rules::Step, seats: SeatCount) -> Result<(), Nonsense> {
    let at_table = |number: &u32| Seat::new(*number).is_some_and(|seat| seats.has(seat));
    let ascending = step.seats_to_act.windows(2).all(|pair| pair[0] < pair[1]);
    if !ascending || !step.seats_to_act.iter().all(at_table) {
        return Err(Nonsense::Seats);
    }
    match (&step.outcome, step.seats_to_act.is_empty()) {
        (Some(_), false) => Err(Nonsense::OverWithSeats),
        (None, true) => Err(Nonsense::NobodyToAct),
        (None, false) => Ok(()),
        (Some(outcome), true) => check_standings(outcome, seats),
    }
}

fn check_standings(outcome: &rules::Outcome, seats: SeatCount) -> Result<(), Nonsense> {
    let mut ranked: Vec<u32> = outcome.standings.iter().map(|standing| standing.seat).collect();
    ranked.sort_unstable();
    let every_seat_once = ranked.iter().copied().eq(seats.seats().map(Seat::number));
    let best_first = outcome.standings.windows(2).all(|pair| pair[0].rank <= pair[1].rank);
    let is_place = |standing: &rules::Standing| (1..=seats.get() as u32).contains(&standing.rank);
    if !every_seat_once || !best_first || !outcome.standings.iter().all(is_place) {
        return Err(Nonsense::Standings);
    }
    let mut score = outcome.standings.iter().flat_map(|standing| &standing.score);
    if score.all(|line| is_plain(&line.label)) { Ok(()) } else { Err(Nonsense::Text) }
}

/// The orchestrator owns all randomness: a rules service can't choose a draw.
fn check_draws(draws: &[rules::Draw], entropy: &Entropy) -> Result<(), Nonsense> {
    if draws.is_empty() {
        return Ok(());
    }
    if draws.len() > DRAWS_MAX {
        return Err(Nonsense::Draw);
    }
    let mut numbers = Numbers::new(entropy);
    let honest = draws.iter().all(|draw| {
        NonZeroU32::new(draw.sides).is_some_and(|sides| numbers.below(sides) == draw.value)
    });
    if honest { Ok(()) } else { Err(Nonsense::Draw) }
}

/// Checks what people read on the actions that they may take.
pub(crate) fn check_labels(actions: &[rules::LegalAction]) -> Result<(), Nonsense> {
    let texts = actions.iter().flat_map(|legal| [&legal.label, &legal.group, &legal.element]);
    check_texts(texts)
}

/// Checks what people read about so many events.
pub(crate) fn check_sentences(sentences: &[String], events: usize) -> Result<(), Nonsense> {
    if sentences.len() != events {
        return Err(Nonsense::Sentences);
    }
    check_texts(sentences.iter())
}

fn check_texts<'t>(mut texts: impl Iterator<Item = &'t String>) -> Result<(), Nonsense> {
    if texts.all(|text| is_plain(text)) { Ok(()) } else { Err(Nonsense::Text) }
}

/// A step that claims to be secret must leave every other view as it was, and
/// all its events concealed, because the others are not told of it.
fn check_secret(step: &rules::Step, expectation: &Expectation<'_>) -> Result<(), Nonsense> {
    let Some(secret_to) = Seat::new(step.secret_to) else {
        return if step.secret_to == 0 { Ok(()) } else { Err(Nonsense::SecretSeat) };
    };
    let Some(before) = expectation.before.filter(|before| before.seat == secret_to) else {
        return Err(Nonsense::SecretSeat);
    };
    if step.outcome.is_some() || read_seats(&step.seats_to_act) != before.awaited {
        return Err(Nonsense::SecretVisible);
    }
    let schema = expectation.schema;
    let same = schema
        .same_for_others(before.state, &step.state, secret_to)
        .map_err(|_| Nonsense::StateUnreadable)?;
    if !same {
        return Err(Nonsense::SecretVisible);
    }
    for event in &step.events {
        let concealed = schema
            .concealed_from_others(&event.payload, secret_to)
            .map_err(|_| Nonsense::EventUnreadable)?;
        if !concealed {
            return Err(Nonsense::SecretVisible);
        }
    }
    Ok(())
}
