//! The questions, and how each is asked.

use std::num::NonZeroU32;

use match_orchestrator_draws::{Entropy, Numbers};
use sha2::{Digest, Sha256};

use super::chi_square::{p_value, statistic};
use super::{Answer, Chance};

/// Draws that are taken from one commit.
const DRAWS: usize = 32;
/// Commits that are looked at of one match.
const COMMITS: u64 = 20;
/// Sides of draws that are looked at in pairs.
const PAIR_SIDES: NonZeroU32 = NonZeroU32::new(20).expect("twenty is not zero");
/// Groups into which the values of very many sides are put.
const GROUPS: u64 = 64;
/// More sides than this are looked at in groups.
const SIDES_MAX: u32 = 1000;
const BITS: usize = 256;
const BYTE: NonZeroU32 = NonZeroU32::new(256).expect("256 is not zero");

/// Something to be asked.
pub(super) enum Question {
    /// Whether all values of a draw are equally likely.
    Sides(NonZeroU32),
    /// Whether two draws that should know nothing of each other do.
    Pair(Pair),
    /// Whether half of the bits change when one bit of what they come from does.
    Avalanche(Avalanche),
}

/// Two rows of draws that are put side by side.
#[derive(Clone, Copy)]
pub(super) enum Pair {
    Successive,
    BlockApart,
    Commits,
    Matches,
    GameAndBot,
    Bots,
}

/// What a single bit is changed of.
#[derive(Clone, Copy)]
pub(super) enum Avalanche {
    ServerSeed,
    FirstSeatSeed,
    LastSeatSeed,
    Commit,
}

/// All questions, in a fixed order.
pub(super) fn questions() -> Vec<Question> {
    // The last ones throw many words away, and would show it if they did not:
    // three quarters of 2^32 and one, half of it and one, and nearly all of it.
    let many = [100, SIDES_MAX, 0xC000_0001, 0x8000_0001, u32::MAX];
    let sides = (2..=64).chain(many).filter_map(NonZeroU32::new).map(Question::Sides);
    let pairs = [
        Pair::Successive,
        Pair::BlockApart,
        Pair::Commits,
        Pair::Matches,
        Pair::GameAndBot,
        Pair::Bots,
    ];
    let avalanches = [
        Avalanche::ServerSeed,
        Avalanche::FirstSeatSeed,
        Avalanche::LastSeatSeed,
        Avalanche::Commit,
    ];
    let pairs = pairs.into_iter().map(Question::Pair);
    sides.chain(pairs).chain(avalanches.into_iter().map(Question::Avalanche)).collect()
}

impl Question {
    pub(super) fn ask(&self, chance: &dyn Chance, seed: u64, samples: u64) -> Answer {
        let mut asking = Asking::new(chance, seed, self);
        match self {
            Self::Sides(sides) => asking.sides(self.name(), *sides, samples),
            Self::Pair(pair) => asking.pairs(self.name(), *pair, samples / 2),
            // One key costs about as much as the draws of a commit.
            Self::Avalanche(of) => asking.avalanche(self.name(), *of, samples / DRAWS as u64),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Sides(sides) if sides.get() > SIDES_MAX => {
                format!("{sides} sides in {GROUPS} groups")
            }
            Self::Sides(sides) => format!("{sides} sides"),
            Self::Pair(Pair::Successive) => "a draw and the next".to_owned(),
            Self::Pair(Pair::BlockApart) => "a draw and the sixteenth after it".to_owned(),
            Self::Pair(Pair::Commits) => "a commit and the next".to_owned(),
            Self::Pair(Pair::Matches) => "matches whose seeds differ in one bit".to_owned(),
            Self::Pair(Pair::GameAndBot) => "a game and its bot".to_owned(),
            Self::Pair(Pair::Bots) => "the bots of two seats".to_owned(),
            Self::Avalanche(Avalanche::ServerSeed) => {
                "keys after a bit of the server seed".to_owned()
            }
            Self::Avalanche(Avalanche::FirstSeatSeed) => {
                "keys after a bit of the first seat's seed".to_owned()
            }
            Self::Avalanche(Avalanche::LastSeatSeed) => {
                "keys after a bit of the last seat's seed".to_owned()
            }
            Self::Avalanche(Avalanche::Commit) => "entropies after a bit of the commit".to_owned(),
        }
    }
}

/// One question on its way, with choices of its own.
struct Asking<'a> {
    chance: &'a dyn Chance,
    choices: Numbers,
}

/// What a match comes from.
struct Seeds {
    server: [u8; 32],
    seats: Vec<Vec<u8>>,
    match_id: String,
}

impl<'a> Asking<'a> {
    fn new(chance: &'a dyn Chance, seed: u64, question: &Question) -> Self {
        let hash = Sha256::new().chain_update(seed.to_be_bytes()).chain_update(question.name());
        Self { chance, choices: Numbers::new(&hash.finalize().into()) }
    }

    fn sides(&mut self, question: String, sides: NonZeroU32, samples: u64) -> Answer {
        let wide = u64::from(sides.get());
        let groups = if sides.get() > SIDES_MAX { GROUPS } else { wide };
        let mut counts = vec![0; groups as usize];
        let mut drawn = [0; DRAWS];
        let mut taken = 0;
        while taken < samples {
            let key = self.key();
            for commit in 1..=COMMITS {
                self.chance.draw(&self.chance.entropy(&key, commit), sides, &mut drawn);
                for value in drawn {
                    counts[(u64::from(value) * groups / wide) as usize] += 1;
                }
                taken += DRAWS as u64;
            }
        }
        // Groups of very many sides differ in size by one at most, but not for
        // nothing: a group holds the values from its first to that of the next.
        let first = |group: u64| (group * wide).div_ceil(groups);
        let expected = |group: usize| {
            let values = first(group as u64 + 1) - first(group as u64);
            taken as f64 * values as f64 / wide as f64
        };
        answer(question, taken, statistic(&counts, expected), groups as u32 - 1)
    }

