//! Load: matches that are played and watched on two replicas at once, round by round
//! as the test allows.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::future::join_all;
use kit_conformance::toy::pb;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::MatchExport;
use kit_proto::bakufu::play::v1::log_entry::Change;
use match_orchestrator_core::verify::verify;
use match_orchestrator_draws::MatchKey;
use match_orchestrator_server::Reach;
use match_orchestrator_store::{Redis, RedisConfig};
use prost::Message;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::aborting::export;
use crate::operators::{TOKEN, reason};
use crate::rules_pod::RulesPod;
use crate::story::{PACE, Story, may_pass, rewinds};
use crate::table::{MatchClient, Player, Replica, start_operated};
use crate::verifying::KNOWN;

/// How many rounds are agreed on.
const ROUNDS: u32 = 4;
/// How long everything may take: two failovers on a slow machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// Two replicas with connections of their own, and one rules pod that writes down what
/// it is asked.
pub(crate) struct Pair {
    pub(crate) replicas: [Replica; 2],
    pub(crate) pod: RulesPod,
}

impl Pair {
    pub(crate) async fn start(url: &str) -> Self {
        let pod = RulesPod::of("1");
        let toys = [format!("http://{}", pod.address)];
        let replica = async || {
            let store = Redis::connect(RedisConfig::new(url)).await.expect("connect");
            start_operated(Arc::new(store), &toys, Reach::default(), Some(TOKEN)).await
        };
        let replicas = [replica().await, replica().await];
        Self { replicas, pod }
    }

    pub(crate) fn clients(&self) -> [MatchClient; 2] {
        [0, 1].map(|replica| self.replicas[replica].client.clone())
    }

    /// The record of a match that is over: the same on both replicas, and true.
    pub(crate) async fn record(&self, match_id: &str) -> MatchExport {
        let [one, two] = &self.replicas;
        let record = export(one, match_id).await;
        assert_eq!(record, export(two, match_id).await);
        let verified = verify(&record, &*KNOWN).unwrap_or_else(|deviation| panic!("{deviation}"));
        assert_eq!(verified.commits, record.log.len() as u64);
        record
    }

    /// What the rules were given to draw from so far.
    pub(crate) fn drawn_from(&self) -> BTreeSet<Bytes> {
        self.pod.asked().into_iter().map(|asked| asked.entropy).collect()
    }

    /// Checks that no commit since the match was rewound draws from what was drawn from
    /// before.
    pub(crate) fn assert_fresh(&self, record: &MatchExport, before: &BTreeSet<Bytes>) {
        let seed = record.server_seed[..].try_into().expect("32 bytes");
        let match_id = &record.game_match.as_ref().expect("the match").match_id;
        let seeds = record.seat_seeds.iter().map(|seed| &seed[..]);
        let mut key = MatchKey::derive(&seed, seeds, match_id);
        let (asked, mut is_rewound) = (self.drawn_from(), false);
        for entry in &record.log {
            if let Some(Change::Rewound(rewound)) = &entry.change {
                (key, is_rewound) = (key.rewound(&rewound.nonce), true);
            }
            if let Some(Change::Acted(_)) = &entry.change {
                let entropy = Bytes::copy_from_slice(&key.entropy(entry.commit));
                assert!(asked.contains(&entropy), "commit {} was computed with it", entry.commit);
                assert!(!is_rewound || !before.contains(&entropy), "commit {}", entry.commit);
            }
        }
    }
}

/// A change that was acknowledged.
struct Acknowledged {
    seat: usize,
    revision: u64,
}

/// A match under load: a player at each replica, and a watcher beside each.
struct Table {
    match_id: String,
    players: [Player; 2],
    playing: [JoinHandle<Vec<Acknowledged>>; 2],
    watching: [JoinHandle<Story>; 2],
}

/// Matches that are being played.
pub(crate) struct Load {
    tables: Vec<Table>,
    rounds: watch::Sender<u32>,
}

impl Load {
    /// Lets so many matches be played, and plays their first round.
    pub(crate) async fn start(pair: &Pair, matches: usize) -> Self {
        let rounds = watch::Sender::new(1);
        let tables = join_all((0..matches).map(|_| Table::open(pair, &rounds))).await;
        let load = Self { tables, rounds };
        load.reached(2).await;
        load
    }

    pub(crate) fn match_ids(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().map(|table| table.match_id.as_str())
    }

    /// Lets rounds up to this one be played in all matches, and waits for the last.
    pub(crate) async fn play_up_to(&self, round: u32) {
        self.rounds.send_replace(round);
        self.reached(round + 1).await;
    }

    /// Waits until all matches have come to a round.
    async fn reached(&self, round: u32) {
        for player in self.tables.iter().flat_map(|table| &table.players) {
            kit_testing::wait_until("the round is reached", async || {
                state(&player.view().await).round >= round
            })
            .await;
        }
    }

