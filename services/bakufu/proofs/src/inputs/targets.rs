//! The doors of the platform.

mod game;
mod json;
mod schema;
mod settings;

use std::sync::Arc;

use super::Target;

pub use game::GameTarget;

/// Every door that bytes from outside come through.
pub fn targets() -> Vec<Arc<dyn Target>> {
    vec![
        Arc::new(schema::SchemaTarget::new()),
        Arc::new(json::JsonTarget::new()),
        Arc::new(settings::SettingsTarget::new()),
    ]
}
