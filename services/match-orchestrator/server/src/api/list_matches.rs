//! ListMatches: matches that were created as listed, newest first.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_core::{Faults, Match, Redacted, outgoing};
use match_orchestrator_store::Listing;
use tonic::Request;

use super::Answer;
use crate::limits::{PAGE_DEFAULT, PAGE_MAX};
use crate::orchestrator::Orchestrator;

/// Listings looked at in one call, so that a rare filter can't scan for ever.
const SCANNED_MAX: usize = 1_000;

pub(crate) async fn list_matches(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ListMatchesRequest>,
) -> Answer<play::ListMatchesResponse> {
    let wanted = request.into_inner();
    let mut faults = Faults::default();
    faults.require(wanted.page_size <= PAGE_MAX, "page_size", "is at most 100");
    let known_status = play::MatchStatus::try_from(wanted.status).is_ok();
    faults.require(known_status, "status", "is a MatchStatus");
    let mut before = read_page_token(&wanted.page_token);
    faults.require(
        wanted.page_token.is_empty() || before.is_some(),
        "page_token",
        "is the next_page_token of an earlier answer",
    );
    faults.finish()?;

    let page = if wanted.page_size == 0 { PAGE_DEFAULT } else { wanted.page_size } as usize;
    let mut matches = Vec::new();
    let mut scanned = 0;
    while matches.len() < page && scanned < SCANNED_MAX {
        let listed = orchestrator.store.listed(before.clone(), page);
        let listings = orchestrator.matches.timed("Listed", listed).await?;
        if listings.is_empty() {
            return Ok(page_of(&matches, None));
        }
        for listing in listings {
            scanned += 1;
            match orchestrator.matches.current(&listing.match_id).await {
                Ok(game_match) if passes(&wanted, &game_match) => matches.push(game_match),
                Ok(_) => {}
                // Its retention has ended since.
                Err(Reason::UnknownMatch) => {}
                // A list with a hole would look complete.
                Err(reason) => return Err(reason.into()),
            }
            before = Some(listing);
            if matches.len() == page {
                break;
            }
        }
    }
    Ok(page_of(&matches, before.as_ref()))
}

fn page_of(matches: &[Arc<Match>], last: Option<&Listing>) -> Redacted<play::ListMatchesResponse> {
    let next_page_token = last.map(write_page_token).unwrap_or_default();
    outgoing::match_page(matches.iter().map(|game_match| &**game_match), next_page_token)
}

fn passes(wanted: &play::ListMatchesRequest, game_match: &Match) -> bool {
    (wanted.game.is_empty() || wanted.game == game_match.game())
        && (wanted.status == 0 || wanted.status == i32::from(game_match.status()))
}

fn write_page_token(listing: &Listing) -> String {
    format!("{}-{}", listing.created_at_ms, listing.match_id)
}

fn read_page_token(token: &str) -> Option<Listing> {
    let (created_at_ms, match_id) = token.split_once('-')?;
    Some(Listing { created_at_ms: created_at_ms.parse().ok()?, match_id: match_id.to_owned() })
}
