//! One trace through all hops, and nothing secret in it.

use std::io;
use std::sync::{Arc, Mutex};

use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::telemetry::{self, TelemetryConfig, store_span};
use kit_service::{Reason, telemetry::current_trace_id};
use opentelemetry::trace::{SpanId, SpanKind, Status as SpanStatus, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use tonic::Request;
use tracing::Instrument;
use tracing::subscriber::DefaultGuard;

use crate::toy::{Served, Toy};

/// Traces and logs of everything that the test's thread does.
pub(crate) struct Traced {
    exporter: InMemorySpanExporter,
    lines: Arc<Mutex<Vec<u8>>>,
    _guard: DefaultGuard,
}

impl Traced {
    pub(crate) fn start() -> Self {
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
        let lines = Arc::new(Mutex::new(Vec::new()));
        let writer = SharedWriter(lines.clone());
        let config = TelemetryConfig { log_filter: "trace".to_owned(), ..Default::default() };
        let tracer = Some(provider.tracer("test"));
        let dispatch = telemetry::dispatch(&config, move || writer.clone(), tracer);
        let guard = tracing::dispatcher::set_default(&dispatch);
        Self { exporter, lines, _guard: guard }
    }

    pub(crate) fn spans(&self) -> Vec<SpanData> {
        self.exporter.get_finished_spans().expect("it is not shut down")
    }

    pub(crate) fn log(&self) -> String {
        String::from_utf8_lossy(&self.lines.lock().expect("not poisoned")).into_owned()
    }
}

#[derive(Clone)]
struct SharedWriter(Arc<Mutex<Vec<u8>>>);

impl io::Write for SharedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn attribute(span: &SpanData, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key.as_str() == key);
    found.map(|attribute| attribute.value.to_string())
}

#[tokio::test]
async fn one_trace_leads_through_all_hops() {
    let traced = Traced::start();
    let back = Served::start(Toy::new(|_| async {
        async {}.instrument(store_span("EVALSHA")).await;
        Ok(ApplyResponse::default())
    }))
    .await;
    let client = back.client().await;
    let front = Served::start(Toy::new(move |request| {
        let mut client = client.clone();
        async move { client.apply(request.into_inner()).await.map(tonic::Response::into_inner) }
    }))
    .await;
    front.client().await.apply(ApplyRequest::default()).await.expect("it answers");
    front.stop().await;
    back.drain.cut();
    back.ended().await;

    let mut chain = Vec::new();
    let spans = traced.spans();
    let mut parent = SpanId::INVALID;
    while let Some(span) = spans.iter().find(|span| span.parent_span_id == parent) {
        parent = span.span_context.span_id();
        chain.push(span);
    }
    let kinds: Vec<SpanKind> = chain.iter().map(|span| span.span_kind.clone()).collect();
    let [client, server] = [SpanKind::Client, SpanKind::Server];
    let expected = [client.clone(), server.clone(), client.clone(), server, client];
    assert_eq!(kinds, expected, "client, front, client, back, store");
    let trace_id = chain[0].span_context.trace_id();
    assert!(chain.iter().all(|span| span.span_context.trace_id() == trace_id));

    for call in &chain[..4] {
        assert_eq!(call.name, "bakufu.rules.v1.RulesService/Apply");
        for (key, value) in [
            ("rpc.system", "grpc"),
            ("rpc.service", "bakufu.rules.v1.RulesService"),
            ("rpc.method", "Apply"),
            ("rpc.grpc.status_code", "0"),
        ] {
            assert_eq!(attribute(call, key).as_deref(), Some(value), "{key}");
        }
    }
    let store = chain[4];
    assert_eq!(store.name, "EVALSHA");
    assert_eq!(attribute(store, "db.system.name").as_deref(), Some("redis"));
    assert_eq!(attribute(store, "db.operation.name").as_deref(), Some("EVALSHA"));
}

#[tokio::test]
async fn a_refusal_is_an_error_to_the_caller_and_none_of_the_server() {
    let traced = Traced::start();
    let served = Served::start(Toy::new(|_| async { Err(Reason::RequestIdReused.into()) })).await;
    served.client().await.apply(ApplyRequest::default()).await.expect_err("refused");
    served.stop().await;
    let spans = traced.spans();
    assert_eq!(spans.len(), 2);
    for span in spans {
        assert_eq!(attribute(&span, "rpc.grpc.status_code").as_deref(), Some("6"));
        let is_error = matches!(span.status, SpanStatus::Error { .. });
        assert_eq!(is_error, span.span_kind == SpanKind::Client, "{span:?}");
    }
}

#[tokio::test]
async fn nothing_of_a_request_or_an_answer_is_in_a_span_or_a_log_line() {
    const SECRET: &str = "hunter2";
    let traced = Traced::start();
    let served = Served::start(Toy::new(|request| async move {
        if request.get_ref().seat == 1 {
            let message = format!("you hold {SECRET}");
            return Err(Reason::NotAwaited { message, action_index: None }.into());
        }
        assert!(request.get_ref().seat != 2, "you hold {SECRET}");
        let step =
            kit_proto::bakufu::rules::v1::Step { state: SECRET.into(), ..Default::default() };
        Ok(ApplyResponse { step: Some(step) })
    }))
    .await;
    for seat in 0..3 {
        let mut request = Request::new(ApplyRequest {
            state: SECRET.into(),
            seat,
            actions: vec![SECRET.into()],
            entropy: SECRET.into(),
        });
        let token = format!("Bearer {SECRET}").parse().expect("it is ASCII");
        request.metadata_mut().insert("authorization", token);
        let answer = served.client().await.apply(request).await;
        assert_eq!(answer.is_ok(), seat == 0);
    }
    served.stop().await;
    let spans = traced.spans();
    assert_eq!(spans.len(), 6, "three calls, seen from both sides");
    let spans = format!("{spans:?}");
    assert!(!spans.contains(SECRET), "{spans}");
    // At the level `trace` the transport tells of its own work, headers
    // included; what we write is under our own targets.
    let ours: String = traced.log().lines().filter(|line| line.contains(" kit_service")).collect();
    assert!(ours.contains("serving"), "the log was captured");
    assert!(!ours.contains(SECRET), "{ours}");
}

#[tokio::test]
async fn without_a_tracer_no_context_is_sent() {
    let headers = Arc::new(Mutex::new(None));
    let seen = headers.clone();
    let served = Served::start(Toy::new(move |request| {
        *seen.lock().expect("not poisoned") = Some(request.metadata().clone().into_headers());
        async { Ok(ApplyResponse::default()) }
    }))
    .await;
    served.client().await.apply(ApplyRequest::default()).await.expect("it answers");
    assert_eq!(current_trace_id(), None);
    let headers = headers.lock().expect("not poisoned").take().expect("it was called");
    assert!(!headers.contains_key("traceparent"), "{headers:?}");
}
