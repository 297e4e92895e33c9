//! Writes the parts of a payment in their order.

use kit_proto::bakufu::shitenno::v1 as pb;
use pb::part::Kind;
use shitenno_rules::{Part, Parts};

use crate::numbers::{of_card, of_element};

/// All parts of a payment.
pub(super) fn parts(parts: &Parts) -> Vec<pb::Part> {
    parts.iter().map(|each| part(*each)).collect()
}

/// One part of a payment.
pub(super) fn part(part: Part) -> pb::Part {
    let kind = match part {
        Part::Card(card) => Kind::Card(of_card(card)),
        Part::Joker(card) => Kind::Joker(of_card(card)),
        Part::Exchange { from, to } => {
            Kind::Exchange(pb::Exchange { from: of_element(from), to: of_element(to) })
        }
        Part::PlusOne(element) => Kind::PlusOne(of_element(element)),
    };
    pb::Part { kind: Some(kind) }
}
