//! Replays that are refused, interrupted, or meet a record that is not true.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_service::Reason;
use kit_testing::LogCapture;
use match_orchestrator_store::{
    Commit, Filing, GameVersion, Identity, Label, LogPage, Memory, NewMatch, RequestKey, Status,
    Store,
};
use prost::Message;
use tonic::Request;

use crate::aborting::export;
use crate::operators::reason;
use crate::replay::{Fixture, MatchEnd, ObservedMatch, replay};

#[tokio::test]
async fn until_a_match_is_over_a_replay_tells_nothing_of_it() {
    let fixture = Fixture::set().await;
    let mut game = fixture.seated().await;
    let first = refusals(&fixture, &game).await;
    assert!(first.iter().all(|refusal| *refusal == first[0]), "{first:?}");
    game.start().await;
    assert_eq!(refusals(&fixture, &game).await, first, "that it has started changes nothing");
    let ann = game.players[0].clone();
    for label in ["Choose", "Take", "Choose", "Seal"] {
        game.act(&ann, label).await;
        assert_eq!(refusals(&fixture, &game).await, first, "{label}: what is done changes nothing");
    }
}

/// Every byte that comes back, whatever is asked for.
async fn refusals(fixture: &Fixture, game: &ObservedMatch<'_>) -> Vec<(String, Bytes)> {
    let calls = fixture.pod.calls();
    let mut refusals = Vec::new();
    for commit in [0, 1, 2, game.commits, game.commits + 1, u64::MAX] {
        for viewer in [0, 1, 2, 3, u32::MAX] {
            let answer = replay(&fixture.replica.client, game.id(), commit, viewer).await;
            let status = answer.expect_err("the match is not over");
            assert_eq!(reason(&status).name(), "NOT_OVER", "{status:?}");
            let details = Bytes::copy_from_slice(status.details());
            refusals.push((status.message().to_owned(), details));
        }
    }
    assert_eq!(fixture.pod.calls(), calls, "nothing is played again");
    refusals
}

#[tokio::test]
async fn a_commit_and_a_seat_that_the_match_does_not_have_are_named_together() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::Resigned).await;
    let client = &fixture.replica.client;
    for (commit, viewer, expected) in [
        (game.commits, 2, &[][..]),
        (game.commits + 1, 2, &["commit"]),
        (game.commits, 3, &["viewer"]),
        (u64::MAX, u32::MAX, &["commit", "viewer"]),
    ] {
        let fields: Vec<String> = match replay(client, game.id(), commit, viewer).await {
            Ok(_) => Vec::new(),
            Err(status) => match reason(&status) {
                Reason::Malformed(faults) => faults.into_iter().map(|fault| fault.field).collect(),
                other => panic!("{other:?}"),
            },
        };
        assert_eq!(fields, expected, "commit {commit}, viewer {viewer}");
    }
    let unknown = replay(client, "0123456789abcdef0123456789abcdef", 1, 0).await;
    assert_eq!(reason(&unknown.expect_err("no such match")).name(), "UNKNOWN_MATCH");
}

#[tokio::test]
async fn what_was_played_before_a_deadline_is_not_played_again() {
    const IN_TIME: u64 = 6;
    const SHOWING: u64 = 2;
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::ByTheRules).await;
    let log = export(&fixture.replica, game.id()).await.log;
    let is_played =
        |entry: &&LogEntry| matches!(entry.change, Some(Change::Started(_) | Change::Acted(_)));
    let plays = log.iter().filter(is_played).count() as u64;

    let before = fixture.pod.calls();
    fixture.pod.hold_after(IN_TIME);
    let mut request = Request::new(play::GetReplayRequest {
        match_id: game.id().to_owned(),
        ..Default::default()
    });
    request.set_timeout(Duration::from_secs(1));
    let late = fixture.replica.client.clone().get_replay(request).await.expect_err("it is held");
    assert_eq!(reason(&late).name(), "DEADLINE");
    fixture.pod.hold(false);
    assert!(fixture.pod.calls() - before > 1, "there was time for some");

    replay(&fixture.replica.client, game.id(), 0, 0).await.expect("there is time now");
    let all = fixture.pod.calls() - before;
    // Only the call that was not answered in time is made again.
    assert!(all <= plays + 1 + SHOWING, "{all} calls for {plays} plays");
}

#[tokio::test]
async fn without_a_pod_of_its_rules_a_match_can_not_be_replayed() {
    let mut fixture = Fixture::set().await;
    let match_id = fixture.ended(MatchEnd::Resigned).await.id().to_owned();
    replay(&fixture.replica.client, &match_id, 0, 0).await.expect("the pod is there");
    fixture.pod.kill();
    for commit in [0, 6] {
        let answer = replay(&fixture.replica.client, &match_id, commit, 0).await;
        assert_eq!(reason(&answer.expect_err("nobody is there")).name(), "RULES_UNAVAILABLE");
    }
}

/// A lie about a commit.
type Forgery = fn(&mut LogEntry);

