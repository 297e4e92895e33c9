//! The calls of a rules service against the rules themselves.

use std::num::NonZeroU32;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_reason::Reason;
use kit_rules::{Pending, Rules, Seat, Step};
use kit_rules_server::{ActionOf, EventOf, StateOf, Wire, engine};
use match_orchestrator_draws::{Entropy, Numbers};

use crate::RandomPlay;
use crate::laws::corpus::{Corpus, sample};
use crate::play::{begin, legal, tell};
use crate::wire::{WireTable, action_bytes, apply_request, event_bytes, state_bytes};

/// A batch has one action and less than this many more.
const BATCH_MAX: NonZeroU32 = NonZeroU32::new(3).expect("three is not zero");

/// Setup and Apply over bytes give what the rules give directly.
///
/// # Errors
/// If the law is broken.
pub fn the_engine_steps_like_the_rules<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let (mut game, events) = begin(&table.table)?;
    let mut commit = Commit::<W>::new(&table.entropy(0), events);
    commit.settle(&mut game)?;
    let mut answer = engine::setup::<W>(pb::SetupRequest {
        options: table.options.clone(),
        seats: table.table.seats.get() as u32,
        entropy: Bytes::copy_from_slice(&table.entropy(0)),
    })
    .map_err(|reason| format!("the setup is refused: {reason}"))?;
    commit.compare(game.state(), &answer).map_err(|why| format!("{why} after the setup"))?;

    for call in 1.. {
        let Some(step) = game.choose()? else { break };
        let Step::Act { seat, action } = &step else {
            return Err("a draw is pending between two calls".to_owned());
        };
        let entropy = table.entropy(call);
        let request =
            apply_request(&answer.state, *seat, vec![action_bytes::<W>(action)], &entropy);
        let mut commit = Commit::<W>::new(&entropy, game.take(&step)?);
        commit.settle(&mut game)?;
        answer = engine::apply::<W>(request)
            .map_err(|reason| format!("{} is refused: {reason}", tell(&step)))?;
        commit
            .compare(game.state(), &answer)
            .map_err(|why| format!("{why} after call {call}, {}", tell(&step)))?;
    }
    Ok(())
}

/// A batch gives what its actions give one after the other, and a batch with a
/// bad action gives nothing but the place of that action. Every action is bad
/// behind one that draws or reveals something, or else a batch that is refused
/// would tell what comes of it.
///
/// # Errors
/// If the law is broken.
pub fn a_batch_is_taken_whole_or_not_at_all<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut corpus = Corpus::gather(&table.table)?;
    let mut numbers = table.table.numbers(5);
    let mut call = 0;
    table.walk_settled(|state| {
        for seat in W::Game::pending(state).seats().iter() {
            call += 1;
            let entropy = table.entropy(call);
            let batch = batch_of::<W>(table, state, seat, &entropy, &mut numbers)?;
            let mut actions: Vec<Bytes> = batch.actions.iter().map(action_bytes::<W>).collect();
            let bytes = state_bytes::<W>(state);
            let answer = engine::apply::<W>(apply_request(&bytes, seat, actions.clone(), &entropy))
                .map_err(|reason| format!("{seat}: a batch is refused: {reason}"))?;
            batch.commit.compare(&batch.after, &answer)?;

            let bad = if answer.irreversible {
                // It would be good at any other time.
                legal::<W::Game>(&batch.after, seat)
            } else {
                corpus.unlisted(&table.table, &batch.after, seat)
            };
            let Some(bad) = sample(&mut numbers, &bad, 1).pop() else { continue };
            let place = Some(actions.len() as u32);
            actions.push(action_bytes::<W>(&bad));
            match engine::apply::<W>(apply_request(&bytes, seat, actions, &entropy)) {
                Err(
                    Reason::RuleViolation { action_index, .. }
                    | Reason::NotAwaited { action_index, .. },
                ) if action_index == place => {}
                Err(reason) => {
                    return Err(format!("{seat}: {bad}: {reason:?} instead of place {place:?}"));
                }
                Ok(_) => return Err(format!("{seat}: {bad}: accepted at the end of a batch")),
            }
        }
        Ok(())
    })
}

struct Batch<W: Wire> {
    actions: Vec<ActionOf<W>>,
    after: StateOf<W>,
    commit: Commit<W>,
}

/// Some random actions of a seat in a row, and what the rules make of them. None
/// follows one that draws or reveals something.
fn batch_of<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
    seat: Seat,
    entropy: &Entropy,
    numbers: &mut Numbers,
) -> Result<Batch<W>, String> {
    let (game, _) = begin(&table.table)?;
    let mut game = game.at(state.clone());
    let mut commit = Commit::new(entropy, Vec::new());
    let mut actions = Vec::new();
    for _ in 0..=numbers.below(BATCH_MAX) {
        let listed = legal::<W::Game>(game.state(), seat);
        let Some(action) = sample(numbers, &listed, 1).pop() else { break };
        commit.events.extend(game.take(&Step::Act { seat, action: action.clone() })?);
        commit.settle(&mut game)?;
        actions.push(action);
        if !commit.draws.is_empty() || commit.events.iter().any(W::Game::reveals) {
            break;
        }
    }
    Ok(Batch { actions, after: game.state().clone(), commit })
}

/// What one call must answer with.
struct Commit<W: Wire> {
    numbers: Numbers,
    draws: Vec<pb::Draw>,
    events: Vec<EventOf<W>>,
}

impl<W: Wire> Commit<W> {
    fn new(entropy: &Entropy, events: Vec<EventOf<W>>) -> Self {
        Self { numbers: Numbers::new(entropy), draws: Vec::new(), events }
    }

    fn settle(&mut self, game: &mut RandomPlay<W::Game>) -> Result<(), String> {
        while let Pending::Draw { sides } = W::Game::pending(game.state()) {
            let value = self.numbers.below(sides);
            self.draws.push(pb::Draw { sides: sides.get(), value });
            self.events.extend(game.take(&Step::Drawn(value))?);
        }
        Ok(())
    }

    fn compare(&self, state: &StateOf<W>, answer: &pb::Step) -> Result<(), String> {
        let pending = W::Game::pending(state);
        let seats: Vec<u32> = pending.seats().iter().map(Seat::number).collect();
        let payloads = answer.events.iter().map(|event| event.payload.clone());
        let ranks = match &pending {
            Pending::Over(outcome) => outcome.standings.as_slice(),
            Pending::Seats(_) | Pending::Draw { .. } => &[],
        };
        let ranks = ranks.iter().map(|standing| (standing.seat.number(), standing.rank));
        let told = answer.outcome.iter().flat_map(|outcome| &outcome.standings);
        if answer.state != state_bytes::<W>(state) {
            Err("another state".to_owned())
        } else if !self.events.iter().map(event_bytes::<W>).eq(payloads) {
            Err("other events".to_owned())
        } else if answer.draws != self.draws {
            Err(format!("draws {:?} instead of {:?}", answer.draws, self.draws))
        } else if answer.seats_to_act != seats {
            Err(format!("seats {:?} instead of {seats:?}", answer.seats_to_act))
        } else if !told.map(|standing| (standing.seat, standing.rank)).eq(ranks) {
            Err("another outcome".to_owned())
        } else {
            Ok(())
        }
    }
}
