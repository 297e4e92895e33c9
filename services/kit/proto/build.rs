//! Messages of everything under protos/, compiled without protoc; keeps the descriptor
//! set of every package, options included.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use prost::Message;

/// The package whose comments are kept as well: they are the documentation of
/// the public API.
const DOCUMENTED: &str = "bakufu.play.v1";

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../../protos");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", root.display());

    let mut packages = Vec::new();
    find_packages(&root, &root, &mut packages)?;
    packages.sort();

    let all: Vec<&PathBuf> = packages.iter().flat_map(|package| &package.files).collect();
    let descriptors = protox::compile(&all, [&root])?;
    let compiled = out.join("all.descriptors");
    fs::write(&compiled, descriptors.encode_to_vec())?;
    println!("cargo::metadata=descriptors={}", compiled.display());
    prost_build::Config::new()
        .bytes([".bakufu.rules", ".bakufu.play", ".bakufu.record"])
        .enable_type_names()
        .include_file("packages.rs")
        .compile_fds(descriptors)?;

    let mut lookup = String::new();
    for package in &packages {
        let mut compiler = protox::Compiler::new([&root])?;
        compiler.include_imports(true).include_source_info(false);
        compiler.open_files(&package.files)?;
        let file = out.join(format!("{}.descriptors", package.name));
        fs::write(&file, compiler.encode_file_descriptor_set())?;
        writeln!(lookup, "    ({:?}, include_bytes!({:?})),", package.name, file)?;
    }
    fs::write(out.join("descriptor_sets.rs"), format!("&[\n{lookup}]\n"))?;

    let documented = packages.iter().find(|package| package.name == DOCUMENTED);
    let documented = documented.ok_or("the public API is not there")?;
    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_imports(true).include_source_info(true);
    compiler.open_files(&documented.files)?;
    fs::write(out.join("documented.descriptors"), compiler.encode_file_descriptor_set())?;
    Ok(())
}

/// A folder with .proto files; its path with dots is the package name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ProtoPackage {
    name: String,
    files: Vec<PathBuf>,
}

fn find_packages(
    root: &Path,
    folder: &Path,
    found: &mut Vec<ProtoPackage>,
) -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_packages(root, &path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path.strip_prefix(root)?.to_path_buf());
        }
    }
    if !files.is_empty() {
        files.sort();
        let name = folder.strip_prefix(root)?.to_string_lossy().replace('/', ".");
        found.push(ProtoPackage { name, files });
    }
    Ok(())
}
