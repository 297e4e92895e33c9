//! Rank test of Mann and Whitney: whether one sample tends to be larger than another,
//! whatever their distributions look like.

use std::time::Duration;

/// Samples that are this unlikely if nothing differs are a finding.
pub const SUSPICION: f64 = 0.001;
/// How many standard deviations the interval of the difference takes on either side: in
/// 999 of 1,000 experiments the difference is within.
const INTERVAL: f64 = 3.2905;
/// Values of each sample that the difference is worked out of, spread over all of them:
/// every one of one sample is compared with every one of the other.
const COMPARED_MAX: usize = 2_000;

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    pub medians: [Duration; 2],
    /// By how many nanoseconds values of the second sample are larger, in the middle of all
    /// pairs (Hodges and Lehmann).
    pub difference: i64,
    /// Where that difference is, but for one experiment in a thousand.
    pub interval: [i64; 2],
    /// How often a value of the second sample is larger than one of the first; one half if
    /// nothing differs.
    pub superiority: f64,
    /// How likely samples that differ at least as much are if nothing differs.
    pub p_value: f64,
}

impl RankTest {
    /// Compares two samples.
    pub(super) fn of(mut one: Vec<u64>, mut other: Vec<u64>) -> Self {
        one.sort_unstable();
        other.sort_unstable();
        let (superiority, p_value) = ranked(&one, &other);
        let (difference, interval) = difference(&one, &other);
        let median = |sorted: &[u64]| {
            Duration::from_nanos(sorted.get(sorted.len() / 2).copied().unwrap_or_default())
        };
        let medians = [median(&one), median(&other)];
        Self { medians, difference, interval, superiority, p_value }
    }

    /// Whether the samples differ.
    pub fn is_suspicious(&self) -> bool {
        self.p_value < SUSPICION
    }
}

/// How often the other sample's values are larger, and how likely that is. Equal ones
/// count half.
fn ranked(one: &[u64], other: &[u64]) -> (f64, f64) {
    let (n, m) = (one.len() as f64, other.len() as f64);
    if n == 0.0 || m == 0.0 {
        return (0.5, 1.0);
    }
    let larger: f64 = other
        .iter()
        .map(|value| {
            let below = one.partition_point(|it| it < value);
            let up_to = one.partition_point(|it| it <= value);
            (below + up_to) as f64 / 2.0
        })
        .sum();
    let all = n + m;
    let tied: f64 = ties(one, other).map(|count| count.powi(3) - count).sum();
    let variance = n * m / 12.0 * (all + 1.0 - tied / (all * (all - 1.0)).max(1.0));
    let deviation = (larger - n * m / 2.0).abs();
    let p_value = match variance > 0.0 {
        true => libm::erfc(deviation / variance.sqrt() / std::f64::consts::SQRT_2),
        false => 1.0,
    };
    (larger / (n * m), p_value)
}

/// How many values there are of each that occurs.
fn ties(one: &[u64], other: &[u64]) -> impl Iterator<Item = f64> {
    let mut all: Vec<u64> = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    let counts: Vec<f64> = all.chunk_by(|a, b| a == b).map(|same| same.len() as f64).collect();
    counts.into_iter()
}

fn difference(one: &[u64], other: &[u64]) -> (i64, [i64; 2]) {
    let (one, other) = (spread(one), spread(other));
    let mut pairs: Vec<i64> = other
        .iter()
        .flat_map(|larger| one.iter().map(move |smaller| *larger as i64 - *smaller as i64))
        .collect();
    if pairs.is_empty() {
        return (0, [0, 0]);
    }
    let (n, m) = (one.len() as f64, other.len() as f64);
    let reach = INTERVAL * (n * m * (n + m + 1.0) / 12.0).sqrt();
    let last = pairs.len() - 1;
    let mut at = |place: f64| *pairs.select_nth_unstable((place.max(0.0) as usize).min(last)).1;
    let middle = n * m / 2.0;
    (at(middle), [at(middle - reach), at(middle + reach)])
}

/// At most so many of the sorted values, evenly spread.
fn spread(sorted: &[u64]) -> Vec<u64> {
    let count = sorted.len().min(COMPARED_MAX);
    (0..count).map(|index| sorted[index * sorted.len() / count]).collect()
}

#[cfg(test)]
mod tests {
    use bakufu_proofs::Dice;

    use super::*;

    /// Times as they are measured: mostly close together, sometimes late.
    fn sample(dice: &mut Dice, count: usize, later_by: u64) -> Vec<u64> {
        let mut time = || {
            let usual: u64 = (0..6).map(|_| dice.number() % 40_000).sum();
            let late = if dice.one_in(20) { dice.number() % 3_000_000 } else { 0 };
            300_000 + usual + late + later_by
        };
        (0..count).map(|_| time()).collect()
    }

    #[test]
    fn samples_of_the_same_kind_are_rarely_suspicious() {
        let mut dice = Dice::new(1, &[]);
        let tests =
            (0..400).map(|_| RankTest::of(sample(&mut dice, 300, 0), sample(&mut dice, 300, 0)));
        let tests: Vec<RankTest> = tests.collect();
        let below = |p: f64| tests.iter().filter(|test| test.p_value < p).count();
        assert!(below(SUSPICION) <= 2, "{}", below(SUSPICION));
        // As many as chance makes: one in ten.
        assert!((20..=60).contains(&below(0.1)), "{}", below(0.1));
        let outside = tests.iter().filter(|test| test.interval[0] > 0 || test.interval[1] < 0);
        assert!(outside.count() <= 2);
    }

    #[test]
    fn a_small_difference_is_found_and_measured() {
        let mut dice = Dice::new(2, &[]);
        let test = RankTest::of(sample(&mut dice, 3_000, 0), sample(&mut dice, 3_000, 5_000));
        assert!(test.is_suspicious() && test.superiority > 0.5, "{test:?}");
        let [from, to] = test.interval;
        assert!(from > 0 && from < test.difference && test.difference < to, "{test:?}");
        assert!((2_000..8_000).contains(&test.difference), "{test:?}");
    }

    #[test]
    fn the_test_gives_what_the_textbook_does() {
        // Two samples without ties: 3 of 12 pairs are larger the other way round.
        let test = RankTest::of(vec![10, 20, 50, 80], vec![30, 60, 90]);
        assert_eq!(test.superiority, 9.0 / 12.0);
        // z = (9 - 6) / √(4·3·8/12)
        let expected = libm::erfc(3.0 / 8.0f64.sqrt() / std::f64::consts::SQRT_2);
        assert!((test.p_value - expected).abs() < 1e-12, "{test:?}");
        assert_eq!(test.medians.map(|median| median.as_nanos()), [50, 60]);
    }

    #[test]
    fn equal_values_are_no_difference() {
        let test = RankTest::of(vec![5; 40], vec![5; 30]);
        assert_eq!((test.superiority, test.p_value, test.difference), (0.5, 1.0, 0));
        let none = RankTest::of(Vec::new(), vec![1]);
        assert_eq!((none.p_value, none.interval), (1.0, [0, 0]));
    }
}
