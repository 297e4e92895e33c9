//! An input that did what no input should do.

use std::panic;

use super::quiet::note_panic;
use super::{Input, Target, feed};

/// How many shorter inputs are tried.
const SHORTER_MAX: usize = 2_000;

/// An input that did what no input should do, as short as could be had; one that
/// hangs is as long as it was.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "{target}: {breach}\n  input {form}:{}\n  seed {seed}, found as input {number}",
    hex::encode(.bytes)
)]
pub struct Finding {
    pub target: String,
    pub form: String,
    pub bytes: Vec<u8>,
    pub breach: String,
    pub seed: u64,
    /// Which input of the run it was, from zero.
    pub number: u64,
}

impl Finding {
    pub(super) fn new(
        target: &dyn Target,
        input: Input,
        breach: String,
        seed: u64,
        number: u64,
    ) -> Self {
        let (input, breach) = shorten(target, input, breach);
        Self::whole(target, input, breach, seed, number)
    }

    /// One that is told as it was fed.
    pub(super) fn whole(
        target: &dyn Target,
        input: Input,
        breach: String,
        seed: u64,
        number: u64,
    ) -> Self {
        let form = target.forms()[input.form].name.clone();
        let target = target.name().to_owned();
        Self { target, form, bytes: input.bytes, breach, seed, number }
    }
}

/// Leaves out whatever can be left out so that the input still does wrong.
fn shorten(target: &dyn Target, input: Input, breach: String) -> (Input, String) {
    // The first panic has been shown, and those on the way would only bury it.
    let loud = panic::take_hook();
    panic::set_hook(Box::new(|_| note_panic()));
    let (mut shortest, mut breach) = (input, breach);
    let mut tries = 0;
    let mut length = shortest.bytes.len() / 2;
    while length > 0 && tries < SHORTER_MAX {
        let mut start = 0;
        while start < shortest.bytes.len() && tries < SHORTER_MAX {
            tries += 1;
            let mut shorter = shortest.clone();
            let end = (start + length).min(shorter.bytes.len());
            shorter.bytes.drain(start..end);
            match feed(target, &shorter) {
                Err(same) => (shortest, breach) = (shorter, same),
                Ok(_) => start += length,
            }
        }
        length /= 2;
    }
    panic::set_hook(loud);
    (shortest, breach)
}
