//! TidyFault: what a rule finds fault with, and what to do about it.

use std::fmt;

/// One place where the workspace breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TidyFault {
    /// The file, relative to the root of the workspace.
    pub file: String,
    /// The line, from one; one if the whole file is meant.
    pub line: usize,
    /// What is wrong and what to do.
    pub advice: String,
}

impl TidyFault {
    pub fn new(file: impl Into<String>, line: usize, advice: impl Into<String>) -> Self {
        Self { file: file.into(), line, advice: advice.into() }
    }
}

impl fmt::Display for TidyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.advice)
    }
}

/// Ends a test with everything that was found, one line for each finding.
///
/// # Panics
/// If anything was found.
#[track_caller]
pub fn expect_none(mut findings: Vec<TidyFault>) {
    findings.sort();
    let lines: Vec<String> = findings.iter().map(TidyFault::to_string).collect();
    assert!(findings.is_empty(), "findings: {}\n{}", findings.len(), lines.join("\n"));
}
