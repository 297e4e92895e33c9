//! Attacks on an open port, with honest clients beside them who must not notice.
//!
//! An attacker is one peer on the loopback with few means: some thousand connections
//! or calls, for some seconds. Honest clients play, watch and look in meanwhile; a
//! call of theirs that is refused, or not answered in its usual time, fails a test.
//! How much slower they become is a measurement: `cargo run -p tests-hostile`.
//!
//! Start reading at [`Server::withstands`], then [`Honest`] and [`AttackKind`].

mod attack;
mod attack_kind;
mod attacks;
mod figures;
mod honest;
mod host;
mod http2;
mod json;
mod server;
mod tally;
mod target;

pub use attack::Attack;
pub use attack_kind::{AttackKind, some_game};
pub use attacks::{begun_handshakes, disguised_creations, seat_churn};
pub use figures::CallTimes;
pub use honest::Honest;
pub use host::{HOST, Host, Seated};
pub use json::{JsonConnection, Unserved, call_once};
pub use server::{MEMORY_MORE_MAX, OPERATOR, Server, Usage};
pub use tally::Tally;
pub use target::{ATTACKER, Target};
