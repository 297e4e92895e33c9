//! Report of what was measured, as tables and as JSON.

use bakufu_cli::{Output, TextTable};
use serde::Serialize;

use super::at_rest::AtRest;
use super::copies::Mix;
use super::level::Level;
use super::long::LongMatch;
use super::templates::Phase;
use crate::failure::Failure;

/// How much a move may cost more in the largest store than in the smallest.
const FLAT_AIM: f64 = 1.1;
/// What an open match of Samurai may take in Redis.
const AT_REST_AIM: f64 = 6.0 * 1024.0;
/// How much of a core a replica may need while nobody plays, in percent.
const IDLE_CPU_AIM: f64 = 1.0;
/// How many commands it may send in a second.
const IDLE_COMMANDS_AIM: f64 = 10.0;

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub(super) struct CapacityReport {
    pub(super) game: String,
    pub(super) cores: usize,
    pub(super) mix: Mix,
    pub(super) stores: Vec<StoreReport>,
    pub(super) at_rest: Vec<AtRest>,
    pub(super) long: Vec<LongMatch>,
    pub(super) aims: Vec<Aim>,
}

#[derive(Debug, Serialize)]
pub(super) struct StoreReport {
    pub(super) store: &'static str,
    pub(super) levels: Vec<Level>,
}

#[derive(Debug, Serialize)]
pub(super) struct Aim {
    what: String,
    aim: String,
    measured: String,
    met: bool,
}

impl CapacityReport {
    /// Holds what was measured against what was aimed at.
    pub(super) fn judged(mut self) -> Self {
        let mut aims: Vec<Aim> = self.stores.iter().flat_map(StoreReport::aims).collect();
        aims.extend(self.rest_aim());
        aims.extend(self.long_aim());
        self.aims = aims;
        self
    }

    /// An open match as most are: the phases count as often as in a store.
    fn rest_aim(&self) -> Option<Aim> {
        let weight = |at_rest: &AtRest| {
            let of_phase = |(phase, _): &&(&str, u64)| *phase == at_rest.phase;
            let is_open = at_rest.phase != Phase::Over.name();
            self.mix.per_mille.iter().find(of_phase).map_or(0, |(_, it)| *it) * u64::from(is_open)
        };
        let sum = |of: &dyn Fn(&AtRest) -> f64| -> f64 {
            self.at_rest.iter().map(|it| of(it) * weight(it) as f64).sum()
        };
        let bytes = sum(&|it| it.bytes) / sum(&|_| 1.0);
        let game = self.at_rest.first()?.game;
        Some(Aim {
            what: format!("an open match of {game} at rest, on the average"),
            aim: format!("at most {AT_REST_AIM:.0} bytes"),
            measured: format!("{bytes:.0} bytes"),
            met: bytes <= AT_REST_AIM,
        })
    }

    fn long_aim(&self) -> Option<Aim> {
        let [short, .., long] = &self.long[..] else { return None };
        let ratio = long.redis_cpu_us / short.redis_cpu_us;
        Some(Aim {
            what: format!("a commit in a match of {}, by one of {}", long.commits, short.commits),
            aim: format!("at most {FLAT_AIM}×"),
            measured: format!("{ratio:.2}×"),
            met: ratio <= FLAT_AIM,
        })
    }

    /// Prints tables for people.
    pub(super) fn print(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        let Self { game, cores, mix, .. } = self;
        output.line(format_args!(
            "Copies of {} real matches of {game}, {:.1} commits each, on {cores} cores",
            mix.templates, mix.commits_mean
        ))?;
        let parts = mix.per_mille.map(|(phase, weight)| format!("{phase} {weight}"));
        output.line(format_args!("Of a thousand: {}", parts.join(", ")))?;
        for (title, table) in [
            ("Stored, and changed", self.cost_table()),
            ("While nobody plays, per replica", self.idle_table()),
            ("Lists and counts, median", self.list_table()),
        ] {
            output.line("")?;
            output.line(title)?;
            output.line("")?;
            output.line(table)?;
        }
        if let Some(AtRest { game, seats, .. }) = self.at_rest.first() {
            output.line("")?;
            output.line(format_args!("One match of {game} with {seats} seats in Redis"))?;
            output.line("")?;
            output.line(self.rest_table())?;
            output.line("")?;
            output.line("A commit, by how many the match has")?;
            output.line("")?;
            output.line(self.long_table())?;
        }
        output.line("")?;
        let mut table = TextTable::new(["aim", "wanted", "measured", "met"]);
        for aim in &self.aims {
            let met = if aim.met { "yes" } else { "no" };
            table.row([aim.what.clone(), aim.aim.clone(), aim.measured.clone(), met.to_owned()]);
        }
        Ok(output.line(table)?)
    }

    fn levels(&self) -> impl Iterator<Item = (&'static str, &Level)> {
        self.stores.iter().flat_map(|it| it.levels.iter().map(|level| (it.store, level)))
    }

