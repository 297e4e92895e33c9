//! Words, sizes and habits that no file of the workspace has.

use tests_tidy::{File, TidyFault, expect_none, files, root};

const COLUMNS_MAX: usize = 100;
const LINES_MAX: usize = 600;

/// Patterns are put together from pieces, so that this file keeps its own rules.
const WORDS_UNFINISHED: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

const CODE_REFUSED: [(&str, &str); 6] = [
    (concat!("to", "do!"), "write what is missing"),
    (concat!("unimple", "mented!"), "write what is missing"),
    (concat!("db", "g!("), "remove the trace"),
    (concat!("#[ig", "nore"), "run the test, or make what it needs a feature"),
    (concat!("#[should_", "panic"), "let the test look at an error instead"),
    (concat!("assert!(", "true"), "assert something that can be false"),
];

const MACHINE_PATHS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

const OUTSIDE: &str = concat!("../sha", "red");

/// Where a lock file may say that crates come from.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
const INDEX_PREFIXES: [&str; 2] = [concat!("registry", "+http"), concat!("sparse", "+http")];
const MIRROR_LABELS: [&str; 6] =
    ["artifactory", "nexus", "mirror", "mirrors", "devpi", "verdaccio"];
const PRIVATE_ENDINGS: [&str; 3] = ["internal", "corp", "lan"];
/// How a container calls its host, everywhere.
const CONTAINER_HOST: &str = concat!("host.docker", ".internal");

/// Where tests may let time pass, and why.
const SLEEPS_ALLOWED: [&str; 2] = [
    // Asks for a condition again and again; everybody else waits through it.
    "services/kit/testing/src/",
    // Waits as long as the server advises before a retry.
    "tests/harness/src/retry.rs",
];

fn unfinished(file: &File) -> Vec<TidyFault> {
    in_lines(file, |line| {
        let word = WORDS_UNFINISHED.iter().find(|word| has_word(line, word))?;
        Some(format!("{word}: do it now, or leave it out"))
    })
}

fn refused_code(file: &File) -> Vec<TidyFault> {
    if !file.is_rust() {
        return Vec::new();
    }
    in_lines(file, |line| {
        let (code, advice) = CODE_REFUSED.iter().find(|(code, _)| has_start(line, code))?;
        Some(format!("{code}: {advice}"))
    })
}

fn foreign_places(file: &File) -> Vec<TidyFault> {
    in_lines(file, |line| {
        let machine = MACHINE_PATHS.iter().find(|path| has_absolute(line, path));
        let place = machine.copied().or_else(|| line.contains(OUTSIDE).then_some(OUTSIDE))?;
        Some(format!("{place} exists on one machine only: use a path of the workspace"))
    })
}

fn foreign_hosts(file: &File) -> Vec<TidyFault> {
    in_lines(file, |line| {
        let line = line.replace(CRATES_IO, "").replace(CONTAINER_HOST, "");
        let index = INDEX_PREFIXES.iter().find(|prefix| line.contains(*prefix));
        let found = index.map(|index| (*index).to_owned()).or_else(|| private_host(&line))?;
        Some(format!("{found}: name no place that only some can reach"))
    })
}

/// A host of a URL that is a mirror, or any name that only private networks know.
fn private_host(line: &str) -> Option<String> {
    let is_of_host = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let hosts = line.split("://").skip(1).filter_map(|rest| rest.split(|c| !is_of_host(c)).next());
    let mirrors = hosts.filter(|host| host.split('.').any(|label| MIRROR_LABELS.contains(&label)));
    let names = line.split(|c| !is_of_host(c)).filter(|name| {
        let ending = name.rsplit('.').next().unwrap_or_default();
        name.matches('.').count() >= 2 && PRIVATE_ENDINGS.contains(&ending)
    });
    mirrors.chain(names).next().map(str::to_owned)
}

fn wide_lines(file: &File) -> Vec<TidyFault> {
    if !file.is_rust() {
        return Vec::new();
    }
    in_lines(file, |line| {
        let columns = line.chars().count();
        let is_wide = columns > COLUMNS_MAX && !is_unbreakable(line);
        is_wide.then(|| format!("{columns} columns: break the line before {COLUMNS_MAX}"))
    })
}

