//! Report of what was measured, as tables and as JSON.

use bakufu_cli::{Output, TextTable};
use serde::Serialize;

use super::core::Playouts;
use super::sizes::Sizes;
use super::submit::Level;
use super::views::ViewCost;
use crate::failure::Failure;

/// At this many clients throughput is held against its aim.
const BUSY_CLIENTS: usize = 64;
/// The part of the floor's throughput that the product should reach.
const THROUGHPUT_AIM: f64 = 0.6;
/// The multiple of the floor's median wait that one client may wait.
const P50_AIM: f64 = 1.6;
const VIEW_AIM_NS: f64 = 5_000.0;
/// How many random matches with four seats one core should play in a second.
const PLAYOUTS_AIM: f64 = 10_000.0;
const PLAYOUTS_AIM_SEATS: u32 = 4;

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub(crate) struct BenchReport {
    pub(crate) game: String,
    pub(crate) seats: u32,
    pub(crate) store: &'static str,
    pub(crate) cores: usize,
    pub(crate) sizes: Sizes,
    pub(crate) submit: Vec<Level>,
    pub(crate) playouts: Vec<Playouts>,
    pub(crate) views: Vec<ViewCost>,
    pub(crate) aims: Vec<Aim>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Aim {
    what: String,
    aim: String,
    measured: String,
    met: bool,
}

impl BenchReport {
    /// Holds what was measured against what was aimed at.
    pub(crate) fn judge(&mut self) {
        let mut aims = Vec::new();
        for level in &self.submit {
            if level.clients == BUSY_CLIENTS {
                aims.push(Aim {
                    what: format!("throughput with {BUSY_CLIENTS} clients"),
                    aim: format!("at least {:.0} % of the floor", THROUGHPUT_AIM * 100.0),
                    measured: format!("{:.0} %", level.throughput_ratio * 100.0),
                    met: level.throughput_ratio >= THROUGHPUT_AIM,
                });
            }
            if level.clients == 1 {
                aims.push(Aim {
                    what: "median wait of one client".to_owned(),
                    aim: format!("at most {P50_AIM}× the floor"),
                    measured: format!("{:.2}×", level.p50_ratio),
                    met: level.p50_ratio <= P50_AIM,
                });
            }
        }
        if let Some(slowest) = self.views.iter().map(|view| view.nanoseconds).reduce(f64::max) {
            aims.push(Aim {
                what: "slowest view".to_owned(),
                aim: format!("under {:.0} µs", VIEW_AIM_NS / 1e3),
                measured: format!("{:.2} µs", slowest / 1e3),
                met: slowest < VIEW_AIM_NS,
            });
        }
        let measured = |it: &&Playouts| it.game == self.game && it.seats == PLAYOUTS_AIM_SEATS;
        if let Some(playouts) = self.playouts.iter().find(measured) {
            aims.push(Aim {
                what: format!("random matches of {} seats on one core", playouts.seats),
                aim: format!("at least {PLAYOUTS_AIM:.0} per second"),
                measured: format!("{:.0} per second", playouts.per_second),
                met: playouts.per_second >= PLAYOUTS_AIM,
            });
        }
        self.aims = aims;
    }

    /// Prints tables for people.
    pub(crate) fn print(&self, output: &mut Output<'_>) -> Result<(), Failure> {
        let Self { game, seats, store, cores, sizes, .. } = self;
        output.line(format_args!(
            "SubmitActions: {game} with {seats} seats, {store}, loopback, {cores} cores"
        ))?;
        output.line("")?;
        output.line(self.submit_table())?;
        output.line("")?;
        output.line(
            "The floor is a bare gRPC call over the same two hops and the same store, with",
        )?;
        output.line(format_args!(
            "as many bytes: request {}, state {}, answer {}, log entry {}.",
            sizes.request_bytes, sizes.state_bytes, sizes.response_bytes, sizes.entry_bytes
        ))?;
        for (title, table) in [
            ("Random matches in the rules core, one core", self.playout_table()),
            ("Views of a state from the middle of a match", self.view_table()),
        ] {
            output.line("")?;
            output.line(title)?;
            output.line("")?;
            output.line(table)?;
        }
        output.line("")?;
        output.line(format_args!(
            "One match in the store: {} bytes of state, {} bytes of log over {} actions.",
            sizes.state_bytes, sizes.log_bytes, sizes.actions
        ))?;
        output.line("")?;
        Ok(output.line(self.aim_table())?)
    }

    fn submit_table(&self) -> TextTable {
        let mut table = TextTable::new([
            "clients",
            "floor/s",
            "p50 µs",
            "p99 µs",
            "product/s",
            "p50 µs",
            "p99 µs",
            "throughput",
            "p50",
        ]);
        for level in &self.submit {
            table.row([
                level.clients.to_string(),
                format!("{:.0}", level.floor.per_second),
                format!("{:.0}", level.floor.p50_us),
                format!("{:.0}", level.floor.p99_us),
                format!("{:.0}", level.product.per_second),
                format!("{:.0}", level.product.p50_us),
                format!("{:.0}", level.product.p99_us),
                format!("{:.0}%", level.throughput_ratio * 100.0),
                format!("{:.2}×", level.p50_ratio),
            ]);
        }
        table
    }

    fn playout_table(&self) -> TextTable {
        let mut table = TextTable::new(["game", "seats", "matches/s", "steps/match", "steps/s"]);
        for playouts in &self.playouts {
            table.row([
                playouts.game.to_owned(),
                playouts.seats.to_string(),
                format!("{:.0}", playouts.per_second),
                format!("{:.1}", playouts.steps_per_match),
                format!("{:.0}", playouts.steps_per_second),
            ]);
        }
        table
    }

    fn view_table(&self) -> TextTable {
        let mut table = TextTable::new(["viewer", "ns", "bytes"]);
        for view in &self.views {
            let viewer = match view.viewer {
                0 => "spectator".to_owned(),
                seat => format!("seat {seat}"),
            };
            table.row([viewer, format!("{:.0}", view.nanoseconds), view.bytes.to_string()]);
        }
        table
    }

    fn aim_table(&self) -> TextTable {
        let mut table = TextTable::new(["aim", "wanted", "measured", "met"]);
        for aim in &self.aims {
            let met = if aim.met { "yes" } else { "no" };
            table.row([aim.what.clone(), aim.aim.clone(), aim.measured.clone(), met.to_owned()]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::load::Rate;

    fn level(clients: usize, throughput_ratio: f64, p50_ratio: f64) -> Level {
        let rate = Rate { calls: 1, per_second: 1.0, p50_us: 1.0, p99_us: 1.0 };
        Level { clients, floor: rate, product: rate, throughput_ratio, p50_ratio }
    }

    fn met(submit: Vec<Level>, nanoseconds: f64, per_second: f64) -> Vec<bool> {
        let playouts = |seats, per_second| Playouts {
            game: "toy",
            seats,
            per_second,
            steps_per_match: 1.0,
            steps_per_second: 1.0,
        };
        let mut report = BenchReport {
            game: "toy".to_owned(),
            seats: 4,
            store: "memory",
            cores: 1,
            sizes: Sizes {
                request_bytes: 1,
                response_bytes: 1,
                state_bytes: 1,
                event_bytes: 1,
                entry_bytes: 1,
                log_bytes: 1,
                actions: 1,
            },
            submit,
            playouts: vec![playouts(2, 1.0), playouts(4, per_second)],
            views: vec![ViewCost { viewer: 0, nanoseconds, bytes: 1 }],
            aims: Vec::new(),
        };
        report.judge();
        report.aims.iter().map(|aim| aim.met).collect()
    }

    #[test]
    fn aims_are_met_on_their_border_and_missed_beyond_it() {
        let good = vec![level(1, 0.1, 1.6), level(64, 0.6, 9.0)];
        assert_eq!(met(good, 4_999.0, 10_000.0), [true; 4]);
        let bad = vec![level(1, 0.9, 1.61), level(64, 0.59, 1.0)];
        assert_eq!(met(bad, 5_000.0, 9_999.0), [false; 4]);
    }

    #[test]
    fn levels_without_an_aim_are_not_judged() {
        assert_eq!(met(vec![level(16, 0.1, 9.0)], 1.0, 1.0).len(), 2);
    }
}
