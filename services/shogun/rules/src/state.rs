//! A position: everything there is to know, and nothing of the future.

use alloc::vec::Vec;

use kit_rules::{Plan, Planning, Seat, SeatCount};

use crate::number::{CHEST_CARDS, SEATS_MAX, TILES};
use crate::{Building, Card, Cubes, EventCard, EventSet, Holding, Options, Order, Province};
use crate::{ProvinceSet, Space, SpaceSet, Special, Tower};

/// A position.
///
/// Whoever builds one from outside has to pass it through [`State::check`], or
/// through [`State::check_view`] if parts of it are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How the match is played.
    pub options: Options,
    pub seats: SeatCount,
    /// The year, from 1.
    pub year: u8,
    pub season: Season,
    pub phase: Phase,
    pub provinces: [Holding; Province::COUNT],
    /// What belongs to each seat; places beyond the table stay empty.
    pub players: [Player; SEATS_MAX],
    /// The farmers that are neither in the tray nor in the tower.
    pub farmers: u8,
    /// The cubes at the foot of the tower.
    pub tray: Cubes,
    /// What is inside the tower; hidden from everybody.
    pub tower: Tower,
    /// The cards of the draft; nothing once it is over.
    pub draft: Draft,
    /// The action cards that are face up, by their position.
    pub action_cards: [Option<Order>; Order::COUNT],
    /// The special cards on display, by their position.
    pub specials: [Option<Special>; Special::COUNT],
    /// The seats in the order of their bids.
    pub ranking: [Option<Seat>; SEATS_MAX],
    /// The seats by the position of their special card, which is the order of
    /// play. It stays until the next bids are ranked.
    pub turn_order: [Option<Seat>; Special::COUNT],
    /// The event cards of the year that are still open.
    pub events_open: EventSet,
    /// The event of the season, once it is drawn.
    pub event: Option<EventCard>,
    /// The event cards that are out of the game.
    pub events_gone: EventSet,
}

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The cubes that are not on the map, in the tray or in the tower.
    pub supply: u8,
    /// The chests that everyone sees.
    pub chests_open: u8,
    /// The chests behind the screen.
    pub chests_hidden: u8,
    pub rice: u8,
    /// The victory points.
    pub points: Points,
    /// The cards that lie face down, by their space; only the seat itself may
    /// know them.
    pub plan: Plan<Card, { Space::COUNT }>,
    /// The spaces on which cards lie face down, once all plans are sealed.
    pub face_down: SpaceSet,
    /// The cards that lie face up, by their space.
    pub face_up: Plan<Card, { Space::COUNT }>,
}

/// Victory points, by what they were given for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    pub provinces: u16,
    pub buildings: u16,
    /// For the most buildings of a kind in a region.
    pub majorities: u16,
}

kit_rules::variants! {
    pub enum Season {
        /// The first season of a year.
        Spring = "spring",
        /// The second.
        Summer = "summer",
        /// The third.
        Autumn = "autumn",
        /// The season without actions, in which is scored.
        Winter = "winter",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The cards that are face up.
    pub open: [Option<Province>; 2],
    /// The cards that were put under the deck, uppermost first. They come back
    /// only when the deck above them is used up.
    pub under: Vec<Province>,
    /// The pair that each seat had before it when it took its last card.
    pub seen: [Option<[Province; 2]>; SEATS_MAX],
}

/// What is going on. Every phase waits for somebody or for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A letter of the fixed line-up is drawn.
    DrawLetter { seat: Seat },
    /// The seat that begins the draft is drawn.
    DrawFirst,
    /// A seat takes its turn in the draft.
    Draft(DraftTurn),
    /// The first cubes fall through the tower.
    SeedTower,
    /// An event of the year is drawn.
    DrawYearEvents,
    /// An action card of the season is drawn.
    LayOutActions,
    /// A special card is drawn for the next position.
    LayOutSpecials,
    /// Everyone who has provinces plans.
    Plan(Planning),
    /// The event of the season is drawn.
    DrawEvent,
    /// It is drawn who of those with equal bids comes next.
    RankBids,
    /// The first in the ranking who has none takes a special card.
    PickSpecial,
    /// Orders are carried out.
    Act(Turn),
    /// After the action at this position the card five positions later is
    /// drawn.
    TurnUp {
        /// The position, from 0.
        position: u8,
    },
    /// The revolts of a winter.
    Winter(Winter),
    /// The game is over.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftTurn {
    pub active: Seat,
    pub step: DraftStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftStep {
    /// An open card is drawn.
    Open,
    /// The seat takes a card, or exchanges the open ones.
    Choose,
    /// The seat's blind card is drawn.
    Blind,
    /// The seat puts a group of armies into the province it took.
    Place(Province),
}

/// A seat carries out an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The position of the action card, from 0.
    pub position: u8,
    /// The place of the seat in the order of play, from 0.
    pub place: u8,
    pub task: Task,
}

