//! Clients that know HTTP/1.1 and JSON, from any address and with any headers.

use std::net::IpAddr;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use http::{HeaderName, HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::SendRequest;
use hyper_util::rt::TokioIo;
use serde_json::Value;

use crate::target::Target;

/// A call that got no answer of the kind that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Unserved {
    /// Nobody answered.
    Gone(String),
    /// An answer other than 200, with the error as JSON if it is some.
    Refused { status: u16, error: Value },
}

impl Unserved {
    /// The reason that a refusal names; "gone" without an answer.
    pub fn reason(&self) -> String {
        match self {
            Self::Gone(_) => "gone".to_owned(),
            Self::Refused { status, error } => {
                let reason = error["reason"].as_str();
                reason.map_or_else(|| format!("status {status}"), str::to_owned)
            }
        }
    }

    /// The limit that a refusal names, if it names one.
    pub fn limit(&self) -> Option<&str> {
        match self {
            Self::Gone(_) => None,
            Self::Refused { error, .. } => error["metadata"]["limit"].as_str(),
        }
    }
}

/// One connection.
#[derive(Debug)]
pub struct JsonConnection {
    sender: SendRequest<Full<Bytes>>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl JsonConnection {
    /// Connects from an address of this machine.
    ///
    /// # Errors
    /// If nobody lets it in.
    pub async fn open(target: Target, from: IpAddr) -> Result<Self, Unserved> {
        let gone = |error: &dyn std::error::Error| Unserved::Gone(error.to_string());
        let tcp = target.connect(from).await.map_err(|error| gone(&error))?;
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(tcp)).await;
        let (sender, connection) = handshake.map_err(|error| gone(&error))?;
        tokio::spawn(connection);
        let host = target.address.to_string().parse().expect("an address is printable");
        Ok(Self { sender, headers: vec![(HOST, host)] })
    }

    /// Names another host with every request.
    ///
    /// # Panics
    /// If it can't be sent.
    #[must_use]
    pub fn with_host(self, host: &str) -> Self {
        self.with_header(HOST, host)
    }

    /// Claims with every request that it comes from another address.
    ///
    /// # Panics
    /// If it can't be sent.
    #[must_use]
    pub fn with_forwarded_for(self, address: &str) -> Self {
        self.with_header(HeaderName::from_static("x-forwarded-for"), address)
    }

    fn with_header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.parse().expect("a header is printable")));
        self
    }

    /// Calls a method of the match service; an empty token is none.
    ///
    /// # Errors
    /// As the server says.
    pub async fn call(
        &mut self,
        method: &str,
        token: &str,
        request: &Value,
    ) -> Result<Value, Unserved> {
        self.call_of("MatchService", method, token, request).await
    }

    /// Calls a method of any service of the public API.
    ///
    /// # Errors
    /// As the server says.
    ///
    /// # Panics
    /// If the path can't be one.
    pub async fn call_of(
        &mut self,
        service: &str,
        method: &str,
        token: &str,
        request: &Value,
    ) -> Result<Value, Unserved> {
        let mut builder = Request::post(format!("/bakufu.play.v1.{service}/{method}"))
            .header(CONTENT_TYPE, "application/json");
        for (name, value) in &self.headers {
            builder = builder.header(name, value);
        }
        if !token.is_empty() {
            builder = builder.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = builder.body(Full::from(request.to_string())).expect("a method is a path");
        let gone = |error: hyper::Error| Unserved::Gone(error.to_string());
        self.sender.ready().await.map_err(gone)?;
        read(self.sender.send_request(request).await.map_err(gone)?).await
    }
}

/// Makes one call over a connection of its own.
///
/// # Errors
/// As the server says, or if nobody lets it in.
pub async fn call_once(
    target: Target,
    from: IpAddr,
    method: &str,
    token: &str,
    request: &Value,
) -> Result<Value, Unserved> {
    JsonConnection::open(target, from).await?.call(method, token, request).await
}

async fn read(answer: Response<Incoming>) -> Result<Value, Unserved> {
    let status = answer.status().as_u16();
    let text = answer.into_body().collect().await;
    let text = text.map_err(|error| Unserved::Gone(error.to_string()))?.to_bytes();
    let value = serde_json::from_slice(&text).unwrap_or(Value::Null);
    if status == 200 { Ok(value) } else { Err(Unserved::Refused { status, error: value }) }
}
