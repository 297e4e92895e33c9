//! The public API as JSON: bodies of every call, paths and headers.

mod example;
mod services;

use std::cell::LazyCell;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, Method, Request, Response, Uri};
use http_body_util::BodyExt;
use kit_service::Metrics;
use match_orchestrator_json::{JsonApi, routes};
use prost_reflect::{DescriptorPool, MethodDescriptor};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::inputs::{Form, Input, OutcomeClass, Shape, Target};
use services::{BREACH, OneGame, services};

const PACKAGE: &str = "bakufu.play.v1";
/// The longest request that is let in.
const REQUEST_BYTES_MAX: usize = 32 * 1024;
/// How much longer than its question an answer may be.
const ANSWER_MORE_MAX: usize = 64 * 1024;
/// A request line and headers.
const HEAD: &str = "POST /bakufu.play.v1.MatchService/WatchMatch
content-type: application/json; charset=utf-8
authorization: Bearer bkf_0123456789abcdef0123456789abcdef_1_0123456789abcdef0123456789abcdef
last-event-id: 7
grpc-timeout: 5S
accept: text/event-stream
traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

thread_local! {
    static RUNTIME: LazyCell<Runtime> = LazyCell::new(|| {
        let runtime = Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime needs no more than memory")
    });
}

/// Takes requests.
pub(super) struct JsonTarget {
    forms: Vec<Form>,
    samples: Vec<Input>,
    /// The path of every call, in the order of the forms.
    paths: Vec<String>,
    routes: Router,
}

impl JsonTarget {
    pub(super) fn new() -> Self {
        let set = kit_proto::descriptor_set(PACKAGE).expect("the package is compiled in");
        let pool = DescriptorPool::decode(set).expect("our own descriptors are sound");
        let library = OneGame::new();
        let calls: Vec<MethodDescriptor> =
            pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()).collect();
        let (mut forms, mut samples, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        for (form, call) in calls.iter().enumerate() {
            let bytes = example::of(&call.input(), &library).to_string().into_bytes();
            samples.push(Input { form, bytes });
            forms.push(Form { name: call.name().to_owned(), shape: Shape::Json });
            paths.push(format!("/{}/{}", call.parent_service().full_name(), call.name()));
        }
        samples.push(Input { form: forms.len(), bytes: HEAD.as_bytes().to_vec() });
        forms.push(Form { name: "head".to_owned(), shape: Shape::Text });
        let api = JsonApi {
            library: Arc::new(library),
            metrics: Metrics::unread(),
            request_bytes_max: REQUEST_BYTES_MAX,
        };
        let routes = routes(api, Router::new(), services(calls));
        Self { forms, samples, paths, routes }
    }
}

impl Target for JsonTarget {
    fn name(&self) -> &str {
        "json"
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        let request = match self.paths.get(input.form) {
            Some(path) => Request::post(path)
                .header(CONTENT_TYPE, "application/json")
                .body(Body::from(input.bytes.clone()))
                .ok(),
            None => read_head(&input.bytes),
        };
        let Some(request) = request else { return Ok(OutcomeClass::of("no HTTP")) };
        let (answer, text) = RUNTIME.with(|runtime| {
            runtime.block_on(async {
                let answer = self.routes.clone().oneshot(request).await;
                let Ok(answer) = answer;
                let (parts, body) = answer.into_parts();
                let text = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
                (Response::from_parts(parts, ()), text)
            })
        });
        if text.len() > input.bytes.len() * 4 + ANSWER_MORE_MAX {
            return Err(format!("an answer of {} bytes", text.len()));
        }
        if answer.status().is_server_error() {
            return Err(format!("{} {}", answer.status(), String::from_utf8_lossy(&text)));
        }
        let is_json =
            answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        let json: Value = match serde_json::from_slice(&text) {
            Ok(json) => json,
            Err(_) if is_json => return Err("an answer that is no JSON".to_owned()),
            Err(_) => Value::Null,
        };
        if json["code"] == BREACH {
            return Err(json["message"].to_string());
        }
        let first = &json["fieldViolations"][0];
        let told = (answer.status(), &json["code"], &first["description"]);
        Ok(OutcomeClass::of(&format!("{told:?}")))
    }
}

/// A request line and headers; none if they can't be sent.
fn read_head(text: &[u8]) -> Option<Request<Body>> {
    let mut lines = text.split(|byte| *byte == b'\n');
    let mut first = lines.next()?.splitn(2, |byte| *byte == b' ');
    let mut request = Request::new(Body::from("{}"));
    *request.method_mut() = Method::from_bytes(first.next()?).ok()?;
    *request.uri_mut() = Uri::try_from(first.next()?).ok()?;
    for line in lines {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = HeaderName::from_bytes(parts.next()?).ok()?;
        let value = HeaderValue::from_bytes(parts.next()?.trim_ascii()).ok()?;
        request.headers_mut().append(name, value);
    }
    Some(request)
}
