//! `bakufu up`, as a server in this process and as a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use bakufu_cli::{AllInOne, Setup, StartError, connect};
use bakufu_games::shipped;
use kit_proto::bakufu::play::v1 as play;
use kit_testing::{free_port, wait_until};
use match_orchestrator_server::StoreConfig;
use match_orchestrator_store::Embedded;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::command::printed;

#[test]
fn matches_survive_a_restart() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("matches.redb");
    let created = with_server(&file, async |url| {
        let mut client = connect(&url).await.expect("the server answers");
        let wanted =
            play::CreateMatchRequest { game: "samurai".to_owned(), seats: 3, ..Default::default() };
        client.create_match(wanted).await.expect("it is created").into_inner()
    });
    let created = created.game_match.expect("a match");
    let found = with_server(&file, async |url| {
        let mut client = connect(&url).await.expect("the server answers");
        let wanted = play::GetMatchRequest { match_id: created.match_id.clone() };
        client.get_match(wanted).await.expect("it is still there").into_inner()
    });
    assert_eq!(found.game_match, Some(created));
}

#[test]
fn a_file_serves_one_server_at_a_time() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("matches.redb");
    with_server(&file, async |_| {
        let second = AllInOne::start(on_file(&file)).await.err().expect("the file is in use");
        assert!(matches!(second, StartError::Locked { .. }), "{second}");
        assert!(second.to_string().contains("in use by another server"), "{second}");
    });
}

#[test]
fn a_damaged_file_is_named_with_what_to_do() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("matches.redb");
    drop(Embedded::open(&file).expect("a new file"));
    let length = std::fs::metadata(&file).expect("it is there").len();
    let opened = std::fs::OpenOptions::new().write(true).open(&file).expect("a file of ours");
    opened.set_len(length / 2).expect("a file of ours");
    let runtime = Runtime::new().expect("a runtime starts");
    let refused = runtime.block_on(AllInOne::start(on_file(&file))).err().expect("it is damaged");
    assert!(matches!(refused, StartError::Unusable(_)), "{refused}");
    for part in ["matches.redb is damaged", "truncated", "backup"] {
        assert!(refused.to_string().contains(part), "{refused}");
    }
}

#[test]
fn whoever_comes_before_the_games_waits_for_them() {
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        // Connects as soon as somebody listens, which is long before any game does.
        let early = async {
            let url = format!("http://{listen}");
            let mut client = None;
            wait_until("somebody listens", async || {
                client = connect(&url).await.ok();
                client.is_some()
            })
            .await;
            let mut client = client.expect("it was waited for");
            client.list_games(play::ListGamesRequest {}).await.map(tonic::Response::into_inner)
        };
        let setup = Setup { listen, ..Setup::default() };
        let (answer, server) = tokio::join!(early, AllInOne::start(setup));
        let server = server.expect("a server starts");
        let answer = answer.expect("the first call is answered");
        assert_eq!(answer.games.len(), shipped().len(), "{:?}", answer.games);
        server.stop().await.expect("the server stops");
    });
}

#[test]
fn a_taken_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("the machine has a port");
    let listen = taken.local_addr().expect("it is bound");
    let runtime = Runtime::new().expect("a runtime starts");
    let setup = Setup { listen, ..Setup::default() };
    let refused = runtime.block_on(AllInOne::start(setup)).err().expect("the port is taken");
    assert!(refused.to_string().contains(&listen.to_string()), "{refused}");
}

#[test]
fn the_process_says_where_it_is_and_its_suggestions_work_until_it_is_told_to_stop() {
    let folder = TempDir::new().expect("a folder can be made");
    let data = folder.path().join("new/folder");
    let started = Command::new(env!("CARGO_BIN_EXE_bakufu"))
        .args(["up", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn();
    let mut process = Guard(started.expect("the program starts"));
    let mut out = BufReader::new(process.0.stdout.take().expect("it is piped"));
    let mut greeting = String::new();
    while !greeting.contains("Ctrl-C") {
        assert_ne!(out.read_line(&mut greeting).expect("it is text"), 0, "{greeting}");
    }
    assert!(greeting.contains("samurai"), "{greeting}");
    assert!(data.join("matches.redb").exists(), "{greeting}");
    is_private(&data, 0o700);
    is_private(&data.join("matches.redb"), 0o600);
    let program = env!("CARGO_BIN_EXE_bakufu");
    let suggested: Vec<&str> =
        greeting.lines().filter_map(|line| line.trim().strip_prefix(program)).collect();
    assert_eq!(suggested.len(), 4, "{greeting}");
    for words in suggested {
        printed(&words.split_whitespace().collect::<Vec<_>>());
    }
    let told = Command::new("kill").arg(process.0.id().to_string()).status().expect("kill runs");
    assert!(told.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("it is text");
    assert!(rest.contains("stopped"), "{rest}");
    assert_eq!(process.0.wait().expect("it ends").code(), Some(0));
}

#[test]
fn browsers_get_in_by_the_names_that_the_server_was_given() {
    let started = Command::new(env!("CARGO_BIN_EXE_bakufu"))
        .args(["up", "--listen", "127.0.0.1:0", "--store", "memory"])
        .args(["--host", "play.example.org", "--host", "games.example.org"])
        .stdout(Stdio::piped())
        .spawn();
    let mut process = Guard(started.expect("the program starts"));
    let out = BufReader::new(process.0.stdout.take().expect("it is piped"));
    let address = out.lines().find_map(|line| {
        let line = line.expect("it is text");
        let (_, rest) = line.split_once("http://")?;
        rest.split_once('/').map(|(address, _)| address.to_owned())
    });
    let address = address.expect("it says where the table is");
    for (host, status) in [
        ("localhost", 200),
        (&*address, 200),
        ("play.example.org", 200),
        ("games.example.org:443", 200),
        ("evil.example.org", 421),
    ] {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is open");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is text");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
        assert_eq!(answer.contains("--host"), status == 421, "{host}: {answer}");
    }
}

/// Nobody else can read what matches hold.
fn is_private(path: &Path, expected: u32) {
    let mode = std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode, expected, "{} has mode {mode:o}", path.display());
}

/// Ends the process even if the test fails.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // Both fail if the process has ended already, as it should have.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Runs a server on a runtime of its own, as a process would, and leaves
/// nothing of it.
fn with_server<T>(file: &Path, work: impl AsyncFnOnce(String) -> T) -> T {
    let runtime = Runtime::new().expect("a runtime starts");
    let result = runtime.block_on(async {
        let server = AllInOne::start(on_file(file)).await.expect("a server starts");
        let result = work(server.url()).await;
        server.stop().await.expect("the server stops");
        result
    });
    drop(runtime);
    result
}

fn on_file(file: &Path) -> Setup {
    Setup { store: StoreConfig::File(file.to_owned()), ..Setup::default() }
}
