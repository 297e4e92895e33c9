//! ListAllMatches: every match, for operators.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_core::{Faults, Match, outgoing};
use tonic::Request;

use super::Answer;
use super::survey::Survey;
use crate::limits::{PAGE_DEFAULT, PAGE_MAX};
use crate::orchestrator::Orchestrator;

/// Steps of one call, so that a rare filter can't go on for ever.
const STEPS_MAX: usize = 50;

pub(crate) async fn list_all_matches(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListAllMatchesRequest>,
) -> Answer<play::ListAllMatchesResponse> {
    let wanted = request.into_inner();
    let mut survey = check(&wanted)?;
    let page = if wanted.page_size == 0 { PAGE_DEFAULT } else { wanted.page_size } as usize;
    let mut matches = Vec::new();
    for _ in 0..STEPS_MAX {
        if matches.len() == page || survey.is_over() {
            break;
        }
        // Never more than fit: what was looked at is not looked at again.
        let found = survey.next(orchestrator, page - matches.len()).await?;
        let wanted = found.iter().filter(|game_match| passes(&wanted, game_match));
        matches.extend(wanted.map(outgoing::summary));
    }
    Ok(outgoing::summaries(matches, survey.to_token()))
}

fn check(wanted: &play::ListAllMatchesRequest) -> Result<Survey, Reason> {
    let mut faults = Faults::default();
    faults.require(wanted.page_size <= PAGE_MAX, "page_size", "is at most 100");
    let known_status = play::MatchStatus::try_from(wanted.status).is_ok();
    faults.require(known_status, "status", "is a MatchStatus");
    let survey = Survey::read(&wanted.page_token);
    let why = "is the next_page_token of an earlier answer";
    faults.require(survey.is_some(), "page_token", why);
    faults.finish()?;
    survey.ok_or_else(Reason::bug)
}

fn passes(wanted: &play::ListAllMatchesRequest, game_match: &Match) -> bool {
    (wanted.game.is_empty() || wanted.game == game_match.game())
        && (wanted.rules_version.is_empty() || wanted.rules_version == game_match.rules_version())
        && (wanted.status == 0 || wanted.status == i32::from(game_match.status()))
}