/// Whether a break would not help: a text that has its line for itself, a row
/// of a table in a comment, or a word that is too long for any line.
fn is_unbreakable(line: &str) -> bool {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let is_text = ["\"", "r\"", "r#", "b\"", "br\"", "br#"].iter().any(|q| text.starts_with(q));
    let is_row = ["//! |", "/// |"].iter().any(|row| text.starts_with(row));
    let longest = text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    is_text || is_row || indent + 4 + longest > COLUMNS_MAX
}

fn long_file(file: &File) -> Vec<TidyFault> {
    let lines = file.text.lines().count();
    if !file.is_rust() || lines <= LINES_MAX {
        return Vec::new();
    }
    let advice = format!("{lines} lines: split the file, {LINES_MAX} are the most");
    vec![TidyFault::new(&file.path, LINES_MAX + 1, advice)]
}

fn sleeps(file: &File) -> Vec<TidyFault> {
    if !file.is_rust() || SLEEPS_ALLOWED.iter().any(|path| file.path.starts_with(path)) {
        return Vec::new();
    }
    let is_suite = file.path.split('/').any(|part| part == "tests");
    // The tests of a module stand last in its file.
    let tests_begin = file.lines().find(|(_, line)| *line == "mod tests {");
    let first = if is_suite { 1 } else { tests_begin.map_or(usize::MAX, |(number, _)| number) };
    let found = in_lines(file, |line| {
        let slept = ["sleep", "sleep_until"].iter().find(|name| uses(line, name))?;
        Some(format!("{slept}: wait for a condition instead, with kit_testing::wait_until"))
    });
    found.into_iter().filter(|finding| finding.line >= first).collect()
}

fn in_lines(file: &File, fault: impl Fn(&str) -> Option<String>) -> Vec<TidyFault> {
    let lines = file.lines();
    let faults = lines.filter_map(|(number, line)| Some((number, fault(line)?)));
    faults.map(|(number, advice)| TidyFault::new(&file.path, number, advice)).collect()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_of_word)
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !ends_in_word(&line[..at]) && !line[at + word.len()..].starts_with(is_of_word)
    })
}

fn has_start(line: &str, code: &str) -> bool {
    line.match_indices(code).any(|(at, _)| !ends_in_word(&line[..at]))
}

fn has_absolute(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = &line[..at];
        !ends_in_word(before) && !before.ends_with(['.', '-', '}', '*'])
    })
}

/// Whether a line of code calls or imports a function.
fn uses(line: &str, function: &str) -> bool {
    let is_comment = line.trim_start().starts_with("//");
    let mut found = line.match_indices(function);
    !is_comment
        && found.any(|(at, _)| {
            let after = &line[at + function.len()..];
            !ends_in_word(&line[..at]) && after.starts_with(['(', ';', ',', '}'])
        })
}

/// What people wrote: everything but the lock file, which cargo writes.
fn written() -> Vec<File> {
    files(&root()).into_iter().filter(|file| file.name() != "Cargo.lock").collect()
}

#[test]
fn nothing_is_left_unfinished() {
    expect_none(written().iter().flat_map(unfinished).collect());
}

#[test]
fn no_code_skips_or_pretends() {
    expect_none(written().iter().flat_map(refused_code).collect());
}

#[test]
fn no_file_knows_a_machine() {
    expect_none(written().iter().flat_map(foreign_places).collect());
}

#[test]
fn no_file_names_a_private_host() {
    expect_none(files(&root()).iter().flat_map(foreign_hosts).collect());
}

#[test]
fn rust_lines_fit_the_page() {
    expect_none(written().iter().flat_map(wide_lines).collect());
}

#[test]
fn rust_files_are_short_enough_to_read() {
    expect_none(written().iter().flat_map(long_file).collect());
}

#[test]
fn tests_wait_for_conditions_and_never_sleep() {
    expect_none(written().iter().flat_map(sleeps).collect());
}

