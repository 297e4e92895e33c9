//! Strangers at a table: they can't keep its host from playing.

use serde_json::{Value, json};
use tests_harness::fresh_id;
use tests_hostile::{ATTACKER, HOST, Host, Server, Unserved, seat_churn};

/// More seatings than anybody needs who means to play.
const SEATINGS: usize = 1_000;

fn request() -> Value {
    json!({ "requestId": fresh_id() })
}

/// The reason for which a call was refused.
fn reason<T: std::fmt::Debug>(answer: Result<T, Unserved>) -> String {
    answer.expect_err("it is refused").reason()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_down_and_leaves_again_and_again_is_stopped_and_the_match_starts() {
    let server = Server::start().await;
    let host = Host::of(server.target(), json!({})).await;
    let attack = seat_churn(host.target, host.match_id.clone(), SEATINGS);
    attack.is_done().await;
    let tally = attack.cease();
    let (seated, left) = (tally.count("SitDown"), tally.count("LeaveSeat"));
    assert!(seated < SEATINGS / 2, "a stranger sat down {seated} times: {tally}");
    assert_eq!(seated, left, "who sits may leave: {tally}");
    assert_eq!(tally.count("gone"), 0, "every refusal is an answer: {tally}");
    for _ in 0..2 {
        host.call("AddBot", request()).await.expect("a host's bots are not counted");
    }
    host.call("StartMatch", request()).await.expect("a full match starts");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_removes_who_squats_on_a_seat() {
    let server = Server::start().await;
    let host = Host::of(server.target(), json!({})).await;
    let mallory = host.sit(ATTACKER, "Mallory", json!({})).await.expect("a seat is open");
    let removal = json!({ "seat": mallory.seat, "requestId": fresh_id() });
    let by_others = host.call_as(ATTACKER, &mallory.token, "RemoveSeat", removal.clone()).await;
    assert_ne!(reason(by_others), "gone", "only the host may");
    host.call("RemoveSeat", removal).await.expect("the host may");
    let view = host.call_as(ATTACKER, &mallory.token, "GetView", json!({})).await;
    assert_eq!(reason(view), "NOT_AUTHENTICATED", "the token is worth nothing");
    let anna = host.sit(HOST, "Anna", json!({})).await.expect("the seat is open again");
    assert_eq!(anna.seat, mallory.seat);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_down_uninvited_where_only_guests_may() {
    let server = Server::start().await;
    let host = Host::of(server.target(), json!({ "invitationOnly": true, "listed": true })).await;
    let invitation = host.created["invitation"].as_str().expect("the host gets it").to_owned();
    let with = |invitation: &str| json!({ "invitation": invitation });
    let reversed: String = invitation.chars().rev().collect();
    for guess in ["", "guess", &invitation[1..], &reversed] {
        let squatter = host.sit(ATTACKER, "Mallory", with(guess)).await;
        assert_eq!(reason(squatter), "NOT_INVITED", "{guess:?}");
    }
    let shown = host.call_as(ATTACKER, "", "GetMatch", json!({})).await.expect("it is listed");
    assert!(!shown.to_string().contains(&invitation), "the invitation is for guests alone");
    host.sit(HOST, "Anna", with(&invitation)).await.expect("whoever is invited may sit");

    let renewed = host.call("RenewInvitation", request()).await.expect("a host may renew it");
    let renewed = renewed["invitation"].as_str().expect("the host gets it").to_owned();
    let late = host.sit(ATTACKER, "Mallory", with(&invitation)).await;
    assert_eq!(reason(late), "NOT_INVITED", "what was handed on is worth nothing");
    host.sit(HOST, "Berta", with(&renewed)).await.expect("the new one counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_deceive_are_refused_and_names_of_people_are_not() {
    let server = Server::start().await;
    for name in [
        "\u{202e}annA",
        "An\u{200b}na",
        "An\u{2060}na",
        "Anna\u{7}",
        "Bot 1",
        "bot 2",
        "Ｂｏｔ 1",
        "Bot\u{a0}1",
        "Erased 1",
    ] {
        let host = Host::of(server.target(), json!({})).await;
        let refused = host.sit(ATTACKER, name, json!({})).await;
        assert_eq!(reason(refused), "MALFORMED", "{name:?}");
    }
    let host = Host::of(server.target(), json!({})).await;
    host.sit(HOST, "Anna", json!({})).await.expect("it is a name");
    let double = host.sit(ATTACKER, "ＡＮＮＡ", json!({})).await;
    assert_ne!(reason(double), "gone", "it looks like the other one");
    for name in ["Anna Müller", "侍", "محمد", "O’Neill-Peña", "Zoë 3"] {
        let host = Host::of(server.target(), json!({})).await;
        let seated = host.sit(HOST, name, json!({})).await;
        seated.unwrap_or_else(|refused| panic!("{name:?} is a name: {refused:?}"));
    }
}
