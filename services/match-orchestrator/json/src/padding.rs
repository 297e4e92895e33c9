//! The length of answers, which tells nothing about what a seat hides.
//!
//! The orchestrator pads such answers with zeros. JSON has no place for them:
//! here the text ends with spaces, up to a length that follows from that of the
//! padded message alone.

use serde_json::Value;

/// The field of an answer that holds the zeros.
const FIELD: &str = "padding";
/// What JSON needs at most beyond five quarters of a message: names and
/// punctuation of updates and views are several times as long as their numbers,
/// those of pictures and lists are not.
const NAMES_ROOM_MAX: usize = 4 * 1024;

/// An answer as JSON.
pub(crate) struct Padded {
    pub(crate) json: Value,
    /// Its text is as long as this, or several times as long.
    unit: Option<usize>,
}

impl Padded {
    /// Takes the zeros out of an answer, which had so many bytes with them.
    pub(crate) fn new(mut json: Value, message_bytes: usize) -> Self {
        let zeros = json.as_object_mut().and_then(|fields| fields.remove(FIELD));
        Self { json, unit: zeros.map(|_| unit(message_bytes)) }
    }

    /// The answer between what comes before and after it. The spaces stand
    /// behind the JSON, where they mean nothing.
    pub(crate) fn text(&self, before: &str, after: &str) -> String {
        let mut text = format!("{before}{}", self.json);
        if let Some(unit) = self.unit {
            let bare = text.len() + after.len();
            text.extend(std::iter::repeat_n(' ', bare.next_multiple_of(unit) - bare));
        }
        text + after
    }
}

fn unit(message_bytes: usize) -> usize {
    message_bytes + message_bytes / 4 + (3 * message_bytes).min(NAMES_ROOM_MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whatever_an_answer_says_its_text_is_as_long_as_its_message_demands() {
        for said in ["", "a", "what a seat plans to do is a longer text"] {
            let padded = Padded::new(json!({ "update": said, "padding": ["AAAA"] }), 512);
            let text = padded.text("data: ", "\n\n");
            assert_eq!(text.len(), 4 * 512 + 128);
            let json: Value = serde_json::from_str(&text["data: ".len()..]).expect("JSON");
            assert_eq!(json, json!({ "update": said }), "the zeros are left out");
        }
        let long = Padded::new(json!({ "svg": "x".repeat(4_000), "padding": ["AAAA"] }), 512);
        assert_eq!(long.text("", "").len(), 2 * (4 * 512 + 128));
        let large = Padded::new(json!({ "svg": "x", "padding": ["AAAA"] }), 40_000);
        assert_eq!(large.text("", "").len(), 50_000 + NAMES_ROOM_MAX);
    }

    #[test]
    fn what_is_not_padded_stays_as_it_is() {
        let plain = Padded::new(json!({ "update": {} }), 12);
        assert_eq!(plain.text("", "\n"), "{\"update\":{}}\n");
    }
}
