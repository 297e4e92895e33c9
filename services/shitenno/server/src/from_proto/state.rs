//! Reads positions, complete or as a viewer sees them.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use shitenno_rules::{Cards, Deck, Kamon, Land, Lot, POSITIONS, Plan, Province, State, Tiles, Top};

use super::field::{
    ITSELF, Read, at_table, bonus, both, count, each, mode, or_none, position, province, required,
    title, troop,
};
use super::inconsistent::inconsistent;
use super::options::options;
use super::part::parts;
use super::phase::{check_active, phase};
use super::pile::{bonuses, cards, koku_cards, tiles, titles, troop_cards};
use super::player::{Eyes, players, seat_count};

/// A complete position.
pub(crate) fn state(message: &pb::State) -> Read<State> {
    let state = position_of(message, Eyes::Rules)?;
    state.check().map_err(|fault| inconsistent(&fault))?;
    check_active(message, &state)?;
    Ok(state)
}

/// What a seat, or a spectator, sees of a position. The cards of others, both
/// decks, tiles that nobody knows and what others prepare are empty in it, even
/// if the message tells them.
pub(crate) fn view(message: &pb::State, viewer: Option<Seat>) -> Read<State> {
    let state = position_of(message, Eyes::Viewer(viewer))?;
    state.check_view(viewer).map_err(|fault| inconsistent(&fault))?;
    check_active(message, &state)?;
    Ok(state)
}

fn position_of(message: &pb::State, eyes: Eyes) -> Read<State> {
    // The number of players decides what else is possible, so it comes first.
    let seats = seat_count(message.players.len())?;
    let options = required("options", &message.options)
        .and_then(|message| options(message).map_err(|faults| faults.inside("options")));
    let table = both(
        both(options, phase(message, seats)),
        both(count("round", message.round, u8::MAX), players(&message.players, eyes)),
    );
    let board = both(
        lands(&message.lands, seats),
        both(bonuses("used_tiles", &message.used_tiles), plan(&message.plan, message, eyes)),
    );
    let division = both(
        both(cards("stock", &message.stock), titles("hierarchy", &message.hierarchy)),
        both(lot("lot_a", &message.lot_a), lot("lot_b", &message.lot_b)),
    );
    let spent = both(
        troop_cards("discard", &message.discard),
        koku_cards("spent_koku", &message.spent_koku),
    );
    let ((table, board), ((division, spent), secrets)) =
        both(both(table, board), both(both(division, spent), secrets(message, eyes)))?;
    let ((options, phase), (round, players)) = table;
    let (provinces, (used_tiles, plan)) = board;
    let ((stock, hierarchy), (lot_a, lot_b)) = division;
    let (discard, spent_koku) = spent;
    let ((troop_deck, koku_deck), unseen_tiles) = secrets;
    Ok(State {
        options,
        seats,
        round,
        phase,
        troop_deck,
        koku_deck,
        discard,
        spent_koku,
        unseen_tiles,
        used_tiles,
        stock,
        hierarchy,
        lots: [lot_a, lot_b],
        provinces,
        plan,
        players,
    })
}

/// What nobody sees: the decks, of which everyone knows the size, and the
/// tiles below the upper ones.
fn secrets(message: &pb::State, eyes: Eyes) -> Read<((Deck, Deck), Tiles)> {
    let Eyes::Rules = eyes else {
        let troops = Cards::all_troops().total() as u8;
        let koku = Cards::all_koku().total() as u8;
        let sizes = both(
            count("troop_deck", message.troop_deck.len() as u32, troops),
            count("koku_deck", message.koku_deck.len() as u32, koku),
        );
        let face_down = |count| Deck { cards: Cards::EMPTY, count };
        return sizes.map(|(troops, koku)| ((face_down(troops), face_down(koku)), Tiles::EMPTY));
    };
    let decks = both(
        troop_cards("troop_deck", &message.troop_deck),
        koku_cards("koku_deck", &message.koku_deck),
    );
    both(decks, tiles("unseen_tiles", &message.unseen_tiles))
        .map(|((troops, koku), tiles)| ((Deck::of(troops), Deck::of(koku)), tiles))
}