#[tokio::test]
async fn a_record_that_is_not_true_is_not_replayed() {
    let fixture = Fixture::set().await;
    let game = fixture.ended(MatchEnd::ByTheRules).await;
    let log = export(&fixture.replica, game.id()).await.log;
    let commit_of = |wanted: fn(&LogEntry) -> bool| {
        log.iter().find(|entry| wanted(entry)).expect("there is one").commit
    };
    let start = commit_of(|entry| matches!(entry.change, Some(Change::Started(_))));
    let act = commit_of(|entry| matches!(entry.change, Some(Change::Acted(_))));
    let last = game.commits;
    // What is lied about, in which commit, and in which it is found out.
    let lies: [(&str, u64, u64, Forgery); 12] = [
        ("the state", act, act, |entry| entry.state_sha256 = vec![7; 32].into()),
        ("the action", act, act, |entry| acted(entry).actions.clear()),
        ("who acts", act, act, |entry| acted(entry).seat = 2),
        ("a seat that is none", act, act, |entry| acted(entry).seat = 99),
        ("the events", start, start, |entry| entry.events.clear()),
        ("a draw", start, start, |entry| entry.draws[0].value ^= 1),
        ("the change", start, start, |entry| entry.change = None),
        ("who noticed", 2, 2, |entry| entry.revisions[0] += 1),
        ("who sat there", 2, 2, |entry| seated(entry).name = "Eve".to_owned()),
        ("when it was", act, act, |entry| entry.committed_at = None),
        ("which commit it is", 2, 2, |entry| entry.identity = vec![7; 32].into()),
        ("the result", last, last, |entry| entry.outcome = None),
    ];
    for (what, commit, found_out, lie) in lies {
        let forged = Arc::new(forged(&fixture, game.id(), commit, lie).await);
        let replica = Fixture::replica_on(forged, &fixture.pod).await;
        let client = &replica.client;
        replay(client, game.id(), found_out - 1, 0).await.expect("up to here it may be true");
        let captured = LogCapture::new();
        let guard = captured.install();
        for asked in [found_out, 0] {
            let refused = replay(client, game.id(), asked, 0).await.expect_err(what);
            assert_eq!(refused.code(), tonic::Code::DataLoss, "{what}: {refused:?}");
            assert_eq!(reason(&refused), Reason::RecordMismatch, "{what}");
        }
        drop(guard);
        let complaints = captured.complaints();
        let told = |line: &String| line.contains("broken invariant") && line.contains(game.id());
        assert_eq!(complaints.iter().filter(|line| told(line)).count(), 2, "{complaints:#?}");
    }
}

fn acted(entry: &mut LogEntry) -> &mut play::Acted {
    match entry.change.as_mut() {
        Some(Change::Acted(acted)) => acted,
        other => panic!("no act: {other:?}"),
    }
}

fn seated(entry: &mut LogEntry) -> &mut play::Seat {
    match entry.change.as_mut() {
        Some(Change::Seated(play::Seated { seat: Some(seat), .. })) => seat,
        other => panic!("nobody sits down: {other:?}"),
    }
}

fn identity(entry: &Bytes) -> Identity {
    let entry = LogEntry::decode(entry.clone()).expect("an entry");
    entry.identity[..].try_into().expect("32 bytes")
}

/// A store with the same match, and a lie about one of its commits.
async fn forged(fixture: &Fixture, match_id: &str, commit: u64, lie: Forgery) -> Memory {
    let forged = Memory::default();
    let stored = fixture.store.load(match_id).await.expect("memory").expect("the match");
    let mut log = fixture.store.log(match_id, 1, LogPage::WHOLE).await.expect("memory");
    let identities: Vec<_> = log.iter().map(identity).collect();
    let place = &mut log[commit as usize - 1];
    let mut entry = LogEntry::decode(place.clone()).expect("an entry");
    lie(&mut entry);
    assert_ne!(*place, entry.encode_to_vec(), "it is a lie");
    *place = entry.encode_to_vec().into();
    let version = GameVersion { game: "envelopes".to_owned(), rules_version: "1".to_owned() };
    let label = Label { version, status: Status::Over };
    let filing = Filing { label, due_at_ms: None, news: None };
    for (number, entry) in (1..).zip(log) {
        let (match_id, roster) = (match_id.to_owned(), stored.roster.clone());
        let position = stored.position.clone();
        if number == 1 {
            let identity = identities[0];
            let new = NewMatch {
                match_id,
                identity,
                roster,
                position,
                entry,
                listed_at_ms: None,
                filing: filing.clone(),
            };
            assert!(forged.create(new).await.expect("memory"));
            continue;
        }
        let commit = Commit {
            match_id,
            number,
            identity: identities[number as usize - 1],
            parent: identities[number as usize - 2],
            roster: None,
            position,
            entry,
            request: RequestKey { scope: 0, id: number.to_string() },
            fingerprint: [0; 16],
            requests_kept: Duration::ZERO,
            rewrites: 0,
            begins_timeline: false,
            filing: filing.clone(),
        };
        forged.commit(&commit).await.expect("memory");
    }
    forged
}
