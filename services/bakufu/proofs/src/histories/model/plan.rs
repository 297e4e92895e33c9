//! What a request must come to.

use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::engine;
use kit_service::Reason;
use match_orchestrator_draws::{Entropy, MatchKey};
use match_orchestrator_lifecycle::{Holder, Phase, Progress, Refusal, Resignation};

use super::{Model, Position};
use crate::histories::letter::{Call, Letter};

impl Model {
    /// What a letter comes to in a position.
    pub(in crate::histories) fn plan(
        &self,
        at: &Position,
        letter: &Letter,
    ) -> Result<Position, Reason> {
        match &letter.call {
            Call::Create(_) => Err(Reason::bug()),
            Call::Sit(sit) => self.sit(at, sit.seat, Holder::Player, &sit.name, &sit.seed),
            Call::Leave(_) => self.leave(at, self.acting_seat(at, &letter.token)?),
            Call::AddBot(bot) => {
                self.require_host(at, letter)?;
                let named = |name: &String| at.table.chairs.iter().any(|chair| chair.name == *name);
                let mut names = (1..).map(|number| format!("Bot {number}"));
                let name = names.find(|name| !named(name)).ok_or_else(Reason::bug)?;
                self.sit(at, bot.seat, Holder::Bot, &name, &[])
            }
            Call::Start(_) => {
                self.require_host(at, letter)?;
                self.start(at)
            }
            Call::Submit(submit) => {
                let seat = self.acting_seat(at, &letter.token)?;
                if at.table.is_driven(seat) {
                    return Err(refused(Refusal::Resigned(seat)));
                }
                at.table.may_act(seat, submit.expected_revision).map_err(refused)?;
                self.act(at, seat, &submit.actions)
            }
            Call::Resign(_) => self.resign(at, self.acting_seat(at, &letter.token)?),
            Call::Abort(abort) => self.abort(at, &abort.reason),
        }
    }

    /// What the orchestrator does by itself in a position, if anything.
    pub(in crate::histories) fn duty(&self, at: &Position) -> Option<Position> {
        match at.table.phase {
            Phase::Seating if self.roster.start_when_full && at.table.is_full() => {
                self.start(at).ok()
            }
            Phase::Playing(awaited) => {
                let seat = awaited.iter().find(|seat| at.table.is_driven(*seat))?;
                let view = self.schema.redact_state(&at.state, Viewer::Seat(seat)).ok()?;
                let entropy = at.key.as_ref()?.bot_entropy(at.table.commit, seat.number() as u8);
                let request = rules::SuggestRequest {
                    view: view.into_bytes(),
                    seat: seat.number(),
                    budget: 0,
                    entropy: entropy.to_vec().into(),
                };
                let action = engine::suggest::<ToyWire>(&request).ok()?;
                self.act(at, seat, &[action]).ok()
            }
            Phase::Seating | Phase::Over => None,
        }
    }

    /// The seat that acts with this token.
    pub(in crate::histories) fn acting_seat(
        &self,
        at: &Position,
        token: &str,
    ) -> Result<Seat, Reason> {
        if token.is_empty() {
            return Err(missing());
        }
        self.check_token(at, token)?.ok_or(Reason::NotYourSeat)
    }

    fn sit(
        &self,
        at: &Position,
        seat: u32,
        holder: Holder,
        name: &str,
        seed: &[u8],
    ) -> Result<Position, Reason> {
        let mut next = at.clone();
        let seat = next.table.sit(Seat::new(seat), holder, name).map_err(refused)?;
        next.seeds[seat.index()] = seed.to_vec().into();
        let seat = next.seat(seat);
        next.write(log_entry::Change::Seated(play::Seated { seat: Some(seat) }));
        Ok(next)
    }

    fn leave(&self, at: &Position, seat: Seat) -> Result<Position, Reason> {
        let mut next = at.clone();
        next.table.leave(seat).map_err(refused)?;
        next.seeds[seat.index()].clear();
        next.write(log_entry::Change::SeatLeft(play::SeatLeft { seat: seat.number() }));
        Ok(next)
    }

