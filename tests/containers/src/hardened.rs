//! Containers with as few rights as the manifests give them.

use testcontainers::core::{ContainerPort, WaitFor};
use testcontainers::{ContainerAsync, ContainerRequest, GenericImage, ImageExt};

use crate::docker::image_id;

/// A container under test; it is removed when it is dropped.
pub type Container = ContainerAsync<GenericImage>;

/// A container with a read-only root, no capabilities and no way to get more.
/// The user is the image's own. It counts as started when it prints `ready`.
///
/// # Panics
/// If there is no such image.
pub fn hardened(
    (name, tag): (&str, &str),
    port: u16,
    ready: WaitFor,
) -> ContainerRequest<GenericImage> {
    // Otherwise the engine would look for the image in a registry.
    image_id(&format!("{name}:{tag}"));
    GenericImage::new(name, tag)
        .with_wait_for(ready)
        .with_exposed_port(ContainerPort::Tcp(port))
        .with_readonly_rootfs(true)
        .with_cap_drop("ALL")
        .with_security_opt("no-new-privileges:true")
}
