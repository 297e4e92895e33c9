//! A request on its way in: from JSON to the encoded message.

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kit_service::{FieldFault, Reason};
use prost::Message;
use prost_reflect::MessageDescriptor;
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::api::{Api, ApiCall};
use crate::library::CachedLibrary;
use crate::messages::from_json;
use crate::payloads::{Place, places};

const WHOLE: &str = "request";
/// The field that a stream is resumed by.
const RESUME: &str = "after_revision";

pub(crate) async fn read(body: Body, bytes_max: usize) -> Result<Bytes, Reason> {
    match Limited::new(body, bytes_max).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Reason::malformed(WHOLE, format!("is longer than {bytes_max} bytes")))
        }
        Err(_) => Err(Reason::malformed(WHOLE, "broke off")),
    }
}

/// Reads JSON; no text means an empty object.
pub(crate) fn parse(text: &[u8]) -> Result<Value, Reason> {
    if text.trim_ascii().is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    serde_json::from_slice(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let why = match error.classify() {
            Category::Eof => "is JSON that ends too early".to_owned(),
            _ if std::str::from_utf8(text).is_err() => "is not UTF-8".to_owned(),
            _ => format!("is no JSON, or nested too deep, at line {line} column {column}"),
        };
        Reason::malformed(WHOLE, why)
    })
}

/// Goes on after what the client saw last, if the call can.
pub(crate) fn resume(call: &ApiCall, last_event_id: &str, json: &mut Value) {
    let Some(field) = call.request.get_field_by_name(RESUME) else { return };
    if let (true, Value::Object(fields)) = (call.streams, json) {
        fields.remove(field.name());
        fields.insert(field.json_name().to_owned(), Value::from(last_event_id));
    }
}

/// The match that a request is about; empty if it names none.
pub(crate) fn match_id(call: &ApiCall, json: &Value) -> String {
    let field = call.request.get_field_by_name("match_id");
    let names = field.iter().flat_map(|field| [field.json_name(), field.name()]);
    let named = names.filter_map(|name| json.get(name)?.as_str()).next();
    named.unwrap_or_default().to_owned()
}

/// Encodes a request, the messages of the game in it included.
pub(crate) async fn encode(
    api: &Api,
    games: &CachedLibrary,
    request: &MessageDescriptor,
    match_id: &str,
    mut json: Value,
) -> Result<Vec<u8>, Reason> {
    let mut faults = Vec::new();
    for place in places(api, request, &json) {
        let held = json.pointer_mut(&place.pointer).expect("it was found there");
        let messages = match &place.edition {
            Some(edition) => games.of(edition).await?,
            None => games.of_match(match_id).await?,
        };
        let bytes = messages.encode(place.message, held).unwrap_or_else(|inside| {
            faults.extend(inside.into_iter().map(|fault| at(&place, fault)));
            Vec::new()
        });
        *held = Value::from(STANDARD.encode(bytes));
    }
    match from_json(request, &json) {
        Ok(message) if faults.is_empty() => Ok(message.encode_to_vec()),
        Ok(_) => Err(Reason::Malformed(faults)),
        Err(outside) => Err(Reason::Malformed(outside.into_iter().chain(faults).collect())),
    }
}

/// A fault inside a message of the game, as seen from the request.
fn at(place: &Place, fault: FieldFault) -> FieldFault {
    let path = place.path();
    let field = if fault.field == WHOLE { path } else { format!("{path}.{}", fault.field) };
    FieldFault { field, why: fault.why }
}
