//! NoteRestored: the store may have lost what somebody has seen.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use tonic::Request;

use super::Answer;
use crate::orchestrator::Orchestrator;

pub(crate) async fn note_restored(
    orchestrator: &Arc<Orchestrator>,
    _request: Request<play::NoteRestoredRequest>,
) -> Answer<play::NoteRestoredResponse> {
    let noted = orchestrator.store.note_set_back();
    orchestrator.matches.timed("NoteSetBack", noted).await?;
    Ok(play::NoteRestoredResponse {}.into())
}
