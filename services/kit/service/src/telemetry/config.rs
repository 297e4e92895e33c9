//! The settings of telemetry: the standard OTEL_ variables, and the log format.

use opentelemetry_sdk::trace::Sampler;
use tracing_subscriber::EnvFilter;

use crate::config::{Reader, kinds};
use crate::tls::ClientFiles;

/// Where traces and metrics go, for example `http://collector:4317` or, with
/// TLS, `https://collector:4317`. Not set: nowhere.
pub const ENV_OTLP_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// Where traces go, if elsewhere than metrics.
pub const ENV_TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
/// Where metrics go, if elsewhere than traces.
pub const ENV_METRICS_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";
/// The protocol to the collector; only `grpc`, which is the default.
pub const ENV_OTLP_PROTOCOL: &str = "OTEL_EXPORTER_OTLP_PROTOCOL";
/// File of the authorities that a collector's certificate may come from; not
/// set, the public ones.
pub const ENV_OTLP_CERTIFICATE: &str = "OTEL_EXPORTER_OTLP_CERTIFICATE";
/// File of the certificate for collectors that ask for one.
pub const ENV_OTLP_CLIENT_CERTIFICATE: &str = "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE";
/// File of the key of that certificate.
pub const ENV_OTLP_CLIENT_KEY: &str = "OTEL_EXPORTER_OTLP_CLIENT_KEY";
/// The name of the service in traces and metrics; each process has its own.
pub const ENV_SERVICE_NAME: &str = "OTEL_SERVICE_NAME";
/// More facts about the process: `key=value,key=value`.
pub const ENV_RESOURCE_ATTRIBUTES: &str = "OTEL_RESOURCE_ATTRIBUTES";
/// Which traces are recorded; `parentbased_always_on` by default.
pub const ENV_SAMPLER: &str = "OTEL_TRACES_SAMPLER";
/// The ratio from 0 to 1 of the samplers that need one; 1 by default.
pub const ENV_SAMPLER_ARG: &str = "OTEL_TRACES_SAMPLER_ARG";
/// `true` turns traces and pushed metrics off, whatever else is set.
pub const ENV_SDK_DISABLED: &str = "OTEL_SDK_DISABLED";
/// `text` (the default) or `json`.
pub const ENV_LOG_FORMAT: &str = "BAKUFU_LOG_FORMAT";
/// Which log lines are written; `info` by default, less for the exporters.
pub const ENV_LOG_FILTER: &str = "RUST_LOG";

/// What happened, but not how the exporters live and die.
const LOG_FILTER: &str = "info,opentelemetry=warn";

/// The settings of telemetry. The default writes text logs and exports nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct TelemetryConfig {
    /// Overrides the name that the process gives itself.
    pub service_name: Option<String>,
    /// More facts about the process.
    pub resource_attributes: Vec<(String, String)>,
    /// Where traces go. None: there are no traces.
    pub traces_endpoint: Option<String>,
    /// Where metrics go. None: they can only be fetched.
    pub metrics_endpoint: Option<String>,
    /// Which collectors are trusted, if they are called with TLS.
    pub otlp_files: ClientFiles,
    /// Which traces are recorded.
    pub sampler: SamplerConfig,
    /// What a log line looks like.
    pub log_format: LogFormat,
    /// Which log lines are written, as in `RUST_LOG`.
    pub log_filter: String,
}

/// What a log line looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    /// One JSON object per line.
    Json,
}

/// Which traces are recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplerConfig {
    /// The part of new traces that is recorded, from 0 to 1.
    pub ratio: f64,
    /// Whether a caller's decision counts more than the ratio.
    pub parent_based: bool,
}

impl Default for TelemetryConfig {
    fn default() -> Self {
        Self {
            service_name: None,
            resource_attributes: Vec::new(),
            traces_endpoint: None,
            metrics_endpoint: None,
            otlp_files: ClientFiles::default(),
            sampler: SamplerConfig { ratio: 1.0, parent_based: true },
            log_format: LogFormat::Text,
            log_filter: LOG_FILTER.to_owned(),
        }
    }
}

impl TelemetryConfig {
    /// Reads the settings; faults stay in the reader.
    pub fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let endpoint = reader.optional(ENV_OTLP_ENDPOINT, endpoint);
        let traces_endpoint = reader.optional(ENV_TRACES_ENDPOINT, self::endpoint);
        let metrics_endpoint = reader.optional(ENV_METRICS_ENDPOINT, self::endpoint);
        reader.or(ENV_OTLP_PROTOCOL, "grpc", kinds::one_of(&[("grpc", ())]));
        let otlp_files = ClientFiles::read(
            reader,
            ENV_OTLP_CERTIFICATE,
            ENV_OTLP_CLIENT_CERTIFICATE,
            ENV_OTLP_CLIENT_KEY,
        );
        let service_name = reader.optional(ENV_SERVICE_NAME, kinds::text);
        let resource_attributes = reader.optional(ENV_RESOURCE_ATTRIBUTES, attributes);
        let sampler = read_sampler(reader);
        let disabled = reader.or(ENV_SDK_DISABLED, "false", kinds::flag)?;
        let formats = &[("text", LogFormat::Text), ("json", LogFormat::Json)];
        let log_format = reader.or(ENV_LOG_FORMAT, "text", kinds::one_of(formats));
        let log_filter = reader.or(ENV_LOG_FILTER, LOG_FILTER, filter);

