//! Every law of the verdict, broken on purpose.

use super::*;
use crate::watching::Closed;

const SEATS: usize = 2;

/// A match of two seats that take turns: created, four acts, and the last seat
/// resigns. A spectator and a player have watched it.
fn good() -> Told {
    let mut told = Told {
        course: Course { match_id: "m".to_owned(), acts: Vec::new() },
        watch_records: Vec::new(),
        export: play::MatchExport {
            game_match: Some(play::Match { match_id: "m".to_owned(), ..Default::default() }),
            ..Default::default()
        },
    };
    log(&mut told, Change::Created(play::Created { seats: SEATS as u32 }), 0);
    for (seat, letter, secret_to) in [(1, "a", 0), (2, "b", 2), (1, "c", 0), (2, "b", 0)] {
        let action = Bytes::from_static(letter.as_bytes());
        let acted = play::Acted { seat, actions: vec![action.clone()] };
        log(&mut told, Change::Acted(acted), secret_to);
        let revision = last(&told).revisions[seat as usize];
        told.course.acts.push(Act { seat, action, revision });
    }
    log(&mut told, Change::Resigned(play::Resigned { seat: 2 }), 0);
    told.watch_records = vec![watched(&told, 0), watched(&told, 1)];
    told
}

fn log(told: &mut Told, change: Change, secret_to: u32) {
    let log = &mut told.export.log;
    let before = log.last().map_or(vec![0; SEATS + 1], |entry| entry.revisions.clone());
    let mut entry = play::LogEntry {
        commit: log.len() as u64 + 1,
        change: Some(change),
        secret_to,
        seats_to_act: vec![log.len() as u32],
        ..Default::default()
    };
    let noticed = |viewer| u64::from(notices(&entry, viewer));
    entry.revisions = before.iter().zip(0..).map(|(last, viewer)| last + noticed(viewer)).collect();
    log.push(entry);
}

fn last(told: &Told) -> &play::LogEntry {
    told.export.log.last().expect("a log begins with the creation")
}

fn watched(told: &Told, viewer: u32) -> WatchRecord {
    let noticed = told.export.log.iter().filter(|entry| notices(entry, viewer as usize));
    let updates = noticed.map(|entry| play::Update {
        revision: entry.revisions[viewer as usize],
        seats_to_act: entry.seats_to_act.clone(),
        ..Default::default()
    });
    let closings = vec![Closed { told: 2, seen: 2 }];
    WatchRecord { viewer, updates: updates.collect(), closings, ..WatchRecord::default() }
}

/// The one violation of a match that was spoilt.
fn violation(spoil: impl FnOnce(&mut Told)) -> InvariantViolation {
    let mut told = good();
    spoil(&mut told);
    let mut violations = judge(&told);
    assert_eq!(violations.len(), 1, "{violations:#?}");
    violations.remove(0)
}

fn match_id() -> String {
    "m".to_owned()
}

#[test]
fn a_whole_match_has_no_violation() {
    assert_eq!(judge(&good()), []);
}

#[test]
fn the_record_of_another_match_is_found() {
    let found = violation(|told| told.course.match_id = "n".to_owned());
    assert_eq!(found, InvariantViolation::OtherMatch("n".to_owned()));
}

#[test]
fn a_lost_act_is_found() {
    let found = violation(|told| {
        let action = Bytes::from_static(b"d");
        told.course.acts.push(Act { seat: 1, action, revision: 9 });
    });
    assert_eq!(found, InvariantViolation::Lost { match_id: match_id(), seat: 1, revision: 9 });
}

#[test]
fn an_act_that_became_another_is_found() {
    let found = violation(|told| told.course.acts[2].action = Bytes::from_static(b"d"));
    assert_eq!(found, InvariantViolation::Changed { match_id: match_id(), seat: 1, revision: 3 });
}

#[test]
fn a_doubled_act_is_found() {
    let found = violation(|told| {
        let acted = play::Acted { seat: 1, actions: vec![Bytes::from_static(b"c")] };
        log(told, Change::Acted(acted), 0);
        told.watch_records.clear();
    });
    assert_eq!(found, InvariantViolation::Doubled { match_id: match_id(), commit: 7, seat: 1 });
}

#[test]
fn an_act_that_nobody_sent_is_found() {
    let found = violation(|told| {
        let acted = play::Acted { seat: 1, actions: vec![Bytes::from_static(b"d")] };
        log(told, Change::Acted(acted), 0);
        told.watch_records.clear();
    });
    assert_eq!(found, InvariantViolation::Unsent { match_id: match_id(), commit: 7, seat: 1 });
}

