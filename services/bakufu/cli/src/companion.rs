//! Companion program, which does what `prove`, `bench` and `capacity` ask.
//!
//! It is built apart, so that nobody who only wants to play waits for the
//! experiments. It lies in the folder of this program; in the target folder of
//! the sources, cargo builds it when it is needed.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::LabCommand;
use crate::failure::Failure;
use crate::output::Output;

/// The program and its package.
const NAME: &str = "bakufu-lab";
/// Where its package lies below the root of the sources.
const MANIFEST: &str = "services/bakufu/lab/Cargo.toml";

/// Runs the companion with these arguments and returns its exit code.
///
/// # Errors
/// If it is not there, and can't be built.
pub fn run(
    _: LabCommand,
    arguments: &[OsString],
    _: &mut Output<'_>,
    err: &mut dyn Write,
) -> Result<u8, Failure> {
    let own = std::env::current_exe()
        .map_err(|source| Failure::System { doing: "find this program", source })?;
    let companion = own.with_file_name(format!("{NAME}{EXE_SUFFIX}"));
    match Build::of(&own) {
        Some(build) if is_outdated(&companion, &own) => build.run(err)?,
        None if !companion.exists() => return Err(Failure::NoCompanion { companion }),
        _ => {}
    }
    replace_by(Command::new(&companion).args(arguments))
        .map_err(|source| Failure::System { doing: "run bakufu-lab", source })
}

/// Whether the companion is missing or older than this program. Cargo, which
/// knows better, is asked in both cases.
fn is_outdated(companion: &Path, own: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|it| it.modified());
    match (modified(companion), modified(own)) {
        (Ok(companion), Ok(own)) => companion < own,
        _ => true,
    }
}

/// A build of the sources that this program was built from.
#[derive(Debug, PartialEq, Eq)]
struct Build {
    sources: PathBuf,
    target: PathBuf,
    profile: String,
}

impl Build {
    /// The build that put a program where it is: `SOURCES/target/release/bakufu`.
    fn of(program: &Path) -> Option<Self> {
        let folder = program.parent()?;
        let target = folder.parent()?;
        let sources = target.ancestors().find(|folder| folder.join(MANIFEST).is_file())?;
        // Cargo marks its target folders so.
        if !target.join("CACHEDIR.TAG").is_file() {
            return None;
        }
        let profile = match folder.file_name()?.to_str()? {
            "debug" => "dev",
            profile => profile,
        };
        Some(Self {
            sources: sources.to_owned(),
            target: target.to_owned(),
            profile: profile.to_owned(),
        })
    }

    fn run(&self, err: &mut dyn Write) -> Result<(), Failure> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let words = ["build", "--profile", &self.profile, "--package", NAME];
        // Without stderr it is built all the same.
        writeln!(
            err,
            "bakufu: prove, bench and capacity are done by {NAME}, which is not built yet or not \
             up to date; now running `cargo {}`",
            words.join(" ")
        )
        .ok();
        let mut build = Command::new(cargo);
        build.args(words).arg("--target-dir").arg(&self.target).current_dir(&self.sources);
        match build.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failure::CompanionBuild(status.to_string())),
            Err(source) => Err(Failure::CompanionBuild(source.to_string())),
        }
    }
}

/// Becomes the command, so that signals and the exit code are its own.
#[cfg(unix)]
fn replace_by(command: &mut Command) -> io::Result<u8> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

#[cfg(not(unix))]
fn replace_by(command: &mut Command) -> io::Result<u8> {
    let code = command.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::EXIT_FAILURE))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn only_a_target_folder_of_the_sources_is_a_build() {
        let sources = TempDir::new().expect("a folder can be made");
        let root = sources.path();
        for folder in ["services/bakufu/lab", "target/debug", "target/release", "bin"] {
            fs::create_dir_all(root.join(folder)).expect("a folder of ours");
        }
        let build = |program: &str| Build::of(&root.join(program));
        fs::write(root.join("target/CACHEDIR.TAG"), "").expect("a folder of ours");
        assert_eq!(build("target/debug/bakufu"), None, "these are no sources of ours");
        fs::write(root.join(MANIFEST), "").expect("a folder of ours");
        for (program, profile) in
            [("target/debug/bakufu", "dev"), ("target/release/bakufu", "release")]
        {
            let found = build(program).expect("a build");
            assert_eq!((found.profile.as_str(), found.sources.as_path()), (profile, root));
            assert_eq!(found.target, root.join("target"));
        }
        assert_eq!(build("bin/bakufu"), None, "it was copied");
        assert_eq!(Build::of(Path::new("/bakufu")), None);
    }

    #[test]
    fn a_companion_is_outdated_until_it_is_as_new_as_the_program() {
        let folder = TempDir::new().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("bakufu"), "").expect("a folder of ours");
        assert!(is_outdated(&path("lab"), &path("bakufu")));
        let lab = fs::File::create(path("lab")).expect("a folder of ours");
        let made = path("bakufu").metadata().and_then(|it| it.modified()).expect("a time");
        for (seconds, outdated) in [(1, false), (0, false)] {
            lab.set_modified(made + std::time::Duration::from_secs(seconds)).expect("our file");
            assert_eq!(is_outdated(&path("lab"), &path("bakufu")), outdated);
        }
        lab.set_modified(made - std::time::Duration::from_secs(1)).expect("our file");
        assert!(is_outdated(&path("lab"), &path("bakufu")));
    }
}
