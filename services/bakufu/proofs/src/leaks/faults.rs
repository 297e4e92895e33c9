//! Faults planted where hidden things are kept back: the experiment has to find
//! every one of them, or it would prove nothing.

use std::fmt;

use bakufu_offline::compile_schema;
use bytes::Bytes;
use kit_redact::{Schema, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Wire;
use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage, Value};

use super::outlet::Outlet;
use super::weaken::{Mutation, Weakening, weaken};
use super::{Experiment, Finding, Report, RunSettings};

/// A mistake that somebody could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlantedFault {
    /// Messages inside other messages are copied whole.
    ForgetsNested,
    /// Of a repeated field only the first message is redacted.
    ForgetsAfterFirst,
    /// Every seat is taken for the next one.
    WrongOwner,
    /// Spectators are taken for the first seat.
    SpectatorOwns,
    /// Where others may count, they get everything.
    CountsInFull,
    /// What is concealed is only emptied.
    KeepsConcealed,
    /// Revisions count what others do in secret.
    TellsCommits,
}

impl PlantedFault {
    pub const ALL: [Self; 7] = [
        Self::ForgetsNested,
        Self::ForgetsAfterFirst,
        Self::WrongOwner,
        Self::SpectatorOwns,
        Self::CountsInFull,
        Self::KeepsConcealed,
        Self::TellsCommits,
    ];

    /// Whether the fault can show in a game: some have nothing to count.
    pub fn concerns<W: Wire>(self) -> bool {
        let mutations = super::weaken::mutations(W::descriptor_set());
        match self {
            Self::CountsInFull => mutations.iter().any(|it| it.weakening == Weakening::CountToAll),
            Self::KeepsConcealed => {
                mutations.iter().any(|it| it.weakening == Weakening::Unconcealed)
            }
            _ => true,
        }
    }
}

impl fmt::Display for PlantedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ForgetsNested => "forgets messages inside messages",
            Self::ForgetsAfterFirst => "forgets elements after the first",
            Self::WrongOwner => "takes every seat for the next one",
            Self::SpectatorOwns => "takes spectators for the first seat",
            Self::CountsInFull => "gives all where others may only count",
            Self::KeepsConcealed => "empties what is concealed, but keeps it",
            Self::TellsCommits => "counts secret commits as revisions",
        })
    }
}

/// Runs the experiment with a fault planted.
///
/// # Errors
/// The finding, as it should be.
pub fn run_with<W: Wire>(
    fault: PlantedFault,
    settings: &RunSettings,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, Box<Finding>> {
    let mut experiment = Experiment::<W>::real();
    experiment.outlet = Outlet::faulty(fault, &experiment.rules);
    experiment.run(settings, progress)
}

/// The schema by which an outlet with a fault redacts.
pub(super) fn faulty_schema<W: Wire>(fault: PlantedFault) -> Option<Schema> {
    let weak = |decide: &mut dyn FnMut(&Mutation) -> bool| {
        let weak = compile_schema::<W>(&weaken(W::descriptor_set(), decide));
        Some(weak.expect("a schema that hides less is a schema"))
    };
    let roots = [short(&W::State::full_name()), short(&W::Event::full_name())];
    // Where there is a count, both options have to go together.
    let counted = |mutation: &Mutation| mutation.weakening != Weakening::CountToAll;
    match fault {
        PlantedFault::ForgetsNested => {
            let mutations = super::weaken::mutations(W::descriptor_set());
            let is_counted = |mutation: &Mutation| {
                let same =
                    |it: &&Mutation| it.message == mutation.message && it.field == mutation.field;
                mutations.iter().filter(same).any(|it| !counted(it))
            };
            weak(&mut |mutation| {
                !roots.contains(&mutation.message)
                    && (mutation.weakening == Weakening::CountToAll || !is_counted(mutation))
            })
        }
        PlantedFault::CountsInFull => weak(&mut |mutation| !counted(mutation)),
        PlantedFault::KeepsConcealed => weak(&mut |it| it.weakening == Weakening::Unconcealed),
        _ => None,
    }
}

impl PlantedFault {
    pub(super) fn taken_for(self, viewer: Viewer, seats: SeatCount) -> Viewer {
        let first = Seat::from_index(0);
        match (self, viewer) {
            (Self::WrongOwner, Viewer::Seat(seat)) => {
                let next = Seat::new(seat.number() + 1).filter(|next| seats.has(*next));
                Viewer::Seat(next.unwrap_or(first))
            }
            (Self::SpectatorOwns, Viewer::Spectator) => Viewer::Seat(first),
            _ => viewer,
        }
    }
}

/// A view in which only the first of many messages is redacted.
pub(super) fn only_first<W: Wire>(whole: &[u8], view: &[u8]) -> Bytes {
    let pool = DescriptorPool::decode(W::descriptor_set()).expect("a game's schema compiles");
    let state = pool.get_message_by_name(&W::State::full_name());
    let state = state.expect("a game's schema has its state");
    let read = |bytes| DynamicMessage::decode(state.clone(), bytes);
    let (Ok(whole), Ok(mut view)) = (read(whole), read(view)) else {
        return Bytes::copy_from_slice(view);
    };
    for (field, value) in whole.fields() {
        let Some(elements) = value.as_list().filter(|_| field.kind().as_message().is_some()) else {
            continue;
        };
        if let Value::List(shown) = view.get_field_mut(&field) {
            shown.truncate(1);
            shown.extend(elements.iter().skip(1).cloned());
        }
    }
    view.encode_to_vec().into()
}

fn short(full_name: &str) -> String {
    full_name.rsplit('.').next().unwrap_or(full_name).to_owned()
}
