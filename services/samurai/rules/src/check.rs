//! Validation of positions that come from outside.
//!
//! Everything the rules rely on is checked here, so that no position can make
//! them panic or leave a seat without anything to do.

use kit_rules::Seat;

use crate::options::{EndTiming, FigurePlacement, StartHand};
use crate::state::{Exchange, Phase, Player, SEATS_MAX, State, Turn};
use crate::{
    Cell, Figure, FigureCounts, FigureSet, HAND_SIZE, Settlement, SettlementKind, TableFacts,
};
use crate::{Tile, TileSet, figure_exchange, figures, turn};

/// Why a position cannot be one of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The table has a size that the game does not have.
    #[error("the game has no table of this size")]
    TableSize,
    /// A place beyond the table is not empty, or a seat is not at the table.
    #[error("something belongs to a seat that is not at the table")]
    Seats,
    /// The start seat is missing, or not the one that the options name.
    #[error("the start seat does not fit the options and the phase")]
    StartSeat,
    /// The phase is not one that the options lead to.
    #[error("the phase does not fit the options")]
    Phase,
    /// A tile lies where it cannot lie.
    #[error("{cell} has a tile that cannot lie there")]
    TileOnBoard { cell: Cell },
    /// Something is on the table that comes only later.
    #[error("something stands on the board before its time")]
    TooEarly,
    /// The tiles of a seat are not its set, each exactly once.
    #[error("the tiles of {seat} are not a complete set")]
    Tiles { seat: Seat },
    /// The tiles of a seat are not divided as the phase demands.
    #[error("the hand of {seat} does not fit the phase")]
    Hand { seat: Seat },
    /// A settlement holds what it cannot hold.
    #[error("{settlement} holds figures that it cannot hold now")]
    Settlement { settlement: Settlement },
    /// Figures of a type are missing or too many.
    #[error("the figures of type {figure} do not add up")]
    Figures { figure: Figure },
    /// Captured figures stand where they may not be seen, or hidden where they
    /// must be.
    #[error("captured figures are shown or hidden against the rules")]
    Captures,
    /// The game should be over, or should not.
    #[error("the end of the game does not fit the figures")]
    End,
    /// The running turn cannot have come about.
    #[error("the running turn does not fit the position")]
    Turn,
}

impl State {
    /// Checks a complete position.
    ///
    /// # Errors
    /// If it cannot be a position of this game.
    pub fn check(&self) -> Result<(), Inconsistent> {
        let laid = self.check_public()?;
        let known = self.known_figures();
        for figure in Figure::ALL {
            let complete = known[figure.index()] == self.owned();
            ensure(complete, Inconsistent::Figures { figure })?;
        }
        self.seats.seats().try_for_each(|seat| self.check_seat(seat, laid[seat.index()]))
    }

    /// Checks what one viewer sees of a position: hands, pools and hidden
    /// captures of all others may be missing.
    ///
    /// # Errors
    /// If it cannot be a view of a position of this game.
    pub fn check_view(&self, viewer: Option<Seat>) -> Result<(), Inconsistent> {
        let laid = self.check_public()?;
        let known = self.known_figures();
        for figure in Figure::ALL {
            let possible = known[figure.index()] <= self.owned();
            ensure(possible, Inconsistent::Figures { figure })?;
        }
        match viewer {
            Some(seat) if !self.seats.has(seat) => Err(Inconsistent::Seats),
            Some(seat) => self.check_seat(seat, laid[seat.index()]),
            None => Ok(()),
        }
    }

    /// Checks what everybody sees, and returns the tiles that each seat has on
    /// the board.
    fn check_public(&self) -> Result<[TileSet; SEATS_MAX], Inconsistent> {
        ensure((2..=SEATS_MAX).contains(&self.seats.get()), Inconsistent::TableSize)?;
        let beyond = &self.players[self.seats.get()..];
        ensure(beyond.iter().all(|p| *p == Player::default()), Inconsistent::Seats)?;
        self.check_start_seat()?;
        let laid = self.check_board()?;
        self.check_captures()?;
        match self.phase {
            Phase::DrawStartSeat | Phase::ChooseHands { .. } | Phase::DealHands { .. } => {
                self.check_hands_phase()
            }
            Phase::PlaceFigures { .. } | Phase::ScatterFigures => self.check_placing_phase(),
            Phase::Play(_) | Phase::Refill { .. } | Phase::Over(_) => self.check_playing_phase(),
        }?;
        Ok(laid)
    }

    fn check_start_seat(&self) -> Result<(), Inconsistent> {
        let named = self.options.start_seat;
        let fits = match (self.phase, self.start_seat) {
            (Phase::DrawStartSeat, start) => start.is_none() && named.is_none(),
            (_, Some(seat)) => self.seats.has(seat) && named.is_none_or(|named| named == seat),
            (_, None) => false,
        };
        ensure(fits, Inconsistent::StartSeat)
    }

