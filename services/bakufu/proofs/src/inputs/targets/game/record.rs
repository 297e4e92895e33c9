//! Bytes of a store, tokens, request ids and exports of a match of the game.

use bytes::Bytes;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::{Wire, engine};
use match_orchestrator_server::desk::Desk;
use match_orchestrator_server::verify::verify;
use match_orchestrator_store::Stored;
use prost::Message;
use tonic::metadata::{Ascii, MetadataValue};

use super::desk::Here;
use super::{GameTarget, ROSTER, viewers};

impl<W: Wire> GameTarget<W> {
    /// Restores a match of which one part is the input. What is accepted can be
    /// shown, played on and stored again as the same.
    pub(super) fn record(&self, form: usize, bytes: &Bytes) -> Result<String, String> {
        let mut stored = self.begun.desk.stored();
        let part = if form == ROSTER { &mut stored.roster } else { &mut stored.position };
        *part = bytes.clone();
        let Ok(mut desk) = Desk::restore(&self.begun.rulebook, &stored) else {
            return Ok("no match".to_owned());
        };
        let again = Stored { commit: stored.commit, ..desk.stored() };
        let restored = Desk::restore(&self.begun.rulebook, &again);
        if restored.map(|desk| desk.stored()).ok() != Some(again) {
            return Err("stored again it is another match".to_owned());
        }
        let status = desk.game_match().status();
        let mut shown = 0;
        for viewer in viewers::<W>() {
            if let Viewer::Seat(seat) = viewer {
                if desk.token(seat).is_none() {
                    continue;
                }
                let listed = desk.legal_actions(seat, engine::list_legal_actions::<W>);
                let first = listed.ok().and_then(|mut listed| listed.actions.pop());
                if let Some(legal) = first {
                    drop(desk.act(seat, &[legal.action], None, engine::apply::<W>));
                }
            }
            shown += usize::from(desk.view(viewer).is_ok());
        }
        Ok(format!("{status:?} {}", if shown > 0 { "shown" } else { "hidden" }))
    }

    /// Shows an entry of the log to everybody.
    pub(super) fn entry(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(entry) = LogEntry::decode(bytes.clone()) else { return Ok("no entry".to_owned()) };
        let mut told = String::new();
        for viewer in viewers::<W>() {
            match self.begun.desk.update(&entry, viewer) {
                Err(_) => told += "unreadable ",
                Ok(None) => told += "hidden ",
                Ok(Some(update)) if update.events.len() > entry.events.len() => {
                    return Err(format!("{viewer:?} gets more events than there are"));
                }
                Ok(Some(update)) if update.events.is_empty() => told += "empty ",
                Ok(Some(_)) => told += "shown ",
            }
        }
        Ok(told)
    }

    /// Nobody is a seat without its token.
    pub(super) fn token(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(value) = MetadataValue::<Ascii>::try_from(&bytes[..]) else {
            return Ok("no header".to_owned());
        };
        match self.begun.desk.viewer_of(value) {
            Err(reason) => Ok(reason.name().to_owned()),
            Ok(Viewer::Spectator) => Ok("host".to_owned()),
            Ok(Viewer::Seat(seat)) if self.proves(bytes, seat) => Ok(format!("{seat}")),
            Ok(Viewer::Seat(seat)) => Err(format!("somebody else is taken for {seat}")),
        }
    }

    /// Whether the secret part of the token of a seat is there.
    fn proves(&self, bytes: &[u8], seat: Seat) -> bool {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let token = self.begun.desk.token(seat).unwrap_or_default();
        token.rsplit('_').next().is_some_and(|proof| text.contains(proof))
    }

    /// A request id is hard to guess and plain, or none.
    pub(super) fn request_id(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(id) = std::str::from_utf8(bytes) else { return Ok("no text".to_owned()) };
        let action = Bytes::new();
        if Desk::check_submission(vec![action], id).is_err() {
            return Ok("refused".to_owned());
        }
        let is_plain = id.is_empty() || (16..=64).contains(&id.len()) && id.is_ascii();
        if !is_plain || id.contains(['/', ' ', '\0', '\n', '{']) {
            return Err("a strange request id is accepted".to_owned());
        }
        Ok("accepted".to_owned())
    }

    /// A record is true only if it is the true one, whatever it looks like.
    pub(super) fn export(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(export) = MatchExport::decode(bytes.clone()) else {
            return Ok("no export".to_owned());
        };
        match verify(&export, &[Here::<W>(Default::default())]) {
            Err(deviation) => Ok(format!("{deviation:?}").chars().take(24).collect()),
            Ok(verified) if verified.commits as usize != export.log.len() => {
                Err("a record is verified that is longer than what was looked at".to_owned())
            }
            Ok(_) => Ok("true".to_owned()),
        }
    }
}
