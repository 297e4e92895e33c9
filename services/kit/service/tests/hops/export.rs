//! Export to a collector: what it receives, and what happens without one.

use std::time::{Duration, Instant};

use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::tls::{ClientFiles, ServerTls};
use kit_service::{Drain, Health, Metrics, Serving, Telemetry, TelemetryConfig, serve};
use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{
    ExportMetricsServiceRequest, ExportMetricsServiceResponse,
};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{Sender, channel};
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::tls::authority::{Authority, Folder};
use crate::tls::secured::LOOK_OFTEN;
use crate::toy::{Served, Toy};

#[derive(Clone)]
struct Collector {
    traces: Sender<ExportTraceServiceRequest>,
    metrics: Sender<ExportMetricsServiceRequest>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        self.traces.send(request.into_inner()).await.expect("the test listens");
        Ok(Response::new(Default::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.metrics.send(request.into_inner()).await.expect("the test listens");
        Ok(Response::new(Default::default()))
    }
}

#[tokio::test]
async fn a_collector_receives_spans_and_metrics_before_the_process_ends() {
    let (traces, mut received_traces) = channel(16);
    let (metrics, mut received_metrics) = channel(16);
    let collector = Collector { traces, metrics };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", listener.local_addr().expect("it is bound"));
    let server = Server::builder()
        .add_service(TraceServiceServer::new(collector.clone()))
        .add_service(MetricsServiceServer::new(collector))
        .serve_with_incoming(TcpIncoming::from(listener));
    tokio::spawn(server);

    let config = TelemetryConfig {
        traces_endpoint: Some(endpoint.clone()),
        metrics_endpoint: Some(endpoint),
        resource_attributes: vec![("region".to_owned(), "edo".to_owned())],
        ..TelemetryConfig::default()
    };
    let (telemetry, dispatch) = Telemetry::build("toy", &config).expect("the endpoint is fine");
    {
        let _guard = tracing::dispatcher::set_default(&dispatch);
        let served = Served::start(Toy::agreeable()).await;
        served.client().await.apply(ApplyRequest::default()).await.expect("it answers");
        served.stop().await;
        telemetry.metrics().acted("samurai", 1);
    }
    telemetry.shutdown(Duration::from_secs(10)).await;

    let traces = received_traces.try_recv().expect("spans were flushed");
    let text = format!("{traces:?}");
    for part in ["toy", "region", "edo", "bakufu.rules.v1.RulesService/Apply"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    let metrics = received_metrics.try_recv().expect("metrics were flushed");
    assert!(format!("{metrics:?}").contains("bakufu.match.actions"));
}

#[tokio::test]
async fn a_collector_is_called_with_tls_if_its_address_says_so() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let server_files = folder.server("collector", &authority.issue("localhost"), None);
    let (traces, mut received) = channel(16);
    let (metrics, _received_metrics) = channel(16);
    let collector = Collector { traces, metrics };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let mut serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
    let tls = ServerTls::watch(server_files, LOOK_OFTEN, &Metrics::unread());
    serving.tls = Some(tls.expect("good files"));
    let routes = Routes::new(TraceServiceServer::new(collector.clone()))
        .add_service(MetricsServiceServer::new(collector));
    tokio::spawn(serve(listener, routes, serving));

    for (files, arrives) in [
        (ClientFiles { ca: Some(folder.write("ca.pem", &authority.pem())), own: None }, true),
        // The public authorities know nothing of ours.
        (ClientFiles::default(), false),
    ] {
        let config = TelemetryConfig {
            traces_endpoint: Some(format!("https://localhost:{port}")),
            otlp_files: files,
            ..TelemetryConfig::default()
        };
        let (telemetry, dispatch) = Telemetry::build("toy", &config).expect("the endpoint is fine");
        tracing::dispatcher::with_default(&dispatch, || {
            kit_service::telemetry::store_span("GET").in_scope(|| {});
        });
        telemetry.shutdown(Duration::from_secs(10)).await;
        assert_eq!(received.try_recv().is_ok(), arrives);
    }
}

#[tokio::test]
async fn a_dead_collector_does_not_delay_the_end() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", listener.local_addr().expect("it is bound"));
    let config = TelemetryConfig {
        traces_endpoint: Some(endpoint.clone()),
        metrics_endpoint: Some(endpoint),
        ..TelemetryConfig::default()
    };
    let (telemetry, dispatch) = Telemetry::build("toy", &config).expect("the endpoint is fine");
    tracing::dispatcher::with_default(&dispatch, || {
        kit_service::telemetry::store_span("GET").in_scope(|| {});
    });
    let begun = Instant::now();
    telemetry.shutdown(Duration::from_millis(200)).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    drop(listener);
}
