//! Journeys of people at the web table, in a real browser.

mod drawing;
mod invitation;
mod keyboard;
mod lobby;
mod opening;
mod phone;
mod pictures;
mod resume;
mod spectator;
mod two_players;
