//! The images that ship, run as containers.
//!
//! Everything here goes through a Docker engine: images are those that
//! `deploy/build` made, containers are started by testcontainers with as few
//! rights as in production, and matches are played over published ports. Nothing
//! is pulled: an image that is missing is a failure that says what to do.
//!
//! Start reading at [`Stack`], which is a whole installation.

mod docker;
mod hardened;
mod service;
mod stack;

pub use docker::{docker, image_id};
pub use hardened::{Container, hardened};
pub use service::{REDIS_IMAGE, all_services, image_of, version};
pub use stack::Stack;
