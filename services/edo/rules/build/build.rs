//! Reads the data file, checks it, and writes it as constant tables.

mod data;
mod tables;
mod validate;

use std::path::Path;
use std::{env, fs};

const DATA: &str = "data/edo.toml";

fn main() {
    println!("cargo::rerun-if-changed={DATA}");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string(DATA).expect("the data file lies beside the manifest");
    let data: data::Data = toml::from_str(&text).expect("the data file has the expected shape");
    validate::all(&data).unwrap_or_else(|fault| panic!("{DATA}: {fault}"));
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out).join("tables.rs"), tables::all(&data))
        .expect("cargo's output folder is writable");
}
