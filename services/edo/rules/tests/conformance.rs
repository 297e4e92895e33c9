//! Edo keeps the laws of all games, with each module alone and with all of them.

use edo_rules::{Edo, Options};

const fn modules(jiin: bool, tokken: bool, ronin: bool) -> Options {
    Options { jiin, tokken, ronin }
}

kit_conformance::suite!(
    Edo,
    options = [
        modules(true, false, false),
        modules(false, true, false),
        modules(false, false, true),
        modules(true, true, true),
    ]
);
