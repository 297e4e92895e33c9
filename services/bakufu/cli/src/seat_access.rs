//! Access to a seat of a match: the seat somebody speaks for, and what proves it.

use std::path::PathBuf;

use clap::Args;

use crate::data_folder::data_folder;
use crate::failure::Failure;
use crate::kept_seats::KeptSeats;
use crate::token;

/// The arguments of commands that act or look for a seat.
#[derive(Debug, Args)]
pub(crate) struct SeatAccess {
    /// The server that holds the match
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7000")]
    pub(crate) server: String,
    /// The seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seat: Option<u32>,
    /// The file that holds the seat's token; without it the token is taken from
    /// BAKUFU_SEAT_TOKEN, or from the seats that this user sat down on
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    // Not shown as an option: other users of the machine see command lines.
    #[arg(long, hide = true, env = "BAKUFU_SEAT_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The folder that the tokens of seats are kept in; $XDG_DATA_HOME/bakufu or
    /// ~/.local/share/bakufu if not given
    #[arg(long, value_name = "FOLDER", env = "BAKUFU_DATA")]
    pub(crate) data: Option<PathBuf>,
}

impl SeatAccess {
    /// The seats that this user sat down on.
    pub(crate) fn kept_seats(&self) -> Result<KeptSeats, Failure> {
        Ok(KeptSeats::new(&data_folder(self.data.clone())?))
    }

    pub(crate) fn given_token(&self) -> Result<Option<String>, Failure> {
        token::read(self.token_file.as_deref(), self.token.as_deref())
    }

    /// The token that was kept when this user sat down.
    pub(crate) fn kept_token(&self, match_id: &str) -> Option<String> {
        // Without a home directory nothing was kept.
        self.kept_seats().ok()?.find(match_id, self.seat)
    }
}
