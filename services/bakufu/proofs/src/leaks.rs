//! Search for leaks: what is hidden from a viewer changes no byte of what the viewer gets.
//!
//! One world is a random match of a game at a random moment. In a second one
//! everything that a viewer can't see is dealt anew. Both go on together for a
//! few steps, in which the viewer notices the same by the rules' own account,
//! while secret steps and hidden draws differ. Whatever the orchestrator sends
//! the viewer, from views and updates to refusals and pictures, must be the same
//! in both worlds. Every option set, number of seats and viewer has its turn.
//!
//! Start reading at [`run`], then `pairs.rs` for one match with its pairs,
//! `follow.rs` for how the second world follows the first, and `moment.rs` for
//! what is compared.

mod course;
pub mod faults;
mod follow;
mod lineup;
mod moment;
mod notice;
mod openings;
mod outlet;
mod pairs;
pub mod policy;
mod report;
pub mod sizes;
mod weaken;
mod world;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bakufu_offline::GameRules;
use kit_redact::Schema;
use kit_rules::Rules;
use kit_rules_server::Wire;
use match_orchestrator_core::local::LocalRules;

pub use self::moment::Part;
pub use self::report::{End, Finding, Report, Tally, What};

use self::lineup::{Setting, lineup};
use self::outlet::Outlet;
use self::pairs::{DEALS, POINTS, Same, play_table};
use self::report::Trouble;

/// How much is tried, and what repeats it.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// Where all chance comes from. The seed of a finding plays its match first.
    pub seed: u64,
    /// How many pairs of worlds are compared at least. There are always enough
    /// for every option set, number of seats and viewer.
    pub pairs: u64,
}

pub(crate) struct Experiment<W: Wire> {
    rules: Arc<GameRules<W>>,
    /// What viewers get.
    outlet: Outlet<W>,
}

/// Compares pairs of worlds of a game, on all cores. `progress` hears of every
/// match how many pairs it brought. What comes out depends on the settings alone.
///
/// # Errors
/// The first finding.
pub fn run<W: Wire>(
    settings: &RunSettings,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, Box<Finding>> {
    Experiment::<W>::real().run(settings, progress)
}

impl<W: Wire> Experiment<W> {
    fn real() -> Self {
        let rules = Arc::new(GameRules::new());
        Self { outlet: Outlet::real(&rules), rules }
    }

    /// What viewers may see.
    fn truth(&self) -> &Schema {
        self.rules.schema()
    }

    fn run(
        &self,
        settings: &RunSettings,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Report, Box<Finding>> {
        self.gather(settings, progress, &|_| ()).map(|(report, _)| report)
    }

    /// Makes the experiment and keeps something of every moment that was
    /// compared, in an order that depends on the settings alone.
    fn gather<T: Send>(
        &self,
        settings: &RunSettings,
        progress: &(dyn Fn(u64) + Sync),
        keep: &(dyn Fn(&Same<'_>) -> T + Sync),
    ) -> Result<(Report, Vec<T>), Box<Finding>> {
        let tables = lineup::<W>();
        let matches = matches_for(settings.pairs, settings.seed, &tables);
        let next = AtomicU64::new(0);
        // Matches are taken in order, so the first finding of all is found by
        // whoever plays its match, whatever the others do meanwhile.
        let end = AtomicU64::new(matches);
        let played = Mutex::new(BTreeMap::new());
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::SeqCst);
                if index >= end.load(Ordering::SeqCst) {
                    return;
                }
                let mut kept = Vec::new();
                let number = settings.seed.wrapping_add(index);
                let tally = self.play(number, &tables, &mut |same| kept.push(keep(same)));
                match &tally {
                    Ok(tally) => progress(tally.pairs),
                    Err(_) => drop(end.fetch_min(index, Ordering::SeqCst)),
                }
                let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
                played.insert(index, tally.map(|tally| (tally, kept)));
            }
        };
        let cores = thread::available_parallelism().map_or(1, Into::into);
        thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
        let (mut tally, mut all) = (Tally::default(), Vec::new());
        for played in played.into_inner().unwrap_or_else(PoisonError::into_inner).into_values() {
            match played {
                Ok((of_match, kept)) => {
                    tally.add(of_match);
                    all.extend(kept);
                }
                Err(finding) => {
                    let pairs_before = tally.pairs + finding.pairs_before;
                    return Err(Box::new(Finding { pairs_before, ..*finding }));
                }
            }
        }
        let cells = tables.iter().map(|table| table.seats.get() + 1).sum();
        let game = W::Game::FACTS.id.to_owned();
        let report =
            Report { game, seed: settings.seed, matches, tables: tables.len(), cells, tally };
        Ok((report, all))
    }

    /// Plays one match with its pairs.
    fn play(
        &self,
        number: u64,
        tables: &[Setting],
        watch: &mut dyn FnMut(&Same<'_>),
    ) -> Result<Tally, Box<Finding>> {
        let table = &tables[(number % tables.len() as u64) as usize];
        let mut tally = Tally::default();
        let played =
            catch_unwind(AssertUnwindSafe(|| play_table(self, table, number, &mut tally, watch)));
        let played =
            played.unwrap_or_else(|panic| Err(Trouble::new(What::Panicked(text(&*panic)))));
        match played {
            Ok(()) => Ok(tally),
            Err(Trouble { viewer, step, what }) => Err(Box::new(Finding {
                game: W::Game::FACTS.id.to_owned(),
                seed: number,
                options: table.told.clone(),
                seats: table.seats.get(),
                viewer: viewer.map_or(0, pairs::viewer_number),
                step,
                pairs_before: tally.pairs,
                what,
            })),
        }
    }
}

/// How many matches bring so many pairs, every table at least one.
fn matches_for(pairs: u64, seed: u64, tables: &[Setting]) -> u64 {
    let count = tables.len() as u64;
    let of_match = |index: u64| {
        let table = &tables[(seed.wrapping_add(index) % count) as usize];
        ((table.seats.get() + 1) * POINTS * DEALS) as u64
    };
    let mut brought = 0;
    for matches in 0.. {
        if matches >= count && brought >= pairs {
            return matches;
        }
        brought += of_match(matches);
    }
    unreachable!("every match brings pairs")
}

fn text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a text").to_owned()
}
