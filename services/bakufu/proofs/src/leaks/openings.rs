//! Pairs of worlds that part before they begin: the same table, set up twice.

use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::Viewer;
use kit_rules::{Rules, Seen};
use kit_rules_server::{EventOf, Wire};

use super::Experiment;
use super::lineup::Setting;
use super::moment::{Asked, Moment, tell};
use super::notice::{Notice, noticed};
use super::pairs::Same;
use super::report::{Tally, Trouble, What};
use super::world::{World, events};
use crate::dice::Dice;

/// How often a table is set up again.
const OPENINGS: usize = 8;

/// Sets a table up anew with other draws. Who notices the same of it as before
/// has to get the same; who does not still gets the same of every event that it
/// sees in part and that reads the same.
pub(super) fn compare_openings<W: Wire>(
    experiment: &Experiment<W>,
    setting: &Setting,
    (world, entry, promised): (&World<W>, &LogEntry, [u8; 32]),
    viewers: &[Viewer],
    chance: &mut Dice,
    tally: &mut Tally,
    watch: &mut dyn FnMut(&Same<'_>),
) -> Result<(), Trouble> {
    for _ in 0..OPENINGS {
        let rules = &experiment.rules;
        let started = World::start_drawing(rules, setting, promised, chance.seed());
        let (other_world, other_entry) =
            started.map_err(|reason| Trouble::new(What::Broken(reason)))?;
        for &viewer in viewers {
            let mut openings = Openings {
                experiment,
                viewer,
                worlds: [world, &other_world],
                entries: [entry.clone(), other_entry.clone()],
            };
            if openings.noticed(0) == openings.noticed(1) {
                tally.openings += 1;
            } else {
                openings.keep_what_reads_the_same();
                openings.worlds = [world, world];
                tally.events += openings.entries[0].events.len() as u64;
            }
            tally.bytes += openings.compare()?;
            watch(&openings.same());
        }
    }
    Ok(())
}

/// Two openings as a viewer gets them.
struct Openings<'a, W: Wire> {
    experiment: &'a Experiment<W>,
    viewer: Viewer,
    worlds: [&'a World<W>; 2],
    entries: [LogEntry; 2],
}

impl<W: Wire> Openings<'_, W> {
    fn noticed(&self, opening: usize) -> Vec<Notice<EventOf<W>>> {
        noticed::<W>(&events::<W>(&self.entries[opening]), self.viewer)
    }

    /// Leaves of both openings only the events that the viewer sees in part and
    /// that read the same.
    fn keep_what_reads_the_same(&mut self) {
        let part = |event: &EventOf<W>| match W::Game::seen(event, self.viewer.seat()) {
            Seen::Part(text) => Some(text),
            Seen::Whole | Seen::Nothing => None,
        };
        let told = |entry: &LogEntry| events::<W>(entry).iter().map(part).collect::<Vec<_>>();
        let [one, other] = [told(&self.entries[0]), told(&self.entries[1])];
        let mut kept = [Vec::new(), Vec::new()];
        let mut taken = vec![false; other.len()];
        for (index, text) in one.iter().enumerate().filter(|(_, text)| text.is_some()) {
            let same = |at: &usize| !taken[*at] && other[*at] == *text;
            if let Some(at) = (0..other.len()).find(same) {
                taken[at] = true;
                kept[0].push(self.entries[0].events[index].clone());
                kept[1].push(self.entries[1].events[at].clone());
            }
        }
        let entry = self.entries[0].clone();
        self.entries = kept.map(|events| LogEntry { events, ..entry.clone() });
    }

    /// How many bytes the viewer gets, which are the same in both.
    fn compare(&self) -> Result<u64, Trouble> {
        let trouble = |what| Trouble { viewer: Some(self.viewer), step: 0, what };
        let asked = Asked { viewer: self.viewer, tries: &[], board: false };
        let moment = |opening: usize| {
            let entries = std::slice::from_ref(&self.entries[opening]);
            Moment::of(self.experiment, self.worlds[opening], entries, &asked)
                .map_err(|reason| trouble(What::Broken(reason)))
        };
        moment(0)?.compare(&moment(1)?).map_err(|(part, one, other)| {
            let texts = [tell::<W>(part, one), tell::<W>(part, other)];
            trouble(What::Differs { part, texts })
        })
    }

    fn same(&self) -> Same<'_> {
        Same {
            viewer: self.viewer,
            states: self.worlds.map(|world| world.played.game_match().state()),
            entries: self.entries.each_ref().map(std::slice::from_ref),
            before: None,
        }
    }
}
