//! Two versions of a game side by side: a match is played by the rules that it
//! began with.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use kit_testing::wait_until;
use match_orchestrator_store::Memory;

use crate::rules_pod::{Names, RulesPod};
use crate::table::{MatchClient, Player, create, start_reaching};

/// The newer one comes first in a list that is sorted as text.
const OLD: &str = "1.9";
const NEW: &str = "1.10";

struct Fixture {
    names: Names,
    client: MatchClient,
}

impl Fixture {
    /// A replica that finds the versions under two names.
    async fn set(old: &[&RulesPod], new: &[&RulesPod]) -> Self {
        let names = Names::default();
        names.lead("old", old);
        names.lead("new", new);
        let addresses = ["http://old:7100".to_owned(), "http://new:7100".to_owned()];
        let store = Arc::new(Memory::default());
        let client = start_reaching(store, &addresses, names.reach()).await;
        Self { names, client }
    }

    /// The version that new matches get, and all that can be played, newest
    /// first.
    async fn versions(&self) -> (String, Vec<String>) {
        let answer = self.client.clone().list_games(play::ListGamesRequest {}).await;
        let mut answer = answer.expect("a list").into_inner();
        assert_eq!(answer.games.len(), 1, "one entry per game");
        let takers: Vec<_> =
            answer.versions.iter().filter(|version| version.takes_new_matches).collect();
        let shown = answer.games.remove(0).rules_version;
        assert!(takers.iter().all(|version| version.rules_version == shown));
        assert_eq!(takers.len(), answer.versions.len().min(1));
        (shown, answer.versions.into_iter().map(|version| version.rules_version).collect())
    }

    async fn live(&self, wanted: &[&str]) {
        wait_until("these versions can be played", async || self.versions().await.1 == wanted)
            .await;
    }

    /// A new match, with the seat of Ann and its version.
    async fn begin(&self) -> (Player, String) {
        let hosted = create(&mut self.client.clone(), 2, true).await;
        let ann = Player::sit(&self.client, &hosted.match_id, "Ann").await;
        Player::sit(&self.client, &hosted.match_id, "Bea").await;
        wait_until("the match has started", async || !ann.view().await.seats_to_act.is_empty())
            .await;
        let request = play::GetMatchRequest { match_id: hosted.match_id };
        let answer = self.client.clone().get_match(request).await.expect("the match");
        (ann, answer.into_inner().game_match.expect("the match").rules_version)
    }
}

async fn try_legal(player: &Player) -> Result<usize, Reason> {
    let message = play::ListLegalActionsRequest { match_id: player.match_id.clone() };
    let answer = player.client.clone().list_legal_actions(player.request(message)).await;
    let answer = answer.map_err(|status| Reason::from_status(&status).expect("one of ours"))?;
    Ok(answer.into_inner().actions.len())
}

#[tokio::test]
async fn each_match_stays_on_its_version_and_new_ones_take_the_newest() {
    let (old, new) = (RulesPod::of(OLD), RulesPod::of(NEW));
    let fixture = Fixture::set(&[&old], &[]).await;
    fixture.live(&[OLD]).await;
    let (early, version) = fixture.begin().await;
    assert_eq!(version, OLD);

    fixture.names.lead("new", &[&new]);
    fixture.live(&[NEW, OLD]).await;
    assert_eq!(fixture.versions().await.0, NEW);
    let (late, version) = fixture.begin().await;
    assert_eq!(version, NEW);

    for (player, own, other) in [(&early, &old, &new), (&late, &new, &old)] {
        let before = (own.calls(), other.calls());
        let choice = player.legal("Choose").await.remove(0);
        player.submit(vec![choice]).await.expect("a listed action is accepted");
        assert_eq!((own.calls(), other.calls()), (before.0 + 2, before.1));
    }
}

#[tokio::test]
async fn a_match_waits_for_its_version_and_goes_on_when_it_is_back() {
    let (mut old, new) = (RulesPod::of(OLD), RulesPod::of(NEW));
    let fixture = Fixture::set(&[&old], &[]).await;
    fixture.live(&[OLD]).await;
    let (early, _) = fixture.begin().await;
    fixture.names.lead("new", &[&new]);
    fixture.live(&[NEW, OLD]).await;
    let (late, _) = fixture.begin().await;
    let before = early.view().await;

    old.kill();
    fixture.names.lead("old", &[]);
    fixture.live(&[NEW]).await;
    let refused = try_legal(&early).await.expect_err("nobody plays its version");
    assert_eq!(refused.name(), "RULES_UNAVAILABLE");
    assert!(refused.retry_after().is_some());
    assert_eq!(early.view().await, before, "a view needs no pod");
    assert!(try_legal(&late).await.expect("the other version is there") > 0);
    assert_eq!(new.calls(), 3, "a trial, a setup and a list, all of the late match");

    let back = RulesPod::of(OLD);
    fixture.names.lead("old", &[&back]);
    fixture.live(&[NEW, OLD]).await;
    assert!(try_legal(&early).await.expect("its version is back") > 0);
    assert_eq!((back.calls(), new.calls()), (1, 3));
}

#[tokio::test]
async fn when_the_newest_version_is_taken_back_new_matches_get_the_one_before() {
    let (old, new) = (RulesPod::of(OLD), RulesPod::of(NEW));
    let fixture = Fixture::set(&[&old], &[&new]).await;
    fixture.live(&[NEW, OLD]).await;
    fixture.names.lead("new", &[]);
    fixture.live(&[OLD]).await;
    let (_, version) = fixture.begin().await;
    assert_eq!((version.as_str(), new.calls()), (OLD, 0));
}

#[tokio::test]
async fn the_schema_of_each_version_can_be_had() {
    let (old, new) = (RulesPod::of(OLD), RulesPod::of(NEW));
    let fixture = Fixture::set(&[&old], &[&new]).await;
    fixture.live(&[NEW, OLD]).await;
    for (asked, given) in [("", NEW), (OLD, OLD), (NEW, NEW)] {
        let (game, rules_version) = ("envelopes".to_owned(), asked.to_owned());
        let request = play::GetGameSchemaRequest { game, rules_version };
        let answer = fixture.client.clone().get_game_schema(request).await.expect("a schema");
        let facts = answer.into_inner().game.expect("the facts");
        assert_eq!(facts.rules_version, given, "asked for {asked:?}");
    }
    let (game, rules_version) = ("envelopes".to_owned(), "0.1".to_owned());
    let request = play::GetGameSchemaRequest { game, rules_version };
    let refused = fixture.client.clone().get_game_schema(request).await.expect_err("never seen");
    let reason = Reason::from_status(&refused).expect("one of ours");
    assert_eq!(reason.name(), "RULES_UNAVAILABLE");
}
