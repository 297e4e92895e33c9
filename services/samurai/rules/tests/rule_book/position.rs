//! Positions from text, such as `2 players; wakayama rice; red ship_2 @ bungo_1`.
//!
//! The clauses: `N players`, `SETTLEMENT FIGURES…|empty`, `only` (every other
//! settlement is empty), `COLOUR TILE @ CELL`, `COLOUR holds TILES…|nothing`,
//! `COLOUR pool TILES…|nothing`, `COLOUR captured H B R`, `COLOUR used
//! figure_exchange`, `aside H B R`, `COLOUR to move`, `placing`, `option NAME`.
//! Whatever is not mentioned is empty of tiles and full of figures.

use kit_conformance::script::clauses;
use kit_rules::{Rules, Seat, SeatCount};
use samurai_rules::{
    Captures, Cell, EndTiming, Figure, FigureCounts, FigurePlacement, FigureSet, Options, Phase,
    Placed, Samurai, Settlement, StartHand, State, TableFacts, Tile, TileSet, Turn,
};

use super::game::Game;

kit_conformance::by_id! { tile: Tile, cell: Cell, figure: Figure }

/// The colours in the order of their seats.
pub(crate) const COLOURS: [&str; 4] = ["red", "blue", "green", "yellow"];

/// A match that has just been set up; red begins unless the text says so.
pub(crate) fn fresh(text: &str) -> Game {
    let (seats, options) = (seats(text), options(text));
    let options = Options { start_seat: options.start_seat.or(Seat::new(1)), ..options };
    let mut events = Vec::new();
    let state = Samurai::setup(&options, seats, &mut events).expect("the options fit");
    Game { state, events, free_turns: false, free_hands: [false; 4] }
}

pub(crate) fn position(text: &str) -> Game {
    let mut game = fresh(text);
    let has = |clause: &str| clauses(text).any(|c| c == clause);
    game.free_hands = [true; 4];
    let placing = has("placing");
    furnish(&mut game.state, has("only") || placing, text);
    for clause in clauses(text) {
        read(&mut game, clause);
    }
    if placing {
        start_placing(&mut game.state);
    } else {
        start_playing(&mut game, text);
    }
    game.events.clear();
    game
}

pub(crate) fn seat(colour: &str) -> Seat {
    let index = COLOURS.iter().position(|c| *c == colour);
    Seat::from_index(index.unwrap_or_else(|| panic!("no colour {colour:?}")))
}

pub(crate) fn settlement(id: &str) -> Settlement {
    match cell(id) {
        Cell::Settlement(settlement) => settlement,
        other => panic!("{other} is no settlement"),
    }
}

fn seats(text: &str) -> SeatCount {
    let first = clauses(text).next().expect("a text has clauses");
    let number = first.strip_suffix(" players").and_then(|number| number.parse().ok());
    SeatCount::new(number.expect("the first clause is `N players`")).expect("a table")
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    for clause in clauses(text) {
        match clause.split_once(' ') {
            Some(("option", "random_hands")) => options.start_hand = StartHand::Random,
            Some(("option", "random_figures")) => {
                options.figure_placement = FigurePlacement::Random;
            }
            Some(("option", "end_of_turn")) => options.end_timing = EndTiming::EndOfTurn,
            Some(("option", "open_captures")) => options.captures = Captures::Open,
            Some(("option", other)) => panic!("no option {other:?}"),
            Some(("start", colour)) => options.start_seat = Some(seat(colour)),
            _ => {}
        }
    }
    options
}

/// Fills the settlements that the text does not mention, unless all others are
/// empty.
fn furnish(state: &mut State, others_are_empty: bool, text: &str) {
    state.supply = FigureCounts::NONE;
    for (index, place) in
        Settlement::all().take(TableFacts::of(state.seats).settlements).enumerate()
    {
        let mentioned = clauses(text).any(|c| c.split(' ').next() == Some(place.id()));
        if !mentioned && !others_are_empty {
            let first = index % 3;
            state.figures[place.index()] =
                Figure::ALL.into_iter().cycle().skip(first).take(place.capacity()).collect();
        }
    }
}

