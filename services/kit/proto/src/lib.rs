//! Generated code of everything under `protos/`, one module per package.
//!
//! Nothing here is written by hand but the lookup of descriptor sets: the
//! generated types drop custom options, so whoever needs the visibility of a
//! field reads it from the raw bytes of [`descriptor_set`].
#![allow(clippy::all, clippy::print_stdout, rustdoc::all, unreachable_pub)]

include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// The encoded FileDescriptorSet of a package and all its imports, for example
/// of "bakufu.samurai.v1". No package of this name: `None`.
pub fn descriptor_set(package: &str) -> Option<&'static [u8]> {
    DESCRIPTOR_SETS.iter().find(|(name, _)| *name == package).map(|(_, bytes)| *bytes)
}

/// The same of the public API, "bakufu.play.v1", with all comments.
pub fn documented_descriptor_set() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/documented.descriptors"))
}

static DESCRIPTOR_SETS: &[(&str, &[u8])] =
    include!(concat!(env!("OUT_DIR"), "/descriptor_sets.rs"));
