//! How long matches are kept: they end by themselves, others hear of it before,
//! and an archive is waited for.

use std::sync::Arc;
use std::time::Duration;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::record::v1::{News, NewsKind};
use kit_testing::wait_until;
use match_orchestrator_core::Lifetimes;
use match_orchestrator_server::Reach;
use match_orchestrator_store::{Embedded, Filing, Head, Label, Memory, Store};
use prost::Message;
use prost_types::Timestamp;
use tempfile::TempDir;
use tonic::{Code, Status};

use crate::aborting::{abort, export};
use crate::operators::{TOKEN, by_operator, reason};
use crate::rewinding::{act, started};
use crate::table::{Replica, create, parts, start_toy, start_with};

/// For what nobody has to be warned of.
const SHORT: Duration = Duration::from_millis(200);
/// Long enough that a busy machine gets to the warning, which comes a tenth before.
const WARNED: Duration = Duration::from_secs(4);

const FOR_EVER: Lifetimes = Lifetimes {
    seating: None,
    idle: None,
    finished: None,
    wait_for_archive: false,
    own_time: Duration::from_millis(50),
};

async fn keeping(store: Arc<dyn Store>, lifetimes: Lifetimes) -> Replica {
    let mut parts = parts(store, Some(TOKEN));
    parts.keeping.lifetimes = lifetimes;
    start_with(parts, &[start_toy().await], Reach::default()).await
}

async fn current(replica: &Replica, match_id: &str) -> Option<play::Match> {
    let request = play::GetMatchRequest { match_id: match_id.to_owned() };
    match replica.client.clone().get_match(request).await {
        Ok(answer) => answer.into_inner().game_match,
        Err(status) => {
            assert_eq!(status.code(), Code::NotFound, "{status}");
            None
        }
    }
}

async fn wait_until_gone(replica: &Replica, match_id: &str) {
    wait_until("the match is gone", async || current(replica, match_id).await.is_none()).await;
}

/// What others heard of a match, in order.
async fn news(store: &dyn Store, match_id: &str) -> Vec<News> {
    let mut told = Vec::new();
    for partition in 0..store.partitions() {
        let items = store.feed(partition, None, 100).await.expect("the store answers");
        let own = items.into_iter().filter(|item| item.match_id == match_id);
        told.extend(own.map(|item| News::decode(item.news).expect("it is news")));
    }
    told
}

fn kinds(news: &[News]) -> Vec<NewsKind> {
    news.iter().map(News::kind).collect()
}

async fn unarchived(replica: &Replica) -> play::ListUnarchivedResponse {
    let request = by_operator(play::ListUnarchivedRequest::default());
    let answer = replica.operator.clone().list_unarchived(request).await;
    answer.expect("a list").into_inner()
}

async fn mark(replica: &Replica, match_ids: &[&str]) -> Result<(), Status> {
    let match_ids = match_ids.iter().map(|id| (*id).to_owned()).collect();
    let request = by_operator(play::MarkArchivedRequest { match_ids });
    replica.operator.clone().mark_archived(request).await.map(drop)
}

async fn a_seating_match_goes(store: Arc<dyn Store>) {
    let lifetimes = Lifetimes { seating: Some(WARNED), ..FOR_EVER };
    let replica = keeping(store.clone(), lifetimes).await;
    let id = create(&mut replica.client.clone(), 2, false).await.match_id;
    wait_until_gone(&replica, &id).await;
    let told = news(&*store, &id).await;
    assert_eq!(kinds(&told), [NewsKind::Created, NewsKind::Expiring, NewsKind::Deleted]);
    let [created, ends, deleted] = [told[0].at, told[1].expires_at, told[2].at].map(milliseconds);
    assert_eq!(ends - created, WARNED.as_millis() as i64);
    assert!(deleted >= ends, "not before it was said: {deleted} {ends}");
}

