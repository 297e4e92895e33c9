//! Log lines on stderr with trace ids, and the subscriber that they come from.

use std::fmt;

use opentelemetry_sdk::trace::SdkTracer;
use tracing::{Dispatch, Event, Level, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use super::call_id::call_id;
use super::spans::SPAN_TARGET;
use super::{LogFormat, TelemetryConfig, current_span_context};

/// A subscriber that writes logs to `writer` and, given a tracer, makes OTel
/// spans. It is installed nowhere yet.
pub fn dispatch<W>(config: &TelemetryConfig, writer: W, tracer: Option<SdkTracer>) -> Dispatch
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(writer);
    let lines = match config.log_format {
        LogFormat::Text => lines.map_event_format(WithIds::text).boxed(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .map_event_format(WithIds::json)
            .boxed(),
    };
    let wanted = EnvFilter::new(&config.log_filter);
    let not_ours = filter_fn(|metadata| !is_ours(metadata));
    let Some(tracer) = tracer else {
        // Filters of the whole registry: a span that nobody wants is not made
        // at all, while filters of a layer would make it and hide it.
        return Dispatch::new(Registry::default().with(lines).with(wanted).with(not_ours));
    };
    // Events stay in the log, which has the ids: in a span they would be
    // attributes that nobody checked.
    let spans = tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_target(false)
        .with_filter(filter_fn(|metadata| !metadata.is_event() && is_wanted(metadata)));
    Dispatch::new(Registry::default().with(lines.with_filter(wanted.and(not_ours))).with(spans))
}

fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.target() == SPAN_TARGET
}

/// Spans of the transport would trace the export of traces, without end.
fn is_wanted(metadata: &Metadata<'_>) -> bool {
    const TRANSPORT: [&str; 6] = ["h2", "hyper", "hyper_util", "opentelemetry", "tonic", "tower"];
    let root = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= Level::INFO
        && !TRANSPORT.iter().any(|name| root.strip_prefix(name).is_some_and(is_suffix))
}

/// `opentelemetry_sdk` belongs to `opentelemetry`; `towering_game` to nobody.
fn is_suffix(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('_') || rest.starts_with('-')
}

/// Adds the ids of the current OTel span to the end of a line.
struct WithIds<F> {
    inner: F,
    /// What the line ends with; the ids go before it.
    end: &'static str,
    write_id: fn(&mut Writer<'_>, key: &str, id: &str) -> fmt::Result,
}

impl<F> WithIds<F> {
    fn text(inner: F) -> Self {
        let write_id: fn(&mut Writer<'_>, &str, &str) -> fmt::Result =
            |line, key, id| write!(line, " {key}={id}");
        Self { inner, end: "\n", write_id }
    }

    fn json(inner: F) -> Self {
        let write_id: fn(&mut Writer<'_>, &str, &str) -> fmt::Result =
            |line, key, id| write!(line, r#","{key}":"{id}""#);
        Self { inner, end: "}\n", write_id }
    }
}

impl<S, N, F> FormatEvent<S, N> for WithIds<F>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'writer> FormatFields<'writer> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let (trace_id, span_id) = match current_span_context() {
            Some(span) => (Some(span.trace_id().to_string()), Some(span.span_id().to_string())),
            // What is this bad may be a bug, which its caller is told by the id.
            None if *event.metadata().level() == Level::ERROR => (call_id(), None),
            None => (None, None),
        };
        if trace_id.is_none() {
            return self.inner.format_event(context, writer, event);
        }
        let mut line = String::new();
        self.inner.format_event(context, Writer::new(&mut line), event)?;
        let Some(line) = line.strip_suffix(self.end) else {
            return writer.write_str(&line);
        };
        writer.write_str(line)?;
        for (key, id) in [("trace_id", trace_id), ("span_id", span_id)] {
            if let Some(id) = id {
                (self.write_id)(&mut writer, key, &id)?;
            }
        }
        writer.write_str(self.end)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing::{debug, info, info_span};

    use super::*;
    use crate::telemetry::{current_trace_id, store_span};

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Lines {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(log_format: LogFormat, traced: bool, act: impl FnOnce()) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let config = TelemetryConfig { log_format, ..TelemetryConfig::default() };
        let provider = SdkTracerProvider::builder().build();
        let tracer = traced.then(|| provider.tracer("test"));
        let dispatch = dispatch(&config, move || writer.clone(), tracer);
        tracing::dispatcher::with_default(&dispatch, act);
        lines.text()
    }

    #[test]
    fn a_line_carries_the_ids_of_its_span() {
        for (format, key) in [(LogFormat::Text, "trace_id="), (LogFormat::Json, "\"trace_id\":\"")]
        {
            let mut trace_id = String::new();
            let text = written(format, true, || {
                let _entered = store_span("GET").entered();
                trace_id = current_trace_id().expect("tracing is on");
                info!(seat = 2, "sat down");
            });
            assert!(text.contains(&format!("{key}{trace_id}")), "{text}");
            assert!(text.contains("span_id"), "{text}");
            assert!(text.contains("sat down") && text.ends_with('\n'), "{text}");
        }
    }

    #[test]
    fn a_json_line_is_one_flat_object() {
        let text = written(LogFormat::Json, true, || {
            let _entered = store_span("GET").entered();
            info!(seat = 2, "sat \"down\"");
        });
        let line = text.strip_suffix('\n').expect("a whole line");
        assert!(line.starts_with('{') && line.ends_with("\"}"), "{line}");
        assert!(line.contains(r#""message":"sat \"down\"""#), "{line}");
        assert!(line.contains(r#""seat":2"#), "{line}");
        assert_eq!(line.lines().count(), 1);
    }

    #[test]
    fn without_a_tracer_our_spans_are_disabled_and_lines_have_no_ids() {
        let text = written(LogFormat::Text, false, || {
            assert!(store_span("GET").is_disabled());
            info_span!("handler").in_scope(|| info!("sat down"));
        });
        assert!(text.contains("sat down") && !text.contains("trace_id"), "{text}");
    }

    #[test]
    fn lines_below_the_filter_are_not_written() {
        let text = written(LogFormat::Text, true, || debug!("noise"));
        assert_eq!(text, "");
    }

    #[test]
    fn spans_of_the_transport_are_not_traced() {
        written(LogFormat::Text, true, || {
            let transport = info_span!(target: "opentelemetry_sdk", "export").entered();
            assert_eq!(current_trace_id(), None);
            drop(transport);
            let ours = info_span!(target: "towering_game", "apply").entered();
            assert!(current_trace_id().is_some());
            drop(ours);
        });
    }
}
