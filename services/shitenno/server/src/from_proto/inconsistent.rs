//! Where somebody would look first for what does not fit together.

use kit_rules_server::Malformed;
use shitenno_rules::Inconsistent;

/// The fault under the field where it would be looked for first.
pub(crate) fn inconsistent(fault: &Inconsistent) -> Malformed {
    let field = match fault {
        Inconsistent::TableSize | Inconsistent::Seats | Inconsistent::Titles => {
            "players".to_owned()
        }
        Inconsistent::Round => "round".to_owned(),
        Inconsistent::Kamon { province } => format!("lands[{}].kamon", province.index()),
        Inconsistent::Gate { province } => format!("lands[{}].top_face", province.index()),
        Inconsistent::Supply { seat } => format!("players[{}]", seat.index()),
        Inconsistent::Hand { seat } => format!("players[{}].troop_cards", seat.index()),
        Inconsistent::Tiles => "unseen_tiles".to_owned(),
        Inconsistent::Division => "hierarchy".to_owned(),
        Inconsistent::Cards { card } if card.is_koku() => "koku_deck".to_owned(),
        Inconsistent::Decks | Inconsistent::Cards { .. } => "troop_deck".to_owned(),
        Inconsistent::Turn => "turn".to_owned(),
        Inconsistent::Plan => "plan".to_owned(),
        Inconsistent::End => "phase".to_owned(),
    };
    Malformed::field(field, fault.to_string())
}
