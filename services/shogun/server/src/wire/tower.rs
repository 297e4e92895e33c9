//! Cubes on the wire, and the tower with those inside it.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shogun_rules::{Cube, Cubes, Shelf, Tower, TowerStage};

use super::field::{COUNT, SEAT};

wire_field! {
    /// A cube is the seat of its owner, or zero for a farmer.
    CUBE: u32 as Cube = mapped(
        or_none(SEAT),
        |owner| owner.map_or(Cube::FARMER, Cube::army),
        |cube| cube.owner(),
    );

    /// The colours of which there are any; farmers, who have no seat, come first.
    pub(super) CUBES: Vec<pb::CubeCount> as Cubes =
        entries(CUBE_COUNT, Cubes::default, put, farmers_first);
}

wire_message! {
    CUBE_COUNT: pb::CubeCount as (Cube, u8) = {
        seat: CUBE,
        count: checked(COUNT, "is at least 1", |count| *count > 0),
    } <=> (seat, count);

    pub(super) TOWER: pb::Tower as Tower = {
        upper: list_of(CUBE),
        lower: list_of(CUBE),
        falling: list_of(CUBE),
        passed: list_of(CUBE),
        ..stage: STAGE
    } <=> Tower { upper, lower, falling, passed, stage }
}

wire_cases! {
    STAGE: pb::Tower as TowerStage = stage: pb::TowerStage, "tells how far a throw is" {
        Still {} <=> TowerStage::Still,
        Mix { next: at_most(u16::MAX) } <=> TowerStage::Mix { last: next },
        FallUpper { next: at_most(u16::MAX), has_hit: plain() }
            <=> TowerStage::Fall { shelf: Shelf::Upper, next, has_hit },
        FallLower { next: at_most(u16::MAX), has_hit: plain() }
            <=> TowerStage::Fall { shelf: Shelf::Lower, next, has_hit },
    }
}

fn put(cubes: &mut Cubes, (cube, count): (Cube, u8)) -> Read<()> {
    let before = std::mem::replace(&mut cubes[cube], count);
    if before == 0 { Ok(()) } else { Err(Malformed::field("seat", "repeats a colour")) }
}

fn farmers_first(cubes: &Cubes) -> Vec<(Cube, u8)> {
    let mut counts: Vec<_> = cubes.iter().collect();
    counts.sort_by_key(|(cube, _)| cube.owner());
    counts
}
