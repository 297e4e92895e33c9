//! Games that an experiment was asked to be made with.

use bakufu_cli::prove::choice::Choice;
use bakufu_games::shipped;

use crate::failure::Failure;

/// One game, or all that ship.
pub(super) fn games(choice: &Choice) -> Result<Vec<&'static str>, Failure> {
    let mut games: Vec<&'static str> = shipped().iter().map(|game| game.facts.id).collect();
    if let Some(game) = &choice.game {
        let known = games.iter().map(|&known| known.to_owned()).collect();
        games.retain(|known| known == game);
        if games.is_empty() {
            return Err(bakufu_cli::Failure::UnknownGame { game: game.clone(), known }.into());
        }
    }
    Ok(games)
}

/// The command that repeats it all; `amount` is how much was asked for.
pub(super) fn repeat(choice: &Choice, proof: &str, amount: &str) -> String {
    let only = choice.game.as_deref().map_or(String::new(), |game| format!(" --game {game}"));
    format!("bakufu prove {proof}{only} {amount} --seed {}", choice.seed)
}
