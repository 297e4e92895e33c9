//! Arguments that all experiments with games share.

use clap::Args;

use crate::game_name::GameName;

#[derive(Debug, Args)]
pub struct Choice {
    /// Only this game
    #[arg(long, value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,
    /// What all matches follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}
