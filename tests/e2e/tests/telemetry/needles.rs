//! Secrets in every shape in which they could be written down.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// The shortest secret that can be told from chance when it is found raw.
const RAW_BYTES_MIN: usize = 16;
/// The shortest secret that can be told from chance when it is found as text.
const TEXT_BYTES_MIN: usize = 6;

/// What to look for, and what it is.
#[derive(Default)]
pub(crate) struct Needles(BTreeMap<Vec<u8>, String>);

impl Needles {
    /// A text that must not be found.
    pub(crate) fn text(&mut self, what: &str, text: &str) {
        if text.len() >= TEXT_BYTES_MIN {
            self.0.insert(text.as_bytes().to_vec(), what.to_owned());
        }
    }

    /// Bytes that must not be found, in any of the usual ways to write them.
    pub(crate) fn bytes(&mut self, what: &str, bytes: &[u8]) {
        if bytes.len() < TEXT_BYTES_MIN {
            return;
        }
        if bytes.len() >= RAW_BYTES_MIN {
            self.0.insert(bytes.to_vec(), what.to_owned());
        }
        let listed = format!("{bytes:?}");
        let escaped = format!("{:?}", bytes::Bytes::copy_from_slice(bytes));
        let texts = [
            hex::encode(bytes),
            hex::encode_upper(bytes),
            STANDARD.encode(bytes),
            STANDARD_NO_PAD.encode(bytes),
            URL_SAFE_NO_PAD.encode(bytes),
            listed.trim_matches(['[', ']']).to_owned(),
            escaped.trim_start_matches("b\"").trim_end_matches('"').to_owned(),
        ];
        for text in texts {
            self.text(what, &text);
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Which of them are found, in one walk through the haystack.
    pub(crate) fn found_in(&self, haystack: &[u8]) -> Vec<&str> {
        let mut by_beginning: HashMap<&[u8], Vec<(&[u8], &str)>> = HashMap::new();
        for (needle, what) in &self.0 {
            let beginning = &needle[..TEXT_BYTES_MIN];
            by_beginning.entry(beginning).or_default().push((needle, what));
        }
        let places = haystack.windows(TEXT_BYTES_MIN).enumerate();
        let candidates = places
            .filter_map(|(at, window)| Some((at, by_beginning.get(window)?)))
            .flat_map(|(at, needles)| needles.iter().map(move |needle| (at, needle)));
        candidates
            .filter(|(at, (needle, _))| haystack[*at..].starts_with(needle))
            .map(|(_, (_, what))| *what)
            .collect()
    }
}

#[test]
fn a_secret_is_found_in_every_shape() {
    let secret = *b"\x01\x02\xfa\xfb secret bytes \xff";
    let mut needles = Needles::default();
    needles.bytes("secret", &secret);
    assert_eq!(needles.found_in(b"nothing here"), [""; 0]);
    for text in [
        hex::encode(secret),
        STANDARD.encode(secret),
        format!("state={secret:?}"),
        format!("{:?}", bytes::Bytes::copy_from_slice(&secret)),
    ] {
        assert!(needles.found_in(format!("a {text} z").as_bytes()).contains(&"secret"), "{text}");
    }
    let raw = [&b"a "[..], &secret, b" z"].concat();
    assert_eq!(needles.found_in(&raw), ["secret"]);
}
