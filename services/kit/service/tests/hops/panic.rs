//! Handlers with bugs.

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::Reason;
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
