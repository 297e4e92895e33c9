//! Random matches, each replayed by its seed, and what viewers see of them.

use kit_redact::{Roots, Schema, Viewer};
use kit_rules::{Pending, Rules, Seat, SeatCount, Step, take};
use kit_rules_server::Wire;
use prost::Message;
use shitenno_rules::{Action, Event, Joker, Options, Refill, Shitenno, State, TieBreak, TileOrder};
use shitenno_server::ShitennoWire;

/// The message of a state.
pub(crate) type StateMessage = <ShitennoWire as Wire>::State;

/// What a match is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) seats: u32,
    pub(crate) options: Options,
    pub(crate) seed: u64,
}

/// Every table size with the printed game and with all options turned, each
/// with so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let turned = Options {
        lots_may_be_empty: false,
        split_uses_all_cards: false,
        refill: Refill::Eager,
        tile_order: TileOrder::ExchangesFirst,
        joker: Joker::OneCard,
        joker_becomes_koku: false,
        waste_is_refused: false,
        top_bonus_is_visible: false,
        final_exchange: false,
        final_plus_one: false,
        final_plus_one_needs_koku: false,
        final_draw: true,
        tie_break: TieBreak::FewerSeals,
    };
    let mut all = Vec::new();
    for seats in 2..=4 {
        for options in [Options::default(), turned] {
            all.extend((0..seeds).map(|seed| Setting { seats, options, seed }));
        }
    }
    all
}

/// Plays a match and shows every position with the events that led to it.
pub(crate) fn play(setting: Setting, mut visit: impl FnMut(&State, &[Event])) {
    let mut numbers = Numbers(setting.seed);
    let mut events = Vec::new();
    let seats = SeatCount::new(setting.seats).expect("a table size");
    let mut state = Shitenno::setup(&setting.options, seats, &mut events).expect("it can begin");
    visit(&state, &events);
    while let Some(step) = numbers.step(&state) {
        events.clear();
        take::<Shitenno>(&mut state, &step, &mut events).expect("what is listed is accepted");
        visit(&state, &events);
    }
}

/// Shows some positions of a match, for what takes longer to look at. The
/// stride meets all phases, and the last position is always among them.
pub(crate) fn now_and_then(setting: Setting, mut visit: impl FnMut(&State)) {
    let mut taken = 0_usize;
    play(setting, |state, _| {
        let is_over = matches!(Shitenno::pending(state), Pending::Over(_));
        if is_over || taken.is_multiple_of(7) {
            visit(state);
        }
        taken += 1;
    });
}

/// A position after so many steps.
pub(crate) fn position(setting: Setting, steps: usize) -> State {
    let mut found = None;
    let mut taken = 0;
    play(setting, |state, _| {
        if taken == steps {
            found = Some(state.clone());
        }
        taken += 1;
    });
    found.expect("the match is long enough")
}

/// What a seat may do.
pub(crate) fn legal(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    Shitenno::legal_actions(state, seat, &mut actions);
    actions
}

/// The redaction of the schema.
pub(crate) fn schema() -> Schema {
    let roots = Roots {
        options: "bakufu.shitenno.v1.Options",
        state: "bakufu.shitenno.v1.State",
        action: "bakufu.shitenno.v1.Action",
        event: "bakufu.shitenno.v1.Event",
    };
    Schema::compile(ShitennoWire::descriptor_set(), &roots).expect("every field has an audience")
}

/// What somebody receives of a position.
pub(crate) fn view(schema: &Schema, state: &State, viewer: Option<Seat>) -> StateMessage {
    let bytes = ShitennoWire::state_to_proto(state).encode_to_vec();
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

/// A small generator, good enough to wander through the game.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below the bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Some step that is possible; none if the match is over.
    pub(crate) fn step(&mut self, state: &State) -> Option<Step<Action>> {
        match Shitenno::pending(state) {
            Pending::Over(_) => None,
            Pending::Draw { sides } => Some(Step::Drawn(self.below(sides.get() as usize) as u32)),
            Pending::Seats(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = seats[self.below(seats.len())];
                let mut actions = legal(state, seat);
                // Steps are taken back now and then, but not for ever.
                if self.below(4) > 0 {
                    actions.retain(|action| !Shitenno::is_retraction(action));
                }
                if actions.is_empty() {
                    actions = legal(state, seat);
                }
                let action = actions[self.below(actions.len())];
                Some(Step::Act { seat, action })
            }
        }
    }
}
