//! Bots and resignations: matches that go on without a client.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_proto::bakufu::rules::v1 as rules;
use kit_testing::{LogCapture, wait_until};
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;

use crate::pods::seated;
use crate::rules_pod::RulesPod;
use crate::table::{
    Hosted, MatchClient, Player, create, parts, start_orchestrator, start_toy, start_with,
    with_token,
};

/// Rules calls that may be open at a time where that counts.
const CALLS_MAX: usize = 8;

pub(crate) async fn add_bot(client: &mut MatchClient, hosted: &Hosted) {
    let request = play::AddBotRequest { match_id: hosted.match_id.clone(), ..Default::default() };
    client.add_bot(with_token(request, &hosted.host_token)).await.expect("a bot");
}

/// Watches as a spectator until the match is over.
pub(crate) async fn outcome(client: &mut MatchClient, match_id: &str) -> rules::Outcome {
    let request = play::WatchMatchRequest {
        match_id: match_id.to_owned(),
        after_revision: Some(0),
        ..Default::default()
    };
    let mut stream = client.watch_match(request).await.expect("a stream").into_inner();
    let mut last = 0;
    while let Some(response) = stream.message().await.expect("no error") {
        let Some(Message::Update(update)) = response.message else {
            continue;
        };
        assert_eq!(update.revision, last + 1, "revisions have no gap");
        last = update.revision;
        if let Some(outcome) = update.outcome {
            return outcome;
        }
    }
    panic!("the stream ended before the match");
}

#[tokio::test]
async fn bots_play_a_match_to_the_end() {
    let mut client = start_orchestrator(Arc::new(Memory::default()), &start_toy().await).await;
    let hosted = create(&mut client, 3, true).await;
    for _ in 0..3 {
        add_bot(&mut client, &hosted).await;
    }
    assert_eq!(outcome(&mut client, &hosted.match_id).await.standings.len(), 3);
}

#[tokio::test]
async fn people_find_room_beside_any_number_of_bots() {
    let log = LogCapture::new();
    let _capturing = log.install();
    let pod = RulesPod::of("1");
    let mut parts = parts(Arc::new(Memory::default()), None);
    parts.rules_limits.calls_max = CALLS_MAX;
    let toys = [format!("http://{}", pod.address)];
    let client = start_with(parts, &toys, Reach::default()).await.client;
    let ann = seated(&client).await;
    let mut hosted = Vec::new();
    for number in 0..4 * CALLS_MAX {
        let one = create(&mut client.clone(), 2, true).await;
        if number % 2 == 0 {
            Player::sit(&client, &one.match_id, "Bea").await;
        } else {
            add_bot(&mut client.clone(), &one).await;
        }
        hosted.push(one);
    }
    pod.hold(true);
    let before = pod.calls();
    for one in &hosted {
        add_bot(&mut client.clone(), one).await;
    }
    let legal = tokio::spawn({
        let ann = ann.clone();
        async move { ann.legal("Choose").await }
    });
    let for_bots = (CALLS_MAX / 4) as u64;
    wait_until("all that may be are under way", async || pod.calls() > before + for_bots).await;
    assert_eq!(pod.calls(), before + for_bots + 1, "a quarter, and the call of Ann");
    pod.hold(false);
    assert!(!legal.await.expect("no panic").is_empty());
    let of_bots = &hosted[1].match_id;
    assert_eq!(outcome(&mut client.clone(), of_bots).await.standings.len(), 2);
    assert_eq!(log.complaints(), Vec::<String>::new());
}

#[tokio::test]
async fn who_resigns_ranks_last_and_a_bot_plays_on() {
    let mut client = start_orchestrator(Arc::new(Memory::default()), &start_toy().await).await;
    let hosted = create(&mut client, 3, true).await;
    let ann = Player::sit(&client, &hosted.match_id, "Ann").await;
    add_bot(&mut client, &hosted).await;
    add_bot(&mut client, &hosted).await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    let request = play::ResignRequest { match_id: ann.match_id.clone(), ..Default::default() };
    client.resign(ann.request(request)).await.expect("resigned");
    let standings = outcome(&mut client, &hosted.match_id).await.standings;
    assert_eq!(standings.last().map(|last| (last.seat, last.rank)), Some((1, 3)));
}
