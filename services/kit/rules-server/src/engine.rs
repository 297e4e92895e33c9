//! Engine of a rules service: what its calls do, without gRPC around them.

use std::num::NonZeroU32;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_reason::Reason;
use kit_rules::{Facts, Pending, Refusal, Rules, Seat, SeatCount, Step, Violation, take};
use match_orchestrator_draws::{Entropy, Numbers};
use prost::{Message, Name};

use crate::wire::{ActionOf, EventOf, OptionsOf, StateOf};
use crate::{Malformed, Wire};

/// More draws than this in one commit are a fault of the rules.
const DRAWS_MAX: usize = 10_000;

/// What the game is.
pub fn describe<W: Wire>() -> pb::DescribeResponse {
    let facts = W::Game::FACTS;
    let options = facts
        .options
        .iter()
        .map(|option| pb::GameOption {
            name: option.name.to_owned(),
            help: option.help.to_owned(),
            values: option.values.iter().map(|value| (*value).to_owned()).collect(),
            default_value: option.default.to_owned(),
        })
        .collect();
    let game = pb::Game {
        id: facts.id.to_owned(),
        title: facts.title.to_owned(),
        summary: facts.summary.to_owned(),
        rules_version: facts.rules_version.to_owned(),
        seats_min: facts.seats_min,
        seats_max: facts.seats_max,
        steps_max: facts.steps_max,
        options,
        options_message: W::Options::full_name(),
        state_message: W::State::full_name(),
        action_message: W::Action::full_name(),
        event_message: W::Event::full_name(),
    };
    pb::DescribeResponse {
        game: Some(game),
        descriptor_set: Bytes::from_static(W::descriptor_set()),
    }
}

/// Sets up a match.
///
/// # Errors
/// If options, seats or entropy can't be read, or the rules refuse them.
pub fn setup<W: Wire>(request: pb::SetupRequest) -> Result<pb::Step, Reason> {
    let mut faults = Vec::new();
    let options = Malformed::gather(
        &mut faults,
        decode::<W::Options>("options", &request.options)
            .and_then(|message| W::options_from_proto(message).map_err(|e| e.inside("options"))),
    );
    let seats = Malformed::gather(&mut faults, seat_count(&W::Game::FACTS, request.seats));
    let entropy = Malformed::gather(&mut faults, read_entropy(&request.entropy));
    let (Some(options), Some(seats), Some(entropy)) = (options, seats, entropy) else {
        return Err(Reason::Malformed(faults));
    };
    let options: OptionsOf<W> = options;
    let mut run = Run::<W>::new(&entropy);
    let state = W::Game::setup(&options, seats, &mut run.events)
        .map_err(|violation| refused(&Refusal::Rule(violation), None))?;
    run.settle(state).map(|(state, run)| run.finish(&state, None))
}

/// Applies a batch of actions, all or none.
///
/// An action that draws or reveals something must be the last. Otherwise the
/// answer to what follows it would tell what comes of it, also when all of it is
/// refused: whoever does not like it could do something else instead.
///
/// # Errors
/// If anything can't be read or an action is refused.
pub fn apply<W: Wire>(request: pb::ApplyRequest) -> Result<pb::Step, Reason> {
    let mut faults = Vec::new();
    let state = Malformed::gather(&mut faults, read_state::<W>(&request.state));
    let seat = Malformed::gather(&mut faults, read_seat("seat", request.seat));
    let entropy = Malformed::gather(&mut faults, read_entropy(&request.entropy));
    let actions: Vec<ActionOf<W>> = (0..)
        .zip(&request.actions)
        .filter_map(|(index, bytes)| Malformed::gather(&mut faults, read_action::<W>(index, bytes)))
        .collect();
    if request.actions.is_empty() {
        faults.extend(Malformed::field("actions", "send at least one action").faults);
    }
    let (Some(state), Some(seat), Some(entropy), true) = (state, seat, entropy, faults.is_empty())
    else {
        return Err(Reason::Malformed(faults));
    };

    let secret = actions.iter().all(W::Game::is_secret);
    let retractions = actions.iter().filter(|it| W::Game::is_retraction(it)).count() as u32;
    let mut run = Run::<W>::new(&entropy);
    let mut state = state;
    for (index, action) in actions.into_iter().enumerate() {
        if run.is_irreversible() {
            return Err(too_early(index as u32));
        }
        let step = Step::Act { seat, action };
        take::<W::Game>(&mut state, &step, &mut run.events)
            .map_err(|refusal| refused(&refusal, Some(index as u32)))?;
        (state, run) = run.settle(state)?;
    }
    let secret_to = (secret && run.draws.is_empty()).then_some(seat);
    Ok(pb::Step { retractions, ..run.finish(&state, secret_to) })
}

