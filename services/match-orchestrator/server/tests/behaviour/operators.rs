//! Operators: who may operate, what is written down about it, and what they see.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use kit_testing::LogCapture;
use match_orchestrator_server::{Ports, Reach};
use match_orchestrator_store::Memory;
use prost::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::table::{
    Hosted, MatchClient, Player, Replica, channel, create, listen, parts, start_at, start_replica,
    start_toy, with_token,
};

pub(crate) const TOKEN: &str = "the-token-of-the-operator";
const CALLS: [&str; 9] = [
    "RegisterGame",
    "ListAllMatches",
    "ListGameVersions",
    "DrainGame",
    "AbortMatch",
    "ListUnarchived",
    "MarkArchived",
    "RemoveMatch",
    "NoteRestored",
];

pub(crate) fn by_operator<T>(message: T) -> Request<T> {
    with_token(message, TOKEN)
}

pub(crate) fn reason(status: &Status) -> Reason {
    Reason::from_status(status).expect("a reason of ours")
}

/// One replica on a store of its own, which knows this operator.
async fn operated(token: Option<&str>) -> Replica {
    start_replica(Arc::new(Memory::default()), &start_toy().await, token).await
}

/// Makes every call of operators, in the order of [`CALLS`], and tells how each
/// ended.
async fn call_all(replica: &Replica, token: Option<&str>, match_id: &str) -> Vec<Code> {
    fn sent<T>(message: T, token: Option<&str>) -> Request<T> {
        match token {
            Some(token) => with_token(message, token),
            None => Request::new(message),
        }
    }
    fn code<T>(answer: Result<T, Status>) -> Code {
        answer.map_or_else(|status| status.code(), |_| Code::Ok)
    }
    let mut operator = replica.operator.clone();
    let register = play::RegisterGameRequest { address: "http://user:pass@127.0.0.1:1".into() };
    let drain = play::DrainGameRequest { game: "envelopes".into(), ..Default::default() };
    let abort = play::AbortMatchRequest {
        match_id: match_id.to_owned(),
        reason: "a test".to_owned(),
        ..Default::default()
    };
    let mark = play::MarkArchivedRequest { match_ids: vec![match_id.to_owned()] };
    let remove = play::RemoveMatchRequest { match_id: match_id.to_owned() };
    let (list, versions, unarchived, restored) = Default::default();
    vec![
        code(operator.register_game(sent(register, token)).await),
        code(operator.list_all_matches(sent(list, token)).await),
        code(operator.list_game_versions(sent(versions, token)).await),
        code(operator.drain_game(sent(drain, token)).await),
        code(operator.abort_match(sent(abort, token)).await),
        code(operator.list_unarchived(sent(unarchived, token)).await),
        code(operator.mark_archived(sent(mark, token)).await),
        code(operator.remove_match(sent(remove, token)).await),
        code(operator.note_restored(sent(restored, token)).await),
    ]
}

fn audit_lines(log: &LogCapture) -> Vec<String> {
    log.lines().into_iter().filter(|line| line.contains(" audit: ")).collect()
}

#[tokio::test]
async fn strangers_are_refused_and_written_down() {
    let mut replica = operated(Some(TOKEN)).await;
    let Hosted { match_id, host_token } = create(&mut replica.client, 2, false).await;
    let ann = Player::sit(&replica.client, &match_id, "Ann").await;
    let near = &TOKEN[..TOKEN.len() - 1];
    let longer = format!("{TOKEN}x");
    for token in [None, Some(""), Some(near), Some(&longer), Some(&host_token), Some(&ann.token)] {
        let log = LogCapture::new();
        let capturing = log.install();
        let codes = call_all(&replica, token, &match_id).await;
        drop(capturing);
        assert_eq!(codes, [Code::PermissionDenied; CALLS.len()], "{token:?}");
        let lines = audit_lines(&log);
        assert_eq!(lines.len(), CALLS.len(), "{lines:#?}");
        for (line, call) in lines.iter().zip(CALLS) {
            for part in ["WARN", call, "who=\"unknown\"", "NOT_OPERATOR", "peer=\"127.0.0.1:"] {
                assert!(line.contains(part), "{part:?} is missing in {line}");
            }
        }
        let all = log.lines().concat();
        assert!(!all.contains(near) && !all.contains(&ann.token), "{all}");
    }
    let view = ann.client.clone().get_match(play::GetMatchRequest { match_id }).await;
    let game_match = view.expect("the match").into_inner().game_match.expect("the match");
    assert_eq!(game_match.status(), play::MatchStatus::Seating, "nobody has ended it");
}

