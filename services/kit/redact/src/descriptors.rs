//! Descriptors of strangers, read with care.

use std::panic::catch_unwind;

use prost_reflect::DescriptorPool;
use prost_reflect::prost::Message;
use prost_reflect::prost_types::{FileDescriptorProto, FileDescriptorSet};

/// The most files of a schema; a game has a handful.
const FILES_MAX: usize = 256;
/// The most imports of one file.
const IMPORTS_MAX: usize = 256;

/// Reads an encoded `FileDescriptorSet` of which nothing is known.
///
/// # Errors
/// If the bytes are none, or one that contradicts itself or asks for too much.
pub fn read_descriptors(descriptor_set: &[u8]) -> Result<DescriptorPool, String> {
    let files = FileDescriptorSet::decode(descriptor_set).map_err(|error| error.to_string())?.file;
    if files.len() > FILES_MAX {
        return Err(format!("{} files are too many: at most {FILES_MAX}", files.len()));
    }
    files.iter().try_for_each(check_imports)?;
    // The library that reads them panics on some that no compiler makes.
    match catch_unwind(|| DescriptorPool::decode(descriptor_set)) {
        Ok(pool) => pool.map_err(|error| error.to_string()),
        Err(_) => Err("no compiler makes such descriptors".to_owned()),
    }
}

/// The library follows public imports in circles until the stack is full, and
/// every path that leads to a file. No game needs them.
fn check_imports(file: &FileDescriptorProto) -> Result<(), String> {
    let imports = file.dependency.len();
    if imports > IMPORTS_MAX {
        return Err(format!("a file has {imports} imports: at most {IMPORTS_MAX}"));
    }
    if !file.public_dependency.is_empty() {
        return Err("a file has public imports: import what they lead to where it is used".into());
    }
    Ok(())
}
