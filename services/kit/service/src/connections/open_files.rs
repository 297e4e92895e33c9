//! Open files: how many this process may have, and what that leaves for
//! connections.

use rlimit::Resource;
use tracing::{info, warn};

/// Connections of one port if there are files for them.
const CONNECTIONS_MAX: usize = 20_000;
/// Files that stay for the store, the games, the logs and other ports.
const RESERVED_FILES: u64 = 256;

/// Raises the soft limit of open files as far as the system allows. The soft one
/// is often 1,024, for programs that can't count further; we can.
pub fn raise_open_files() {
    let before = Resource::NOFILE.get_soft().unwrap_or_default();
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(now) => info!(before, now, "limit of open files"),
        Err(error) => warn!(%error, now = before, "limit of open files can't be raised"),
    }
}

/// Connections that a port may have, by the limit as it is now.
pub(super) fn connections_max() -> usize {
    // Where there is no such limit, ours is the only one.
    Resource::NOFILE.get_soft().map_or(CONNECTIONS_MAX, connections_of)
}

fn connections_of(files: u64) -> usize {
    let left = files - RESERVED_FILES.min(files / 2);
    usize::try_from(left).map_or(CONNECTIONS_MAX, |left| left.min(CONNECTIONS_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_everything_else() {
        for (files, connections) in
            [(64, 32), (512, 256), (1_024, 768), (20_256, 20_000), (u64::MAX, 20_000), (0, 0)]
        {
            assert_eq!(connections_of(files), connections, "{files}");
        }
    }
}
