//! The way of traces and metrics out of the process.

use opentelemetry::KeyValue;
use opentelemetry_otlp::{ExporterBuildError, MetricExporter, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::trace::SdkTracerProvider;
use prometheus::Registry;

use super::{TelemetryConfig, TelemetryError};

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
) -> Result<Option<SdkTracerProvider>, ExporterBuildError> {
    let Some(endpoint) = &config.traces_endpoint else {
        return Ok(None);
    };
    let exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint).build()?;
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
        let exporter = MetricExporter::builder().with_tonic().with_endpoint(endpoint).build()?;
        builder = builder.with_reader(PeriodicReader::builder(exporter).build());
    }
    Ok(builder.build())
}
