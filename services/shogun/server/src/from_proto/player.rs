//! Reads what belongs to the players.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Plan, PlanFault, Seat};
use kit_rules_server::Malformed;
use shogun_rules::{Card, Player, Points, SEATS_MAX, Space};

use super::field::{Read, both, byte, card, each, points, space, spaces};
use super::state::Eyes;

/// The players in seat order. What the reader may not know of them is empty,
/// even if the message tells it.
pub(super) fn players(messages: &[pb::Player], eyes: Eyes) -> Read<[Player; SEATS_MAX]> {
    let mut all = [Player::default(); SEATS_MAX];
    let mut due = 0;
    each("players", messages, |message| {
        due += 1;
        let number = match message.seat {
            number if number == due => Ok(()),
            _ => Err(Malformed::field("seat", format!("is {due} at this place"))),
        };
        let ((), player) = both(number, player(message, eyes))?;
        if let Some(place) = all.get_mut(due as usize - 1) {
            *place = player;
        }
        Ok(())
    })?;
    Ok(all)
}

fn player(message: &pb::Player, eyes: Eyes) -> Read<Player> {
    let is_known = Seat::new(message.seat).is_some_and(|seat| eyes.see(seat));
    let (plan, chests_hidden) = if is_known {
        (cards("plan", &message.plan), byte("chests_hidden", message.chests_hidden))
    } else {
        (Ok(Plan::default()), Ok(0))
    };
    let chests = both(byte("chests_open", message.chests_open), chests_hidden);
    let counts = both(byte("supply", message.supply), byte("rice", message.rice));
    let laid = both(
        both(plan, spaces("face_down", &message.face_down)),
        cards("face_up", &message.face_up),
    );
    let (((supply, rice), (chests_open, chests_hidden)), (points, ((plan, face_down), face_up))) =
        both(both(counts, chests), both(all_points(&message.points), laid))?;
    Ok(Player { supply, chests_open, chests_hidden, rice, points, plan, face_down, face_up })
}

fn all_points(message: &Option<pb::Points>) -> Read<Points> {
    let Some(message) = message else { return Ok(Points::default()) };
    let ((provinces, buildings), majorities) = both(
        both(points("provinces", message.provinces), points("buildings", message.buildings)),
        points("majorities", message.majorities),
    )
    .map_err(|faults| faults.inside("points"))?;
    Ok(Points { provinces, buildings, majorities })
}

/// Cards on different spaces, each at most once.
fn cards(field: &str, messages: &[pb::LaidCard]) -> Read<Plan<Card, { Space::COUNT }>> {
    let mut plan = Plan::default();
    each(field, messages, |message| {
        let (space, card) = both(space("space", message.space), card("card", &message.card))?;
        plan.put(space.index(), card).map_err(|fault| match fault {
            PlanFault::CardUsed => Malformed::field("card", "lies on two spaces"),
            _ => Malformed::field("space", "holds two cards"),
        })
    })?;
    Ok(plan)
}
