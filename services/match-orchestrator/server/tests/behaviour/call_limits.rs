//! Limits on what callers may ask: who has taken all of its own is refused with the
//! limit's name, and others are not touched.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use kit_conformance::toy::pb;
use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use kit_proto::bakufu::play::v1 as play;
use kit_service::limits::Scope;
use kit_service::{Drain, Health, Limits, Metrics, Reason, Serving};
use match_orchestrator_server::{Orchestrator, Reach, Web, serve};
use match_orchestrator_store::{Memory, Store};
use prost::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tonic::transport::Channel;
use tonic::{Code, Status};

use crate::operators::{TOKEN, by_operator};
use crate::table::{MatchClient, Player, create, parts, start_toy, with_token};

/// Requests that never end, of each kind.
const SLOW: usize = 200;

/// A replica whose limits a test has set.
struct Limited {
    address: SocketAddr,
    store: Arc<dyn Store>,
}

impl Limited {
    async fn start(adjust: impl FnOnce(&mut Limits)) -> Self {
        Self::start_on(Arc::new(Memory::default()), &start_toy().await, adjust).await
    }

    async fn start_on(store: Arc<dyn Store>, toy: &str, adjust: impl FnOnce(&mut Limits)) -> Self {
        let parts = parts(Arc::clone(&store), Some(TOKEN));
        let toys = [toy.to_owned()];
        let orchestrator = Orchestrator::start_reaching(parts, &toys, Reach::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let mut serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
        adjust(&mut serving.limits);
        tokio::spawn(serve(listener, serving, orchestrator, Web::default()));
        let limited = Self { address, store };
        let client = limited.client(99).await;
        kit_testing::wait_until("the toy is registered", async || {
            let games = client.clone().list_games(play::ListGamesRequest {}).await;
            games.is_ok_and(|games| !games.get_ref().games.is_empty())
        })
        .await;
        limited
    }

    /// A client that is a peer of its own.
    async fn client(&self, peer: u8) -> MatchClient {
        MatchClient::new(self.channel(peer).await)
    }

    async fn channel(&self, peer: u8) -> Channel {
        let endpoint = Channel::from_shared(format!("http://{}", self.address));
        let endpoint = endpoint.expect("an address").local_address(Some(address_of(peer)));
        endpoint.connect().await.expect("the orchestrator answers")
    }

    /// Begins a request of which nothing but its headers comes.
    async fn begin(&self, peer: u8, method: &str, content_type: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((address_of(peer), 0).into()).expect("a peer of its own");
        let mut stream = socket.connect(self.address).await.expect("it listens");
        let head = format!(
            "POST /bakufu.play.v1.MatchService/{method} HTTP/1.1\r\nhost: localhost\r\n\
             content-type: {content_type}\r\ncontent-length: 1000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        stream
    }
}

fn address_of(peer: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, peer).into()
}

/// The limit for which a call was refused.
fn limit_of<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    let refused = answer.expect_err("it is above a limit");
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused:?}");
    match Reason::from_status(&refused) {
        Some(Reason::Limited { limit, retry_after }) if retry_after > Duration::ZERO => limit,
        other => panic!("it names no limit: {other:?}"),
    }
}

fn new_match(request_id: &str) -> play::CreateMatchRequest {
    play::CreateMatchRequest {
        game: "envelopes".to_owned(),
        seats: 2,
        request_id: request_id.to_owned(),
        ..Default::default()
    }
}

#[tokio::test]
async fn every_expensive_question_has_a_budget_of_its_own_for_each_peer() {
    let rates = ["replays", "lists", "boards", "legal_lists"].map(|it| format!("{it}_per_second"));
    let limited = Limited::start(|limits| {
        for rate in &rates {
            limits.bounds.set(rate, Scope::Peer, 1);
        }
    })
    .await;
    let mut other = limited.client(3).await;
    let id = create(&mut other, 2, false).await.match_id;
    for rate in &rates {
        let ask = async |mut client: MatchClient| -> Result<(), Status> {
            let match_id = id.clone();
            let answer = match rate.as_str() {
                "replays_per_second" => {
                    client.export_match(play::ExportMatchRequest { match_id }).await.map(drop)
                }
                "lists_per_second" => {
                    client.list_matches(play::ListMatchesRequest::default()).await.map(drop)
                }
                "boards_per_second" => {
                    client.get_board(play::GetBoardRequest { match_id }).await.map(drop)
                }
                _ => {
                    let request = play::ListLegalActionsRequest { match_id };
                    client.list_legal_actions(request).await.map(drop)
                }
            };
            match answer {
                // That there is nothing to see yet is an answer.
                Err(status) if status.code() != Code::ResourceExhausted => Ok(()),
                answer => answer,
            }
        };
        let greedy = limited.client(2).await;
        let asked = futures::future::join_all((0..10).map(|_| ask(greedy.clone()))).await;
        let refused: Vec<Status> = asked.into_iter().filter_map(Result::err).collect();
        assert!(!refused.is_empty(), "{rate}");
        for status in refused {
            assert_eq!(limit_of(Err::<(), _>(status)), *rate);
        }
        ask(limited.client(3).await).await.expect("another peer");
        greedy.clone().get_match(play::GetMatchRequest { match_id: id.clone() }).await.expect("it");
    }
}

