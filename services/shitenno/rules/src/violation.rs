//! Refusals. Each knows its rule and tells what to do instead, and none speaks
//! of anything that the acting seat cannot see.

use crate::{Card, Element, LotName, Mode, Part, Province, Title};

/// What comes of a step.
pub(crate) type Applied = Result<(), Violation>;

/// Why the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    #[error("Shitennō is played by two, three or four; open a table of that size")]
    TableSize,
    #[error("no such number is to be drawn now")]
    NoSuchDraw,
    #[error("the game is over; start another")]
    GameIsOver,
    #[error("another seat is to act; wait for your turn")]
    NotOnTurn,

    #[error("this waits for the odd year; finish the division first")]
    WaitForOddYear,
    #[error("the division of this round is over; control provinces or end the turn")]
    DivisionIsOver,
    #[error("one lot is formed at a time; use lot A")]
    OneLotAtATime,
    #[error("no lot is on offer yet; put a title and any cards on one and offer it")]
    NothingOffered,
    #[error("the {tile} is not among the titles left; choose another")]
    TitleIsGone { tile: Title },
    #[error("{lot} has its title already; take that off first")]
    LotHasTitle { lot: LotName, split: bool },
    #[error("{lot} has no title to take off")]
    LotHasNoTitle { lot: LotName, split: bool },
    #[error("{card} is not among the cards left; choose another")]
    CardIsGone { card: Card, split: bool },
    #[error("{card} is not in {lot}; take off a card that is")]
    CardNotInLot { lot: LotName, card: Card, split: bool },
    #[error("{lot} needs one title; put one on it")]
    LotNeedsTitle { lot: LotName, split: bool },
    #[error("{lot} needs a card at this table; put one on it")]
    LotNeedsCard { lot: LotName, split: bool },
    #[error("answer the offer first; accept or refuse the lot")]
    AnswerFirst,
    #[error("the last two lots are made together, and nobody refuses; present both")]
    LastTwoLots,
    #[error("all cards of lot B that are not wanted there go on lot A; name lot A")]
    RestIsLotB,
    #[error("two lots are up for choice; choose lot A or lot B")]
    ChooseFirst,

    #[error("a control action has begun; pay for it or take it back first")]
    FinishPayment,
    #[error("no control action has begun; choose a province and how to pay")]
    NoPlan,
    #[error("two kamon were placed this year; end the turn")]
    EnoughPlaced,
    #[error("no kamon is left in your supply; end the turn")]
    SupplyIsEmpty,
    #[error("{province} has four kamon and takes no more; choose another province")]
    ProvinceIsFull { province: Province },
    #[error("your cards and tiles do not give what {province} asks for; choose another")]
    CannotPay { province: Province, mode: Mode, last_position: bool },
    #[error("{card} is not in your hand, or set out already; choose another card")]
    CardNotInHand { card: Card },
    #[error("cards and the joker come before tiles; take the tiles back first")]
    CardAfterTile,
    #[error("a payment is either troops or koku, and no exchange tile is left to change {card}")]
    WrongSort { card: Card },
    #[error("only the Hatamoto has a joker; pay with cards and tiles")]
    NotHatamoto,
    #[error("the joker was used this turn; pay with cards and tiles")]
    JokerIsUsed,
    #[error("the joker does not stand for {card} at this table; name another card")]
    JokerIsNoSuchCard { card: Card },
    #[error("the joker does not help to pay in koku at this table; pay with cards and tiles")]
    JokerIsNoKoku,
    #[error("no such tile of yours is left; pay with what you have")]
    NoTileLeft,
    #[error("exchanges come before +1 at this table; take the +1 back first")]
    ExchangesFirst,
    #[error("no {from} is there that could become {to}; name an element that is set out")]
    NothingToExchange { from: Element, to: Element },
    #[error("no {element} is there that could count once more; name an element that is set out")]
    NothingToCount { element: Element },
    #[error("a +1 adds to a koku card at this table; set one out first")]
    NoKokuCard,
    #[error("with this the payment could not be finished any more; choose another part")]
    LeadsNowhere { part: Part },
    #[error("the payment could do without one of its parts; leave out what is not needed")]
    Wasteful,
    #[error("the payment does not give what {province} asks for yet; add to it")]
    NotPaid { province: Province, mode: Mode, last_position: bool },
    #[error("you have no draw tile; control a province or end the turn")]
    NoDrawTile,
    #[error("no troop card is left to draw; keep the tile")]
    NoTroopCards,

    #[error("only the Sensei gilds, when the turn has ended")]
    NothingToGild,
    #[error("the turn has ended; gild one of your kamon or decline")]
    GildFirst,
    #[error("no kamon of yours is on position {position} of {province}; choose one that is yours")]
    NotYourKamon { province: Province, position: u8 },
    #[error("the kamon on position {position} of {province} is golden; choose a simple one")]
    AlreadyGolden { province: Province, position: u8 },
}

impl kit_rules::Violation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::TableSize => "SHI-1.1",
            Self::NoSuchDraw => "SHI-11.1",
            Self::GameIsOver => "SHI-9.1",
            Self::NotOnTurn => "SHI-5.1",
            Self::WaitForOddYear => "SHI-4.17",
            Self::DivisionIsOver => "SHI-1.3",
            Self::OneLotAtATime => "SHI-4.5",
            Self::NothingOffered | Self::AnswerFirst => "SHI-4.6",
            Self::TitleIsGone { .. } => "SHI-4.3",
            Self::LotHasTitle { split, .. }
            | Self::LotHasNoTitle { split, .. }
            | Self::CardIsGone { split, .. }
            | Self::CardNotInLot { split, .. }
            | Self::LotNeedsTitle { split, .. }
            | Self::LotNeedsCard { split, .. } => {
                if *split {
                    "SHI-4.10"
                } else {
                    "SHI-4.5"
                }
            }
            Self::LastTwoLots | Self::RestIsLotB | Self::ChooseFirst => "SHI-4.10",
            Self::FinishPayment => "SHI-6.11",
            Self::NoPlan => "SHI-5.3",
            Self::EnoughPlaced => "SHI-5.2",
            Self::SupplyIsEmpty => "SHI-5.12",
            Self::ProvinceIsFull { .. } => "SHI-5.5",
            Self::CannotPay { mode, last_position, .. }
            | Self::NotPaid { mode, last_position, .. } => match (mode, last_position) {
                (Mode::Koku, _) => "SHI-6.4",
                (Mode::Troops, true) => "SHI-6.3",
                (Mode::Troops, false) => "SHI-6.2",
            },
            Self::CardNotInHand { .. } => "SHI-6.5",
            Self::CardAfterTile => "SHI-6.7",
            Self::WrongSort { .. } => "SHI-6.1",
            Self::NotHatamoto | Self::JokerIsUsed | Self::JokerIsNoSuchCard { .. } => "SHI-8.4",
            Self::JokerIsNoKoku => "SHI-8.6",
            Self::NoTileLeft => "SHI-7.1",
            Self::ExchangesFirst => "SHI-7.3",
            Self::NothingToExchange { .. } => "SHI-7.4",
            Self::NothingToCount { .. } => "SHI-7.5",
            Self::NoKokuCard => "SHI-7.8",
            Self::LeadsNowhere { .. } => "SHI-6.8",
            Self::Wasteful => "SHI-6.9",
            Self::NoDrawTile | Self::NoTroopCards => "SHI-7.6",
            Self::NothingToGild
            | Self::GildFirst
            | Self::NotYourKamon { .. }
            | Self::AlreadyGolden { .. } => "SHI-8.3",
        }
    }
}
