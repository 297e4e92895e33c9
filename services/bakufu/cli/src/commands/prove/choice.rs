//! What all experiments with games let one choose.

use bakufu_games::shipped;
use clap::Args;

use crate::failure::Failure;
use crate::game_name::GameName;

#[derive(Debug, Args)]
pub(super) struct Choice {
    /// Only this game
    #[arg(long, value_parser = GameName, hide_possible_values = true)]
    game: Option<String>,
    /// What all matches follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
}

impl Choice {
    /// The games that the experiment is made with: one, or all that ship.
    pub(super) fn games(&self) -> Result<Vec<&'static str>, Failure> {
        let mut games: Vec<&'static str> = shipped().iter().map(|game| game.facts.id).collect();
        if let Some(game) = &self.game {
            let known = games.iter().map(|&known| known.to_owned()).collect();
            games.retain(|known| known == game);
            if games.is_empty() {
                return Err(Failure::UnknownGame { game: game.clone(), known });
            }
        }
        Ok(games)
    }

    /// The command that repeats it all; `amount` is how much was asked for.
    pub(super) fn repeat(&self, proof: &str, amount: &str) -> String {
        let only = self.game.as_deref().map_or(String::new(), |game| format!(" --game {game}"));
        format!("bakufu prove {proof}{only} {amount} --seed {}", self.seed)
    }
}
