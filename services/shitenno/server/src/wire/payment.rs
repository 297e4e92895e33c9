//! Payments on the wire, announced or in preparation.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::codec::*;
use shitenno_rules::{Part, Parts, Plan};

use super::field::{CARD, ELEMENT, MODE, PROVINCE, TROOP_CARD, known_seat};
use super::pile::up_to;

wire_oneof! {
    pub(super) PART: pb::Part as Part = kind: pb::part::Kind {
        Card(card: CARD) <=> Part::Card(card),
        Joker(card: TROOP_CARD) <=> Part::Joker(card),
        Exchange { from: ELEMENT, to: ELEMENT } <=> Part::Exchange { from, to },
        PlusOne(element: ELEMENT) <=> Part::PlusOne(element),
    }
}

wire_field! {
    pub(super) PARTS: Vec<pb::Part> as Parts = up_to(
        Parts::MAX,
        mapped(list_of(PART), |parts| parts.into_iter().collect(), |parts: &Parts| parts.to_vec()),
    );

    /// The control action in preparation, which is always the one of the active
    /// seat. Whoever may not know of it reads none.
    pub(super) plan(seats: SeatCount, active: Option<Seat>, known: bool):
        Option<pb::Plan> as Option<Plan> = with(
        optional(own_plan(seats, active)),
        move |own, message: &Option<pb::Plan>| {
            if known {
                return own.read(message);
            }
            optional(plan_seat(seats, active)).read(message).map(|_| None)
        },
        |own, plan| own.write(plan),
    );
}

wire_message! {
    own_plan(seats: SeatCount, active: Option<Seat>): pb::Plan as Plan = {
        seat as (): known_seat(seats, active),
        province: PROVINCE,
        mode: MODE,
        parts: PARTS,
    } <=> Plan { province, mode, parts };

    plan_seat(seats: SeatCount, active: Option<Seat>): pb::Plan as () = {
        seat as (): known_seat(seats, active),
        ..
    } <=> ()
}