    fn check_board(&self) -> Result<[TileSet; SEATS_MAX], Inconsistent> {
        ensure(self.board.is_of(self.seats), Inconsistent::TableSize)?;
        let mut laid = [TileSet::EMPTY; SEATS_MAX];
        for (cell, placed) in self.board.tiles() {
            let tile = placed.tile();
            let fits = match cell {
                Cell::Settlement(_) => false,
                Cell::Land(_) => tile.goes_on_land() || tile == Tile::TILE_EXCHANGE,
                Cell::Sea(_) => TileSet::SHIPS.contains(tile),
            };
            let at_home = cell.is_in_play(self.seats) && self.seats.has(placed.owner());
            ensure(fits && at_home, Inconsistent::TileOnBoard { cell })?;
            let seat = placed.owner();
            let own = &mut laid[seat.index()];
            ensure(!own.contains(tile), Inconsistent::Tiles { seat })?;
            *own = own.with(tile);
        }
        Ok(laid)
    }

    fn check_captures(&self) -> Result<(), Inconsistent> {
        let is_over = matches!(self.phase, Phase::Over(_));
        let must_show = is_over || self.captures_are_open();
        let misplaced = |player: &Player| {
            if must_show { player.captured_hidden } else { player.captured_open }
        };
        let none = self.players.iter().all(|p| misplaced(p) == FigureCounts::NONE);
        ensure(none, Inconsistent::Captures)
    }

    /// While hands are made up, nothing has come on the board.
    fn check_hands_phase(&self) -> Result<(), Inconsistent> {
        let fits = match self.phase {
            Phase::ChooseHands { sealed } => {
                let all_here = sealed.iter().all(|seat| self.seats.has(seat));
                ensure(all_here, Inconsistent::Seats)?;
                self.options.start_hand == StartHand::Chosen && sealed.len() < self.seats.get()
            }
            Phase::DealHands { seat } => {
                ensure(self.seats.has(seat), Inconsistent::Seats)?;
                self.options.start_hand == StartHand::Random
            }
            _ => true,
        };
        ensure(fits, Inconsistent::Phase)?;
        let no_figures = self.figures.iter().all(|figures| figures.is_empty());
        ensure(no_figures && self.nothing_played(), Inconsistent::TooEarly)
    }

    fn check_placing_phase(&self) -> Result<(), Inconsistent> {
        ensure(self.nothing_played(), Inconsistent::TooEarly)?;
        let edo_is_full = self.figures_in(Settlement::EDO) == FigureSet::ALL;
        let settlement = Settlement::EDO;
        ensure(edo_is_full, Inconsistent::Settlement { settlement })?;
        let villages_open = figures::cities_are_full(self);
        for settlement in Settlement::all() {
            let is_village = settlement.kind() == SettlementKind::Village;
            let in_play = Cell::Settlement(settlement).is_in_play(self.seats);
            let room =
                if !in_play || is_village && !villages_open { 0 } else { settlement.capacity() };
            let fits = self.figures_in(settlement).len() <= room;
            ensure(fits, Inconsistent::Settlement { settlement })?;
        }
        ensure(self.supply.total() > 0, Inconsistent::Phase)?;
        let placement = match self.phase {
            Phase::PlaceFigures { active } => {
                ensure(self.seats.has(active), Inconsistent::Seats)?;
                let placed = self.figures_on_board().total() as usize - FigureSet::ALL.len();
                let start = self.start_seat.map_or(0, Seat::index);
                ensure(active.index() == (start + placed) % self.seats.get(), Inconsistent::Turn)?;
                FigurePlacement::Players
            }
            _ => FigurePlacement::Random,
        };
        ensure(self.options.figure_placement == placement, Inconsistent::Phase)
    }

    /// A settlement is full as long as it is open, and empty once it is closed.
    fn check_playing_phase(&self) -> Result<(), Inconsistent> {
        ensure(self.supply == FigureCounts::NONE, Inconsistent::Phase)?;
        for settlement in Settlement::all() {
            let in_play = Cell::Settlement(settlement).is_in_play(self.seats);
            let is_closed = !in_play || self.board.is_filled(settlement.land());
            let due = if is_closed { 0 } else { settlement.capacity() };
            let fits = self.figures_in(settlement).len() == due;
            ensure(fits, Inconsistent::Settlement { settlement })?;
        }
        match self.phase {
            Phase::Play(turn) => {
                let late = self.options.end_timing == EndTiming::EndOfTurn && turn.tiles_played > 0;
                ensure(late || self.end_reason().is_none(), Inconsistent::End)?;
                self.check_turn(&turn)
            }
            Phase::Refill { seat } => {
                ensure(self.seats.has(seat), Inconsistent::Seats)?;
                ensure(self.end_reason().is_none(), Inconsistent::End)
            }
            Phase::Over(reason) => ensure(self.end_reason() == Some(reason), Inconsistent::End),
            _ => Ok(()),
        }
    }

