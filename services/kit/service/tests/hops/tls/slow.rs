//! Handshakes that nobody finishes.

use std::time::{Duration, Instant};

use kit_service::{Telemetry, TelemetryConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::authority::{Authority, Folder};
use super::secured::{SecuredClient, start_with};
use crate::toy::Toy;

/// More than the runtime has threads, by far.
const SILENT: usize = 100;

#[tokio::test]
async fn silent_connections_delay_nobody_and_are_closed_after_a_while() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let files = folder.server("server", &authority.issue("localhost"), None);
    let served = start_with(Toy::agreeable(), files, telemetry.metrics().clone()).await;
    let begun = Instant::now();
    let mut silent = Vec::new();
    for _ in 0..SILENT {
        silent.push(TcpStream::connect(served.address).await.expect("it listens"));
    }
    // One of them begins to speak and stops in the middle of a record.
    silent[0].write_all(&[22, 3, 1, 2, 0, 1]).await.expect("it is open");

    let client = SecuredClient::new(served.address, folder.client("client", &authority, None));
    client.call().await.expect("it is answered");
    assert!(begun.elapsed() < Duration::from_secs(5), "not after the others only");

    let mut byte = [0];
    for mut connection in silent {
        let end = tokio::time::timeout(Duration::from_secs(30), connection.read(&mut byte)).await;
        assert!(matches!(end, Ok(Ok(0) | Err(_))), "it is closed without a word: {end:?}");
    }
    client.call().await.expect("it goes on");
    let counted = format!("bakufu_tls_handshakes_failed_total{{fault=\"slow\"}} {SILENT}");
    kit_testing::wait_until("all of them are counted", async || {
        let families = telemetry.registry().gather();
        let text = prometheus::TextEncoder::new().encode_to_string(&families).expect("text");
        text.lines().any(|line| line == counted)
    })
    .await;
}
