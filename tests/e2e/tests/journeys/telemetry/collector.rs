//! An OTLP collector of the test's own.

use std::sync::{Arc, Mutex};

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
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::metrics::v1::Metric;
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use tests_harness::{Cluster, ClusterBuilder, StoreKind};
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

/// Everything that the processes have exported; clones share it.
#[derive(Clone, Default)]
pub(crate) struct Collector {
    pub(crate) url: String,
    traces: Arc<Mutex<Vec<ExportTraceServiceRequest>>>,
    metrics: Arc<Mutex<Vec<ExportMetricsServiceRequest>>>,
}

impl Collector {
    /// Collects on a free port until the test ends.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let collector = Self { url, ..Self::default() };
        let server = Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .add_service(MetricsServiceServer::new(collector.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        tokio::spawn(server);
        collector
    }

    /// A cluster whose processes export here, and soon.
    pub(crate) fn cluster(&self, store: StoreKind) -> ClusterBuilder {
        Cluster::on(store)
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", &self.url)
            .env("OTEL_BSP_SCHEDULE_DELAY", "50")
            .env("OTEL_METRIC_EXPORT_INTERVAL", "100")
    }

    /// All exported requests with spans.
    pub(crate) fn traces(&self) -> Vec<ExportTraceServiceRequest> {
        self.traces.lock().expect(NEVER_POISONED).clone()
    }

    pub(crate) fn metrics(&self) -> Vec<ExportMetricsServiceRequest> {
        self.metrics.lock().expect(NEVER_POISONED).clone()
    }

    /// All spans, each with the name of its service.
    pub(crate) fn spans(&self) -> Vec<(String, Span)> {
        let mut spans = Vec::new();
        for resource in self.traces().into_iter().flat_map(|request| request.resource_spans) {
            let service = service_name(resource.resource.as_ref());
            for span in resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
                spans.push((service.clone(), span));
            }
        }
        spans
    }

    /// All metrics of a service, in the order in which they came.
    pub(crate) fn metrics_of(&self, service: &str) -> Vec<Metric> {
        let requests = self.metrics().into_iter();
        requests
            .flat_map(|request| request.resource_metrics)
            .filter(|resource| service_name(resource.resource.as_ref()) == service)
            .flat_map(|resource| resource.scope_metrics)
            .flat_map(|scope| scope.metrics)
            .collect()
    }
}

/// The text of an attribute; empty if there is none.
pub(crate) fn text_of<'a>(attributes: &'a [KeyValue], key: &str) -> &'a str {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    let value = found.and_then(|attribute| attribute.value.as_ref()?.value.as_ref());
    match value {
        Some(Value::StringValue(text)) => text,
        _ => "",
    }
}

fn service_name(resource: Option<&Resource>) -> String {
    let attributes = resource.map_or(&[][..], |resource| &resource.attributes);
    text_of(attributes, "service.name").to_owned()
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        self.traces.lock().expect(NEVER_POISONED).push(request.into_inner());
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.metrics.lock().expect(NEVER_POISONED).push(request.into_inner());
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the telemetry";
