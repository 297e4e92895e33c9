//! ListUnarchived and MarkArchived: what an archive still has to fetch.

use std::sync::Arc;
use std::time::SystemTime;

use kit_proto::bakufu::play::v1 as play;
use kit_service::{Precondition, Reason};
use match_orchestrator_core::{Faults, agenda};
use match_orchestrator_store::{Rewrite, Status};
use tonic::Request;

use super::Answer;
use crate::filing;
use crate::limits::{COMMIT_ATTEMPTS_MAX, PAGE_DEFAULT, PAGE_MAX, RETRY_AFTER};
use crate::matches::head;
use crate::orchestrator::Orchestrator;

pub(crate) async fn list_unarchived(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListUnarchivedRequest>,
) -> Answer<play::ListUnarchivedResponse> {
    let wanted = request.into_inner();
    let mut faults = Faults::default();
    faults.require(wanted.page_size <= PAGE_MAX, "page_size", "is at most 100");
    faults.finish()?;
    let page = if wanted.page_size == 0 { PAGE_DEFAULT } else { wanted.page_size } as usize;
    let Orchestrator { store, matches, .. } = &**orchestrator;
    let (mut match_ids, mut total) = (Vec::new(), 0);
    for (label, count) in matches.timed("Counts", store.counts()).await? {
        if label.status != Status::Over {
            continue;
        }
        total += count;
        if match_ids.len() < page {
            let more = store.labelled(&label, page - match_ids.len());
            match_ids.extend(matches.timed("Labelled", more).await?);
        }
    }
    Ok(play::ListUnarchivedResponse { match_ids, total }.into())
}

pub(crate) async fn mark_archived(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::MarkArchivedRequest>,
) -> Answer<play::MarkArchivedResponse> {
    let wanted = request.into_inner();
    let mut faults = Faults::default();
    let fits = wanted.match_ids.len() <= PAGE_MAX as usize;
    faults.require(fits, "match_ids", "are at most 100");
    faults.finish()?;
    for match_id in &wanted.match_ids {
        match mark(orchestrator, match_id).await {
            Ok(()) | Err(Reason::UnknownMatch) => {}
            Err(reason) => return Err(reason.into()),
        }
    }
    Ok(play::MarkArchivedResponse {}.into())
}

async fn mark(orchestrator: &Orchestrator, match_id: &str) -> Result<(), Reason> {
    let Orchestrator { store, matches, .. } = orchestrator;
    for _ in 0..COMMIT_ATTEMPTS_MAX {
        let game_match = matches.read(match_id).await?;
        if !game_match.is_over() {
            let message = format!("{match_id} is not over, so there is no record to archive");
            return Err(Reason::Precondition { unmet: Precondition::NotOver, message });
        }
        let archived = match game_match.is_archived() {
            true => game_match,
            false => {
                let (before, archived) = (head(&game_match), game_match.archived());
                let rewrite = Rewrite { roster: archived.roster_bytes(), entries: Vec::new() };
                if !matches.timed("Rewrite", store.rewrite(match_id, &before, &rewrite)).await? {
                    continue;
                }
                // The copy here does not know of it.
                matches.forget(match_id);
                archived
            }
        };
        // Also if it was marked before: whoever did may have come no further.
        let (_, next) = agenda(&archived, &matches.lifetimes, SystemTime::now().into());
        let filing = filing::anew(&archived, next, None);
        if matches.timed("File", store.file(match_id, &head(&archived), &filing)).await? {
            return Ok(());
        }
    }
    Err(Reason::Overloaded { retry_after: RETRY_AFTER })
}
