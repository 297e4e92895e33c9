//! Positions from text, such as `honda daimyo, ii sensei; turn honda; honda
//! holds Sa Sa; kanto has ii*; kanto shows So/+1`.
//!
//! The first clause names the players in the order of their seats, with their
//! titles. The others: `option NAME`, `turn NAME`, `placed N`, `joker used`,
//! `NAME holds CARDS`, `NAME owns TILES`, `NAME supply N`, `NAME points N`,
//! `PROVINCE has KAMON` (`*` is golden), `PROVINCE shows FACE/BONUS`, `stock
//! CARDS`, `deck CARDS`, `discard CARDS`, `koku left N`, `round N`. Without a
//! turn the Tairō divides the stock. Cards are Sa Bu So Sh, doubles such as
//! Bu+So, and K1 K2 K3; tiles are X, +1 and D.

use kit_conformance::script::clauses;
use kit_rules::{Rules, Seat, SeatCount};
use shitenno_rules::{
    Bonus, Card, Cards, Deck, Joker, Kamon, Land, Options, Phase, Province, Refill, Shitenno,
    State, TILES_PER_GATE, TieBreak, TileOrder, Title, Top, Troop, Turn,
};

use super::game::Game;

kit_conformance::by_id! { province: Province }

/// A match that has just been set up for so many.
pub(crate) fn fresh(seats: u32, options: &str) -> Game {
    let count = SeatCount::new(seats).expect("a table");
    let mut events = Vec::new();
    let options = options_of(options);
    let state = Shitenno::setup(&options, count, &mut events).expect("the table fits");
    let names = ["honda", "sakakibara", "sakai", "ii"].map(String::from);
    Game { state, events, names: names.into_iter().take(seats as usize).collect() }
}

pub(crate) fn position(text: &str) -> Game {
    let first = clauses(text).next().expect("a text has clauses");
    let players: Vec<(&str, &str)> =
        first.split(',').map(|player| player.trim().split_once(' ').expect("NAME TITLE")).collect();
    let mut game = fresh(players.len() as u32, text);
    game.names = players.iter().map(|(name, _)| (*name).to_owned()).collect();
    for (place, (_, title)) in players.iter().enumerate() {
        game.state.players[place].title = Some(self::title(title));
    }
    game.state.round = 1;
    for land in &mut game.state.provinces {
        let bonus = game.state.options.top_bonus_is_visible.then_some(Bonus::Draw);
        land.top = Some(Top { face: Troop::Samurai, bonus });
    }
    game.state.phase = Phase::FormLot;
    for clause in clauses(text).skip(1) {
        read(&mut game, clause);
    }
    if game.state.phase == Phase::FormLot && players.len() == 2 {
        game.state.phase = Phase::SplitStock;
        if game.state.options.split_uses_all_cards {
            game.state.lots[1].cards = core::mem::take(&mut game.state.stock);
        }
    }
    game
}

pub(crate) fn card(name: &str) -> Card {
    let long = name.split('+').map(troop_id).collect::<Vec<_>>().join("+");
    Card::from_id(&long).unwrap_or_else(|| panic!("no card {name:?}"))
}

pub(crate) fn cards(names: &str) -> Cards {
    names.split_whitespace().map(card).collect()
}

pub(crate) fn title(id: &str) -> Title {
    let found = Title::ALL.into_iter().find(|title| title.id() == id);
    found.unwrap_or_else(|| panic!("no title {id:?}"))
}

pub(crate) fn troop(name: &str) -> Troop {
    let found = Troop::ALL.into_iter().find(|troop| troop.id() == troop_id(name));
    found.unwrap_or_else(|| panic!("no troop {name:?}"))
}

pub(crate) fn bonus(name: &str) -> Bonus {
    match name {
        "X" => Bonus::Exchange,
        "+1" => Bonus::PlusOne,
        "D" => Bonus::Draw,
        other => panic!("no bonus {other:?}"),
    }
}

/// The kamon of a list such as `honda ii*`.
pub(crate) fn kamon(game: &Game, names: &[&str]) -> [Option<Kamon>; 4] {
    let mut places = [None; 4];
    for (place, name) in places.iter_mut().zip(names) {
        let golden = name.ends_with('*');
        *place = Some(Kamon { seat: game.seat(name.trim_end_matches('*')), golden });
    }
    places
}