/// A moment that can be compared.
fn milliseconds(at: Option<Timestamp>) -> i64 {
    let at = at.expect("it is told");
    at.seconds * 1000 + i64::from(at.nanos / 1_000_000)
}

#[tokio::test]
async fn a_match_that_does_not_start_goes_and_is_warned_of() {
    a_seating_match_goes(Arc::new(Memory::default())).await;
}

#[tokio::test]
async fn a_match_in_a_file_that_does_not_start_goes_and_is_warned_of() {
    let folder = TempDir::new().expect("a folder can be made");
    let store = Embedded::open(folder.path().join("matches.redb")).expect("a new file");
    a_seating_match_goes(Arc::new(store)).await;
}

#[tokio::test]
async fn a_match_in_which_nobody_acts_ends_and_is_deleted_later() {
    let store = Arc::new(Memory::default());
    let lifetimes = Lifetimes { idle: Some(WARNED), finished: Some(SHORT), ..FOR_EVER };
    let replica = keeping(store.clone(), lifetimes).await;
    let (hosted, _players) = started(&replica.client, &replica.client).await;
    let id = &hosted.match_id;
    let mut ended = None;
    wait_until("the match has ended", async || {
        ended = current(&replica, id).await.filter(|it| it.status() == play::MatchStatus::Over);
        ended.is_some()
    })
    .await;
    let aborted = ended.and_then(|ended| ended.aborted).expect("it has no result");
    assert!(aborted.reason.contains("nobody has acted"), "{}", aborted.reason);
    wait_until_gone(&replica, id).await;
    let told = kinds(&news(&*store, id).await);
    let (_, told) = told.split_at(told.len() - 4);
    let expected = [NewsKind::Started, NewsKind::Expiring, NewsKind::Aborted, NewsKind::Deleted];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_match_in_which_somebody_acts_goes_on() {
    let store = Arc::new(Memory::default());
    let lifetimes = Lifetimes { idle: Some(WARNED), ..FOR_EVER };
    let replica = keeping(store.clone(), lifetimes).await;
    let (idle, _) = started(&replica.client, &replica.client).await;
    let (busy, players) = started(&replica.client, &replica.client).await;
    // Chooses and takes it back, until the other match has ended.
    wait_until("the idle match has ended", async || {
        for label in ["Choose", "Take"] {
            act(&players[0], label).await;
        }
        current(&replica, &idle.match_id).await.is_some_and(|it| it.aborted.is_some())
    })
    .await;
    let busy = current(&replica, &busy.match_id).await.expect("it is there");
    assert_eq!(busy.status(), play::MatchStatus::Playing);
}

#[tokio::test]
async fn a_finished_match_waits_for_its_archive() {
    let store = Arc::new(Memory::default());
    let lifetimes = Lifetimes { finished: Some(SHORT), wait_for_archive: true, ..FOR_EVER };
    let replica = keeping(store.clone(), lifetimes).await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        let id = create(&mut replica.client.clone(), 2, false).await.match_id;
        abort(&replica, &id, "enough", "").await.expect("it was not over");
        ids.push(id);
    }
    assert_eq!(unarchived(&replica).await.total, 6);
    let (waiting, archived) = ids.split_first().expect("six of them");
    let archived: Vec<&str> = archived.iter().map(String::as_str).collect();
    mark(&replica, &archived).await.expect("they are over");
    mark(&replica, &archived).await.expect("repeating it changes nothing");
    let left = unarchived(&replica).await;
    assert_eq!((left.match_ids, left.total), (vec![waiting.clone()], 1));
    for id in archived {
        wait_until_gone(&replica, id).await;
    }
    // It was over first, so its time had come before theirs.
    assert!(current(&replica, waiting).await.is_some(), "no archive has it");
    mark(&replica, &[waiting]).await.expect("it is over");
    wait_until_gone(&replica, waiting).await;
    mark(&replica, &[waiting]).await.expect("what is gone is left out");
    assert_eq!(unarchived(&replica).await.total, 0);
}

