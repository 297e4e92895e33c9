//! Failures as HTTP status and JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use kit_service::DOMAIN;
use serde::Serialize;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Why a call failed, for a program and for people.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorBody {
    /// The name of the gRPC code.
    code: &'static str,
    /// One of the reasons that the API lists; nothing if none of them fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    message: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    field_violations: Vec<FieldViolation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
}

/// One bad field.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct FieldViolation {
    field: String,
    description: String,
}

impl ErrorBody {
    pub(crate) fn new(status: &Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info().filter(|info| info.domain == DOMAIN);
        let violations = details.bad_request().map_or(&[][..], |bad| &bad.field_violations);
        let violations = violations.iter().map(|violation| FieldViolation {
            field: violation.field.clone(),
            description: violation.description.clone(),
        });
        Self {
            code: name(status.code()),
            reason: info.map(|info| info.reason.clone()),
            message: status.message().to_owned(),
            metadata: info
                .map(|info| info.metadata.clone().into_iter().collect())
                .unwrap_or_default(),
            field_violations: violations.collect(),
            retry_after_ms: retry_delay(status).map(|delay| delay.as_millis() as u64),
        }
    }

    /// A failure that no service knows of.
    pub(crate) fn plain(code: Code, message: &str) -> Self {
        Self::new(&Status::new(code, message))
    }

    /// As one line of text.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }

    pub(crate) fn response(&self, status: StatusCode) -> Response {
        let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
        (status, headers, self.json()).into_response()
    }
}

/// The answer to a call that failed.
pub(crate) fn failed(status: &Status) -> Response {
    let http = http_status(status.code());
    let mut response = ErrorBody::new(status).response(http);
    if let Some(delay) = retry_delay(status) {
        // Whole seconds, and never too early.
        let seconds = delay.as_millis().div_ceil(1000).max(1) as u64;
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    if http == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// The answer where nothing is served.
pub(crate) fn not_found() -> Response {
    let message = "nothing is served here: /openapi.json lists all calls";
    ErrorBody::plain(Code::NotFound, message).response(StatusCode::NOT_FOUND)
}

/// The answer to anything but POST where a call is.
pub(crate) fn not_post() -> Response {
    let message = "this is a call: send POST with content-type: application/json and the \
                   request as the body, for example {}";
    let body = ErrorBody::plain(Code::Unimplemented, message);
    let mut response = body.response(StatusCode::METHOD_NOT_ALLOWED);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

/// The answer to a body that is not plain JSON.
pub(crate) fn not_json(message: &str) -> Response {
    let body = ErrorBody::plain(Code::InvalidArgument, message);
    body.response(StatusCode::UNSUPPORTED_MEDIA_TYPE)
}

fn retry_delay(status: &Status) -> Option<Duration> {
    status.get_details_retry_info()?.retry_delay
}

fn http_status(code: Code) -> StatusCode {
    let number = match code {
        Code::Ok => 200,
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => 400,
        Code::Unauthenticated => 401,
        Code::PermissionDenied => 403,
        Code::NotFound => 404,
        Code::AlreadyExists | Code::Aborted => 409,
        Code::ResourceExhausted => 429,
        Code::Cancelled => 499,
        Code::Unknown | Code::Internal | Code::DataLoss => 500,
        Code::Unimplemented => 501,
        Code::Unavailable => 503,
        Code::DeadlineExceeded => 504,
    };
    StatusCode::from_u16(number).expect("three digits")
}

fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
