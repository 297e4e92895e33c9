//! Options, as whoever creates a match sends them.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules_server::{Wire, engine};
use kit_service::Reason;

use super::{GameTarget, some_seats};
use crate::inputs::Dice;

impl<W: Wire> GameTarget<W> {
    /// Reads options and sets a match up with them.
    pub(super) fn options(&self, bytes: &Bytes, dice: &mut Dice) -> Result<String, String> {
        let redact = |bytes: &[u8], viewer| self.schema().redact_options(bytes, viewer).map(Some);
        let readable = self.redact_for_all(bytes, redact)?.is_some();
        let request = pb::SetupRequest {
            options: bytes.clone(),
            seats: some_seats::<W>(dice).get() as u32,
            entropy: Bytes::copy_from_slice(&[dice.number() as u8; 32]),
        };
        match engine::setup::<W>(request) {
            Ok(step) => {
                self.schema()
                    .check_state(&step.state)
                    .map_err(|why| format!("it led to: {why}"))?;
                Ok(format!("{readable} set up"))
            }
            Err(Reason::Malformed(faults)) => {
                let fault = faults.first();
                Ok(fault.map_or_else(String::new, |fault| format!("{} {}", fault.field, fault.why)))
            }
            Err(reason) => Ok(format!("{} {reason}", reason.name())),
        }
    }
}
