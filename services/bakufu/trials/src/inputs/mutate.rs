//! Makes new inputs from known ones, on the level of values, of encoded fields,
//! of frames, of text, and of bytes.

mod fields;
mod frames;
mod json;
mod raw;
mod text;
mod values;

use super::corpus::Corpus;
use super::{Dice, Input, Shape, Target};

/// Longer inputs are cut. Doors have bounds of their own far above it; within
/// it, many small inputs find more than a few large ones.
const LENGTH_MAX: usize = 64 * 1024;

pub(super) fn mutate(target: &dyn Target, corpus: &Corpus, dice: &mut Dice) -> Input {
    let base = corpus.pick(dice);
    let shape = &target.forms()[base.form].shape;
    let donor = corpus.donor(base.form, dice);
    let mut bytes = base.bytes.clone();
    for _ in 0..dice.choose([1, 1, 1, 1, 2, 2, 3, 6]) {
        bytes = change(shape, &bytes, donor, dice);
        bytes.truncate(LENGTH_MAX);
    }
    Input { form: base.form, bytes }
}

fn change(shape: &Shape, bytes: &[u8], donor: &[u8], dice: &mut Dice) -> Vec<u8> {
    let level = dice.below(32);
    if level == 0 {
        return raw::noise(dice);
    }
    if level < 5 {
        return raw::change(bytes, donor, dice);
    }
    match shape {
        Shape::Message(kind) if level < 20 => values::change(kind, bytes, donor, dice)
            .unwrap_or_else(|| fields::change(Some(kind), bytes, donor, dice)),
        Shape::Message(kind) => fields::change(Some(kind), bytes, donor, dice),
        Shape::Frames(framing) => frames::change(*framing, bytes, donor, dice),
        Shape::Json if level < 24 => {
            json::change(bytes, donor, dice).unwrap_or_else(|| text::change(bytes, donor, dice))
        }
        Shape::Json | Shape::Text => text::change(bytes, donor, dice),
    }
}
