//! Validation of positions that come from outside.
//!
//! Everything the rules rely on is checked here, so that no position can make
//! them panic or leave a seat without anything to do.

use kit_rules::Seat;

use crate::province::TILES_PER_GATE;
use crate::state::{Kamon, Land, LastPoints, Lot, LotName, Phase, Player, SEATS_MAX, State, Turn};
use crate::table::{KAMON_PER_TURN, START_CARDS};
use crate::{Bonus, Card, Cards, Province, TableFacts, Tile, Title, TitleSet, Troop};
use crate::{payment, scoring, turn};

/// Why a position cannot be one of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The table has a size that the game does not have.
    #[error("the game has no table of this size")]
    TableSize,
    /// A place beyond the table is not empty, or a seat is not at the table.
    #[error("something belongs to a seat that is not at the table")]
    Seats,
    /// The round does not fit the phase or the koku cards drawn so far.
    #[error("the round does not fit the phase and the koku deck")]
    Round,
    /// Titles are missing, too early, or held twice.
    #[error("the titles do not fit the phase")]
    Titles,
    /// Kamon stand where they cannot stand.
    #[error("{province} has kamon that cannot stand there")]
    Kamon { province: Province },
    /// A gate has a tile too many or too few, or one that shows too much.
    #[error("the gate of {province} does not fit its kamon")]
    Gate { province: Province },
    /// The kamon and points of a seat do not fit the board.
    #[error("supply and points of {seat} do not fit the board")]
    Supply { seat: Seat },
    /// Bonus tiles are missing or too many.
    #[error("the bonus tiles do not add up")]
    Tiles,
    /// The hierarchy tiles, lots or open cards do not fit the phase.
    #[error("the division does not fit the phase")]
    Division,
    /// A deck or a pile has cards of the wrong sort or number.
    #[error("a deck does not fit its cards")]
    Decks,
    /// Cards of a kind are missing or too many.
    #[error("the cards of kind {card} do not add up")]
    Cards { card: Card },
    /// A hand does not fit the phase.
    #[error("the hand of {seat} does not fit the phase")]
    Hand { seat: Seat },
    /// The running turn cannot have come about.
    #[error("the running turn does not fit the position")]
    Turn,
    /// The control action in preparation cannot have come about.
    #[error("the control action in preparation does not fit the position")]
    Plan,
    /// The game should be over, or should not, or its last points are wrong.
    #[error("the end of the game does not fit the position")]
    End,
}

impl State {
    /// Checks a complete position.
    ///
    /// # Errors
    /// If it cannot be a position of this game.
    pub fn check(&self) -> Result<(), Inconsistent> {
        self.check_public()?;
        self.check_unseen_tiles()?;
        let decks = [&self.troop_deck, &self.koku_deck];
        let counted = decks.iter().all(|deck| deck.cards.total() == u32::from(deck.count));
        ensure(counted, Inconsistent::Decks)?;
        for card in Card::all() {
            let known = self.known(card) == u32::from(card.copies());
            ensure(known, Inconsistent::Cards { card })?;
        }
        self.seats.seats().try_for_each(|seat| self.check_hand(seat))?;
        self.check_plan()
    }

    /// Checks what one viewer sees of a position: decks, unseen tiles, hands of
    /// all others and what they prepare may be missing.
    ///
    /// # Errors
    /// If it cannot be a view of a position of this game.
    pub fn check_view(&self, viewer: Option<Seat>) -> Result<(), Inconsistent> {
        self.check_public()?;
        for card in Card::all() {
            let known = self.known(card) <= u32::from(card.copies());
            ensure(known, Inconsistent::Cards { card })?;
        }
        match viewer {
            Some(seat) if !self.seats.has(seat) => Err(Inconsistent::Seats),
            Some(seat) => {
                self.check_hand(seat)?;
                let own = matches!(self.phase, Phase::Turn(turn) if turn.active == seat);
                ensure(own || self.plan.is_none(), Inconsistent::Plan)?;
                self.check_plan()
            }
            None => ensure(self.plan.is_none(), Inconsistent::Plan),
        }
    }

    /// The cards of the box that are nowhere in this position: none, unless it
    /// is a view, which hides them.
    pub fn missing_cards(&self) -> Cards {
        let missing = |card: Card| u32::from(card.copies()).saturating_sub(self.known(card));
        let cards = Card::all();
        cards.flat_map(|card| core::iter::repeat_n(card, missing(card) as usize)).collect()
    }

