//! Runs a command as the shell would, with buffers for its streams.

use std::io::{BufRead, Write, empty};

use bakufu_cli::{Input, Output};

/// What a command left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `bakufu` with these words. Nobody answers its questions.
pub(crate) fn bakufu(words: &[&str]) -> Ran {
    answered(words, &mut empty())
}

/// Runs `bakufu` with these words and somebody who answers its questions.
pub(crate) fn answered(words: &[&str], answers: &mut dyn BufRead) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = into(words, answers, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("a command writes text");
    Ran { code, out: text(out), err: text(err) }
}

/// Runs `bakufu` with these words and streams, and returns its exit code.
pub(crate) fn into(
    words: &[&str],
    answers: &mut dyn BufRead,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let arguments = ["bakufu"].iter().chain(words);
    bakufu_cli::run(arguments, Input::script(answers), Output::plain(out), err)
}

/// Runs `bakufu`, which must succeed, and returns what it printed.
pub(crate) fn printed(words: &[&str]) -> String {
    let ran = bakufu(words);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "bakufu {words:?}");
    ran.out
}

/// Runs `bakufu`, which must succeed, and reads the JSON that it printed.
pub(crate) fn json(words: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(words)).expect("--json prints JSON")
}

/// Runs `bakufu`, which must end with this code and complain in one line that
/// holds all these words.
pub(crate) fn complains(code: u8, complaint: &[&str], words: &[&str]) {
    let ran = bakufu(words);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "bakufu {words:?}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    for part in complaint {
        assert!(ran.err.contains(part), "{part:?} is missing in {:?}", ran.err);
    }
}
