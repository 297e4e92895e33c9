//! Playing a position by text, and saying what should come of it.
//!
//! An action is `COLOUR: WHAT`, where WHAT is `exchange`, `take PROVINCE`,
//! `blind`, `group N`, `lay CARD on SPACE`, `back SPACE`, `seal`, `pick
//! SPECIAL`, `to PROVINCE`, `with N`, `reconsider`, `stay` or `fight PROVINCE`.

use kit_conformance::script::who_and_what;
use kit_rules::{Rules, Seat, Step, take};
use shogun_rules::{
    Action, Building, Cube, Cubes, Event, Holding, Phase, Province, SHELF_CAPACITY, Shelf, Shogun,
    Space, State, TowerStage,
};

use super::position::{card, colour, cube, parse, position, province, seat, space, special};

/// A position that is played on, with what has happened since it was set up.
pub(crate) struct Game {
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

/// The position after the first action has begun.
pub(crate) fn acting(text: &str) -> Game {
    let mut game = position(text);
    game.begins();
    game
}

kit_conformance::rule_script! { Game plays Shogun }

impl Game {
    /// The last special card is taken, and the actions begin.
    pub(crate) fn begins(&mut self) -> &mut Self {
        let last = self.state.ranking.iter().flatten().last().copied();
        let Some(last) = last else { return self };
        let positions = &mut self.state.turn_order;
        let place = positions.iter().position(|seat| *seat == Some(last)).expect("it has a place");
        positions[place] = None;
        let special = self.state.specials[place].expect("a card lies on every position");
        let step = Step::Act { seat: last, action: Action::PickSpecial(special) };
        take::<Shogun>(&mut self.state, &step, &mut self.events).expect("the card is there");
        self
    }

    /// Takes draws until somebody is to act: of cards the lowest, while all
    /// cubes fall straight through the tower.
    pub(crate) fn draws_all(&mut self) -> &mut Self {
        while self.sides() > 0 {
            let falls = self.state.tower.stage != TowerStage::Still;
            self.draws(&[if falls { self.sides() - 1 } else { 0 }]);
        }
        self
    }

    /// Lets the throw in progress end with these cubes in the tray, such as
    /// `blue 2 farmers 1`. What else is inside gets stuck; what was not inside
    /// comes from its supply.
    pub(crate) fn comes_out(&mut self, text: &str) -> &mut Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut out = Cubes::NONE;
        for pair in words.chunks(2) {
            out[cube(pair[0])] = parse(pair[1]) as u8;
        }
        let state = &mut self.state;
        assert_ne!(state.tower.stage, TowerStage::Still, "nothing falls");
        let inside = state.tower.contents();
        let mut stuck = Vec::new();
        for cube in Cube::all() {
            let missing = out[cube].saturating_sub(inside[cube]);
            match cube.owner() {
                Some(seat) => state.players[seat.index()].supply -= missing,
                None => state.farmers -= missing,
            }
            stuck.extend((out[cube]..inside[cube]).map(|_| cube));
        }
        state.tower.lower = stuck.split_off(stuck.len().min(SHELF_CAPACITY));
        state.tower.upper = stuck;
        // The last cube on the lower shelf decides for itself: of a throw
        // without result it gets stuck, else it passes after all others.
        let mut falling: Vec<Cube> =
            out.iter().flat_map(|(cube, count)| (0..count).map(move |_| cube)).collect();
        let last = falling.pop();
        let value = if last.is_some() { 4 } else { 0 };
        state.tower.passed = falling;
        state.tower.falling = vec![last.or_else(|| state.tower.upper.pop()).expect("a cube")];
        state.tower.stage = TowerStage::Fall { shelf: Shelf::Lower, next: 0, has_hit: true };
        self.draws(&[value])
    }

