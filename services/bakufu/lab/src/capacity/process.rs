//! This process, as the operating system counts it. Only Linux tells.

use std::fs;
use std::time::Duration;

/// How many ticks of its clock Linux counts in a second, on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;
const PAGE_BYTES: u64 = 4096;

/// How long all threads have been computing.
pub(super) fn cpu() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name before may hold anything, but ends with the last parenthesis.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<u64>().ok()).sum();
    Some(Duration::from_secs_f64(ticks as f64 / TICKS_PER_SECOND))
}

/// How much memory it has.
pub(super) fn resident_bytes() -> Option<u64> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    Some(statm.split_whitespace().nth(1)?.parse::<u64>().ok()? * PAGE_BYTES)
}
