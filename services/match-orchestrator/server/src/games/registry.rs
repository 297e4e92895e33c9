//! Registry of games and their versions, found out by asking their pods.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Roots, Schema, SchemaFault};
use kit_rules::SEATS_MAX;
use kit_service::telemetry::Seldom;
use kit_service::tls::AddressError;
use kit_service::{Metrics, Reason};
use match_orchestrator_core::{Match, is_plain};
use match_orchestrator_store::{Label, Status, Store};
use tokio_util::sync::CancellationToken;

use super::address::{Address, Reach};
use super::caller::refused_for;
use super::connect::{ANSWER_MAX, Connection};
use super::keeper::Keeper;
use super::versions::{self, Drained, VersionInfo};
use super::{Game, RulesLimits};
use crate::drains;
use crate::limits::RETRY_AFTER;

/// How long a version must have been without a pod before another schema may take its
/// name, and an address before another game may take it. A connection that breaks for a
/// moment gives neither away.
pub(super) const ABANDONED_AFTER: Duration = Duration::from_secs(10);

/// All games that have described themselves.
pub(crate) struct Games {
    /// The versions of each game, newest first. None is ever removed.
    versions: RwLock<BTreeMap<String, Vec<Arc<Game>>>>,
    /// Held while a version is added, so that two pods can't add two of a name.
    admission: Mutex<()>,
    drained: RwLock<Drained>,
    /// The addresses whose pods are kept, each with a token that is cancelled
    /// when they were asked for the first time.
    kept: Mutex<BTreeMap<String, CancellationToken>>,
    /// Knows which versions matches are pinned to.
    store: Arc<dyn Store>,
    reach: Reach,
    limits: RulesLimits,
    metrics: Metrics,
    stop: CancellationToken,
    seldom: Seldom,
}