#[tokio::test]
async fn without_a_token_nobody_operates() {
    for configured in [None, Some("")] {
        let mut replica = operated(configured).await;
        let hosted = create(&mut replica.client, 2, false).await;
        for token in [None, Some(""), Some(TOKEN)] {
            let codes = call_all(&replica, token, &hosted.match_id).await;
            assert_eq!(codes, [Code::PermissionDenied; CALLS.len()], "{configured:?} {token:?}");
        }
    }
}

#[tokio::test]
async fn every_call_of_an_operator_is_written_down_with_its_result() {
    let mut replica = operated(Some(TOKEN)).await;
    let hosted = create(&mut replica.client, 2, false).await;
    let log = LogCapture::new();
    let capturing = log.install();
    let codes = call_all(&replica, Some(TOKEN), &hosted.match_id).await;
    drop(capturing);
    assert_eq!(codes[0], Code::Unavailable);
    assert_eq!(codes[1..], [Code::Ok; CALLS.len() - 1]);
    let lines = audit_lines(&log);
    assert_eq!(lines.len(), CALLS.len(), "{lines:#?}");
    let results = ["RULES_UNAVAILABLE"].into_iter().chain(std::iter::repeat("OK"));
    for ((line, call), result) in lines.iter().zip(CALLS).zip(results) {
        let result = format!("result=\"{result}\"");
        for part in ["INFO", call, "who=\"operator\"", "peer=\"127.0.0.1:", &result] {
            assert!(line.contains(part), "{part:?} is missing in {line}");
        }
    }
    assert!(lines[3].contains("envelopes") && lines[3].contains("undrain"), "{}", lines[3]);
    assert!(lines[4].contains(&hosted.match_id) && lines[4].contains("a test"), "{}", lines[4]);
    let audited = lines.concat();
    assert!(!audited.contains(TOKEN) && !audited.contains("pass@"), "{audited}");
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_is_written_down_too() {
    let replica = operated(Some(TOKEN)).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", silent.local_addr().expect("it is bound"));
    let log = LogCapture::new();
    let _capturing = log.install();
    let request = by_operator(play::RegisterGameRequest { address });
    let mut operator = replica.operator.clone();
    let call = tokio::spawn(async move { operator.register_game(request).await.map(|_| ()) });
    let (_held, _) = silent.accept().await.expect("it is asked what it plays");
    call.abort();
    kit_testing::wait_until("the end is written down", async || {
        let lines = audit_lines(&log);
        let [line] = lines.as_slice() else { return false };
        ["INFO", "RegisterGame", "result=\"ABANDONED\""].iter().all(|part| line.contains(part))
    })
    .await;
}

#[tokio::test]
async fn what_a_stranger_sends_does_not_fill_the_log() {
    let replica = operated(Some(TOKEN)).await;
    let log = LogCapture::new();
    let _capturing = log.install();
    let long = "x".repeat(100_000);
    call_all(&replica, None, &long).await;
    let mut operator = replica.operator.clone();
    let drain = play::DrainGameRequest { game: long.clone(), rules_version: long, drained: true };
    operator.drain_game(drain).await.expect_err("a stranger");
    let lines = audit_lines(&log);
    assert_eq!(lines.len(), CALLS.len() + 1, "{}", lines.len());
    assert!(lines.iter().all(|line| line.len() < 1_000), "{lines:?}");
}

#[tokio::test]
async fn whoever_guesses_tokens_waits_and_nobody_else() {
    let log = LogCapture::new();
    let _capturing = log.install();
    let replica = operated(Some(TOKEN)).await;
    let ask = async |operator: &mut OperatorServiceClient<Channel>, token: &str| {
        let request = with_token(play::ListGameVersionsRequest::default(), token);
        operator.list_game_versions(request).await.map(|_| ()).map_err(|status| reason(&status))
    };
    let mut guesser = replica.operator.clone();
    let mut refusals = Vec::new();
    for guess in 0..50 {
        refusals.push(ask(&mut guesser, &format!("guess {guess}")).await.expect_err("wrong"));
    }
    let denied = refusals.iter().filter(|refusal| **refusal == Reason::NotOperator).count();
    assert!((1..=10).contains(&denied), "a few were looked at: {denied}");
    let refused = ask(&mut guesser, TOKEN).await.expect_err("it is not looked at either");
    let Reason::Limited { limit, retry_after } = refused else {
        panic!("it has to wait: {refused:?}");
    };
    assert_eq!(limit, "operator_tries");
    assert!((1..=60).contains(&retry_after.as_secs()), "{retry_after:?}");
    let lines = audit_lines(&log);
    assert_eq!(lines.len(), denied + 1, "the others are told together: {lines:#?}");
    assert!(lines[denied].contains("LIMITED"), "{lines:#?}");

    let endpoint = Channel::from_shared(format!("http://{}", replica.address)).expect("a URL");
    let elsewhere = endpoint.local_address(Some([127, 0, 0, 2].into())).connect().await;
    let mut operator = OperatorServiceClient::new(elsewhere.expect("it is reached"));
    ask(&mut operator, TOKEN).await.expect("another peer is not touched");
    replica.client.clone().list_games(play::ListGamesRequest {}).await.expect("nor are players");
}

#[tokio::test]
async fn operators_with_an_address_of_their_own_are_served_there_only() {
    let ports = Ports { public: listen().await, operators: Some(listen().await) };
    let apart = ports.operators.as_ref().expect("bound").local_addr().expect("bound");
    let parts = parts(Arc::new(Memory::default()), Some(TOKEN));
    let mut replica = start_at(ports, parts, &[start_toy().await], Reach::default()).await;
    let request = || by_operator(play::ListGameVersionsRequest::default());
    let versions = replica.operator.list_game_versions(request()).await.expect("it is served");
    assert_eq!(versions.into_inner().versions.len(), 1);

    let mut public = OperatorServiceClient::new(channel(replica.address).await);
    let refused = public.list_game_versions(request()).await.expect_err("not here");
    assert_eq!(refused.code(), Code::Unimplemented);
    let mut players = MatchClient::new(channel(apart).await);
    let refused = players.list_games(play::ListGamesRequest {}).await.expect_err("not there");
    assert_eq!(refused.code(), Code::Unimplemented);

    let (own, foreign) = ("OperatorService/ListGameVersions", "MatchService/ListGames");
    assert_eq!(json(replica.address, foreign).await, "200");
    assert_eq!(json(apart, own).await, "200");
    assert_eq!(json(replica.address, own).await, "501");
    assert_eq!(json(apart, foreign).await, "501");
}

/// Makes a call as JSON, and tells with which status it is answered.
async fn json(address: SocketAddr, call: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!(
        "POST /bakufu.play.v1.{call} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\n\
         content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    answer.split(' ').nth(1).expect("a status").to_owned()
}

#[tokio::test]
async fn all_matches_are_listed_page_by_page_and_filtered() {
    let mut replica = operated(Some(TOKEN)).await;
    let mut ids = BTreeSet::new();
    for _ in 0..5 {
        ids.insert(create(&mut replica.client, 2, false).await.match_id);
    }
    let ended = ids.first().expect("five of them").clone();
    abort(&mut replica, &ended).await;

    let mut pages = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = play::ListAllMatchesRequest { page_size: 2, page_token, ..all() };
        let page = list(&mut replica, request).await.expect("a page");
        assert!(page.matches.len() <= 2);
        pages.extend(page.matches);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(pages.len(), 5, "each once");
    assert_eq!(pages.iter().map(|row| row.match_id.clone()).collect::<BTreeSet<_>>(), ids);
    assert!(pages.iter().all(|row| !row.listed && row.seats == 2 && row.created_at.is_some()));
    let enough = play::Aborted { reason: "enough".to_owned() };
    for row in &pages {
        assert_eq!(row.aborted.as_ref(), (row.match_id == ended).then_some(&enough), "{row:?}");
    }

    let over = play::MatchStatus::Over.into();
    let version = pages[0].rules_version.clone();
    for (request, expected) in [
        (play::ListAllMatchesRequest { game: "envelopes".into(), ..all() }, 5),
        (play::ListAllMatchesRequest { game: "samurai".into(), ..all() }, 0),
        (play::ListAllMatchesRequest { rules_version: version, ..all() }, 5),
        (play::ListAllMatchesRequest { rules_version: "99".into(), ..all() }, 0),
        (play::ListAllMatchesRequest { status: over, ..all() }, 1),
        (play::ListAllMatchesRequest { status: over, page_size: 1, ..all() }, 1),
    ] {
        let found = list(&mut replica, request.clone()).await.expect("a page").matches;
        assert_eq!(found.len(), expected, "{request:?}");
    }
    for request in [
        play::ListAllMatchesRequest { page_token: "nonsense".into(), ..all() },
        play::ListAllMatchesRequest { page_size: 101, ..all() },
        play::ListAllMatchesRequest { status: 17, ..all() },
    ] {
        let refused = list(&mut replica, request).await.expect_err("a bad request");
        assert_eq!(reason(&refused).name(), "MALFORMED");
    }
}

#[tokio::test]
async fn a_row_tells_how_many_seats_are_taken_and_whether_the_match_is_listed() {
    let mut replica = operated(Some(TOKEN)).await;
    let (game, seats) = ("envelopes".to_owned(), 2);
    let request = play::CreateMatchRequest { game, seats, listed: true, ..Default::default() };
    let created = replica.client.create_match(request).await.expect("a match").into_inner();
    let match_id = created.game_match.expect("the match").match_id;
    for (taken, name) in (0..).zip(["Ann", "Bea"]) {
        let rows = list(&mut replica, all()).await.expect("a page").matches;
        let [row] = rows.as_slice() else { panic!("one match: {rows:?}") };
        assert_eq!((row.listed, row.seats, row.seats_taken), (true, 2, taken));
        Player::sit(&replica.client, &match_id, name).await;
    }
}

#[tokio::test]
async fn operators_see_nothing_hidden_and_no_secret_step() {
    let mut replica = operated(Some(TOKEN)).await;
    let hosted = create(&mut replica.client, 2, true).await;
    let match_id = hosted.match_id.clone();
    let mut players = Vec::new();
    for name in ["Ann of the secrets", "Bea of the secrets"] {
        let seed = b"the seed of a player".as_slice().into();
        let (match_id, name) = (match_id.clone(), name.to_owned());
        let sit = play::SitDownRequest { match_id, name, seed, ..Default::default() };
        let seat = replica.client.sit_down(sit).await.expect("a seat").into_inner();
        let client = replica.client.clone();
        players.push(Player { client, match_id: hosted.match_id.clone(), token: seat.seat_token });
    }
    let ann = &players[0];
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;

    let before = list(&mut replica, all()).await.expect("a page");
    let choice = ann.legal("Choose").await.remove(0);
    ann.submit(vec![choice.clone()]).await.expect("a secret act");
    let after = list(&mut replica, all()).await.expect("a page");
    assert_eq!(before.encode_to_vec(), after.encode_to_vec(), "a secret act changes no byte");

    let versions = play::ListGameVersionsRequest::default();
    let versions = replica.operator.list_game_versions(by_operator(versions)).await;
    let shown =
        [after.encode_to_vec(), versions.expect("the versions").into_inner().encode_to_vec()]
            .concat();
    let state = ann.view().await.state;
    abort(&mut replica, &match_id).await;
    let export = play::ExportMatchRequest { match_id };
    let export = replica.client.export_match(export).await.expect("an export").into_inner();
    let server_seed = export.export.expect("the export").server_seed;
    assert_eq!(server_seed.len(), 32);
    let hidden: [&[u8]; 7] = [
        &server_seed,
        &state,
        &choice,
        b"the seed of a player",
        b"of the secrets",
        hosted.host_token.as_bytes(),
        ann.token.as_bytes(),
    ];
    for (index, secret) in hidden.into_iter().enumerate() {
        let is_there = shown.windows(secret.len()).any(|window| window == secret);
        assert!(!is_there || secret.len() < 8, "secret {index} is shown");
    }
}

#[tokio::test]
async fn versions_name_the_matches_that_hold_them_back() {
    let mut replica = operated(Some(TOKEN)).await;
    let mut open = BTreeSet::new();
    for _ in 0..103 {
        open.insert(create(&mut replica.client, 2, false).await.match_id);
    }
    let ended = open.pop_first().expect("some");
    abort(&mut replica, &ended).await;
    let request = play::ListGameVersionsRequest::default();
    let answer = replica.operator.list_game_versions(by_operator(request)).await;
    let answer = answer.expect("the versions").into_inner();
    assert!(answer.complete);
    let [version] = answer.versions.as_slice() else { panic!("one version: {answer:?}") };
    assert_eq!((version.game.as_str(), version.pods_ready), ("envelopes", 1));
    assert!(version.takes_new_matches && !version.drained);
    assert_eq!((version.open_matches, version.held_back_by.len()), (102, 100));
    assert!(version.held_back_by.iter().all(|id| open.contains(id)));
    let request = play::ListGameVersionsRequest { game: "go".to_owned() };
    let other = replica.operator.list_game_versions(by_operator(request)).await;
    assert!(other.expect("no versions").into_inner().versions.is_empty());
}

fn all() -> play::ListAllMatchesRequest {
    play::ListAllMatchesRequest::default()
}

async fn list(
    replica: &mut Replica,
    request: play::ListAllMatchesRequest,
) -> Result<play::ListAllMatchesResponse, Status> {
    Ok(replica.operator.list_all_matches(by_operator(request)).await?.into_inner())
}

async fn abort(replica: &mut Replica, match_id: &str) {
    let request = play::AbortMatchRequest {
        match_id: match_id.to_owned(),
        reason: "enough".to_owned(),
        ..Default::default()
    };
    replica.operator.abort_match(by_operator(request)).await.expect("it was not over");
}
