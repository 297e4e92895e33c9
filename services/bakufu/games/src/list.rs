//! @generated from services/*/game.toml by `UPDATE=1 cargo test -p tests-tidy`

use crate::ShippedGame;

/// Every game that ships with Bakufu, sorted by id.
pub fn shipped() -> Vec<ShippedGame> {
    vec![
        ShippedGame::of::<edo_server::EdoWire>(),
        ShippedGame::of::<samurai_server::SamuraiWire>(),
        ShippedGame::of::<shitenno_server::ShitennoWire>(),
        ShippedGame::of::<shogun_server::ShogunWire>(),
    ]
}
