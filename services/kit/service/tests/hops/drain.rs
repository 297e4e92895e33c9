//! The end of a process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::{Ended, Metrics};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus::NotServing;
use tonic_health::pb::health_client::HealthClient;

use crate::toy::{Served, Toy};

#[tokio::test]
async fn an_open_stream_sees_the_drain_is_ended_and_does_not_delay_it_beyond_the_bound() {
    let drain_max = Duration::from_millis(900);
    let adjust = |serving: &mut kit_service::Serving| serving.drain_max = drain_max;
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let mut watcher = HealthClient::new(served.channel().await);
    let watch = watcher.watch(HealthCheckRequest::default()).await.expect("it opens");
    let mut stream = watch.into_inner();
    stream.message().await.expect("open").expect("the present status");
    let address = served.address;

    let begun = Instant::now();
    served.drain.begin();
    let change = stream.message().await.expect("open").expect("readiness is off");
    assert_eq!(change.status, NotServing as i32);
    let end = stream.message().await.expect_err("the stream is ended from outside");
    assert_eq!(end.code(), Code::Unavailable);
    drop((stream, watcher));

    served.ended().await;
    assert!(begun.elapsed() < drain_max + Duration::from_secs(1), "{:?}", begun.elapsed());
    TcpStream::connect(address).await.expect_err("nobody listens any more");
}

#[tokio::test]
async fn a_call_that_never_ends_does_not_delay_the_drain_beyond_the_bound() {
    let entered = Arc::new(Semaphore::new(0));
    let enter = entered.clone();
    let toy = Toy::new(move |_| {
        enter.add_permits(1);
        std::future::pending()
    });
    let drain_max = Duration::from_millis(200);
    let adjust = |serving: &mut kit_service::Serving| serving.drain_max = drain_max;
    let served = Served::start_with(toy, Metrics::unread(), adjust).await;
    let mut client = served.client().await;
    tokio::spawn(async move { client.apply(ApplyRequest::default()).await });
    entered.acquire().await.expect("it stays open").forget();

    let begun = Instant::now();
    assert_eq!(served.stop().await, Ended::Cut);
    assert!(begun.elapsed() >= drain_max, "it had its time: {:?}", begun.elapsed());
    assert!(begun.elapsed() < drain_max + Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_call_under_way_is_answered_before_the_process_ends() {
    let entered = Arc::new(Semaphore::new(0));
    let released = Arc::new(Semaphore::new(0));
    let (enter, release) = (entered.clone(), released.clone());
    let toy = Toy::new(move |_| {
        let (enter, release) = (enter.clone(), release.clone());
        async move {
            enter.add_permits(1);
            release.acquire().await.expect("it stays open").forget();
            Ok(ApplyResponse::default())
        }
    });
    let served = Served::start(toy).await;
    let mut client = served.client().await;
    let call = tokio::spawn(async move { client.apply(ApplyRequest::default()).await });
    entered.acquire().await.expect("it stays open").forget();

    served.drain.begin();
    let address = served.address;
    let closed = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), closed).await.expect("the listener closes");
    released.add_permits(1);
    call.await.expect("no panic").expect("it is answered");
    assert_eq!(served.ended().await, Ended::Drained);
}

#[tokio::test]
async fn new_calls_are_answered_until_the_notice_is_over_though_readiness_is_off_at_once() {
    let adjust = |serving: &mut kit_service::Serving| {
        serving.drain_notice = Duration::from_secs(3600);
        serving.drain_max = Duration::from_secs(7200);
    };
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let mut watcher = HealthClient::new(served.channel().await);
    let watch = watcher.watch(HealthCheckRequest::default()).await.expect("it opens");
    let mut stream = watch.into_inner();
    stream.message().await.expect("open").expect("the present status");

    served.drain.begin();
    let change = stream.message().await.expect("open").expect("readiness is off");
    assert_eq!(change.status, NotServing as i32);
    let mut late = served.client().await;
    late.apply(ApplyRequest::default()).await.expect("balancers may not know yet");

    let address = served.address;
    served.drain.close();
    let closed = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), closed).await.expect("the listener closes");
    drop((stream, watcher, late));
    assert_eq!(served.ended().await, Ended::Drained);
}

#[tokio::test]
async fn a_notice_ends_by_itself() {
    let drain_notice = Duration::from_millis(300);
    let adjust = |serving: &mut kit_service::Serving| serving.drain_notice = drain_notice;
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let closing = served.drain.closing();
    let begun = Instant::now();
    assert_eq!(served.stop().await, Ended::Drained);
    assert!(begun.elapsed() >= drain_notice, "{:?}", begun.elapsed());
    closing.await;
}
