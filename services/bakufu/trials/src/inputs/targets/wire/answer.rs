//! What an answer comes to, without what differs from one to the next.

use std::collections::BTreeSet;
use std::fmt::Write;

/// The frames of HTTP/2 begin with so many bytes.
const HEAD_BYTES: usize = 9;
const RST_STREAM: u8 = 3;
const GOAWAY: u8 = 7;

/// How many answers there are, what the first ones say, and for which reasons.
pub(super) fn of_http1(answer: &[u8]) -> String {
    const LINES_MAX: usize = 3;
    let text = String::from_utf8_lossy(answer);
    let mut outcome = String::new();
    for line in text.lines().filter(|line| line.starts_with("HTTP/")).take(LINES_MAX) {
        outcome.push_str(&in_letters(line));
    }
    for name in ["content-type: ", "grpc-status:", "\"reason\":\"", "transfer-encoding: "] {
        let value = text.split(name).nth(1).unwrap_or_default();
        let end = value.find(['\r', '"', ';']).unwrap_or(value.len());
        // The list of reasons is closed, and so are the others.
        outcome.push_str(&in_letters(&value[..end.min(32)]));
        outcome.push('|');
    }
    outcome
}

/// Which frames there are, with which flags and errors.
pub(super) fn of_http2(answer: &[u8]) -> String {
    let mut seen = BTreeSet::new();
    let mut rest = answer;
    while let Some((head, content)) = rest.split_at_checked(HEAD_BYTES) {
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let (kind, flags) = (head[3], head[4]);
        let content = &content[..length.min(content.len())];
        let error = match kind {
            RST_STREAM => content.get(3),
            GOAWAY => content.get(7),
            _ => None,
        };
        seen.insert((kind, flags, error.copied()));
        rest = rest.get(HEAD_BYTES + length..).unwrap_or_default();
    }
    let mut outcome = String::new();
    for frame in seen {
        write!(outcome, "{}", in_letters(&format!("{frame:?}"))).expect("text can be written");
    }
    outcome
}

/// Digits do not count in an outcome, but those of a status do.
fn in_letters(text: &str) -> String {
    let letter = |c: char| c.to_digit(10).map_or(c, |digit| char::from(b'a' + digit as u8));
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_differ_by_status_and_reason_and_not_by_length() {
        let answer = |status: u32, length: u32| {
            of_http1(format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n").as_bytes())
        };
        assert_eq!(answer(200, 7), answer(200, 8));
        assert_ne!(answer(200, 7), answer(404, 7));
    }

    #[test]
    fn frames_differ_by_kind_flags_and_error() {
        let goaway = |error: u8| [0, 0, 8, GOAWAY, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, error];
        assert_ne!(of_http2(&goaway(1)), of_http2(&goaway(11)));
        let ping = [0, 0, 0, 6, 1, 0, 0, 0, 0];
        assert_eq!(of_http2(&[ping, ping].concat()), of_http2(&ping));
        assert_eq!(of_http2(&[0, 0]), "");
    }
}
