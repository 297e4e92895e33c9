//! The toy behind TLS, and clients of it.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::Metrics;
use kit_service::tls::{ClientFiles, ClientTls, ServerFiles, ServerTls};
use tonic::Status;
use tonic::transport::{Channel, Endpoint};

use crate::toy::{Served, Toy};

/// So that a test need not wait for the next look.
pub(crate) const LOOK_OFTEN: Duration = Duration::from_millis(10);

pub(crate) async fn start(files: ServerFiles) -> Served {
    start_with(Toy::agreeable(), files, Metrics::unread()).await
}

pub(crate) async fn start_with(toy: Toy, files: ServerFiles, metrics: Metrics) -> Served {
    let tls = ServerTls::watch(files, LOOK_OFTEN, &metrics).expect("good files");
    Served::start_with(toy, metrics, |serving| serving.tls = Some(tls)).await
}

/// A client with a connection of its own, which it makes with its first call.
#[derive(Clone)]
pub(crate) struct SecuredClient(RulesServiceClient<Channel>);

impl SecuredClient {
    /// Calls who proves to be "localhost".
    pub(crate) fn new(address: SocketAddr, files: ClientFiles) -> Self {
        let tls = ClientTls::watch(files, LOOK_OFTEN, &Metrics::unread()).expect("good files");
        Self::with(address, &tls, "localhost")
    }

    pub(crate) fn with(address: SocketAddr, tls: &ClientTls, host: &str) -> Self {
        let name = format!("https://{host}:{}", address.port()).parse().expect("an address");
        let place = Endpoint::from_shared(format!("http://{address}")).expect("an address");
        Self(RulesServiceClient::new(tls.channel(&name, place).expect("a name")))
    }

    pub(crate) async fn call(&self) -> Result<(), Status> {
        self.0.clone().apply(ApplyRequest::default()).await.map(|_| ())
    }

    pub(crate) async fn refusal(&self) -> String {
        reasons(&self.call().await.expect_err("it is refused"))
    }
}

/// What a status says, with everything that led to it.
pub(crate) fn reasons(status: &Status) -> String {
    let mut text = status.to_string();
    let mut source = status.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}
