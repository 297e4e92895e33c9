//! Provinces on the wire, with their kamon and the upper tile of their gate.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::codec::*;
use shitenno_rules::{Bonus, Kamon, Land, POSITIONS, Province, Top, Troop};

use super::field::{BONUS, POSITION, TROOP};
use super::pile::up_to;

wire_field! {
    pub(super) lands(seats: SeatCount): Vec<pb::Land> as [Land; Province::COUNT] =
        in_order(Province::COUNT, move |place| land(place, seats));
}

type Fields = (Vec<Seat>, Vec<u8>, Option<Troop>, Option<Bonus>);

wire_message! {
    land(place: usize, seats: SeatCount): pb::Land as Land = {
        province as (): exactly(place as i32 + 1),
        ..land: refined(fields(seats), laid_out, taken_apart)
    } <=> (land);

    fields(seats: SeatCount): pb::Land as Fields = {
        kamon: up_to(POSITIONS, list_of(at_table(seats))),
        golden: distinct(POSITION),
        top_face: or_none(TROOP),
        top_bonus: or_none(BONUS),
        ..
    } <=> (kamon, golden, top_face, top_bonus)
}

fn laid_out((owners, golden, face, bonus): Fields) -> Read<Land> {
    let mut faults = Faults::default();
    let mut kamon = [None; POSITIONS];
    for (place, seat) in kamon.iter_mut().zip(owners) {
        *place = Some(Kamon { seat, golden: false });
    }
    for (index, position) in golden.into_iter().enumerate() {
        match &mut kamon[usize::from(position - 1)] {
            Some(kamon) => kamon.golden = true,
            None => faults.add(&format!("golden[{index}]"), "is a position with a kamon"),
        }
    }
    if face.is_none() && bonus.is_some() {
        faults.add("top_bonus", "is absent where no tile lies");
    }
    faults.or(Land { kamon, top: face.map(|face| Top { face, bonus }) })
}

fn taken_apart(land: &Land) -> Fields {
    let kamon = || land.kamon.iter().flatten();
    let golden = (1..).zip(kamon()).filter(|(_, kamon)| kamon.golden);
    (
        kamon().map(|kamon| kamon.seat).collect(),
        golden.map(|(position, _)| position).collect(),
        land.top.map(|top| top.face),
        land.top.and_then(|top| top.bonus),
    )
}
