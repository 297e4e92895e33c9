//! What comes to a match on a desk from outside: bytes of a store, and tokens.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_store::Stored;
use tonic::metadata::{Ascii, MetadataMap, MetadataValue};

use super::{Desk, Rulebook};
use crate::api::check_submission;
use crate::api::export_match::FORMAT;
use crate::record::Record;
use crate::tokens::{Token, seat_token, viewer};

impl Desk {
    /// What a store keeps of the match.
    pub fn stored(&self) -> Stored {
        Stored {
            commit: self.record.table.commit,
            roster: self.record.roster_bytes(),
            position: self.record.position_bytes(),
        }
    }

    /// The match that a store gives back.
    ///
    /// # Errors
    /// If it is none.
    pub fn restore(rulebook: &Rulebook, stored: &Stored) -> Result<Self, Reason> {
        let record = Record::decode(stored).map_err(|_| Reason::bug())?;
        Ok(Self { rulebook: rulebook.clone(), record })
    }

    /// An operator ends the match.
    ///
    /// # Errors
    /// If it is over.
    pub fn abort(&mut self, reason: &str) -> Result<LogEntry, Reason> {
        let change = crate::play::abort(&self.record, reason)?;
        Ok(self.commit(change))
    }

    /// What ExportMatch says, given the log.
    pub fn export(&self, log: Vec<LogEntry>) -> MatchExport {
        MatchExport {
            format: FORMAT,
            game_match: Some(self.record.to_match()),
            server_seed: self.record.roster.server_seed.clone(),
            seat_seeds: Arc::unwrap_or_clone(Arc::clone(&self.record.seeds)),
            log,
        }
    }

    /// The token of a seat of the table.
    pub fn token(&self, seat: Seat) -> Option<String> {
        let chair = self.record.table.chair(seat).ok()?;
        Some(seat_token(&self.record, seat, chair.seated_at))
    }

    /// Who somebody is who sends this with a request.
    ///
    /// # Errors
    /// If it is no token of the match.
    pub fn viewer_of(&self, authorization: MetadataValue<Ascii>) -> Result<Viewer, Reason> {
        let mut metadata = MetadataMap::new();
        metadata.insert("authorization", authorization);
        viewer(Token::of(&metadata)?.as_ref(), &self.record)
    }

    /// Whether a submission can be looked at: the first thing that happens to
    /// one.
    ///
    /// # Errors
    /// With all that is wrong.
    pub fn check_submission(actions: Vec<Bytes>, request_id: &str) -> Result<(), Reason> {
        let wanted = play::SubmitActionsRequest { actions, ..Default::default() };
        check_submission(&wanted, request_id)
    }
}
