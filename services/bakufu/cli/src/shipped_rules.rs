//! The rules of the games that ship with this program, asked directly.

use bakufu_games::{Visitor, visit_shipped};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Rules;
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use match_orchestrator_server::verify::LocalRules;
use prost::{Message, Name};

use crate::client::GameSchema;

/// One game.
pub struct ShippedRules {
    game: &'static str,
    rules_version: &'static str,
    describe: fn() -> rules::DescribeResponse,
    setup: fn(rules::SetupRequest) -> Result<rules::Step, Reason>,
    apply: fn(rules::ApplyRequest) -> Result<rules::Step, Reason>,
    rewrite: fn(&str, &[u8]) -> Option<Vec<u8>>,
}

/// All games.
pub fn shipped_rules() -> Vec<ShippedRules> {
    struct Collector(Vec<ShippedRules>);
    impl Visitor for Collector {
        fn visit<W: Wire>(&mut self) {
            self.0.push(ShippedRules {
                game: W::Game::FACTS.id,
                rules_version: W::Game::FACTS.rules_version,
                describe: engine::describe::<W>,
                setup: engine::setup::<W>,
                apply: engine::apply::<W>,
                rewrite: rewrite::<W>,
            });
        }
    }
    let mut collector = Collector(Vec::new());
    visit_shipped(&mut collector);
    collector.0
}

impl ShippedRules {
    /// The game with the schema of its messages.
    pub(crate) fn schema(&self) -> GameSchema {
        let described = (self.describe)();
        let game = described.game.expect("a description has facts");
        GameSchema { game, descriptor_set: described.descriptor_set }
    }

    /// A message of the game, written as the game itself writes it. Protocol
    /// Buffers allow more than one way, and records are compared by their bytes.
    pub(crate) fn rewrite(&self, message: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        (self.rewrite)(message, bytes)
    }
}

impl LocalRules for ShippedRules {
    fn game(&self) -> &str {
        self.game
    }

    fn rules_version(&self) -> &str {
        self.rules_version
    }

    fn setup(&self, request: rules::SetupRequest) -> Result<rules::Step, Reason> {
        (self.setup)(request)
    }

    fn apply(&self, request: rules::ApplyRequest) -> Result<rules::Step, Reason> {
        (self.apply)(request)
    }
}

fn rewrite<W: Wire>(message: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    fn again<M: Message + Default>(bytes: &[u8]) -> Option<Vec<u8>> {
        Some(M::decode(bytes).ok()?.encode_to_vec())
    }
    if message == W::Options::full_name() {
        again::<W::Options>(bytes)
    } else if message == W::Action::full_name() {
        again::<W::Action>(bytes)
    } else if message == W::Event::full_name() {
        again::<W::Event>(bytes)
    } else {
        None
    }
}
