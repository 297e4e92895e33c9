//! Playing a position by text, and saying what should come of it.
//!
//! An action is `COLOUR: WHAT`, where WHAT is `TILE @ CELL`, `pick SETTLEMENT
//! FIGURE`, `swap SETTLEMENT FIGURE`, `lift CELL`, `redeploy CELL`, `put FIGURE
//! in SETTLEMENT`, `choose TILE`, `return TILE`, `seal` or `end`.

use kit_rules::{Pending, Refusal, Rules, Seat, Step, Violation as _, take};
use samurai_rules::{Action, Event, Figure, FigureSet, Phase, Samurai, State, Tile, TileSet, Turn};

use super::position::{COLOURS, cell, clauses, figure, position, seat, settlement, tile};

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

impl Game {
    /// Takes actions that the rules accept.
    pub(crate) fn plays(&mut self, actions: &str) -> &mut Self {
        for text in clauses(actions) {
            let (seat, action) = self.prepare(text);
            let listed = self.legal(seat).contains(&action);
            let step = Step::Act { seat, action };
            let answer = take::<Samurai>(&mut self.state, &step, &mut self.events);
            answer.unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
            assert!(listed, "{text}: accepted, but not listed");
        }
        self
    }

    /// Takes actions of which the rules refuse the last.
    pub(crate) fn refuses(&mut self, rule: &str, actions: &str) -> &mut Self {
        let all: Vec<&str> = clauses(actions).collect();
        let (last, before) = all.split_last().expect("there is an action");
        self.plays(&before.join(";"));
        let (seat, action) = self.prepare(last);
        assert!(!self.legal(seat).contains(&action), "{last}: listed");
        let (mut state, mut events) = (self.state.clone(), self.events.clone());
        let step = Step::Act { seat, action };
        match take::<Samurai>(&mut state, &step, &mut events) {
            Err(Refusal::Rule(violation)) => {
                assert_eq!(violation.rule(), rule, "{last}: {violation}")
            }
            other => panic!("{last}: {rule} should refuse, got {other:?}"),
        }
        assert_eq!((&state, &events), (&self.state, &self.events), "a refusal changes nothing");
        self
    }

    /// The colour is not awaited.
    pub(crate) fn does_not_await(&mut self, text: &str) -> &mut Self {
        let (colour, what) = text.split_once(": ").expect("`COLOUR: WHAT`");
        let step = Step::Act { seat: seat(colour), action: read(what) };
        let answer = take::<Samurai>(&mut self.state, &step, &mut self.events);
        assert_eq!(answer, Err(Refusal::NotAwaited(seat(colour))), "{text}");
        self
    }

    /// Takes draws that are pending.
    pub(crate) fn draws(&mut self, values: &[u32]) -> &mut Self {
        for value in values {
            take::<Samurai>(&mut self.state, &Step::Drawn(*value), &mut self.events)
                .unwrap_or_else(|refusal| panic!("draw {value}: {refusal:?}"));
        }
        self
    }

    /// Takes the lowest of every draw until somebody is to act.
    pub(crate) fn draws_all(&mut self) -> &mut Self {
        while let Pending::Draw { .. } = Samurai::pending(&self.state) {
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

    /// The actions that the colour may take.
    pub(crate) fn legal_for(&self, colour: &str) -> Vec<Action> {
        self.legal(seat(colour))
    }

    /// Whether the colour may take the action.
    pub(crate) fn allows(&self, text: &str) -> bool {
        let (colour, what) = text.split_once(": ").expect("`COLOUR: WHAT`");
        self.legal_for(colour).contains(&read(what))
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

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Over(_))
    }

    /// The captured helmets, buddhas and rice of a colour.
    pub(crate) fn captured(&self, colour: &str) -> [u8; 3] {
        let all = self.state.player(seat(colour)).captured();
        Figure::ALL.map(|figure| all[figure])
    }

    /// The figures in a settlement.
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

    /// What has happened, told as a report.
    pub(crate) fn report(&self) -> Vec<String> {
        self.events.iter().map(Event::to_string).collect()
    }

    /// The hand of a colour.
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

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        Samurai::legal_actions(&self.state, seat, &mut actions);
        actions
    }

    /// Reads an action, and gives the colour the turn and the tile if the
    /// position leaves that open.
    fn prepare(&mut self, text: &str) -> (Seat, Action) {
        let (colour, what) = text.split_once(": ").unwrap_or_else(|| panic!("no colour: {text}"));
        let (seat, action) = (seat(colour), read(what));
        let Phase::Play(turn) = self.state.phase else { return (seat, action) };
        if self.free_turns && turn.active != seat {
            self.state.phase = Phase::Play(Turn::of(seat));
        }
        let tile = match action {
            Action::PlaceTile { tile, .. } => tile,
            Action::PickFigure { .. } => Tile::FIGURE_EXCHANGE,
            Action::LiftTile { .. } => Tile::TILE_EXCHANGE,
            _ => return (seat, action),
        };
        if self.free_hands[seat.index()] {
            let player = &mut self.state.players[seat.index()];
            player.hand = player.hand.with(tile);
            player.pool = player.pool.without(tile);
        }
        (seat, action)
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
