//! @generated from services/*/game.toml by `UPDATE=1 cargo test -p tests-tidy`

use crate::{ShippedGame, Visitor};

/// Every game that ships with Bakufu, sorted by id.
pub fn shipped() -> Vec<ShippedGame> {
    vec![
        ShippedGame::of::<edo_server::EdoWire>(),
        ShippedGame::of::<samurai_server::SamuraiWire>(),
        ShippedGame::of::<shitenno_server::ShitennoWire>(),
        ShippedGame::of::<shogun_server::ShogunWire>(),
    ]
}

/// Shows every game that ships with Bakufu with its types, sorted by id.
pub fn visit_shipped(visitor: &mut impl Visitor) {
    visitor.visit::<edo_server::EdoWire>();
    visitor.visit::<samurai_server::SamuraiWire>();
    visitor.visit::<shitenno_server::ShitennoWire>();
    visitor.visit::<shogun_server::ShogunWire>();
}
