//! Draws look random, and what is wrong with spoiled ones is found.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

use bakufu_proofs::draws::{Answer, Chance, Real, Report, RunSettings, question_count, run};
use match_orchestrator_draws::{Entropy, MatchKey, Numbers};

const SETTINGS: RunSettings = RunSettings { draws: 1_000_000, seed: 1 };

fn asked(chance: &dyn Chance) -> Report {
    run(SETTINGS, chance, &|| ())
}

#[test]
fn real_draws_raise_no_suspicion_and_a_seed_repeats_the_verdict() {
    let done = AtomicUsize::new(0);
    let count = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    let report = run(SETTINGS, &Real, &count);
    assert_eq!(report.suspicious().collect::<Vec<_>>(), Vec::<&Answer>::new(), "{SETTINGS:?}");
    assert_eq!(done.into_inner(), question_count());
    assert_eq!(report.answers.len(), question_count());
    assert!(report.answers.iter().all(|answer| answer.samples > 100), "{report:?}");
    assert_eq!(report, asked(&Real));
    let other = run(RunSettings { seed: 2, ..SETTINGS }, &Real, &|| ());
    assert_ne!(report, other);
    assert_eq!(other.suspicious().count(), 0, "{other:?}");
}

/// The words of a stream, without any care for the sides.
fn words(entropy: &Entropy) -> impl FnMut() -> u32 + use<> {
    let mut numbers = Numbers::new(entropy);
    move || numbers.below(NonZeroU32::MAX)
}

#[test]
fn every_planted_fault_is_found() {
    /// Takes the remainder of every word.
    struct PlainRemainder;
    impl Chance for PlainRemainder {
        fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            let mut word = words(entropy);
            into.fill_with(|| word() % sides);
        }
    }

    struct LowBitStuck;
    impl Chance for LowBitStuck {
        fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            let mut word = words(entropy);
            into.fill_with(|| (word() | 1) % sides);
        }
    }

    /// Every second time the highest value becomes the lowest.
    struct SlightlyLoaded;
    impl Chance for SlightlyLoaded {
        fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            Real.draw(entropy, sides, into);
            let mut word = words(&entropy.map(|byte| !byte));
            for value in into {
                if *value == sides.get() - 1 && word().is_multiple_of(2) {
                    *value = 0;
                }
            }
        }
    }

    struct CountsInsteadOfDrawing;
    impl Chance for CountsInsteadOfDrawing {
        fn draw(&self, _: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            for (value, number) in into.iter_mut().zip(0u32..) {
                *value = number % sides;
            }
        }
    }

    struct RepeatsEveryDraw;
    impl Chance for RepeatsEveryDraw {
        fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            Real.draw(entropy, sides, into);
            into.chunks_exact_mut(2).for_each(|pair| pair[1] = pair[0]);
        }
    }

    struct RepeatsTheBlock;
    impl Chance for RepeatsTheBlock {
        fn draw(&self, entropy: &Entropy, sides: NonZeroU32, into: &mut [u32]) {
            Real.draw(entropy, sides, into);
            into.copy_within(..16, 16);
        }
    }

    struct ForgetsTheCommit;
    impl Chance for ForgetsTheCommit {
        fn entropy(&self, key: &[u8; 32], _: u64) -> Entropy {
            MatchKey::from_bytes(*key).entropy(0)
        }
    }

    struct ForgetsTheServerSeed;
    impl Chance for ForgetsTheServerSeed {
        fn key(&self, _: &[u8; 32], seat_seeds: &[Vec<u8>], match_id: &str) -> [u8; 32] {
            Real.key(&[0; 32], seat_seeds, match_id)
        }
    }

    struct ForgetsTheLastSeat;
    impl Chance for ForgetsTheLastSeat {
        fn key(&self, seed: &[u8; 32], seat_seeds: &[Vec<u8>], match_id: &str) -> [u8; 32] {
            Real.key(seed, &seat_seeds[..seat_seeds.len() - 1], match_id)
        }
    }

    struct XorsTheFirstSeat;
    impl Chance for XorsTheFirstSeat {
        fn key(&self, seed: &[u8; 32], seat_seeds: &[Vec<u8>], match_id: &str) -> [u8; 32] {
            let mut key = Real.key(seed, &seat_seeds[1..], match_id);
            key.iter_mut().zip(&seat_seeds[0]).for_each(|(key, seed)| *key ^= seed);
            key
        }
    }

    struct BotDrawsLikeTheGame;
    impl Chance for BotDrawsLikeTheGame {
        fn bot_entropy(&self, key: &[u8; 32], commit: u64, _: u8) -> Entropy {
            self.entropy(key, commit)
        }
    }

    struct BotsDrawAlike;
    impl Chance for BotsDrawAlike {
        fn bot_entropy(&self, key: &[u8; 32], commit: u64, _: u8) -> Entropy {
            Real.bot_entropy(key, commit, 1)
        }
    }

    let faults: [(&dyn Chance, &str); 12] = [
        (&PlainRemainder, "3221225473 sides in 64 groups"),
        (&LowBitStuck, "2 sides"),
        (&SlightlyLoaded, "6 sides"),
        (&CountsInsteadOfDrawing, "a draw and the next"),
        (&RepeatsEveryDraw, "a draw and the next"),
        (&RepeatsTheBlock, "a draw and the sixteenth after it"),
        (&ForgetsTheCommit, "a commit and the next"),
        (&ForgetsTheServerSeed, "matches whose seeds differ in one bit"),
        (&ForgetsTheLastSeat, "keys after a bit of the last seat's seed"),
        (&XorsTheFirstSeat, "keys after a bit of the first seat's seed"),
        (&BotDrawsLikeTheGame, "a game and its bot"),
        (&BotsDrawAlike, "the bots of two seats"),
    ];
    for (fault, expected) in faults {
        let report = run(RunSettings { draws: 200_000, seed: 1 }, fault, &|| ());
        let found: Vec<&str> = report.suspicious().map(|it| it.question.as_str()).collect();
        assert!(found.contains(&expected), "{expected} is not among {found:?}");
    }
}
