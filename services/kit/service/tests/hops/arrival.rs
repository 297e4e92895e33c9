//! Requests that arrive slowly, or never.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::limits::{Bound, Limit, Scope, Table};
use kit_service::{Limits, Metrics, Serving};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::http_routes::greeting;
use crate::toy::{Served, Toy, bounds};

/// Requests that never end, more than there are places.
const SLOW: usize = 50;

static TABLE: Table = Table {
    limits: &[
        Limit::at_once("calls", Bound::None, Bound::Max(1)),
        Limit::bytes("request_bytes", Bound::None, Bound::None),
    ],
    classes: &[],
    others: &["calls"],
    streams: &["calls"],
    dialogues: &["calls"],
    arriving: Some("request_bytes"),
};

fn limits() -> Limits {
    Limits { table: &TABLE, ..Limits::default() }
}

async fn start(limits: Limits) -> Served {
    let adjust = |serving: &mut Serving| {
        serving.limits = limits;
        serving.http = Some(greeting());
    };
    Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await
}

async fn connect(address: SocketAddr, from: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    let from = IpAddr::from(Ipv4Addr::new(127, 0, 0, from));
    socket.bind((from, 0).into()).expect("a peer of its own");
    socket.connect(address).await.expect("it listens")
}

/// Begins a request of a thousand bytes, of which so many come.
async fn begin(address: SocketAddr, from: u8, content_type: &str, bytes: usize) -> TcpStream {
    let mut stream = connect(address, from).await;
    let head = format!(
        "POST /bakufu.rules.v1.RulesService/Apply HTTP/1.1\r\nhost: localhost\r\n\
         content-type: {content_type}\r\ncontent-length: 1000\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("it listens");
    stream.write_all(&vec![0; bytes]).await.expect("it listens");
    stream
}

/// What comes back until the connection ends.
async fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_slow_body_takes_no_slot_whatever_it_speaks() {
    let served = start(limits()).await;
    let mut slow = Vec::new();
    for content_type in ["application/grpc", "application/grpc-web", "application/json"] {
        for _ in 0..SLOW {
            slow.push(begin(served.address, 1, content_type, 100).await);
        }
    }
    let mut client = served.client().await;
    for _ in 0..10 {
        client.apply(ApplyRequest::default()).await.expect("there is a place");
    }
    drop(slow);
}

#[tokio::test]
async fn a_body_has_so_much_time_and_then_its_call_is_told() {
    let limits = Limits { body_time_max: Duration::from_millis(50), ..limits() };
    let served = start(limits).await;
    for content_type in ["application/grpc", "application/grpc-web"] {
        let answer = answer(begin(served.address, 1, content_type, 100).await).await;
        assert!(answer.contains("grpc-status: 4"), "DEADLINE_EXCEEDED: {answer}");
    }
}

#[tokio::test]
async fn bytes_that_are_arriving_are_bounded_for_each_peer_and_for_all() {
    let [per_peer, in_all] = [(Scope::Peer, 3 * 4096), (Scope::All, 4 * 4096)]
        .map(|(scope, max)| ("request_bytes", scope, max));
    let bounds = bounds([per_peer, in_all]);
    let served = start(Limits { bounds, ..limits() }).await;
    let slow = [
        begin(served.address, 2, "application/grpc", 100).await,
        begin(served.address, 2, "application/grpc", 100).await,
    ];
    let refused = answer(begin(served.address, 2, "application/grpc", 100).await).await;
    assert!(refused.contains("grpc-status: 8") && refused.contains("request_bytes"), "{refused}");
    // A third peer's is too much for all.
    let other = begin(served.address, 3, "application/grpc", 100).await;
    let refused = answer(begin(served.address, 4, "application/grpc", 100).await).await;
    assert!(refused.contains("request_bytes"), "{refused}");
    // What is there as a whole waits for nobody.
    served.client().await.apply(ApplyRequest::default()).await.expect("it has arrived");
    drop((slow, other));
}

#[tokio::test]
async fn a_request_that_comes_in_pieces_is_the_same_request() {
    let (sender, mut seen) = tokio::sync::mpsc::channel(1);
    let toy = Toy::new(move |request| {
        let sender = sender.clone();
        async move {
            sender.send(request.into_inner().state).await.expect("the test listens");
            Ok(ApplyResponse::default())
        }
    });
    let served = Served::start_limited(toy, limits()).await;
    let state: Vec<u8> = (0..300_000u32).map(|number| number as u8).collect();
    let request = ApplyRequest { state: state.clone().into(), ..Default::default() };
    served.client().await.apply(request).await.expect("it arrives");
    assert_eq!(seen.recv().await.expect("it was seen"), state);
}

#[tokio::test]
async fn a_request_that_says_it_will_be_too_long_is_not_waited_for() {
    let served = start(Limits { request_bytes_max: 999, ..limits() }).await;
    let answer = answer(begin(served.address, 1, "application/grpc", 0).await).await;
    assert!(answer.contains("grpc-status: 3"), "INVALID_ARGUMENT: {answer}");
}
