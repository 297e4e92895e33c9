//! What attackers do to a server, row by row, and what honest clients notice of it.

mod answers;
mod bodies;
mod connections;
mod doors;
mod floods;
mod handshakes;
mod matches;
mod plans;
mod questions;
mod seats;
