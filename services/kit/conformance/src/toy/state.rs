//! A position of Envelopes.

use kit_rules::{Seat, SeatCount, SeatSet};

use super::{Card, Pile};

/// How many cards a hand has while envelopes are filled (ENV-2).
const HAND: usize = 3;
/// The most rounds (ENV-10).
pub(super) const ROUNDS_MAX: u32 = 5;

/// Everything there is to know about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How many rounds are played.
    pub rounds: u32,
    /// The round being played, from 1; one more than `rounds` when it is over.
    pub round: u32,
    /// The cards that nobody holds.
    pub pile: Pile,
    /// The players in the order of their seats.
    pub players: Vec<Player>,
}

/// What one seat has before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The cards in the hand, ascending. The one in the envelope is still
    /// among them, so that the size of a hand tells nobody anything.
    pub hand: Vec<Card>,
    /// The card in the envelope.
    pub envelope: Option<Card>,
    /// Whether the envelope is sealed.
    pub sealed: bool,
    /// The cards of the rounds before, in their order.
    pub played: Vec<Card>,
    /// The points won.
    pub points: u32,
}

impl State {
    /// The beginning: all cards in the pile.
    pub(super) fn new(rounds: u32, seats: SeatCount) -> Self {
        let players = vec![Player::default(); seats.get()];
        Self { rounds, round: 1, pile: Pile::FULL, players }
    }

    /// Whether the last round has been played.
    pub fn is_over(&self) -> bool {
        self.round > self.rounds
    }

    /// The seat that the next card is dealt to, if cards are being dealt.
    pub fn dealt_to(&self) -> Option<Seat> {
        let short = |players: &Vec<Player>| players.iter().position(|p| p.hand.len() < HAND);
        if self.is_over() { None } else { short(&self.players).map(Seat::from_index) }
    }

    /// The seats whose envelopes are awaited.
    pub fn awaited(&self) -> SeatSet {
        if self.is_over() || self.dealt_to().is_some() {
            return SeatSet::EMPTY;
        }
        self.seats().filter(|(_, player)| !player.sealed).map(|(seat, _)| seat).collect()
    }

    /// The players with their seats.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.players.iter().enumerate().map(|(index, player)| (Seat::from_index(index), player))
    }

    /// Who has won a round of these cards: the highest that is there once.
    pub(super) fn winner(bids: &[Card]) -> Option<Seat> {
        let unique = |card: &Card| bids.iter().filter(|other| *other == card).count() == 1;
        let best = bids.iter().filter(|card| unique(card)).max()?;
        bids.iter().position(|card| card == best).map(Seat::from_index)
    }

    /// What must hold in a position that is read from outside, so that the
    /// rules can go on from it.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.check_outline()?;
        let mut all = self.pile.clone();
        for player in &self.players {
            if player.hand.iter().chain(&player.played).any(|card| all.put(*card).is_none()) {
                return Err("every card has a face");
            }
            if player.envelope.is_some_and(|card| !player.hand.contains(&card)) {
                return Err("the card in an envelope is in the hand");
            }
            if player.sealed && player.envelope.is_none() {
                return Err("a sealed envelope holds a card");
            }
        }
        if all != Pile::FULL {
            return Err("every card is there exactly once");
        }
        if !self.players.iter().map(|player| player.points).eq(self.points_won()) {
            return Err("points are those of the cards played");
        }
        Ok(())
    }

    /// What must hold even where cards lie face down.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check_outline(&self) -> Result<(), &'static str> {
        let players = &self.players;
        if !(2..=5).contains(&players.len()) {
            return Err("two to five play");
        }
        if !(1..=ROUNDS_MAX).contains(&self.rounds) || !(1..=self.rounds + 1).contains(&self.round)
        {
            return Err("rounds are counted from 1 to 5");
        }
        if players.iter().any(|player| player.played.len() as u32 != self.round - 1) {
            return Err("everybody has played one card a round");
        }
        if players.iter().any(|player| player.hand.len() > HAND || !player.hand.is_sorted()) {
            return Err("a hand has up to three cards, ascending");
        }
        if players.iter().all(|player| player.sealed) {
            return Err("an envelope is still open");
        }
        Ok(())
    }

    fn points_won(&self) -> Vec<u32> {
        let mut points = vec![0; self.players.len()];
        for round in 1..self.round {
            let bids: Vec<Card> =
                self.players.iter().map(|player| player.played[round as usize - 1]).collect();
            if let Some(seat) = Self::winner(&bids) {
                points[seat.index()] += round;
            }
        }
        points
    }
}
