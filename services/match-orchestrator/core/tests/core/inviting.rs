//! Inviting: who may sit down, and whom the host sends away again.

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_reason::{Precondition, Reason};
use kit_rules::Seat;
use match_orchestrator_core::{
    Caller, Command, Match, Token, host_token, invitation, outgoing, seat_token,
};

use crate::played::{NOW, Played};

fn sit(name: &str, invitation: &str) -> Command {
    Command::Sit {
        seat: None,
        name: name.to_owned(),
        seed: Default::default(),
        invitation: invitation.to_owned(),
    }
}

fn remove(number: u32) -> Command {
    Command::Remove { seat: Seat::new(number).expect("a seat") }
}

fn token(text: &str) -> Token {
    Token::read(&format!("Bearer {text}")).expect("a token")
}

fn host(played: &Played) -> Token {
    token(&host_token(&played.game_match))
}

fn shown(game_match: &Match) -> play::Match {
    outgoing::shown(game_match).into_message().game_match.expect("the match")
}

#[test]
fn nobody_sits_down_without_the_present_invitation() {
    let mut played = Played::created(true);
    let first = outgoing::created(&played.game_match).into_message().invitation;
    assert_eq!(first.len(), 32);
    let stranger = Caller::Client(None);
    let of_another_key = invitation(&Played::new().game_match, Some([1; 16]));
    for wrong in ["", "00", &first[1..], &format!("{first}00"), "z", &of_another_key] {
        let refused = played.tried(stranger, &sit("Eve", wrong), NOW);
        assert_eq!(refused, Err(Reason::NotInvited), "{wrong:?}");
    }
    played.tried(stranger, &sit("Ann", &first), NOW).expect("she is invited");

    let host = host(&played);
    played.tried(Caller::Client(Some(&host)), &Command::RenewInvitation, NOW).expect("the host");
    let refused = played.tried(stranger, &sit("Eve", &first), NOW);
    assert_eq!(refused, Err(Reason::NotInvited), "the first one is worthless");
    let Some(Told::InvitationRenewed(renewed)) = &played.log[2].change else {
        panic!("{:?}", played.log[2])
    };
    let nonce = renewed.nonce[..].try_into().expect("16 bytes");
    let second = invitation(&played.game_match, Some(nonce));
    played.tried(stranger, &sit("Bea", &second), NOW).expect("she has the new one");
    played.tried(Caller::Client(Some(&host)), &Command::AddBot { seat: None }, NOW).expect("a bot");
    assert!(shown(&played.game_match).invitation_only);

    let ended = played.ended();
    ended.verify().expect("a true record");
    for secret in [first, second] {
        assert!(!ended.holds(secret.as_bytes()), "no invitation is stored");
        assert!(!ended.holds(&hex::decode(secret).expect("hex")));
    }
}

#[test]
fn a_match_that_was_open_to_all_is_by_invitation_from_the_first_one_on() {
    let mut played = Played::new().sit("Ann");
    assert_eq!(outgoing::created(&played.game_match).into_message().invitation, "");
    assert!(!shown(&played.game_match).invitation_only);
    let renewed = played.tried(Caller::Orchestrator(None), &Command::RenewInvitation, NOW);
    renewed.expect("before the start");
    assert!(shown(&played.game_match).invitation_only);
    let refused = played.tried(Caller::Client(None), &sit("Eve", ""), NOW);
    assert_eq!(refused, Err(Reason::NotInvited));
    let again = outgoing::created(&played.game_match).into_message();
    assert_eq!(again.invitation, "", "a repeated creation is answered as the first time");
    played.ended().verify().expect("a true record");
}

#[test]
fn the_host_and_nobody_else_removes_seats_and_renews_invitations() {
    let mut played = Played::new().sit("Ann").sit("Eve");
    let sat = &played.log[1];
    let nonce = match &sat.change {
        Some(Told::Seated(seated)) => seated.nonce[..].try_into().ok(),
        other => panic!("{other:?}"),
    };
    let seated_at = match_orchestrator_core::CommitNumber::new(sat.commit);
    let ann = token(&seat_token(&played.game_match, Seat::from_index(0), seated_at, nonce));
    let host = host(&played);
    for command in [remove(2), Command::RenewInvitation] {
        let refused = played.tried(Caller::Client(Some(&ann)), &command, NOW);
        assert_eq!(refused, Err(Reason::NotYourSeat), "{command:?}");
        let refused = played.tried(Caller::Operator, &command, NOW);
        assert_eq!(refused, Err(Reason::NotYourSeat), "{command:?}");
        let refused = played.tried(Caller::Client(None), &command, NOW);
        assert!(matches!(refused, Err(Reason::NotAuthenticated { .. })), "{command:?}");
    }
    let by_host = Caller::Client(Some(&host));
    played.tried(by_host, &remove(1), NOW).expect("the host frees any seat");
    let Some(Told::SeatLeft(left)) = &played.log[3].change else { panic!("{:?}", played.log[3]) };
    assert_eq!((left.seat, left.removed_by_host), (1, true));
    let gone = Token::acting_seat(Some(&ann), &played.game_match);
    assert!(matches!(gone, Err(Reason::NotAuthenticated { .. })), "her token is worthless");
    let refused = played.tried(by_host, &remove(1), NOW);
    let refused_as_open =
        matches!(refused, Err(Reason::Precondition { unmet: Precondition::SeatOpen, .. }));
    assert!(refused_as_open, "nobody sits there");
    let refused = played.tried(by_host, &remove(4), NOW);
    assert!(matches!(refused, Err(Reason::Malformed(_))), "there is no fourth seat");
    played.tried(by_host, &Command::AddBot { seat: None }, NOW).expect("a bot takes it");
    played.tried(by_host, &remove(1), NOW).expect("a bot can go as well");
    played.ended().verify().expect("a true record");
}

#[test]
fn a_name_is_taken_in_whatever_case_and_encoding() {
    let mut played = Played::new().sit("Anna Müller");
    for name in ["Anna Müller", "ANNA MÜLLER", "anna mu\u{308}ller", "Ａnna Müller"] {
        let refused = played.tried(Caller::Client(None), &sit(name, ""), NOW);
        assert!(matches!(refused, Err(Reason::Malformed(_))), "{name:?}");
    }
    // What happened before names were compared like that still happened.
    let told = played.tried(Caller::Orchestrator(None), &sit("ANNA MÜLLER", ""), NOW);
    told.expect("a record is played again as it is");
    played.ended().verify().expect("a true record");
}