    fn check_public(&self) -> Result<(), Inconsistent> {
        ensure((2..=SEATS_MAX).contains(&self.seats.get()), Inconsistent::TableSize)?;
        let beyond = &self.players[self.seats.get()..];
        ensure(beyond.iter().all(|p| *p == Player::default()), Inconsistent::Seats)?;
        self.check_round()?;
        self.check_titles()?;
        Province::all().try_for_each(|province| self.check_land(province))?;
        self.seats.seats().try_for_each(|seat| self.check_supply(seat))?;
        self.check_tiles()?;
        self.check_division()?;
        self.check_decks()?;
        self.check_turn()?;
        self.check_end()
    }

    fn is_setup(&self) -> bool {
        matches!(
            self.phase,
            Phase::LayTiles { .. } | Phase::DealTitles { .. } | Phase::DealHands { .. }
        )
    }

    fn is_even_year(&self) -> bool {
        matches!(
            self.phase,
            Phase::DrawStock
                | Phase::FormLot
                | Phase::OfferLot { .. }
                | Phase::SplitStock
                | Phase::ChooseLot
        )
    }

    /// Every division takes its koku cards, so the koku deck tells the round.
    fn check_round(&self) -> Result<(), Inconsistent> {
        let table = TableFacts::of(self.seats);
        let rounds = if self.is_setup() { 0..=0 } else { 1..=table.rounds_max };
        ensure(rounds.contains(&self.round), Inconsistent::Round)?;
        let each = u32::from(table.koku_cards);
        let drawn = match self.phase {
            Phase::DrawStock => each * u32::from(self.round - 1) + self.stock.koku_cards(),
            _ => each * u32::from(self.round),
        };
        let left = u32::from(self.koku_deck.count);
        ensure(left + drawn == Cards::all_koku().total(), Inconsistent::Round)
    }

    fn check_titles(&self) -> Result<(), Inconsistent> {
        let dealt = match self.phase {
            Phase::LayTiles { .. } => 0,
            Phase::DealTitles { seat } => {
                ensure(self.seats.has(seat), Inconsistent::Seats)?;
                seat.index()
            }
            _ => self.seats.get(),
        };
        let (with, without) = self.players.split_at(dealt);
        let titles: TitleSet = with.iter().filter_map(|player| player.title).collect();
        let none_yet = without.iter().all(|player| player.title.is_none());
        ensure(titles.len() == dealt && none_yet, Inconsistent::Titles)
    }

    fn check_land(&self, province: Province) -> Result<(), Inconsistent> {
        let land = self.land(province);
        let count = land.kamon_count();
        let from_left = land.kamon[..count].iter().all(Option::is_some);
        let at_table = land.kamon.iter().flatten().all(|kamon| self.seats.has(kamon.seat));
        let too_early = self.is_setup() && count > 0;
        ensure(from_left && at_table && !too_early, Inconsistent::Kamon { province })?;
        let covered = match self.phase {
            Phase::LayTiles { province: next } => province < next,
            Phase::TurnUpTile { province: next, .. } if province == next => {
                let waits = (1..TILES_PER_GATE).contains(&count);
                ensure(waits, Inconsistent::Gate { province })?;
                false
            }
            Phase::DrawBonus { province: taken, .. } if province == taken => {
                let waits = (1..=TILES_PER_GATE).contains(&count);
                ensure(
                    waits && !self.options.top_bonus_is_visible,
                    Inconsistent::Gate { province },
                )?;
                true
            }
            _ => count < TILES_PER_GATE,
        };
        let shows = |top: crate::Top| top.bonus.is_some() == self.options.top_bonus_is_visible;
        let fits = land.top.is_some() == covered && land.top.is_none_or(shows);
        ensure(fits, Inconsistent::Gate { province })
    }

    /// The points before the end are those of the positions, and up to two more
    /// for each.
    fn check_supply(&self, seat: Seat) -> Result<(), Inconsistent> {
        let player = self.player(seat);
        let (mut count, mut points) = (0, 0);
        for province in Province::all() {
            for (kamon, value) in self.land(province).kamon.iter().zip(province.values()) {
                if kamon.is_some_and(|kamon| kamon.seat == seat) {
                    count += 1;
                    points += u16::from(*value);
                }
            }
        }
        let most = points + count * Title::Daimyo.points_per_kamon();
        let complete =
            u16::from(player.supply) + count == u16::from(TableFacts::of(self.seats).kamon);
        let scored = (points..=most).contains(&player.points);
        ensure(complete && scored, Inconsistent::Supply { seat })
    }

    /// How many tiles were taken from the gates.
    fn tiles_taken(&self) -> u32 {
        let taken = |land: &Land| land.kamon_count().min(TILES_PER_GATE) as u32;
        let on_the_way = u32::from(matches!(self.phase, Phase::DrawBonus { .. }));
        self.provinces.iter().map(taken).sum::<u32>() - on_the_way
    }

