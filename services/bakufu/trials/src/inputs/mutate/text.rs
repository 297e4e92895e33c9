//! Changes text with pieces that mean something somewhere.

use super::raw;
use crate::inputs::Dice;

/// What readers of text stumble over.
const PIECES: [&[u8]; 26] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"_",
    b"/",
    b"?",
    b"@",
    b"=",
    b"%00",
    b"..",
    b" ",
    b"\r\n",
    b"\0",
    b"\xff\xfe",
    b"\\ud800",
    b"\\u0000",
    b"1e999",
    b"-0",
    b"99999999999999999999",
    b"Bearer ",
    "\u{202e}侍".as_bytes(),
];

pub(super) fn change(text: &[u8], donor: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = text.to_vec();
    let at = dice.below(out.len() + 1);
    let end = at + dice.below(out.len() + 1 - at).min(12);
    match dice.below(8) {
        0 => drop(out.drain(at..end)),
        1 => drop(out.splice(at..end, dice.choose(PIECES).to_vec())),
        2 => drop(out.splice(at..at, dice.choose(PIECES).repeat(dice.choose([2, 130, 1_000])))),
        3 => out.extend_from_within(at..end),
        // The same name twice, as no encoder writes it.
        4 => {
            let whole = out.clone();
            out.splice(at..at, whole);
        }
        5 => out = change_number(&out, dice),
        _ => out = raw::change(&out, donor, dice),
    }
    out
}

/// Another number in place of the first one after some place.
fn change_number(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let from = dice.below(text.len());
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = text[from..].iter().position(is_digit).map(|at| at + from) else {
        return text.to_vec();
    };
    let length = text[start..].iter().take_while(|byte| is_digit(byte)).count();
    let number: &[u8] = dice.choose([b"0", b"9", b"-1", b"4294967296", b"007", b"1.5", b"0x1"]);
    [&text[..start], number, &text[start + length..]].concat()
}
