//! W3C trace context in the headers of a call.

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::TraceContextPropagator;

/// The caller's span, if the headers name a valid one.
pub(crate) fn remote_parent(headers: &HeaderMap) -> Option<Context> {
    let context =
        TraceContextPropagator::new().extract_with_context(&Context::new(), &Incoming(headers));
    context.span().span_context().is_valid().then_some(context)
}

/// Tells the callee which span calls it.
pub(crate) fn inject(context: &Context, headers: &mut HeaderMap) {
    TraceContextPropagator::new().inject_context(context, &mut Outgoing(headers));
}

struct Incoming<'a>(&'a HeaderMap);

impl Extractor for Incoming<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct Outgoing<'a>(&'a mut HeaderMap);

impl Injector for Outgoing<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) =
            (HeaderName::try_from(key), HeaderValue::try_from(value.as_str()))
        {
            self.0.insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_context_comes_out_as_it_went_in() {
        let mut incoming = HeaderMap::new();
        incoming.insert("traceparent", HeaderValue::from_static(PARENT));
        incoming.insert("tracestate", HeaderValue::from_static("vendor=1"));
        let context = remote_parent(&incoming).expect("it is valid");
        let mut outgoing = HeaderMap::new();
        inject(&context, &mut outgoing);
        assert_eq!(outgoing, incoming);
    }

    #[test]
    fn no_or_a_broken_context_is_no_parent() {
        assert!(remote_parent(&HeaderMap::new()).is_none());
        let mut headers = HeaderMap::new();
        headers.insert("traceparent", HeaderValue::from_static("00-zz-zz-01"));
        assert!(remote_parent(&headers).is_none());
    }
}