    fn check_tiles(&self) -> Result<(), Inconsistent> {
        let held: u32 = self.players.iter().map(|player| player.bonuses.total()).sum();
        ensure(held + self.used_tiles.total() == self.tiles_taken(), Inconsistent::Tiles)?;
        let fits = |bonus| self.bonus_known(bonus) <= bonus_copies(bonus);
        ensure(Bonus::ALL.into_iter().all(fits), Inconsistent::Tiles)
    }

    /// How many tiles with this bonus are accounted for in the open.
    fn bonus_known(&self, bonus: Bonus) -> u32 {
        let held = self.players.iter().map(|player| u32::from(player.bonuses.count(bonus)));
        let upper = self.provinces.iter().filter_map(|land| land.top?.bonus);
        let upper = upper.filter(|other| *other == bonus).count() as u32;
        held.sum::<u32>() + upper + u32::from(self.used_tiles.count(bonus))
    }

    fn check_unseen_tiles(&self) -> Result<(), Inconsistent> {
        let unseen = &self.unseen_tiles;
        for bonus in Bonus::ALL {
            let all = self.bonus_known(bonus) + u32::from(unseen.with_bonus(bonus));
            ensure(all == bonus_copies(bonus), Inconsistent::Tiles)?;
        }
        for tile in (0..Tile::COUNT).filter_map(Tile::from_index) {
            let upper = |land: &&Land| {
                land.top.is_some_and(|top| top.face == tile.face && top.bonus == Some(tile.bonus))
            };
            let upper = self.provinces.iter().filter(upper).count();
            let all = upper + usize::from(unseen.count(tile));
            ensure(all <= usize::from(tile.copies()), Inconsistent::Tiles)?;
        }
        for face in Troop::ALL {
            let unknown =
                |land: &&Land| land.top.is_some_and(|top| top.face == face && top.bonus.is_none());
            let unknown = self.provinces.iter().filter(unknown).count();
            let enough = unknown <= usize::from(unseen.with_face(face));
            ensure(enough, Inconsistent::Tiles)?;
        }
        Ok(())
    }

    fn check_division(&self) -> Result<(), Inconsistent> {
        let lots = self.lots.iter().filter_map(|lot| lot.tile);
        let received = self.players.iter().filter_map(|player| player.tile);
        let given = lots.chain(received);
        let all = given.clone().fold(self.hierarchy, TitleSet::with);
        let once = self.hierarchy.len() + given.count() == TitleSet::ALL.len();
        ensure(all == TitleSet::ALL && once, Inconsistent::Division)?;
        let [a, b] = &self.lots;
        let nothing = *a == Lot::default() && *b == Lot::default();
        let unserved = if self.is_even_year() { self.unserved().count() } else { 0 };
        let supplied = self.players[..self.seats.get()].iter().all(|player| player.supply > 0);
        let fits = match self.phase {
            Phase::DrawStock => nothing && unserved == self.seats.get() && self.is_drawing(),
            Phase::FormLot => unserved > 2 && *b == Lot::default(),
            Phase::OfferLot { asked } => {
                ensure(self.seats.has(asked), Inconsistent::Seats)?;
                let can_answer = self.unserved().skip(1).any(|seat| seat == asked);
                unserved > 2 && can_answer && a.tile.is_some() && *b == Lot::default()
            }
            Phase::SplitStock => unserved == 2,
            Phase::ChooseLot => unserved == 2 && a.tile.is_some() && b.tile.is_some(),
            _ => {
                let none_received = self.players.iter().all(|player| player.tile.is_none());
                return ensure(
                    nothing && self.stock.is_empty() && none_received,
                    Inconsistent::Division,
                );
            }
        };
        let split = matches!(self.phase, Phase::SplitStock | Phase::ChooseLot);
        let all_dealt = !split || !self.options.split_uses_all_cards || self.stock.is_empty();
        ensure(fits && all_dealt && supplied, Inconsistent::Division)
    }

    /// Whether a card of the stock can be drawn, and is still missing.
    fn is_drawing(&self) -> bool {
        let table = TableFacts::of(self.seats);
        let (troops, koku) = (self.stock.troop_cards(), self.stock.koku_cards());
        let (most_troops, most_koku) = (table.troop_cards.into(), table.koku_cards.into());
        let wants_troops = troops < most_troops && self.has_troop_cards();
        let possible = if wants_troops { self.troop_deck.count > 0 } else { koku < most_koku };
        troops <= most_troops && koku <= most_koku && possible
    }

