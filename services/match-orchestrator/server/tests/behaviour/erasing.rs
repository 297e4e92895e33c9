//! Players whom an operator erases: wherever they sat, nothing tells who they were.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::erase_player_request::Whom;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_testing::LogCapture;
use match_orchestrator_core::verify::verify;
use match_orchestrator_store::{Embedded, LogPage, Memory, Store};
use tempfile::TempDir;
use tonic::{Code, Status};

use crate::aborting::{abort, export};
use crate::operators::{TOKEN, by_operator, reason};
use crate::replay::{Fixture, MatchEnd, replay};
use crate::table::{Hosted, Player, Replica, create, start_replica, start_toy, with_token};
use crate::verifying::KNOWN;

fn sitting(match_id: &str, commit: u64) -> play::Sitting {
    play::Sitting { match_id: match_id.to_owned(), commit }
}

async fn erase(
    replica: &Replica,
    whom: Whom,
    page_token: &str,
) -> Result<play::ErasePlayerResponse, Status> {
    let request = play::ErasePlayerRequest { whom: Some(whom), page_token: page_token.to_owned() };
    Ok(replica.operator.clone().erase_player(by_operator(request)).await?.into_inner())
}

async fn erase_sitting(replica: &Replica, match_id: &str, commit: u64) {
    let erased = erase(replica, Whom::Sitting(sitting(match_id, commit)), "").await;
    assert_eq!(erased.expect("erased").erased, [sitting(match_id, commit)]);
}

/// Erases a name wherever it is, and tells where it was, sorted.
async fn erase_name(replica: &Replica, name: &str) -> Vec<play::Sitting> {
    let (mut erased, mut page_token) = (Vec::new(), String::new());
    loop {
        let page = erase(replica, Whom::Name(name.to_owned()), &page_token).await.expect("a page");
        erased.extend(page.erased);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            erased.sort_by_key(|it| (it.match_id.clone(), it.commit));
            return erased;
        }
    }
}

async fn current(replica: &Replica, match_id: &str) -> play::Match {
    let request = play::GetMatchRequest { match_id: match_id.to_owned() };
    let answer = replica.client.clone().get_match(request).await.expect("the match");
    answer.into_inner().game_match.expect("the match")
}

async fn names(replica: &Replica, match_id: &str) -> Vec<String> {
    current(replica, match_id).await.seats.into_iter().map(|seat| seat.name).collect()
}

/// Whether a text is anywhere in what the store has of a match.
async fn holds(store: &dyn Store, match_id: &str, text: &str) -> bool {
    let stored = store.load(match_id).await.expect("load").expect("a match");
    let log = store.log(match_id, 1, LogPage::WHOLE).await.expect("log");
    let is_in = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    [stored.roster, stored.position].iter().chain(&log).any(|bytes| is_in(bytes))
}

async fn resign(player: &Player) {
    let request = play::ResignRequest { match_id: player.match_id.clone(), ..Default::default() };
    player.client.clone().resign(player.request(request)).await.expect("anyone may resign");
}

/// A match of three that is being played.
async fn running(replica: &mut Replica) -> (String, [Player; 3]) {
    let match_id = create(&mut replica.client, 3, true).await.match_id;
    let ann = Player::sit(&replica.client, &match_id, "Ann").await;
    let bea = Player::sit(&replica.client, &match_id, "Bea").await;
    let cid = Player::sit(&replica.client, &match_id, "Cid").await;
    kit_testing::wait_until("the match has started", async || {
        !bea.view().await.seats_to_act.is_empty()
    })
    .await;
    (match_id, [ann, bea, cid])
}

#[tokio::test]
async fn who_is_erased_in_a_running_match_resigns_and_a_bot_plays_on() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = Embedded::open(folder.path().join("store.redb")).expect("a new file");
    let stores: [Arc<dyn Store>; 2] = [Arc::new(Memory::default()), Arc::new(file)];
    for store in stores {
        let mut replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
        let (match_id, [ann, bea, _]) = running(&mut replica).await;
        assert!(holds(&*store, &match_id, "Ann").await);
        erase_sitting(&replica, &match_id, 2).await;

        assert!(!holds(&*store, &match_id, "Ann").await);
        let seats = current(&replica, &match_id).await.seats;
        let told: Vec<_> = seats.iter().map(|it| (it.name.as_str(), it.resigned)).collect();
        assert_eq!(told, [("Erased 2", true), ("Bea", false), ("Cid", false)]);
        let view = ann.request(play::GetViewRequest { match_id: match_id.clone() });
        let refused = replica.client.get_view(view).await.expect_err("the token is dead");
        assert_eq!(reason(&refused).name(), "NOT_AUTHENTICATED");
        kit_testing::wait_until("a bot has done what there was to do", async || {
            !bea.view().await.seats_to_act.contains(&1)
        })
        .await;

        resign(&bea).await;
        let record = export(&replica, &match_id).await;
        verify(&record, &*KNOWN).unwrap_or_else(|it| panic!("{it}"));
        assert!(!holds(&*store, &match_id, "Ann").await, "nothing brings the name back");
    }
}