#[tokio::test]
async fn a_copy_on_another_replica_that_knows_of_no_archive_keeps_nothing() {
    let store = Arc::new(Memory::default());
    let lifetimes = Lifetimes { finished: Some(SHORT), wait_for_archive: true, ..FOR_EVER };
    let one = keeping(store.clone(), lifetimes).await;
    let two = keeping(store.clone(), lifetimes).await;
    // Several, so that each of the two has to see to some.
    let mut ids = Vec::new();
    for _ in 0..12 {
        let id = create(&mut one.client.clone(), 2, false).await.match_id;
        abort(&two, &id, "enough", "").await.expect("it was not over");
        assert!(current(&one, &id).await.is_some(), "both have a copy");
        ids.push(id);
    }
    mark(&one, &ids.iter().map(String::as_str).collect::<Vec<_>>()).await.expect("all are over");
    for id in &ids {
        wait_until_gone(&two, id).await;
    }
}

#[tokio::test]
async fn a_match_that_was_marked_halfway_is_marked_again() {
    let store = Arc::new(Memory::default());
    let replica = keeping(store.clone(), FOR_EVER).await;
    let id = create(&mut replica.client.clone(), 2, false).await.match_id;
    abort(&replica, &id, "enough", "").await.expect("it was not over");
    // As if the replica that marks it had died before it could file it.
    let before = store.load(&id).await.expect("the store answers").expect("it is there");
    let label = label_of(&*store, &id).await;
    mark(&replica, &[&id]).await.expect("it is over");
    let head = head_of(&replica, &id, before.commit).await;
    let filing = Filing { label, due_at_ms: None, news: None };
    assert!(store.file(&id, &head, &filing).await.expect("the store answers"));
    assert_eq!(unarchived(&replica).await.match_ids, [id.as_str()]);
    mark(&replica, &[&id]).await.expect("it is over");
    assert_eq!(unarchived(&replica).await.total, 0);
}

async fn label_of(store: &dyn Store, match_id: &str) -> Label {
    for (label, _) in store.counts().await.expect("the store answers") {
        let labelled = store.labelled(&label, 10).await.expect("the store answers");
        if labelled.iter().any(|id| id == match_id) {
            return label;
        }
    }
    panic!("the match is filed nowhere");
}

async fn head_of(replica: &Replica, match_id: &str, commit: u64) -> Head {
    let log = export(replica, match_id).await.log;
    let identity = log.last().expect("a log").identity[..].try_into().expect("32 bytes");
    // Marking it has rewritten it.
    Head { commit, identity, rewrites: 1 }
}

#[tokio::test]
async fn only_what_is_over_can_be_archived_and_a_page_has_an_end() {
    let replica = keeping(Arc::new(Memory::default()), FOR_EVER).await;
    let id = create(&mut replica.client.clone(), 2, false).await.match_id;
    let refused = mark(&replica, &[&id]).await.expect_err("it is not over");
    assert_eq!(reason(&refused).name(), "NOT_OVER");
    assert_eq!(unarchived(&replica).await, play::ListUnarchivedResponse::default());
    let refused = mark(&replica, &[id.as_str(); 101]).await.expect_err("too many");
    assert_eq!(reason(&refused).name(), "MALFORMED");
    let request = by_operator(play::ListUnarchivedRequest { page_size: 101 });
    let refused = replica.operator.clone().list_unarchived(request).await.expect_err("too many");
    assert_eq!(reason(&refused).name(), "MALFORMED");
    for id in [id, create(&mut replica.client.clone(), 2, false).await.match_id] {
        abort(&replica, &id, "enough", "").await.expect("it was not over");
    }
    let request = by_operator(play::ListUnarchivedRequest { page_size: 1 });
    let page = replica.operator.clone().list_unarchived(request).await.expect("a page");
    assert_eq!((page.get_ref().match_ids.len(), page.get_ref().total), (1, 2));
}
