//! The toy game keeps every law of its messages.

use kit_conformance::toy::{ToyWire, pb};

kit_conformance::wire_suite!(ToyWire, options = [pb::Options { rounds: 5 }]);
