//! Everything that a viewer gets at one moment of a match, as bytes.

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::{Wire, engine};
use kit_service::Reason;
use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage};

use super::Stage;
use super::notice::seat_of;
use super::world::World;

/// One thing that a viewer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// GetMatch.
    Match,
    /// GetView.
    View,
    /// WatchMatch, with sentences.
    Updates,
    /// ListLegalActions.
    LegalActions,
    /// SubmitActions of something that is refused.
    Refusal,
    /// ExportMatch before the end.
    Export,
    /// GetReplay before the end.
    Replay,
    /// GetBoard.
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

/// What is asked for at a moment.
pub(super) struct Asked<'a> {
    pub(super) viewer: Viewer,
    pub(super) tries: &'a [Try],
    pub(super) board: bool,
}

impl Moment {
    /// Asks for everything. `entries` are the commits since the last moment.
    pub(super) fn of<W: Wire>(
        stage: &Stage<W>,
        world: &World<W>,
        entries: &[LogEntry],
        asked: &Asked<'_>,
    ) -> Result<Self, Reason> {
        let (desk, viewer) = (&world.desk, asked.viewer);
        let mut viewed = desk.viewed(viewer)?;
        let view = viewed.view.get_or_insert_default();
        if stage.tells_commits {
            view.revision = desk.commits();
        }
        let state = view.state.clone();
        let mut moment = Self { parts: Vec::new(), broken: None };
        moment.add(Part::Match, desk.game_match().encode_to_vec());
        moment.add(Part::View, viewed.encode_to_vec());
        moment.add_updates(world, entries, viewer)?;
        moment.add(Part::Export, answer(desk.may_export()));
        moment.add(Part::Replay, answer(desk.may_replay()));
        if let Some(seat) = seat_of(viewer) {
            let listed = desk.legal_actions(seat, engine::list_legal_actions::<W>)?;
            moment.add(Part::LegalActions, listed.encode_to_vec());
            for tried in asked.tries {
                moment.add(Part::Refusal, refusal(world, seat, tried));
            }
        }
        if asked.board {
            let viewer = seat_of(viewer).map_or(0, Seat::number);
            let drawn = engine::render::<W>(&pb::RenderRequest { view: state, viewer });
            let svg = moment.read(drawn);
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
        world: &World<W>,
        entries: &[LogEntry],
        viewer: Viewer,
    ) -> Result<(), Reason> {
        let mut bytes = Vec::new();
        for entry in entries {
            let number = seat_of(viewer).map_or(0, Seat::number);
            let told = world.desk.watched(entry, viewer, |events| {
                Ok(self.read(engine::narrate::<W>(&pb::NarrateRequest { events, viewer: number })))
            })?;
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

fn refusal<W: Wire>(world: &World<W>, seat: Seat, tried: &Try) -> Vec<u8> {
    let mut desk = world.desk.clone();
    let done = desk.act(seat, &tried.actions, tried.expected_revision, engine::apply::<W>);
    answer(done.map(drop))
}

/// What a caller hears. The details hold a map, which is encoded in any order,
/// so they count as what they say and as their length.
fn answer(done: Result<(), Reason>) -> Vec<u8> {
    let Err(reason) = done else { return b"accepted".to_vec() };
    let status = reason.status();
    let (code, length) = (status.code(), status.details().len());
    format!("{code:?} {:?} {length} bytes of {reason:?}", status.message()).into_bytes()
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
        Part::Match => play::Match::decode(bytes).map(|game_match| format!("{game_match:#?}")),
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
