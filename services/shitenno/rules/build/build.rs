//! Reads the components from the data file, checks them, and writes them as
//! constant tables, so that the data has one source.

mod data;
mod tables;
mod validate;

use std::{env, fs, path::Path};

const DATA: &str = "data/shitenno.toml";

fn main() {
    println!("cargo::rerun-if-changed={DATA}");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string(DATA).expect("the data file is part of the crate");
    let data: data::Data = toml::from_str(&text).expect("the data file has the expected shape");
    validate::all(&data).unwrap_or_else(|fault| panic!("{DATA}: {fault}"));
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    for (name, text) in [
        ("cards.rs", tables::cards(&data)),
        ("tiles.rs", tables::tiles(&data)),
        ("titles.rs", tables::titles(&data)),
        ("generals.rs", tables::generals(&data)),
        ("provinces.rs", tables::provinces(&data)),
        ("tables.rs", tables::tables(&data)),
    ] {
        fs::write(Path::new(&out).join(name), text).expect("cargo's output folder is writable");
    }
}
