//! ListGameVersions: who serves each version of a game, and which matches hold
//! it back.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_store::Status;
use tonic::Request;

use super::Answer;
use crate::games::compare_versions;
use crate::orchestrator::Orchestrator;

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
}

/// Counts the matches that are not over, and names some. Returns whether all are
/// counted: those of an earlier version of the store may still be carried over.
async fn count_open(orchestrator: &Orchestrator, versions: &mut Versions) -> Result<bool, Reason> {
    let Orchestrator { store, matches, .. } = orchestrator;
    for (label, count) in matches.timed("Counts", store.counts()).await? {
        if matches!(label.status, Status::Over | Status::Archived) {
            continue;
        }
        let version = versions.of(&label.version.game, &label.version.rules_version);
        version.open_matches += count;
        let more = NAMED_MAX.saturating_sub(version.held_back_by.len());
        let named = matches.timed("Labelled", store.labelled(&label, more)).await?;
        version.held_back_by.extend(named);
    }
    Ok(matches.timed("Unfiled", store.unfiled(1)).await?.is_empty())
}

fn newest_first(left: &play::GameVersionStatus, right: &play::GameVersionStatus) -> Ordering {
    let by_game = left.game.cmp(&right.game);
    by_game.then_with(|| compare_versions(&right.rules_version, &left.rules_version))
}
