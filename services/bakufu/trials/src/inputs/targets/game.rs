//! The messages of a game, as its rules service and the redactor read them.

mod action;
mod begun;
mod event;
mod options;
mod record;
mod samples;
mod state;
mod view;

use std::sync::Arc;

use bakufu_offline::GameRules;
use bytes::Bytes;
use kit_redact::{RedactedBytes, Schema, Unreadable, Viewer};
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::{Malformed, Wire};
use match_orchestrator_core::local::LocalRules;
use prost::Name;
use prost_reflect::DescriptorPool;

use crate::inputs::{Dice, Form, Input, OutcomeClass, Shape, Target};
use begun::Begun;
use samples::Samples;

const STATE: usize = 0;
const VIEW: usize = 1;
const ACTION: usize = 2;
const EVENT: usize = 3;
const OPTIONS: usize = 4;
const ROSTER: usize = 5;
const POSITION: usize = 6;
const ENTRY: usize = 7;
const EXPORT: usize = 8;
const TOKEN: usize = 9;
const REQUEST_ID: usize = 10;

/// The longest sentence or label.
const TEXT_BYTES_MAX: usize = 4 * 1024;
/// The largest picture.
const PICTURE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Takes all messages of one game.
pub struct GameTarget<W: Wire> {
    forms: Vec<Form>,
    samples: Samples,
    rules: Arc<GameRules<W>>,
    begun: Begun<W>,
}

impl<W: Wire> GameTarget<W> {
    /// The game, with samples from random matches.
    pub fn new() -> Self {
        let [options, state, action, event] = [
            W::Options::full_name(),
            W::State::full_name(),
            W::Action::full_name(),
            W::Event::full_name(),
        ];
        let rules = Arc::new(GameRules::new());
        let own = DescriptorPool::decode(W::descriptor_set()).expect("it was just compiled");
        let message = |name: &str, pool: &DescriptorPool, message: &str| {
            let kind = pool.get_message_by_name(message).expect("the message is compiled in");
            Form { name: name.to_owned(), shape: Shape::Message(kind) }
        };
        let text = |name: &str| Form { name: name.to_owned(), shape: Shape::Text };
        let (play, record) = (pool("bakufu.play.v1"), pool("bakufu.record.v1"));
        let forms = vec![
            message("state", &own, &state),
            message("view", &own, &state),
            message("action", &own, &action),
            message("event", &own, &event),
            message("options", &own, &options),
            message("roster", &record, "bakufu.record.v1.Roster"),
            message("position", &record, "bakufu.record.v1.Position"),
            message("entry", &play, "bakufu.play.v1.LogEntry"),
            message("export", &play, "bakufu.play.v1.MatchExport"),
            text("token"),
            text("request-id"),
        ];
        let begun = Begun::play(&rules);
        let mut samples = Samples::play::<W>(rules.schema());
        samples.add_match(&begun);
        Self { forms, samples, rules, begun }
    }

    fn schema(&self) -> &Schema {
        self.rules.schema()
    }
}

impl<W: Wire> Default for GameTarget<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Wire> Target for GameTarget<W> {
    fn name(&self) -> &str {
        W::Game::FACTS.id
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples.inputs
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        let bytes = Bytes::copy_from_slice(&input.bytes);
        // Choices that are not part of the input follow from it.
        let mut dice = Dice::new(input.bytes.len() as u64, &[OutcomeClass::exactly(&input.bytes)]);
        let told = match input.form {
            STATE => self.state(&bytes, &mut dice),
            VIEW => self.view(&bytes, &mut dice),
            ACTION => self.action(&bytes, &mut dice),
            EVENT => self.event(&bytes),
            OPTIONS => self.options(&bytes, &mut dice),
            ROSTER | POSITION => self.record(input.form, &bytes),
            ENTRY => self.entry(&bytes),
            EXPORT => self.export(&bytes),
            TOKEN => self.token(&bytes),
            REQUEST_ID => self.request_id(&bytes),
            _ => Err("there is no such form".to_owned()),
        };
        told.map(|told| OutcomeClass::of(&told))
    }
}

impl<W: Wire> GameTarget<W> {
    /// Redacts for everybody. Who looks does not decide what is readable, a
    /// redacted message never grows, and there is nothing more to redact in it.
    fn redact_for_all(
        &self,
        bytes: &Bytes,
        redact: impl Fn(&[u8], Viewer) -> Result<Option<RedactedBytes>, Unreadable>,
    ) -> Result<Option<Vec<Bytes>>, String> {
        let mut views = Vec::new();
        let mut refusals = 0;
        for viewer in viewers::<W>() {
            match redact(bytes, viewer) {
                Ok(view) => views.push(view.map_or(Bytes::new(), RedactedBytes::into_bytes)),
                Err(_) => refusals += 1,
            }
            let Some(view) = views.last().filter(|_| refusals == 0) else { continue };
            if view.len() > bytes.len() {
                return Err(format!("{viewer:?} gets more bytes than there are"));
            }
            let again = redact(view, viewer).map_err(|why| format!("{viewer:?}: {why}"))?;
            if again.map_or(Bytes::new(), RedactedBytes::into_bytes) != *view {
                return Err(format!("{viewer:?}: a view is redacted further"));
            }
        }
        match (refusals, views.len()) {
            (0, _) => Ok(Some(views)),
            (_, 0) => Ok(None),
            _ => Err("whether it is readable depends on who looks".to_owned()),
        }
    }
}

fn pool(package: &str) -> DescriptorPool {
    let set = kit_proto::descriptor_set(package).expect("the package is compiled in");
    DescriptorPool::decode(set).expect("our own descriptors are sound")
}

/// A spectator, every seat of the largest table, and one beyond it.
fn viewers<W: Wire>() -> impl Iterator<Item = Viewer> {
    let seats = (1..=W::Game::FACTS.seats_max + 1).filter_map(Seat::new).map(Viewer::Seat);
    [Viewer::Spectator].into_iter().chain(seats)
}

fn some_seats<W: Wire>(dice: &mut Dice) -> SeatCount {
    let facts = W::Game::FACTS;
    let more = dice.below((facts.seats_max - facts.seats_min + 1) as usize) as u32;
    SeatCount::new(facts.seats_min + more).expect("a game has possible numbers of seats")
}

/// What was wrong, without saying where in a list.
fn refusal(malformed: &Malformed) -> String {
    let fault = malformed.faults.first();
    fault.map_or_else(String::new, |fault| format!("{} {}", fault.field, fault.why))
}

fn bounded(what: &str, text: &str, max: usize) -> Result<(), String> {
    if text.len() <= max {
        return Ok(());
    }
    Err(format!("{what} of {} bytes", text.len()))
}
