//! Bounds on how a match goes on, with rules behind it: plans that are laid and
//! taken back for ever, and games that state fewer steps than they take.

use std::time::Duration;

use bytes::Bytes;
use kit_conformance::toy::{Action, Card, ToyWire, pb};
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Schema;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Wire;
use kit_service::{Precondition, Reason};
use match_orchestrator_core::local::{LocalRules, NotDone, carry_out};
use match_orchestrator_core::verify::verify;
use match_orchestrator_core::{
    Basis, Caller, Command, CommitNumber, Context, Match, NewMatch, Nonsense, RulesRequest, Token,
    create, duty, outgoing, seat_token,
};
use prost::Message;
use prost_types::Timestamp;

use crate::verifying::KNOWN;

/// How often a seat plans at once.
const PLANS_AT_ONCE: usize = 2_000;
const START: i64 = 1_800_000_000;

/// Somebody who says otherwise what the toy game makes of actions.
struct Said(fn(&mut rules::Step));

impl LocalRules for Said {
    fn game(&self) -> &str {
        KNOWN[0].game()
    }

    fn rules_version(&self) -> &str {
        KNOWN[0].rules_version()
    }

    fn schema(&self) -> &Schema {
        KNOWN[0].schema()
    }

    fn ask(&self, request: RulesRequest) -> Result<rules::Step, Reason> {
        let mut step = KNOWN[0].ask(request)?;
        (self.0)(&mut step);
        Ok(step)
    }
}

/// A match of two players that has started, its log, and Ann's token.
struct Played {
    game_match: Match,
    log: Vec<kit_proto::bakufu::play::v1::LogEntry>,
    ann: Token,
}

impl Played {
    fn start(steps_max: u32) -> Self {
        let new = NewMatch {
            match_id: "m".to_owned(),
            game: KNOWN[0].game().to_owned(),
            rules_version: KNOWN[0].rules_version().to_owned(),
            options: pb::Options { rounds: 2 }.encode_to_vec().into(),
            seats: SeatCount::new(2).expect("two seats"),
            server_seed: [3; 32],
            token_key: [4; 32],
            listed: false,
            start_when_full: false,
            invitation_only: false,
            steps_max,
        };
        let created = create(new, at(0));
        let token = seat_token(&created.after, Seat::from_index(0), CommitNumber::new(2), None);
        let ann = Token::read(&format!("Bearer {token}")).expect("a token");
        let mut played = Self { game_match: created.after, log: vec![created.entry], ann };
        for name in ["Ann", "Bea"] {
            let (seed, invitation) = (Bytes::new(), String::new());
            let sit = Command::Sit { seat: None, name: name.to_owned(), seed, invitation };
            played.done(&sit, Caller::Orchestrator(None));
        }
        played.done(&Command::Start, Caller::Orchestrator(None));
        played
    }

    fn tried(
        &mut self,
        rules: &impl LocalRules,
        command: &Command,
        caller: Caller<'_>,
        seconds: i64,
    ) -> Result<(), NotDone> {
        let context = Context::new(caller, at(seconds));
        let change = carry_out(rules, &self.game_match, command, &context)?;
        self.game_match = change.after;
        self.log.push(change.entry);
        Ok(())
    }

    fn done(&mut self, command: &Command, caller: Caller<'_>) {
        self.tried(&KNOWN[0], command, caller, 0).expect("it is allowed");
    }

    /// Ann acts as a client.
    fn ann(&mut self, actions: &[Action], seconds: i64) -> Result<(), NotDone> {
        let ann = self.ann.clone();
        self.tried(&KNOWN[0], &act(actions), Caller::Client(Some(&ann)), seconds)
    }

    /// A card that Ann has.
    fn card(&self) -> Card {
        let request = outgoing::legal_actions_request(&self.game_match, Seat::from_index(0));
        let request = request.expect("Ann is to act");
        let legal = kit_rules_server::engine::list_legal_actions::<ToyWire>(&request);
        let first = legal.expect("the state is sound").remove(0).action;
        let first = pb::Action::decode(first).expect("an action");
        match ToyWire::action_from_proto(first).expect("an action") {
            Action::Choose(card) => card,
            other => panic!("{other:?} comes later"),
        }
    }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp { seconds: START + seconds, nanos: 0 }
}

fn act(actions: &[Action]) -> Command {
    let encode = |action: &Action| ToyWire::action_to_proto(action).encode_to_vec().into();
    Command::Act { actions: actions.iter().map(encode).collect(), basis: Basis::Anything }
}

