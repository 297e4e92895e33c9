//! The laws of all games in matches of the rich. Random players who have to work
//! for their living hardly ever build or trade, so the laws themselves see little
//! of that.

use std::cell::RefCell;
use std::collections::HashSet;
use std::mem::discriminant;

use edo_rules::{Edo, Event, State};
use edo_server::EdoWire;
use kit_conformance::wire::{WireTable, hold, position};
use kit_conformance::{Table, legal};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Pending, Rules};
use kit_rules_server::Wire;

use crate::play::{MODULES, Setting, play};

const MODULES_MESSAGE: pb::Options = pb::Options { jiin: true, tokken: true, ronin: true };
/// Tables have the seeds from 1 to this.
const MATCHES_APART: u64 = 4;
/// One position in so many is drawn, which meets all phases.
const STRIDE: usize = 67;

/// Shows every position of so many matches at each table with the events that led
/// to it, and with its number.
fn in_rich_matches(
    matches: u64,
    mut visit: impl FnMut(&WireTable<EdoWire>, &State, &[Event], usize) -> Result<(), String>,
) {
    let visit = RefCell::new(&mut visit);
    hold::<EdoWire>(&[MODULES_MESSAGE], |table| {
        let Table { seats, options, seed } = table.table;
        if options != MODULES {
            return Ok(());
        }
        let mut seen = Ok(());
        for seed in (0..matches).map(|turn| seed + turn * MATCHES_APART) {
            let setting = Setting { seats: seats.get() as u32, options, wealth: true, seed };
            let mut number = 0;
            play(setting, |state, events| {
                if seen.is_ok() {
                    seen = visit.borrow_mut()(table, state, events, number);
                }
                number += 1;
            });
        }
        seen
    });
}

#[test]
fn every_kind_of_action_and_event_survives_the_wire() {
    let (mut actions, mut events) = (HashSet::new(), HashSet::new());
    in_rich_matches(2, |table, state, happened, _| {
        for action in state.seats.seats().flat_map(|seat| legal::<Edo>(state, seat)) {
            actions.extend(EdoWire::action_to_proto(&action).kind.as_ref().map(discriminant));
        }
        for event in happened {
            events.extend(EdoWire::event_to_proto(event).kind.as_ref().map(discriminant));
        }
        position::survives_the_wire(table, state, happened)?;
        position::has_one_encoding::<EdoWire>(state)
    });
    assert_eq!((actions.len(), events.len()), (34, 45), "all kinds were met");
}

#[test]
fn labels_tell_actions_apart_and_lists_follow_from_views() {
    in_rich_matches(1, |table, state, _, _| {
        if matches!(Edo::pending(state), Pending::Draw { .. }) {
            return Ok(());
        }
        position::labels_tell_actions_apart(table, state)?;
        position::lists_follow_from_the_view(table, state)
    });
}

#[test]
fn pictures_are_well_formed_and_actions_point_into_them() {
    in_rich_matches(1, |table, state, _, number| {
        let is_over = matches!(Edo::pending(state), Pending::Over(_));
        if !is_over && !number.is_multiple_of(STRIDE) {
            return Ok(());
        }
        position::is_drawn_for_everyone(table, state)?;
        position::labels_point_into_the_picture(table, state)
    });
}
