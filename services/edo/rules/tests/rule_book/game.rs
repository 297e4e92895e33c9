//! Playing a position by text, and saying what should come of it.
//!
//! An action is `COLOUR: WHAT`; [`read`] lists the words for WHAT. An action of
//! an official ends the movement before it, if that is still going on.

use edo_rules::{
    Action, BuildingKind, Edo, Event, Figure, Good, OfferedBy, OfficialKind, Package, Phase, Space,
    Squad, State, Turn, TurnStep,
};
use kit_conformance::legal;
use kit_conformance::script::who_and_what;
use kit_rules::{Pending, Rules, Seat, Step, take};

use super::position::{COLOURS, card, good, position, privilege, seat, space, task};

/// A position that is played on, with what has happened since it was set up.
pub(crate) struct Game {
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

/// All actions are accepted, and stand in the list.
pub(crate) fn accepted(text: &str, actions: &str) -> Game {
    let mut game = position(text);
    game.plays(actions);
    game
}

/// The last action is refused by this rule; those before it are accepted.
pub(crate) fn refused(rule: &str, text: &str, actions: &str) {
    position(text).refuses(rule, actions);
}

/// After the actions the colour holds exactly this.
pub(crate) fn leaves(text: &str, actions: &str, colour: &str, holding: &str) -> Game {
    let game = accepted(text, actions);
    assert_eq!(game.holds(colour), holding, "{text}\n{actions}");
    game
}

kit_conformance::rule_script! {
    Game plays Edo,
    prepare: Game::prepare,
    before_refusal: Game::waits_for_officials,
    check: State::check,
}

impl Game {
    /// Takes the lowest of every draw until somebody is to act.
    pub(crate) fn draws_all(&mut self) -> &mut Self {
        while self.sides() > 0 {
            self.draws(&[0]);
        }
        self
    }

    /// Does nothing more in this round, keeps all samurai that can be paid, and
    /// draws the lowest, until everyone plans or it is over.
    pub(crate) fn idles(&mut self) -> &mut Self {
        loop {
            self.draws_all();
            let Pending::Seats(awaited) = Edo::pending(&self.state) else { return self };
            if let Phase::Plan(_) = self.state.phase {
                return self;
            }
            let seat = awaited.iter().next().expect("somebody is awaited");
            let actions = legal::<Edo>(&self.state, seat);
            let passive = [Action::EndMovement, Action::EndTurn, Action::PayWages, Action::Forfeit];
            let action = passive.into_iter().find(|action| actions.contains(action));
            let action = action.unwrap_or(actions[0]);
            let step = Step::Act { seat, action };
            take::<Edo>(&mut self.state, &step, &mut self.events).expect("listed");
        }
    }

    /// Everyone lays three cards without officials and seals.
    pub(crate) fn plans_idly(&mut self) -> &mut Self {
        for seat in self.state.seats.seats().collect::<Vec<_>>() {
            let colour = COLOURS[seat.index()];
            self.plays(&format!(
                "{colour}: lay 1 A1 money; {colour}: lay 2 A2 stone; {colour}: lay 3 A3 harvest;
                 {colour}: seal"
            ));
        }
        self
    }

    /// The only colour that is awaited.
    pub(crate) fn active(&self) -> &'static str {
        let seats = Edo::pending(&self.state).seats();
        assert_eq!(seats.len(), 1, "{:?}", self.state.phase);
        COLOURS[seats.iter().next().expect("one seat").index()]
    }

    /// The colours in the order of their places, each as `RANK COLOUR`.
    pub(crate) fn places(&self) -> Vec<String> {
        let standings = self.outcome().standings;
        standings.iter().map(|s| format!("{} {}", s.rank, COLOURS[s.seat.index()])).collect()
    }