#[test]
fn a_bot_may_play_on_for_who_resigned() {
    let mut told = good();
    let acted = play::Acted { seat: 2, actions: vec![Bytes::from_static(b"d")] };
    log(&mut told, Change::Acted(acted), 0);
    told.watch_records.clear();
    assert_eq!(judge(&told), []);
}

#[test]
fn one_answer_for_two_acts_is_found() {
    let found = violation(|told| {
        let again = told.course.acts[0].clone();
        told.course.acts.push(again);
    });
    assert_eq!(
        found,
        InvariantViolation::AnsweredTwice { match_id: match_id(), seat: 1, revision: 2 }
    );
}

#[test]
fn a_log_with_a_hole_is_found() {
    let found = violation(|told| told.export.log[5].commit = 7);
    assert_eq!(found, InvariantViolation::Commit { match_id: match_id(), expected: 6, found: 7 });
}

#[test]
fn a_seat_that_resigned_twice_is_found() {
    let found = violation(|told| {
        log(told, Change::Resigned(play::Resigned { seat: 2 }), 0);
        told.watch_records.clear();
    });
    assert_eq!(found, InvariantViolation::Repeated { match_id: match_id(), commit: 7 });
}

#[test]
fn a_revision_that_does_not_follow_is_found() {
    let found = violation(|told| told.export.log[5].revisions[2] += 1);
    assert_eq!(found, InvariantViolation::Revision { match_id: match_id(), commit: 6, viewer: 2 });
}

#[test]
fn a_watcher_with_a_gap_is_found() {
    let found = violation(|told| drop(told.watch_records[0].updates.remove(2)));
    let gap = InvariantViolation::Gap { match_id: match_id(), viewer: 0, expected: 3, found: 4 };
    assert_eq!(found, gap);
}

#[test]
fn a_watcher_who_got_an_update_twice_is_found() {
    let found = violation(|told| {
        let again = told.watch_records[1].updates[1].clone();
        told.watch_records[1].updates.insert(2, again);
    });
    let gap = InvariantViolation::Gap { match_id: match_id(), viewer: 1, expected: 3, found: 2 };
    assert_eq!(found, gap);
}

#[test]
fn a_watcher_who_saw_something_else_is_found() {
    let found = violation(|told| told.watch_records[0].updates[1].seats_to_act = vec![7]);
    assert_eq!(found, InvariantViolation::Misseen { match_id: match_id(), viewer: 0, revision: 2 });
}

#[test]
fn a_watcher_who_missed_the_end_is_found() {
    let found = violation(|told| drop(told.watch_records[1].updates.pop()));
    assert_eq!(
        found,
        InvariantViolation::Behind { match_id: match_id(), viewer: 1, seen: 4, last: 5 }
    );
}

#[test]
fn a_wrong_revision_to_resume_from_is_found() {
    let found = violation(|told| told.watch_records[0].closings[0].told = 1);
    assert_eq!(
        found,
        InvariantViolation::Resumption { match_id: match_id(), viewer: 0, seen: 2, told: 1 }
    );
}

/// The same match, which went on in a new timeline before its end. The spectator
/// missed the last act before that, and has got a snapshot instead.
fn rewound() -> Told {
    let mut told = good();
    let end = told.export.log.pop().expect("a log begins with the creation");
    log(&mut told, Change::Rewound(play::Rewound { timeline: 1, ..Default::default() }), 0);
    let entry = told.export.log.last_mut().expect("just written");
    entry.revisions.fill(1_000_001);
    log(&mut told, end.change.expect("every entry tells of a change"), 0);
    let mut spectator = watched(&told, 0);
    spectator.updates.retain(|update| update.revision <= 3 || update.revision > 1_000_001);
    spectator.rewinds = vec![Rewind { seen: 3, revision: 1_000_001, is_over: false }];
    told.watch_records = vec![spectator];
    told
}

#[test]
fn a_snapshot_takes_the_place_of_updates_when_a_timeline_begins() {
    assert_eq!(judge(&rewound()), []);
}

#[test]
fn a_gap_before_a_rewind_is_found() {
    let mut told = rewound();
    told.watch_records[0].updates.remove(1);
    let gap = InvariantViolation::Gap { match_id: match_id(), viewer: 0, expected: 2, found: 3 };
    assert_eq!(judge(&told), [gap]);
}

#[test]
fn a_snapshot_without_a_new_timeline_is_found() {
    let found = violation(|told| {
        told.watch_records[0].updates.remove(2);
        told.watch_records[0].rewinds = vec![Rewind { seen: 2, revision: 3, is_over: false }];
    });
    let rewound =
        InvariantViolation::Rewound { match_id: match_id(), viewer: 0, seen: 2, revision: 3 };
    assert_eq!(found, rewound);
}
