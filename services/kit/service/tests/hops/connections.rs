//! Connections at and above their limits, and what others notice of it.

mod bounds;
mod files;
mod frames;
mod headers;
mod silence;
mod stalls;

use std::net::SocketAddr;

use kit_service::{ConnectionLimits, Telemetry, TelemetryConfig};
use kit_testing::holds_in_time;
use prometheus::TextEncoder;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::http_routes::greeting;
use crate::toy::{Served, Toy};

/// Another peer than the clients of gRPC here, and one more.
const PEER: &str = "127.0.0.2:0";
const OTHER_PEER: &str = "127.0.0.3:0";

/// A toy with such limits, whose metrics can be read.
struct Limited {
    served: Served,
    telemetry: Telemetry,
}

impl Limited {
    async fn start(limits: ConnectionLimits) -> Self {
        Self::start_with(limits, |serving| serving.http = Some(greeting())).await
    }

    async fn start_with(
        limits: ConnectionLimits,
        adjust: impl FnOnce(&mut kit_service::Serving),
    ) -> Self {
        let config = TelemetryConfig::default();
        let (telemetry, _) = Telemetry::build("toy", &config).expect("no exporter");
        let served = Served::start_with(Toy::agreeable(), telemetry.metrics().clone(), |serving| {
            serving.connections = limits;
            adjust(serving);
        });
        Self { served: served.await, telemetry }
    }

    /// How often a limit was met.
    fn met(&self, limit: &str) -> u64 {
        self.sample(&format!("bakufu_connections_limited_total{{limit=\"{limit}\"}}"))
    }

    fn open(&self) -> u64 {
        self.sample("bakufu_connections_open")
    }

    fn sample(&self, name: &str) -> u64 {
        let families = self.telemetry.registry().gather();
        let text = TextEncoder::new().encode_to_string(&families).expect("it encodes");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or_default()
    }

    async fn wait_until_met(&self, limit: &str, times: u64) {
        let in_time = holds_in_time(async || self.met(limit) == times).await;
        let (met, open) = (self.met(limit), self.open());
        assert!(in_time, "{limit} is met {times} times, not {met}, and {open} are open");
    }
}

/// A connection from an address of one's own choice.
async fn connect(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("there are sockets");
    socket.bind(from.parse().expect("an address")).expect("all of 127/8 is ours");
    socket.connect(to).await.expect("it listens")
}

/// All that comes until the end of the connection.
async fn rest(connection: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = connection.read_to_end(&mut bytes);
    // A close with bytes that nobody has read looks like a reset.
    tokio::time::timeout(kit_testing::PATIENCE, end).await.expect("it is closed").ok();
    bytes
}
