//! ListGameVersions: who serves each version of a game, and which matches hold
//! it back.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_core::Match;
use tonic::Request;

use super::Answer;
use super::survey::Survey;
use crate::games::compare_versions;
use crate::orchestrator::Orchestrator;

/// Matches that one call looks through.
const MATCHES_MAX: usize = 10_000;
/// Matches that are read in one go.
const STEP: usize = 500;
/// Steps of one call: a store may need some in which it finds nothing.
const STEPS_MAX: usize = 1_000;
/// How many of the matches that hold a version back are named.
const NAMED_MAX: usize = 100;

pub(crate) async fn list_game_versions(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListGameVersionsRequest>,
) -> Answer<play::ListGameVersionsResponse> {
    let wanted = request.into_inner().game;
    let is_wanted = |game: &str| wanted.is_empty() || wanted == game;
    orchestrator.discover_games().await;
    let drained = orchestrator.learn_drains().await?;
    let mut versions = Versions::default();
    for live in orchestrator.games.versions() {
        let version = versions.of(&live.game, &live.rules_version);
        version.pods_ready = live.pods_ready as u32;
        version.takes_new_matches = live.takes_new_matches;
    }
    for one in drained.iter().filter(|drained| !drained.rules_version.is_empty()) {
        versions.of(&one.game, &one.rules_version).drained = true;
    }
    let complete = count_open(orchestrator, &mut versions).await?;
    let whole = drained.into_iter().filter(|drained| drained.rules_version.is_empty());
    let drained_games: Vec<String> =
        whole.map(|drained| drained.game).filter(|game| is_wanted(game)).collect();
    let mut versions: Vec<play::GameVersionStatus> =
        versions.0.into_values().filter(|version| is_wanted(&version.game)).collect();
    for version in &mut versions {
        version.drained |= drained_games.contains(&version.game);
    }
    versions.sort_by(newest_first);
    Ok(play::ListGameVersionsResponse { versions, drained_games, complete }.into())
}

#[derive(Default)]
struct Versions(BTreeMap<(String, String), play::GameVersionStatus>);

impl Versions {
    fn of(&mut self, game: &str, rules_version: &str) -> &mut play::GameVersionStatus {
        let key = (game.to_owned(), rules_version.to_owned());
        self.0.entry(key).or_insert_with(|| play::GameVersionStatus {
            game: game.to_owned(),
            rules_version: rules_version.to_owned(),
            ..Default::default()
        })
    }

    fn count(&mut self, game_match: &Match) {
        let version = self.of(game_match.game(), game_match.rules_version());
        version.open_matches += 1;
        if version.held_back_by.len() < NAMED_MAX {
            version.held_back_by.push(game_match.id().to_owned());
        }
    }
}

/// Counts the matches that are not over. Returns whether all were looked at.
async fn count_open(orchestrator: &Orchestrator, versions: &mut Versions) -> Result<bool, Reason> {
    let mut survey = Survey::default();
    // A store may name a match twice.
    let mut seen = HashSet::new();
    for _ in 0..STEPS_MAX {
        if survey.is_over() || seen.len() >= MATCHES_MAX {
            break;
        }
        for game_match in survey.next(orchestrator, STEP).await? {
            let is_new = seen.insert(game_match.id().to_owned());
            if is_new && !game_match.is_over() {
                versions.count(&game_match);
            }
        }
    }
    Ok(survey.is_over())
}

fn newest_first(left: &play::GameVersionStatus, right: &play::GameVersionStatus) -> Ordering {
    let by_game = left.game.cmp(&right.game);
    by_game.then_with(|| compare_versions(&right.rules_version, &left.rules_version))
}
