//! An event, as it is stored, redacted and told.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules::Rules;
use kit_rules_server::{Wire, engine};
use prost::Message;

use super::{GameTarget, TEXT_BYTES_MAX, bounded, refusal};

impl<W: Wire> GameTarget<W> {
    /// Reads an event and tells it.
    pub(super) fn event(&self, bytes: &Bytes) -> Result<String, String> {
        let redact = |bytes: &[u8], viewer| self.schema().redact_event(bytes, viewer);
        let views = self.redact_for_all(bytes, redact)?;
        if views.is_some() != self.schema().check_event(bytes).is_ok() {
            return Err("what is checked is not what is redacted".to_owned());
        }
        let Ok(message) = W::Event::decode(bytes.clone()) else {
            let verdict = if views.is_some() { Err("redacted, but not decoded") } else { Ok("no") };
            return verdict.map(str::to_owned).map_err(str::to_owned);
        };
        let event = match W::event_from_proto(message) {
            Ok(event) => event,
            Err(malformed) => return Ok(refusal(&malformed)),
        };
        if W::event_from_proto(W::event_to_proto(&event)).as_ref() != Ok(&event) {
            return Err("written and read it is another event".to_owned());
        }
        let request = pb::NarrateRequest { events: vec![bytes.clone()], viewer: 0 };
        let sentences = engine::narrate::<W>(&request)
            .map_err(|reason| format!("it is read, but not told: {}", reason.name()))?;
        for sentence in &sentences {
            bounded("a sentence", sentence, TEXT_BYTES_MAX)?;
        }
        let causes = W::Game::causes(&event).join(" ");
        let seen = views.iter().flatten().filter(|view| !view.is_empty()).count();
        Ok(format!("{causes}x {}", if seen == 0 { "hidden" } else { "seen" }))
    }
}
