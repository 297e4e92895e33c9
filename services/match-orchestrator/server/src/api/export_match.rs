//! ExportMatch: the complete record of a finished match.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_service::Reason;
use match_orchestrator_lifecycle::Phase;
use tonic::Request;

use crate::orchestrator::Orchestrator;
use crate::record::Record;

/// The version of the export format.
pub(crate) const FORMAT: u32 = 1;

pub(crate) async fn export_match(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::ExportMatchRequest>,
) -> Result<play::ExportMatchResponse, Reason> {
    let record = orchestrator.matches.current(&request.get_ref().match_id).await?;
    may_export(&record)?;
    let export = play::MatchExport {
        format: FORMAT,
        game_match: Some(record.to_match()),
        server_seed: record.roster.server_seed.clone(),
        seat_seeds: record.seeds.to_vec(),
        log: orchestrator.matches.whole_log(&record).await?,
    };
    Ok(play::ExportMatchResponse { export: Some(export) })
}

/// A match that is not over can't be exported.
pub(crate) fn may_export(record: &Record) -> Result<(), Reason> {
    if record.table.phase == Phase::Over {
        return Ok(());
    }
    let message = "a match can be exported when it is over".to_owned();
    Err(Reason::NotAwaited { message, action_index: None })
}