/// What a seat that carries out an order has to do, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It says where armies march.
    ChooseTarget,
    /// It says how many march.
    ChooseArmies {
        /// Where they march.
        target: Province,
    },
    /// A battle falls through the tower.
    Battle { province: Province },
}

/// The revolts of a seat in winter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winter {
    /// The place of the seat in the order of play, from 0.
    pub place: u8,
    /// The farmers of each revolt beside those of its markers.
    pub farmers: u8,
    /// The provinces that were drawn and are still to be fought for.
    pub revolting: ProvinceSet,
    pub task: WinterTask,
}

/// What is to be done about a seat's revolts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinterTask {
    /// So many more provinces are drawn.
    Draw { left: u8 },
    /// The seat says which revolt comes next.
    Choose,
    /// A revolt falls through the tower.
    Battle { province: Province },
}

impl State {
    /// What belongs to a seat of this table.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub fn holding(&self, province: Province) -> &Holding {
        &self.provinces[province.index()]
    }

    /// The provinces that take part.
    pub fn in_play(&self) -> ProvinceSet {
        ProvinceSet::in_play(self.seats, self.options.side)
    }

    pub fn provinces_of(&self, seat: Seat) -> ProvinceSet {
        Province::all().filter(|province| self.holding(*province).owner == Some(seat)).collect()
    }

    /// The provinces in play that nobody owns: the reserve.
    pub fn neutral(&self) -> ProvinceSet {
        let nobodys = |province: &Province| self.holding(*province).owner.is_none();
        self.in_play().iter().filter(nobodys).collect()
    }

    /// How many tiles of a kind are not on the map.
    pub fn stock(&self, building: Building) -> u8 {
        let built = self.provinces.iter().filter(|h| h.buildings.contains(building)).count();
        TILES[building.index()].saturating_sub(built as u8)
    }

    /// The event cards that were never drawn; nobody knows their order.
    pub fn event_deck(&self) -> EventSet {
        let drawn = self.event.map_or(self.events_open, |event| self.events_open.with(event));
        EventSet::ALL.difference(self.events_gone).difference(drawn)
    }

    /// Who holds a special card this season, once it is taken.
    pub fn holder(&self, special: Special) -> Option<Seat> {
        let position = self.specials.iter().position(|card| *card == Some(special))?;
        self.turn_order[position]
    }

    /// The cards that a seat has, wherever they lie: its provinces and its
    /// chest cards.
    pub fn cards_of(&self, seat: Seat) -> usize {
        self.provinces_of(seat).len() + usize::from(CHEST_CARDS)
    }

    /// The cards of a draft that lie face down above those put under the deck.
    pub fn draft_deck(&self) -> ProvinceSet {
        let open = self.draft.open.iter().flatten();
        let known: ProvinceSet = open.chain(&self.draft.under).copied().collect();
        let taken = match self.phase {
            Phase::Draft(DraftTurn { step: DraftStep::Place(province), .. }) => {
                ProvinceSet::only(province)
            }
            _ => ProvinceSet::EMPTY,
        };
        self.neutral().difference(known).difference(taken)
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn holding_mut(&mut self, province: Province) -> &mut Holding {
        &mut self.provinces[province.index()]
    }
}

impl Player {
    /// All chests, wherever they stand.
    pub fn chests(&self) -> u8 {
        self.chests_open.saturating_add(self.chests_hidden)
    }

    /// Whether a card lies on the board, face up or face down.
    pub fn has_laid(&self, card: Card) -> bool {
        self.plan.space_of(card).or(self.face_up.space_of(card)).is_some()
    }
}

impl Points {
    pub fn total(&self) -> u16 {
        self.provinces.saturating_add(self.buildings).saturating_add(self.majorities)
    }
}

impl Season {
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Spring => Self::Summer,
            Self::Summer => Self::Autumn,
            Self::Autumn => Self::Winter,
            Self::Winter => Self::Spring,
        }
    }
}
