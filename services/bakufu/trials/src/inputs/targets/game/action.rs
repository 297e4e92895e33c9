//! An action, as a client sends it.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules::{Rules, Seat};
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use prost::Message;

use super::{GameTarget, refusal};
use crate::inputs::Dice;

impl<W: Wire> GameTarget<W> {
    /// Reads an action and tries it in some position.
    pub(super) fn action(&self, bytes: &Bytes, dice: &mut Dice) -> Result<String, String> {
        let seat = Seat::new(1 + dice.below(W::Game::FACTS.seats_max as usize) as u32)
            .expect("a seat of the largest table");
        let redact =
            |bytes: &[u8], viewer| self.schema().redact_action(bytes, viewer, seat).map(Some);
        let readable = self.redact_for_all(bytes, redact)?.is_some();
        let Ok(message) = W::Action::decode(bytes.clone()) else {
            let verdict = if readable { Err("redacted, but not decoded") } else { Ok("no") };
            return verdict.map(str::to_owned).map_err(str::to_owned);
        };
        let action = match W::action_from_proto(message) {
            Ok(action) => action,
            Err(malformed) => return Ok(refusal(&malformed)),
        };
        let written = W::action_to_proto(&action);
        if W::action_from_proto(written).ok() != Some(action) {
            return Err("written and read it is another action".to_owned());
        }
        let state = dice.pick(&self.samples.states).expect("a match has positions").clone();
        let entropy = Bytes::copy_from_slice(&[dice.number() as u8; 32]);
        let request =
            pb::ApplyRequest { state, seat: seat.number(), actions: vec![bytes.clone()], entropy };
        match engine::apply::<W>(request) {
            Ok(step) => {
                self.schema()
                    .check_state(&step.state)
                    .map_err(|why| format!("it led to: {why}"))?;
                Ok(format!("done {}", step.events.len().min(9)))
            }
            Err(Reason::RuleViolation { rule, .. }) => Ok(format!("refused by {rule}x")),
            Err(reason) => Ok(reason.name().to_owned()),
        }
    }
}
