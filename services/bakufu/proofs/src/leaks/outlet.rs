//! Outlet of a match: what its viewers get from the code that serves real
//! matches, or that with a fault planted on the way.

use std::sync::Arc;

use bakufu_offline::{GameRules, Viewing};
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::{Schema, Viewer};
use kit_rules::SeatCount;
use kit_rules_server::Wire;
use match_orchestrator_core::local::LocalRules;
use match_orchestrator_core::outgoing;

use super::faults::{PlantedFault, faulty_schema, only_first};
use super::world::World;

/// What viewers get.
pub(super) struct Outlet<W> {
    rules: Arc<GameRules<W>>,
    /// What takes the place of the game's own schema.
    schema: Option<Schema>,
    fault: Option<PlantedFault>,
}

impl<W: Wire> Outlet<W> {
    /// Without a fault.
    pub(super) fn real(rules: &Arc<GameRules<W>>) -> Self {
        Self { rules: Arc::clone(rules), schema: None, fault: None }
    }

    pub(super) fn faulty(fault: PlantedFault, rules: &Arc<GameRules<W>>) -> Self {
        let schema = faulty_schema::<W>(fault);
        Self { rules: Arc::clone(rules), schema, fault: Some(fault) }
    }

    /// What viewers get of a world, but for what a fault adds.
    pub(super) fn viewing<'a>(&'a self, world: &'a World<W>) -> Viewing<'a, W> {
        let schema = self.schema.as_ref().unwrap_or_else(|| self.rules.schema());
        Viewing::new(schema, world.played.game_match())
    }

    /// What GetView says.
    pub(super) fn viewed(
        &self,
        world: &World<W>,
        viewer: Viewer,
    ) -> Result<play::GetViewResponse, Reason> {
        let game_match = world.played.game_match();
        let viewing = self.viewing(world);
        let mut answer = viewing.view(viewer)?.into_message();
        let Some(fault) = self.fault else { return Ok(answer) };
        let view = answer.view.get_or_insert_default();
        let taken_for = viewing.view(fault.taken_for(viewer, seats_of(world)))?.into_message();
        view.state = taken_for.view.map(|view| view.state).unwrap_or_default();
        match fault {
            PlantedFault::ForgetsAfterFirst => {
                view.state = only_first::<W>(game_match.state(), &view.state);
            }
            PlantedFault::TellsCommits => view.revision = game_match.commit().get(),
            _ => {}
        }
        Ok(answer)
    }

    pub(super) fn view(&self, world: &World<W>, viewer: Viewer) -> Result<play::View, Reason> {
        Ok(self.viewed(world, viewer)?.view.unwrap_or_default())
    }

    /// What a viewer hears of a change, if anything, without sentences.
    pub(super) fn update(
        &self,
        world: &World<W>,
        entry: &LogEntry,
        viewer: Viewer,
    ) -> Result<Option<play::Update>, Reason> {
        let viewing = self.viewing(world);
        let Some(update) = viewing.update(entry, viewer)? else { return Ok(None) };
        let mut update = update.into_message();
        if let Some(fault) = self.fault {
            let taken_for = viewing.update(entry, fault.taken_for(viewer, seats_of(world)))?;
            update.events = taken_for.map(|it| it.into_message().events).unwrap_or_default();
        }
        Ok(Some(update))
    }

    /// What WatchMatch says of a change, if anything, with the sentences that
    /// `narrate` makes of events.
    pub(super) fn watched(
        &self,
        world: &World<W>,
        entry: &LogEntry,
        viewer: Viewer,
        narrate: &mut dyn FnMut(rules::NarrateRequest) -> Vec<String>,
    ) -> Result<Option<play::WatchMatchResponse>, Reason> {
        let viewing = self.viewing(world);
        let Some(mut told) = viewing.update(entry, viewer)? else { return Ok(None) };
        if let Some(request) = outgoing::narrate_request(&told, viewer) {
            told = outgoing::narrated(told, narrate(request)).map_err(|_| Reason::bug())?;
        }
        let mut answer = viewing.watched(entry, viewer, told)?.into_message();
        if self.fault.is_some() {
            let mut update = self.update(world, entry, viewer)?.unwrap_or_default();
            let events = update.events.iter().map(|event| event.payload.clone()).collect();
            update.sentences = narrate(rules::NarrateRequest { events, viewer: viewer.number() });
            answer.message = Some(Watched::Update(update));
        }
        Ok(Some(answer))
    }
}

fn seats_of<W: Wire>(world: &World<W>) -> SeatCount {
    world.played.game_match().lifecycle().seat_count()
}