#[tokio::test]
async fn who_is_erased_before_the_start_leaves_the_seat() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let match_id = create(&mut replica.client, 2, false).await.match_id;
    Player::sit(&replica.client, &match_id, "Ann").await;
    erase_sitting(&replica, &match_id, 2).await;
    assert!(!holds(&*store, &match_id, "Ann").await);
    assert_eq!(names(&replica, &match_id).await, ["", ""]);
    // Whoever has the name next is somebody else.
    Player::sit(&replica.client, &match_id, "Ann").await;
    erase_sitting(&replica, &match_id, 2).await;
    assert_eq!(names(&replica, &match_id).await, ["Ann", ""]);
}

#[tokio::test]
async fn the_copies_of_other_replicas_neither_show_the_name_nor_bring_it_back() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let mut two = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let (match_id, [ann, bea, cid]) = running(&mut two).await;
    resign(&ann).await;
    kit_testing::wait_until("a bot has done what there was to do", async || {
        bea.view().await.seats_to_act == [2, 3]
    })
    .await;
    // This copy is as new as the store, and stays so by its commit.
    assert_eq!(names(&two, &match_id).await, ["Ann", "Bea", "Cid"]);
    erase_sitting(&one, &match_id, 2).await;

    // It writes a whole roster.
    resign(&bea).await;
    assert!(!holds(&*store, &match_id, "Ann").await);
    for replica in [&one, &two] {
        assert_eq!(names(replica, &match_id).await, ["Erased 2", "Bea", "Cid"]);
    }
    let request = cid.request(play::WatchMatchRequest {
        match_id: match_id.clone(),
        after_revision: Some(0),
        ..Default::default()
    });
    let mut stream = two.client.watch_match(request).await.expect("a stream").into_inner();
    while let Some(told) = stream.message().await.expect("no error") {
        let Some(Message::Update(update)) = told.message else { panic!("no update: {told:?}") };
        let seats = update.game_match.map(|it| it.seats).unwrap_or_default();
        assert!(seats.iter().all(|seat| seat.name != "Ann"), "{seats:?}");
    }
}

#[tokio::test]
async fn a_stream_that_is_open_goes_on_without_the_name() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let one = start_replica(store.clone(), &toy, Some(TOKEN)).await;
    let mut two = start_replica(store, &toy, Some(TOKEN)).await;
    let match_id = create(&mut two.client, 3, false).await.match_id;
    for name in ["Ann", "Bea"] {
        Player::sit(&two.client, &match_id, name).await;
    }
    let watch = || play::WatchMatchRequest { match_id: match_id.clone(), ..Default::default() };
    let mut stream = two.client.watch_match(watch()).await.expect("a stream").into_inner();
    let snapshot = stream.message().await.expect("no error").expect("a snapshot");
    assert!(matches!(snapshot.message, Some(Message::Snapshot(_))), "{snapshot:?}");
    erase_sitting(&one, &match_id, 2).await;
    let left = stream.message().await.expect("no error").expect("an update");
    let Some(Message::Update(update)) = left.message else { panic!("no update: {left:?}") };
    let seats: Vec<_> = update.game_match.expect("seats changed").seats;
    assert_eq!(seats.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["", "Bea", ""]);
    // Nothing more is told: the next change is the next message.
    Player::sit(&two.client, &match_id, "Cid").await;
    let next = stream.message().await.expect("no error").expect("an update");
    let Some(Message::Update(next)) = next.message else { panic!("no update: {next:?}") };
    assert_eq!(next.revision, update.revision + 1);
}

