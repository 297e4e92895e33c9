//! Random matches, each replayed by its seed, and what viewers see of them.

use std::num::NonZeroU32;

use kit_conformance::Table;
use kit_redact::{Roots, Schema, Viewer};
use kit_rules::{Pending, Rules, Seat, SeatCount};
use kit_rules_server::Wire;
use prost::Message;
use shogun_rules::{
    Action, ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Event, Help, Options, Overbid,
    PlanReveal, Shogun, ShortSupply, Side, StartingProvinces, State, SurplusFarmers, TheatreEvent,
};
use shogun_server::ShogunWire;

/// The message of a state.
pub(crate) type StateMessage = <ShogunWire as Wire>::State;
/// The message of an action.
pub(crate) type ActionMessage = <ShogunWire as Wire>::Action;
/// The message of an event.
pub(crate) type EventMessage = <ShogunWire as Wire>::Event;

/// What a match is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) seats: u32,
    pub(crate) options: Options,
    pub(crate) seed: u64,
}

/// Every table size with the printed game, with a draft on the other side of
/// the board, and with all other options turned, each with so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let drafted =
        Options { side: Side::Moon, line_up: StartingProvinces::Draft, ..Options::default() };
    let turned = Options {
        combat_move: CombatMove::Mandatory,
        plan_reveal: PlanReveal::TurnOrder,
        overbid: Overbid::Illegal,
        short_supply: ShortSupply::PlaceRest,
        defence_special: Help::Revolts,
        castle_event: Help::Revolts,
        theatre_event: TheatreEvent::EveryTheatre,
        surplus_farmers: SurplusFarmers::Supply,
        draft_exchange: DraftExchange::Always,
        chests: ChestDisplay::Hidden,
        empty_spaces: EmptySpaces::BidFirst,
        ..Options::default()
    };
    let mut all = Vec::new();
    for seats in 3..=5 {
        for options in [Options::default(), drafted, turned] {
            all.extend((0..seeds).map(|seed| Setting { seats, options, seed }));
        }
    }
    all
}

/// Plays a match and shows every position with the events that led to it.
pub(crate) fn play(setting: Setting, mut visit: impl FnMut(&State, &[Event])) {
    let seats = SeatCount::new(setting.seats).expect("a table size");
    kit_conformance::play::<Shogun>(setting.seed, seats, &setting.options, |state, _, events| {
        visit(state, events);
    });
}

/// Shows the positions of a match that are stored: those in which somebody is
/// awaited, and the last.
pub(crate) fn settled(setting: Setting, mut visit: impl FnMut(&State)) {
    play(setting, |state, _| {
        if !matches!(Shogun::pending(state), Pending::Draw { .. }) {
            visit(state);
        }
    });
}

/// Shows some positions of a match, for what takes longer to look at: the
/// first one, the last one, and one in so many of those that are stored.
pub(crate) fn now_and_then(setting: Setting, stride: usize, mut visit: impl FnMut(&State)) {
    let mut taken = 0_usize;
    settled(setting, |state| {
        let is_over = matches!(Shogun::pending(state), Pending::Over(_));
        if is_over || taken.is_multiple_of(stride) {
            visit(state);
        }
        taken += 1;
    });
}

/// Shows one in so many of all positions of a match, those between two draws
/// among them.
pub(crate) fn here_and_there(setting: Setting, stride: usize, mut visit: impl FnMut(&State)) {
    let mut taken = 0_usize;
    play(setting, |state, _| {
        if taken.is_multiple_of(stride) {
            visit(state);
        }
        taken += 1;
    });
}

/// One setting for each table size, each with other options.
pub(crate) fn some_settings() -> Vec<Setting> {
    let all = settings(1);
    vec![all[0], all[4], all[8]]
}

/// The first position of a match that is as wanted.
pub(crate) fn first(setting: Setting, wanted: impl Fn(&State) -> bool) -> State {
    let mut found = None;
    play(setting, |state, _| {
        if found.is_none() && wanted(state) {
            found = Some(state.clone());
        }
    });
    found.expect("the match has such a position")
}

/// What a seat may do.
pub(crate) fn legal(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    Shogun::legal_actions(state, seat, &mut actions);
    actions
}

/// Chance that a seed repeats.
pub(crate) fn draws(seed: u64) -> impl FnMut(NonZeroU32) -> u32 {
    let seats = SeatCount::new(3).expect("a table size");
    let mut numbers = Table::<Shogun> { seats, options: Options::default(), seed }.numbers(9);
    move |sides| numbers.below(sides)
}

/// The redaction of the schema.
pub(crate) fn schema() -> Schema {
    let roots = Roots {
        options: "bakufu.shogun.v1.Options",
        state: "bakufu.shogun.v1.State",
        action: "bakufu.shogun.v1.Action",
        event: "bakufu.shogun.v1.Event",
    };
    Schema::compile(ShogunWire::descriptor_set(), &roots).expect("every field has an audience")
}

/// What somebody receives of a position.
pub(crate) fn view(schema: &Schema, state: &State, viewer: Option<Seat>) -> StateMessage {
    let bytes = ShogunWire::state_to_proto(state).encode_to_vec();
    let redacted = schema.redact_state(&bytes, eyes(viewer)).expect("a state is readable");
    StateMessage::decode(redacted.as_bytes()).expect("a view is a state message")
}

/// A seat's eyes, or a spectator's.
pub(crate) fn eyes(viewer: Option<Seat>) -> Viewer {
    viewer.map_or(Viewer::Spectator, Viewer::Seat)
}

/// Every seat of a position, and a spectator.
pub(crate) fn viewers(state: &State) -> Vec<Option<Seat>> {
    state.seats.seats().map(Some).chain([None]).collect()
}
