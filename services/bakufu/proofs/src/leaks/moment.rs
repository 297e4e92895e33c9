//! Everything that a viewer gets at one moment of a match, as bytes.

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::rules::v1 as pb;
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::{Wire, engine};
use match_orchestrator_core::{outgoing, request};
use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage};

use super::Experiment;
use super::world::World;

/// One thing that a viewer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Match,
    View,
    /// WatchMatch, with sentences.
    Updates,
    LegalActions,
    /// SubmitActions of something that is refused.
    Refusal,
    /// ExportMatch before the end.
    Export,
    /// GetReplay before the end.
    Replay,
    Board,
}

/// What a viewer gets.
pub(super) struct Moment {
    parts: Vec<(Part, Vec<u8>)>,
    /// What the game can't read of what its viewers get, if there is anything.
    pub(super) broken: Option<Reason>,
}

/// Something that a seat tries though it is refused.
pub(super) struct Try {
    pub(super) actions: Vec<Bytes>,
    pub(super) expected_revision: Option<u64>,
}

pub(super) struct Asked<'a> {
    pub(super) viewer: Viewer,
    pub(super) tries: &'a [Try],
    pub(super) board: bool,
}

impl Moment {
    /// Asks for everything. `entries` are the commits since the last moment.
    pub(super) fn of<W: Wire>(
        experiment: &Experiment<W>,
        world: &World<W>,
        entries: &[LogEntry],
        asked: &Asked<'_>,
    ) -> Result<Self, Reason> {
        let (outlet, viewer) = (&experiment.outlet, asked.viewer);
        let game_match = world.played.game_match();
        let viewed = outlet.viewed(world, viewer)?;
        let state = viewed.view.as_ref().map(|view| view.state.clone()).unwrap_or_default();
        let mut moment = Self { parts: Vec::new(), broken: None };
        moment.add(Part::Match, outgoing::shown(game_match).into_message().encode_to_vec());
        moment.add(Part::View, viewed.encode_to_vec());
        moment.add_updates(experiment, world, entries, viewer)?;
        moment.add(Part::Export, answer(game_match.require_over("exported")));
        moment.add(Part::Replay, answer(game_match.require_over("replayed")));
        if let Some(seat) = viewer.seat() {
            let listed = outlet.viewing(world).legal_actions(seat)?;
            moment.add(Part::LegalActions, listed.into_message().encode_to_vec());
            for tried in asked.tries {
                moment.add(Part::Refusal, refusal(world, seat, tried));
            }
        }
        if asked.board {
            let request = pb::RenderRequest { view: state, viewer: viewer.number() };
            let svg = moment.read(engine::render::<W>(&request));
            moment.add(Part::Board, svg.into_bytes());
        }
        Ok(moment)
    }

    /// The first part in which two moments differ, or how many bytes are the
    /// same in both.
    pub(super) fn compare<'m>(
        &'m self,
        other: &'m Self,
    ) -> Result<u64, (Part, &'m [u8], &'m [u8])> {
        let mut bytes = 0;
        for ((part, one), (_, other)) in self.parts.iter().zip(&other.parts) {
            if one != other {
                return Err((*part, one, other));
            }
            bytes += one.len() as u64;
        }
        assert_eq!(self.parts.len(), other.parts.len(), "both worlds are asked the same");
        Ok(bytes)
    }

    fn add(&mut self, part: Part, bytes: Vec<u8>) {
        self.parts.push((part, bytes));
    }

    fn add_updates<W: Wire>(
        &mut self,
        experiment: &Experiment<W>,
        world: &World<W>,
        entries: &[LogEntry],
        viewer: Viewer,
    ) -> Result<(), Reason> {
        let mut bytes = Vec::new();
        for entry in entries {
            let mut narrate = |request: pb::NarrateRequest| {
                let sentences = engine::narrate::<W>(&request);
                // In place of what can't be told, as many empty lines.
                let told = sentences.is_ok();
                let read = self.read(sentences);
                if told { read } else { vec![String::new(); request.events.len()] }
            };
            let told = experiment.outlet.watched(world, entry, viewer, &mut narrate)?;
            if let Some(told) = told {
                bytes.extend(told.encode_length_delimited_to_vec());
            }
        }
        self.add(Part::Updates, bytes);
        Ok(())
    }

    /// What the game makes of something that a viewer gets.
    fn read<T: Default>(&mut self, made: Result<T, Reason>) -> T {
        made.unwrap_or_else(|reason| {
            self.broken.get_or_insert(reason);
            T::default()
        })
    }
}

/// What the seat hears that tries, from the first look at its request on.
fn refusal<W: Wire>(world: &World<W>, seat: Seat, tried: &Try) -> Vec<u8> {
    let Try { actions, expected_revision } = tried;
    let (actions, expected_revision) = (actions.clone(), *expected_revision);
    let request = play::SubmitActionsRequest { actions, expected_revision, ..Default::default() };
    let mut played = world.played.clone();
    let done =
        request::read(request, None).and_then(|read| played.carry_out(&read.command, Some(seat)));
    answer(done.map(drop))
}

/// What a caller hears: all that follows from the reason.
fn answer(done: Result<(), Reason>) -> Vec<u8> {
    let Err(reason) = done else { return b"accepted".to_vec() };
    format!("{} {reason} {reason:?}", reason.name()).into_bytes()
}

/// A part in lines for people.
pub(super) fn tell<W: Wire>(part: Part, bytes: &[u8]) -> String {
    match part {
        Part::View => play::GetViewResponse::decode(bytes).map(|viewed| {
            let mut view = viewed.view.unwrap_or_default();
            let state = std::mem::take(&mut view.state);
            format!("{view:#?}\n{}", tell_message::<W>(&W::State::full_name(), &state))
        }),
        Part::Updates => Ok(tell_updates::<W>(bytes)),
        Part::Match => {
            play::GetMatchResponse::decode(bytes).map(|game_match| format!("{game_match:#?}"))
        }
        Part::LegalActions => play::ListLegalActionsResponse::decode(bytes).map(|listed| {
            let labels = listed.actions.iter().map(|action| format!("{action:?}\n"));
            format!("revision {}\n{}", listed.revision, labels.collect::<String>())
        }),
        Part::Refusal | Part::Export | Part::Replay => Ok(text(bytes)),
        Part::Board => Ok(text(bytes).replace('>', ">\n")),
    }
    .unwrap_or_else(|_| format!("{bytes:?}"))
}

fn tell_updates<W: Wire>(mut bytes: &[u8]) -> String {
    let mut told = String::new();
    while let Ok(watched) = play::WatchMatchResponse::decode_length_delimited(&mut bytes) {
        let Some(Watched::Update(mut update)) = watched.message else { continue };
        let events = std::mem::take(&mut update.events);
        told += &format!("{update:#?}\n");
        for event in events {
            let text = tell_message::<W>(&W::Event::full_name(), &event.payload);
            told += &format!("{:?} {text}\n", event.rules);
        }
    }
    if told.is_empty() { "no update\n".to_owned() } else { told }
}

/// A message of the game with the names of its fields.
fn tell_message<W: Wire>(name: &str, bytes: &[u8]) -> String {
    let pool = DescriptorPool::decode(W::descriptor_set()).expect("a game's schema compiles");
    let kind = pool.get_message_by_name(name).expect("a game's schema has its messages");
    let told = DynamicMessage::decode(kind, bytes).ok();
    let told = told.and_then(|message| serde_json::to_string_pretty(&message).ok());
    told.unwrap_or_else(|| format!("{bytes:?}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
