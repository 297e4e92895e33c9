//! The way of traces and metrics out of the process.

use std::time::Duration;

use http::Uri;
use opentelemetry::KeyValue;
use opentelemetry_otlp::{MetricExporter, SpanExporter, WithTonicConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::Registry;
use tonic::transport::{Channel, Endpoint};

use crate::metrics::Metrics;
use crate::tls::{ClientTls, LOOK_INTERVAL};

use super::{TelemetryConfig, TelemetryError};

/// How long one attempt may take. It is what the exporter allows for all
/// attempts together, if nothing else is said.
const EXPORT_MAX: Duration = Duration::from_secs(10);

pub(super) fn resource(service_name: &str, config: &TelemetryConfig) -> Resource {
    let name = config.service_name.as_deref().unwrap_or(service_name).to_owned();
    let attributes = config
        .resource_attributes
        .iter()
        .map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    Resource::builder_empty().with_attributes(attributes).with_service_name(name).build()
}

/// None without an endpoint: then no span is ever made.
pub(super) fn tracer_provider(
    config: &TelemetryConfig,
    resource: &Resource,
) -> Result<Option<SdkTracerProvider>, TelemetryError> {
    let Some(endpoint) = &config.traces_endpoint else {
        return Ok(None);
    };
    let channel = channel(endpoint, config)?;
    let exporter = SpanExporter::builder().with_tonic().with_channel(channel).build()?;
    let provider = SdkTracerProvider::builder()
        .with_sampler(config.sampler.sampler())
        .with_resource(resource.clone())
        .with_batch_exporter(exporter)
        .build();
    Ok(Some(provider))
}

/// The registry can always be read; metrics are pushed with an endpoint only.
pub(super) fn meter_provider(
    config: &TelemetryConfig,
    resource: &Resource,
    registry: &Registry,
) -> Result<SdkMeterProvider, TelemetryError> {
    let prometheus = opentelemetry_prometheus::exporter()
        .with_registry(registry.clone())
        .scope_info_enabled(false)
        .build()?;
    let mut builder =
        SdkMeterProvider::builder().with_resource(resource.clone()).with_reader(prometheus);
    if let Some(endpoint) = &config.metrics_endpoint {
        let channel = channel(endpoint, config)?;
        let exporter = MetricExporter::builder().with_tonic().with_channel(channel).build()?;
        builder = builder.with_reader(PeriodicReader::builder(exporter).build());
    }
    Ok(builder.build())
}

/// The way to a collector. The exporter would build one itself, but with TLS
/// from files that it reads only once.
fn channel(endpoint: &str, config: &TelemetryConfig) -> Result<Channel, TelemetryError> {
    let wrong = || TelemetryError::Endpoint(endpoint.to_owned());
    let address: Uri = endpoint.parse().map_err(|_| wrong())?;
    let authority = address.authority().ok_or_else(wrong)?;
    let place = Endpoint::from_shared(format!("http://{authority}")).map_err(|_| wrong())?;
    // The collector's certificate concerns nobody who watches this process.
    let tls = ClientTls::watch(config.otlp_files.clone(), LOOK_INTERVAL, &Metrics::unread())?;
    Ok(tls.channel(&address, place.timeout(EXPORT_MAX))?)
}
