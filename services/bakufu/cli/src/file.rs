//! Files that hold results.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes).map_err(|source| Failure::File { file: file.to_owned(), source })
}
