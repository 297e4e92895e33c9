//! Bounds of a match: nobody can wear it out, and its end is always possible.

use kit_proto::bakufu::record::v1 as pb;
use kit_reason::{Precondition, Reason};
use kit_rules::Seat;
use match_orchestrator_core::limits::COMMITS_MAX;
use match_orchestrator_core::{
    Basis, Caller, Command, CommitNumber, Context, Draws, Match, Token, duty, host_token, plan,
};
use prost::Message;
use prost_types::Timestamp;

use crate::played::{NOW, Played};

/// For each of three seats.
const SEATINGS_AT_ONCE: usize = 32 * 3;

fn sit(name: &str) -> Command {
    Command::Sit {
        seat: None,
        name: name.to_owned(),
        seed: Default::default(),
        invitation: String::new(),
    }
}

fn minutes_later(minutes: i64) -> Timestamp {
    Timestamp { seconds: NOW.seconds + 60 * minutes, ..NOW }
}

/// A match of two players, one of them a bot, after so many commits and steps.
fn at(commit: u64, steps: u64, started: bool) -> Match {
    let chair = |holder: pb::Holder, name: &str| pb::Chair {
        holder: holder.into(),
        name: name.to_owned(),
        seated_at: 2,
        ..Default::default()
    };
    let roster = pb::Roster {
        match_id: "m".to_owned(),
        chairs: vec![
            chair(pb::Holder::Player, "Ann"),
            chair(pb::Holder::Player, "Bea"),
            chair(pb::Holder::Bot, "Bot 1"),
        ],
        server_seed: vec![1; 32].into(),
        token_key: vec![2; 32].into(),
        start_when_full: true,
        steps_max: 100,
        ..Default::default()
    };
    let position = pb::Position {
        commit,
        state: if started { vec![1].into() } else { Default::default() },
        seats_to_act: if started { vec![1, 3] } else { Vec::new() },
        revisions: vec![1; 4],
        started,
        steps,
        ..Default::default()
    };
    let (roster, position) = (roster.encode_to_vec().into(), position.encode_to_vec().into());
    Match::decode(CommitNumber::new(commit), &roster, &position).expect("a match")
}

/// What a match says to a command, if no.
fn refusal(game_match: &Match, command: &Command, caller: Caller<'_>) -> Option<Reason> {
    let context = Context { draws: Draws::Committed, ..Context::new(caller, NOW) };
    plan(game_match, command, &context.with_nonce([7; 16])).err()
}

fn is_unmet(refusal: Option<Reason>, wanted: Precondition) -> bool {
    matches!(refusal, Some(Reason::Precondition { unmet, .. }) if unmet == wanted)
}

#[test]
fn a_match_with_all_its_commits_takes_whatever_ends_it_and_nothing_else() {
    let act = Command::Act { actions: vec![vec![1].into()], basis: Basis::Anything };
    let ann = Caller::Orchestrator(Seat::new(1));
    let nobody = Caller::Orchestrator(None);
    let free = Command::Remove { seat: Seat::from_index(1) };
    let abort = Command::Abort { reason: "stuck".to_owned() };
    let rewind = Command::Rewind { timeline: 1 };
    for commit in [COMMITS_MAX, COMMITS_MAX + 7] {
        let (seating, playing) = (at(commit, 0, false), at(commit, 0, true));
        for (game_match, command, caller) in [
            (&playing, &act, ann),
            (&seating, &Command::Start, nobody),
            (&seating, &Command::AddBot { seat: None }, nobody),
            (&seating, &Command::RenewInvitation, nobody),
            (&seating, &sit("Cid"), Caller::Client(None)),
        ] {
            let refusal = refusal(game_match, command, caller);
            assert!(is_unmet(refusal, Precondition::TooManyCommits), "{command:?}");
        }
        for (game_match, command, caller) in [
            (&playing, &Command::Resign, ann),
            (&playing, &abort, Caller::Operator),
            (&playing, &abort, nobody),
            (&playing, &rewind, nobody),
            (&seating, &Command::Leave, ann),
            (&seating, &free, nobody),
            (&seating, &abort, Caller::Operator),
            (&seating, &rewind, nobody),
        ] {
            assert_eq!(refusal(game_match, command, caller), None, "{command:?}");
        }
        assert_eq!([duty(&seating), duty(&playing)], [None, None], "no bot tries it for ever");
    }
    let before = [at(COMMITS_MAX - 1, 0, false), at(COMMITS_MAX - 1, 0, true)];
    assert!(before.iter().all(|game_match| duty(game_match).is_some()));
    assert_eq!(refusal(&before[1], &act, ann), None);
}

#[test]
fn a_game_that_goes_on_beyond_its_stated_steps_can_only_be_ended() {
    let act = Command::Act { actions: vec![vec![1].into()], basis: Basis::Anything };
    let ann = Caller::Orchestrator(Seat::new(1));
    assert_eq!(refusal(&at(50, 100, true), &act, ann), None);
    let endless = at(50, 101, true);
    assert!(is_unmet(refusal(&endless, &act, ann), Precondition::TooManySteps));
    assert_eq!(duty(&endless), None);
    assert_eq!(refusal(&endless, &Command::Resign, ann), None);
    let abort = Command::Abort { reason: "endless".to_owned() };
    assert_eq!(refusal(&endless, &abort, Caller::Operator), None);
}

#[test]
fn strangers_sit_and_leave_so_often_and_then_once_a_minute() {
    let mut played = Played::new();
    let stranger = Caller::Client(None);
    for _ in 0..SEATINGS_AT_ONCE {
        played.tried(stranger, &sit("Eve"), NOW).expect("there is room");
        played.tried(Caller::Orchestrator(Seat::new(1)), &Command::Leave, NOW).expect("she sits");
    }
    let churned = |seconds| {
        let retry_after = std::time::Duration::from_secs(seconds);
        Err(Reason::SeatsChurned { retry_after })
    };
    assert_eq!(played.tried(stranger, &sit("Eve"), NOW), churned(60));

    // The host is not held up by it.
    let host = host_token(&played.game_match);
    let host = Token::read(&format!("Bearer {host}")).expect("a token");
    let bot = Command::AddBot { seat: Seat::new(3) };
    played.tried(Caller::Client(Some(&host)), &bot, NOW).expect("a bot is none of them");

    // It is counted where the match is stored.
    let (roster, position) = (played.game_match.roster_bytes(), played.game_match.position_bytes());
    let commit = played.game_match.commit();
    played.game_match = Match::decode(commit, &roster, &position).expect("a match");
    assert_eq!(played.tried(stranger, &sit("Eve"), NOW), churned(60));
    played.tried(stranger, &sit("Ann"), minutes_later(1)).expect("one more");
    assert_eq!(played.tried(stranger, &sit("Eve"), minutes_later(1)), churned(60));
    played.tried(stranger, &sit("Bea"), minutes_later(2)).expect("one more");
    played.ended().verify().expect("whoever plays it again is held up by nothing");
}

#[test]
fn a_seat_that_nobody_could_take_is_told_so_before_it_is_counted() {
    let mut played = Played::new().sit("Ann");
    let taken = Command::Sit {
        seat: Seat::new(1),
        name: "Eve".to_owned(),
        seed: Default::default(),
        invitation: String::new(),
    };
    for _ in 0..2 * SEATINGS_AT_ONCE {
        let refused = played.tried(Caller::Client(None), &taken, NOW);
        assert!(is_unmet(refused.err(), Precondition::SeatTaken));
    }
    played.tried(Caller::Client(None), &sit("Bea"), NOW).expect("nothing was counted");
}
