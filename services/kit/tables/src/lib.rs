//! Constant tables of a game from its data file.
//!
//! A rules crate has neither files nor allocation at hand when it starts, so its
//! build script reads the data file, checks it, and writes it as Rust; the tests
//! of the crate read the file again and compare. This crate knows no game: what is
//! in the file, what has to hold and which tables come of it says the build script
//! itself. Start reading at [`generate`].

mod checks;
mod code;
mod rows;

use std::path::Path;
use std::{env, fs};

use serde::de::DeserializeOwned;

pub use checks::{ensure, unique};
pub use code::{Code, Expr, Literal, mask, variant};
pub use rows::{DataFile, Row};

/// Files of the output folder, each with its name.
pub type Files = Vec<(&'static str, Code)>;

/// Reads the data file, lets the build script make tables of it, and writes them
/// where `include!` finds them.
///
/// # Panics
/// With what is wrong, which stops the build: the file can't be read or has
/// another shape, or `make` complains about its content.
#[expect(clippy::print_stdout, reason = "cargo listens there")]
pub fn generate<D: DeserializeOwned>(path: &str, make: impl FnOnce(&D) -> Result<Files, String>) {
    println!("cargo::rerun-if-changed={path}");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string(path).expect("the data file is part of the crate");
    let data: D = toml::from_str(&text).unwrap_or_else(|fault| panic!("{path}: {fault}"));
    let files = make(&data).unwrap_or_else(|fault| panic!("{path}: {fault}"));
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    for (name, code) in files {
        fs::write(Path::new(&folder).join(name), code.text())
            .expect("cargo's output folder is writable");
    }
}
