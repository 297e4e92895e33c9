//! One game that ships with Bakufu.

#[cfg(feature = "service")]
use futures::future::BoxFuture;
use kit_rules::{Facts, Rules, SeatCount, play_out};
use kit_rules_server::{OptionsOf, Wire};
#[cfg(feature = "service")]
use kit_service::{ServeError, Serving};
use match_orchestrator_draws::Numbers;
#[cfg(feature = "service")]
use tokio::net::TcpListener;

/// A game, without its types.
pub struct ShippedGame {
    /// What holds for all its matches.
    pub facts: Facts,
    #[cfg(feature = "service")]
    serve: fn(TcpListener, Serving) -> BoxFuture<'static, Result<(), ServeError>>,
    play: fn(SeatCount, u32) -> Playouts,
}

/// What random matches of a game came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts {
    /// Matches that were played to the end.
    pub matches: u32,
    /// Steps that they took together, draws included.
    pub steps: u64,
}

/// Whoever needs the types of the games, and does the same with each.
pub trait Visitor {
    /// Comes to a game.
    fn visit<W: Wire>(&mut self);
}

impl ShippedGame {
    pub(crate) fn of<W: Wire>() -> Self {
        Self {
            facts: W::Game::FACTS,
            #[cfg(feature = "service")]
            serve: |listener, serving| Box::pin(kit_rules_server::run::<W>(listener, serving)),
            play: play_random::<W>,
        }
    }

    /// Serves the game as a RulesService until the drain is over.
    ///
    /// # Errors
    /// If the transport fails.
    #[cfg(feature = "service")]
    pub async fn serve(&self, listener: TcpListener, serving: Serving) -> Result<(), ServeError> {
        (self.serve)(listener, serving).await
    }

    /// Plays random matches with default options in the rules core alone,
    /// without wire or store.
    pub fn play_random(&self, seats: SeatCount, matches: u32) -> Playouts {
        (self.play)(seats, matches)
    }
}

fn play_random<W: Wire>(seats: SeatCount, matches: u32) -> Playouts {
    let options = OptionsOf::<W>::default();
    let mut numbers = Numbers::new(&[7; 32]);
    let mut playouts = Playouts::default();
    for _ in 0..matches {
        let played = play_out::<W::Game>(&options, seats, |sides| numbers.below(sides));
        let (steps, _) = played.expect("a game that keeps its laws plays to the end");
        playouts.matches += 1;
        playouts.steps += u64::from(steps);
    }
    playouts
}