fn held_up(seconds: u64) -> Result<(), NotDone> {
    Err(NotDone::Refused(Reason::PlanChurned { retry_after: Duration::from_secs(seconds) }))
}

#[test]
fn a_seat_lays_and_takes_back_so_often_and_can_always_finish_its_plan() {
    let mut played = Played::start(0);
    let card = played.card();
    let (choose, retract) = (Action::Choose(card), Action::TakeBack);
    for _ in 0..PLANS_AT_ONCE / 2 {
        played.ann(&[choose], 0).expect("she may plan");
        played.ann(&[retract], 0).expect("and take it back");
    }
    let (others, own) = (None, Seat::new(1));
    let seen = |played: &Played, viewer| played.game_match.lifecycle().revision(viewer);
    let before = (seen(&played, others), seen(&played, own), played.game_match.commit());
    assert_eq!(played.ann(&[choose], 0), held_up(60));
    assert_eq!(played.ann(&[choose, retract, choose], 59), held_up(1));
    let after = (seen(&played, others), seen(&played, own), played.game_match.commit());
    assert_eq!(before, after, "what is refused leaves no trace");

    // It is counted where the match is stored.
    let (roster, position) = (played.game_match.roster_bytes(), played.game_match.position_bytes());
    let read = Match::decode(played.game_match.commit(), &roster, &position).expect("a match");
    let known = std::mem::replace(&mut played.game_match, read);
    assert_eq!(played.ann(&[choose], 0), held_up(60));
    assert!(known.is_at_same_point(&played.game_match));

    played.ann(&[choose], 60).expect("one a minute");
    assert_eq!(played.ann(&[retract], 60), held_up(60));
    played.ann(&[retract, choose, Action::Seal], 60).expect("a plan can be finished");
    let bea = Caller::Orchestrator(Seat::new(2));
    let bea_plans = act(&[Action::Choose(Card::new(1).expect("a card"))]);
    // Whether she has the card or not: she is not held up.
    let bea_s = played.tried(&KNOWN[0], &bea_plans, bea, 60);
    assert!(!matches!(bea_s, Err(NotDone::Refused(Reason::PlanChurned { .. }))));
    let abort = Command::Abort { reason: "enough".to_owned() };
    played.tried(&KNOWN[0], &abort, Caller::Operator, 60).expect("an operator");
    let export = outgoing::exported(&played.game_match, played.log).expect("it is over");
    let export = export.into_message().export.expect("the record");
    verify(&export, &*KNOWN).expect("it is played again without being held up");
}

#[test]
fn what_is_taken_back_before_everyone_s_eyes_is_bounded_as_well() {
    // As when somebody divides cards openly, and one of them comes back.
    let openly: Said = Said(|step| (step.secret_to, step.retractions) = (0, 1));
    let mut played = Played::start(0);
    let (choose, retract) = (Action::Choose(played.card()), Action::TakeBack);
    let ann = played.ann.clone();
    let mut last = Ok(());
    for round in 0..=PLANS_AT_ONCE {
        let action = if round % 2 == 0 { choose } else { retract };
        last = played.tried(&openly, &act(&[action]), Caller::Client(Some(&ann)), 0);
        if last.is_err() {
            assert_eq!(round, PLANS_AT_ONCE);
        }
    }
    assert_eq!(last, held_up(60));
    let boasts = Said(|step| step.retractions = 2);
    let boasted = played.tried(&boasts, &act(&[choose]), Caller::Client(Some(&ann)), 0);
    assert_eq!(boasted, Err(NotDone::Nonsense(Nonsense::Retractions)));
}

#[test]
fn a_game_is_held_to_the_steps_that_it_states() {
    // Two players are dealt cards in more steps than these.
    let mut played = Played::start(3);
    let seal = act(&[Action::Choose(played.card()), Action::Seal]);
    let refused = played.tried(&KNOWN[0], &seal, Caller::Orchestrator(Seat::new(1)), 0);
    let Err(NotDone::Refused(Reason::Precondition { unmet, .. })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(unmet, Precondition::TooManySteps);
    assert_eq!(duty(&played.game_match), None);
    played.done(&Command::Resign, Caller::Orchestrator(Seat::new(1)));
    assert!(played.game_match.is_over());

    let stated = kit_rules_server::engine::describe::<ToyWire>().game.expect("facts").steps_max;
    let mut played = Played::start(stated);
    played.done(
        &act(&[Action::Choose(played.card()), Action::Seal]),
        Caller::Orchestrator(Seat::new(1)),
    );
}
