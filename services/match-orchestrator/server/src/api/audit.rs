//! Audit of operators' calls: who may make one, and the line in the audit log
//! that every one leaves behind.

use std::net::SocketAddr;

use kit_proto::bakufu::play::v1 as play;
use kit_service::{Caller, Peer, Reason, telemetry};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tonic::Request;
use tonic::metadata::MetadataMap;

use super::Answer;
use super::tries::TokenDigest;
use crate::orchestrator::Orchestrator;

/// How much of what a caller sent is worth a log line.
const TEXT_CHARS_MAX: usize = 200;
/// What stands in the log for a caller with the operator token.
const OPERATOR: &str = "operator";
/// What stands in the log for everybody else.
const STRANGER: &str = "unknown";

/// One call that is under way. It is written down when it is closed, or when
/// nobody waits for it any more: also then it may have had its effect.
pub(crate) struct Audit {
    call: &'static str,
    who: &'static str,
    peer: Option<SocketAddr>,
    /// Whose tries these are: behind a proxy not all callers are one.
    trying: Option<Peer>,
    about: About,
    is_open: bool,
    /// How many calls the line stands for; none if another one stands for this call.
    count: Option<u64>,
}

/// What a call is about, as far as its request says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    match_id: String,
    game: String,
    rules_version: String,
    detail: String,
}

/// A request that says what it is about.
pub(crate) trait Audited {
    const CALL: &'static str;

    fn about(&self) -> About;
}

impl Audit {
    pub(crate) fn open<T: Audited>(request: &Request<T>) -> Self {
        Self {
            call: T::CALL,
            who: STRANGER,
            peer: request.remote_addr(),
            trying: Caller::from_request(request)
                .and_then(Caller::peer)
                .or_else(|| request.remote_addr().map(|peer| Peer::from(peer.ip()))),
            about: request.get_ref().about(),
            is_open: true,
            count: Some(1),
        }
    }

    /// Lets only operators pass. Whoever tries tokens has to wait, and fills no log.
    pub(crate) fn admit(
        &mut self,
        orchestrator: &Orchestrator,
        metadata: &MetadataMap,
    ) -> Result<(), Reason> {
        let (tries, peer) = (&orchestrator.operator_tries, self.trying);
        if let Some(Err(throttled)) = peer.map(|peer| tries.may_try(peer)) {
            let of = peer.filter(|_| throttled.is_own);
            let of = of.map_or_else(|| "all peers".to_owned(), |peer| peer.to_string());
            self.count = orchestrator.seldom.due(&format!("operator tries of {of}"));
            return Err(throttled.into());
        }
        let sent = bearer(metadata).map(|sent| Sha256::digest(sent).into());
        let is_operator = is_operator(orchestrator.operator_token.as_deref(), sent);
        match peer {
            Some(peer) if is_operator => tries.right(peer),
            Some(peer) => tries.wrong(peer, sent),
            None => {}
        }
        if !is_operator {
            return Err(Reason::NotOperator);
        }
        self.who = OPERATOR;
        Ok(())
    }

    /// Writes down how the call ended.
    pub(crate) fn close<T>(mut self, answer: &Answer<T>) {
        self.is_open = false;
        self.write(answer.as_ref().err().map_or("OK", |refusal| refusal.message().name()));
    }

    fn write(&self, result: &'static str) {
        let Some(count) = self.count else { return };
        let trace_id = telemetry::current_trace_id().unwrap_or_default();
        let peer = self.peer.map(|peer| peer.to_string()).unwrap_or_default();
        let About { match_id, game, rules_version, detail } = &self.about;
        macro_rules! write_line {
            ($level:ident, $message:literal) => {
                tracing::$level!(
                    target: "audit",
                    call = self.call,
                    who = self.who,
                    peer,
                    match_id,
                    game,
                    rules_version,
                    detail,
                    result,
                    count,
                    trace_id,
                    $message
                )
            };
        }
        if self.who == OPERATOR {
            write_line!(info, "operator call");
        } else {
            write_line!(warn, "operator call denied");
        }
    }
}

impl Drop for Audit {
    fn drop(&mut self) {
        if self.is_open {
            self.write("ABANDONED");
        }
    }
}

