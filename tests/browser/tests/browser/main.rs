//! What people do at the web table, in a real browser.

mod lobby;
mod phone;
mod pictures;
mod resume;
mod spectator;
mod two_players;
