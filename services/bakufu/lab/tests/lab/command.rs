//! Runs a command as the shell would, with buffers for its streams.

use bakufu_cli::{Input, Output};

/// What a command left behind.
pub(crate) struct Ran {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `bakufu-lab` with these words.
pub(crate) fn lab(words: &[&str]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut answers = std::io::empty();
    let arguments = ["bakufu-lab"].iter().chain(words);
    let (input, output) = (Input::script(&mut answers), Output::plain(&mut out));
    let code = bakufu_cli::run_with(bakufu_lab::run, arguments, input, output, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("a command writes text");
    Ran { code, out: text(out), err: text(err) }
}

/// Runs `bakufu-lab`, which must succeed, and returns what it printed.
pub(crate) fn printed(words: &[&str]) -> String {
    let ran = lab(words);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "bakufu-lab {words:?}");
    ran.out
}

/// Runs `bakufu-lab`, which must end with this code and complain in one line
/// that holds all these words.
pub(crate) fn complains(code: u8, complaint: &[&str], words: &[&str]) {
    let ran = lab(words);
    assert_eq!((ran.code, ran.out.as_str()), (code, ""), "bakufu-lab {words:?}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    for part in complaint {
        assert!(ran.err.contains(part), "{part:?} is missing in {:?}", ran.err);
    }
}
