//! Calls are spread over the pods of a game, whatever becomes of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kit_proto::bakufu::play::v1 as play;
use kit_service::Ended;
use kit_testing::{LogCapture, wait_until};
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;
use tokio::task::JoinSet;

use crate::rules_pod::{Names, PodKind, RulesPod};
use crate::table::{MatchClient, Player, create, start_reaching};

const VERSION: &str = "1.0";
/// Whose calls go on while pods come and go.
const PLAYERS: usize = 16;
/// Calls that would hardly all go to the other pod by chance.
const MANY: u64 = 40;

/// A replica that finds the game under the name `toy`.
async fn start_named(names: &Names) -> MatchClient {
    let address = "http://toy:7100".to_owned();
    start_reaching(Arc::new(Memory::default()), &[address], names.reach()).await
}

/// A replica that was told the addresses of the pods.
async fn start_addressed(pods: &[&RulesPod]) -> MatchClient {
    let addresses: Vec<_> = pods.iter().map(|pod| format!("http://{}", pod.address)).collect();
    start_reaching(Arc::new(Memory::default()), &addresses, Reach::default()).await
}

/// A seat of a match that has begun.
pub(crate) async fn seated(client: &MatchClient) -> Player {
    let hosted = create(&mut client.clone(), 2, true).await;
    let ann = Player::sit(client, &hosted.match_id, "Ann").await;
    Player::sit(client, &hosted.match_id, "Bea").await;
    wait_until("the match has started", async || !ann.view().await.seats_to_act.is_empty()).await;
    ann
}

/// Makes calls until the pod has got one.
pub(crate) async fn reaches(player: &Player, pod: &RulesPod) {
    let before = pod.calls();
    wait_until("the pod gets a call", async || {
        player.legal("").await;
        pod.calls() > before
    })
    .await;
}

/// Makes calls until many in a row have not reached the pod.
async fn spares(player: &Player, pod: &RulesPod) {
    wait_until("the pod gets no more calls", async || {
        let before = pod.calls();
        for _ in 0..MANY {
            player.legal("").await;
        }
        pod.calls() == before
    })
    .await;
}

#[tokio::test]
async fn a_new_pod_takes_calls_and_one_that_has_lost_its_name_gets_none() {
    let (old, new) = (RulesPod::of(VERSION), RulesPod::of(VERSION));
    let names = Names::default();
    names.lead("toy", &[&old]);
    let player = seated(&start_named(&names).await).await;
    assert_eq!(new.calls(), 0);
    names.lead("toy", &[&old, &new]);
    reaches(&player, &new).await;
    reaches(&player, &old).await;
    names.lead("toy", &[&new]);
    spares(&player, &old).await;
    let before = old.calls();
    reaches(&player, &new).await;
    assert_eq!(old.calls(), before);
}

