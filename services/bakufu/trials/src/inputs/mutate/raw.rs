//! Changes bytes without a thought of what they mean.

use crate::inputs::Dice;

/// The longest noise.
const NOISE_MAX: usize = 64;
/// How often a piece is repeated at most.
const REPEATS_MAX: usize = 64;

/// Bytes from nowhere.
pub(super) fn noise(dice: &mut Dice) -> Vec<u8> {
    (0..dice.below(NOISE_MAX)).map(|_| dice.number() as u8).collect()
}

pub(super) fn change(bytes: &[u8], donor: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let at = dice.below(out.len() + 1);
    let end = at + dice.below(out.len() + 1 - at).min(NOISE_MAX);
    match dice.below(8) {
        0 => out.truncate(at),
        1 => drop(out.drain(at..end)),
        2 => drop(out.splice(at..at, noise(dice))),
        3 => {
            let piece = out[at..end].repeat(dice.below(REPEATS_MAX));
            out.splice(at..at, piece);
        }
        4 => {
            let from = dice.below(donor.len() + 1);
            let to = from + dice.below(donor.len() + 1 - from);
            out.splice(at..end, donor[from..to].iter().copied());
        }
        _ => {
            for _ in 0..=dice.below(3) {
                flip(&mut out, dice);
            }
        }
    }
    out
}

/// The same with one byte that is another.
pub(super) fn flipped(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    flip(&mut out, dice);
    out
}

fn flip(bytes: &mut [u8], dice: &mut Dice) {
    let at = dice.below(bytes.len());
    let Some(byte) = bytes.get_mut(at) else { return };
    *byte = match dice.below(4) {
        0 => *byte ^ 1 << dice.below(8),
        // Small values are what most fields hold, so they damage most.
        1 => dice.below(16) as u8,
        2 => dice.choose([0, 1, 0x7f, 0x80, 0xff]),
        _ => dice.number() as u8,
    };
}
