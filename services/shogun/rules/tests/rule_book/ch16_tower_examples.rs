//! The worked examples of the tower, draw by draw.

use std::num::NonZeroU32;

use shogun_rules::{Cube, Cubes, Tower};

use super::ch08_tower::feed;
use super::position::cube;

/// The reference generator.
pub(crate) struct SplitMix64 {
    state: u64,
    /// How many numbers were taken.
    pub(crate) accepted: u32,
}

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, accepted: 0 }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below the bound, without favouring any.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let bound = u64::from(bound);
        let biased = (u64::MAX % bound + 1) % bound;
        loop {
            let value = self.next();
            if biased == 0 || value < u64::MAX - biased + 1 {
                self.accepted += 1;
                return (value % bound) as u32;
            }
        }
    }
}

/// Throws cubes, given per seat with the farmers last, and returns what comes
/// out in the same way.
fn throw(tower: &mut Tower, random: &mut SplitMix64, counts: &[u8]) -> Vec<u8> {
    let colours = colours(counts.len());
    let cubes = counts.iter().zip(&colours).fold(Cubes::NONE, |all, (n, cube)| all.with(*cube, *n));
    tower.throw(cubes);
    loop {
        let sides = tower.sides().map_or(1, NonZeroU32::get);
        if let Some(out) = tower.draw(random.below(sides)) {
            return colours.iter().map(|cube| out[*cube]).collect();
        }
    }
}

/// The colours of a table with one seat less than this, the farmers last.
fn colours(count: usize) -> Vec<Cube> {
    Cube::all().take(count - 1).chain([Cube::FARMER]).collect()
}

fn numbers(shelf: &[Cube], count: usize) -> Vec<usize> {
    let all = colours(count);
    shelf.iter().map(|cube| all.iter().position(|c| c == cube).expect("a colour")).collect()
}

#[test]
fn sho_ex_30_a_throw_with_scripted_draws() {
    let (zero, one, farmer) = (cube("blue"), cube("yellow"), Cube::FARMER);
    let mut tower = Tower { upper: vec![farmer], lower: vec![zero], ..Tower::default() };
    // Two of the first colour and one of the second, with one from the tray.
    let thrown = Cubes::NONE.with(zero, 2).with(one, 1);
    tower.throw(thrown.plus(Cubes::NONE.with(one, 1)));
    assert_eq!(feed(&mut tower, &[3, 2, 1]), None);
    assert_eq!(tower.falling, [zero, zero, one, one]);
    feed(&mut tower, &[0, 4, 29, 0, 5, 3, 0, 1]);
    assert_eq!((tower.falling.clone(), tower.upper.len()), (vec![farmer, zero, one, zero, one], 0));
    let out = feed(&mut tower, &[10, 2, 0, 4, 29, 4, 29, 0, 29, 4]);
    assert_eq!(out, Some(Cubes::farmers(1).with(zero, 2).with(one, 2)));
    assert_eq!((tower.upper, tower.lower), (vec![], vec![zero]));
}

#[test]
fn sho_ex_31_the_reference_generator_from_seed_42() {
    let (mut tower, mut random) = (Tower::default(), SplitMix64::new(42));
    assert_eq!(throw(&mut tower, &mut random, &[7, 7, 7, 10]), [6, 7, 6, 7]);
    assert_eq!(numbers(&tower.upper, 4), [2, 0, 3]);
    assert_eq!(numbers(&tower.lower, 4), [3, 3]);
    assert_eq!(random.accepted, 148);
    assert_eq!(throw(&mut tower, &mut random, &[5, 3, 0, 0]), [3, 1, 0, 0]);
    assert_eq!(numbers(&tower.upper, 4), [2, 3, 1, 0, 0, 0, 1]);
    assert_eq!(numbers(&tower.lower, 4), [3, 3]);
    assert_eq!(random.accepted, 179);
    resolves_to("blue 3 yellow 1", "blue 2", "");
}

#[test]
fn sho_ex_32_the_reference_generator_from_seed_7() {
    let (mut tower, mut random) = (Tower::default(), SplitMix64::new(7));
    assert_eq!(throw(&mut tower, &mut random, &[7, 7, 7, 7, 7, 10]), [3, 3, 5, 5, 7, 9]);
    assert_eq!(numbers(&tower.upper, 6), [2, 3, 1, 1, 0, 0]);
    assert_eq!(numbers(&tower.lower, 6), [0, 0, 5, 1, 2, 3, 1]);
    assert_eq!(random.accepted, 212);
    assert_eq!(throw(&mut tower, &mut random, &[5, 3, 0, 0, 0, 0]), [5, 1, 0, 1, 0, 1]);
    resolves_to("blue 5 yellow 1 black 1 farmers 1", "blue 3", "black 1");
}

/// Blue attacks yellow with five against three, and this comes out.
fn resolves_to(out: &str, stands: &str, tray: &str) {
    let mut game = super::game::acting(
        "4 players; blue kaga 6; yellow noto 3; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 5").comes_out(out);
    assert_eq!((game.stands("noto").as_str(), game.tray().as_str()), (stands, tray));
}
