//! Changes a stream of frames, each of which says how long it is.

use super::raw;
use crate::inputs::{Dice, Framing};

/// How often a frame is repeated: more than most peers should put up with.
const REPEATS: [usize; 4] = [2, 3, 40, 1_000];

pub(super) fn change(framing: Framing, bytes: &[u8], donor: &[u8], dice: &mut Dice) -> Vec<u8> {
    let (preface, mut frames) = split(framing, bytes);
    let at = dice.below(frames.len());
    if frames.is_empty() {
        return raw::change(bytes, donor, dice);
    }
    match dice.below(10) {
        0 => drop(frames.remove(at)),
        1 => {
            let again = frames[at].clone();
            let times = dice.choose(REPEATS);
            frames.splice(at..at, vec![again; times]);
        }
        2 => {
            let other = dice.below(frames.len());
            frames.swap(at, other);
        }
        3 => {
            let (_, others) = split(framing, donor);
            frames.splice(at..at, dice.pick(&others).cloned());
        }
        4 => frames[at] = with_other_head(framing, &frames[at], dice),
        5 => lie(framing, &mut frames[at], dice),
        6 => {
            let (head, content) = halves(framing, &frames[at]);
            let middle = dice.below(content.len() + 1);
            let parts = [&content[..middle], &content[middle..]];
            let parts = parts.map(|part| measured(framing, head, part));
            frames.splice(at..=at, parts);
        }
        7 => frames.insert(at, strange(framing, dice)),
        _ => {
            let (head, content) = halves(framing, &frames[at]);
            frames[at] = measured(framing, head, &raw::change(content, donor, dice));
        }
    }
    [preface, &frames.concat()].concat()
}

/// The preface, if it is there, and whole frames; what is left over is the last.
fn split(framing: Framing, bytes: &[u8]) -> (&[u8], Vec<Vec<u8>>) {
    let begin = if bytes.starts_with(framing.preface) { framing.preface.len() } else { 0 };
    let (preface, mut rest) = bytes.split_at(begin);
    let mut frames = Vec::new();
    while !rest.is_empty() {
        let length = length_of(framing, rest).map_or(rest.len(), |content| {
            rest.len().min(framing.head_bytes.saturating_add(content))
        });
        let (frame, after) = rest.split_at(length);
        frames.push(frame.to_vec());
        rest = after;
    }
    (preface, frames)
}

fn length_of(framing: Framing, frame: &[u8]) -> Option<usize> {
    let head = frame.get(..framing.head_bytes)?;
    let digits = &head[framing.length_at..][..framing.length_bytes];
    Some(digits.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)))
}

fn halves(framing: Framing, frame: &[u8]) -> (&[u8], &[u8]) {
    frame.split_at(framing.head_bytes.min(frame.len()))
}

/// A frame whose head says how long it is.
fn measured(framing: Framing, head: &[u8], content: &[u8]) -> Vec<u8> {
    let mut frame = [head, content].concat();
    set_length(framing, &mut frame, content.len());
    frame
}

fn set_length(framing: Framing, frame: &mut [u8], length: usize) {
    let digits = (length as u32).to_be_bytes();
    let end = framing.length_at + framing.length_bytes;
    if let Some(place) = frame.get_mut(framing.length_at..end) {
        place.copy_from_slice(&digits[digits.len() - framing.length_bytes..]);
    }
}

fn with_other_head(framing: Framing, frame: &[u8], dice: &mut Dice) -> Vec<u8> {
    let (head, content) = halves(framing, frame);
    [&raw::flipped(head, dice), content].concat()
}

/// Says another length than the frame has.
fn lie(framing: Framing, frame: &mut [u8], dice: &mut Dice) {
    let length = length_of(framing, frame).unwrap_or_default();
    let more = length.saturating_add(1);
    let lies = [0, 1, length.saturating_sub(1), more, 0x4000, 0x4001, 0x00ff_ffff, usize::MAX];
    set_length(framing, frame, dice.choose(lies));
}

/// A frame with a head from nowhere and as much content as it says.
fn strange(framing: Framing, dice: &mut Dice) -> Vec<u8> {
    let head: Vec<u8> = (0..framing.head_bytes)
        .map(|_| dice.choose([0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0c, 0x2d, 0x80, 0xff]))
        .collect();
    measured(framing, &head, &raw::noise(dice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::target::{GRPC, HTTP2};

    #[test]
    fn frames_are_found_behind_the_preface_and_put_together_again() {
        let frames: [&[u8]; 3] =
            [&[0, 0, 2, 6, 0, 0, 0, 0, 0, 7, 7], &[0, 0, 0, 4, 1, 0, 0, 0, 0], &[0, 0]];
        let bytes = [HTTP2.preface, &frames.concat()].concat();
        let (preface, found) = split(HTTP2, &bytes);
        assert_eq!((preface, &found[..]), (HTTP2.preface, &frames.map(<[u8]>::to_vec)[..]));
        let (_, found) = split(GRPC, &[0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0]);
        assert_eq!(found, [vec![0, 0, 0, 0, 1, 9], vec![0; 5]]);
    }

    #[test]
    fn a_frame_that_is_measured_says_how_long_it_is() {
        assert_eq!(measured(GRPC, &[0; 5], b"abc"), [0, 0, 0, 0, 3, b'a', b'b', b'c']);
        let frame = measured(HTTP2, &[9; 9], &[0; 258]);
        assert_eq!(frame[..4], [0, 1, 2, 9]);
    }
}
