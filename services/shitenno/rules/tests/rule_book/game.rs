//! Playing a position by text, and saying what should come of it.
//!
//! An action is `NAME: WHAT`. In a division WHAT is `form 2: K1 So` (a lot with
//! its seals and cards, offered), `split A4: K1 | B3: Sa` (the last two lots,
//! presented), `choose A`, `accept`, `refuse`, or one of the small steps `tile 2
//! on A`, `untile A`, `card K1 on A`, `uncard K1 off A`, `offer`, `present`. In
//! a turn it is `control kanto troops: Sa Bu+So, joker So, X Bu>So, +1 So`, or
//! one of its steps `aim kanto troops`, `pay Sa`, `joker So`, `X Bu>So`, `+1
//! So`, `back`, `announce`; or `draw`, `end`, `gild kanto 1`, `decline`.

use kit_conformance::legal;
use kit_conformance::script::who_and_what;
use kit_rules::{Rules, Seat, Step, take};
use shitenno_rules::{
    Action, Element, Event, LotName, Mode, Phase, Shitenno, State, Tile, Title, Turn,
};

use super::position::{bonus, card, position, province, troop};

/// A position that is played on, with what has happened since it was set up.
pub(crate) struct Game {
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
    /// The players in the order of their seats.
    pub(crate) names: Vec<String>,
}

pub(crate) fn accepted(text: &str, actions: &str) -> Game {
    let mut game = position(text);
    game.plays(actions);
    game
}

/// The last action is refused by this rule; those before it are accepted.
pub(crate) fn refused(rule: &str, text: &str, actions: &str) {
    position(text).refuses(rule, actions);
}

kit_conformance::rule_script! { Game plays Shitenno, prepare: Game::prepare }

impl Game {
    /// Takes the lowest of every draw until somebody is to act.
    pub(crate) fn settles(&mut self) -> &mut Self {
        while self.sides() > 0 {
            self.draws(&[0]);
        }
        self
    }

    /// Draws this card from the troop deck.
    pub(crate) fn draws_card(&mut self, name: &str) -> &mut Self {
        let wanted = card(name);
        let deck = &self.state.troop_deck.cards;
        let place = deck.iter().position(|other| other == wanted).expect("it is in the deck");
        self.draws(&[place as u32])
    }

    pub(crate) fn turns_up(&mut self, name: &str) -> &mut Self {
        let (face, kind) = name.split_once('/').expect("FACE/BONUS");
        let tile = Tile { face: troop(face), bonus: bonus(kind) };
        let place = self.state.unseen_tiles.iter().position(|other| other == tile);
        assert!(tile.index() < Tile::COUNT);
        self.draws(&[place.expect("it is unseen") as u32])
    }

    pub(crate) fn awaited(&self) -> &str {
        let seats = Shitenno::pending(&self.state).seats();
        let seat = seats.iter().next().expect("somebody is to act");
        &self.names[seat.index()]
    }

    pub(crate) fn turn(&self) -> Turn {
        match self.state.phase {
            Phase::Turn(turn) => turn,
            other => panic!("nobody is on turn in {other:?}"),
        }
    }

    /// The hand of a player, as short names in order.
    pub(crate) fn hand(&self, name: &str) -> String {
        short(&self.state.player(self.seat(name)).hand)
    }

    /// The tiles of a player, as short names in order.
    pub(crate) fn tiles(&self, name: &str) -> String {
        let tiles = self.state.player(self.seat(name)).bonuses;
        let names: Vec<&str> = tiles.iter().map(|bonus| ["X", "+1", "D"][bonus.index()]).collect();
        names.join(" ")
    }

    /// The points of a player, scored so far.
    pub(crate) fn points(&self, name: &str) -> u32 {
        self.state.player(self.seat(name)).total()
    }

    pub(crate) fn title(&self, name: &str) -> &'static str {
        self.state.player(self.seat(name)).title.expect("everyone has a title").id()
    }

    /// The kamon of a province, such as `honda ii*`.
    pub(crate) fn kamon(&self, id: &str) -> String {
        let kamon = self.state.land(province(id)).kamon.iter().flatten();
        let names = kamon.map(|kamon| {
            let face = if kamon.golden { "*" } else { "" };
            format!("{}{face}", self.names[kamon.seat.index()])
        });
        names.collect::<Vec<_>>().join(" ")
    }

    /// Ends the turns of all players without doing anything.
    pub(crate) fn everyone_passes(&mut self) -> &mut Self {
        while let Phase::Turn(_) | Phase::Gild { .. } = self.state.phase {
            let what = if matches!(self.state.phase, Phase::Turn(_)) { "end" } else { "decline" };
            let text = format!("{}: {what}", self.awaited());
            self.plays(&text);
        }
        self
    }

    /// Divides by splitting everything off into lot B, which is then chosen;
    /// titles are given out in their order.
    pub(crate) fn divides_somehow(&mut self) -> &mut Self {
        self.settles();
        while !matches!(self.state.phase, Phase::Turn(_)) {
            let seat = Shitenno::pending(&self.state).seats().iter().next().expect("somebody");
            let action = match self.state.phase {
                Phase::OfferLot { .. } => Action::Accept,
                Phase::ChooseLot => Action::Choose(LotName::B),
                _ => {
                    let legal = legal::<Shitenno>(&self.state, seat);
                    let done = |action: &&Action| matches!(action, Action::Offer | Action::Present);
                    *legal.iter().find(done).unwrap_or(&legal[0])
                }
            };
            let step = Step::Act { seat, action };
            take::<Shitenno>(&mut self.state, &step, &mut self.events).expect("it is listed");
        }
        self
    }

    /// The small steps of an action.
    fn read(&self, text: &str) -> Vec<(Seat, Action)> {
        let (name, what) = who_and_what(text);
        read(what).into_iter().map(|action| (self.seat(name), action)).collect()
    }

    fn prepare(&mut self, _: &(Seat, Action)) {
        self.settles();
    }
}

