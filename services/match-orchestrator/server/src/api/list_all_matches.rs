//! ListAllMatches: every match, for operators.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;
use tonic::Request;

use super::input::Faults;
use super::survey::Survey;
use crate::limits::{PAGE_DEFAULT, PAGE_MAX};
use crate::orchestrator::Orchestrator;
use crate::record::Record;

/// Steps of one call, so that a rare filter can't go on for ever.
const STEPS_MAX: usize = 50;

pub(crate) async fn list_all_matches(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListAllMatchesRequest>,
) -> Result<play::ListAllMatchesResponse, Reason> {
    let wanted = request.into_inner();
    let mut survey = check(&wanted)?;
    let page = if wanted.page_size == 0 { PAGE_DEFAULT } else { wanted.page_size } as usize;
    let mut matches = Vec::new();
    for _ in 0..STEPS_MAX {
        if matches.len() == page || survey.is_over() {
            break;
        }
        // Never more than fit: what was looked at is not looked at again.
        let records = survey.next(orchestrator, page - matches.len()).await?;
        matches.extend(records.iter().filter(|record| passes(&wanted, record)).map(summary));
    }
    Ok(play::ListAllMatchesResponse { matches, next_page_token: survey.to_token() })
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

fn passes(wanted: &play::ListAllMatchesRequest, record: &Record) -> bool {
    let roster = &record.roster;
    (wanted.game.is_empty() || wanted.game == roster.game)
        && (wanted.rules_version.is_empty() || wanted.rules_version == roster.rules_version)
        && (wanted.status == 0 || wanted.status == i32::from(record.status()))
}

/// Made of what every spectator may know. The number of commits is not among
/// it: secret acts count there.
fn summary(record: &Record) -> play::MatchSummary {
    let chairs = &record.table.chairs;
    let taken = chairs.iter().filter(|chair| chair.holder != Holder::Open).count();
    play::MatchSummary {
        match_id: record.match_id().to_owned(),
        game: record.roster.game.clone(),
        rules_version: record.roster.rules_version.clone(),
        status: record.status().into(),
        seats: chairs.len() as u32,
        seats_taken: taken as u32,
        created_at: record.roster.created_at,
        listed: record.roster.listed,
        revision: record.table.revision(None),
        aborted: record.aborted(),
    }
}
