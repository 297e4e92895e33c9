//! Tokens that are missing, broken, or for something else.

use tests_harness::{Player, fresh_id, play, with_token};
use tonic::Code::{PermissionDenied, Unauthenticated};
use tonic::Request;

use super::fixture::{Fixture, on_every_fixture};

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_acts_with_its_own_token_only() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let player = fixture.running.to_act(&fixture.client).await.clone();
        let mut dice = fixture.dice.clone();
        let action = player.some_legal(&mut dice).await.expect("there are actions").action;
        let other_match = &fixture.open.players[0].token;
        let host = &fixture.running.host_token;
        let flipped = flip_last(&player.token);
        let cases = [
            ("the token of another match", other_match.as_str(), PermissionDenied),
            ("the host's token", host, PermissionDenied),
            ("a token with one wrong digit", &flipped, Unauthenticated),
            ("no token at all, but a word", "sesame", Unauthenticated),
            ("half a token", &player.token[..20], Unauthenticated),
            ("an empty token", "", Unauthenticated),
        ];
        for (what, token, code) in cases {
            let name = name_of(code);
            let thief = Player { token: token.to_owned(), ..player.clone() };
            fixture.refuses(what, code, name, thief.submit(thief.submission(&action))).await;
            fixture.refuses(what, code, name, thief.legal()).await;
            fixture.refuses(what, code, name, thief.resign()).await;
        }
        let without = player.submission(&action);
        let call = async { fixture.client.api().submit_actions(without).await };
        fixture.refuses("no token", Unauthenticated, "NOT_AUTHENTICATED", call).await;
        let basic = async {
            let mut request = Request::new(player.submission(&action));
            let value = format!("Basic {}", player.token).parse().expect("it is printable");
            request.metadata_mut().insert("authorization", value);
            fixture.client.api().submit_actions(request).await
        };
        fixture.refuses("another scheme", Unauthenticated, "NOT_AUTHENTICATED", basic).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_no_way_to_look() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let player = fixture.running.players[0].clone();
        let cases = [
            (flip_last(&player.token), Unauthenticated),
            (fixture.open.players[0].token.clone(), PermissionDenied),
        ];
        for (token, code) in cases {
            let thief = Player { token, ..player.clone() };
            fixture.refuses("a view", code, name_of(code), thief.view()).await;
            let request =
                play::WatchMatchRequest { match_id: player.match_id.clone(), ..Default::default() };
            fixture.refuses("a stream", code, name_of(code), thief.watch(request)).await;
            let board = async {
                let request = play::GetBoardRequest { match_id: player.match_id.clone() };
                fixture.client.api().get_board(with_token(&thief.token, request)).await
            };
            fixture.refuses("a board", code, name_of(code), board).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_adds_bots_and_starts() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let match_id = fixture.open.id();
        let seat = &fixture.open.players[0].token;
        let broken = flip_last(&fixture.open.host_token);
        let other = &fixture.running.host_token;
        let cases = [
            ("a seat's token", Some(seat), PermissionDenied),
            ("the host of another match", Some(other), PermissionDenied),
            ("a token with one wrong digit", Some(&broken), Unauthenticated),
            ("no token", None, Unauthenticated),
        ];
        for (what, token, code) in cases {
            let start =
                play::StartMatchRequest { match_id: match_id.to_owned(), request_id: fresh_id() };
            let call = async { fixture.client.api().start_match(signed(token, start)).await };
            fixture.refuses(what, code, name_of(code), call).await;
            let bot = play::AddBotRequest {
                match_id: match_id.to_owned(),
                seat: 0,
                request_id: fresh_id(),
            };
            let call = async { fixture.client.api().add_bot(signed(token, bot)).await };
            fixture.refuses(what, code, name_of(code), call).await;
        }
    })
    .await;
}

fn signed<M>(token: Option<&String>, message: M) -> Request<M> {
    match token {
        Some(token) => with_token(token, message),
        None => Request::new(message),
    }
}

fn name_of(code: tonic::Code) -> &'static str {
    match code {
        PermissionDenied => "NOT_YOUR_SEAT",
        _ => "NOT_AUTHENTICATED",
    }
}

/// The same token with another last digit.
fn flip_last(token: &str) -> String {
    let (rest, last) = token.split_at(token.len() - 1);
    format!("{rest}{}", if last == "0" { "1" } else { "0" })
}
