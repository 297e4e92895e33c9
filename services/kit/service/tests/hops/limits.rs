//! Limits per peer: what one of them uses up, another one still has.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse, SetupRequest, SuggestRequest};
use kit_service::limits::{Bound, Class, Limit, Scope, Table};
use kit_service::{Caller, Limits, Reason, Serving, Telemetry, TelemetryConfig, TracedChannel};
use tokio::sync::Semaphore;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::toy::{RulesClient, Served, Toy, bounds};

static TABLE: Table = Table {
    limits: &[
        Limit::at_once("calls", Bound::Max(2), Bound::Max(8)),
        Limit::at_once(
            "questions",
            Bound::ThreeQuartersOf("calls"),
            Bound::ThreeQuartersOf("calls"),
        ),
        Limit::at_once("streams", Bound::Max(1), Bound::Max(10)),
        Limit::at_once("talks", Bound::Max(1), Bound::Max(10)),
        Limit::at_once("kept", Bound::Max(1), Bound::None),
        Limit::per_minute("setups_per_minute", Bound::Max(1), Bound::Max(5)),
        Limit::bytes("request_bytes", Bound::None, Bound::None),
    ],
    classes: &[
        Class::calls(
            &["/bakufu.rules.v1.RulesService/Setup"],
            &["setups_per_minute", "questions", "calls"],
        ),
        Class::calls(&["/bakufu.rules.v1.RulesService/Suggest"], &["questions", "calls"]),
    ],
    others: &["calls"],
    streams: &["streams"],
    dialogues: &["talks"],
    arriving: Some("request_bytes"),
};

/// A peer of its own on this machine.
fn peer(number: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, number).into()
}

async fn channel(served: &Served, from: IpAddr) -> Channel {
    let endpoint = Channel::from_shared(format!("http://{}", served.address));
    let endpoint = endpoint.expect("an address").local_address(Some(from));
    endpoint.connect().await.expect("it listens")
}

async fn client(served: &Served, from: IpAddr) -> RulesClient {
    RulesClient::new(TracedChannel::new(channel(served, from).await))
}

fn table() -> Limits {
    Limits { table: &TABLE, ..Limits::default() }
}

fn limit_of(refused: &Status) -> String {
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused:?}");
    match Reason::from_status(refused) {
        Some(Reason::Limited { limit, .. }) => limit,
        other => panic!("it is no limit: {other:?}"),
    }
}

fn forwarded<T>(message: T, client: &str) -> Request<T> {
    let mut request = Request::new(message);
    let value = client.parse().expect("a header");
    request.metadata_mut().insert("x-forwarded-for", value);
    request
}

/// A toy whose Apply goes on until it is released.
fn stuck() -> (Toy, Arc<Semaphore>, Arc<Semaphore>) {
    let (entered, released) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (enter, release) = (entered.clone(), released.clone());
    let toy = Toy::new(move |_| {
        let (enter, release) = (enter.clone(), release.clone());
        async move {
            enter.add_permits(1);
            release.acquire().await.expect("it stays open").forget();
            Ok(ApplyResponse::default())
        }
    });
    (toy, entered, released)
}

#[tokio::test]
async fn a_peer_with_all_its_calls_under_way_is_refused_and_another_is_not() {
    let (toy, entered, released) = stuck();
    let served = Served::start_limited(toy, table()).await;
    let mut greedy = client(&served, peer(2)).await;
    let under_way = [(), ()].map(|()| {
        let mut greedy = greedy.clone();
        tokio::spawn(async move { greedy.apply(ApplyRequest::default()).await })
    });
    entered.acquire_many(2).await.expect("it stays open").forget();

    let refused = greedy.apply(ApplyRequest::default()).await.expect_err("the third");
    assert_eq!(limit_of(&refused), "calls");
    let mut other = client(&served, peer(3)).await;
    let other = tokio::spawn(async move { other.apply(ApplyRequest::default()).await });
    entered.acquire().await.expect("another peer is let in").forget();

    released.add_permits(3);
    for call in under_way.into_iter().chain([other]) {
        call.await.expect("no panic").expect("it was let in");
    }
    released.add_permits(1);
    greedy.apply(ApplyRequest::default()).await.expect("its places are free again");
}

#[tokio::test]
async fn questions_leave_a_place_for_commands() {
    let (toy, entered, released) = stuck();
    let limits = Limits { bounds: bounds([("questions", Scope::Peer, 0)]), ..table() };
    let served = Served::start_limited(toy, limits).await;
    let mut client = client(&served, peer(2)).await;
    let refused = client.suggest(SuggestRequest::default()).await.expect_err("no place for it");
    assert_eq!(limit_of(&refused), "questions");
    released.add_permits(1);
    client.apply(ApplyRequest::default()).await.expect("a command finds one");
    entered.acquire().await.expect("it stays open").forget();
}

#[tokio::test]
async fn what_begins_too_often_is_told_when_to_come_again() {
    let served = Served::start_limited(Toy::agreeable(), table()).await;
    let mut hasty = client(&served, peer(2)).await;
    for _ in 0..2 {
        hasty.setup(SetupRequest::default()).await.expect("twice as many after a rest");
    }
    let refused = hasty.setup(SetupRequest::default()).await.expect_err("the third");
    assert_eq!(limit_of(&refused), "setups_per_minute");
    let wait = Reason::from_status(&refused).and_then(|reason| reason.retry_after());
    let wait = wait.expect("it tells");
    assert!(wait > Duration::from_secs(30) && wait <= Duration::from_secs(61), "{wait:?}");
    hasty.apply(ApplyRequest::default()).await.expect("other calls of it are not refused");
    client(&served, peer(3)).await.setup(SetupRequest::default()).await.expect("another peer");
}

