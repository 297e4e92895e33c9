//! Reads the parts of a payment.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::Malformed;
use pb::part::Kind;
use shitenno_rules::{Element, Part, Parts};

use super::field::{Read, both, card, each, element, required, troop_card};

/// All parts of a payment in their order.
pub(super) fn parts(field: &str, messages: &[pb::Part]) -> Read<Parts> {
    if messages.len() > Parts::MAX {
        let why = format!("has at most {} parts", Parts::MAX);
        return Err(Malformed::field(field, why));
    }
    each(field, messages, part).map(|parts| parts.into_iter().collect())
}

/// A part that has to be there.
pub(super) fn required_part(field: &str, message: &Option<pb::Part>) -> Read<Part> {
    part(required(field, message)?).map_err(|malformed| malformed.inside(field))
}

/// What is exchanged, and what it becomes.
pub(super) fn exchange(from: i32, to: i32) -> Read<(Element, Element)> {
    both(element("from", from), element("to", to))
}

fn part(message: &pb::Part) -> Read<Part> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of part"))?;
    match kind {
        Kind::Card(number) => card("card", *number).map(Part::Card),
        Kind::Joker(number) => troop_card("joker", *number).map(Part::Joker),
        Kind::Exchange(m) => exchange(m.from, m.to)
            .map(|(from, to)| Part::Exchange { from, to })
            .map_err(|malformed| malformed.inside("exchange")),
        Kind::PlusOne(number) => element("plus_one", *number).map(Part::PlusOne),
    }
}
