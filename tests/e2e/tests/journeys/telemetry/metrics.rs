//! Numbers that are pushed, and the same numbers to be fetched.

use std::io::{Read, Write};
use std::net::TcpStream;

use kit_testing::{free_port, wait_until};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::metrics::v1::Metric;
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use tests_harness::{Dice, StoreKind, Table, play};

use super::collector::{Collector, text_of};

/// Names and values that a number must have.
type Labels<'a> = &'a [(&'a str, &'a str)];

#[tokio::test(flavor = "multi_thread")]
async fn moves_refusals_hops_streams_and_matches_are_counted() {
    let collector = Collector::start().await;
    let scrape = format!("127.0.0.1:{}", free_port());
    let cluster = collector.cluster(StoreKind::Memory);
    let cluster = cluster.env("ORCHESTRATOR_METRICS_LISTEN", &scrape).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let game = client.games().await.remove(0).id;
    let table = Table::start(&client, &game, 2).await;
    table.play(&mut dice, 7).await;
    client.get_match("no-such-match").await.expect_err("it is not there");
    let watch = play::WatchMatchRequest { match_id: table.id().to_owned(), ..Default::default() };
    let mut watcher = client.watch(watch).await.expect("anyone may watch");
    watcher.next().await.expect("the stream is open").expect("a snapshot");

    let expected: [(&str, Labels<'_>, f64); 9] = [
        ("bakufu.match.actions", &[("game", &game)], 7.0),
        ("bakufu.refusals", &[("reason", "UNKNOWN_MATCH")], 1.0),
        ("bakufu.matches", &[("game", &game), ("status", "created")], 1.0),
        ("bakufu.matches", &[("game", &game), ("status", "started")], 1.0),
        ("bakufu.streams.open", &[], 1.0),
        ("bakufu.hop.duration", &[("hop", "rules"), ("method", "Apply"), ("game", &game)], 7.0),
        ("bakufu.hop.duration", &[("hop", "rules"), ("method", "Setup"), ("game", &game)], 2.0),
        ("bakufu.hop.duration", &[("hop", "store"), ("method", "Commit")], 10.0),
        ("bakufu.hop.duration", &[("hop", "rpc")], 1.0),
    ];
    for (name, labels, at_least) in expected {
        wait_until(&format!("{name} {labels:?} is {at_least} or more"), async || {
            let metrics = collector.metrics_of("match-orchestrator");
            let named = metrics.iter().rev().filter(|metric| metric.name == name);
            let values = named.flat_map(values);
            values.into_iter().any(|(labelled, value)| {
                let fits = |(key, text): &(&str, &str)| text_of(&labelled, key) == *text;
                labels.iter().all(fits) && value >= at_least
            })
        })
        .await;
    }

    let text = fetch(&scrape, "/metrics");
    for line in [
        format!("bakufu_match_actions_total{{game=\"{game}\"}} 7"),
        "bakufu_refusals_total{reason=\"UNKNOWN_MATCH\"} 1".to_owned(),
        "bakufu_streams_open 1".to_owned(),
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line} is shown in\n{text}");
    }
    for part in ["bakufu_matches_total{", "bakufu_hop_duration_seconds_bucket{", "hop=\"store\""] {
        assert!(text.contains(part), "{part} is shown in\n{text}");
    }
    drop(watcher);
    wait_until("the stream is not counted any more", async || {
        fetch(&scrape, "/metrics").lines().any(|line| line == "bakufu_streams_open 0")
    })
    .await;
    assert!(fetch(&scrape, "/healthz").ends_with("ok\n"));
}

/// Every value of a metric with its labels; of a histogram, how many there are.
fn values(metric: &Metric) -> Vec<(Vec<KeyValue>, f64)> {
    use opentelemetry_proto::tonic::metrics::v1::number_data_point::Value;
    match metric.data.as_ref().expect("a metric has data") {
        Data::Sum(sum) => {
            let points = sum.data_points.iter();
            let read = |value: &Option<Value>| match value {
                Some(Value::AsInt(number)) => *number as f64,
                Some(Value::AsDouble(number)) => *number,
                None => 0.0,
            };
            points.map(|point| (point.attributes.clone(), read(&point.value))).collect()
        }
        Data::Histogram(histogram) => {
            let points = histogram.data_points.iter();
            points.map(|point| (point.attributes.clone(), point.count as f64)).collect()
        }
        other => panic!("{} is a sum or a histogram: {other:?}", metric.name),
    }
}

/// What a scraper gets.
fn fetch(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
    answer
}
