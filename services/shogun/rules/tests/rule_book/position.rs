//! Positions from text, such as `3 players; blue kaga 3 castle !1; event E04`.
//!
//! The clauses: `N players`, `moon`, `option NAME VALUE`, `COLOUR PROVINCE
//! ARMIES [BUILDINGS…] [!MARKERS]`, `COLOUR chests|rice|supply|points N`,
//! `COLOUR plans SPACE CARD`, `event CARD`, `open CARDS…` (the other events of
//! the year), `display SPECIALS…`, `order COLOURS…` (by position, `-` for a
//! gap), `actions ORDERS…`, `tray COLOUR N …`, `inside COLOUR N …`, `farmers N`
//! (their supply), `year N`, `season NAME`.
//!
//! Whatever is not mentioned: no armies on the map, no event, and the colours
//! hold the special cards taxes, rice, recruit, attack and defence in this
//! order, so that none of the first three fights with a card's help.

use kit_conformance::script::clauses;
use kit_rules::{Planning, Rules, Seat, SeatCount, SeatSet};
use shogun_rules::{
    ARMIES, Building, Card, ChestDisplay, Chests, Clan, CombatMove, Cube, DraftExchange,
    EmptySpaces, EventCard, EventSet, FARMERS, Help, Options, Order, Overbid, Phase, PlanReveal,
    Province, Season, Shogun, ShortSupply, Side, Space, Special, StartingProvinces, State,
    SurplusFarmers, TheatreEvent,
};

use super::game::Game;

kit_conformance::by_id! { province: Province, special: Special, event: EventCard, order: Order }

/// A match that has just been set up.
pub(crate) fn fresh(text: &str) -> Game {
    let mut events = Vec::new();
    let state = Shogun::setup(&options(text), seats(text), &mut events).expect("the options fit");
    Game { state, events }
}

/// The position that the text describes, with the last special card about to be
/// taken: then the actions begin.
pub(crate) fn position(text: &str) -> Game {
    let mut game = fresh(text);
    let state = &mut game.state;
    deal(state);
    clauses(text).for_each(|clause| read(state, clause));
    fill_up(state);
    lay_out_events(state);
    let order: Vec<Seat> = state.turn_order.iter().flatten().copied().collect();
    state.ranking = Default::default();
    for (place, seat) in order.iter().enumerate() {
        state.ranking[place] = Some(*seat);
    }
    state.phase = Phase::PickSpecial;
    for seat in state.seats.seats() {
        let player = &mut state.players[seat.index()];
        let laid = player.plan.iter().filter_map(|(space, _)| Space::from_index(space));
        player.face_down = laid.collect();
    }
    game.events.clear();
    game
}

/// The same position while the plans are made; what was planned is laid.
pub(crate) fn planning(text: &str) -> Game {
    let mut game = position(text);
    let state = &mut game.state;
    state.ranking = Default::default();
    state.turn_order = Default::default();
    state.events_open = state.event.take().map_or(state.events_open, |e| state.events_open.with(e));
    for player in &mut state.players {
        player.face_down = Default::default();
    }
    let owners = state.seats.seats().filter(|seat| !state.provinces_of(*seat).is_empty());
    let planners: SeatSet = owners.collect();
    state.phase = Phase::Plan(Planning::begin(planners));
    game
}

/// The same position with sealed plans, before the event is drawn.
pub(crate) fn sealed(text: &str) -> Game {
    let mut game = position(text);
    let state = &mut game.state;
    state.ranking = Default::default();
    state.turn_order = Default::default();
    state.events_open = state.event.take().map_or(state.events_open, |e| state.events_open.with(e));
    state.phase = Phase::DrawEvent;
    game
}

pub(crate) fn seat(colour: &str) -> Seat {
    let seats = (0..5).map(Seat::from_index);
    let mut found = seats.filter(|seat| Clan::of(*seat).colour == colour);
    found.next().unwrap_or_else(|| panic!("no colour {colour:?}"))
}

pub(crate) fn colour(seat: Seat) -> &'static str {
    Clan::of(seat).colour
}