    fn check_turn(&self, turn: &Turn) -> Result<(), Inconsistent> {
        ensure(self.seats.has(turn.active), Inconsistent::Seats)?;
        let begun = turn.tiles_played > 0;
        let few = usize::from(turn.tiles_played) <= HAND_SIZE;
        let completable = match turn.exchange {
            None => begun || !turn.plain_played,
            Some(Exchange::Figure { settlement, figure }) => {
                let stands = self.figures_in(settlement).contains(figure);
                let partner = stands && figure_exchange::has_partner(self, (settlement, figure));
                begun && partner && self.player(turn.active).figure_exchange_used
            }
            Some(Exchange::Tile { tile }) => {
                let own = self.board.tiles_of(turn.active);
                let swapped = own.contains(Tile::TILE_EXCHANGE) && !own.contains(tile);
                let place = self.board.has_empty_land();
                begun && turn.plain_played && tile.is_liftable() && swapped && place
            }
        };
        ensure(few && completable, Inconsistent::Turn)
    }

    /// Checks what a seat knows of its own tiles, of which these are on the
    /// board.
    fn check_seat(&self, seat: Seat, laid: TileSet) -> Result<(), Inconsistent> {
        let player = self.player(seat);
        let mut exchanges = TileSet::EMPTY;
        if player.figure_exchange_used {
            exchanges = exchanges.with(Tile::FIGURE_EXCHANGE);
        }
        if let Phase::Play(Turn { active, exchange: Some(Exchange::Tile { tile }), .. }) =
            self.phase
            && active == seat
        {
            exchanges = exchanges.with(tile);
        }
        let places = [player.hand, player.pool, player.drawn, exchanges, laid];
        let count: usize = places.iter().map(|set| set.len()).sum();
        let all = places.into_iter().fold(TileSet::EMPTY, TileSet::union);
        let complete = count == Tile::COUNT && all == TileSet::ALL;
        ensure(complete, Inconsistent::Tiles { seat })?;
        ensure(self.hand_fits(seat), Inconsistent::Hand { seat })?;
        match self.phase {
            Phase::Play(turn) if turn.active == seat && turn.tiles_played == 0 => {
                ensure(turn::can_act(self, seat), Inconsistent::Turn)
            }
            _ => Ok(()),
        }
    }

    fn hand_fits(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        let (hand, drawn, chosen) = (player.hand.len(), player.drawn.len(), player.chosen.len());
        let full = |tiles: usize| tiles == HAND_SIZE || tiles < HAND_SIZE && player.pool.is_empty();
        let still = drawn == 0 && chosen == 0;
        match self.phase {
            Phase::DrawStartSeat => still && hand == 0,
            Phase::ChooseHands { sealed } if sealed.contains(seat) => still && hand == HAND_SIZE,
            Phase::ChooseHands { .. } => {
                let from_pool = player.chosen.difference(player.pool).is_empty();
                hand == 0 && drawn == 0 && chosen <= HAND_SIZE && from_pool
            }
            Phase::DealHands { seat: dealt } if seat == dealt => {
                hand == 0 && chosen == 0 && player.wants_tile()
            }
            Phase::DealHands { seat: dealt } => {
                still && hand == if seat < dealt { HAND_SIZE } else { 0 }
            }
            Phase::PlaceFigures { .. } | Phase::ScatterFigures => still && hand == HAND_SIZE,
            Phase::Play(turn) if turn.active == seat => {
                still && full(hand + usize::from(turn.tiles_played))
            }
            Phase::Refill { seat: filled } if seat == filled => chosen == 0 && player.wants_tile(),
            Phase::Play(_) | Phase::Refill { .. } => still && full(hand),
            Phase::Over(_) => still && hand <= HAND_SIZE,
        }
    }

    /// Whether the play of tiles has left no trace yet.
    fn nothing_played(&self) -> bool {
        let untouched = |player: &Player| {
            !player.figure_exchange_used && player.captured() == FigureCounts::NONE
        };
        self.board.tiles().next().is_none()
            && self.set_aside == FigureCounts::NONE
            && self.players.iter().all(untouched)
    }

    /// How many figures of each type are accounted for.
    fn known_figures(&self) -> [u32; Figure::ALL.len()] {
        let [supply, aside, board] = [self.supply, self.set_aside, self.figures_on_board()];
        Figure::ALL.map(|figure| {
            let captured = self.players.iter().map(|player| {
                u32::from(player.captured_open[figure]) + u32::from(player.captured_hidden[figure])
            });
            let elsewhere = [supply, aside, board].map(|pile| u32::from(pile[figure]));
            captured.sum::<u32>() + elsewhere.iter().sum::<u32>()
        })
    }

    /// How many figures of each type the table has.
    fn owned(&self) -> u32 {
        u32::from(TableFacts::of(self.seats).figures_per_type)
    }
}

fn ensure(holds: bool, otherwise: Inconsistent) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(otherwise) }
}
