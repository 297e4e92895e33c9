//! The health check of our containers, made with the programs themselves.

use std::net::TcpListener;
use std::process::{Command, Output};

use tests_harness::{Cluster, ORCHESTRATOR, Service, StoreKind, binary};

/// Runs `<program> probe` with these variables and nothing else.
fn probe(program: &str, arguments: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String) {
    let asked = Command::new(binary(program))
        .arg("probe")
        .args(arguments)
        .env_clear()
        .envs(env.iter().copied())
        .output();
    let Output { status, stdout, stderr } = asked.expect("our own program can be started");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

fn address_of(service: &Service) -> String {
    service.url().strip_prefix("http://").expect("it speaks no TLS").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_program_finds_itself_and_says_in_one_line_how_it_is() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    for service in cluster.games.iter().chain(&cluster.orchestrators) {
        let (name, address) = (service.name(), address_of(service));
        let prefix = if name == ORCHESTRATOR { "ORCHESTRATOR" } else { name };
        let listen = format!("{}_LISTEN", prefix.to_uppercase().replace('-', "_"));
        let found = probe(name, &[], &[(&listen, &address)]);
        assert_eq!(found, (Some(0), format!("{name}: ready at {address} is serving\n")));
        let lives = probe(name, &["live", "--address", &address], &[]);
        assert_eq!(lives, (Some(0), format!("{name}: live at {address} is serving\n")));
        let (code, line) = probe(name, &["weather", "--address", &address], &[]);
        assert_eq!((code, line.lines().count()), (Some(1), 1), "{line}");
    }
    let address = address_of(&cluster.orchestrators[0]);
    let stores = probe(ORCHESTRATOR, &["store", "--address", &address], &[]);
    assert_eq!(stores.0, Some(0), "{}", stores.1);
}

#[test]
fn a_program_that_does_not_run_is_not_well() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = free.local_addr().expect("it is bound").to_string();
    drop(free);
    let (code, line) = probe(ORCHESTRATOR, &[], &[("ORCHESTRATOR_LISTEN", &address)]);
    assert_eq!(code, Some(1), "{line}");
    assert!(line.contains(&address) && line.contains("Connection refused"), "{line}");
    let tls = [("ORCHESTRATOR_LISTEN", address.as_str()), ("ORCHESTRATOR_TLS_CERT", "tls.crt")];
    let (code, lines) = probe(ORCHESTRATOR, &[], &tls);
    assert_eq!(code, Some(64), "{lines}");
    assert!(lines.contains("ORCHESTRATOR_PROBE_LISTEN"), "{lines}");
}

#[test]
fn help_is_given_without_settings() {
    let (code, text) = probe(ORCHESTRATOR, &["--help"], &[]);
    assert_eq!(code, Some(0));
    assert!(text.contains("match-orchestrator probe [--address ADDRESS] [ENTRY]"), "{text}");
    assert!(text.contains("ORCHESTRATOR_PROBE_LISTEN"), "{text}");
    let (code, complaint) = probe(ORCHESTRATOR, &["--weather"], &[]);
    assert_eq!(code, Some(64));
    assert!(complaint.contains("--weather") && complaint.contains("--help"), "{complaint}");
}
