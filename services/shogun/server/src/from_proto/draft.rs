//! Reads the cards of the draft.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::SeatCount;
use kit_rules_server::Malformed;
use shogun_rules::{Draft, DraftStep, Province, SEATS_MAX};

use super::field::{ITSELF, Read, both, each, province, unique};
use super::phase::{at_table, stray};
use super::state::Eyes;

/// The cards of the draft; an absent one is over or not begun. What was put
/// under the deck is for the rules alone.
pub(super) fn draft(message: &pb::State, seats: SeatCount, eyes: Eyes) -> Read<Draft> {
    let Some(message) = &message.draft else { return Ok(Draft::default()) };
    let under = match eyes {
        Eyes::Rules => unique("under", &message.under, |number| province(ITSELF, number)),
        Eyes::Viewer(_) => Ok(Vec::new()),
    };
    let ((open, under), seen) = both(both(open(&message.open), under), seen(&message.seen, seats))
        .map_err(|faults| faults.inside("draft"))?;
    Ok(Draft { open, under, seen })
}

/// What the active seat has to do.
pub(super) fn step(message: &pb::Draft) -> Read<DraftStep> {
    use pb::DraftStep as S;
    let step = match S::try_from(message.step).unwrap_or(S::Unspecified) {
        S::Unspecified => Err(Malformed::field("step", "tells what is to be done")),
        S::Place => province("taken", message.taken).map(DraftStep::Place),
        _ if message.taken != 0 => Err(stray("taken")),
        S::Open => Ok(DraftStep::Open),
        S::Choose => Ok(DraftStep::Choose),
        S::Blind => Ok(DraftStep::Blind),
    };
    step.map_err(|faults| faults.inside("draft"))
}

fn open(numbers: &[i32]) -> Read<[Option<Province>; 2]> {
    let places = each("open", numbers, |number| match number {
        0 => Ok(None),
        number => province(ITSELF, *number).map(Some),
    })?;
    places.try_into().map_err(|_| Malformed::field("open", "has two places"))
}

fn seen(messages: &[pb::SeenPair], seats: SeatCount) -> Read<[Option<[Province; 2]>; SEATS_MAX]> {
    let mut all = [None; SEATS_MAX];
    each("seen", messages, |message| {
        let pair = both(province("lower", message.lower), province("higher", message.higher));
        let (seat, (lower, higher)) = both(at_table("seat", message.seat, seats), pair)?;
        if all[seat.index()].is_some() {
            return Err(Malformed::field("seat", "stands there twice"));
        }
        all[seat.index()] = Some([lower, higher]);
        Ok(())
    })?;
    Ok(all)
}
