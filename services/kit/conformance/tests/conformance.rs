//! The toy game keeps every law of its rules.

use kit_conformance::toy::{Envelopes, Options};

kit_conformance::suite!(Envelopes, options = [Options { rounds: 1 }, Options { rounds: 5 }]);
