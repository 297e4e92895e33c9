//! Metrics that processes really show to whoever fetches them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use kit_testing::free_port;
use tests_harness::{Cluster, Dice, Reason, Service, StoreKind, Table, play, reason_of};

use crate::expression::{Selector, labels, selectors};
use crate::{alerts, dashboards};

/// Labels that Prometheus adds to what it fetches.
pub(crate) const LABELS_ADDED: [&str; 2] = ["job", "instance"];

/// The series that an orchestrator shows after it was used.
async fn series() -> Vec<Selector> {
    let address = format!("127.0.0.1:{}", free_port());
    let cluster = Cluster::on(StoreKind::Memory)
        .env("ORCHESTRATOR_METRICS_LISTEN", &address)
        .env("ORCHESTRATOR_CREATIONS_PER_MINUTE_MAX", "1");
    let mut cluster = cluster.start().await;
    let client = cluster.client(0);
    let game = client.games().await.remove(0);
    let table = Table::start(&client, &game.id, game.seats_min).await;
    table.play(&mut Dice::roll(), 3).await;
    let request = || Table::request(&game.id, game.seats_min);
    let create = async || client.api().create_match(request()).await;
    create().await.expect("two may come at a time");
    create().await.expect_err("all together have reached the limit");
    client.get_match("no-such-match").await.expect_err("it is not there");
    let watch = play::WatchMatchRequest { match_id: table.id().to_owned(), ..Default::default() };
    let mut watcher = client.watch(watch).await.expect("anyone may watch");
    watcher.next().await.expect("the stream is open").expect("a snapshot");
    let limited = "calls above a limit are refused";
    cluster.expect_complaints(&["rules call failed", "game can't be registered yet", limited]);
    cluster.games.iter_mut().filter(|service| service.name() == game.id).for_each(Service::kill);
    let refused = table.to_act(&client).await.legal().await.expect_err("nobody knows the rules");
    assert_eq!(reason_of(&refused).name(), "RULES_UNAVAILABLE", "{refused:?}");
    let lines = fetch(&address);
    lines.lines().filter(|line| line.starts_with("bakufu_")).map(shown).collect()
}

/// Checks that an expression asks for nothing that no process shows.
fn assert_shown(shown: &[Selector], place: &str, expression: &str) {
    for wanted in selectors(expression) {
        let fits = |series: &&Selector| {
            let is_there = |(name, value): (&String, &String)| match name.as_str() {
                name if LABELS_ADDED.contains(&name) => true,
                "reason" => reasons().contains(value),
                name => series.labels.get(name) == Some(value),
            };
            let has = |label: &String| {
                LABELS_ADDED.contains(&label.as_str()) || series.labels.contains_key(label)
            };
            series.name == wanted.name
                && wanted.labels.iter().all(is_there)
                && wanted.needed.iter().all(has)
        };
        assert!(shown.iter().any(|series| fits(&series)), "{place} asks for {wanted:?}");
    }
}

/// The reasons that are faults of the installation.
fn reasons() -> [String; 4] {
    let retry_after = Duration::ZERO;
    [
        Reason::StoreUnavailable { retry_after },
        Reason::RulesUnavailable { retry_after },
        Reason::Overloaded { retry_after },
        Reason::Bug { trace_id: String::new() },
    ]
    .map(|reason| reason.name().to_owned())
}

fn shown(line: &str) -> Selector {
    let (name, rest) = line.split_once(['{', ' ']).expect("a line has a name and a value");
    let inside = rest.rsplit_once('}').map_or("", |(inside, _)| inside);
    Selector { name: name.to_owned(), labels: labels(inside), ..Selector::default() }
}

fn fetch(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("metrics are served");
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the answer is text");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn every_panel_and_every_alert_asks_for_series_that_exist() {
    let shown = series().await;
    let expressions = [dashboards::expressions(), alerts::expressions()].concat();
    assert!(expressions.len() > 20, "{}", expressions.len());
    for (place, expression) in expressions {
        assert_shown(&shown, &place, &expression);
    }
}
