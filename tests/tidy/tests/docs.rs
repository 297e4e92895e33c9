//! Pages point to files and tests that exist.

use std::path::Path;

use tests_tidy::{
    File, TidyFault, code_spans, expect_none, files, has_function, links, prose, root,
};

/// What everybody who meets the project looks for.
const PAGES: [&str; 6] =
    ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "NOTICE"];

fn missing_pages(files: &[File]) -> Vec<TidyFault> {
    let missing = PAGES.iter().filter(|page| !files.iter().any(|file| file.path == **page));
    missing.map(|page| TidyFault::new(*page, 1, "write this page")).collect()
}

fn broken_links(root: &Path, files: &[File]) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = Path::new(&file.path).parent().expect("a file lies in a folder");
        for (number, line) in prose(&file.text) {
            for target in links(line) {
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                // As on a code host, a leading slash means the root of the workspace.
                let path = match target.strip_prefix('/') {
                    Some(from_root) => root.join(from_root),
                    None => root.join(folder).join(&target),
                };
                if !path.exists() {
                    let advice = format!("the link to {target} leads nowhere: correct it");
                    findings.push(TidyFault::new(&file.path, number, advice));
                }
            }
        }
    }
    findings
}

/// The tests that a page names as `path/to/file.rs::test_name`.
fn named_tests(page: &File) -> Vec<(usize, &str, &str)> {
    let spans = page
        .lines()
        .flat_map(|(number, line)| code_spans(line).into_iter().map(move |span| (number, span)));
    let named = spans.filter_map(|(number, span)| {
        let (path, inside) = span.split_once("::")?;
        let name = inside.rsplit("::").next()?;
        path.ends_with(".rs").then_some((number, path, name))
    });
    named.collect()
}

fn lost_tests(page: &File, files: &[File]) -> Vec<TidyFault> {
    let mut findings = Vec::new();
    for (number, path, name) in named_tests(page) {
        let advice = match files.iter().find(|file| file.path == path) {
            None => format!("{path} does not exist: name the file that has the test"),
            Some(file) if !has_function(&file.text, name) => {
                format!("{path} has no function {name}: name the test that guards this")
            }
            Some(_) => continue,
        };
        findings.push(TidyFault::new(&page.path, number, advice));
    }
    findings
}

#[test]
fn the_first_pages_exist() {
    expect_none(missing_pages(&files(&root())));
}

#[test]
fn links_lead_somewhere() {
    expect_none(broken_links(&root(), &files(&root())));
}

#[test]
fn invariants_name_tests_that_exist() {
    let files = files(&root());
    let page = files.iter().find(|file| file.path == "ARCHITECTURE.md");
    let page = page.expect("ARCHITECTURE.md:1: write this page");
    let guarded = !named_tests(page).is_empty();
    assert!(guarded, "ARCHITECTURE.md:1: name the test of each invariant as `file.rs::test`");
    expect_none(lost_tests(page, &files));
}

#[test]
fn a_missing_page_is_found() {
    let mut pages = PAGES.map(|page| File::new(page, "# Here\n")).to_vec();
    assert_eq!(missing_pages(&pages), []);
    let lost = pages.remove(3);
    assert_eq!(missing_pages(&pages)[0].file, lost.path);
}

#[test]
fn a_broken_link_is_found() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("docs")).unwrap();
    std::fs::write(folder.path().join("docs/here.md"), "").unwrap();
    let text = "[a](here.md)\n[b](/docs/here.md#part)\n[c](https://example.org/x)\n[d](gone.md)\n";
    let findings = broken_links(folder.path(), &[File::new("docs/page.md", text)]);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].line, 4);
}

#[test]
fn an_invariant_without_its_test_is_found() {
    let files = [File::new("a/tests/b.rs", "#[test]\nfn c_holds() {}\n")];
    let page = |text: &str| File::new("ARCHITECTURE.md", text);
    assert_eq!(lost_tests(&page("1. C: `a/tests/b.rs::c_holds`\n"), &files), []);
    assert_eq!(lost_tests(&page("x\n2. D: `a/tests/b.rs::d_holds`\n"), &files)[0].line, 2);
    assert_eq!(lost_tests(&page("3. E: `a/tests/e.rs::c_holds`\n"), &files).len(), 1);
}
