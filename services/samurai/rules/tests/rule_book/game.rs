//! Playing a position by text, and saying what should come of it.
//!
//! An action is `COLOUR: WHAT`, where WHAT is `TILE @ CELL`, `pick SETTLEMENT
//! FIGURE`, `swap SETTLEMENT FIGURE`, `lift CELL`, `redeploy CELL`, `put FIGURE
//! in SETTLEMENT`, `choose TILE`, `return TILE`, `seal` or `end`.

use kit_conformance::script::who_and_what;
use kit_rules::Seat;
use samurai_rules::{Action, Event, Figure, FigureSet, Phase, Samurai, State, Tile, TileSet, Turn};

use super::position::{COLOURS, cell, figure, position, seat, settlement, tile};

/// A position that is played on, with what has happened since it was set up.
pub(crate) struct Game {
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
    /// Whether whoever acts is on turn.
    pub(crate) free_turns: bool,
    /// Whether a colour holds whatever it plays.
    pub(crate) free_hands: [bool; 4],
}

/// All actions are accepted, and the last one stands in the list.
pub(crate) fn accepted(text: &str, actions: &str) -> Game {
    let mut game = position(text);
    game.plays(actions);
    game
}

/// The last action is refused by this rule; those before it are accepted.
pub(crate) fn refused(rule: &str, text: &str, actions: &str) {
    position(text).refuses(rule, actions);
}

/// The actions resolve these figures, each as `SETTLEMENT FIGURE INFLUENCE
/// COLOUR`, with `aside` as the colour of a figure that nobody won.
pub(crate) fn resolves(text: &str, actions: &str, figures: &[&str]) -> Game {
    let game = accepted(text, actions);
    assert_eq!(game.resolved(), figures, "{text}\n{actions}");
    game
}

kit_conformance::rule_script! { Game plays Samurai, prepare: Game::prepare }

impl Game {
    /// Takes the lowest of every draw until somebody is to act.
    pub(crate) fn draws_all(&mut self) -> &mut Self {
        while self.sides() > 0 {
            self.draws(&[0]);
        }
        self
    }

    /// Everyone chooses the first five tiles of the list.
    pub(crate) fn chooses_hands(&mut self) -> &mut Self {
        for colour in COLOURS.into_iter().take(self.state.seats.get()) {
            for tile in TileSet::ALL.iter().take(5) {
                self.plays(&format!("{colour}: choose {}", tile.id()));
            }
            self.plays(&format!("{colour}: seal"));
        }
        self
    }

    /// Whose turn it is.
    pub(crate) fn active(&self) -> &'static str {
        match self.state.phase {
            Phase::Play(Turn { active, .. }) | Phase::PlaceFigures { active } => {
                COLOURS[active.index()]
            }
            other => panic!("nobody is on turn in {other:?}"),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    /// The captured helmets, buddhas and rice of a colour.
    pub(crate) fn captured(&self, colour: &str) -> [u8; 3] {
        let all = self.state.player(seat(colour)).captured();
        Figure::ALL.map(|figure| all[figure])
    }

    pub(crate) fn figures(&self, id: &str) -> Vec<&'static str> {
        let figures: FigureSet = self.state.figures_in(settlement(id));
        figures.iter().map(Figure::id).collect()
    }

    /// What lies on a cell, as `COLOUR TILE`.
    pub(crate) fn lies(&self, id: &str) -> String {
        let placed = self.state.board.at(cell(id));
        placed.map_or_else(String::new, |placed| {
            format!("{} {}", COLOURS[placed.owner().index()], placed.tile().id())
        })
    }

    pub(crate) fn hand(&self, colour: &str) -> Vec<&'static str> {
        self.state.player(seat(colour)).hand.iter().map(Tile::id).collect()
    }

    /// How many tiles are in hand and pool of a colour.
    pub(crate) fn sizes(&self, colour: &str) -> (usize, usize) {
        let player = self.state.player(seat(colour));
        (player.hand.len(), player.pool.len())
    }

    /// The figures that left the board, each as `SETTLEMENT FIGURE INFLUENCE COLOUR`.
    pub(crate) fn resolved(&self) -> Vec<String> {
        let told = |event: &Event| {
            let (figure, settlement, influence, colour) = match event {
                Event::FigureCaptured { seat, figure, settlement, influence } => {
                    (figure, settlement, influence, COLOURS[seat.index()])
                }
                Event::FigureSetAside { figure, settlement, influence } => {
                    (figure, settlement, influence, "aside")
                }
                _ => return None,
            };
            let totals: Vec<String> = influence.totals().iter().map(u8::to_string).collect();
            Some(format!("{} {figure} {} {colour}", settlement.id(), totals.join(":")))
        };
        self.events.iter().filter_map(told).collect()
    }

    fn seat(&self, colour: &str) -> Seat {
        seat(colour)
    }

    fn read(&self, text: &str) -> Vec<(Seat, Action)> {
        let (colour, what) = who_and_what(text);
        vec![(seat(colour), read(what))]
    }

    /// Gives the colour the turn and the tile if the position leaves that open.
    fn prepare(&mut self, &(seat, action): &(Seat, Action)) {
        let Phase::Play(turn) = self.state.phase else { return };
        if self.free_turns && turn.active != seat {
            self.state.phase = Phase::Play(Turn::of(seat));
        }
        let tile = match action {
            Action::PlaceTile { tile, .. } => tile,
            Action::PickFigure { .. } => Tile::FIGURE_EXCHANGE,
            Action::LiftTile { .. } => Tile::TILE_EXCHANGE,
            _ => return,
        };
        if self.free_hands[seat.index()] {
            let player = &mut self.state.players[seat.index()];
            player.hand = player.hand.with(tile);
            player.pool = player.pool.without(tile);
        }
    }
}

fn read(what: &str) -> Action {
    match what.split(' ').collect::<Vec<_>>()[..] {
        [id, "@", place] => Action::PlaceTile { tile: tile(id), cell: cell(place) },
        ["pick", place, id] => {
            Action::PickFigure { settlement: settlement(place), figure: figure(id) }
        }
        ["swap", place, id] => {
            Action::SwapFigure { settlement: settlement(place), figure: figure(id) }
        }
        ["lift", place] => Action::LiftTile { cell: cell(place) },
        ["redeploy", place] => Action::RedeployTile { cell: cell(place) },
        ["put", id, "in", place] => {
            Action::PlaceFigure { figure: figure(id), settlement: settlement(place) }
        }
        ["choose", id] => Action::ChooseTile(tile(id)),
        ["return", id] => Action::ReturnTile(tile(id)),
        ["seal"] => Action::SealHand,
        ["end"] => Action::EndTurn,
        _ => panic!("no action: {what:?}"),
    }
}