#[tokio::test]
async fn a_name_that_nobody_can_resolve_for_a_while_loses_no_pod() {
    let (pod, other) = (RulesPod::of(VERSION), RulesPod::of(VERSION));
    let names = Names::default();
    names.lead("toy", &[&pod]);
    names.lead("beacon", &[]);
    let addresses = ["http://toy:7100".to_owned(), "http://beacon:7100".to_owned()];
    let store = Arc::new(Memory::default());
    let client = start_reaching(store, &addresses, names.reach()).await;
    let player = seated(&client).await;
    names.forget("toy");
    // All names are asked at the same pace: by the time that this one has been
    // heard twice, the other one has been asked in vain.
    names.lead("beacon", &[&other]);
    reaches(&player, &other).await;
    names.lead("beacon", &[]);
    spares(&player, &other).await;
    reaches(&player, &pod).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_fails_when_one_of_two_pods_is_killed() {
    let (mut doomed, other) = (RulesPod::of(VERSION), RulesPod::of(VERSION));
    let client = start_addressed(&[&doomed, &other]).await;
    let load = BackgroundLoad::begin(&client).await;
    wait_until("both pods are busy", async || doomed.calls().min(other.calls()) > MANY).await;
    doomed.kill();
    let before = other.calls();
    wait_until("the other one does all", async || other.calls() > before + 10 * MANY).await;
    load.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_fails_when_a_pod_drains_and_it_need_not_be_cut() {
    let (mut draining, other) = (RulesPod::of(VERSION), RulesPod::of(VERSION));
    let client = start_addressed(&[&draining, &other]).await;
    let load = BackgroundLoad::begin(&client).await;
    wait_until("both pods are busy", async || draining.calls().min(other.calls()) > MANY).await;
    draining.drain.begin();
    assert_eq!(draining.ended().await, Ended::Drained, "nobody holds it up");
    let before = (draining.calls(), other.calls());
    wait_until("the other one does all", async || other.calls() > before.1 + MANY).await;
    assert_eq!(draining.calls(), before.0);
    load.end().await;
}

#[tokio::test]
async fn a_pod_that_is_slow_gets_less_to_do() {
    let (slow, quick) = (RulesPod::of(VERSION), RulesPod::of(VERSION));
    let client = start_addressed(&[&slow, &quick]).await;
    let player = seated(&client).await;
    reaches(&player, &slow).await;
    reaches(&player, &quick).await;
    slow.hold(true);
    let reached = slow.calls();
    let mut waiting = JoinSet::new();
    wait_until("a call waits at the slow pod", async || {
        let player = player.clone();
        waiting.spawn(async move { player.legal("").await.len() });
        tokio::task::yield_now().await;
        slow.calls() > reached
    })
    .await;
    wait_until("only those at the slow pod are open", async || {
        while waiting.try_join_next().is_some() {}
        waiting.len() as u64 == slow.calls() - reached
    })
    .await;
    let before = (slow.calls(), quick.calls());
    for _ in 0..MANY {
        player.legal("").await;
    }
    assert_eq!((slow.calls(), quick.calls()), (before.0, before.1 + MANY));
    slow.hold(false);
    for actions in waiting.join_all().await {
        assert!(actions > 0, "a call that waited is answered as well");
    }
}

#[tokio::test]
async fn a_pod_of_the_same_version_with_another_schema_is_refused() {
    let log = LogCapture::new();
    let _guard = log.install();
    let first = RulesPod::of(VERSION);
    let names = Names::default();
    names.lead("toy", &[&first]);
    let player = seated(&start_named(&names).await).await;
    let other =
        RulesPod::start(PodKind { version: VERSION, has_other_schema: true, ..PodKind::default() });
    names.lead("toy", &[&first, &other]);
    wait_until("the other one is refused", async || {
        log.complaints().iter().any(|line| line.contains("a pod is refused"))
    })
    .await;
    let before = first.calls();
    for _ in 0..MANY {
        player.legal("").await;
    }
    assert_eq!((first.calls(), other.calls()), (before + MANY, 0));
}

#[tokio::test]
async fn an_address_that_serves_a_game_can_claim_no_other() {
    let log = LogCapture::new();
    let _guard = log.install();
    let first = RulesPod::of(VERSION);
    let names = Names::default();
    names.lead("toy", &[&first]);
    let client = start_named(&names).await;
    let player = seated(&client).await;
    // A newer version would get all new matches of a game that is served elsewhere.
    let kind = PodKind { version: "2.0", game: "samurai", ..PodKind::default() };
    let other = RulesPod::start(kind);
    names.lead("toy", &[&first, &other]);
    wait_until("the other one is refused", async || {
        let complaints = log.complaints();
        complaints.iter().any(|line| line.contains("pod is refused") && line.contains("samurai"))
    })
    .await;
    let games = client.clone().list_games(play::ListGamesRequest {}).await.expect("a list");
    let games: Vec<_> = games.into_inner().games.into_iter().map(|game| game.id).collect();
    assert_eq!(games, ["envelopes"]);
    reaches(&player, &first).await;
    assert_eq!(other.calls(), 0);
}

#[tokio::test]
async fn a_pod_that_knows_no_health_takes_calls_while_its_connection_lasts() {
    let foreign = PodKind { version: VERSION, is_foreign: true, ..PodKind::default() };
    let (mut first, second) = (RulesPod::start(foreign.clone()), RulesPod::start(foreign));
    let player = seated(&start_addressed(&[&first, &second]).await).await;
    reaches(&player, &first).await;
    reaches(&player, &second).await;
    first.kill();
    spares(&player, &first).await;
}

/// Players who ask what is legal, without a pause and without a failure.
struct BackgroundLoad {
    players: JoinSet<()>,
    over: Arc<AtomicBool>,
}

impl BackgroundLoad {
    async fn begin(client: &MatchClient) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let mut players = JoinSet::new();
        for _ in 0..PLAYERS {
            let (player, over) = (seated(client).await, Arc::clone(&over));
            players.spawn(async move {
                while !over.load(Ordering::SeqCst) {
                    assert!(!player.legal("").await.is_empty());
                }
            });
        }
        Self { players, over }
    }

    async fn end(self) {
        self.over.store(true, Ordering::SeqCst);
        self.players.join_all().await;
    }
}
