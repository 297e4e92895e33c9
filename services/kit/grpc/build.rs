//! Generates the services of all protos around the messages of kit-proto, from
//! the descriptors that kit-proto has compiled.

use std::error::Error;
use std::{env, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> Result<(), Box<dyn Error>> {
    // Told by the build script of kit-proto.
    let descriptors = env::var("DEP_BAKUFU_PROTOS_DESCRIPTORS")?;
    println!("cargo::rerun-if-changed={descriptors}");
    let descriptors = FileDescriptorSet::decode(&fs::read(descriptors)?[..])?;
    let mut config = tonic_prost_build::Config::new();
    config.extern_path(".bakufu", "::kit_proto::bakufu").include_file("packages.rs");
    tonic_prost_build::configure().compile_fds_with_config(descriptors, config)?;
    Ok(())
}