/// The control action in preparation, for those who may know of it.
fn plan(message: &Option<pb::Plan>, state: &pb::State, eyes: Eyes) -> Read<Option<Plan>> {
    let Some(message) = message else { return Ok(None) };
    let owner = Seat::new(message.seat);
    if owner.map(Seat::number) != Some(state.active_seat) {
        return Err(Malformed::field("plan.seat", "is the active seat"));
    }
    if !owner.is_some_and(|owner| eyes.see(owner)) {
        return Ok(None);
    }
    let ((province, mode), parts) = both(
        both(province("province", message.province), mode("mode", message.mode)),
        parts("parts", &message.parts),
    )
    .map_err(|malformed| malformed.inside("plan"))?;
    Ok(Some(Plan { province, mode, parts }))
}

fn lot(field: &str, message: &Option<pb::Lot>) -> Read<Lot> {
    let Some(message) = message else { return Ok(Lot::default()) };
    let tile = or_none(message.tile, |number| title("tile", number));
    let (tile, cards) =
        both(tile, cards("cards", &message.cards)).map_err(|malformed| malformed.inside(field))?;
    if tile.is_none() && cards.is_empty() {
        return Err(Malformed::field(field, "is absent while it is empty"));
    }
    Ok(Lot { tile, cards })
}

fn lands(messages: &[pb::Land], seats: SeatCount) -> Read<[Land; Province::COUNT]> {
    if messages.len() != Province::COUNT {
        let why = format!("has {} provinces", Province::COUNT);
        return Err(Malformed::field("lands", why));
    }
    let mut due = Province::all();
    let lands = each("lands", messages, |message| {
        let due = due.next();
        let named = province("province", message.province).and_then(|province| {
            if due == Some(province) {
                return Ok(());
            }
            Err(Malformed::field("province", "ascends from the first to the last"))
        });
        both(named, land(message, seats)).map(|((), land)| land)
    })?;
    let mut all = [Land::default(); Province::COUNT];
    all.copy_from_slice(&lands);
    Ok(all)
}

fn land(message: &pb::Land, seats: SeatCount) -> Read<Land> {
    if message.kamon.len() > POSITIONS {
        return Err(Malformed::field("kamon", format!("has at most {POSITIONS} kamon")));
    }
    let owners = each("kamon", &message.kamon, |number| at_table(ITSELF, *number, seats));
    let golden = each("golden", &message.golden, |number| position(ITSELF, *number));
    let face = or_none(message.top_face, |number| troop("top_face", number));
    let below = or_none(message.top_bonus, |number| bonus("top_bonus", number));
    let ((owners, golden), (face, below)) = both(both(owners, golden), both(face, below))?;
    if face.is_none() && below.is_some() {
        return Err(Malformed::field("top_bonus", "is absent where no tile lies"));
    }
    let mut kamon = [None; POSITIONS];
    for (place, seat) in kamon.iter_mut().zip(owners) {
        *place = Some(Kamon { seat, golden: false });
    }
    gild(&mut kamon, &golden)?;
    Ok(Land { kamon, top: face.map(|face| Top { face, bonus: below }) })
}

fn gild(kamon: &mut [Option<Kamon>; POSITIONS], golden: &[u8]) -> Read<()> {
    each("golden", golden, |position| match &mut kamon[usize::from(position - 1)] {
        Some(kamon) if !kamon.golden => {
            kamon.golden = true;
            Ok(())
        }
        Some(_) => Err(Malformed::field(ITSELF, "repeats a position")),
        None => Err(Malformed::field(ITSELF, "is a position with a kamon")),
    })
    .map(drop)
}