fn troop_id(name: &str) -> &str {
    match name {
        "Sa" => "samurai",
        "Bu" => "bushi",
        "So" => "sohei",
        "Sh" => "shinobi",
        "K1" => "koku1",
        "K2" => "koku2",
        "K3" => "koku3",
        other => other,
    }
}

fn options_of(text: &str) -> Options {
    let mut options = Options::default();
    for clause in clauses(text) {
        match clause.strip_prefix("option ") {
            None => {}
            Some("full_lots") => options.lots_may_be_empty = false,
            Some("leave_out") => options.split_uses_all_cards = false,
            Some("eager_refill") => options.refill = Refill::Eager,
            Some("exchanges_first") => options.tile_order = TileOrder::ExchangesFirst,
            Some("koku_cards_only") => options.plus_one_on_exchanged_koku = false,
            Some("card_joker") => options.joker = Joker::OneCard,
            Some("troop_joker") => options.joker_becomes_koku = false,
            Some("waste") => options.waste_is_refused = false,
            Some("hidden_bonus") => options.top_bonus_is_visible = false,
            Some("no_final_exchange") => options.final_exchange = false,
            Some("no_final_plus_one") => options.final_plus_one = false,
            Some("free_final_plus_one") => options.final_plus_one_needs_koku = false,
            Some("final_draw") => options.final_draw = true,
            Some("fewer_seals") => options.tie_break = TieBreak::FewerSeals,
            Some(other) => panic!("no option {other:?}"),
        }
    }
    options
}

fn read(game: &mut Game, clause: &str) {
    let words: Vec<&str> = clause.split_whitespace().collect();
    match words[..] {
        ["option", _] => {}
        ["turn", name] => game.state.phase = Phase::Turn(Turn::of(game.seat(name))),
        ["placed", count] => turn(&mut game.state).placed = number(count),
        ["joker", "used"] => turn(&mut game.state).joker_used = true,
        ["round", round] => game.state.round = number(round),
        ["stock", ..] => game.state.stock = cards(&words[1..].join(" ")),
        ["deck", ..] => game.state.troop_deck = Deck::of(cards(&words[1..].join(" "))),
        ["discard", ..] => game.state.discard = cards(&words[1..].join(" ")),
        ["koku", "left", count] => {
            let cards = Cards::all_koku().iter().take(number(count).into()).collect();
            game.state.koku_deck = Deck::of(cards);
        }
        [place, "has", ..] => {
            let kamon = kamon(game, &words[2..]);
            let land = &mut game.state.provinces[province(place).index()];
            let top = land.top.filter(|_| words.len() - 2 < TILES_PER_GATE);
            *land = Land { kamon, top };
        }
        [place, "shows", tile] => {
            let (face, bonus) = tile.split_once('/').expect("FACE/BONUS");
            let bonus = (bonus != "?").then(|| self::bonus(bonus));
            let top = Some(Top { face: troop(face), bonus });
            game.state.provinces[province(place).index()].top = top;
        }
        [name, what, ..] => {
            let seat = game.seat(name);
            let player = &mut game.state.players[seat.index()];
            match what {
                "holds" => player.hand = cards(&words[2..].join(" ")),
                "owns" => player.bonuses = words[2..].iter().map(|name| bonus(name)).collect(),
                "supply" => player.supply = number(words[2]),
                "points" => player.points = number(words[2]).into(),
                other => panic!("no such clause: {other}"),
            }
        }
        _ => panic!("no such clause: {clause}"),
    }
}

fn turn(state: &mut State) -> &mut Turn {
    match &mut state.phase {
        Phase::Turn(turn) => turn,
        other => panic!("nobody is on turn in {other:?}"),
    }
}

fn number(text: &str) -> u8 {
    text.parse().unwrap_or_else(|_| panic!("no number: {text:?}"))
}

impl Game {
    pub(crate) fn seat(&self, name: &str) -> Seat {
        let index = self.names.iter().position(|other| other == name);
        Seat::from_index(index.unwrap_or_else(|| panic!("no player {name:?}")))
    }
}
