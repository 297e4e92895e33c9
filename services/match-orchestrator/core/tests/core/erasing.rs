//! Erasing: whose name is gone, and whose record is as true as before.

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_reason::Reason;
use kit_rules::Seat;
use match_orchestrator_core::{Command, Match, Sitting, Token, request, seat_token};

use crate::played::Played;

#[test]
fn whoever_is_erased_leaves_no_trace_and_the_record_is_as_true_as_before() {
    let mut played = Played::seated().ended();
    let before = played.verify().expect("a true record");
    let identities: Vec<Bytes> = played.log.iter().map(|entry| entry.identity.clone()).collect();
    for (commit, name, nonce) in [(2, "Ann", [1; 16]), (3, "Bea", [2; 16]), (6, "Cid", [5; 16])] {
        assert!(played.holds(name.as_bytes()) && played.holds(&nonce), "{name}");
        played.erase(commit);
        assert!(!played.holds(name.as_bytes()) && !played.holds(&nonce), "{name}");
        let verified = played.verify().unwrap_or_else(|it| panic!("without {name}: {it}"));
        assert_eq!(verified.commits, before.commits);
    }
    let names: Vec<String> = played
        .export()
        .game_match
        .expect("the match")
        .seats
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert_eq!(names, ["Erased 2", "Bot 1", "Erased 6"]);
    let after: Vec<Bytes> = played.log.iter().map(|entry| entry.identity.clone()).collect();
    assert_eq!(after, identities, "all commits are what they were");
    assert_eq!(played.game_match.rewrites(), 3);
}

#[test]
fn an_erased_match_is_stored_and_read_like_any_other() {
    let mut played = Played::seated();
    played.erase(2);
    let (roster, position) = (played.game_match.roster_bytes(), played.game_match.position_bytes());
    let read = Match::decode(played.game_match.commit(), &roster, &position).expect("a match");
    assert_eq!((read.rewrites(), read.identity()), (1, played.game_match.identity()));
    assert!(read.is_at_same_point(&played.game_match));
}

#[test]
fn bots_and_other_commits_are_no_sittings_of_players() {
    let played = Played::seated().ended();
    let sittings = played.log.iter().filter_map(Sitting::of);
    let told: Vec<(u64, &str, bool)> =
        sittings.map(|it| (it.commit().get(), it.name(), it.is_erased())).collect();
    assert_eq!(told, [(2, "Ann", false), (3, "Bea", false), (6, "Cid", false)]);
}

#[test]
fn whoever_still_has_a_seat_leaves_it_first() {
    let mut played = Played::seated();
    let farewell = |played: &Played, commit: usize| {
        Sitting::of(&played.log[commit - 1]).expect("a sitting").farewell(&played.game_match)
    };
    assert_eq!(farewell(&played, 2), Some((Command::Leave, Seat::new(1).expect("a seat"))));
    assert_eq!(farewell(&played, 3), None, "Bea has left, and the seat is a bot's");
    played.erase(3);
    assert!(Sitting::of(&played.log[2]).expect("a sitting").is_erased());
    assert_eq!(farewell(&played.ended(), 2), None, "it is over");
}

#[test]
fn the_token_of_whoever_is_erased_is_dead_and_no_other_is_born() {
    let mut played = Played::seated();
    let seat = Seat::new(1).expect("a seat");
    let seated_at = Sitting::of(&played.log[1]).expect("a sitting").commit();
    let token = |played: &Played, nonce| {
        let text = seat_token(&played.game_match, seat, seated_at, nonce);
        Token::read(&format!("Bearer {text}")).expect("a token")
    };
    let own = token(&played, Some([1; 16]));
    assert_eq!(Token::acting_seat(Some(&own), &played.game_match), Ok(seat));
    played.erase(2);
    for dead in [own, token(&played, None)] {
        let refused = Token::acting_seat(Some(&dead), &played.game_match);
        assert!(matches!(refused, Err(Reason::NotAuthenticated { .. })), "{refused:?}");
    }
}

/// What somebody changes in a record, and what is found.
type Forgery = (&'static str, fn(&mut Played), &'static str);

#[test]
fn what_is_erased_can_not_be_forged() {
    let forgeries: [Forgery; 6] = [
        ("a name", |it| seat(it, 2).name = "Eve".into(), "comes out otherwise"),
        ("another erased name", |it| seat(it, 2).name = "Erased 3".into(), "comes out otherwise"),
        (
            "the digest",
            |it| it.seated_at(2).name_sha256 = Bytes::from_static(&[7; 32]),
            "commit 2: the identity should be",
        ),
        ("no digest", |it| it.seated_at(2).name_sha256.clear(), "commit 2: the identity should be"),
        (
            "a nonce",
            |it| it.seated_at(2).nonce = Bytes::from_static(&[1; 16]),
            "comes out otherwise",
        ),
        ("a player as a bot", |it| seat(it, 2).set_holder(play::SeatHolder::Bot), "otherwise"),
    ];
    for (what, forge, expected) in forgeries {
        let mut played = Played::seated().ended();
        played.erase(2);
        forge(&mut played);
        let found = played.verify().expect_err(what);
        assert!(found.contains(expected), "{what}: {found}");
    }
}

fn seat(played: &mut Played, commit: usize) -> &mut play::Seat {
    played.seated_at(commit).seat.as_mut().expect("a seat")
}

#[test]
fn nobody_can_choose_the_name_of_somebody_erased() {
    for (name, is_free) in [
        ("Erased 2", false),
        ("Erased 18446744073709551616", false),
        ("Erased", true),
        ("Erased two", true),
        ("erased 2", false),
        ("Erased 2 times", true),
    ] {
        let sit = play::SitDownRequest { name: name.to_owned(), ..Default::default() };
        assert_eq!(request::read(sit, None).is_ok(), is_free, "{name}");
    }
}
