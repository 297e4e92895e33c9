//! Too much at once.

use std::sync::Arc;
use std::time::Duration;

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::limits::Scope;
use kit_service::{Limits, Reason};
use tokio::sync::Semaphore;
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::toy::{Served, Toy, bounds};

#[tokio::test]
async fn a_call_too_many_is_refused_at_once_with_the_time_to_retry() {
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
    let retry_after = Duration::from_millis(300);
    let bounds = bounds([("calls", Scope::All, 1)]);
    let limits = Limits { bounds, retry_after, ..Limits::default() };
    let served = Served::start_limited(toy, limits).await;
    let mut client = served.client().await;

    let mut first = client.clone();
    let first = tokio::spawn(async move { first.apply(ApplyRequest::default()).await });
    entered.acquire().await.expect("it stays open").forget();

    let refused = client.apply(ApplyRequest::default()).await.expect_err("one too many");
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let limit = "calls".to_owned();
    assert_eq!(Reason::from_status(&refused), Some(Reason::Limited { limit, retry_after }));

    let mut probe = HealthClient::new(served.channel().await);
    probe.check(HealthCheckRequest::default()).await.expect("probes are not refused");

    released.add_permits(2);
    first.await.expect("no panic").expect("it was let in");
    client.apply(ApplyRequest::default()).await.expect("the slot is free again");
}

#[tokio::test]
async fn an_open_stream_holds_a_slot_of_streams_and_none_of_calls() {
    let bounds = bounds([("calls", Scope::All, 1), ("streams", Scope::All, 1)]);
    let limits = Limits { bounds, ..Limits::default() };
    let served = Served::start_limited(Toy::agreeable(), limits).await;
    let mut client = served.client().await;
    let mut watcher = HealthClient::new(served.channel().await);

    let open = watcher.watch(HealthCheckRequest::default()).await.expect("the first one");
    client.apply(ApplyRequest::default()).await.expect("calls have slots of their own");
    let refused = watcher.watch(HealthCheckRequest::default()).await.expect_err("the second");
    assert_eq!(refused.code(), Code::ResourceExhausted);

    drop(open);
    let again = async {
        while watcher.watch(HealthCheckRequest::default()).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again).await.expect("the slot comes back");
}
