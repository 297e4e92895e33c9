//! Rules of all games that ship with this program.

use bakufu_games::{Visitor, visit_shipped};
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::Schema;
use kit_rules::Rules;
use kit_rules_server::{Wire, engine};
use match_orchestrator_core::RulesRequest;
use match_orchestrator_core::local::LocalRules;
use prost::{Message, Name};

use crate::rules::{ask, compile_schema};

/// The rules of one game, without its types.
pub struct ShippedRules {
    game: &'static str,
    rules_version: &'static str,
    schema: Schema,
    describe: fn() -> rules::DescribeResponse,
    ask: fn(RulesRequest) -> Result<rules::Step, Reason>,
    rewrite: fn(&str, &[u8]) -> Option<Vec<u8>>,
}

/// The rules of all games.
///
/// # Panics
/// If the schema of one can't be compiled: no game ships like that.
pub fn shipped_rules() -> Vec<ShippedRules> {
    struct RulesCollector(Vec<ShippedRules>);
    impl Visitor for RulesCollector {
        fn visit<W: Wire>(&mut self) {
            self.0.push(ShippedRules {
                game: W::Game::FACTS.id,
                rules_version: W::Game::FACTS.rules_version,
                schema: compile_schema::<W>(W::descriptor_set()).expect("a game's schema compiles"),
                describe: engine::describe::<W>,
                ask: ask::<W>,
                rewrite: rewrite::<W>,
            });
        }
    }
    let mut collector = RulesCollector(Vec::new());
    visit_shipped(&mut collector);
    collector.0
}

impl ShippedRules {
    /// What the game says of itself.
    pub fn describe(&self) -> rules::DescribeResponse {
        (self.describe)()
    }

    /// A message of the game, written as the game itself writes it. Protocol
    /// Buffers allow more than one way, and records are compared by their bytes.
    pub fn rewrite(&self, message: &str, bytes: &[u8]) -> Option<Vec<u8>> {
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

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn ask(&self, request: RulesRequest) -> Result<rules::Step, Reason> {
        (self.ask)(request)
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
