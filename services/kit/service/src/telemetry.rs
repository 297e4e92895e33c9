//! Traces, logs and metrics of a process, from start to flush.
//!
//! Traces and metrics leave over OTLP (gRPC) if an endpoint is configured;
//! without one no exporter, span processor or span exists. Logs go to stderr,
//! each line with the ids of the span it belongs to. Nothing here ever sees a
//! message body, a metadata value or a token, and nobody may put one into a
//! span, a log field or a metric label.

mod call_id;
mod config;
mod export;
mod logs;
mod panics;
mod propagation;
mod seldom;
mod spans;

use std::time::Duration;

use opentelemetry::Context;
use opentelemetry::metrics::MeterProvider as _;
use opentelemetry::trace::{SpanContext, TraceContextExt, TracerProvider as _};
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::Registry;
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::{Dispatch, error, warn};

use crate::Reason;
use crate::metrics::Metrics;
use crate::tls::{AddressError, TlsError};

pub(crate) use call_id::within_call;
pub use config::{
    ENV_LOG_FILTER, ENV_LOG_FORMAT, ENV_METRICS_ENDPOINT, ENV_OTLP_CERTIFICATE,
    ENV_OTLP_CLIENT_CERTIFICATE, ENV_OTLP_CLIENT_KEY, ENV_OTLP_ENDPOINT, ENV_OTLP_PROTOCOL,
    ENV_RESOURCE_ATTRIBUTES, ENV_SAMPLER, ENV_SAMPLER_ARG, ENV_SDK_DISABLED, ENV_SERVICE_NAME,
    ENV_TRACES_ENDPOINT, LogFormat, SamplerConfig, TelemetryConfig,
};
pub use logs::dispatch;
pub use panics::log_panics;
pub(crate) use propagation::{inject, remote_parent};
pub use seldom::Seldom;
pub use spans::{SPAN_TARGET, duty_span, store_span};
pub(crate) use spans::{client_span, finish_client_span, finish_server_span, server_span};

/// The name of our tracer and meter.
const SCOPE: &str = "bakufu";

#[derive(Debug)]
pub struct Telemetry {
    tracer_provider: Option<SdkTracerProvider>,
    meter_provider: SdkMeterProvider,
    registry: Registry,
    metrics: Metrics,
}

/// Telemetry that cannot be set up.
#[derive(Debug, Error)]
pub enum TelemetryError {
    /// The OTLP exporter refuses its settings.
    #[error("set up the OTLP exporter: {0}")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// An endpoint is no address that can be called.
    #[error("set up the OTLP exporter: {0} is no address of a collector")]
    Endpoint(String),
    /// An endpoint can't be called with TLS.
    #[error("set up the OTLP exporter: {0}")]
    Address(#[from] AddressError),
    /// The files for TLS to a collector can't be used.
    #[error("set up the OTLP exporter: {0}")]
    Tls(#[from] TlsError),
    /// The Prometheus registry refuses our collector.
    #[error("set up the Prometheus registry: {0}")]
    Registry(#[from] opentelemetry_sdk::error::OTelSdkError),
    /// Another subscriber was installed before.
    #[error("install the subscriber: {0}")]
    Installed(#[from] tracing::dispatcher::SetGlobalDefaultError),
}

impl Telemetry {
    /// Sets up telemetry for the whole process: the subscriber becomes the
    /// global one, and panics are logged through it. Needs a Tokio runtime if
    /// an OTLP endpoint is set.
    ///
    /// # Errors
    /// When an exporter refuses its settings or a subscriber is installed
    /// already.
    pub fn start(service_name: &str, config: &TelemetryConfig) -> Result<Self, TelemetryError> {
        let (telemetry, dispatch) = Self::build(service_name, config)?;
        tracing::dispatcher::set_global_default(dispatch)?;
        log_panics();
        Ok(telemetry)
    }

    /// Sets up telemetry without installing it anywhere; the caller decides
    /// where the subscriber applies.
    ///
    /// # Errors
    /// When an exporter refuses its settings.
    pub fn build(
        service_name: &str,
        config: &TelemetryConfig,
    ) -> Result<(Self, Dispatch), TelemetryError> {
        let resource = export::resource(service_name, config);
        let tracer_provider = export::tracer_provider(config, &resource)?;
        let registry = Registry::new();
        let meter_provider = export::meter_provider(config, &resource, &registry)?;
        let metrics = Metrics::new(&meter_provider.meter(SCOPE));
        let tracer = tracer_provider.as_ref().map(|provider| provider.tracer(SCOPE));
        let dispatch = dispatch(config, std::io::stderr, tracer);
        Ok((Self { tracer_provider, meter_provider, registry, metrics }, dispatch))
    }

    /// The instruments of this process.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// What the Prometheus endpoint reads.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Sends what is left and stops, within `flush_max`. What could not be
    /// sent by then is lost: a collector that hangs must not hang the process.
    pub async fn shutdown(self, flush_max: Duration) {
        // A thread of its own, since a runtime waits for its blocking tasks.
        let (done, flushed) = oneshot::channel();
        std::thread::spawn(move || {
            let traces = self.tracer_provider.map(|it| it.shutdown_with_timeout(flush_max));
            let metrics = self.meter_provider.shutdown_with_timeout(flush_max);
            // Nobody listens any more if the time is over; nothing to do then.
            let _ = done.send(traces.unwrap_or(Ok(())).and(metrics));
        });
        match tokio::time::timeout(flush_max, flushed).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(error))) => warn!(%error, "flush telemetry"),
            Ok(Err(_)) | Err(_) => warn!("flush telemetry: not done in time"),
        }
    }
}

/// The reason as it is told to a caller: a bug with the trace in which it was
/// met, so that whoever reports it can be helped. Without a trace it has the id that the
/// lines of the call have.
pub fn traced(reason: Reason) -> Reason {
    match reason {
        Reason::Bug { trace_id } if trace_id.is_empty() => {
            let known = current_trace_id().or_else(call_id::call_id);
            Reason::Bug { trace_id: known.unwrap_or_else(told_id) }
        }
        other => other,
    }
}

/// An id for a bug that a stream has met after its call was answered. The line that tells
/// the bug does not have it, so one that follows does.
fn told_id() -> String {
    let trace_id = call_id::new_id();
    error!(trace_id, "a stream has ended with the bug that a line before this one tells");
    trace_id
}

/// The id of the trace that the current span belongs to, if tracing is on.
pub fn current_trace_id() -> Option<String> {
    current_span_context().map(|context| context.trace_id().to_string())
}

fn current_span_context() -> Option<SpanContext> {
    Context::map_current(|context| {
        let span = context.span();
        let context = span.span_context();
        context.is_valid().then(|| context.clone())
    })
}