/// The cube of a colour, or a farmer.
pub(crate) fn cube(name: &str) -> Cube {
    if name == "farmers" { Cube::FARMER } else { Cube::army(seat(name)) }
}

/// The space of an order, or the bid.
pub(crate) fn space(id: &str) -> Space {
    if id == "bid" { Space::Bid } else { Space::Order(order(id)) }
}

/// A province card, or a chest card such as `chest_3`.
pub(crate) fn card(id: &str) -> Card {
    match id.strip_prefix("chest_") {
        Some(number) => Card::Chests(Chests::new(parse(number)).expect("a chest card")),
        None => Card::Province(province(id)),
    }
}

pub(crate) fn parse(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| panic!("no number: {text:?}"))
}

fn seats(text: &str) -> SeatCount {
    let first = clauses(text).next().expect("a text has clauses");
    let number = first.strip_suffix(" players").expect("the first clause is `N players`");
    SeatCount::new(parse(number)).expect("a table")
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    for clause in clauses(text) {
        match clause.split_whitespace().collect::<Vec<_>>()[..] {
            ["moon"] => options.side = Side::Moon,
            ["option", name, value] => set(&mut options, name, value),
            _ => {}
        }
    }
    options
}

fn set(options: &mut Options, name: &str, value: &str) {
    match (name, value) {
        ("line_up", "fixed") => options.line_up = StartingProvinces::Fixed,
        ("line_up", "draft") => options.line_up = StartingProvinces::Draft,
        ("combat_move", "mandatory") => options.combat_move = CombatMove::Mandatory,
        ("plan_reveal", "turn_order") => options.plan_reveal = PlanReveal::TurnOrder,
        ("overbid", "illegal") => options.overbid = Overbid::Illegal,
        ("short_supply", "place_rest") => options.short_supply = ShortSupply::PlaceRest,
        ("defence_special", "revolts") => options.defence_special = Help::Revolts,
        ("castle_event", "revolts") => options.castle_event = Help::Revolts,
        ("theatre_event", "every_theatre") => options.theatre_event = TheatreEvent::EveryTheatre,
        ("surplus_farmers", "supply") => options.surplus_farmers = SurplusFarmers::Supply,
        ("draft_exchange", "always") => options.draft_exchange = DraftExchange::Always,
        ("chests", "hidden") => options.chests = ChestDisplay::Hidden,
        ("empty_spaces", "bid_first") => options.empty_spaces = EmptySpaces::BidFirst,
        _ => panic!("no option {name} {value}"),
    }
}

/// Special cards, order of play and action cards, unless the text says more.
fn deal(state: &mut State) {
    use Special::{Attack, Defence, Recruit, Rice, Taxes};
    state.specials = [Taxes, Rice, Recruit, Attack, Defence].map(Some);
    for (position, seat) in state.seats.seats().enumerate() {
        state.turn_order[position] = Some(seat);
    }
    actions(state, &[]);
}

/// Lays these action cards out first; five lie face up, or as many as named.
fn actions(state: &mut State, first: &[Order]) {
    let rest = Order::ALL.into_iter().filter(|order| !first.contains(order));
    let all: Vec<Order> = first.iter().copied().chain(rest).collect();
    state.action_cards = [None; Order::COUNT];
    for (place, order) in state.action_cards.iter_mut().zip(&all).take(first.len().max(5)) {
        *place = Some(*order);
    }
}