#[tokio::test]
async fn what_is_expensive_is_bounded_at_once_and_cheap_questions_go_on() {
    let rows = ["replays", "lists", "boards", "legal_lists"];
    let limited = Limited::start(|limits| {
        rows.iter().for_each(|row| limits.bounds.set(row, Scope::All, 0));
    })
    .await;
    let mut client = limited.client(2).await;
    let match_id = create(&mut client, 2, false).await.match_id;
    let replay = play::GetReplayRequest { match_id: match_id.clone(), ..Default::default() };
    assert_eq!(limit_of(client.get_replay(replay).await), "replays");
    assert_eq!(limit_of(client.list_matches(play::ListMatchesRequest::default()).await), "lists");
    let board = play::GetBoardRequest { match_id: match_id.clone() };
    assert_eq!(limit_of(client.get_board(board).await), "boards");
    let list = play::ListLegalActionsRequest { match_id: match_id.clone() };
    assert_eq!(limit_of(client.list_legal_actions(list).await), "legal_lists");
    client.get_match(play::GetMatchRequest { match_id }).await.expect("it is cheap");
}

#[tokio::test]
async fn commands_find_a_place_where_questions_have_none() {
    let limited = Limited::start(|_| ()).await;
    let mut client = limited.client(2).await;
    let id = create(&mut client, 2, true).await.match_id;
    let players = [Player::sit(&client, &id, "Ann").await, Player::sit(&client, &id, "Bea").await];
    kit_testing::wait_until("it has started", async || {
        !players[0].view().await.seats_to_act.is_empty()
    })
    .await;
    let actions = players[0].legal("").await;
    let store = Arc::clone(&limited.store);
    let full = Limited::start_on(store, &start_toy().await, |limits| {
        // Without a bound until the games are known, since that is a question.
        limits.bounds.set("questions", Scope::Peer, 0);
        limits.unlimited_peers = "127.0.0.99".parse().expect("an address");
    })
    .await;
    let mut client = full.client(2).await;
    let view = play::GetViewRequest { match_id: id.clone() };
    assert_eq!(limit_of(client.get_view(players[0].request(view)).await), "questions");
    let there = Player { client, ..players[0].clone() };
    there.submit(actions[..1].to_vec()).await.expect("a move finds a place");
}

#[tokio::test]
async fn a_peer_watches_as_much_as_it_may_and_another_one_still_can() {
    let limited = Limited::start(|limits| limits.bounds.set("watchers", Scope::Peer, 1)).await;
    let mut greedy = limited.client(2).await;
    let match_id = create(&mut greedy, 2, false).await.match_id;
    let watch = || play::WatchMatchRequest { match_id: match_id.clone(), ..Default::default() };
    let open = greedy.watch_match(watch()).await.expect("the first");
    assert_eq!(limit_of(greedy.watch_match(watch()).await), "watchers");
    limited.client(3).await.watch_match(watch()).await.expect("another peer");
    drop(open);
    kit_testing::wait_until("the place is free", async || {
        greedy.clone().watch_match(watch()).await.is_ok()
    })
    .await;
}

#[tokio::test]
async fn a_peer_creates_so_many_matches_in_a_minute() {
    let limit = "creations_per_minute";
    let limited = Limited::start(|limits| limits.bounds.set(limit, Scope::Peer, 1)).await;
    let mut hasty = limited.client(2).await;
    for _ in 0..2 {
        hasty.create_match(new_match("")).await.expect("twice as many after a rest");
    }
    assert_eq!(limit_of(hasty.create_match(new_match("")).await), limit);
    limited.client(3).await.create_match(new_match("")).await.expect("another peer");
    let told = Limited::start(|limits| limits.bounds.set(limit, Scope::All, 1)).await;
    for peer in [2, 3] {
        told.client(peer).await.create_match(new_match("")).await.expect("within all");
    }
    assert_eq!(limit_of(told.client(4).await.create_match(new_match("")).await), limit);
}