/// Lists what a seat may do.
///
/// # Errors
/// If state or seat can't be read.
pub fn list_legal_actions<W: Wire>(
    request: &pb::ListLegalActionsRequest,
) -> Result<Vec<pb::LegalAction>, Reason> {
    let state = read_state::<W>(&request.state)?;
    let seat = read_seat("seat", request.seat)?;
    Ok(legal::<W>(&state, seat)
        .into_iter()
        .map(|action| {
            let label = W::label(&state, seat, &action);
            pb::LegalAction {
                action: W::action_to_proto(&action).encode_to_vec().into(),
                label: label.text,
                group: label.group.to_owned(),
                element: label.element,
                retracts: W::Game::is_retraction(&action),
                secret: W::Game::is_secret(&action),
            }
        })
        .collect())
}

/// Puts redacted events into sentences.
///
/// # Errors
/// If an event can't be read.
pub fn narrate<W: Wire>(request: &pb::NarrateRequest) -> Result<Vec<String>, Reason> {
    let mut faults = Vec::new();
    let sentences = (0..)
        .zip(&request.events)
        .filter_map(|(index, bytes): (usize, _)| {
            let place = format!("events[{index}]");
            let event = decode::<W::Event>(&place, bytes)
                .and_then(|message| W::event_from_proto(message).map_err(|e| e.inside(&place)));
            Malformed::gather(&mut faults, event).map(|event| event.to_string())
        })
        .collect();
    if faults.is_empty() { Ok(sentences) } else { Err(Reason::Malformed(faults)) }
}

/// Draws a redacted view.
///
/// # Errors
/// If the view or the viewer can't be read.
pub fn render<W: Wire>(request: &pb::RenderRequest) -> Result<String, Reason> {
    let viewer = match request.viewer {
        0 => None,
        number => Some(read_seat("viewer", number)?),
    };
    let view = decode::<W::State>("view", &request.view)?;
    Ok(W::render(view, viewer).map_err(|malformed| malformed.inside("view"))?)
}

/// Chooses a random legal action from a view alone. Retractions are chosen only
/// if there is nothing else, so that a bot never rearranges for ever.
///
/// # Errors
/// If the request can't be read or the seat has nothing to do.
pub fn suggest<W: Wire>(request: &pb::SuggestRequest) -> Result<Bytes, Reason> {
    let seat = read_seat("seat", request.seat)?;
    let entropy = read_entropy(&request.entropy)?;
    let view = decode::<W::State>("view", &request.view)?;
    let state = W::view_from_proto(view, seat).map_err(|malformed| malformed.inside("view"))?;
    let mut actions = legal::<W>(&state, seat);
    if actions.iter().any(|action| !W::Game::is_retraction(action)) {
        actions.retain(|action| !W::Game::is_retraction(action));
    }
    let sides = NonZeroU32::new(actions.len() as u32).ok_or_else(|| Reason::NotAwaited {
        message: format!("{seat} is not to act now"),
        action_index: None,
    })?;
    let choice = Numbers::new(&entropy).below(sides) as usize;
    Ok(W::action_to_proto(&actions[choice]).encode_to_vec().into())
}

/// What one commit collects on its way.
struct Run<W: Wire> {
    numbers: Numbers,
    draws: Vec<pb::Draw>,
    events: Vec<EventOf<W>>,
}

impl<W: Wire> Run<W> {
    fn new(entropy: &Entropy) -> Self {
        Self { numbers: Numbers::new(entropy), draws: Vec::new(), events: Vec::new() }
    }

    /// Draws until seats are awaited or the match is over.
    fn settle(mut self, mut state: StateOf<W>) -> Result<(StateOf<W>, Self), Reason> {
        while let Pending::Draw { sides } = W::Game::pending(&state) {
            assert!(self.draws.len() < DRAWS_MAX, "a commit asks for a bounded number of draws");
            let value = self.numbers.below(sides);
            self.draws.push(pb::Draw { sides: sides.get(), value });
            take::<W::Game>(&mut state, &Step::Drawn(value), &mut self.events)
                .map_err(|refusal| refused(&refusal, None))?;
        }
        Ok((state, self))
    }

