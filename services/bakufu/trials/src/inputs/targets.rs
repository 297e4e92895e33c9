//! The doors of the platform.

mod game;
mod json;
mod schema;
mod settings;
mod wire;

use std::sync::Arc;

use bakufu_games::{Visitor, visit_shipped};
use kit_rules_server::Wire;

use super::Target;

pub use game::GameTarget;

/// Every door that bytes from outside come through.
pub fn targets() -> Vec<Arc<dyn Target>> {
    let mut doors = Doors(vec![
        Arc::new(schema::SchemaTarget::new()),
        Arc::new(json::JsonTarget::new()),
        Arc::new(settings::SettingsTarget::new()),
        Arc::new(wire::WireTarget::new()),
    ]);
    visit_shipped(&mut doors);
    doors.0
}

struct Doors(Vec<Arc<dyn Target>>);

impl Visitor for Doors {
    fn visit<W: Wire>(&mut self) {
        self.0.push(Arc::new(GameTarget::<W>::new()));
    }
}
