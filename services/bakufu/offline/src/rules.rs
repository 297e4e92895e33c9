//! Rules of one game, asked in this process.

use std::marker::PhantomData;

use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::{Roots, Schema, SchemaFault};
use kit_rules::Rules;
use kit_rules_server::{Wire, engine};
use match_orchestrator_core::RulesRequest;
use match_orchestrator_core::local::LocalRules;
use prost::Name;

#[derive(Debug)]
pub struct GameRules<W> {
    schema: Schema,
    game: PhantomData<fn() -> W>,
}

impl<W: Wire> GameRules<W> {
    /// The rules with the schema that the game publishes.
    ///
    /// # Panics
    /// If that can't be compiled: no game ships like that.
    pub fn new() -> Self {
        let schema = compile_schema::<W>(W::descriptor_set()).expect("a game's schema compiles");
        Self { schema, game: PhantomData }
    }
}

impl<W: Wire> Default for GameRules<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Wire> LocalRules for GameRules<W> {
    fn game(&self) -> &str {
        W::Game::FACTS.id
    }

    fn rules_version(&self) -> &str {
        W::Game::FACTS.rules_version
    }

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn ask(&self, request: RulesRequest) -> Result<rules::Step, Reason> {
        ask::<W>(request)
    }
}

pub(crate) fn ask<W: Wire>(request: RulesRequest) -> Result<rules::Step, Reason> {
    match request {
        RulesRequest::Setup(request) => engine::setup::<W>(request),
        RulesRequest::Apply(request) => engine::apply::<W>(request),
    }
}

/// Compiles a descriptor set as that of a game.
///
/// # Errors
/// With all faults of the schema.
pub fn compile_schema<W: Wire>(descriptor_set: &[u8]) -> Result<Schema, SchemaFault> {
    let [options, state, action, event] = [
        W::Options::full_name(),
        W::State::full_name(),
        W::Action::full_name(),
        W::Event::full_name(),
    ];
    let roots = Roots { options: &options, state: &state, action: &action, event: &event };
    Schema::compile(descriptor_set, &roots)
}