/// Why a game can't be registered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RegisterError {
    #[error("the address is not a URL such as http://samurai:7101")]
    Address,
    #[error("the host of the address can't be the name of a certificate")]
    Name(#[source] AddressError),
    #[error("the address can't be resolved")]
    Resolve(#[source] io::Error),
    #[error("no rules service answers there")]
    Unreachable(#[source] Box<tonic::Status>),
    #[error("the description is incomplete: {0}")]
    Description(&'static str),
    #[error("the schema can't be redacted: {0}")]
    Schema(#[from] SchemaFault),
    #[error(
        "{game} {version} is known with another schema from {known_from}: raise the rules version"
    )]
    Conflict { game: String, version: String, known_from: String },
    #[error("the address serves {game}, and now tells that it is {told:?}")]
    OtherGame { game: String, told: String },
}

/// Whether a version that is known otherwise may be described anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Taken,
    Free,
}

impl Games {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        reach: Reach,
        limits: RulesLimits,
        metrics: Metrics,
        stop: CancellationToken,
    ) -> Self {
        let (versions, admission, drained, kept, seldom) = Default::default();
        Self { versions, admission, drained, kept, store, reach, limits, metrics, stop, seldom }
    }

    /// All games, sorted by id, each in the version that new matches get.
    pub(crate) fn list(&self) -> Vec<Arc<Game>> {
        let versions = self.versions.read().expect(NEVER_POISONED);
        versions.values().filter_map(|all| self.foremost(all)).cloned().collect()
    }

    /// The game with this id, in the version that new matches get.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Game>, Reason> {
        let versions = self.versions.read().expect(NEVER_POISONED);
        let game = versions.get(id).and_then(|all| self.foremost(all)).cloned();
        game.ok_or_else(|| Reason::UnknownGame { game: id.to_owned() })
    }

    /// The game with this id, if it takes new matches.
    pub(crate) fn for_new_match(&self, id: &str) -> Result<Arc<Game>, Reason> {
        let game = self.get(id)?;
        if self.is_drained(&game) {
            return Err(drains::refusal(id));
        }
        Ok(game)
    }

    /// One version of a game, whether it has pods or not.
    pub(crate) fn version(&self, id: &str, version: &str) -> Option<Arc<Game>> {
        let versions = self.versions.read().expect(NEVER_POISONED);
        versions.get(id)?.iter().find(|game| game.facts.rules_version == version).cloned()
    }

    /// The game of a match, in the version that the match is pinned to. It is
    /// there from the first pod on that was ever seen, so views are, too.
    pub(crate) fn of(&self, game_match: &Match) -> Result<Arc<Game>, Reason> {
        let (game, version) = (game_match.game(), game_match.rules_version());
        self.version(game, version).ok_or_else(|| {
            refused_for(game);
            if let Some(count) = self.seldom.due(&format!("{game} {version}")) {
                tracing::warn!(%game, %version, count, "no rules service of the match's version");
            }
            Reason::RulesUnavailable { retry_after: RETRY_AFTER }
        })
    }

    /// What there is to tell operators about every version, sorted by game,
    /// newest first.
    pub(crate) fn versions(&self) -> Vec<VersionInfo> {
        let versions = self.versions.read().expect(NEVER_POISONED);
        let infos = versions.values().flat_map(|all| {
            let foremost = self.foremost(all);
            all.iter().map(move |game| {
                let (pods_ready, drained) = (game.pods.count(), self.is_drained(game));
                let is_foremost = foremost.is_some_and(|one| Arc::ptr_eq(one, game));
                VersionInfo {
                    game: game.facts.id.clone(),
                    rules_version: game.facts.rules_version.clone(),
                    pods_ready,
                    drained,
                    takes_new_matches: is_foremost && pods_ready > 0 && !drained,
                }
            })
        });
        infos.collect()
    }

    /// Keeps new matches away from a version, or from all versions of a game,
    /// or lets them in again. Running matches play on.
    pub(crate) fn set_drained(&self, game: &str, version: Option<&str>, drained: bool) {
        self.drained.write().expect(NEVER_POISONED).set(game, version, drained);
    }

    /// Registers the game at an address, and keeps its pods from now on.
    pub(crate) async fn register(
        self: &Arc<Self>,
        address: &str,
    ) -> Result<Arc<Game>, RegisterError> {
        let game = self.ask(&Address::parse(address)?).await?;
        self.keep(address);
        // Whoever registers a game wants to play it: a moment later it takes
        // calls, unless its pod has gone meanwhile.
        tokio::time::timeout(ANSWER_MAX, game.pods.wait()).await.ok();
        Ok(game)
    }

    /// Keeps the pods of an address from now on, whether there are any or not.
    pub(crate) fn keep(self: &Arc<Self>, address: &str) {
        let mut kept = self.kept.lock().expect(NEVER_POISONED);
        if kept.contains_key(address) {
            return;
        }
        let tried = match Address::parse(address) {
            Ok(address) => Keeper::start(Arc::downgrade(self), address),
            Err(error) => {
                tracing::error!(address, %error, "game can't be registered");
                let tried = CancellationToken::new();
                tried.cancel();
                tried
            }
        };
        kept.insert(address.to_owned(), tried);
    }

    /// Waits until every address that is kept was asked once. Before that, a
    /// game that is there may still be unknown.
    pub(crate) async fn tried(&self) {
        let kept: Vec<_> = self.kept.lock().expect(NEVER_POISONED).values().cloned().collect();
        for tried in kept {
            tried.cancelled().await;
        }
    }

    /// Whether the pods of an address are kept.
    pub(crate) fn keeps(&self, address: &str) -> bool {
        self.kept.lock().expect(NEVER_POISONED).contains_key(address)
    }

    /// The version that a pod at an address describes: a known one, or a new one.
    ///
    /// Whoever described a version first is believed, for as long as there are pods of
    /// it or matches that are not over: their states are of that schema.
    pub(super) async fn admit(
        &self,
        description: rules::DescribeResponse,
        from: &Address,
    ) -> Result<Arc<Game>, RegisterError> {
        match self.admit_as(description.clone(), from, Name::Taken) {
            Err(RegisterError::Conflict { game, version, .. })
                if self.is_abandoned(&game, &version).await =>
            {
                self.admit_as(description, from, Name::Free)
            }
            other => other,
        }
    }

    /// Whether nobody plays a version any more, and no match needs it.
    async fn is_abandoned(&self, id: &str, version: &str) -> bool {
        let Some(known) = self.version(id, version) else { return true };
        if known.pods.empty_for().is_none_or(|time| time < ABANDONED_AFTER) {
            return false;
        }
        let is_open = |label: &Label| {
            let is_over = matches!(label.status, Status::Over | Status::Archived);
            label.version.game == id && label.version.rules_version == version && !is_over
        };
        // While nobody can tell, somebody may need it.
        let (counts, unfiled) = futures::join!(self.store.counts(), self.store.unfiled(1));
        let is_needed = |counts: Vec<(Label, u64)>| {
            counts.iter().any(|(label, count)| is_open(label) && *count > 0)
        };
        counts.is_ok_and(|counts| !is_needed(counts)) && unfiled.is_ok_and(|some| some.is_empty())
    }

    pub(super) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Whether this process is about to end.
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// The version of a game that new matches get: the newest one that takes
    /// them. If none does, the one that is closest to it.
    fn foremost<'a>(&self, newest_first: &'a [Arc<Game>]) -> Option<&'a Arc<Game>> {
        newest_first.iter().min_by_key(|game| (self.is_drained(game), game.pods.count() == 0))
    }

    fn is_drained(&self, game: &Game) -> bool {
        let drained = self.drained.read().expect(NEVER_POISONED);
        drained.holds(&game.facts.id, &game.facts.rules_version)
    }

    fn admit_as(
        &self,
        description: rules::DescribeResponse,
        from: &Address,
        name: Name,
    ) -> Result<Arc<Game>, RegisterError> {
        let facts = description.game.clone().unwrap_or_default();
        let (id, version) = (facts.id.clone(), facts.rules_version.clone());
        let _alone = self.admission.lock().expect(NEVER_POISONED);
        if let Some(known) = self.version(&id, &version) {
            if known.is_described_by(&description) {
                return Ok(known);
            }
            // A pod of it may have come back while somebody looked for matches.
            if name == Name::Taken || known.pods.count() > 0 {
                let known_from = known.described_by.clone();
                return Err(RegisterError::Conflict { game: id, version, known_from });
            }
            tracing::error!(game = %id, %version, "a version has come back with another schema");
        }
        check_facts(&facts)?;
        let roots = Roots {
            options: &facts.options_message,
            state: &facts.state_message,
            action: &facts.action_message,
            event: &facts.event_message,
        };
        let schema = Schema::compile(&description.descriptor_set, &roots)?;
        let (limits, metrics) = (self.limits, self.metrics.clone());
        let game = Arc::new(Game::new(description, schema, from.to_string(), limits, metrics));
        let mut versions = self.versions.write().expect(NEVER_POISONED);
        let all = versions.entry(id.clone()).or_default();
        all.retain(|one| one.facts.rules_version != version);
        all.push(Arc::clone(&game));
        all.sort_by(|left, right| {
            versions::compare(&right.facts.rules_version, &left.facts.rules_version)
        });
        tracing::info!(game = %id, %version, "game registered");
        Ok(game)
    }

    /// Asks the first pod of an address that answers.
    async fn ask(&self, address: &Address) -> Result<Arc<Game>, RegisterError> {
        let pod_addresses =
            address.pod_addresses(&*self.reach.resolver).await.map_err(RegisterError::Resolve)?;
        let mut failure = RegisterError::Resolve(io::ErrorKind::NotFound.into());
        for pod_address in pod_addresses {
            let answer = match Connection::open(&self.reach.tls, address, pod_address).await {
                Ok(connection) => connection.describe().await,
                Err(error) => Err(error),
            };
            let admitted = match answer {
                Ok(description) => self.admit(description, address).await,
                Err(error) => Err(error),
            };
            match admitted {
                Ok(game) => return Ok(game),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the games";

fn check_facts(facts: &rules::Game) -> Result<(), RegisterError> {
    let id_is_plain = !facts.id.is_empty()
        && facts.id.len() <= 32
        && facts.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if !id_is_plain {
        return Err(RegisterError::Description("the id is 1 to 32 lower-case letters"));
    }
    if facts.rules_version.is_empty() || facts.rules_version.len() > 32 {
        return Err(RegisterError::Description("the rules version is 1 to 32 characters"));
    }
    let seats_fit = facts.seats_min >= 1
        && facts.seats_min <= facts.seats_max
        && facts.seats_max <= u32::from(SEATS_MAX);
    if !seats_fit {
        return Err(RegisterError::Description("the seat range is not within 1 to 8"));
    }
    let of_option = |option: &rules::GameOption| {
        is_plain(&option.name)
            && is_plain(&option.help)
            && is_plain(&option.default_value)
            && option.values.iter().all(|value| is_plain(value))
    };
    let texts = [&facts.rules_version, &facts.title, &facts.summary];
    if !texts.into_iter().all(|text| is_plain(text)) || !facts.options.iter().all(of_option) {
        return Err(RegisterError::Description("a text is too long or has control characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit_conformance::toy::ToyWire;
    use std::time::SystemTime;

    use kit_rules::SeatCount;
    use match_orchestrator_core::{Lifetimes, NewMatch, create};
    use match_orchestrator_store::Memory;

    use super::*;
    use crate::filing;
    use crate::matches::head;

    const ID: &str = "envelopes";

    fn games(versions: &[&str]) -> Games {
        let limits = RulesLimits { calls_max: 1, call_max: Duration::from_secs(1) };
        let stop = CancellationToken::new();
        let store = Arc::new(Memory::default());
        let games = Games::new(store, Reach::default(), limits, Metrics::unread(), stop);
        for version in versions {
            admit(&games, toy(version), Name::Taken).expect("the toy game can be redacted");
        }
        games
    }

    fn admit(
        games: &Games,
        description: rules::DescribeResponse,
        name: Name,
    ) -> Result<Arc<Game>, RegisterError> {
        games.admit_as(description, &Address::parse("http://toy:7100").expect("a URL"), name)
    }

    fn toy(version: &str) -> rules::DescribeResponse {
        let mut description = kit_rules_server::engine::describe::<ToyWire>();
        let facts = description.game.as_mut().expect("a description has facts");
        facts.rules_version = version.to_owned();
        description
    }

    fn for_new_match(games: &Games) -> String {
        games.for_new_match(ID).expect("a version that takes matches").facts.rules_version.clone()
    }

    #[test]
    fn a_drained_version_gets_no_new_match_but_stays_known() {
        let games = games(&["2", "10", "9"]);
        assert_eq!(for_new_match(&games), "10");
        games.set_drained(ID, Some("10"), true);
        assert_eq!(for_new_match(&games), "9");
        assert!(games.version(ID, "10").is_some(), "its matches play on");
        games.set_drained(ID, Some("10"), false);
        assert_eq!(for_new_match(&games), "10");
    }

    #[test]
    fn a_drained_game_is_listed_and_takes_no_match() {
        let games = games(&["1", "2"]);
        games.set_drained(ID, None, true);
        let reason = games.for_new_match(ID).err().expect("a refusal");
        assert_eq!(reason.name(), "GAME_DRAINED");
        assert_eq!(games.list()[0].facts.rules_version, "2");
        let infos = games.versions();
        let told: Vec<_> =
            infos.iter().map(|info| (&info.rules_version[..], info.drained)).collect();
        assert_eq!(told, [("2", true), ("1", true)]);
        assert!(infos.iter().all(|info| !info.takes_new_matches && info.pods_ready == 0));
    }

    #[tokio::test]
    async fn an_address_where_nobody_answers_counts_as_tried() {
        let games = Arc::new(games(&[]));
        games.keep("http://127.0.0.1:1");
        games.keep("nowhere");
        let tried = tokio::time::timeout(2 * ANSWER_MAX, games.tried()).await;
        assert!(tried.is_ok(), "it is known soon that there is nobody");
        assert_eq!(games.list().len(), 0);
    }

    #[test]
    fn texts_for_people_may_change_within_a_version() {
        let games = games(&["1"]);
        let mut corrected = toy("1");
        corrected.game.as_mut().expect("facts").summary = "Without the typing error.".to_owned();
        let game = admit(&games, corrected, Name::Taken).expect("the same version");
        assert!(Arc::ptr_eq(&game, &games.get(ID).expect("it is known")));
    }

    #[tokio::test(start_paused = true)]
    async fn a_version_keeps_its_schema_while_a_match_needs_it() {
        let games = games(&["1"]);
        let address = Address::parse("http://elsewhere:7100").expect("a URL");
        let mut other = toy("1");
        other.game.as_mut().expect("facts").seats_max += 1;
        let admitted = async || games.admit(other.clone(), &address).await;
        let is_refused = |admitted: Result<Arc<Game>, RegisterError>| {
            matches!(admitted, Err(RegisterError::Conflict { .. }))
        };
        assert!(is_refused(admitted().await), "its pods may be back at any moment");
        let new = NewMatch {
            match_id: "0".repeat(32),
            game: ID.to_owned(),
            rules_version: "1".to_owned(),
            options: Default::default(),
            seats: SeatCount::new(2).expect("two seats"),
            server_seed: [1; 32],
            token_key: [2; 32],
            listed: false,
            start_when_full: false,
            invitation_only: false,
            steps_max: 0,
        };
        let change = create(new, SystemTime::now().into());
        let stored = filing::new_match(&change, &Lifetimes::default());
        games.store.create(stored).await.expect("memory");
        tokio::time::advance(ABANDONED_AFTER).await;
        assert!(is_refused(admitted().await), "a match is of its schema");
        let head = head(&change.after);
        assert!(games.store.delete(change.after.id(), &head, None).await.expect("memory"));
        admitted().await.expect("nobody needs it any more");
    }

    #[test]
    fn a_version_keeps_its_schema_until_its_name_is_free() {
        let games = games(&["1"]);
        let mut other = toy("1");
        other.game.as_mut().expect("facts").seats_max += 1;
        let refused = admit(&games, other.clone(), Name::Taken).err().expect("a refusal");
        assert!(matches!(refused, RegisterError::Conflict { .. }), "{refused}");
        assert!(refused.to_string().contains("from toy:7100"), "{refused}");
        admit(&games, other.clone(), Name::Free).expect("nobody plays the first one now");
        assert_eq!(games.get(ID).expect("one version").facts, other.game.expect("facts"));
        assert_eq!(games.versions().len(), 1);
    }
}
