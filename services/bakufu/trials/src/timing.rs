//! Timing: how long an answer takes tells nobody what a seat plans in secret.
//!
//! Games, orchestrators and clients are real and speak over loopback. A question is
//! asked again and again in two situations that should look the same, in random order,
//! and a rank test says whether its times differ. What is timed is when the bytes have
//! arrived: whoever sees the packets of an encrypted connection sees no more.
//!
//! What depends on a clock can't be repeated exactly, so this is for people and for quiet
//! machines. The tests run it to see that it works, and do not judge by it.

mod client;
mod comparison;
mod failure;
mod planner;
mod ranks;
mod rig;
mod shortcut;

use std::fmt;

use kit_rules::Rules;
use kit_rules_server::Wire;

pub use comparison::Comparison;
pub use failure::TimingFailure;
pub use ranks::{RankTest, SUSPICION};

use bakufu_proofs::Dice;
use rig::Rig;

/// How often the two matches change roles: what only one of them does is so in both
/// situations.
const ROUNDS: usize = 10;

/// How much is tried, and what repeats it.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// How often every question is asked in each situation.
    pub calls: usize,
    /// Where all chance comes from.
    pub seed: u64,
    /// What is done wrong, to see whether it is found.
    pub fault: Option<TimingFault>,
}

/// Something that makes times tell what they should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimingFault {
    /// Answers to planning seats go out at once.
    NoQuantum,
    /// The store is quicker with an answer if a match has not changed.
    QuickReads,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The own list of a seat that has planned little or much.
    List,
    /// Its view.
    View,
    /// Its board.
    Board,
    /// Its next secret step.
    Submit,
    /// The view of a spectator on another replica, after a secret step in this match or in
    /// another one.
    Spectator,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::List => "own list",
            Self::View => "own view",
            Self::Board => "own board",
            Self::Submit => "secret step",
            Self::Spectator => "spectator's view",
        })
    }
}

/// Times the answers of a game. `progress` hears of every call that is timed; there are
/// [`calls`] of them.
///
/// # Errors
/// If something other than a time is not as it should be.
pub async fn run<W: Wire>(
    settings: &RunSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Comparison>, TimingFailure> {
    let mut dice = Dice::new(settings.seed, &[]);
    let rig = Rig::start::<W>(settings.fault).await?;
    let mut comparisons = planner::compare::<W>(&rig, settings, &mut dice, progress).await?;
    let spectated = planner::compare_reads::<W>(&rig, settings, &mut dice, progress);
    comparisons.push(spectated.await?);
    comparisons.iter_mut().for_each(|it| W::Game::FACTS.id.clone_into(&mut it.game));
    Ok(comparisons)
}

/// How many calls are timed with these settings.
pub fn calls(settings: &RunSettings) -> u64 {
    let questions = planner::QUESTIONS.len() + 1;
    2 * (questions * settings.calls.div_ceil(ROUNDS) * ROUNDS) as u64
}
