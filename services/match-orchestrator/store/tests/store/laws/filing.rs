//! Laws of filing: what a match is found by, when it is due, what is told of it.

use std::time::Duration;

use bytes::Bytes;
use kit_testing::wait_until;
use match_orchestrator_store::{
    Announcement, Commit, CommitAnswer, Due, Filing, Head, NewMatch, Status, Store,
};

use crate::fixtures::{
    changed, commit, filing, head, label, new_match, next, now_ms, played_up_to,
};

/// Long enough that nothing comes due again within a test.
const LATER: Duration = Duration::from_secs(3600);

fn due_at(due_at_ms: Option<u64>) -> Filing {
    Filing { due_at_ms, ..filing(Status::Playing) }
}

/// What is due in all partitions, sorted.
async fn take(store: &dyn Store, max: usize, again_in: Duration) -> Vec<String> {
    let mut taken = Vec::new();
    for partition in 0..store.partitions() {
        let due = store.take_due(partition, max, again_in).await.expect("take due");
        taken.extend(due.match_ids);
    }
    taken.sort();
    taken
}

/// The feeds of all partitions, each in its order.
async fn feeds(store: &dyn Store) -> Vec<(String, Bytes)> {
    let mut told = Vec::new();
    for partition in 0..store.partitions() {
        let items = store.feed(partition, None, usize::MAX).await.expect("feed");
        told.extend(items.into_iter().map(|item| (item.match_id, item.news)));
    }
    told
}

pub(crate) async fn matches_are_counted_by_what_they_are(store: &dyn Store) {
    assert_eq!(store.counts().await.expect("counts"), []);
    for id in ["a", "b", "c"] {
        assert!(store.create(new_match(id)).await.expect("create"));
    }
    let started = Commit { filing: filing(Status::Playing), ..commit("b", 2, "r2") };
    assert_eq!(store.commit(&started).await.expect("commit"), CommitAnswer::Stored);
    // Whoever repeats it, or comes too late, is not counted.
    store.commit(&started).await.expect("commit");
    store.commit(&Commit { request: crate::fixtures::request("x"), ..started }).await.expect("x");
    let (seating, playing) = (label(Status::Seating), label(Status::Playing));
    let counted = store.counts().await.expect("counts");
    assert_eq!(counted, [(seating.clone(), 2), (playing.clone(), 1)]);
    assert_eq!(store.labelled(&playing, 10).await.expect("labelled"), ["b"]);
    let mut found = store.labelled(&seating, 10).await.expect("labelled");
    found.sort();
    assert_eq!(found, ["a", "c"]);
    assert_eq!(store.labelled(&seating, 1).await.expect("labelled").len(), 1);
    assert_eq!(store.labelled(&label(Status::Over), 10).await.expect("labelled"), [""; 0]);
    assert_eq!(store.unfiled(10).await.expect("unfiled"), [""; 0]);
}

pub(crate) async fn what_is_due_is_taken_and_comes_again_unless_it_is_filed(store: &dyn Store) {
    let now = now_ms();
    for (id, at) in [("past", Some(1)), ("now", Some(now)), ("never", None)] {
        let new = NewMatch { filing: due_at(at), ..new_match(id) };
        assert!(store.create(new).await.expect("create"));
    }
    let new = NewMatch { filing: due_at(Some(now + 3_600_000)), ..new_match("later") };
    assert!(store.create(new).await.expect("create"));
    assert_eq!(take(store, 10, LATER).await, ["now", "past"]);
    assert_eq!(take(store, 10, LATER).await, [""; 0], "it is taken once");

    // Filed anew, with a commit and without one.
    let earlier = Commit { filing: due_at(Some(2)), ..commit("past", 2, "r2") };
    assert_eq!(store.commit(&earlier).await.expect("commit"), CommitAnswer::Stored);
    assert!(store.file("never", &head(1), &due_at(Some(3))).await.expect("file"));
    assert_eq!(take(store, 10, Duration::ZERO).await, ["never", "past"]);
    assert_eq!(take(store, 10, LATER).await, ["never", "past"], "nobody has seen to it");
    let seen_to = Commit { filing: due_at(None), ..commit("past", 3, "r3") };
    assert_eq!(store.commit(&seen_to).await.expect("commit"), CommitAnswer::Stored);
    assert!(store.file("never", &head(1), &due_at(None)).await.expect("file"));
    assert!(!store.file("past", &head(2), &due_at(Some(1))).await.expect("file"), "too late");
    assert!(!store.file("nowhere", &head(1), &due_at(Some(1))).await.expect("file"));
    assert_eq!(take(store, 10, LATER).await, [""; 0]);
}