#[tokio::test]
async fn a_finished_match_is_replayed_exported_and_verified_without_the_name() {
    let fixture = Fixture::set().await;
    let other = Fixture::replica_on(Arc::clone(&fixture.store), &fixture.pod).await;
    for end in [MatchEnd::ByTheRules, MatchEnd::Resigned, MatchEnd::AbortedBeforeTheStart] {
        let game = fixture.ended(end).await;
        let replicas = [&fixture.replica, &other];
        let replay_all = async |replica: &Replica| {
            for commit in 1..=game.commits {
                let told = replay(&replica.client, game.id(), commit, 0).await;
                told.unwrap_or_else(|it| panic!("{end:?}, commit {commit}: {it}"));
            }
        };
        for replica in replicas {
            replay_all(replica).await;
            assert_eq!(names(replica, game.id()).await, ["Ann", "Bea"], "{end:?}");
        }
        let before = export(&other, game.id()).await;
        for (commit, name) in [(2, "Ann"), (3, "Cid"), (5, "Bea")] {
            erase_sitting(&fixture.replica, game.id(), commit).await;
            assert!(!holds(&*fixture.store, game.id(), name).await, "{name}");
        }
        for replica in replicas {
            replay_all(replica).await;
            assert_eq!(names(replica, game.id()).await, ["Erased 2", "Erased 5"], "{end:?}");
            let record = export(replica, game.id()).await;
            let verified = verify(&record, &*KNOWN).unwrap_or_else(|it| panic!("{end:?}: {it}"));
            assert_eq!(verified.commits, game.commits);
            let identities = |record: &play::MatchExport| {
                record.log.iter().map(|it| it.identity.clone()).collect::<Vec<_>>()
            };
            assert_eq!(identities(&record), identities(&before), "the same commits");
        }
    }
}

#[tokio::test]
async fn a_name_is_erased_wherever_it_was() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let mut expected = Vec::new();
    let (running, _) = running(&mut replica).await;
    expected.push(sitting(&running, 2));
    let seating = create(&mut replica.client, 3, false).await;
    for name in ["Anna", "Ann"] {
        Player::sit(&replica.client, &seating.match_id, name).await;
    }
    expected.push(sitting(&seating.match_id, 3));
    // Who sat and left, more than once, is in the log alone.
    let left = create(&mut replica.client, 2, false).await.match_id;
    for round in 0..20 {
        let ann = Player::sit(&replica.client, &left, "Ann").await;
        let request = play::LeaveSeatRequest { match_id: left.clone(), ..Default::default() };
        replica.client.leave_seat(ann.request(request)).await.expect("anyone may leave");
        expected.push(sitting(&left, 2 + 2 * round));
    }
    abort(&replica, &left, "nobody stays", "").await.expect("aborted");
    for _ in 0..220 {
        create(&mut replica.client, 2, false).await;
    }

    let whom = || Whom::Name("Ann".to_owned());
    let first = erase(&replica, whom(), "").await.expect("a page");
    assert!(first.looked_at <= 200 && !first.next_page_token.is_empty(), "{}", first.looked_at);
    let mut erased = first.erased;
    let rest = erase(&replica, whom(), &first.next_page_token).await.expect("a page");
    assert_eq!((first.looked_at + rest.looked_at, rest.next_page_token.as_str()), (223, ""));
    erased.extend(rest.erased);
    erased.sort_by_key(|it| (it.match_id.clone(), it.commit));
    expected.sort_by_key(|it| (it.match_id.clone(), it.commit));
    assert_eq!(erased, expected);

    assert_eq!(names(&replica, &running).await, ["Erased 2", "Bea", "Cid"]);
    assert_eq!(names(&replica, &seating.match_id).await, ["Anna", "", ""]);
    assert!(!holds(&*store, &running, "Ann").await && !holds(&*store, &left, "Ann").await);
    verify(&export(&replica, &left).await, &*KNOWN).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(erase_name(&replica, "Ann").await, [], "nobody has the name any more");
    assert_eq!(erase_name(&replica, "Nobody").await, []);
}

