//! Content of the files: no foreign host, nothing inline, nothing missing.

use std::collections::BTreeSet;

use crate::browser::sources;

/// A name, not an address: every SVG document begins with it.
const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
const LINES_MAX: usize = 300;

/// What stands behind each occurrence of `start`, up to the next quote.
fn quoted<'t>(text: &'t str, start: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(['"', '\'']).next())
}

#[test]
fn no_file_names_another_host() {
    for (name, text) in sources() {
        let text = text.replace(SVG_NAMESPACE, "");
        for mark in ["://", "\"//", "'//", "url(", "@import"] {
            assert!(!text.contains(mark), "{name} has {mark}");
        }
    }
}

#[test]
fn nothing_is_inline() {
    let page = &sources()["index.html"];
    for script in page.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').expect("a tag ends");
        assert!(tag.contains(" src=\""), "a script without a file: {tag}");
        assert!(rest.starts_with("</script>"), "a script with a text");
    }
    for (name, text) in sources() {
        for mark in
            ["<style", " style=\"", "javascript:", "innerHTML", "outerHTML", "document.write"]
        {
            assert!(!text.contains(mark), "{name} has {mark}");
        }
        for mark in ["eval(", "new Function", "insertAdjacentHTML"] {
            assert!(!text.contains(mark), "{name} has {mark}");
        }
    }
    let listener =
        page.split_whitespace().find(|word| word.starts_with("on") && word.contains('='));
    assert_eq!(listener, None);
}

#[test]
fn every_file_that_is_named_exists_and_every_file_is_named() {
    let sources = sources();
    let mut open = vec!["index.html".to_owned()];
    let mut named: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(name) = open.pop() {
        let text = sources.get(&name).unwrap_or_else(|| panic!("{name} is named and missing"));
        let starts: &[&str] =
            if name.ends_with(".js") { &["from \"./", "import \"./"] } else { &["app/{version}/"] };
        for found in starts.iter().flat_map(|start| quoted(text, start)) {
            if named.insert(found.to_owned()) {
                open.push(found.to_owned());
            }
        }
    }
    assert_eq!(named, sources.into_keys().collect());
}

#[test]
fn every_module_is_fetched_at_once() {
    let sources = sources();
    let page = &sources["index.html"];
    for name in sources.keys().filter(|name| name.ends_with(".js")) {
        assert!(page.contains(&format!("app/{{version}}/{name}\"")), "{name} is found too late");
    }
}

#[test]
fn every_module_is_checked_says_what_it_is_and_is_short() {
    for (name, text) in sources().into_iter().filter(|(name, _)| name.ends_with(".js")) {
        assert!(text.starts_with("// @ts-check\n// "), "{name} begins otherwise");
        assert!(text.lines().count() <= LINES_MAX, "{name} is long: split it");
    }
}

#[test]
fn no_file_knows_a_game() {
    for (name, text) in sources() {
        let text = text.to_lowercase();
        for game in ["samurai", "shogun", "shitenn", "\"edo"] {
            assert!(!text.contains(game), "{name} knows {game}");
        }
    }
}