#[tokio::test]
async fn what_all_peers_begin_is_bounded_as_well() {
    let served = Served::start_limited(Toy::agreeable(), table()).await;
    let mut begun = 0;
    for number in 2..10 {
        let mut client = client(&served, peer(number)).await;
        for _ in 0..2 {
            match client.setup(SetupRequest::default()).await {
                Ok(_) => begun += 1,
                Err(refused) => assert_eq!(limit_of(&refused), "setups_per_minute"),
            }
        }
    }
    assert_eq!(begun, 10, "twice five, and one peer alone would have had two");
}

#[tokio::test]
async fn a_peer_has_as_many_streams_as_the_table_says() {
    let served = Served::start_limited(Toy::agreeable(), table()).await;
    let mut greedy = HealthClient::new(channel(&served, peer(2)).await);
    let open = greedy.watch(HealthCheckRequest::default()).await.expect("the first");
    let refused = greedy.watch(HealthCheckRequest::default()).await.expect_err("the second");
    assert_eq!(limit_of(&refused), "streams");
    let mut other = HealthClient::new(channel(&served, peer(3)).await);
    other.watch(HealthCheckRequest::default()).await.expect("another peer");
    drop(open);
}

#[tokio::test]
async fn a_peer_is_whom_a_trusted_proxy_names_and_nobody_elses_word_counts() {
    let proxies = "127.0.0.2".parse().expect("an address");
    let served = Served::start_limited(Toy::agreeable(), Limits { proxies, ..table() }).await;
    let mut proxy = client(&served, peer(2)).await;
    let mut stranger = client(&served, peer(3)).await;
    let setup = SetupRequest::default;
    for client in ["198.51.100.1", "203.0.113.5, 198.51.100.2", "198.51.100.1, 198.51.100.3"] {
        for _ in 0..2 {
            let request = forwarded(setup(), client);
            let answer = proxy.setup(request).await;
            answer.unwrap_or_else(|refused| panic!("{client} is a peer: {refused:?}"));
            if client.contains("203") {
                break;
            }
        }
    }
    let refused = proxy.setup(forwarded(setup(), "203.0.113.9, 198.51.100.1")).await;
    assert_eq!(
        limit_of(&refused.expect_err("what it writes before does not count")),
        "setups_per_minute"
    );
    for client in ["198.51.100.7", "198.51.100.8"] {
        stranger.setup(forwarded(setup(), client)).await.expect("within its own bound");
    }
    let refused = stranger.setup(forwarded(setup(), "198.51.100.9")).await;
    assert_eq!(limit_of(&refused.expect_err("it is one peer")), "setups_per_minute");
}

#[tokio::test]
async fn an_unlimited_peer_has_no_bound_but_that_of_all() {
    let unlimited_peers = "127.0.0.2/32".parse().expect("a network");
    let limits = Limits { unlimited_peers, ..table() };
    let served = Served::start_limited(Toy::agreeable(), limits).await;
    let mut own = client(&served, peer(2)).await;
    for _ in 0..10 {
        own.setup(SetupRequest::default()).await.expect("only all together are bounded");
    }
    own.setup(SetupRequest::default()).await.expect_err("as they are");
}

#[tokio::test]
async fn what_is_used_of_a_limit_is_shown_while_it_is_used() {
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let (toy, entered, released) = stuck();
    let adjust = |serving: &mut Serving| serving.limits = table();
    let served = Served::start_with(toy, telemetry.metrics().clone(), adjust).await;
    let shown = || {
        let families = telemetry.registry().gather();
        prometheus::TextEncoder::new().encode_to_string(&families).expect("it encodes")
    };
    let used = |number| format!("bakufu_limits_used{{limit=\"calls\"}} {number}\n");
    let mut first = client(&served, peer(2)).await;
    let call = tokio::spawn(async move { first.apply(ApplyRequest::default()).await });
    entered.acquire().await.expect("it stays open").forget();
    assert!(shown().contains(&used(1)), "{}", shown());
    released.add_permits(1);
    call.await.expect("no panic").expect("it was let in");
    assert!(shown().contains(&used(0)), "{}", shown());
}

#[tokio::test]
async fn what_a_handler_holds_outlasts_the_call() {
    let kept = Arc::new(std::sync::Mutex::new(Vec::new()));
    let keep = Arc::clone(&kept);
    let toy = Toy::new(move |request| {
        let held = Caller::from_request(&request).expect("it came over the network").hold("kept");
        let held = held.map(|held| keep.lock().expect("not poisoned").push(held));
        async move { Ok(held.map(|()| ApplyResponse::default())?) }
    });
    let served = Served::start_limited(toy, table()).await;
    let mut greedy = client(&served, peer(2)).await;
    greedy.apply(ApplyRequest::default()).await.expect("the first");
    let refused = greedy.apply(ApplyRequest::default()).await.expect_err("the second");
    assert_eq!(limit_of(&refused), "kept");
    client(&served, peer(3)).await.apply(ApplyRequest::default()).await.expect("another peer");
    kept.lock().expect("not poisoned").clear();
    greedy.apply(ApplyRequest::default()).await.expect("it was released");
}