    fn pairs(&mut self, question: String, pair: Pair, samples: u64) -> Answer {
        let sides = PAIR_SIDES.get() as usize;
        let mut counts = vec![0; sides * sides];
        let mut taken = 0;
        while taken < samples {
            let seeds = self.seeds();
            let (key, twin) = (self.key_of(&seeds), self.twin(&seeds));
            for commit in (1..=COMMITS).step_by(2) {
                for (one, other) in self.rows(pair, &key, &twin, commit) {
                    counts[one as usize * sides + other as usize] += 1;
                    taken += 1;
                }
            }
        }
        let expected = taken as f64 / counts.len() as f64;
        let freedom = counts.len() as u32 - 1;
        answer(question, 2 * taken, statistic(&counts, |_| expected), freedom)
    }

    /// Draws side by side. No draw is in two pairs.
    fn rows(&self, pair: Pair, key: &[u8; 32], twin: &[u8; 32], commit: u64) -> Vec<(u32, u32)> {
        let game = |key: &[u8; 32], commit| self.row(&self.chance.entropy(key, commit));
        let bot = |seat| self.row(&self.chance.bot_entropy(key, commit, seat));
        let (one, other) = match pair {
            Pair::Successive => {
                let row = game(key, commit);
                return row.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            }
            Pair::BlockApart => {
                let row = game(key, commit);
                let (first, second) = row.split_at(DRAWS / 2);
                return first.iter().copied().zip(second.iter().copied()).collect();
            }
            Pair::Commits => (game(key, commit), game(key, commit + 1)),
            Pair::Matches => (game(key, commit), game(twin, commit)),
            Pair::GameAndBot => (game(key, commit), bot(1)),
            Pair::Bots => (bot(1), bot(2)),
        };
        one.into_iter().zip(other).collect()
    }

    fn row(&self, entropy: &Entropy) -> [u32; DRAWS] {
        let mut row = [0; DRAWS];
        self.chance.draw(entropy, PAIR_SIDES, &mut row);
        row
    }

    fn avalanche(&mut self, question: String, of: Avalanche, samples: u64) -> Answer {
        let samples = samples.max(1);
        let mut changes = [0; BITS];
        for _ in 0..samples {
            let (before, after) = self.neighbours(of);
            for (bit, changes) in changes.iter_mut().enumerate() {
                *changes += u64::from((before[bit / 8] ^ after[bit / 8]) >> (bit % 8) & 1);
            }
        }
        // Each bit changes or does not: both are as likely, and both count.
        let half = samples as f64 / 2.0;
        let statistic = 2.0 * statistic(&changes, |_| half);
        answer(question, samples, statistic, BITS as u32)
    }

    /// What comes of two things that differ in one bit.
    fn neighbours(&mut self, of: Avalanche) -> ([u8; 32], [u8; 32]) {
        let mut seeds = self.seeds();
        let before = self.key_of(&seeds);
        match of {
            Avalanche::ServerSeed => return (before, self.twin(&seeds)),
            Avalanche::FirstSeatSeed => self.flip(&mut seeds.seats[0]),
            Avalanche::LastSeatSeed => {
                let last = seeds.seats.last_mut().expect("a match has seats");
                self.flip(last);
            }
            Avalanche::Commit => {
                let commit = u64::from(self.choices.below(NonZeroU32::MAX));
                let bit = self.choices.below(NonZeroU32::new(32).expect("32 is not zero"));
                let neighbour = commit ^ (1 << bit);
                let entropy = |commit| self.chance.entropy(&before, commit);
                return (entropy(commit), entropy(neighbour));
            }
        }
        (before, self.key_of(&seeds))
    }

    /// The key of a match whose server seed differs in one bit.
    fn twin(&mut self, seeds: &Seeds) -> [u8; 32] {
        let mut server = seeds.server;
        self.flip(&mut server);
        self.chance.key(&server, &seeds.seats, &seeds.match_id)
    }

    fn flip(&mut self, bytes: &mut [u8]) {
        let bits = NonZeroU32::new(bytes.len() as u32 * 8).expect("seeds are not empty");
        let bit = self.choices.below(bits) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
    }

    fn key(&mut self) -> [u8; 32] {
        let seeds = self.seeds();
        self.key_of(&seeds)
    }

    fn key_of(&self, seeds: &Seeds) -> [u8; 32] {
        self.chance.key(&seeds.server, &seeds.seats, &seeds.match_id)
    }

    fn seeds(&mut self) -> Seeds {
        let mut byte = || self.choices.below(BYTE) as u8;
        let server = std::array::from_fn(|_| byte());
        let seats = (0..3).map(|_| (0..8).map(|_| byte()).collect()).collect();
        let match_id = (0..4).map(|_| format!("{:02x}", byte())).collect();
        Seeds { server, seats, match_id }
    }
}

fn answer(question: String, samples: u64, statistic: f64, freedom: u32) -> Answer {
    Answer { question, samples, statistic, freedom, p: p_value(statistic, freedom) }
}