fn rust(text: impl Into<String>) -> File {
    File::new("services/go/rules/src/a.rs", text)
}

#[test]
fn unfinished_words_are_found() {
    for word in WORDS_UNFINISHED {
        assert_eq!(unfinished(&rust(format!("fn a() {{}}\n// {word}: more\n")))[0].line, 2);
        assert_eq!(unfinished(&rust(format!("mktemp {word}{word}; METHODS_{word}"))), []);
    }
}

#[test]
fn refused_code_is_found() {
    for (code, _) in CODE_REFUSED {
        assert_eq!(refused_code(&rust(format!("    {code}"))).len(), 1, "{code}");
        assert_eq!(refused_code(&File::new("README.md", code)), []);
    }
}

#[test]
fn places_of_one_machine_are_found() {
    for path in MACHINE_PATHS {
        assert_eq!(foreign_places(&rust(format!("\"{path}me\""))).len(), 1, "{path}");
        assert_eq!(foreign_places(&rust(format!("file://{path}me"))).len(), 1, "{path}");
        assert_eq!(foreign_places(&rust(format!("https://example.org{path}me"))), []);
    }
    assert_eq!(foreign_places(&rust(format!("see {OUTSIDE}/style.md"))).len(), 1);
}

#[test]
fn private_hosts_are_found() {
    let lock = |source: &str| File::new("Cargo.lock", format!("source = \"{source}\"\n"));
    assert_eq!(foreign_hosts(&lock(CRATES_IO)), []);
    assert_eq!(foreign_hosts(&lock(&format!("{}s://example.org/", INDEX_PREFIXES[1]))).len(), 1);
    for label in MIRROR_LABELS {
        assert_eq!(foreign_hosts(&rust(format!("https://{label}.example.org/x"))).len(), 1);
    }
    for ending in PRIVATE_ENDINGS {
        assert_eq!(foreign_hosts(&rust(format!("image: crates.example.{ending}:80/x"))).len(), 1);
    }
    let open = "http://orchestrator:7100 https://docs.rs registry.rs svc.cluster.local";
    assert_eq!(foreign_hosts(&rust(format!("{open} {CONTAINER_HOST}"))), []);
}

#[test]
fn wide_lines_are_found_unless_a_break_would_not_help() {
    let words = "word ".repeat(20);
    assert_eq!(wide_lines(&rust("a".repeat(COLUMNS_MAX))), []);
    assert_eq!(wide_lines(&rust(format!("let a = ({words});"))).len(), 1);
    assert_eq!(wide_lines(&rust(format!("    \"{words}\","))), []);
    assert_eq!(wide_lines(&rust(format!("//! | {words} |"))), []);
    assert_eq!(wide_lines(&rust(format!("// see https://example.org/{}", "a".repeat(90)))), []);
    assert_eq!(wide_lines(&File::new("README.md", words.repeat(2))), []);
}

#[test]
fn long_files_are_found() {
    assert_eq!(long_file(&rust("\n".repeat(LINES_MAX))), []);
    assert_eq!(long_file(&rust("\n".repeat(LINES_MAX + 1))).len(), 1);
}

#[test]
fn sleeps_of_tests_are_found() {
    let call = concat!("tokio::time::sle", "ep(second).await;\n");
    let import = concat!("use std::thread::sle", "ep;\n");
    for path in ["services/go/rules/tests/a.rs", "tests/e2e/tests/a.rs", "tests/harness/src/a.rs"] {
        assert_eq!(sleeps(&File::new(path, call)).len(), 1, "{path}");
        assert_eq!(sleeps(&File::new(path, import)).len(), 1, "{path}");
        assert_eq!(sleeps(&File::new(path, format!("// {call}"))), []);
    }
    assert_eq!(sleeps(&rust(call)), []);
    assert_eq!(sleeps(&rust(format!("{call}#[cfg(test)]\nmod tests {{\n{call}")))[0].line, 4);
    assert_eq!(sleeps(&File::new("services/kit/testing/src/wait.rs", call)), []);
}
