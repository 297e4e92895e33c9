//! Reads the map, the cards and the numbers from the data file, checks them,
//! and writes them as constant tables, so that the data has one source.

mod cards;
mod data;
mod map;
mod validate;

use std::{env, fs, path::Path};

const DATA: &str = "data/shogun.toml";

fn main() {
    println!("cargo::rerun-if-changed={DATA}");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string(DATA).expect("the data file is part of the crate");
    let data: data::Data = toml::from_str(&text).expect("the data file has the expected shape");
    validate::all(&data).unwrap_or_else(|fault| panic!("{DATA}: {fault}"));
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let files = [
        ("provinces.rs", map::provinces(&data)),
        ("tables.rs", map::tables(&data)),
        ("orders.rs", cards::orders(&data)),
        ("specials.rs", cards::specials(&data)),
        ("events.rs", cards::events(&data)),
        ("numbers.rs", cards::numbers(&data)),
    ];
    for (name, text) in files {
        fs::write(Path::new(&out).join(name), text).expect("cargo's output folder is writable");
    }
}