pub(crate) async fn what_is_due_comes_in_its_order_and_the_next_is_told(store: &dyn Store) {
    assert_eq!(store.take_due(0, 5, LATER).await.expect("due").next_at_ms, None);
    let soon = now_ms() + 3_600_000;
    for (number, at) in [(1, soon), (2, 20), (3, 10), (4, 30)] {
        let filing = due_at(Some(at));
        let new = NewMatch { filing, ..new_match(&format!("due {number}")) };
        assert!(store.create(new).await.expect("create"));
    }
    let mut taken = Vec::new();
    let mut next = Vec::new();
    for partition in 0..store.partitions() {
        loop {
            let Due { match_ids, now_ms, next_at_ms } =
                store.take_due(partition, 1, 2 * LATER).await.expect("due");
            assert!(now_ms > 1_700_000_000_000 && now_ms < soon + 3_600_000);
            if match_ids.is_empty() {
                next.extend(next_at_ms);
                break;
            }
            assert_eq!(match_ids.len(), 1);
            taken.extend(match_ids);
        }
    }
    assert_eq!(next.iter().filter(|at| **at == soon).count(), 1, "{next:?}");
    taken.sort();
    assert_eq!(taken, ["due 2", "due 3", "due 4"]);
}

pub(crate) async fn two_takers_never_get_the_same_match(store: &dyn Store) {
    for number in 0..40 {
        let filing = due_at(Some(number + 1));
        let new = NewMatch { filing, ..new_match(&format!("m{number:02}")) };
        assert!(store.create(new).await.expect("create"));
    }
    let takers = (0..8).map(|_| take(store, 40, LATER));
    let mut taken: Vec<String> =
        futures::future::join_all(takers).await.into_iter().flatten().collect();
    taken.sort();
    assert_eq!(taken, (0..40).map(|number| format!("m{number:02}")).collect::<Vec<_>>());
}

pub(crate) async fn whoever_waits_hears_that_something_is_due_earlier(store: &dyn Store) {
    for partition in 0..store.partitions() {
        store.follow_due(partition).await.expect("follow due");
    }
    let mut heard = store.announcements();
    let later = now_ms() + 3_600_000;
    let new = NewMatch { filing: due_at(Some(later)), ..new_match("m") };
    assert!(store.create(new).await.expect("create"));
    let Announcement::Due { partition, at_ms } = next(&mut heard).await else { panic!("not due") };
    assert_eq!(at_ms, later);
    let sooner = Commit { filing: due_at(Some(later - 1)), ..commit("m", 2, "r2") };
    assert_eq!(store.commit(&sooner).await.expect("commit"), CommitAnswer::Stored);
    let is_due = |told: &Announcement, at_ms| *told == Announcement::Due { partition, at_ms };
    // A store may announce changes that nobody follows.
    while !is_due(&next(&mut heard).await, later - 1) {}
    assert!(store.file("m", &head(2), &due_at(Some(1))).await.expect("file"));
    while !is_due(&next(&mut heard).await, 1) {}
    let due = store.take_due(partition, 5, LATER).await.expect("take due");
    assert_eq!(due.match_ids, ["m"]);
}

pub(crate) async fn the_feed_tells_what_happened_in_its_order(store: &dyn Store) {
    let news = |text: &'static str| Some(Bytes::from_static(text.as_bytes()));
    let telling = |text| Filing { news: news(text), ..filing(Status::Seating) };
    let new = NewMatch { filing: telling("created"), ..new_match("m") };
    assert!(store.create(new).await.expect("create"));
    let told = Commit { filing: telling("seated"), ..commit("m", 2, "r2") };
    for _ in 0..2 {
        // The second is a repetition, of which nobody has to hear.
        store.commit(&told).await.expect("commit");
    }
    assert_eq!(
        store.commit(&commit("m", 3, "r3")).await.expect("commit"),
        CommitAnswer::Stored,
        "nothing to tell"
    );
    assert!(!store.file("m", &head(2), &telling("too late")).await.expect("file"));
    assert!(store.file("m", &head(3), &telling("soon over")).await.expect("file"));
    assert!(store.delete("m", &head(3), news("deleted").as_ref()).await.expect("delete"));
    let texts = ["created", "seated", "soon over", "deleted"];
    let expected: Vec<(String, Bytes)> =
        texts.iter().map(|text| ("m".to_owned(), Bytes::from_static(text.as_bytes()))).collect();
    assert_eq!(feeds(store).await, expected);

    for partition in 0..store.partitions() {
        let all = store.feed(partition, None, 10).await.expect("feed");
        for (index, item) in all.iter().enumerate() {
            let rest = store.feed(partition, Some(&item.id), 10).await.expect("feed");
            assert_eq!(rest, all[index + 1..]);
        }
        assert_eq!(store.feed(partition, None, 1).await.expect("feed").len(), all.len().min(1));
    }
}