#[tokio::test]
async fn matches_that_never_start_count_until_something_becomes_of_them() {
    let limit = "unstarted_matches";
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let bounded = |limits: &mut Limits| limits.bounds.set(limit, Scope::Peer, 2);
    let one = Limited::start_on(store.clone(), &toy, bounded).await;
    let two = Limited::start_on(store, &toy, |_| ()).await;
    let mut host = one.client(2).await;
    let repeated = new_match("request-000000001");
    let first = host.create_match(repeated.clone()).await.expect("the first").into_inner();
    let second = create(&mut host, 2, false).await;
    assert_eq!(limit_of(host.create_match(new_match("")).await), limit);
    let again = host.create_match(repeated).await.expect("what is there takes no place");
    assert_eq!(again.into_inner(), first);
    create(&mut one.client(3).await, 2, false).await;

    let first_id = first.game_match.expect("the match").match_id;
    let delete = play::DeleteMatchRequest { match_id: first_id };
    host.delete_match(with_token(delete, &first.host_token)).await.expect("its host may");
    let third = create(&mut host, 2, true).await;
    assert_eq!(limit_of(host.create_match(new_match("")).await), limit);

    for name in ["Ann", "Bea"] {
        Player::sit(&host, &third.match_id, name).await;
    }
    kit_testing::wait_until("it has started", async || {
        host.clone().create_match(new_match("")).await.is_ok()
    })
    .await;
    assert_eq!(limit_of(host.create_match(new_match("")).await), limit);

    // What becomes of a match elsewhere is not heard of here, and found out all the same.
    let delete = play::DeleteMatchRequest { match_id: second.match_id };
    let mut elsewhere = two.client(2).await;
    elsewhere.delete_match(with_token(delete, &second.host_token)).await.expect("its host may");
    create(&mut host, 2, false).await;
    assert_eq!(limit_of(host.create_match(new_match("")).await), limit);

    // An aborted one counts no more either.
    let mut operator = OperatorServiceClient::new(one.channel(2).await);
    let matches = play::ListAllMatchesRequest::default();
    let matches = operator.list_all_matches(by_operator(matches)).await.expect("all");
    let matches = matches.into_inner().matches.into_iter();
    for game_match in matches.filter(|it| it.status() == play::MatchStatus::Seating) {
        let abort = play::AbortMatchRequest {
            match_id: game_match.match_id,
            reason: "a test".to_owned(),
            ..Default::default()
        };
        operator.abort_match(by_operator(abort)).await.expect("an operator may");
    }
    create(&mut host, 2, false).await;
}

#[tokio::test]
async fn operators_get_in_when_players_have_taken_all_and_have_limits_of_their_own() {
    let full = Limited::start(|limits| {
        limits.bounds.set("calls", Scope::Peer, 0);
        limits.unlimited_peers = "127.0.0.99".parse().expect("an address");
    })
    .await;
    let mut player = full.client(2).await;
    assert_eq!(limit_of(player.list_games(play::ListGamesRequest {}).await), "questions");
    let mut operator = OperatorServiceClient::new(full.channel(2).await);
    let versions = || by_operator(play::ListGameVersionsRequest::default());
    operator.list_game_versions(versions()).await.expect("it has its own");
    let limit = "operator_calls";
    let full = Limited::start(|limits| limits.bounds.set(limit, Scope::All, 0)).await;
    let mut operator = OperatorServiceClient::new(full.channel(2).await);
    assert_eq!(limit_of(operator.list_game_versions(versions()).await), limit);
}

#[tokio::test]
async fn requests_that_never_end_keep_nobody_from_playing() {
    let limited = Limited::start(|limits| {
        limits.bounds.set("calls", Scope::All, 4);
        limits.bounds.set("watchers", Scope::All, 4);
    })
    .await;
    let mut slow = Vec::new();
    for content_type in ["application/grpc", "application/grpc-web", "application/json"] {
        for method in ["GetMatch", "WatchMatch"] {
            for _ in 0..SLOW / 2 {
                slow.push(limited.begin(2, method, content_type).await);
            }
        }
    }
    let mut client = limited.client(2).await;
    let match_id = create(&mut client, 2, true).await.match_id;
    let watch = play::WatchMatchRequest { match_id: match_id.clone(), ..Default::default() };
    let mut watching = client.watch_match(watch).await.expect("a stream").into_inner();
    watching.message().await.expect("open").expect("a snapshot");
    let players =
        [Player::sit(&client, &match_id, "A").await, Player::sit(&client, &match_id, "B").await];
    kit_testing::wait_until("it has started", async || {
        !players[0].view().await.seats_to_act.is_empty()
    })
    .await;
    for _ in 0..20 {
        players[0].view().await;
    }
    let view = players[0].view().await;
    let state = pb::State::decode(&view.state[..]).expect("a state of the toy game");
    assert_eq!(state.players.len(), 2);
    drop(slow);
}

#[tokio::test]
async fn a_refusal_is_told_in_json_as_well() {
    let limit = "creations_per_minute";
    let limited = Limited::start(|limits| limits.bounds.set(limit, Scope::Peer, 1)).await;
    for _ in 0..2 {
        create(&mut limited.client(2).await, 2, false).await;
    }
    let mut stream = limited.begin(2, "CreateMatch", "application/json").await;
    let body = format!("{:<1000}", r#"{"game":"envelopes","seats":2}"#);
    stream.write_all(body.as_bytes()).await.expect("it listens");
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).ends_with('}') {
        assert!(stream.read_buf(&mut answer).await.expect("it answers") > 0, "it ends too early");
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    assert!(answer.contains("retry-after: "), "{answer}");
    assert!(answer.contains(r#""reason":"LIMITED""#), "{answer}");
    assert!(answer.contains(r#""metadata":{"limit":"creations_per_minute"}"#), "{answer}");
}