        let on = |endpoint: Option<String>| endpoint.filter(|_| !disabled);
        Some(Self {
            service_name,
            resource_attributes: resource_attributes.unwrap_or_default(),
            traces_endpoint: on(traces_endpoint.or_else(|| endpoint.clone())),
            metrics_endpoint: on(metrics_endpoint.or(endpoint)),
            otlp_files,
            sampler: sampler?,
            log_format: log_format?,
            log_filter: log_filter?,
        })
    }
}

impl SamplerConfig {
    pub(super) fn sampler(self) -> Sampler {
        let root = Sampler::TraceIdRatioBased(self.ratio);
        if self.parent_based { Sampler::ParentBased(Box::new(root)) } else { root }
    }
}

fn read_sampler(reader: &mut Reader<'_>) -> Option<SamplerConfig> {
    // (parent based, fixed ratio)
    const KINDS: &[(&str, (bool, Option<f64>))] = &[
        ("always_on", (false, Some(1.0))),
        ("always_off", (false, Some(0.0))),
        ("traceidratio", (false, None)),
        ("parentbased_always_on", (true, Some(1.0))),
        ("parentbased_always_off", (true, Some(0.0))),
        ("parentbased_traceidratio", (true, None)),
    ];
    let kind = reader.or(ENV_SAMPLER, "parentbased_always_on", kinds::one_of(KINDS));
    let arg = reader.or(ENV_SAMPLER_ARG, "1", ratio);
    let (parent_based, fixed) = kind?;
    Some(SamplerConfig { ratio: fixed.or(arg)?, parent_based })
}

fn endpoint(value: &str) -> Result<String, String> {
    kinds::url(&["http", "https"])(value)
}

fn ratio(value: &str) -> Result<f64, String> {
    let ratio = value.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| format!("{value:?} is no ratio from 0 to 1"))
}

fn attributes(value: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |entry: &str| {
        let (key, value) = entry.split_once('=')?;
        (!key.trim().is_empty()).then(|| (key.trim().to_owned(), value.trim().to_owned()))
    };
    let pairs = value.split_terminator(',').map(pair).collect::<Option<Vec<_>>>();
    pairs.ok_or_else(|| "must look like key=value,key=value".to_owned())
}

fn filter(value: &str) -> Result<String, String> {
    match EnvFilter::builder().parse(value) {
        Ok(_) => Ok(value.to_owned()),
        Err(error) => {
            Err(format!("{value:?} is no filter such as info or kit_service=debug: {error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::config::ConfigFaults;

    fn read(pairs: &[(&str, &str)]) -> Result<TelemetryConfig, ConfigFaults> {
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let mut reader = Reader::new(&map);
        let config = TelemetryConfig::read(&mut reader);
        reader.finish(|| config)
    }

    #[test]
    fn without_variables_nothing_is_exported() {
        assert_eq!(read(&[]), Ok(TelemetryConfig::default()));
    }

    #[test]
    fn a_special_endpoint_goes_before_the_general_one() {
        let config = read(&[
            (ENV_OTLP_ENDPOINT, "http://general:4317"),
            (ENV_METRICS_ENDPOINT, "http://special:4317"),
        ])
        .expect("no fault");
        assert_eq!(config.traces_endpoint.as_deref(), Some("http://general:4317"));
        assert_eq!(config.metrics_endpoint.as_deref(), Some("http://special:4317"));
    }

    #[test]
    fn an_endpoint_may_speak_tls() {
        let config = read(&[(ENV_OTLP_ENDPOINT, "https://collector:4317")]).expect("no fault");
        assert_eq!(config.traces_endpoint.as_deref(), Some("https://collector:4317"));
        assert_eq!(config.metrics_endpoint.as_deref(), Some("https://collector:4317"));
    }

    #[test]
    fn a_disabled_sdk_has_no_endpoints() {
        let config = read(&[
            (ENV_OTLP_ENDPOINT, "http://general:4317"),
            (ENV_TRACES_ENDPOINT, "http://special:4317"),
            (ENV_SDK_DISABLED, "true"),
        ])
        .expect("no fault");
        assert_eq!((config.traces_endpoint, config.metrics_endpoint), (None, None));
    }

    #[test]
    fn a_sampler_takes_its_ratio() {
        let sampler = |name: &str| {
            let config = read(&[(ENV_SAMPLER, name), (ENV_SAMPLER_ARG, "0.1")]).expect("no fault");
            (config.sampler.ratio, config.sampler.parent_based)
        };
        assert_eq!(sampler("parentbased_traceidratio"), (0.1, true));
        assert_eq!(sampler("traceidratio"), (0.1, false));
        assert_eq!(sampler("parentbased_always_on"), (1.0, true));
        assert_eq!(sampler("always_off"), (0.0, false));
    }

    #[test]
    fn every_wrong_variable_is_reported() {
        let wrong = [
            (ENV_OTLP_ENDPOINT, "collector:4317"),
            (ENV_TRACES_ENDPOINT, "grpc://collector:4317"),
            (ENV_OTLP_CERTIFICATE, "/nonexistent/ca.pem"),
            (ENV_OTLP_PROTOCOL, "http/json"),
            (ENV_RESOURCE_ATTRIBUTES, "region"),
            (ENV_SAMPLER, "sometimes"),
            (ENV_SAMPLER_ARG, "2"),
            (ENV_LOG_FORMAT, "xml"),
            (ENV_LOG_FILTER, "a=b=c"),
        ];
        let faults = read(&wrong).expect_err("all are wrong").0;
        let mut names: Vec<&str> = faults.iter().map(|fault| fault.name.as_str()).collect();
        let mut expected: Vec<&str> = wrong.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}