#[tokio::test]
async fn bots_and_what_is_no_sitting_can_not_be_erased() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let Hosted { match_id, host_token } = create(&mut replica.client, 2, false).await;
    let bot = play::AddBotRequest { match_id: match_id.clone(), ..Default::default() };
    replica.client.add_bot(with_token(bot, &host_token)).await.expect("a bot");
    for commit in [0, 1, 2, 3, u64::MAX] {
        let refused = erase(&replica, Whom::Sitting(sitting(&match_id, commit)), "").await;
        let refused = refused.expect_err("nobody sat down");
        assert_eq!((refused.code(), reason(&refused).name()), (Code::NotFound, "UNKNOWN_SITTING"));
    }
    for nowhere in ["", "x", &"0".repeat(32)] {
        let refused = erase(&replica, Whom::Sitting(sitting(nowhere, 2)), "").await;
        assert_eq!(reason(&refused.expect_err("no match")).name(), "UNKNOWN_MATCH");
    }
    assert_eq!(erase_name(&replica, "Bot 1").await, []);
    assert_eq!(names(&replica, &match_id).await, ["Bot 1", ""]);
}

#[tokio::test]
async fn what_can_not_be_read_is_refused_by_its_field() {
    let store = Arc::new(Memory::default());
    let replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let name = |text: &str| Some(Whom::Name(text.to_owned()));
    let nowhere = Some(Whom::Sitting(sitting(&"0".repeat(32), 2)));
    let long = "ü".repeat(41);
    for (whom, page_token, field) in [
        (None, "", "name"),
        (name(""), "", "name"),
        (name(&long), "", "name"),
        (name("Ann"), "nonsense", "page_token"),
        (nowhere, "~1", "page_token"),
    ] {
        let request = play::ErasePlayerRequest { whom, page_token: page_token.to_owned() };
        let refused = replica.operator.clone().erase_player(by_operator(request)).await;
        let refused = reason(&refused.expect_err(field));
        let kit_service::Reason::Malformed(faults) = &refused else { panic!("{refused:?}") };
        assert_eq!(faults.iter().map(|it| it.field.as_str()).collect::<Vec<_>>(), [field]);
    }
}

#[tokio::test]
async fn the_log_tells_who_was_erased_by_no_name() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store, &start_toy().await, Some(TOKEN)).await;
    let match_id = create(&mut replica.client, 2, false).await.match_id;
    Player::sit(&replica.client, &match_id, "Ann of the logs").await;
    let log = LogCapture::new();
    let capturing = log.install();
    assert_eq!(erase_name(&replica, "Ann of the logs").await, [sitting(&match_id, 2)]);
    erase_sitting(&replica, &match_id, 2).await;
    drop(capturing);
    let lines: Vec<String> = log.lines().into_iter().filter(|it| it.contains(" audit: ")).collect();
    let calls = lines.iter().filter(|it| it.contains("ErasePlayer") && it.contains("\"OK\""));
    assert_eq!(calls.count(), 2, "{lines:#?}");
    let erased = lines.iter().filter(|it| it.contains("player erased") && it.contains(&match_id));
    assert_eq!(erased.count(), 2, "{lines:#?}");
    assert!(!log.lines().concat().contains("Ann of the logs"));
}

#[tokio::test]
async fn a_restored_store_does_not_keep_a_player_from_being_erased() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let (match_id, _) = running(&mut replica).await;
    let noted = by_operator(play::NoteRestoredRequest {});
    replica.operator.clone().note_restored(noted).await.expect("noted");
    erase_sitting(&replica, &match_id, 2).await;
    assert!(!holds(&*store, &match_id, "Ann").await);
    assert!(current(&replica, &match_id).await.seats[0].resigned);
    abort(&replica, &match_id, "enough", "").await.expect("aborted");
    verify(&export(&replica, &match_id).await, &*KNOWN).unwrap_or_else(|it| panic!("{it}"));
}

#[tokio::test]
async fn an_archived_match_stays_archived_without_the_name() {
    let store = Arc::new(Memory::default());
    let mut replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let (match_id, _) = running(&mut replica).await;
    abort(&replica, &match_id, "enough", "").await.expect("aborted");
    let unarchived = async || {
        let request = by_operator(play::ListUnarchivedRequest::default());
        let answer = replica.operator.clone().list_unarchived(request).await.expect("a list");
        answer.into_inner().match_ids
    };
    assert_eq!(unarchived().await, std::slice::from_ref(&match_id));
    erase_sitting(&replica, &match_id, 2).await;
    let mark = play::MarkArchivedRequest { match_ids: vec![match_id.clone()] };
    replica.operator.clone().mark_archived(by_operator(mark)).await.expect("marked");
    erase_sitting(&replica, &match_id, 3).await;
    assert_eq!(unarchived().await, [""; 0]);
    assert!(!holds(&*store, &match_id, "Ann").await && !holds(&*store, &match_id, "Bea").await);
}
