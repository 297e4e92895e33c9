//! Reads what is inside the tower.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use shogun_rules::{Cube, Shelf, Tower, TowerStage};

use super::field::{ITSELF, Read, both, each, named, seat_or_nobody};

/// The tower; an absent one is empty.
pub(super) fn tower(message: &Option<pb::Tower>) -> Read<Tower> {
    let Some(message) = message else { return Ok(Tower::default()) };
    read(message).map_err(|faults| faults.inside("tower"))
}

fn read(message: &pb::Tower) -> Read<Tower> {
    let shelves = both(cubes("upper", &message.upper), cubes("lower", &message.lower));
    let throw = both(cubes("falling", &message.falling), cubes("passed", &message.passed));
    let (((upper, lower), (falling, passed)), stage) = both(both(shelves, throw), stage(message))?;
    Ok(Tower { upper, lower, falling, passed, stage })
}

fn cubes(field: &str, owners: &[u32]) -> Read<Vec<Cube>> {
    each(field, owners, |owner| {
        seat_or_nobody(ITSELF, *owner).map(|owner| owner.map_or(Cube::FARMER, Cube::army))
    })
}

fn stage(message: &pb::Tower) -> Read<TowerStage> {
    use pb::TowerStage as S;
    let next = named("next", u16::try_from(message.next).ok(), "is the place of a falling cube");
    let has_hit = message.has_hit;
    let falls = |shelf| next.clone().map(|next| TowerStage::Fall { shelf, next, has_hit });
    match S::try_from(message.stage).unwrap_or(S::Unspecified) {
        S::Unspecified => Err(Malformed::field("stage", "tells how far a throw is")),
        S::FallUpper => falls(Shelf::Upper),
        S::FallLower => falls(Shelf::Lower),
        S::Still | S::Mix if has_hit => {
            Err(Malformed::field("has_hit", "belongs to a falling cube"))
        }
        S::Mix => next.map(|last| TowerStage::Mix { last }),
        S::Still if message.next != 0 => Err(Malformed::field("next", "belongs to a throw")),
        S::Still => Ok(TowerStage::Still),
    }
}
