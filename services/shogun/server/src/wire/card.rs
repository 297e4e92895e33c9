//! Cards of the players on the wire.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Plan, PlanFault, Seat, SeatSet};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shogun_rules::{Card, Cards, Chests, Space};

use super::field::{PROVINCE, SEAT, SPACE};

/// Cards on the spaces of a player board.
type Laid = Plan<Card, { Space::COUNT }>;

wire_oneof! {
    pub(super) CARD: pb::Card as Card = kind: pb::card::Kind {
        Province(province: PROVINCE) <=> Card::Province(province),
        ChestCard(chests: CHEST_CARD) <=> Card::Chests(chests),
    }
}

wire_message! {
    LAID_CARD: pb::LaidCard as (Space, Card) = { space: SPACE, card: required(CARD) }
        <=> (space, card);

    SEAT_CARD: pb::SeatCard as (Seat, Option<Card>) = { seat: SEAT, card: optional(CARD) }
        <=> (seat, card)
}

wire_field! {
    CHEST_CARD: i32 as Chests = numbered(
        "names a chest card",
        |place| Chests::new(place as u32),
        |chests| chests.number().into(),
    );

    /// Cards on different spaces, each at most once.
    pub(super) LAID_CARDS: Vec<pb::LaidCard> as Laid = entries(LAID_CARD, Laid::default, lay, laid);

    /// What seats turned up, and which seats these are.
    pub(super) TURNED_UP: Vec<pb::SeatCard> as (SeatSet, Cards) = entries(
        SEAT_CARD,
        <(SeatSet, Cards)>::default,
        turn_up,
        |(seats, cards)| seats.iter().map(|seat| (seat, cards[seat.index()])).collect(),
    );

    /// What was turned up by those seats that had a card.
    pub(super) CARDS: Vec<pb::SeatCard> as Cards = mapped(
        TURNED_UP,
        |(_, cards)| cards,
        |cards| {
            let seats = (0..).map(Seat::from_index).zip(cards).filter(|(_, card)| card.is_some());
            (seats.map(|(seat, _)| seat).collect(), *cards)
        },
    );
}

fn lay(plan: &mut Laid, (space, card): (Space, Card)) -> Read<()> {
    plan.put(space.index(), card).map_err(|fault| match fault {
        PlanFault::CardUsed => Malformed::field("card", "lies on two spaces"),
        _ => Malformed::field("space", "holds two cards"),
    })
}

fn laid(plan: &Laid) -> Vec<(Space, Card)> {
    plan.iter().filter_map(|(index, card)| Some((Space::from_index(index)?, card))).collect()
}

fn turn_up(all: &mut (SeatSet, Cards), (seat, card): (Seat, Option<Card>)) -> Read<()> {
    let (seats, cards) = all;
    if seats.contains(seat) {
        return Err(Malformed::field("seat", "stands there twice"));
    }
    seats.insert(seat);
    cards[seat.index()] = card;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit_conformance::wire::named_numbers;

    use super::*;

    #[test]
    fn chest_cards_have_the_numbers_of_their_names() {
        let cards = Chests::all().map(|it| (it, it.number().to_string()));
        named_numbers("CHEST_CARD", CHEST_CARD, pb::ChestCard::as_str_name, cards);
    }
}