fn read(state: &mut State, clause: &str) {
    let words: Vec<&str> = clause.split_whitespace().collect();
    match words[..] {
        [_, "players"] | ["moon"] | ["option", _, _] => {}
        ["event", id] => state.event = Some(event(id)),
        ["open", ref ids @ ..] => state.events_open = ids.iter().map(|id| event(id)).collect(),
        ["display", ref ids @ ..] => {
            for (place, id) in state.specials.iter_mut().zip(ids) {
                *place = Some(special(id));
            }
        }
        ["order", ref colours @ ..] => {
            state.turn_order = Default::default();
            for (place, name) in state.turn_order.iter_mut().zip(colours) {
                *place = (*name != "-").then(|| seat(name));
            }
        }
        ["actions", ref ids @ ..] => {
            let ids: Vec<Order> = ids.iter().map(|id| order(id)).collect();
            actions(state, &ids);
        }
        ["tray", ref counts @ ..] => {
            for (cube, count) in cubes(counts) {
                state.tray[cube] = count;
            }
        }
        ["inside", ref counts @ ..] => {
            for (cube, count) in cubes(counts) {
                state.tower.upper.extend((0..count).map(|_| cube));
            }
        }
        ["farmers", number] => {
            let inside = FARMERS - state.tray[Cube::FARMER] - parse(number) as u8;
            state.tower.lower.extend((0..inside).map(|_| Cube::FARMER));
        }
        ["year", number] => state.year = parse(number) as u8,
        ["season", name] => {
            let mut seasons = Season::ALL.into_iter();
            state.season = seasons.find(|season| season.id() == name).expect("a season");
        }
        [name, "plans", on, id] => {
            let plan = &mut state.players[seat(name).index()].plan;
            plan.put(space(on).index(), card(id)).expect("a plan that is possible");
        }
        [name, what @ ("chests" | "rice" | "supply" | "points"), number] => {
            set_number(state, seat(name), what, parse(number) as u8);
        }
        [name, id, armies, ref rest @ ..] => {
            let holding = &mut state.provinces[province(id).index()];
            holding.owner = Some(seat(name));
            holding.armies = parse(armies) as u8;
            for word in rest {
                match word.strip_prefix('!') {
                    Some(markers) => holding.markers = parse(markers) as u8,
                    None => {
                        let building = Building::from_id(word).expect("a building");
                        holding.buildings = holding.buildings.with(building);
                    }
                }
            }
        }
        _ => panic!("no clause: {clause:?}"),
    }
}

fn set_number(state: &mut State, seat: Seat, what: &str, number: u8) {
    let is_open = state.options.chests == ChestDisplay::Open;
    let player = &mut state.players[seat.index()];
    match what {
        "chests" if is_open => player.chests_open = number,
        "chests" => player.chests_hidden = number,
        "rice" => player.rice = number,
        "points" => player.points.provinces = number.into(),
        _ => player.supply = number,
    }
}

fn cubes(words: &[&str]) -> Vec<(Cube, u8)> {
    words.chunks(2).map(|pair| (cube(pair[0]), parse(pair[1]) as u8)).collect()
}

/// Puts all cubes that are nowhere into the supplies. If the text says how
/// large a supply is, the rest stands in a province that it does not mention.
fn fill_up(state: &mut State) {
    let inside = state.tower.contents().plus(state.tray);
    state.farmers = FARMERS - inside[Cube::FARMER];
    for seat in state.seats.seats() {
        let own = state.provinces.iter().filter(|holding| holding.owner == Some(seat));
        let on_map: u8 = own.map(|holding| holding.armies).sum();
        let left = ARMIES - on_map - inside[Cube::army(seat)];
        let wanted = state.players[seat.index()].supply;
        if wanted < left {
            let mut free = state.neutral().iter().collect::<Vec<_>>().into_iter().rev();
            let camp = free.find(|province| province.neighbours().len() < 4).expect("a camp");
            let holding = &mut state.provinces[camp.index()];
            (holding.owner, holding.armies) = (Some(seat), left - wanted);
        } else {
            state.players[seat.index()].supply = left;
        }
    }
}

/// Opens as many event cards as the season demands, and takes those of the
/// past out of the game.
fn lay_out_events(state: &mut State) {
    let current = state.event.map_or(EventSet::EMPTY, |card| EventSet::EMPTY.with(card));
    let free = |state: &State| {
        EventSet::ALL
            .difference(state.events_open)
            .difference(current)
            .difference(state.events_gone)
    };
    let drawn = usize::from(state.event.is_some());
    let season = state.season.index().min(2);
    while state.events_open.len() + drawn < 4 - season {
        let last = free(state).iter().last().expect("there are twelve");
        state.events_open = state.events_open.with(last);
    }
    while state.events_gone.len() < 4 * usize::from(state.year - 1) + season {
        let last = free(state).iter().last().expect("there are twelve");
        state.events_gone = state.events_gone.with(last);
    }
}
