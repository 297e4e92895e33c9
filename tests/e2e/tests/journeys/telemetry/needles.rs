//! Secrets in every shape in which they could be written down.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// The shortest text that is looked for, and the length of an index entry.
const TEXT_MIN: usize = 6;
/// The shortest secret whose bytes are looked for at all.
const BYTES_MIN: usize = 4;
/// Secrets shorter than this may turn up by chance inside of something longer,
/// so that they count only if they stand alone.
const LONG_BYTES_MIN: usize = 12;

#[derive(Default)]
pub(crate) struct Needles(BTreeMap<Vec<u8>, Needle>);

struct Needle {
    /// What it is, for whoever has to find the leak.
    what: String,
    /// Whether it counts only between other things than letters and digits.
    alone: bool,
}

impl Needles {
    /// A text that must not be found.
    pub(crate) fn text(&mut self, what: &str, text: &str) {
        self.add(what, text.as_bytes(), false);
    }

    /// Bytes that must not be found, in any of the usual ways to write them.
    pub(crate) fn bytes(&mut self, what: &str, bytes: &[u8]) {
        if bytes.len() < BYTES_MIN {
            return;
        }
        let short = bytes.len() < LONG_BYTES_MIN;
        if !short {
            self.add(what, bytes, false);
        }
        let encoded = [
            hex::encode(bytes),
            hex::encode_upper(bytes),
            STANDARD.encode(bytes),
            STANDARD_NO_PAD.encode(bytes),
            URL_SAFE_NO_PAD.encode(bytes),
        ];
        for text in encoded {
            self.add(what, text.as_bytes(), short);
        }
        // With their brackets and quotes, these stand alone by themselves.
        self.text(what, &format!("{bytes:?}"));
        self.text(what, &format!("{:?}", bytes::Bytes::copy_from_slice(bytes)));
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Which of them are found, in one walk through the haystack.
    pub(crate) fn found_in(&self, haystack: &[u8]) -> Vec<&str> {
        let mut by_beginning: HashMap<&[u8], Vec<(&[u8], &Needle)>> = HashMap::new();
        for (bytes, needle) in &self.0 {
            by_beginning.entry(&bytes[..TEXT_MIN]).or_default().push((bytes, needle));
        }
        let places = haystack.windows(TEXT_MIN).enumerate();
        let candidates = places
            .filter_map(|(at, window)| Some((at, by_beginning.get(window)?)))
            .flat_map(|(at, needles)| needles.iter().map(move |needle| (at, needle)));
        candidates
            .filter(|(at, (bytes, _))| haystack[*at..].starts_with(bytes))
            .filter(|(at, (bytes, needle))| !needle.alone || stands_alone(haystack, *at, bytes))
            .map(|(_, (_, needle))| needle.what.as_str())
            .collect()
    }

    fn add(&mut self, what: &str, bytes: &[u8], alone: bool) {
        if bytes.len() >= TEXT_MIN {
            self.0.insert(bytes.to_vec(), Needle { what: what.to_owned(), alone });
        }
    }
}

fn stands_alone(haystack: &[u8], at: usize, needle: &[u8]) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let before = at.checked_sub(1).and_then(|before| haystack.get(before));
    !is_letter(before) && !is_letter(haystack.get(at + needle.len()))
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

#[test]
fn a_short_secret_is_found_alone_but_not_inside_of_an_id() {
    let secret = *b"\x0a\x02\x08\x05";
    let mut needles = Needles::default();
    needles.bytes("secret", &secret);
    let listed = format!("actions=[{:?}]", bytes::Bytes::copy_from_slice(&secret));
    for text in ["action=0a020805 seat=1", "[10, 2, 8, 5]", listed.as_str()] {
        assert_eq!(needles.found_in(text.as_bytes()), ["secret"], "{text}");
    }
    for text in ["trace_id=770a02080544", "[0, 10, 2, 8, 5, 0]"] {
        assert_eq!(needles.found_in(text.as_bytes()), [""; 0], "{text}");
    }
}
