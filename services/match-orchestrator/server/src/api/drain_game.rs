//! DrainGame: an operator keeps new matches away from a game.

use std::collections::BTreeSet;
use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::{Precondition, Reason};
use match_orchestrator_store::GameVersion;
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn drain_game(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::DrainGameRequest>,
) -> Answer<play::DrainGameResponse> {
    let play::DrainGameRequest { game, rules_version, drained } = request.into_inner();
    orchestrator.discover_games().await;
    let before = orchestrator.learn_drains().await?;
    let wanted = GameVersion { game, rules_version };
    check(orchestrator, &wanted, &before)?;
    if drained {
        orchestrator.drain(&wanted, true).await?;
    } else {
        check_undrain(&wanted, &before)?;
        for version in before.iter().filter(|version| is_part(version, &wanted)) {
            orchestrator.drain(version, false).await?;
        }
    }
    let after = orchestrator.learn_drains().await?;
    Ok(answer(orchestrator, &wanted.game, &after).into())
}

/// What is not there is a slip of the pen. What is drained can be taken back
/// although nobody serves it any more.
fn check(
    orchestrator: &Orchestrator,
    wanted: &GameVersion,
    drained: &BTreeSet<GameVersion>,
) -> Result<(), Reason> {
    let live = orchestrator.games.versions();
    let mut versions: BTreeSet<&str> = live
        .iter()
        .filter(|live| live.game == wanted.game)
        .map(|live| live.rules_version.as_str())
        .collect();
    let of_game = drained.iter().filter(|drained| drained.game == wanted.game);
    versions.extend(of_game.map(|drained| drained.rules_version.as_str()));
    if versions.is_empty() {
        return Err(Reason::UnknownGame { game: wanted.game.clone() });
    }
    if wanted.rules_version.is_empty() || versions.contains(wanted.rules_version.as_str()) {
        return Ok(());
    }
    versions.remove("");
    let known: Vec<&str> = versions.into_iter().collect();
    let why = format!("is one of {}, or empty for the whole game", known.join(", "));
    Err(Reason::malformed("rules_version", why))
}

fn check_undrain(wanted: &GameVersion, drained: &BTreeSet<GameVersion>) -> Result<(), Reason> {
    let whole = GameVersion { rules_version: String::new(), ..wanted.clone() };
    if wanted.rules_version.is_empty() || !drained.contains(&whole) {
        return Ok(());
    }
    let message = format!(
        "{} is drained as a whole: take that back first, with an empty rules_version",
        wanted.game
    );
    Err(Reason::Precondition { unmet: Precondition::GameDrained, message })
}

/// Whether a drain ends with the one that is taken back.
fn is_part(version: &GameVersion, wanted: &GameVersion) -> bool {
    version.game == wanted.game
        && (wanted.rules_version.is_empty() || version.rules_version == wanted.rules_version)
}

fn answer(
    orchestrator: &Orchestrator,
    game: &str,
    drained: &BTreeSet<GameVersion>,
) -> play::DrainGameResponse {
    let of_game = drained.iter().filter(|drained| drained.game == game);
    let (whole, versions): (Vec<_>, Vec<_>) =
        of_game.partition(|drained| drained.rules_version.is_empty());
    let live = orchestrator.games.versions();
    let new = live.into_iter().find(|live| live.game == game && live.takes_new_matches);
    play::DrainGameResponse {
        all_drained: !whole.is_empty(),
        drained_versions: versions.iter().map(|drained| drained.rules_version.clone()).collect(),
        new_matches_get: new.map(|new| new.rules_version).unwrap_or_default(),
    }
}