    /// Where the colour may march.
    pub(crate) fn targets(&self, colour: &str) -> Vec<&'static str> {
        let to = |action: Action| match action {
            Action::MarchTo(province) => Some(province.id()),
            _ => None,
        };
        self.legal_for(colour).into_iter().filter_map(to).collect()
    }

    pub(crate) fn awaits(&self) -> Vec<&'static str> {
        Shogun::pending(&self.state).seats().iter().map(colour).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over)
    }

    /// What stands in a province, such as `blue 3 castle !1`.
    pub(crate) fn stands(&self, id: &str) -> String {
        let holding: &Holding = self.state.holding(province(id));
        let Some(owner) = holding.owner else { return "neutral".to_string() };
        let mut text = format!("{} {}", colour(owner), holding.armies);
        for building in holding.buildings.iter() {
            text += &format!(" {building}");
        }
        if holding.markers > 0 {
            text += &format!(" !{}", holding.markers);
        }
        text
    }

    pub(crate) fn chests(&self, colour: &str) -> u8 {
        self.state.player(seat(colour)).chests()
    }

    pub(crate) fn rice(&self, colour: &str) -> u8 {
        self.state.player(seat(colour)).rice
    }

    pub(crate) fn supply(&self, colour: &str) -> u8 {
        self.state.player(seat(colour)).supply
    }

    pub(crate) fn points(&self, colour: &str) -> u16 {
        self.state.player(seat(colour)).points.total()
    }

    /// What lies in the tray, such as `blue 2 farmers 1`.
    pub(crate) fn tray(&self) -> String {
        told(self.state.tray)
    }

    /// What was thrown last, tray included.
    pub(crate) fn thrown(&self) -> String {
        let thrown = |event: &Event| match event {
            Event::CubesThrown { cubes, tray } => Some(cubes.plus(*tray)),
            _ => None,
        };
        told(self.events.iter().rev().find_map(thrown).expect("something was thrown"))
    }

    /// The tiles of a kind that are in stock.
    pub(crate) fn stock(&self, id: &str) -> u8 {
        self.state.stock(Building::from_id(id).expect("a building"))
    }

    /// What lies face down on a space.
    pub(crate) fn plan(&self, colour: &str, on: &str) -> Option<String> {
        let card = self.state.player(seat(colour)).plan.on(space(on).index());
        card.map(|card| card.to_string())
    }

    /// The spaces of a colour that everybody knows to be filled.
    pub(crate) fn face_down(&self, colour: &str) -> Vec<Space> {
        self.state.player(seat(colour)).face_down.iter().collect()
    }

    /// Whether this has happened.
    pub(crate) fn told(&self, line: &str) -> bool {
        self.report().iter().any(|told| told == line)
    }

    fn seat(&self, colour: &str) -> Seat {
        seat(colour)
    }

    fn read(&self, text: &str) -> Vec<(Seat, Action)> {
        let (colour, what) = who_and_what(text);
        vec![(seat(colour), read(what))]
    }
}

pub(crate) fn ids(provinces: impl Iterator<Item = Province>) -> Vec<&'static str> {
    provinces.map(Province::id).collect()
}

fn told(cubes: Cubes) -> String {
    let told = cubes.iter().map(|(cube, count)| match cube.owner() {
        Some(seat) => format!("{} {count}", colour(seat)),
        None => format!("farmers {count}"),
    });
    told.collect::<Vec<_>>().join(" ")
}

fn read(what: &str) -> Action {
    match what.split(' ').collect::<Vec<_>>()[..] {
        ["exchange"] => Action::ExchangePair,
        ["take", id] => Action::TakeCard(province(id)),
        ["blind"] => Action::TakeBlind,
        ["group", number] => Action::PlaceGroup(parse(number) as u8),
        ["lay", id, "on", on] => Action::LayCard { space: space(on), card: card(id) },
        ["back", on] => Action::TakeBack { space: space(on) },
        ["seal"] => Action::SealPlan,
        ["pick", id] => Action::PickSpecial(special(id)),
        ["to", id] => Action::MarchTo(province(id)),
        ["with", number] => Action::MarchWith(parse(number) as u8),
        ["reconsider"] => Action::Reconsider,
        ["stay"] => Action::Decline,
        ["fight", id] => Action::FightRevolt(province(id)),
        _ => panic!("no action: {what:?}"),
    }
}
