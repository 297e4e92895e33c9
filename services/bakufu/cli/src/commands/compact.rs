//! `bakufu compact`: the file of matches, as small as it can be.

use std::path::PathBuf;

use clap::Args;
use match_orchestrator_store::{Compacted, OpenError, compact};

use crate::data_folder::{data_folder, matches_file};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Spinner;

const EXAMPLES: &str = "\
A file of matches keeps the room that it once needed. This gives back to the disk
what it does not need any more. Every page of the file is checked before, so it
takes a while if the file is large; nothing is lost if it is interrupted. Stop
the server first: a file serves one process at a time.

Examples:
  bakufu compact
  bakufu compact --data /var/lib/bakufu
  bakufu compact /var/lib/bakufu/matches.redb";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file; that of the data folder if not given
    file: Option<PathBuf>,
    /// The folder that matches are kept in; $XDG_DATA_HOME/bakufu or
    /// ~/.local/share/bakufu if not given
    #[arg(long, value_name = "FOLDER", env = "BAKUFU_DATA")]
    data: Option<PathBuf>,
}

pub(crate) fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let file = match arguments.file {
        Some(file) => file,
        None => matches_file(&data_folder(arguments.data)?),
    };
    if !file.is_file() {
        return Err(Failure::NoMatches { file });
    }
    let spinner = Spinner::new("check and compact the file");
    let compacted = compact(&file);
    drop(spinner);
    let Compacted { bytes_before, bytes_after } = compacted.map_err(|error| match error {
        OpenError::Locked { path } => Failure::MatchesInUse { file: path },
        other => Failure::Matches(other),
    })?;
    output.line(format_args!("{:<8}{}", "file", file.display()))?;
    output.line(format_args!("{:<8}{}", "before", size(bytes_before)))?;
    Ok(output.line(format_args!("{:<8}{}", "after", size(bytes_after)))?)
}

/// A size as people read it, and exactly.
fn size(bytes: u64) -> String {
    const MEBIBYTE: u64 = 1 << 20;
    let tenths = (bytes * 10).div_ceil(MEBIBYTE);
    format!("{}.{} MiB ({bytes} bytes)", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_up_to_a_tenth() {
        assert_eq!(size(0), "0.0 MiB (0 bytes)");
        assert_eq!(size(1), "0.1 MiB (1 bytes)");
        assert_eq!(size(3 << 20), "3.0 MiB (3145728 bytes)");
    }
}
