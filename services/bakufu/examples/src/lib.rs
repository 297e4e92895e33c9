//! Clients in four languages, each complete and short enough to be copied.
//!
//! There is no library here: the clients lie in `python/`, `node/`, `curl/` and
//! `rust/`, and know nothing of the workspace but its protos. `README.md` says
//! how to run them. The test of this crate plays them all over a bad network.
//!
//! Start reading at `rust/play.rs`.