fn read(game: &mut Game, clause: &str) {
    let words: Vec<&str> = clause.split(' ').map(|word| word.trim_end_matches(',')).collect();
    let state = &mut game.state;
    match words[..] {
        ["only" | "placing"] | ["option" | "start", _] | [_, "players"] | [_, "to", "move"] => {}
        ["aside", h, b, r] => state.set_aside = counts(h, b, r),
        [colour, "captured", h, b, r] => {
            let open = state.captures_are_open();
            let player = &mut state.players[seat(colour).index()];
            let pile = if open { &mut player.captured_open } else { &mut player.captured_hidden };
            *pile = counts(h, b, r);
        }
        [colour, "used", "figure_exchange"] => {
            state.players[seat(colour).index()].figure_exchange_used = true;
        }
        [colour, "holds", ref tiles @ ..] => {
            state.players[seat(colour).index()].hand = set(tiles);
            game.free_hands[seat(colour).index()] = false;
        }
        [_, "pool", ..] => {}
        [colour, id, "@", place] => {
            let placed = Placed::new(seat(colour), tile(id));
            let before = match cell(place) {
                Cell::Land(land) => state.board.put_on_land(land, placed),
                Cell::Sea(sea) => state.board.put_on_sea(sea, placed),
                Cell::Settlement(_) => panic!("{place} takes no tile"),
            };
            assert_eq!(before, None, "{place} is taken");
        }
        [place, "empty"] => state.figures[settlement(place).index()] = FigureSet::EMPTY,
        [place, ref figures @ ..] => {
            let figures: FigureSet = figures.iter().map(|id| figure(id)).collect();
            assert_eq!(figures.len(), words.len() - 1, "{clause}: figures of one type");
            state.figures[settlement(place).index()] = figures;
        }
        [] => panic!("an empty clause"),
    }
}

fn counts(h: &str, b: &str, r: &str) -> FigureCounts {
    let count = |text: &str| text.parse().expect("a number of figures");
    FigureCounts::new(count(h), count(b), count(r))
}

fn set(tiles: &[&str]) -> TileSet {
    tiles.iter().filter(|id| **id != "nothing").map(|id| tile(id)).collect()
}

fn start_placing(state: &mut State) {
    state.figures[Settlement::EDO.index()] = FigureSet::ALL;
    let on_board = state.figures_on_board();
    for figure in Figure::ALL {
        state.supply[figure] = TableFacts::of(state.seats).figures_per_type - on_board[figure];
    }
    let hand: TileSet = TileSet::ALL.iter().take(5).collect();
    for player in &mut state.players[..state.seats.get()] {
        player.hand = hand;
        player.pool = TileSet::ALL.difference(hand);
    }
    let placed = on_board.total() as usize - 3;
    let start = state.start_seat.map_or(0, Seat::index);
    let active = Seat::from_index((start + placed) % state.seats.get());
    state.phase = Phase::PlaceFigures { active };
}

fn start_playing(game: &mut Game, text: &str) {
    let to_move = clauses(text).find_map(|clause| clause.strip_suffix(" to move"));
    game.free_turns = to_move.is_none();
    game.state.phase = Phase::Play(Turn::of(to_move.map_or(Seat::from_index(0), seat)));
    for seat in game.state.seats.seats() {
        let lying = game.state.board.tiles_of(seat);
        let player = &mut game.state.players[seat.index()];
        player.pool = TileSet::ALL.difference(lying).difference(player.hand);
        if player.figure_exchange_used {
            player.pool = player.pool.without(Tile::FIGURE_EXCHANGE);
        }
    }
    for clause in clauses(text) {
        if let [colour, "pool", ref tiles @ ..] = clause.split(' ').collect::<Vec<_>>()[..] {
            game.state.players[seat(colour).index()].pool = set(tiles);
        }
    }
}