    /// Lets everything be played to the end, and checks what came of it: what was lost
    /// is told by everybody, and nothing else is.
    pub(crate) async fn finish(
        self,
        pair: &Pair,
        before: &BTreeSet<Bytes>,
        is_lost: impl Fn(&str) -> bool,
    ) {
        self.rounds.send_replace(ROUNDS);
        for table in self.tables {
            let playing = tokio::time::timeout(PATIENCE, join_all(table.playing)).await;
            let acknowledged = playing.expect("the match ends in time").into_iter();
            let acknowledged: Vec<_> =
                acknowledged.flat_map(|played| played.expect("a player")).collect();
            let record = pair.record(&table.match_id).await;
            pair.assert_fresh(&record, before);
            let expected = usize::from(is_lost(&table.match_id));
            assert_eq!(rewinds(&record.log), expected, "it goes on once");
            let is_kept = |it: &&Acknowledged| {
                record.log.iter().any(|entry| entry.revisions[it.seat] == it.revision)
            };
            let kept = acknowledged.iter().filter(is_kept).count();
            assert_eq!(kept < acknowledged.len(), expected > 0, "a round was lost with the server");
            let watching = tokio::time::timeout(PATIENCE, join_all(table.watching)).await;
            for (story, seat) in watching.expect("the streams end in time").into_iter().zip(1..) {
                let lost = story.expect("a watcher").check(seat, &record.log);
                assert_eq!(lost > 0, expected > 0, "seat {seat} has seen the lost round");
            }
            for (player, client) in table.players.iter().zip(pair.clients().into_iter().rev()) {
                let elsewhere = Player { client, ..player.clone() };
                assert_eq!(player.view().await, elsewhere.view().await);
            }
        }
    }
}

impl Table {
    async fn open(pair: &Pair, rounds: &watch::Sender<u32>) -> Self {
        let [one, two] = pair.clients();
        let options = pb::Options { rounds: ROUNDS }.encode_to_vec().into();
        let request = play::CreateMatchRequest {
            game: "envelopes".to_owned(),
            seats: 2,
            options,
            start_when_full: true,
            ..Default::default()
        };
        let created = one.clone().create_match(request).await.expect("a match").into_inner();
        let match_id = created.game_match.expect("the match").match_id;
        let players =
            [Player::sit(&one, &match_id, "Ann").await, Player::sit(&two, &match_id, "Bea").await];
        kit_testing::wait_until("it has started", async || {
            !players[1].view().await.seats_to_act.is_empty()
        })
        .await;
        let watching = players.clone().map(|player| tokio::spawn(Story::of(player)));
        let clients = [[one.clone(), two.clone()], [two, one]];
        let playing = [1, 2].map(|seat| {
            let (player, clients) = (players[seat - 1].clone(), clients[seat - 1].clone());
            tokio::spawn(play(seat, player, clients, rounds.subscribe()))
        });
        Self { match_id, players, playing, watching }
    }
}

pub(crate) fn state(view: &play::View) -> pb::State {
    pb::State::decode(&view.state[..]).expect("a state of the toy game")
}

/// Plays a seat to the end. Cards are put in and taken back until a round may end.
async fn play(
    seat: usize,
    player: Player,
    clients: [MatchClient; 2],
    rounds: watch::Receiver<u32>,
) -> Vec<Acknowledged> {
    let mut acknowledged = Vec::new();
    let mut pace = tokio::time::interval(PACE);
    for number in 0.. {
        pace.tick().await;
        let request = player.request(play::GetViewRequest { match_id: player.match_id.clone() });
        let view = match player.client.clone().get_view(request).await {
            Ok(answer) => answer.into_inner().view.expect("the view"),
            Err(status) if may_pass(&status) => continue,
            Err(status) => panic!("a player is refused: {status:?}"),
        };
        if view.outcome.is_some() {
            break;
        }
        let state = state(&view);
        let me = &state.players[seat - 1];
        let kind = match me.envelope {
            _ if me.sealed => continue,
            0 => pb::action::Kind::Choose(pb::Choose { card: me.hand[0] }),
            _ if state.round <= *rounds.borrow() => pb::action::Kind::Seal(pb::Seal {}),
            _ => pb::action::Kind::TakeBack(pb::TakeBack {}),
        };
        let request = play::SubmitActionsRequest {
            match_id: player.match_id.clone(),
            actions: vec![pb::Action { kind: Some(kind) }.encode_to_vec().into()],
            request_id: format!("request-{number:09}"),
            ..Default::default()
        };
        if let Some(revision) = insist(&player, &clients, request).await {
            acknowledged.push(Acknowledged { seat, revision });
        }
    }
    acknowledged
}

/// Repeats a request at one replica and then the other until it is answered. None if it
/// fits no longer, since what it came from is lost.
async fn insist(
    player: &Player,
    clients: &[MatchClient; 2],
    request: play::SubmitActionsRequest,
) -> Option<u64> {
    let mut pace = tokio::time::interval(PACE);
    for client in clients.iter().cycle() {
        pace.tick().await;
        match client.clone().submit_actions(player.request(request.clone())).await {
            Ok(answer) => return Some(answer.into_inner().update.expect("an update").revision),
            Err(status) if may_pass(&status) => {}
            Err(status) => {
                let name = reason(&status).name();
                let stale = ["RULE_VIOLATION", "NOT_AWAITED", "MATCH_OVER"];
                assert!(stale.contains(&name), "a player is refused: {status:?}");
                return None;
            }
        }
    }
    None
}