    fn cost_table(&self) -> TextTable {
        let mut table = TextTable::new([
            "store",
            "matches",
            "filled/s",
            "bytes/match",
            "commits/s",
            "p50 µs",
            "Redis µs",
            "moves/s",
            "p50 µs",
            "CPU µs",
            "Redis µs",
            "take-over s",
        ]);
        for (store, level) in self.levels() {
            table.row([
                store.to_owned(),
                level.matches.to_string(),
                format!("{:.0}", level.fill.matches as f64 / level.fill.seconds),
                format!("{:.0}", level.bytes_per_match),
                format!("{:.0}", level.commit.rate.per_second),
                format!("{:.0}", level.commit.rate.p50_us),
                level.commit.redis_cpu_us.map_or_else(dash, |us| format!("{us:.1}")),
                format!("{:.0}", level.moves.rate.per_second),
                format!("{:.0}", level.moves.rate.p50_us),
                level.moves.cpu_us.map_or_else(dash, |us| format!("{us:.0}")),
                level.moves.redis_cpu_us.map_or_else(dash, |us| format!("{us:.1}")),
                level.take_over_seconds.map_or_else(dash, |seconds| format!("{seconds:.1}")),
            ]);
        }
        table
    }

    fn idle_table(&self) -> TextTable {
        let mut table = TextTable::new([
            "store",
            "matches",
            "replicas",
            "commands/s",
            "with scripts",
            "CPU %",
            "Redis CPU %",
        ]);
        for (store, level) in self.levels() {
            let idle = &level.idle;
            let number = |number: Option<f64>| number.map_or_else(dash, |it| format!("{it:.2}"));
            table.row([
                store.to_owned(),
                level.matches.to_string(),
                idle.replicas.to_string(),
                number(idle.commands_per_second),
                number(idle.commands_with_scripts_per_second),
                number(idle.cpu_percent),
                number(idle.redis_cpu_percent),
            ]);
        }
        table
    }

    fn rest_table(&self) -> TextTable {
        let heading = ["phase", "commits", "bytes", "without stream-node-max-bytes"];
        let mut table = TextTable::new(heading);
        for at_rest in &self.at_rest {
            table.row([
                at_rest.phase.to_owned(),
                format!("{:.0}", at_rest.commits),
                format!("{:.0}", at_rest.bytes),
                format!("{:.0}", at_rest.bytes_by_default),
            ]);
        }
        table
    }

    fn long_table(&self) -> TextTable {
        let mut table = TextTable::new(["commits", "Redis µs"]);
        for LongMatch { commits, redis_cpu_us } in &self.long {
            table.row([commits.to_string(), format!("{redis_cpu_us:.1}")]);
        }
        table
    }

    fn list_table(&self) -> TextTable {
        let mut table = TextTable::new([
            "store",
            "matches",
            "ListMatches ms",
            "ListAllMatches ms",
            "ListGameVersions ms",
        ]);
        for (store, level) in self.levels() {
            let lists = &level.lists;
            let rates = [lists.list_matches, lists.list_all_matches, lists.list_game_versions];
            let [matches, all, versions] = rates.map(|rate| format!("{:.2}", rate.p50_us / 1e3));
            table.row([store.to_owned(), level.matches.to_string(), matches, all, versions]);
        }
        table
    }
}

impl StoreReport {
    fn aims(&self) -> Vec<Aim> {
        let (Some(first), Some(last)) = (self.levels.first(), self.levels.last()) else {
            return Vec::new();
        };
        let mut aims = Vec::new();
        let costs = first.moves.whole_cpu_us().zip(last.moves.whole_cpu_us());
        if let Some((first_us, last_us)) = costs.filter(|_| self.levels.len() > 1) {
            aims.push(Aim {
                what: format!(
                    "{}: cost of a move, {} to {}",
                    self.store, first.matches, last.matches
                ),
                aim: format!("at most {FLAT_AIM}×"),
                measured: format!("{:.2}×", last_us / first_us),
                met: last_us <= first_us * FLAT_AIM,
            });
        }
        if let Some(commands) = last.idle.commands_per_second {
            aims.push(Aim {
                what: format!("{}: commands of an idle replica", self.store),
                aim: format!("fewer than {IDLE_COMMANDS_AIM} per second"),
                measured: format!("{commands:.1} per second"),
                met: commands < IDLE_COMMANDS_AIM,
            });
        }
        if let Some(percent) = last.idle.cpu_percent {
            aims.push(Aim {
                what: format!("{}: CPU of an idle replica", self.store),
                aim: format!("less than {IDLE_CPU_AIM} % of a core"),
                measured: format!("{percent:.2} %"),
                met: percent < IDLE_CPU_AIM,
            });
        }
        aims
    }
}

fn dash() -> String {
    "-".to_owned()
}