    /// What a colour holds, such as `13 ryo, 4 rice, 1 points`.
    pub(crate) fn holds(&self, colour: &str) -> String {
        let player = self.state.player(seat(colour));
        let goods = Good::ALL.map(|good| (player.goods[good], good.id()));
        let all = [(player.ryo, "ryo")].into_iter().chain(goods).chain([(player.points, "points")]);
        let held: Vec<String> = all
            .filter(|(amount, _)| *amount > 0)
            .map(|(amount, what)| format!("{amount} {what}"))
            .collect();
        if held.is_empty() { "nothing".to_owned() } else { held.join(", ") }
    }

    /// Where the samurai of a colour stand.
    pub(crate) fn at(&self, colour: &str) -> String {
        ids(self.state.player(seat(colour)).samurai.as_slice())
    }

    /// Where the Ronin stand.
    pub(crate) fn ronin(&self) -> String {
        ids(self.state.ronin.as_slice())
    }

    /// The sites of a city, such as `red blue+`.
    pub(crate) fn sites(&self, id: &str) -> String {
        let city = self.state.city(space(id)).expect("a city");
        let sites = city.buildings().map(|building| {
            let mark = if building.is_post { "+" } else { "" };
            format!("{}{mark}", COLOURS[building.owner.index()])
        });
        sites.collect::<Vec<_>>().join(" ")
    }

    /// The demands in their columns and the one that comes next.
    pub(crate) fn demands(&self) -> String {
        let tokken = &self.state.tokken;
        let all = tokken.demands.iter().chain([&tokken.next_demand]);
        all.map(|demand| demand.map_or("none", |d| d.id())).collect::<Vec<_>>().join(" ")
    }

