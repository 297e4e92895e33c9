//! Command line of a program: what it was asked to do.

use std::net::SocketAddr;

use thiserror::Error;

use crate::config::kinds;

use super::Program;

/// The health entry that is asked for if none is named.
const ENTRY_DEFAULT: &str = "ready";

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Invocation {
    /// Serve until told to stop.
    Serve,
    /// Ask the process that serves how it is.
    Probe {
        /// Where; None: where the environment says.
        address: Option<SocketAddr>,
        entry: String,
    },
    /// Explain the command line.
    Help,
}

/// A command line that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum UsageError {
    #[error("{0:?} is not expected here")]
    Unexpected(String),
    #[error("--address needs an address such as 127.0.0.1:7000")]
    AddressMissing,
    #[error("--address: {0}")]
    Address(String),
}

impl Invocation {
    /// Reads the arguments after the name of the program.
    pub(super) fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, UsageError> {
        let arguments: Vec<String> = arguments.into_iter().collect();
        if arguments.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) {
            return Ok(Self::Help);
        }
        match arguments.split_first() {
            None => Ok(Self::Serve),
            Some((first, rest)) if first == "probe" => read_probe(rest),
            Some((first, _)) => Err(UsageError::Unexpected(first.clone())),
        }
    }
}

fn read_probe(arguments: &[String]) -> Result<Invocation, UsageError> {
    let (mut address, mut entry) = (None, None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--address" {
            let value = arguments.next().ok_or(UsageError::AddressMissing)?;
            address = Some(kinds::address(value).map_err(UsageError::Address)?);
        } else if argument.starts_with('-') || entry.is_some() {
            return Err(UsageError::Unexpected(argument.clone()));
        } else {
            entry = Some(argument.clone());
        }
    }
    Ok(Invocation::Probe { address, entry: entry.unwrap_or_else(|| ENTRY_DEFAULT.to_owned()) })
}

/// What `--help` says.
pub(super) fn help(program: &Program) -> String {
    let Program { name, prefix, listen, .. } = program;
    format!(
        "\
Usage: {name}
       {name} probe [--address ADDRESS] [ENTRY]

Without arguments it serves gRPC until SIGTERM. Settings come from the environment;
{prefix}_LISTEN says where ({listen} if it is not set).

probe asks the process that serves for its health, prints the answer in one line, and
exits with 0 if ENTRY is serving, with 1 if it is not or nobody answers, and with 64
if the arguments or settings are wrong.

  ENTRY              `ready` (default) or `live`, or something that the process depends on
  --address ADDRESS  where to ask, without TLS; else at {prefix}_PROBE_LISTEN, or
                     at {prefix}_LISTEN if the process has no port for probes"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Invocation, UsageError> {
        Invocation::read(line.split_whitespace().map(str::to_owned))
    }

    fn probe(address: Option<&str>, entry: &str) -> Result<Invocation, UsageError> {
        let address = address.map(|address| address.parse().expect("an address"));
        Ok(Invocation::Probe { address, entry: entry.to_owned() })
    }

    #[test]
    fn a_program_serves_unless_it_is_told_otherwise() {
        assert_eq!(read(""), Ok(Invocation::Serve));
        assert_eq!(read("probe"), probe(None, "ready"));
        assert_eq!(read("probe store"), probe(None, "store"));
        let there = Some("127.0.0.1:7000");
        assert_eq!(read("probe --address 127.0.0.1:7000"), probe(there, "ready"));
        assert_eq!(read("probe live --address 127.0.0.1:7000"), probe(there, "live"));
        assert_eq!(read("--help"), Ok(Invocation::Help));
        assert_eq!(read("probe -h"), Ok(Invocation::Help));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for (line, argument) in
            [("prob", "prob"), ("probe a b", "b"), ("probe --port 1", "--port"), ("-v", "-v")]
        {
            assert_eq!(read(line), Err(UsageError::Unexpected(argument.to_owned())));
        }
        assert_eq!(read("probe --address"), Err(UsageError::AddressMissing));
        assert!(matches!(read("probe --address here"), Err(UsageError::Address(_))));
    }
}
