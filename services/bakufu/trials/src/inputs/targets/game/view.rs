//! A view, as a bot, a picture or somebody who imagines the rest reads it.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules::{Rules, Seat};
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use prost::Message;

use super::{GameTarget, PICTURE_BYTES_MAX, bounded};
use crate::inputs::Dice;

/// The most draws for one deal of what is hidden.
const DRAWS_MAX: u32 = 100_000;

impl<W: Wire> GameTarget<W> {
    /// Reads a view in every way there is.
    pub(super) fn view(&self, bytes: &Bytes, dice: &mut Dice) -> Result<String, String> {
        let viewer = dice.below(W::Game::FACTS.seats_max as usize + 1) as u32;
        let request = pb::RenderRequest { view: bytes.clone(), viewer };
        let drawn = engine::render::<W>(&request);
        if let Ok(picture) = &drawn {
            bounded("a picture", picture, PICTURE_BYTES_MAX)?;
        }
        let request = pb::SuggestRequest {
            view: bytes.clone(),
            seat: viewer.max(1),
            budget: 0,
            entropy: Bytes::from_static(&[7; 32]),
        };
        let suggested = engine::suggest::<W>(&request);
        if let Ok(action) = &suggested {
            self.action(action, dice)?;
        }
        let dealt = self.imagine(bytes, viewer, dice)?;
        Ok(format!("{} {} {dealt}", outcome(&drawn), outcome(&suggested)))
    }

    /// Deals what the view hides, in a bounded number of draws.
    fn imagine(&self, bytes: &Bytes, viewer: u32, dice: &mut Dice) -> Result<&'static str, String> {
        let Ok(message) = W::State::decode(bytes.clone()) else { return Ok("no") };
        let mut draws = 0;
        let dealt = W::determinize(message, Seat::new(viewer), &mut |sides| {
            draws += 1;
            dice.below(sides.get() as usize) as u32
        });
        if draws > DRAWS_MAX {
            return Err(format!("{draws} draws for one deal"));
        }
        let Ok(state) = dealt else { return Ok("refused") };
        let bytes = W::state_to_proto(&state).encode_to_vec();
        match W::State::decode(&bytes[..]).map(W::state_from_proto) {
            Ok(Ok(again)) if again == state => Ok("dealt"),
            Ok(Ok(_)) => Err("written and read a deal is another".to_owned()),
            // Whoever makes up a view gets what nobody could have seen.
            _ => Ok("dealt in vain"),
        }
    }
}

fn outcome<T>(answer: &Result<T, Reason>) -> String {
    match answer {
        Ok(_) => "done".to_owned(),
        Err(Reason::Malformed(faults)) => {
            let fault = faults.first();
            fault.map_or_else(String::new, |fault| format!("{} {}", fault.field, fault.why))
        }
        Err(reason) => reason.name().to_owned(),
    }
}
