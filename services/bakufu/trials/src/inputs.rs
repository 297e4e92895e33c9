//! Hostile input: whatever bytes come from outside, nothing panics, nothing
//! hangs, nothing grows without bound, and what is accepted is sound.
//!
//! A [`Target`] is one door through which bytes come in. It starts from good
//! inputs; `mutate` changes them on several levels, from values of the schema
//! and frames of the wire down to single bits, and [`prove`] feeds the results.
//! Coverage is not measured: instead an input joins the others when it leads to
//! an outcome that was not seen before. Everything follows from the seed, and
//! every finding from its input alone. Start reading at [`prove`].

mod corpus;
mod feed;
mod finding;
mod mutate;
mod quiet;
mod round;
mod run;
mod target;
mod targets;

pub use bakufu_proofs::Dice;
pub use corpus::{CORPUS_MAX, OutcomeClass};
pub use feed::feed;
pub use finding::Finding;
pub use quiet::keep_quiet_about_inputs;
pub use run::{Effort, PATIENCE, Report, prove};
pub use target::{Form, Framing, GRPC, HTTP2, Input, Shape, Target, parse_input};
pub use targets::{GameTarget, targets};
