//! Parts that are listed while somebody pays, against trying every payment there is.
//!
//! A part is listed exactly if some payment that the rules call legal can still
//! be reached with it. Here all payments of small hands are tried one by one,
//! with an evaluation written down apart from the crate's own.

use kit_conformance::Chance;
use kit_rules::{Rules, SeatCount, Step, take};
use shitenno_rules::{
    Action, Bonus, Card, Element, Joker, Kamon, Mode, Options, Part, Phase, Pool, Province,
    Shitenno, State, TileOrder, Title, Top, Troop, Turn,
};

/// How many positions are looked at; more seeds were tried than are kept here.
const POSITIONS: u64 = 400;
const WALKS: usize = 6;

/// One payment that somebody could think of.
#[derive(Clone, Debug)]
struct Payment {
    cards: Vec<Card>,
    joker: Option<Card>,
    tiles: Vec<Part>,
}

impl Payment {
    fn of(parts: &[Part]) -> Self {
        let card = |part: &Part| match part {
            Part::Card(card) => Some(*card),
            _ => None,
        };
        let joker = |part: &Part| match part {
            Part::Joker(card) => Some(*card),
            _ => None,
        };
        Self {
            cards: parts.iter().filter_map(card).collect(),
            joker: parts.iter().find_map(joker),
            tiles: parts.iter().copied().filter(|part| part.is_tile()).collect(),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let cards = self.cards.iter().map(|card| Part::Card(*card));
        let joker = self.joker.map(Part::Joker);
        cards.chain(joker).chain(self.tiles.iter().copied()).collect()
    }

    /// Whether it is legal: it covers, and does not without any one part.
    fn is_legal(&self, need: &Pool, options: &Options) -> bool {
        let parts = self.parts();
        let without = |skipped: usize| {
            let rest = parts.iter().enumerate().filter(|(place, _)| *place != skipped);
            covers(rest.map(|(_, part)| *part), need, options)
        };
        covers(parts.iter().copied(), need, options)
            && (!options.waste_is_refused || !(0..parts.len()).any(without))
    }

    /// Whether what is set out so far can grow into it.
    fn continues(&self, so_far: &[Part]) -> bool {
        let mut cards = self.cards.clone();
        let mut tiles = self.tiles.iter();
        let begun = so_far.iter().any(|part| part.is_tile());
        let fits = so_far.iter().all(|part| match part {
            Part::Card(card) => match cards.iter().position(|other| other == card) {
                Some(place) => {
                    cards.swap_remove(place);
                    true
                }
                None => false,
            },
            Part::Joker(card) => self.joker == Some(*card),
            tile => tiles.next() == Some(tile),
        });
        let jokers = so_far.iter().filter(|part| matches!(part, Part::Joker(_))).count();
        let whole = cards.is_empty() && usize::from(self.joker.is_some()) == jokers;
        fits && jokers < 2 && (!begun || whole)
    }
}

fn covers(parts: impl Iterator<Item = Part>, need: &Pool, options: &Options) -> bool {
    let mut pool = [0u8; 5];
    let mut koku_counts = options.plus_one_on_exchanged_koku;
    for part in parts {
        match part {
            Part::Card(card) | Part::Joker(card) => {
                (0..5).for_each(|index| pool[index] += card.content()[index]);
                koku_counts |= card.is_koku();
            }
            Part::Exchange { from, to } => {
                if pool[from.index()] == 0 {
                    return false;
                }
                pool[from.index()] -= 1;
                pool[to.index()] += 1;
            }
            Part::PlusOne(element) => {
                if pool[element.index()] == 0 || element == Element::Koku && !koku_counts {
                    return false;
                }
                pool[element.index()] += 1;
            }
        }
    }
    pool.iter().zip(need).all(|(has, needed)| has >= needed)
}

/// Every legal payment of a seat for one province.
fn all_payments(state: &State, province: Province, mode: Mode) -> Vec<Payment> {
    let Phase::Turn(turn) = state.phase else { panic!("somebody is on turn") };
    let player = state.player(turn.active);
    let need = need(state, province, mode);
    let hand: Vec<Card> = player.hand.iter().collect();
    let can_joke = player.title == Some(Title::Hatamoto)
        && (mode == Mode::Troops || state.options.joker_becomes_koku);
    let mut jokers: Vec<Option<Card>> = vec![None];
    if can_joke {
        let singles = state.options.joker == Joker::OneTroop;
        jokers.extend(Card::troops().filter(|card| !singles || card.is_single()).map(Some));
    }
    let mut found = Vec::new();
    for chosen in 0..1u32 << hand.len() {
        let cards: Vec<Card> = hand
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .map(|(_, c)| *c)
            .collect();
        for joker in &jokers {
            let start = Payment { cards: cards.clone(), joker: *joker, tiles: Vec::new() };
            let tiles = [Bonus::Exchange, Bonus::PlusOne].map(|bonus| player.bonuses.count(bonus));
            grow(start, tiles, &need, &state.options, &mut found);
        }
    }
    found
}

fn grow(
    payment: Payment,
    tiles: [u8; 2],
    need: &Pool,
    options: &Options,
    found: &mut Vec<Payment>,
) {
    let any_order = options.tile_order == TileOrder::Any;
    let plus_used = payment.tiles.iter().any(|tile| matches!(tile, Part::PlusOne(_)));
    let mut next = Vec::new();
    if tiles[0] > 0 && (any_order || !plus_used) {
        for from in Element::ALL {
            let others = Element::ALL.into_iter().filter(|to| *to != from);
            next.extend(others.map(|to| (Part::Exchange { from, to }, [tiles[0] - 1, tiles[1]])));
        }
    }
    if tiles[1] > 0 {
        next.extend(Element::ALL.map(|e| (Part::PlusOne(e), [tiles[0], tiles[1] - 1])));
    }
    for (tile, rest) in next {
        let mut longer = payment.clone();
        longer.tiles.push(tile);
        // Nothing has to be covered yet; the tile must find its element.
        if covers(longer.parts().into_iter(), &[0; 5], options) {
            grow(longer, rest, need, options, found);
        }
    }
    if payment.is_legal(need, options) {
        found.push(payment);
    }
}

fn need(state: &State, province: Province, mode: Mode) -> Pool {
    let land = state.land(province);
    match mode {
        Mode::Troops => province.troops_needed(land.top.map(|top| top.face)),
        Mode::Koku => [0, 0, 0, 0, province.values()[land.kamon_count()]],
    }
}

/// A turn of a small hand with a few tiles.
fn position(random: &mut Chance) -> State {
    let options = Options {
        tile_order: [TileOrder::Any, TileOrder::Any, TileOrder::ExchangesFirst]
            [random.below(3) as usize],
        plus_one_on_exchanged_koku: random.below(2) > 0,
        joker: [Joker::OneTroop, Joker::OneTroop, Joker::OneCard][random.below(3) as usize],
        joker_becomes_koku: random.below(3) > 0,
        waste_is_refused: random.below(5) > 0,
        ..Options::default()
    };
    let two = SeatCount::new(2).expect("two can play");
    let mut state = Shitenno::setup(&options, two, &mut Vec::new()).expect("two can play");
    let seat = two.seats().next().expect("there are seats");
    state.phase = Phase::Turn(Turn::of(seat));
    let cards = random.below(6);
    let tiles = random.below(if cards > 3 { 3 } else { 4 }) + u32::from(cards < 3);
    let player = &mut state.players[0];
    player.title = Some(Title::ALL[random.below(3) as usize / 2]);
    for _ in 0..cards {
        let kind = [random.below(4), 4 + random.below(10), 14 + random.below(3), random.below(4)];
        let card = Card::from_index(kind[random.below(4) as usize] as usize);
        player.hand.put(card.expect("a kind of card"));
    }
    for _ in 0..tiles {
        player.bonuses.put(Bonus::ALL[random.below(3) as usize / 2]);
    }
    for land in &mut state.provinces {
        let count = random.below(4) as usize;
        land.kamon[..count].fill(Some(Kamon { seat, golden: false }));
        let face = Troop::ALL[random.below(4) as usize];
        land.top = (count < 3).then_some(Top { face, bonus: Some(Bonus::Draw) });
    }
    state
}

fn listed(state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    let Phase::Turn(turn) = state.phase else { panic!("somebody is on turn") };
    Shitenno::legal_actions(state, turn.active, &mut actions);
    actions
}

/// Everything that could be set out, whether it makes sense or not.
fn every_part() -> Vec<(Action, Part)> {
    let mut all: Vec<_> =
        Card::all().map(|card| (Action::PayCard(card), Part::Card(card))).collect();
    all.extend(Card::all().map(|card| (Action::UseJoker(card), Part::Joker(card))));
    for from in Element::ALL {
        for to in Element::ALL {
            all.push((Action::ApplyExchange { from, to }, Part::Exchange { from, to }));
        }
        all.push((Action::ApplyPlusOne(from), Part::PlusOne(from)));
    }
    all.sort_unstable();
    all
}

#[test]
fn shi_6_9_a_part_is_listed_exactly_if_a_legal_payment_can_still_be_reached_with_it() {
    let (mut aims, mut parts) = (0, 0);
    for seed in 1..=POSITIONS {
        let mut random = Chance::new(seed - 1);
        random.below(2);
        let state = position(&mut random);
        let province = Province::from_index(random.below(8) as usize).expect("a province");
        for mode in [Mode::Troops, Mode::Koku] {
            let legal = all_payments(&state, province, mode);
            let case = Case { seed, state: &state, province, mode, legal: &legal };
            case.compare_aim();
            aims += usize::from(!legal.is_empty());
            for _ in 0..if legal.is_empty() { 0 } else { WALKS } {
                parts += case.walk(&mut random);
            }
        }
    }
    assert!(aims > 200 && parts > 10_000, "{aims} aims, {parts} parts");
}

/// A province that somebody could pay for in one way.
struct Case<'a> {
    seed: u64,
    state: &'a State,
    province: Province,
    mode: Mode,
    legal: &'a [Payment],
}

