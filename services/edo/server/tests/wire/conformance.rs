//! Edo's messages keep the laws of all games, with every module on and off.

use edo_server::EdoWire;
use kit_proto::bakufu::edo::v1 as pb;

kit_conformance::wire_suite!(
    EdoWire,
    options = [pb::Options { jiin: true, tokken: true, ronin: true },]
);
