//! Calls that take too long.

use std::future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::limits::{Class, Table};
use kit_service::{Deadline, Limits, Reason};
use tokio::sync::Semaphore;
use tonic::{Code, Request};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::toy::{Served, Toy};

fn stuck() -> Toy {
    Toy::new(|_| future::pending())
}

#[tokio::test]
async fn the_server_ends_a_call_at_its_own_limit() {
    let limits = Limits { call_time_max: Duration::from_millis(50), ..Limits::default() };
    let served = Served::start_limited(stuck(), limits).await;
    let status = served.client().await.apply(ApplyRequest::default()).await.expect_err("stuck");
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_eq!(Reason::from_status(&status), Some(Reason::Deadline));
}

#[tokio::test]
async fn the_server_ends_a_call_at_the_callers_deadline_and_says_so() {
    let served = Served::start(stuck()).await;
    let mut request = Request::new(ApplyRequest::default());
    request.set_timeout(Duration::from_millis(800));
    let begun = Instant::now();
    let status = served.client().await.apply(request).await.expect_err("stuck");
    assert_eq!(Reason::from_status(&status), Some(Reason::Deadline), "{status:?}");
    assert!(begun.elapsed() < Duration::from_secs(5), "far below the server's own limit");
}

#[tokio::test]
async fn a_handler_sees_how_much_time_is_left() {
    let seen = Arc::new(Mutex::new(None));
    let see = seen.clone();
    let toy = Toy::new(move |request| {
        *see.lock().expect("not poisoned") =
            Deadline::from_request(&request).map(Deadline::remaining);
        future::ready(Ok(ApplyResponse::default()))
    });
    let served = Served::start(toy).await;
    let mut request = Request::new(ApplyRequest::default());
    request.set_timeout(Duration::from_secs(4));
    served.client().await.apply(request).await.expect("it answers");
    let remaining = seen.lock().expect("not poisoned").expect("every call has a deadline");
    assert!(remaining <= Duration::from_secs(4), "{remaining:?}");
    assert!(remaining > Duration::from_secs(1), "{remaining:?}");
}

#[tokio::test]
async fn a_stream_outlives_the_time_of_calls() {
    let limits = Limits { call_time_max: Duration::from_millis(50), ..Limits::default() };
    let served = Served::start_limited(stuck(), limits).await;
    let mut watcher = HealthClient::new(served.channel().await);
    let watch = watcher.watch(HealthCheckRequest::default()).await.expect("it opens");
    let mut stream = watch.into_inner();
    let first = stream.message().await.expect("open").expect("the present status");

    // A whole call runs into its limit while the stream is open.
    served.client().await.apply(ApplyRequest::default()).await.expect_err("stuck");

    served.health.not_ready().await;
    let second = stream.message().await.expect("still open").expect("the change");
    assert_ne!(first.status, second.status);
}

#[tokio::test]
async fn a_method_named_as_streaming_is_not_cut() {
    static TABLE: Table = Table {
        limits: &[],
        classes: &[Class::streams(&["/bakufu.rules.v1.RulesService/Apply"], &[])],
        others: &[],
        streams: &[],
        dialogues: &[],
        arriving: None,
    };
    let call_time_max = Duration::from_millis(30);
    let released = Arc::new(Semaphore::new(0));
    let release = released.clone();
    let toy = Toy::new(move |request| {
        assert!(Deadline::from_request(&request).is_none());
        let release = release.clone();
        async move {
            release.acquire().await.expect("it stays open").forget();
            Ok(ApplyResponse::default())
        }
    });
    let limits = Limits { call_time_max, table: &TABLE, ..Limits::default() };
    let served = Served::start_limited(toy, limits).await;
    let mut client = served.client().await;
    let mut call = pin!(client.apply(ApplyRequest::default()));
    let early = tokio::time::timeout(call_time_max * 4, &mut call).await;
    assert!(early.is_err(), "it is still under way: {early:?}");
    released.add_permits(1);
    call.await.expect("it may take its time");
}
