//! Reads what belongs to the players, and what a viewer may see of it.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use shitenno_rules::{Cards, LastPoints, Player, SEATS_MAX};

use super::field::{Read, both, count, each, or_none, points, title};
use super::pile::{bonuses, cards, koku_cards, troop_cards};

/// For whom a position is read.
#[derive(Clone, Copy)]
pub(super) enum Eyes {
    /// For the rules, which know everything.
    Rules,
    /// For a seat, or for a spectator.
    Viewer(Option<Seat>),
}

impl Eyes {
    /// Whether they see what only its owner may see.
    pub(super) fn see(self, owner: Seat) -> bool {
        match self {
            Self::Rules => true,
            Self::Viewer(viewer) => viewer == Some(owner),
        }
    }
}

/// The size of a table with so many players.
pub(super) fn seat_count(players: usize) -> Read<SeatCount> {
    SeatCount::new(players as u32)
        .filter(|_| (2..=SEATS_MAX).contains(&players))
        .ok_or_else(|| Malformed::field("players", format!("has 2 to {SEATS_MAX} players")))
}

/// All players; places beyond the table are empty.
pub(super) fn players(messages: &[pb::Player], eyes: Eyes) -> Read<[Player; SEATS_MAX]> {
    let mut due = 0;
    let players = each("players", messages, |message| {
        due += 1;
        let seat = if message.seat == due {
            Ok(())
        } else {
            Err(Malformed::field("seat", format!("is {due} at this place")))
        };
        both(seat, player(message, eyes)).map(|((), player)| player)
    })?;
    let mut all = [Player::default(); SEATS_MAX];
    for (place, player) in all.iter_mut().zip(players) {
        *place = player;
    }
    Ok(all)
}

fn player(message: &pb::Player, eyes: Eyes) -> Read<Player> {
    let titles = both(
        or_none(message.title, |number| title("title", number)),
        or_none(message.tile, |number| title("tile", number)),
    );
    let tokens = both(
        bonuses("bonuses", &message.bonuses),
        both(count("supply", message.supply, u8::MAX), points("points", message.points)),
    );
    let shown = cards("shown_cards", &message.shown_cards);
    let ((hand, shown_hand), ((titles, tokens), last_points)) = both(
        both(hand(message, eyes), shown),
        both(both(titles, tokens), last_points(&message.last_points)),
    )?;
    let ((title, tile), (bonuses, (supply, points))) = (titles, tokens);
    Ok(Player { hand, shown_hand, title, tile, bonuses, supply, points, last_points })
}

fn hand(message: &pb::Player, eyes: Eyes) -> Read<Cards> {
    if !Seat::new(message.seat).is_some_and(|seat| eyes.see(seat)) {
        return Ok(Cards::EMPTY);
    }
    let troops = troop_cards("troop_cards", &message.troop_cards);
    let (mut hand, mut koku) = both(troops, koku_cards("koku_cards", &message.koku_cards))?;
    hand.take_all(&mut koku);
    Ok(hand)
}

fn last_points(message: &Option<pb::LastPoints>) -> Read<LastPoints> {
    let Some(message) = message else { return Ok(LastPoints::default()) };
    let ((koku, tiles), majorities) = both(
        both(points("koku", message.koku), points("tiles", message.tiles)),
        points("majorities", message.majorities),
    )
    .map_err(|malformed| malformed.inside("last_points"))?;
    if (koku, tiles, majorities) == (0, 0, 0) {
        return Err(Malformed::field("last_points", "is absent while there are none"));
    }
    Ok(LastPoints { koku, tiles, majorities })
}
