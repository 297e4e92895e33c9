//! The folder for what has to outlast a command.

use std::path::{Path, PathBuf};

use kit_service::config::{Environment, Strings};

use crate::failure::Failure;

/// The name of the file that matches are kept in.
const MATCHES: &str = "matches.redb";

/// The file of matches in a data folder.
pub(crate) fn matches_file(folder: &Path) -> PathBuf {
    folder.join(MATCHES)
}

/// The folder that was asked for, or that of the user.
pub(crate) fn data_folder(wanted: Option<PathBuf>) -> Result<PathBuf, Failure> {
    wanted.or_else(|| default_folder(&Environment)).ok_or(Failure::NoHome)
}

fn default_folder(strings: &impl Strings) -> Option<PathBuf> {
    // Relative paths in the variable are to be ignored, says its standard.
    let absolute = |name: &str| strings.get(name).map(PathBuf::from).filter(|it| it.is_absolute());
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("bakufu"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn data_goes_where_the_environment_says() {
        let folder = |pairs: &[(&str, &str)]| {
            let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
            default_folder(&map).map(|folder| folder.display().to_string())
        };
        let home = ("HOME", "/people/ann");
        assert_eq!(folder(&[home]).as_deref(), Some("/people/ann/.local/share/bakufu"));
        assert_eq!(folder(&[home, ("XDG_DATA_HOME", "/data")]).as_deref(), Some("/data/bakufu"));
        assert_eq!(
            folder(&[home, ("XDG_DATA_HOME", "relative")]).as_deref(),
            Some("/people/ann/.local/share/bakufu")
        );
        assert_eq!(folder(&[]), None);
    }
}
