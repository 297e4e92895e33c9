//! The embedded store in a process that is killed while it writes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use futures::future::join_all;
use match_orchestrator_store::{CommitAnswer, Embedded, Status, Store};
use tempfile::TempDir;

use crate::fixtures::{commit, entry, everything, label, new_match, position};

/// Set for the process that is going to be killed: the path of its file.
const ENV_VICTIM: &str = "STORE_CRASH_VICTIM";

/// How often a process is killed. Each begins where the one before was stopped.
const ROUNDS: usize = 6;

/// How many matches are written at once, so that transactions hold several.
const MATCHES: usize = 8;

#[tokio::test]
async fn what_was_answered_survives_the_death_of_the_process() {
    if let Some(path) = std::env::var_os(ENV_VICTIM) {
        return write_until_killed(Path::new(&path)).await;
    }
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("store.redb");
    let mut answered = [0; MATCHES];
    for round in 0..ROUNDS {
        // Another number of answers every time, to die at another point.
        for (match_index, number) in kill_after(&path, 40 + 37 * round) {
            answered[match_index] = answered[match_index].max(number);
        }
        assert!(answered.iter().all(|number| *number > 0), "{answered:?}");
        let store = Embedded::open(&path).expect("the file can be opened after the crash");
        for (match_index, answered) in answered.iter().enumerate() {
            let (stored, log) = everything(&store, &match_id(match_index)).await;
            let stored = stored.expect("it was created");
            assert!(stored.commit >= *answered, "{} of {answered}", stored.commit);
            // Whatever is there is there as a whole.
            assert_eq!(stored.position, position(stored.commit));
            assert_eq!(log, (1..=stored.commit).map(entry).collect::<Vec<_>>());
        }
        let counts = store.counts().await.expect("counts");
        assert_eq!(counts, [(label(Status::Seating), MATCHES as u64)]);
    }
}

/// Runs this test as another process, kills it after so many answers, and
/// returns all answers that it has given.
fn kill_after(path: &Path, answers: usize) -> Vec<(usize, u64)> {
    let name = "embedded_crash::what_was_answered_survives_the_death_of_the_process";
    let mut victim = Command::new(std::env::current_exe().expect("we are running"))
        .args(["--exact", name, "--nocapture"])
        .env(ENV_VICTIM, path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test can be started again");
    let mut lines = BufReader::new(victim.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.by_ref().map_while(Result::ok).find_map(|line| answer(&line));
    let mut given: Vec<(usize, u64)> =
        (0..answers).map(|_| next().expect("the victim goes on until it is killed")).collect();
    victim.kill().expect("a child can be killed");
    victim.wait().expect("a killed child ends");
    // What was on the way when it died was answered too.
    given.extend(std::iter::from_fn(next));
    given
}

fn answer(line: &str) -> Option<(usize, u64)> {
    let (match_index, number) = line.strip_prefix("stored ")?.split_once(' ')?;
    Some((match_index.parse().ok()?, number.parse().ok()?))
}

async fn write_until_killed(path: &Path) {
    let store = Embedded::open(path).expect("the file can be opened");
    join_all((0..MATCHES).map(|match_index| play_on(&store, match_index))).await;
}

async fn play_on(store: &dyn Store, match_index: usize) {
    let id = match_id(match_index);
    let mut number = match store.load(&id).await.expect("load") {
        Some(stored) => stored.commit,
        None => {
            assert!(store.create(new_match(&id)).await.expect("create"));
            1
        }
    };
    loop {
        report(match_index, number);
        number += 1;
        let answer = store.commit(&commit(&id, number, &number.to_string())).await;
        assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
    }
}

fn report(match_index: usize, number: u64) {
    let line = format!("stored {match_index} {number}\n");
    std::io::stdout().write_all(line.as_bytes()).expect("the parent listens");
}

fn match_id(match_index: usize) -> String {
    format!("match {match_index}")
}
