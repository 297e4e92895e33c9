//! An answer on its way out: from the encoded message to JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kit_service::{Reason, telemetry};
use prost_reflect::MessageDescriptor;
use serde_json::Value;

use crate::api::Api;
use crate::library::CachedLibrary;
use crate::messages::{GameMessage, to_json};
use crate::payloads::{Place, fill_gaps, places};

/// An encoded answer as JSON, the messages of the game in it included.
pub(crate) async fn decode(
    api: &Api,
    games: &CachedLibrary,
    answer: &MessageDescriptor,
    match_id: &str,
    message: &[u8],
) -> Result<Value, Reason> {
    let mut json = to_json(answer, message).ok_or_else(|| nonsense(answer))?;
    fill_gaps(api, answer, &mut json);
    for place in places(api, answer, &json) {
        let messages = match &place.edition {
            Some(edition) => games.of(edition).await,
            None => games.of_match(match_id).await,
        };
        let messages = match messages {
            Ok(messages) => messages,
            // A match whose rules nobody offers can still be listed.
            Err(_) if place.message == GameMessage::Options => {
                remove(&place, &mut json);
                continue;
            }
            Err(reason) => return Err(reason),
        };
        let held = json.pointer_mut(&place.pointer).expect("it was found there");
        let bytes = held.as_str().and_then(|text| STANDARD.decode(text).ok());
        let bytes = bytes.ok_or_else(|| nonsense(answer))?;
        *held = messages.decode(place.message, &bytes).map_err(|_| nonsense(answer))?;
    }
    Ok(json)
}

fn remove(place: &Place, json: &mut Value) {
    let Some((parent, name)) = place.pointer.rsplit_once('/') else { return };
    if let Some(Value::Object(fields)) = json.pointer_mut(parent) {
        fields.remove(name);
    }
}

/// A service of our own process answered what it never should.
fn nonsense(answer: &MessageDescriptor) -> Reason {
    tracing::error!(answer = answer.full_name(), "an answer does not fit its schema");
    telemetry::traced(Reason::bug())
}
