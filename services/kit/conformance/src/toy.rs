//! Envelopes, the smallest game that uses everything the platform offers.
//!
//! | id | rule |
//! |---|---|
//! | ENV-1 | There are seven cards, 1 to 7, six copies of each. Two to five play. |
//! | ENV-2 | Before each round everybody is dealt up to three cards, one by one and hidden from the others. |
//! | ENV-3 | Everybody at once puts one card of the hand into the own envelope, in secret. |
//! | ENV-4 | Who has not sealed may take the card back, in secret. |
//! | ENV-5 | Who has put a card in may seal the envelope; everybody sees that. |
//! | ENV-6 | When all are sealed, they are opened and their cards lie in the open. |
//! | ENV-7 | The highest card that is in one envelope only wins the number of the round in points. |
//! | ENV-8 | If there is no such card, nobody wins the round. |
//! | ENV-9 | After the last round the most points win; equal points share a place. |
//! | ENV-10 | One to five rounds are agreed on. Default: three. |
//!
//! So it has draws, hidden cards, seats that act at the same time, steps that
//! nobody may notice, steps that are taken back, and secrets that are revealed.

mod action;
mod card;
#[cfg(feature = "wire")]
mod determinize;
mod event;
#[cfg(feature = "wire")]
mod messages;
mod mirrored;
#[cfg(feature = "wire")]
mod picture;
mod rules;
mod state;
mod twisted;
#[cfg(feature = "wire")]
mod twisted_wire;
#[cfg(feature = "wire")]
mod wire;

pub use action::{Action, Applied, Illegal};
pub use card::{Card, Pile};
pub use event::Event;
pub use rules::{Envelopes, Options};
pub use state::{Player, State};
pub use twisted::{Twist, Twisted};
#[cfg(feature = "wire")]
pub use twisted_wire::{TwistedRules, TwistedWire, WireTwist};
#[cfg(feature = "wire")]
pub use wire::{ToyWire, pb};
