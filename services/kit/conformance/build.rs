//! Compiles the toy game's messages, if they are asked for.

use std::error::Error;

#[cfg(not(feature = "wire"))]
fn main() -> Result<(), Box<dyn Error>> {
    Ok(())
}

#[cfg(feature = "wire")]
fn main() -> Result<(), Box<dyn Error>> {
    use std::path::Path;
    use std::{env, fs};

    let here = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let roots = [Path::new(&here).join("protos"), Path::new(&here).join("../../../protos")];
    for root in &roots {
        println!("cargo::rerun-if-changed={}", root.display());
    }

    let file = "bakufu/toy/v1/toy.proto";
    let mut compiler = protox::Compiler::new(&roots)?;
    compiler.include_imports(true).include_source_info(false).open_file(file)?;
    fs::write(Path::new(&out).join("toy.descriptors"), compiler.encode_file_descriptor_set())?;

    // The imports hold nothing but options, which no Rust code needs.
    let mut descriptors = protox::compile([file], &roots)?;
    descriptors.file.retain(|descriptor| descriptor.name() == file);
    prost_build::Config::new().enable_type_names().compile_fds(descriptors)?;
    Ok(())
}
