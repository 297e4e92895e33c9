//! A process that has no files left.
//!
//! The test starts itself in another process, which gets few files and serves.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Instant;

use kit_service::{ConnectionLimits, raise_open_files};
use kit_testing::wait_until;
use rlimit::Resource;

use super::Limited;

/// Set in the process that serves.
const SERVES: &str = "KIT_SERVICE_TEST_SERVES";
const FILES: usize = 64;

/// A test of this file in a process of its own, with another limit of files.
fn again(test: &str, limit: &str) -> Command {
    let program = std::env::current_exe().expect("a program knows where it is");
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", &format!("connections::files::{test}"), "--nocapture"])
        .env(SERVES, "true");
    command
}

#[test]
fn the_soft_limit_of_files_is_raised_to_the_hard_one() {
    if std::env::var_os(SERVES).is_some() {
        let (soft, hard) = Resource::NOFILE.get().expect("there is a limit");
        assert_eq!(soft, FILES as u64);
        raise_open_files();
        assert_eq!(Resource::NOFILE.get().expect("there is a limit"), (hard, hard));
        return;
    }
    let name = "the_soft_limit_of_files_is_raised_to_the_hard_one";
    let ended = again(name, &format!("-S -n {FILES}")).status().expect("there is a shell");
    assert!(ended.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_files_neither_spins_nor_forgets_who_waits() {
    if std::env::var_os(SERVES).is_some() {
        return serve_until_told().await;
    }
    let name = "a_process_without_files_neither_spins_nor_forgets_who_waits";
    let mut process = again(name, &format!("-n {FILES}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut asked = process.stdin.take().expect("it is piped");
    let mut said = BufReader::new(process.stdout.take().expect("it is piped"));
    let address: SocketAddr = said_after(&mut said, "serves ").parse().expect("an address");
    let mut failures = || -> u128 {
        asked.write_all(b"\n").expect("it reads");
        said_after(&mut said, "failures ").parse().expect("a number")
    };

    let mut honest = TcpStream::connect(address).expect("it listens");
    assert!(greeted(&mut honest));
    // The system takes them all; the process can't.
    let begun = Instant::now();
    let silent: Vec<_> = (0..2 * FILES).map(|_| TcpStream::connect(address)).collect();
    let mut waiting = TcpStream::connect(address).expect("it waits");
    wait_until("there is a shortage for a while", async || failures() > 5).await;
    assert!(greeted(&mut honest), "who is there is answered as before");
    drop(silent);
    assert!(greeted(&mut waiting), "who waited gets in");

    let (failures, elapsed) = (failures(), begun.elapsed().as_millis());
    // Ten times a second, and once for every connection that has ended.
    let expected = elapsed / 100 + 4 * FILES as u128;
    assert!(failures <= expected, "{failures} failures in {elapsed} ms");
    drop(asked);
    assert!(process.wait().expect("it ends").success());
}

/// Serves, and says for each line that it reads how often there was no file.
async fn serve_until_told() {
    // More than there are files for, so that these are what is short.
    let limits = ConnectionLimits { open_max: 10 * FILES, ..ConnectionLimits::default() };
    let limited = Limited::start(limits).await;
    say(&format!("serves {}", limited.served.address));
    let answered = tokio::task::spawn_blocking(move || {
        for _ in std::io::stdin().lines() {
            say(&format!("failures {}", limited.met("open_files")));
        }
    });
    answered.await.expect("no panic");
}

#[expect(clippy::print_stdout, reason = "the other process reads it")]
fn say(what: &str) {
    // After what the harness says on the same line.
    println!("\n{what}");
    std::io::stdout().flush().expect("somebody reads");
}

fn said_after(said: &mut impl BufRead, prefix: &str) -> String {
    let mut lines = said.lines().map(|line| line.expect("it is text"));
    let found = lines.find_map(|line| line.strip_prefix(prefix).map(str::to_owned));
    found.unwrap_or_else(|| panic!("it says {prefix}"))
}

fn greeted(connection: &mut TcpStream) -> bool {
    connection.set_read_timeout(Some(kit_testing::PATIENCE)).expect("a time");
    let request = b"GET /hello HTTP/1.1\r\nhost: localhost\r\n\r\n";
    connection.write_all(request).expect("it is open");
    let mut answer = Vec::new();
    let mut piece = [0; 1024];
    while !answer.ends_with(b"konnichiwa") {
        match connection.read(&mut piece) {
            Ok(length @ 1..) => answer.extend(&piece[..length]),
            _ => return false,
        }
    }
    true
}