/// What a caller has sent as its token, if anything.
fn bearer(metadata: &MetadataMap) -> Option<&str> {
    metadata.get("authorization")?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Compares digests, so that the time tells neither the token nor its length.
fn is_operator(token: Option<&str>, sent: Option<TokenDigest>) -> bool {
    match (token, sent) {
        (Some(wanted), Some(sent)) if !wanted.is_empty() => {
            Sha256::digest(wanted).ct_eq(&sent).into()
        }
        _ => false,
    }
}

/// What a stranger sends must neither break a log line nor fill the disk.
fn tame(text: &str) -> String {
    text.chars().take(TEXT_CHARS_MAX).flat_map(char::escape_debug).collect()
}

impl Audited for play::RegisterGameRequest {
    const CALL: &'static str = "RegisterGame";

    fn about(&self) -> About {
        // Whatever stands before the host may be a password.
        let host = self.address.rsplit('@').next().unwrap_or_default();
        About { detail: tame(host), ..About::default() }
    }
}

impl Audited for play::ListAllMatchesRequest {
    const CALL: &'static str = "ListAllMatches";

    fn about(&self) -> About {
        let (game, rules_version) = (tame(&self.game), tame(&self.rules_version));
        About { game, rules_version, ..About::default() }
    }
}

impl Audited for play::ListGameVersionsRequest {
    const CALL: &'static str = "ListGameVersions";

    fn about(&self) -> About {
        About { game: tame(&self.game), ..About::default() }
    }
}

impl Audited for play::DrainGameRequest {
    const CALL: &'static str = "DrainGame";

    fn about(&self) -> About {
        let (game, rules_version) = (tame(&self.game), tame(&self.rules_version));
        let detail = if self.drained { "drain" } else { "undrain" }.to_owned();
        About { game, rules_version, detail, ..About::default() }
    }
}

impl Audited for play::AbortMatchRequest {
    const CALL: &'static str = "AbortMatch";

    fn about(&self) -> About {
        let (match_id, detail) = (tame(&self.match_id), tame(&self.reason));
        About { match_id, detail, ..About::default() }
    }
}

impl Audited for play::RemoveMatchRequest {
    const CALL: &'static str = "RemoveMatch";

    fn about(&self) -> About {
        About { match_id: tame(&self.match_id), ..About::default() }
    }
}

impl Audited for play::ErasePlayerRequest {
    const CALL: &'static str = "ErasePlayer";

    fn about(&self) -> About {
        // A name that is to be forgotten must not stay in a log.
        match &self.whom {
            Some(play::erase_player_request::Whom::Sitting(sitting)) => About {
                match_id: tame(&sitting.match_id),
                detail: format!("commit {}", sitting.commit),
                ..About::default()
            },
            _ => About { detail: "by name".to_owned(), ..About::default() },
        }
    }
}

impl Audited for play::ListUnarchivedRequest {
    const CALL: &'static str = "ListUnarchived";

    fn about(&self) -> About {
        About::default()
    }
}

impl Audited for play::MarkArchivedRequest {
    const CALL: &'static str = "MarkArchived";

    fn about(&self) -> About {
        About { detail: format!("{} matches", self.match_ids.len()), ..About::default() }
    }
}

impl Audited for play::NoteRestoredRequest {
    const CALL: &'static str = "NoteRestored";

    fn about(&self) -> About {
        About::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_opens_and_no_token_opens_nothing() {
        let with = |value: &str| {
            let mut metadata = MetadataMap::new();
            metadata.insert("authorization", value.parse().expect("plain text"));
            metadata
        };
        let is_operator = |token, metadata: &MetadataMap| {
            is_operator(token, bearer(metadata).map(|sent| Sha256::digest(sent).into()))
        };
        assert!(is_operator(Some("secret"), &with("Bearer secret")));
        for wrong in ["Bearer secre", "Bearer secret2", "Bearer ", "secret", "Basic secret"] {
            assert!(!is_operator(Some("secret"), &with(wrong)), "{wrong}");
        }
        assert!(!is_operator(Some("secret"), &MetadataMap::new()));
        assert!(!is_operator(None, &with("Bearer secret")));
        assert!(!is_operator(Some(""), &with("Bearer ")));
    }

    #[test]
    fn what_is_logged_stays_on_one_line_and_short() {
        assert_eq!(tame("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(tame(&"x".repeat(1000)).len(), TEXT_CHARS_MAX);
    }
}