pub(crate) async fn a_deleted_match_leaves_nothing_behind(store: &dyn Store) {
    let listed = |id| NewMatch { listed_at_ms: Some(5), filing: due_at(Some(1)), ..new_match(id) };
    assert!(store.create(listed("m")).await.expect("create"));
    assert!(store.create(listed("other")).await.expect("create"));
    store.follow("m").await.expect("follow");
    let mut heard = store.announcements();
    let answer = store.commit(&Commit { filing: due_at(Some(1)), ..commit("m", 2, "r2") }).await;
    assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
    assert!(!store.delete("m", &head(1), None).await.expect("delete"), "it has gone on");
    assert!(store.load("m").await.expect("load").is_some());
    assert!(store.delete("m", &head(2), None).await.expect("delete"));
    assert!(store.delete("m", &head(2), None).await.expect("delete"), "as often as you like");

    let deleted = Announcement::Deleted { match_id: "m".to_owned() };
    let mut told = next(&mut heard).await;
    while told != deleted {
        assert!(matches!(told, Announcement::Due { .. }) || told == changed("m", 2), "{told:?}");
        told = next(&mut heard).await;
    }
    assert_eq!(crate::fixtures::everything(store, "m").await, (None, vec![]));
    let key = crate::fixtures::request("r2");
    assert_eq!(store.prior_request("m", &key).await.expect("prior request"), None);
    assert_eq!(store.counts().await.expect("counts"), [(label(Status::Playing), 1)]);
    assert_eq!(take(store, 10, LATER).await, ["other"]);
    let listed_ids = store.listed(None, 10).await.expect("listed");
    assert_eq!(listed_ids.iter().map(|l| l.match_id.as_str()).collect::<Vec<_>>(), ["other"]);
    let scanned = super::scanning::scan_all(store, 10).await;
    assert_eq!(scanned.into_iter().collect::<Vec<_>>(), ["other"]);
    // Its id is free again, and nothing of the old one comes back.
    played_up_to(store, "m", 2).await;
}

pub(crate) async fn a_rewritten_match_is_the_same_with_other_words(store: &dyn Store) {
    use match_orchestrator_store::{LogPage, Newer, Rewrite};
    played_up_to(store, "m", 4).await;
    let entries = vec![(1, Bytes::from_static(b"new 1")), (3, Bytes::from_static(b"new 3"))];
    let rewrite = Rewrite { roster: Bytes::from_static(b"new roster"), entries };
    assert!(!store.rewrite("m", &head(3), &rewrite).await.expect("rewrite"), "it has gone on");
    assert!(!store.rewrite("nowhere", &head(3), &rewrite).await.expect("rewrite"));
    assert!(store.rewrite("m", &head(4), &rewrite).await.expect("rewrite"));
    let log = store.log("m", 1, LogPage::WHOLE).await.expect("log");
    assert_eq!(log, ["new 1", "entry 2", "new 3", "entry 4"]);
    assert_eq!(store.load("m").await.expect("load").expect("it exists").roster, "new roster");
    let rewritten = Head { rewrites: 1, ..head(4) };
    assert_eq!(store.load_newer("m", &rewritten).await.expect("newer"), Newer::Same);
    let older = store.load_newer("m", &head(4)).await.expect("newer");
    assert!(matches!(older, Newer::Changed(_)), "it is told in other words: {older:?}");
    assert!(matches!(store.load_newer("m", &head(3)).await.expect("newer"), Newer::Changed(_)));
    // A request tells what is erased, by its fingerprint.
    for (id, commit) in [("r2", Some(2)), ("r3", None), ("r4", Some(4))] {
        let prior = store.prior_request("m", &crate::fixtures::request(id)).await.expect("prior");
        assert_eq!(prior.map(|prior| prior.commit), commit, "{id}");
    }
    // Whoever has the old words can't bring them back.
    assert!(!store.rewrite("m", &head(4), &rewrite).await.expect("rewrite"));
    assert!(!store.file("m", &head(4), &filing(Status::Over)).await.expect("file"));
    assert!(!store.delete("m", &head(4), None).await.expect("delete"));
    let stale = Commit { roster: Some(Bytes::from_static(b"roster 1")), ..commit("m", 5, "r5") };
    let answer = store.commit(&stale).await.expect("commit");
    assert_eq!(answer, CommitAnswer::Conflict { current: 4 });
    assert_eq!(store.load("m").await.expect("load").expect("it exists").roster, "new roster");
    let answer = store.commit(&Commit { rewrites: 1, ..commit("m", 5, "r5") }).await;
    assert_eq!(answer.expect("commit"), CommitAnswer::Stored);
    let twice = Head { rewrites: 1, ..head(5) };
    assert!(store.rewrite("m", &twice, &rewrite).await.expect("rewrite"));
    let gone = Head { rewrites: 2, ..head(5) };
    assert!(store.delete("m", &gone, None).await.expect("delete"));
    played_up_to(store, "m", 2).await;
}

