//! Metrics endpoint: what a scraper reads.

use std::net::SocketAddr;
use std::time::Duration;

use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::limits::Scope;
use kit_service::metrics::{DrivenState, DrivenWork, Hop, MatchChange, serve_prometheus};
use kit_service::{Drain, Metrics, Reason, Telemetry, TelemetryConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::toy::{Served, Toy};

async fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    answer
}

fn has(text: &str, sample: &str) -> bool {
    text.lines().any(|line| line.starts_with(sample))
}

#[tokio::test]
async fn the_endpoint_shows_every_instrument_under_a_valid_name() {
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let metrics = telemetry.metrics();
    metrics.acted("samurai", 3);
    metrics.match_changed("samurai", MatchChange::Created);
    metrics.match_changed("samurai", MatchChange::Finished);
    metrics.refused(&Reason::Deadline, Some("samurai"));
    metrics.hop(Hop::Store, "EVALSHA", Some("samurai"), Duration::from_micros(80));
    metrics.rules_pods("samurai", "1.10", 3);
    metrics.rules_pods("samurai", "1.10", 2);
    let _moving = metrics.driven(DrivenWork::Unattended, DrivenState::Moving);
    drop(metrics.driven(DrivenWork::Unattended, DrivenState::Waiting));
    metrics.limited("calls", Scope::All);
    let _open = metrics.stream_opened();
    drop(metrics.stream_opened());

    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let drain = Drain::new();
    let registry = telemetry.registry().clone();
    let endpoint = serve_prometheus(listener, registry, Metrics::unread(), drain.begun());
    let endpoint = tokio::spawn(endpoint);

    assert!(get(address, "/healthz").await.starts_with("HTTP/1.1 200"));
    assert!(get(address, "/elsewhere").await.starts_with("HTTP/1.1 404"));
    let text = get(address, "/metrics").await;
    for sample in [
        "bakufu_match_actions_total{game=\"samurai\"} 3",
        "bakufu_matches_total{game=\"samurai\",status=\"created\"} 1",
        "bakufu_matches_total{game=\"samurai\",status=\"finished\"} 1",
        "bakufu_refusals_total{game=\"samurai\",reason=\"DEADLINE\"} 1",
        "bakufu_driven_matches{state=\"moving\",work=\"unattended\"} 1",
        "bakufu_driven_matches{state=\"waiting\",work=\"unattended\"} 0",
        "bakufu_limits_refused_total{limit=\"calls\",scope=\"all\"} 1",
        "bakufu_streams_open 1",
        "bakufu_rules_pods{game=\"samurai\",version=\"1.10\"} 2",
        "bakufu_hop_duration_seconds_bucket{game=\"samurai\",hop=\"store\",method=\"EVALSHA\",le=\"0.00005\"} 0",
        "bakufu_hop_duration_seconds_bucket{game=\"samurai\",hop=\"store\",method=\"EVALSHA\",le=\"0.0001\"} 1",
        "bakufu_hop_duration_seconds_count{game=\"samurai\",hop=\"store\",method=\"EVALSHA\"} 1",
    ] {
        assert!(has(&text, sample), "{sample} is missing in\n{text}");
    }
    drain.begin();
    endpoint.await.expect("it ends");
}

#[tokio::test]
async fn calls_are_measured_by_method_and_unknown_ones_together() {
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let metrics = telemetry.metrics().clone();
    let served = Served::start_with(Toy::agreeable(), metrics, |_| {}).await;
    let mut client = served.client().await;
    client.apply(ApplyRequest::default()).await.expect("it answers");
    let mut stranger = tonic::client::Grpc::new(served.channel().await);
    stranger.ready().await.expect("it is connected");
    let path = http::uri::PathAndQuery::from_static("/chosen.by.a.Stranger/Method");
    let codec = tonic_prost::ProstCodec::<ApplyRequest, ApplyRequest>::default();
    let request = tonic::Request::new(ApplyRequest::default());
    stranger.unary(request, path, codec).await.expect_err("there is no such method");
    drop((client, stranger));
    served.stop().await;

    let families = telemetry.registry().gather();
    let text = prometheus::TextEncoder::new().encode_to_string(&families).expect("it encodes");
    let count = "bakufu_hop_duration_seconds_count";
    let apply = "bakufu.rules.v1.RulesService/Apply";
    assert!(has(&text, &format!("{count}{{hop=\"rpc\",method=\"{apply}\"}} 1")), "{text}");
    assert!(has(&text, &format!("{count}{{hop=\"rpc\",method=\"other\"}} 1")), "{text}");
    assert!(!text.contains("Stranger"), "{text}");
}