    fn check_decks(&self) -> Result<(), Inconsistent> {
        let only_troops = [&self.troop_deck.cards, &self.discard];
        let only_koku = [&self.koku_deck.cards, &self.spent_koku];
        let sorted = only_troops.iter().all(|pile| pile.koku_cards() == 0)
            && only_koku.iter().all(|pile| pile.troop_cards() == 0);
        let to_draw = !matches!(self.phase, Phase::DrawCard(_)) || self.troop_deck.count > 0;
        let unspent = self.discard.is_empty() && self.spent_koku.is_empty();
        ensure(sorted && to_draw && (!self.is_setup() || unspent), Inconsistent::Decks)
    }

    fn check_turn(&self) -> Result<(), Inconsistent> {
        let (turn, province) = match self.phase {
            Phase::Turn(turn) | Phase::DrawCard(turn) => (turn, None),
            Phase::DrawBonus { turn, province } | Phase::TurnUpTile { turn, province } => {
                (turn, Some(province))
            }
            Phase::Gild { seat } => {
                ensure(self.seats.has(seat), Inconsistent::Seats)?;
                let is_sensei = self.player(seat).title == Some(Title::Sensei);
                let gilds = turn::gildable(self, seat).next().is_some();
                return ensure(is_sensei && gilds, Inconsistent::Turn);
            }
            _ => return Ok(()),
        };
        let Turn { active, placed, joker_used } = turn;
        ensure(self.seats.has(active), Inconsistent::Seats)?;
        let own = |kamon: &&Kamon| kamon.seat == active;
        let standing = self.provinces.iter().flat_map(|land| land.kamon.iter().flatten());
        let possible =
            placed <= KAMON_PER_TURN && usize::from(placed) <= standing.filter(own).count();
        let is_hatamoto = self.player(active).title == Some(Title::Hatamoto);
        let joked = !joker_used || placed > 0 && is_hatamoto;
        let just_placed = province.is_none_or(|province| {
            let last = self.land(province).kamon.iter().flatten().last();
            placed > 0 && last.is_some_and(|kamon| kamon.seat == active && !kamon.golden)
        });
        ensure(possible && joked && just_placed, Inconsistent::Turn)
    }

    fn check_plan(&self) -> Result<(), Inconsistent> {
        let fits = match (&self.plan, self.phase) {
            (None, _) => true,
            (Some(plan), Phase::Turn(turn)) => payment::is_possible(self, &turn, plan),
            (Some(_), _) => false,
        };
        ensure(fits, Inconsistent::Plan)
    }

    fn check_end(&self) -> Result<(), Inconsistent> {
        let Phase::Over(reason) = self.phase else {
            let none_yet = |player: &Player| {
                player.last_points == LastPoints::default() && player.shown_hand.is_empty()
            };
            return ensure(self.players.iter().all(none_yet), Inconsistent::End);
        };
        ensure(turn::end_reason(self) == Some(reason), Inconsistent::End)?;
        for seat in self.seats.seats() {
            let player = self.player(seat);
            let due = scoring::last_points(self, seat, &player.shown_hand);
            ensure(player.last_points == due && player.hand.is_empty(), Inconsistent::End)?;
        }
        Ok(())
    }

    /// Only the first deal says how many cards a hand has.
    fn check_hand(&self, seat: Seat) -> Result<(), Inconsistent> {
        let held = self.player(seat).hand.total();
        let start = u32::from(START_CARDS);
        let only_troops = self.player(seat).hand.koku_cards() == 0;
        let fits = match self.phase {
            Phase::LayTiles { .. } | Phase::DealTitles { .. } => held == 0,
            Phase::DealHands { seat: dealt } if seat < dealt => held == start && only_troops,
            Phase::DealHands { seat: dealt } if seat == dealt => held < start && only_troops,
            Phase::DealHands { .. } => held == 0,
            _ => true,
        };
        ensure(fits, Inconsistent::Hand { seat })
    }

    /// How many cards of a kind are accounted for.
    fn known(&self, card: Card) -> u32 {
        let hands = self.players.iter().flat_map(|player| [&player.hand, &player.shown_hand]);
        let lots = LotName::ALL.into_iter().map(|lot| &self.lot(lot).cards);
        let decks = [&self.troop_deck.cards, &self.koku_deck.cards];
        let piles = [&self.discard, &self.spent_koku, &self.stock].into_iter().chain(decks);
        hands.chain(lots).chain(piles).map(|pile| u32::from(pile.count(card))).sum()
    }
}

fn bonus_copies(bonus: Bonus) -> u32 {
    Troop::ALL.into_iter().map(|face| u32::from(Tile { face, bonus }.copies())).sum()
}

fn ensure(holds: bool, otherwise: Inconsistent) -> Result<(), Inconsistent> {
    if holds { Ok(()) } else { Err(otherwise) }
}
