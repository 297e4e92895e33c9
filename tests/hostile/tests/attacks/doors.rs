//! Doors that are not for everybody: the page's own host, operators, and a server that
//! is not ready yet.

use std::process::{Command, Stdio};

use kit_testing::{Watchdog, free_port, wait_until};
use serde_json::json;
use tests_harness::{ALL_IN_ONE, binary, fresh_id};
use tests_hostile::{
    ATTACKER, HOST, JsonConnection, OPERATOR, Server, Target, Unserved, call_once,
};

/// Wrong tokens that one peer tries.
const TRIES: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_host_reaches_nothing() {
    let server = Server::start().await;
    let port = server.target().address.port();
    let list = async |host: &str| {
        let connection = JsonConnection::open(server.target(), HOST).await.expect("it listens");
        connection.with_host(host).call("ListGames", "", &json!({})).await
    };
    for foreign in ["evil.example", &format!("evil.example:{port}"), "localhost.evil.example"] {
        let refused = list(foreign).await.expect_err("a name that somebody else has");
        assert!(matches!(refused, Unserved::Refused { status: 421, .. }), "{foreign}: {refused:?}");
    }
    for own in ["localhost", &format!("localhost:{port}"), &format!("127.0.0.1:{port}"), "[::1]"] {
        list(own).await.unwrap_or_else(|refused| panic!("{own} is this machine: {refused:?}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_guesses_the_token_of_operators_is_slowed_down_and_nobody_else() {
    let server = Server::start().await;
    let list = async |from, token: &str| {
        let mut connection = JsonConnection::open(server.target(), from).await.expect("let in");
        connection.call_of("OperatorService", "ListGameVersions", token, &json!({})).await
    };
    let (mut wrong, mut throttled) = (0, 0);
    for number in 0..TRIES {
        let guessed = list(ATTACKER, &format!("{OPERATOR}{number}")).await;
        match guessed.expect_err("the token is wrong").reason().as_str() {
            "LIMITED" | "OVERLOADED" => throttled += 1,
            _ => wrong += 1,
        }
    }
    assert!(throttled > TRIES / 2, "{wrong} tokens were compared, {throttled} were not");
    list(HOST, OPERATOR).await.expect("operators elsewhere go on");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_too_early_waits_for_the_games() {
    let target = Target::on(free_port());
    let mut process = Command::new(binary(ALL_IN_ONE))
        .arg("up")
        .args(["--store", "memory", "--listen", &target.address.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be started");
    let watchdog = Watchdog::over(process.id());
    wait_until("the port is open", async || target.connect(HOST).await.is_ok()).await;
    let request = json!({ "game": "samurai", "seats": 2, "requestId": fresh_id() });
    let created = call_once(target, HOST, "CreateMatch", "", &request).await;
    drop(watchdog);
    process.kill().expect("our own process can be killed");
    process.wait().expect("a killed process ends");
    created.expect("whoever is let in finds the games");
}