pub(crate) async fn a_rewrite_is_announced(store: &dyn Store) {
    use match_orchestrator_store::Rewrite;
    played_up_to(store, "m", 2).await;
    let mut heard = store.announcements();
    store.follow("m").await.expect("follow");
    let rewrite = Rewrite { roster: Bytes::from_static(b"new roster"), entries: Vec::new() };
    assert!(store.rewrite("m", &head(2), &rewrite).await.expect("rewrite"));
    let rewritten = Head { rewrites: 1, ..head(2) };
    let told = Announcement::Changed { match_id: "m".to_owned(), head: rewritten };
    // Announcements of the past may still be on their way.
    while next(&mut heard).await != told {}
}

pub(crate) async fn members_are_those_who_enrolled_and_have_not_gone(store: &dyn Store) {
    let long = Duration::from_secs(600);
    assert_eq!(store.enroll("b", long).await.expect("enroll"), ["b"]);
    assert_eq!(store.enroll("a", long).await.expect("enroll"), ["a", "b"]);
    assert_eq!(store.enroll("a", long).await.expect("enroll"), ["a", "b"], "again");
    store.withdraw("b").await.expect("withdraw");
    store.withdraw("nobody").await.expect("withdraw");
    assert_eq!(store.enroll("a", long).await.expect("enroll"), ["a"]);
    store.enroll("c", Duration::from_millis(1)).await.expect("enroll");
    wait_until("the third is forgotten", async || {
        store.enroll("a", long).await.expect("enroll") == ["a"]
    })
    .await;
}

pub(crate) async fn after_a_set_back_only_a_new_timeline_goes_on(store: &dyn Store) {
    played_up_to(store, "m", 3).await;
    played_up_to(store, "other", 3).await;
    store.note_set_back().await.expect("note");
    let before = crate::fixtures::everything(store, "m").await;
    assert_eq!(store.commit(&commit("m", 4, "r4")).await.expect("commit"), CommitAnswer::SetBack);
    assert_eq!(crate::fixtures::everything(store, "m").await, before);
    // What does not fit is told as before, and so is a repetition.
    let stale = store.commit(&commit("m", 3, "stale")).await.expect("commit");
    assert_eq!(stale, CommitAnswer::Conflict { current: 3 });
    let repeated = store.commit(&commit("m", 4, "r3")).await.expect("commit");
    assert!(matches!(repeated, CommitAnswer::Repeated(_)));
    let begins = Commit { begins_timeline: true, ..commit("m", 4, "new timeline") };
    assert_eq!(store.commit(&begins).await.expect("commit"), CommitAnswer::Stored);
    assert_eq!(store.commit(&commit("m", 5, "r4")).await.expect("commit"), CommitAnswer::Stored);
    let other = store.commit(&commit("other", 4, "r4")).await.expect("commit");
    assert_eq!(other, CommitAnswer::SetBack, "each match begins its own");
    // What is created from now on was never set back.
    played_up_to(store, "fresh", 3).await;
}