    /// Whether somebody has learned something that can't be taken back.
    fn is_irreversible(&self) -> bool {
        !self.draws.is_empty() || self.events.iter().any(W::Game::reveals)
    }

    fn finish(self, state: &StateOf<W>, secret_to: Option<Seat>) -> pb::Step {
        let pending = W::Game::pending(state);
        let seats_to_act = pending.seats().iter().map(Seat::number).collect();
        let outcome = match pending {
            Pending::Over(outcome) => Some(outcome_to_proto(outcome)),
            Pending::Seats(_) | Pending::Draw { .. } => None,
        };
        let irreversible = self.is_irreversible();
        let events = self
            .events
            .iter()
            .map(|event| pb::Event {
                payload: W::event_to_proto(event).encode_to_vec().into(),
                rules: W::Game::causes(event).iter().map(|rule| (*rule).to_owned()).collect(),
            })
            .collect();
        pb::Step {
            state: W::state_to_proto(state).encode_to_vec().into(),
            events,
            seats_to_act,
            outcome,
            draws: self.draws,
            irreversible,
            secret_to: secret_to.map_or(0, Seat::number),
            retractions: 0,
        }
    }
}

fn legal<W: Wire>(state: &StateOf<W>, seat: Seat) -> Vec<ActionOf<W>> {
    let mut actions = Vec::new();
    W::Game::legal_actions(state, seat, &mut actions);
    actions
}

fn outcome_to_proto(outcome: kit_rules::Outcome) -> pb::Outcome {
    let standings = outcome
        .standings
        .into_iter()
        .map(|standing| pb::Standing {
            seat: standing.seat.number(),
            rank: standing.rank,
            score: standing
                .score
                .into_iter()
                .map(|line| pb::ScoreLine { label: line.label.to_owned(), value: line.value })
                .collect(),
        })
        .collect();
    pb::Outcome { standings }
}

/// The same words whatever the action is and whatever was drawn before it.
fn too_early(action_index: u32) -> Reason {
    Reason::NotAwaited {
        message: "the action before draws or reveals something: send it as the last, see what \
                  comes of it, and send this one then"
            .to_owned(),
        action_index: Some(action_index),
    }
}

fn refused<V: Violation>(refusal: &Refusal<V>, action_index: Option<u32>) -> Reason {
    match refusal {
        Refusal::NotAwaited(_) | Refusal::NoSuchDraw => {
            Reason::NotAwaited { message: refusal.to_string(), action_index }
        }
        Refusal::Rule(violation) => Reason::RuleViolation {
            rule: violation.rule().to_owned(),
            message: violation.to_string(),
            action_index,
        },
    }
}

fn read_state<W: Wire>(bytes: &Bytes) -> Result<StateOf<W>, Malformed> {
    let message = decode::<W::State>("state", bytes)?;
    W::state_from_proto(message).map_err(|malformed| malformed.inside("state"))
}

fn read_action<W: Wire>(index: usize, bytes: &Bytes) -> Result<ActionOf<W>, Malformed> {
    decode::<W::Action>("", bytes)
        .and_then(W::action_from_proto)
        .map_err(|malformed| malformed.inside(&format!("actions[{index}]")))
}

fn decode<M: Message + Default + Name>(field: &str, bytes: &Bytes) -> Result<M, Malformed> {
    M::decode(bytes.clone())
        .map_err(|_| Malformed::field(field, format!("is not an encoded {}", M::full_name())))
}

fn read_seat(field: &str, number: u32) -> Result<Seat, Malformed> {
    Seat::new(number).ok_or_else(|| Malformed::field(field, "is a seat number from 1"))
}

fn read_entropy(bytes: &Bytes) -> Result<Entropy, Malformed> {
    Entropy::try_from(&bytes[..]).map_err(|_| Malformed::field("entropy", "is exactly 32 bytes"))
}

fn seat_count(facts: &Facts, seats: u32) -> Result<SeatCount, Malformed> {
    let range = facts.seats_min..=facts.seats_max;
    SeatCount::new(seats).filter(|_| range.contains(&seats)).ok_or_else(|| {
        let why = format!("{} has {} to {} seats", facts.title, facts.seats_min, facts.seats_max);
        Malformed::field("seats", why)
    })
}
