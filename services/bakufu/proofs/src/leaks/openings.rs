//! Pairs of worlds that part before they begin: the same table, set up twice.

use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::Viewer;
use kit_rules_server::Wire;

use super::Stage;
use super::chance::Chance;
use super::moment::{Asked, Moment, tell};
use super::notice::noticed;
use super::pairs::Same;
use super::report::{Tally, Trouble, What};
use super::world::{World, events};

/// How often a table is set up again.
const OPENINGS: usize = 8;

/// Sets a table up anew with other draws. Who notices the same of it as before
/// has to get the same.
pub(super) fn compare_openings<W: Wire>(
    stage: &Stage<W>,
    (first, first_entry): (&World<W>, &LogEntry),
    viewers: &[Viewer],
    chance: &mut Chance,
    tally: &mut Tally,
    watch: &mut dyn FnMut(&Same<'_>),
) -> Result<(), Trouble> {
    let happened = events::<W>(first_entry);
    for _ in 0..OPENINGS {
        let started = first.start_otherwise(chance.seed());
        let (second, second_entry) =
            started.map_err(|reason| Trouble::new(What::Broken(reason)))?;
        let happens = events::<W>(&second_entry);
        for &viewer in viewers {
            if noticed::<W>(&happened, viewer) != noticed::<W>(&happens, viewer) {
                continue;
            }
            let trouble = |what| Trouble { viewer: Some(viewer), step: 0, what };
            let asked = Asked { viewer, tries: &[], board: false };
            let moment = |world: &World<W>, entry: &LogEntry| {
                let entries = std::slice::from_ref(entry);
                Moment::of(stage, world, entries, &asked).map_err(|why| trouble(What::Broken(why)))
            };
            let (one, other) = (moment(first, first_entry)?, moment(&second, &second_entry)?);
            tally.bytes += one.compare(&other).map_err(|(part, one, other)| {
                let texts = [tell::<W>(part, one), tell::<W>(part, other)];
                trouble(What::Differs { part, texts })
            })?;
            tally.openings += 1;
            watch(&Same {
                viewer,
                states: [first.desk.state(), second.desk.state()],
                entries: [first_entry, &second_entry].map(std::slice::from_ref),
                before: None,
            });
        }
    }
    Ok(())
}
