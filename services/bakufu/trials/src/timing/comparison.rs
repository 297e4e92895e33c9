//! Comparison of the times of one question in two situations.

use super::Question;
use super::ranks::RankTest;

/// How long answers took in two situations that should look the same.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub game: String,
    pub question: Question,
    pub test: RankTest,
}

/// Times of one question, the nanoseconds of both situations apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(pub(super) [Vec<u64>; 2]);

impl Times {
    pub(super) fn note(&mut self, situation: usize, time: std::time::Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0[situation].push(nanoseconds);
    }

    pub(super) fn compared(self, question: Question) -> Comparison {
        let [one, other] = self.0;
        Comparison { game: String::new(), question, test: RankTest::of(one, other) }
    }
}
