//! Dealing what is hidden, when somebody imagines how it may lie.

use core::num::NonZeroU32;

/// Where random numbers come from: it gets the number of possible values and
/// gives one of them, from zero.
pub type Draws<'d> = dyn FnMut(NonZeroU32) -> u32 + 'd;

/// Brings items into a random order. Every order is equally likely.
pub fn shuffle<T>(items: &mut [T], draws: &mut Draws<'_>) {
    for last in (1..items.len()).rev() {
        let sides = u32::try_from(last + 1).ok().and_then(NonZeroU32::new);
        let chosen = draws(sides.expect("fewer items than 32 bits can count"));
        items.swap(last, chosen as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_order_comes_of_exactly_one_sequence_of_draws() {
        let mut orders = BTreeSet::new();
        for (first, second) in (0..3).flat_map(|first| (0..2).map(move |second| (first, second))) {
            let mut items = ['a', 'b', 'c'];
            let mut values = [first, second].into_iter();
            let mut asked = [3, 2].into_iter();
            shuffle(&mut items, &mut |sides| {
                assert_eq!(Some(sides.get()), asked.next());
                values.next().expect("two draws for three items")
            });
            orders.insert(items);
        }
        assert_eq!(orders.len(), 6);
    }
}
