//! Bytes of a store, tokens, request ids and exports of a match of the game.

use bakufu_offline::Viewing;
use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::Wire;
use match_orchestrator_core::local::{LocalRules, carry_out};
use match_orchestrator_core::verify::verify;
use match_orchestrator_core::{Basis, Caller, Command, Context, Match, Redacted, Token, request};
use prost::Message;
use prost_types::Timestamp;

use super::{GameTarget, ROSTER, viewers};

impl<W: Wire> GameTarget<W> {
    /// Restores a match of which one part is the input. What is accepted can be
    /// shown, played on and stored again as the same.
    pub(super) fn record(&self, form: usize, bytes: &Bytes) -> Result<String, String> {
        let begun = self.begun.played.game_match();
        let (mut roster, mut position) = (begun.roster_bytes(), begun.position_bytes());
        *(if form == ROSTER { &mut roster } else { &mut position }) = bytes.clone();
        let Ok(mut restored) = Match::decode(begun.commit(), &roster, &position) else {
            return Ok("no match".to_owned());
        };
        let (roster, position) = (restored.roster_bytes(), restored.position_bytes());
        let again = Match::decode(begun.commit(), &roster, &position);
        let is_same =
            |again: Match| again.roster_bytes() == roster && again.position_bytes() == position;
        if !again.is_ok_and(is_same) {
            return Err("stored again it is another match".to_owned());
        }
        let (rules, status) = (self.begun.played.rules(), restored.status());
        let mut shown = 0;
        for viewer in viewers::<W>() {
            if let Some(seat) = viewer.seat() {
                if restored.lifecycle().chair(seat).is_err() {
                    continue;
                }
                let listed = Viewing::<W>::new(rules.schema(), &restored).legal_actions(seat);
                let first = listed.ok().and_then(|listed| listed.into_message().actions.pop());
                if let Some(legal) = first {
                    let (actions, basis) = (vec![legal.action], Basis::Anything);
                    let command = Command::Act { actions, basis };
                    let caller = Caller::Orchestrator(Some(seat));
                    let context = Context::new(caller, Timestamp::default());
                    if let Ok(change) = carry_out(&**rules, &restored, &command, &context) {
                        restored = change.after;
                    }
                }
            }
            let view = Viewing::<W>::new(rules.schema(), &restored).view(viewer);
            shown += usize::from(view.is_ok());
        }
        Ok(format!("{status:?} {}", if shown > 0 { "shown" } else { "hidden" }))
    }

    /// Shows an entry of the log to everybody.
    pub(super) fn entry(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(entry) = LogEntry::decode(bytes.clone()) else { return Ok("no entry".to_owned()) };
        let mut told = String::new();
        for viewer in viewers::<W>() {
            match self.begun.played.viewing().update(&entry, viewer).map(told_of) {
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
        let Ok(value) = std::str::from_utf8(bytes) else { return Ok("no text".to_owned()) };
        let token = Token::read(value);
        let game_match = self.begun.played.game_match();
        match token.and_then(|token| Token::viewer(Some(&token), game_match)) {
            Err(reason) => Ok(reason.name().to_owned()),
            Ok(Viewer::Spectator) => Ok("host".to_owned()),
            Ok(Viewer::Seat(seat)) if self.proves(bytes, seat) => Ok(format!("{seat}")),
            Ok(Viewer::Seat(seat)) => Err(format!("somebody else is taken for {seat}")),
        }
    }

    /// Whether the secret part of the token of a seat is there.
    fn proves(&self, bytes: &[u8], seat: Seat) -> bool {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let token = self.begun.token(seat).unwrap_or_default();
        token.rsplit('_').next().is_some_and(|proof| text.contains(proof))
    }

    /// A request id is hard to guess and plain, or none.
    pub(super) fn request_id(&self, bytes: &Bytes) -> Result<String, String> {
        let Ok(id) = std::str::from_utf8(bytes) else { return Ok("no text".to_owned()) };
        let (actions, request_id) = (vec![Bytes::new()], id.to_owned());
        let wanted = play::SubmitActionsRequest { actions, request_id, ..Default::default() };
        if request::read(wanted, None).is_err() {
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
        match verify(&export, std::slice::from_ref(&**self.begun.played.rules())) {
            Err(deviation) => Ok(format!("{deviation:?}").chars().take(24).collect()),
            Ok(verified) if verified.commits as usize != export.log.len() => {
                Err("a record is verified that is longer than what was looked at".to_owned())
            }
            Ok(_) => Ok("true".to_owned()),
        }
    }
}

fn told_of(update: Option<Redacted<play::Update>>) -> Option<play::Update> {
    update.map(Redacted::into_message)
}
