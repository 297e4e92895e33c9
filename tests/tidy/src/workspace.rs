//! The files of the workspace.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A text file of the workspace.
#[derive(Clone, Debug)]
pub struct File {
    /// The path from the root, with slashes.
    pub path: String,
    pub text: String,
}

impl File {
    /// A file that need not exist, for samples.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Whether it is a Rust source file.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The lines with their numbers, from one.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

/// The folder of the workspace's manifest.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate lies two folders below the root").to_owned()
}

/// All text files that belong to the workspace: those that the `.gitignore` of
/// the root does not leave out. Sorted by path.
///
/// # Panics
/// If the folder cannot be read or has no text file at all: then a rule would
/// hold because it looked at nothing.
pub fn files(root: &Path) -> Vec<File> {
    let ignored = Ignored::read(root);
    let mut found = Vec::new();
    walk(root, "", &ignored, &mut found)
        .unwrap_or_else(|error| panic!("read the files under {}: {error}", root.display()));
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "{} has no text files", root.display());
    found
}

fn walk(root: &Path, folder: &str, ignored: &Ignored, found: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if ignored.contains(&path) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(root, &path, ignored, found)?;
        } else if kind.is_file() {
            // What is not text is nobody's prose, and an editor's scratch file may be gone again.
            if let Ok(text) = fs::read_to_string(entry.path()) {
                found.push(File { path, text });
            }
        }
    }
    Ok(())
}

/// The patterns of a `.gitignore`, as far as this workspace uses them.
struct Ignored {
    patterns: Vec<String>,
}

impl Ignored {
    fn read(root: &Path) -> Self {
        Self::parse(&fs::read_to_string(root.join(".gitignore")).unwrap_or_default())
    }

    fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim);
        let patterns: Vec<String> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| line.trim_end_matches('/').to_owned())
            .collect();
        for pattern in &patterns {
            let plain = pattern.strip_prefix("*.").unwrap_or(pattern);
            let understood = !plain.contains(['*', '?', '[', '!']);
            assert!(understood, ".gitignore: tests/tidy cannot read {pattern:?}: teach it to");
        }
        Self { patterns }
    }

    fn contains(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        name == ".git" || self.patterns.iter().any(|pattern| matches(pattern, path, name))
    }
}

fn matches(pattern: &str, path: &str, name: &str) -> bool {
    if let Some(ending) = pattern.strip_prefix('*') {
        return name.ends_with(ending);
    }
    // A pattern with a slash counts from the root, any other at every depth.
    if pattern.contains('/') { pattern.trim_start_matches('/') == path } else { pattern == name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_paths_are_anchored_as_git_anchors_them() {
        let ignored = Ignored::parse("/target\n# a comment\n*.redb\nnode_modules/\n");
        for path in ["target", "a/b.redb", "tests/browser/node_modules", ".git"] {
            assert!(ignored.contains(path), "{path}");
        }
        for path in ["a/target", "a.rs", ".gitignore", "redb"] {
            assert!(!ignored.contains(path), "{path}");
        }
    }

    #[test]
    fn files_are_text_with_paths_from_the_root() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::create_dir_all(folder.path().join("skipped")).unwrap();
        fs::write(folder.path().join(".gitignore"), "skipped\n").unwrap();
        fs::write(folder.path().join("a/b/c.rs"), "//! C.\n").unwrap();
        fs::write(folder.path().join("a/picture"), [0xff, 0xfe]).unwrap();
        fs::write(folder.path().join("skipped/d.rs"), "").unwrap();
        let paths: Vec<String> = files(folder.path()).into_iter().map(|file| file.path).collect();
        assert_eq!(paths, [".gitignore", "a/b/c.rs"]);
    }

    #[test]
    fn this_file_belongs_to_the_workspace() {
        let found = files(&root());
        assert!(found.iter().any(|file| file.path == "tests/tidy/src/workspace.rs"));
    }
}