    fn start(&self, at: &Position) -> Result<Position, Reason> {
        at.table.may_start().map_err(refused)?;
        let seed: [u8; 32] = self.roster.server_seed[..].try_into().map_err(|_| Reason::bug())?;
        let seat_seeds = at.seeds.iter().map(|seed| &seed[..]);
        let key = MatchKey::derive(&seed, seat_seeds, self.match_id());
        let request = rules::SetupRequest {
            options: self.roster.options.clone(),
            seats: at.table.seat_count().get() as u32,
            entropy: bytes(key.entropy(at.table.commit + 1)),
        };
        let step = engine::setup::<ToyWire>(request)?;
        let mut next = Position { key: Some(key), ..at.clone() };
        next.table.start(progress(&step)).map_err(refused)?;
        next.play(step, log_entry::Change::Started(play::Started {}));
        Ok(next)
    }

    fn act(&self, at: &Position, seat: Seat, actions: &[bytes::Bytes]) -> Result<Position, Reason> {
        let key = at.key.as_ref().ok_or_else(Reason::bug)?;
        let request = rules::ApplyRequest {
            state: at.state.clone(),
            seat: seat.number(),
            actions: actions.to_vec(),
            entropy: bytes(key.entropy(at.table.commit + 1)),
        };
        let step = engine::apply::<ToyWire>(request)?;
        let mut next = at.clone();
        next.table.act(seat, progress(&step), step.secret_to != 0).map_err(refused)?;
        let acted = play::Acted { seat: seat.number(), actions: actions.to_vec() };
        next.play(step, log_entry::Change::Acted(acted));
        Ok(next)
    }

    fn resign(&self, at: &Position, seat: Seat) -> Result<Position, Reason> {
        let mut next = at.clone();
        if let Resignation::Ends(places) = next.table.resign(seat).map_err(refused)? {
            let standing = |(seat, rank): (Seat, u32)| rules::Standing {
                seat: seat.number(),
                rank,
                score: Vec::new(),
            };
            let standings = places.into_iter().map(standing).collect();
            next.outcome = Some(rules::Outcome { standings });
        }
        next.write(log_entry::Change::Resigned(play::Resigned { seat: seat.number() }));
        Ok(next)
    }

    fn abort(&self, at: &Position, reason: &str) -> Result<Position, Reason> {
        let mut next = at.clone();
        next.table.abort().map_err(refused)?;
        next.abort_reason = Some(reason.to_owned());
        next.outcome = Some(rules::Outcome::default());
        next.write(log_entry::Change::Aborted(play::Aborted { reason: reason.to_owned() }));
        Ok(next)
    }

    fn require_host(&self, at: &Position, letter: &Letter) -> Result<(), Reason> {
        if letter.token.is_empty() {
            return Err(missing());
        }
        match self.check_token(at, &letter.token)? {
            None => Ok(()),
            Some(_) => Err(Reason::NotYourSeat),
        }
    }
}

impl Position {
    /// What the rules have made of it.
    fn play(&mut self, step: rules::Step, change: log_entry::Change) {
        self.state = step.state;
        self.outcome = step.outcome.map(|outcome| self.place(outcome));
        self.write(change);
        self.entry.events = step.events;
        self.entry.draws = step.draws;
        self.entry.secret_to = step.secret_to;
    }

    /// Who resigned is behind all others.
    fn place(&self, outcome: rules::Outcome) -> rules::Outcome {
        let places: Vec<(Seat, u32)> = outcome
            .standings
            .iter()
            .filter_map(|standing| Some((Seat::new(standing.seat)?, standing.rank)))
            .collect();
        let standing = |(seat, rank): (Seat, u32)| {
            let of = outcome.standings.iter().find(|standing| standing.seat == seat.number())?;
            Some(rules::Standing { rank, ..of.clone() })
        };
        let standings = self.table.final_places(&places).into_iter().filter_map(standing);
        rules::Outcome { standings: standings.collect() }
    }
}

/// A refusal of the lifecycle as clients read it.
fn refused(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::StaleRevision { current } => Reason::StaleRevision { current },
        Refusal::FutureRevision { current } => Reason::FutureRevision { current },
        Refusal::NoSuchSeat(_) => Reason::malformed("seat", ""),
        Refusal::NameTaken => Reason::malformed("name", ""),
        _ => Reason::NotAwaited { message: refusal.to_string(), action_index: None },
    }
}

fn progress(step: &rules::Step) -> Progress {
    match step.outcome {
        Some(_) => Progress::Over,
        None => Progress::Awaits(step.seats_to_act.iter().copied().filter_map(Seat::new).collect()),
    }
}

fn missing() -> Reason {
    Reason::NotAuthenticated {
        message: "send the token as metadata `authorization: Bearer <token>`".to_owned(),
    }
}

fn bytes(entropy: Entropy) -> bytes::Bytes {
    bytes::Bytes::copy_from_slice(&entropy)
}