/// Cards as short names in order.
pub(crate) fn short(cards: &shitenno_rules::Cards) -> String {
    let name = |id: &str| match id {
        "samurai" => "Sa",
        "bushi" => "Bu",
        "sohei" => "So",
        "shinobi" => "Sh",
        "koku1" => "K1",
        "koku2" => "K2",
        _ => "K3",
    };
    let names =
        cards.iter().map(|card| card.id().split('+').map(name).collect::<Vec<_>>().join("+"));
    names.collect::<Vec<_>>().join(" ")
}

fn read(what: &str) -> Vec<Action> {
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    match verb {
        "form" => {
            let (tile, cards) = rest.split_once(':').expect("SEALS: CARDS");
            let mut steps = lay(LotName::A, tile, cards);
            steps.push(Action::Offer);
            steps
        }
        "split" => {
            let (a, b) = rest.split_once('|').expect("A…: … | B…: …");
            let (a, a_cards) = a.trim().trim_start_matches('A').split_once(':').expect("A4: …");
            let (b, _) = b.trim().trim_start_matches('B').split_once(':').expect("B3: …");
            let mut steps = lay(LotName::B, b, "");
            steps.extend(lay(LotName::A, a, a_cards));
            steps.push(Action::Present);
            steps
        }
        "control" => {
            let (aim, payment) = rest.split_once(':').expect("PROVINCE MODE: PARTS");
            let mut steps = read(&format!("aim {}", aim.trim()));
            for part in payment.split(',').map(str::trim) {
                match part.split_once(' ') {
                    Some(("joker" | "X" | "+1", _)) => steps.extend(read(part)),
                    _ => steps.extend(part.split_whitespace().map(card).map(Action::PayCard)),
                }
            }
            steps.push(Action::Control);
            steps
        }
        _ => vec![small(what)],
    }
}

fn lay(lot: LotName, seals: &str, cards: &str) -> Vec<Action> {
    let tile = Action::LayTile { lot, tile: seals_title(seals) };
    let cards = cards.split_whitespace().map(|name| Action::LayCard { lot, card: card(name) });
    [tile].into_iter().chain(cards).collect()
}

fn small(what: &str) -> Action {
    match what.split_whitespace().collect::<Vec<_>>()[..] {
        ["tile", seals, "on", name] => Action::LayTile { lot: lot(name), tile: seals_title(seals) },
        ["untile", name] => Action::ReturnTile { lot: lot(name) },
        ["card", id, "on", name] => Action::LayCard { lot: lot(name), card: card(id) },
        ["uncard", id, "off", name] => Action::ReturnCard { lot: lot(name), card: card(id) },
        ["offer"] => Action::Offer,
        ["accept"] => Action::Accept,
        ["refuse"] => Action::Refuse,
        ["present"] => Action::Present,
        ["choose", name] => Action::Choose(lot(name)),
        ["aim", place, mode] => {
            let mode = if mode == "koku" { Mode::Koku } else { Mode::Troops };
            Action::Aim { province: province(place), mode }
        }
        ["pay", id] => Action::PayCard(card(id)),
        ["joker", id] => Action::UseJoker(card(id)),
        ["X", change] => {
            let (from, to) = change.split_once('>').expect("FROM>TO");
            Action::ApplyExchange { from: element(from), to: element(to) }
        }
        ["+1", id] => Action::ApplyPlusOne(element(id)),
        ["back"] => Action::TakeBack,
        ["announce"] => Action::Control,
        ["draw"] => Action::UseDraw,
        ["end"] => Action::EndTurn,
        ["gild", place, position] => Action::Gild {
            province: province(place),
            position: position.parse().expect("a position"),
        },
        ["decline"] => Action::Decline,
        _ => panic!("no action: {what:?}"),
    }
}

fn lot(name: &str) -> LotName {
    if name == "B" { LotName::B } else { LotName::A }
}

fn element(name: &str) -> Element {
    if name == "koku" { Element::Koku } else { Element::Troop(troop(name)) }
}

fn seals_title(seals: &str) -> Title {
    let seals = seals.trim().parse().unwrap_or_else(|_| panic!("no seals: {seals:?}"));
    Title::with_seals(seals).expect("one to four seals")
}
