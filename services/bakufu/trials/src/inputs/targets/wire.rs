//! The port itself: bytes of HTTP/1.1, of HTTP/2 and of gRPC-Web.
//!
//! They go over a connection to an orchestrator without games, through everything
//! that stands in front of its calls. Each input comes from an address of the
//! loopback that follows from its bytes, so that limits of single peers do not hide
//! what is behind them.

mod answer;
mod exchange;
mod samples;
mod server;

use std::cell::LazyCell;
use std::net::Ipv4Addr;
use std::sync::LazyLock;

use tokio::runtime::{Builder, Runtime};

use crate::inputs::quiet::panics_of_servers;
use crate::inputs::{Form, GRPC, HTTP2, Input, OutcomeClass, Shape, Target};
use answer::{of_http1, of_http2};
use exchange::{Broken, END_MAX, QUIET, exchange};
use server::WireServer;

thread_local! {
    static RUNTIME: LazyCell<Runtime> = LazyCell::new(|| {
        let runtime = Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime needs no more than memory")
    });
}

/// Takes bytes.
pub(super) struct WireTarget {
    forms: Vec<Form>,
    samples: Vec<Input>,
    /// Started with the first input: whoever only asks for the doors needs none.
    server: LazyLock<WireServer>,
}

/// The forms, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Http1,
    Http2,
    /// The body of a request of gRPC-Web.
    GrpcWeb,
    /// The same in base64.
    GrpcWebText,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Http1, Self::Http2, Self::GrpcWeb, Self::GrpcWebText];

    fn form(self) -> Form {
        let (name, shape) = match self {
            Self::Http1 => ("http1", Shape::Text),
            Self::Http2 => ("http2", Shape::Frames(HTTP2)),
            Self::GrpcWeb => ("grpc-web", Shape::Frames(GRPC)),
            Self::GrpcWebText => ("grpc-web-text", Shape::Text),
        };
        Form { name: name.to_owned(), shape }
    }

    /// What goes over the connection.
    fn on_the_wire(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Self::Http1 | Self::Http2 => bytes.to_vec(),
            Self::GrpcWeb => samples::grpc_web("application/grpc-web+proto", bytes),
            Self::GrpcWebText => samples::grpc_web("application/grpc-web-text", bytes),
        }
    }
}

impl WireTarget {
    pub(super) fn new() -> Self {
        let samples = Kind::ALL.into_iter().enumerate().flat_map(|(form, kind)| {
            samples::of(kind).into_iter().map(move |bytes| Input { form, bytes })
        });
        Self {
            forms: Kind::ALL.map(Kind::form).into(),
            samples: samples.collect(),
            server: LazyLock::new(WireServer::start),
        }
    }
}

impl Target for WireTarget {
    fn name(&self) -> &str {
        "wire"
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        let (kind, address) = (Kind::ALL[input.form], self.server.address());
        let panics = panics_of_servers();
        let sent = kind.on_the_wire(&input.bytes);
        let from = address_of(&input.bytes);
        let exchanged = RUNTIME.with(|runtime| {
            runtime.block_on(async {
                let answer = exchange(address, from, &sent, QUIET).await?;
                let good = exchange(address, from, &samples::good(), END_MAX).await?;
                Ok((answer, good))
            })
        });
        let (answer, good) = exchanged.map_err(|broken: Broken| broken.to_string())?;
        if panics_of_servers() != panics {
            return Err("the server panicked".to_owned());
        }
        if !good.starts_with(samples::GOOD_ANSWER) {
            let good = String::from_utf8_lossy(&good).into_owned();
            return Err(format!("a good request afterwards is not answered: {good:?}"));
        }
        Ok(OutcomeClass::of(&match kind {
            Kind::Http2 => of_http2(&answer),
            _ => of_http1(&answer),
        }))
    }
}

/// The address that an input comes from.
fn address_of(bytes: &[u8]) -> Ipv4Addr {
    let [.., a, b, c] = OutcomeClass::exactly(bytes).to_be_bytes();
    Ipv4Addr::new(127, a, b, c.clamp(2, 254))
}