    /// The privileges in their columns and the one that comes next.
    pub(crate) fn privileges(&self) -> String {
        let tokken = &self.state.tokken;
        let all = tokken.privileges.iter().chain([&tokken.next_privilege]);
        all.map(|privilege| privilege.map_or("none", |p| p.id())).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn privileges_of(&self, colour: &str) -> String {
        let privileges = self.state.player(seat(colour)).privileges;
        privileges.iter().map(|privilege| privilege.id()).collect::<Vec<_>>().join(" ")
    }

    /// What a city pays the colours now.
    pub(crate) fn income(&self, id: &str) -> Vec<u8> {
        self.state.income_of(space(id))[..self.state.seats.get()].to_vec()
    }

    /// Whether the report has a line with these words.
    pub(crate) fn tells(&self, words: &str) -> bool {
        self.report().iter().any(|line| line.contains(words))
    }

    fn seat(&self, colour: &str) -> Seat {
        seat(colour)
    }

    fn read(&self, text: &str) -> Vec<(Seat, Action)> {
        let (colour, what) = who_and_what(text);
        vec![(seat(colour), read(what))]
    }

    /// Ends the movement before a refusal, and lets the officials wait even if
    /// they have nothing to do, so that their refusal can be seen.
    fn waits_for_officials(&mut self, &(seat, action): &(Seat, Action)) {
        let Phase::Turn(turn) = self.state.phase else { return };
        let is_moving = matches!(turn.step, TurnStep::Moving { .. });
        if turn.active != seat || !is_moving || is_free(action) {
            return;
        }
        let player = self.state.player(turn.active);
        let produces = player.shown[0].is_some_and(|shown| shown.task.good().is_some());
        let ready = if produces { player.samurai } else { Squad::EMPTY };
        self.state.phase = Phase::Turn(Turn { ready, step: TurnStep::Working, ..turn });
    }

    /// Ends the movement before an official acts.
    fn prepare(&mut self, &(seat, action): &(Seat, Action)) {
        let is_moving = matches!(
            self.state.phase,
            Phase::Turn(turn) if turn.active == seat
                && matches!(turn.step, TurnStep::Moving { .. })
        );
        if is_moving && !is_free(action) {
            let step = Step::Act { seat, action: Action::EndMovement };
            take::<Edo>(&mut self.state, &step, &mut self.events).expect("movement can end");
        }
    }
}

/// Whether an action is no official's, so that the movement may go on.
fn is_free(action: Action) -> bool {
    matches!(
        action,
        Action::Move { .. }
            | Action::EndMovement
            | Action::TakeIncome { .. }
            | Action::TakeGood { .. }
            | Action::EndTurn
            | Action::LayCard { .. }
    )
}

pub(crate) fn read(what: &str) -> Action {
    let number = |text: &str| text.parse::<u8>().unwrap_or_else(|_| panic!("no number: {text}"));
    let slot = |text: &str| number(text) - 1;
    match what.split_whitespace().collect::<Vec<_>>()[..] {
        ["take", id] => Action::TakePackage(Package::from_id(id).expect("a package")),
        ["start", id] => Action::TakeCity(space(id)),
        ["select", id] => Action::SelectRonin(space(id)),
        ["send", id] => Action::RelocateRonin(space(id)),
        ["lay", at, id, name] => {
            Action::LayCard { slot: slot(at), card: card(id), task: task(name) }
        }
        ["lift", at] => Action::TakeBackCard { slot: slot(at) },
        ["add", at, id] => Action::AddOfficial { slot: slot(at), kind: kind(id) },
        ["remove", at, id] => Action::TakeBackOfficial { slot: slot(at), kind: kind(id) },
        ["seal"] => Action::SealPlan,
        ["move", "merchant", to] => Action::Move { figure: Figure::Merchant, to: space(to) },
        ["move", from, to] => Action::Move { figure: Figure::Samurai(space(from)), to: space(to) },
        ["stay"] => Action::EndMovement,
        ["collect"] => Action::Collect,
        ["produce", id] => Action::Produce { space: space(id), full: false },
        ["produce", id, "full"] => Action::Produce { space: space(id), full: true },
        ["place", id] => Action::PlaceOfficial { post: space(id) },
        ["travel", from, to] => Action::Travel { from: space(from), to: space(to) },
        ["halt"] => Action::EndTravel,
        ["disperse", id] => Action::Disperse(space(id)),
        ["gather", from] => Action::Gather { from: space(from) },
        ["face"] => Action::EndGathering,
        ["build", name, id] => {
            Action::Build { kind: building(name), space: space(id), prestige: false }
        }
        ["build", name, id, "first"] => {
            Action::Build { kind: building(name), space: space(id), prestige: true }
        }
        ["buy", units] => Action::BuyGoods { by: OfferedBy::Current, units: number(units) },
        ["buy", units, "top"] => Action::BuyGoods { by: OfferedBy::Top, units: number(units) },
        ["point"] => Action::BuyPoint { by: OfferedBy::Current },
        ["point", "top"] => Action::BuyPoint { by: OfferedBy::Top },
        ["close"] => Action::EndTrade,
        ["recruit"] => Action::Recruit,
        ["card", id] => Action::BuyCard(card(id)),
        ["fulfil", column] => Action::Fulfil { column: number(column) - 1 },
        ["forfeit"] => Action::Forfeit,
        ["income", id] => Action::TakeIncome { city: space(id) },
        ["good", id, name] => Action::TakeGood { privilege: privilege(id), good: good(name) },
        ["end"] => Action::EndTurn,
        ["home", id] => Action::SendHome(space(id)),
        ["pay"] => Action::PayWages,
        ["discard", name] => Action::Discard(good(name)),
        _ => panic!("no action: {what:?}"),
    }
}

fn kind(name: &str) -> OfficialKind {
    let mut kinds = OfficialKind::ALL.into_iter();
    kinds.find(|kind| kind.to_string() == name).unwrap_or_else(|| panic!("no kind {name:?}"))
}

fn building(name: &str) -> BuildingKind {
    match name {
        "house" => BuildingKind::House,
        "post" => BuildingKind::TradingPost,
        "fortress" => BuildingKind::Fortress,
        "temple" => BuildingKind::Temple,
        _ => panic!("no building {name:?}"),
    }
}

fn ids(spaces: &[Space]) -> String {
    spaces.iter().map(|space| space.id()).collect::<Vec<_>>().join(" ")
}
