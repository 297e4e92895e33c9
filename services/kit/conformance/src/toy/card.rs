//! Cards and the pile they are drawn from (ENV-1).

use std::fmt;

/// How many different cards there are.
const FACES: usize = 7;
/// How many copies of each card there are.
const COPIES: u8 = 6;

/// A card, 1 to 7, or one whose face can't be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// A card that lies face down, as others see a hand.
    pub const FACE_DOWN: Self = Self(0);

    /// The card with this number, if there is one.
    pub fn new(number: u32) -> Option<Self> {
        (1..=FACES as u32).contains(&number).then_some(Self(number as u8))
    }

    /// The number on the card; zero if it lies face down.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The cards that nobody holds: how many of each, in no order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pile {
    /// The copies of card 1, of card 2, and so on.
    pub copies: [u8; FACES],
}

impl Pile {
    /// All cards.
    pub const FULL: Self = Self { copies: [COPIES; FACES] };
    /// No cards.
    pub const EMPTY: Self = Self { copies: [0; FACES] };

    /// The number of cards.
    pub fn len(&self) -> u32 {
        self.copies.iter().map(|copies| u32::from(*copies)).sum()
    }

    /// Whether no card is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes a card out, counted from the lowest.
    ///
    /// # Panics
    /// If there are not more than `index` cards.
    pub fn draw(&mut self, index: u32) -> Card {
        let mut index = index;
        for (face, copies) in self.copies.iter_mut().enumerate() {
            if index < u32::from(*copies) {
                *copies -= 1;
                return Card(face as u8 + 1);
            }
            index -= u32::from(*copies);
        }
        panic!("a draw is below the number of cards in the pile");
    }

    /// Puts a card back. Cards that lie face down and copies beyond all bounds
    /// have no place: `None`.
    pub fn put(&mut self, card: Card) -> Option<()> {
        let copies = self.copies.get_mut(usize::from(card.0).checked_sub(1)?)?;
        *copies = copies.checked_add(1)?;
        Some(())
    }
}
