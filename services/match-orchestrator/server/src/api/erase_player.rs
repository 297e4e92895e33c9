//! ErasePlayer: who a player was is forgotten, and the record stays true.

use std::sync::Arc;

use futures::{StreamExt, TryStreamExt, stream};
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::erase_player_request::Whom;
use kit_service::Reason;
use match_orchestrator_core::limits::NAME_CHARS_MAX;
use match_orchestrator_core::{CommitNumber, Faults, Match};
use tonic::Request;

use super::Answer;
use super::survey::Survey;
use crate::orchestrator::Orchestrator;

/// Matches that one call looks through.
const LOOKED_AT_MAX: usize = 200;
/// Steps of one call: the store may find few matches in each.
const STEPS_MAX: usize = 50;
/// Matches that are looked through at the same time.
const AT_ONCE_MAX: usize = 16;

pub(crate) async fn erase_player(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ErasePlayerRequest>,
) -> Answer<play::ErasePlayerResponse> {
    let wanted = request.into_inner();
    let survey = check(&wanted)?;
    Ok(match wanted.whom {
        Some(Whom::Sitting(sitting)) => by_sitting(orchestrator, sitting).await?,
        Some(Whom::Name(name)) => by_name(orchestrator, &name, survey).await?,
        None => return Err(Reason::bug().into()),
    }
    .into())
}

fn check(wanted: &play::ErasePlayerRequest) -> Result<Survey, Reason> {
    let mut faults = Faults::default();
    match &wanted.whom {
        None => faults.add("name", "is needed, or a sitting"),
        Some(Whom::Name(name)) => {
            let fits = (1..=NAME_CHARS_MAX).contains(&name.chars().count());
            faults.require(fits, "name", "is 1 to 40 characters");
        }
        Some(Whom::Sitting(_)) => {
            let why = "is for a name only";
            faults.require(wanted.page_token.is_empty(), "page_token", why);
        }
    }
    let survey = Survey::read(&wanted.page_token);
    let why = "is the next_page_token of an earlier answer";
    faults.require(survey.is_some(), "page_token", why);
    faults.finish()?;
    survey.ok_or_else(Reason::bug)
}

async fn by_sitting(
    orchestrator: &Arc<Orchestrator>,
    sitting: play::Sitting,
) -> Result<play::ErasePlayerResponse, Reason> {
    erase(orchestrator, &sitting).await?;
    let (erased, next_page_token) = (vec![sitting], String::new());
    Ok(play::ErasePlayerResponse { erased, next_page_token, looked_at: 1 })
}

/// Erases a name in some of all matches. What was erased is told even if the rest
/// fails: nobody finds it by its name any more.
async fn by_name(
    orchestrator: &Arc<Orchestrator>,
    name: &str,
    mut survey: Survey,
) -> Result<play::ErasePlayerResponse, Reason> {
    let mut answer = play::ErasePlayerResponse::default();
    for _ in 0..STEPS_MAX {
        let left = LOOKED_AT_MAX - answer.looked_at as usize;
        if left == 0 || survey.is_over() {
            break;
        }
        match step(orchestrator, name, &mut survey, left, &mut answer).await {
            Ok(()) => {}
            // Whoever goes on from here meets the fault, if it is still there.
            Err(reason) if !answer.erased.is_empty() => {
                tracing::warn!(reason = reason.name(), "a player is erased in some matches only");
                break;
            }
            Err(reason) => return Err(reason),
        }
    }
    answer.next_page_token = survey.to_token();
    Ok(answer)
}

/// Looks through the next matches, and erases the name in them.
async fn step(
    orchestrator: &Arc<Orchestrator>,
    name: &str,
    survey: &mut Survey,
    max: usize,
    answer: &mut play::ErasePlayerResponse,
) -> Result<(), Reason> {
    let matches = survey.next(orchestrator, max).await?;
    let erased = erase_in(orchestrator, name, &matches, &mut answer.erased).await;
    match erased {
        Ok(()) => answer.looked_at += matches.len() as u32,
        Err(_) => survey.put_back(matches.iter().map(|game_match| game_match.id().to_owned())),
    }
    erased
}

async fn erase_in(
    orchestrator: &Arc<Orchestrator>,
    name: &str,
    matches: &[Match],
    erased: &mut Vec<play::Sitting>,
) -> Result<(), Reason> {
    let mut looks = Vec::with_capacity(matches.len());
    for game_match in matches {
        looks.push(find(orchestrator, game_match, name));
    }
    let found: Vec<Vec<play::Sitting>> =
        stream::iter(looks).buffered(AT_ONCE_MAX).try_collect().await?;
    for sitting in found.into_iter().flatten() {
        match erase(orchestrator, &sitting).await {
            Ok(()) => erased.push(sitting),
            Err(Reason::UnknownMatch) => {}
            Err(reason) => return Err(reason),
        }
    }
    Ok(())
}

async fn find(
    orchestrator: &Orchestrator,
    game_match: &Match,
    name: &str,
) -> Result<Vec<play::Sitting>, Reason> {
    let commits = orchestrator.matches.sittings_of(game_match, name).await?;
    let sitting = |commit: CommitNumber| play::Sitting {
        match_id: game_match.id().to_owned(),
        commit: commit.get(),
    };
    Ok(commits.into_iter().map(sitting).collect())
}

async fn erase(orchestrator: &Arc<Orchestrator>, sitting: &play::Sitting) -> Result<(), Reason> {
    let play::Sitting { match_id, commit } = sitting;
    let after = |done: &_| orchestrator.after(done);
    orchestrator.matches.erase(match_id, CommitNumber::new(*commit), after).await?;
    // Whose answer gets lost finds here what to erase again after a restore.
    tracing::info!(target: "audit", match_id, commit, "player erased");
    Ok(())
}
