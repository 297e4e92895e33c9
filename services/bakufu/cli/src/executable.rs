//! The running program, as its user would type it.

use std::path::Path;

/// The name by which the user can call this program again: its path, made
/// relative to the current folder if it lies below it.
pub(crate) fn own_name() -> String {
    let path = std::env::current_exe().ok();
    let folder = std::env::current_dir().ok();
    match (path, folder) {
        (Some(path), Some(folder)) => typed(&path, &folder),
        (Some(path), None) => path.display().to_string(),
        (None, _) => "bakufu".to_owned(),
    }
}

fn typed(path: &Path, folder: &Path) -> String {
    let shown = match path.strip_prefix(folder) {
        // A bare name would be looked for in the search path.
        Ok(below) if below.components().count() == 1 => Path::new(".").join(below),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    };
    let text = shown.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_below_the_folder_is_typed_relative_to_it() {
        for (path, folder, expected) in [
            ("/a/target/release/bakufu", "/a", "target/release/bakufu"),
            ("/a/bakufu", "/a", "./bakufu"),
            ("/usr/bin/bakufu", "/a", "/usr/bin/bakufu"),
            ("/a/my games/bakufu", "/a", "'my games/bakufu'"),
        ] {
            assert_eq!(typed(Path::new(path), Path::new(folder)), expected);
        }
    }
}
