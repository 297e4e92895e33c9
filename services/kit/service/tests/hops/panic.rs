//! Handlers with bugs.

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::Reason;
use kit_service::telemetry::{self, TelemetryConfig};
use kit_testing::LogCapture;
use tonic::Code;

use crate::toy::{Served, Toy};
use crate::trace::Traced;

#[tokio::test]
async fn a_panic_is_answered_with_the_trace_id_and_the_connection_lives_on() {
    let traced = Traced::start();
    let toy = Toy::new(|request| async move {
        assert!(request.get_ref().seat != 13, "seats above twelve do not exist");
        Ok(ApplyResponse::default())
    });
    let served = Served::start(toy).await;
    let mut client = served.client().await;

    let request = ApplyRequest { seat: 13, ..ApplyRequest::default() };
    let status = client.apply(request).await.expect_err("it panics");
    assert_eq!(status.code(), Code::Internal);
    assert!(!status.message().contains("twelve"), "{status:?}");
    let Some(Reason::Bug { trace_id }) = Reason::from_status(&status) else {
        panic!("it is a bug: {status:?}");
    };

    client.apply(ApplyRequest::default()).await.expect("the connection lives on");
    drop(client);
    served.stop().await;
    let spans = traced.spans();
    assert!(spans.iter().any(|span| span.span_context.trace_id().to_string() == trace_id));
}

#[tokio::test]
async fn without_tracing_a_bug_has_an_id_that_its_lines_have() {
    let log = LogCapture::new();
    let dispatch = telemetry::dispatch(&TelemetryConfig::default(), log.clone(), None);
    let _guard = tracing::dispatcher::set_default(&dispatch);
    let toy = Toy::new(|request| async move {
        tracing::error!(seat = request.get_ref().seat, "broken invariant");
        Err(telemetry::traced(Reason::bug()).into())
    });
    let served = Served::start(toy).await;
    let mut client = served.client().await;
    let mut told = Vec::new();
    for seat in [1, 2] {
        let request = ApplyRequest { seat, ..ApplyRequest::default() };
        let status = client.apply(request).await.expect_err("it has a bug");
        let Some(Reason::Bug { trace_id }) = Reason::from_status(&status) else {
            panic!("it is a bug: {status:?}");
        };
        let lines = log.complaints();
        let lines: Vec<_> = lines.iter().filter(|line| line.contains(&trace_id)).collect();
        assert!(!trace_id.is_empty() && lines.len() == 1, "{trace_id}: {lines:?}");
        assert!(lines[0].contains(&format!("seat={seat}")), "{lines:?}");
        told.push(trace_id);
    }
    assert_ne!(told[0], told[1]);
    drop(client);
    served.stop().await;
}
