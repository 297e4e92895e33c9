//! Manifests as they are, and as a strict cluster would refuse them.

mod broken;
mod overlays;
