//! The rules of the games that ship with this program, asked directly.

use bakufu_games::{Visitor, visit_shipped};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Rules;
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use match_orchestrator_server::verify::LocalRules;

use crate::client::GameSchema;

/// One game.
pub struct ShippedRules {
    game: &'static str,
    rules_version: &'static str,
    describe: fn() -> rules::DescribeResponse,
    setup: fn(rules::SetupRequest) -> Result<rules::Step, Reason>,
    apply: fn(rules::ApplyRequest) -> Result<rules::Step, Reason>,
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
