//! Reads the board and the tiles from the data file, checks them, and writes
//! them as constant tables, so that the data has one source.

mod data;
mod tables;
mod validate;

use std::{env, fs, path::Path};

const DATA: &str = "data/samurai.toml";

fn main() {
    println!("cargo::rerun-if-changed={DATA}");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string(DATA).expect("the data file is part of the crate");
    let data: data::Data = toml::from_str(&text).expect("the data file has the expected shape");
    let board = validate::board(&data).unwrap_or_else(|fault| panic!("{DATA}: {fault}"));
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    for (name, text) in
        [("cells.rs", tables::cells(&data, &board)), ("tiles.rs", tables::tiles(&data))]
    {
        fs::write(Path::new(&out).join(name), text).expect("cargo's output folder is writable");
    }
}