impl Case<'_> {
    fn aim(&self) -> Action {
        Action::Aim { province: self.province, mode: self.mode }
    }

    fn compare_aim(&self) {
        let listed = listed(self.state).contains(&self.aim());
        assert_eq!(listed, !self.legal.is_empty(), "{self:?}");
    }

    /// Sets out random parts to the end, and compares every list on the way.
    /// Returns how many parts were listed.
    fn walk(&self, random: &mut Chance) -> usize {
        let mut state = self.state.clone();
        act(&mut state, self.aim());
        let mut so_far: Vec<Part> = Vec::new();
        let mut count = 0;
        loop {
            let actions = listed(&state);
            let is_part = |action: &&Action| !matches!(action, Action::TakeBack | Action::Control);
            let offered: Vec<Action> = actions.iter().filter(is_part).copied().collect();
            assert_eq!(offered, self.due(&so_far), "after {so_far:?} in {self:?}");
            let complete = Payment::of(&so_far)
                .is_legal(&need(&state, self.province, self.mode), &state.options);
            let announced = actions.contains(&Action::Control);
            assert_eq!(announced, complete, "after {so_far:?} in {self:?}");
            count += offered.len();
            if offered.is_empty() {
                return count;
            }
            let action = offered[random.below(offered.len() as u32) as usize];
            act(&mut state, action);
            so_far.extend(every_part().iter().find(|(other, _)| *other == action).map(|p| p.1));
        }
    }

    /// What should be listed.
    fn due(&self, so_far: &[Part]) -> Vec<Action> {
        let tile_used = so_far.iter().any(|part| part.is_tile());
        let reaches = |part: Part| {
            let longer: Vec<Part> = so_far.iter().copied().chain([part]).collect();
            self.legal.iter().any(|payment| payment.continues(&longer))
        };
        let all = every_part().into_iter();
        let due = all.filter(|(_, part)| (part.is_tile() || !tile_used) && reaches(*part));
        due.map(|(action, _)| action).collect()
    }
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (player, land) = (&self.state.players[0], self.state.land(self.province));
        let Self { seed, mode, province, .. } = self;
        write!(f, "seed {seed}: {province} with {mode}, {player:?}, {land:?}, ")?;
        write!(f, "{:?}", self.state.options)
    }
}

fn act(state: &mut State, action: Action) {
    let seat = state.seats.seats().next().expect("there are seats");
    let step = Step::Act { seat, action };
    take::<Shitenno>(state, &step, &mut Vec::new()).expect("what is listed is accepted");
}
