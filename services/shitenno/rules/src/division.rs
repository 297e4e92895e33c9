//! The even year: cards are drawn, lots are formed, offered and split.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::options::Refill;
use crate::state::{Lot, LotName, Phase, State};
use crate::{Action, Applied, Card, Cards, Event, TableFacts, Title, Violation, turn};

/// Begins a round with its even year.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    state.round += 1;
    state.phase = Phase::DrawStock;
    draw_on(state, events);
}

/// The deck that the next card of the stock comes from.
pub(crate) fn stock_draw(state: &State) -> Cards {
    if wants_troops(state) { state.troop_deck.cards } else { state.koku_deck.cards }
}

/// A card of the stock is drawn.
pub(crate) fn draw_card(state: &mut State, value: u32, events: &mut Vec<Event>) -> Applied {
    let troops = wants_troops(state);
    let deck = if troops { &mut state.troop_deck } else { &mut state.koku_deck };
    let card = deck.draw(value).ok_or(Violation::NoSuchDraw)?;
    state.stock.put(card);
    if troops && !wants_troops(state) {
        after_drawing(state, events);
    }
    draw_on(state, events);
    Ok(())
}

/// Makes a deck of the discarded troop cards if the deck is empty.
pub(crate) fn refill(state: &mut State, events: &mut Vec<Event>) {
    if state.troop_deck.count == 0 && !state.discard.is_empty() {
        let count = state.discard.total() as u8;
        state.troop_deck.count = count;
        state.troop_deck.cards.take_all(&mut state.discard);
        events.push(Event::DeckRefilled { count });
    }
}

/// What is due when somebody has finished drawing troop cards.
pub(crate) fn after_drawing(state: &mut State, events: &mut Vec<Event>) {
    if state.options.refill == Refill::Eager {
        refill(state, events);
    }
}

/// Everything that the Tairō can do while making lots, in order.
pub(crate) fn list(state: &State, actions: &mut Vec<Action>) {
    let split = state.phase == Phase::SplitStock;
    let names = if split { &LotName::ALL[..] } else { &LotName::ALL[..1] };
    for &lot in names.iter().filter(|lot| state.lot(**lot).tile.is_none()) {
        actions.extend(state.hierarchy.iter().map(|tile| Action::LayTile { lot, tile }));
    }
    let with_tile = names.iter().filter(|lot| state.lot(**lot).tile.is_some());
    actions.extend(with_tile.map(|lot| Action::ReturnTile { lot: *lot }));
    for &lot in names.iter().filter(|lot| takes_cards(state, **lot)) {
        let source = source(state, lot);
        actions.extend(source.kinds().map(|card| Action::LayCard { lot, card }));
    }
    for &lot in names.iter().filter(|lot| takes_cards(state, **lot)) {
        let cards = &state.lot(lot).cards;
        actions.extend(cards.kinds().map(|card| Action::ReturnCard { lot, card }));
    }
    if names.iter().all(|lot| is_complete(state, *lot).is_ok()) {
        actions.push(if split { Action::Present } else { Action::Offer });
    }
}

/// The Tairō works on one lot, or on the last two.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let split = state.phase == Phase::SplitStock;
    match action {
        Action::LayTile { lot: LotName::B, .. }
        | Action::ReturnTile { lot: LotName::B }
        | Action::LayCard { lot: LotName::B, .. }
        | Action::ReturnCard { lot: LotName::B, .. }
            if !split =>
        {
            Err(Violation::OneLotAtATime)
        }
        Action::LayTile { lot, tile } => lay_tile(state, seat, lot, tile, events),
        Action::ReturnTile { lot } => return_tile(state, seat, lot, events),
        Action::LayCard { lot, card } => lay_card(state, seat, lot, card, events),
        Action::ReturnCard { lot, card } => return_card(state, seat, lot, card, events),
        Action::Offer if !split => offer(state, seat, events),
        Action::Present if split => present(state, seat, events),
        Action::Offer | Action::Accept | Action::Refuse | Action::Choose(_) if split => {
            Err(Violation::LastTwoLots)
        }
        Action::Accept | Action::Refuse | Action::Choose(_) | Action::Present => {
            Err(Violation::NothingOffered)
        }
        _ => Err(Violation::WaitForOddYear),
    }
}

/// Somebody answers the offer of a lot.
pub(crate) fn answer(
    state: &mut State,
    asked: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match action {
        Action::Accept => {
            let (tile, cards) = serve(state, asked, LotName::A);
            events.push(Event::LotAccepted { seat: asked, tile, cards });
            go_on(state);
        }
        Action::Refuse => {
            events.push(Event::LotRefused { seat: asked });
            let next = state.unserved().skip_while(|seat| *seat != asked).nth(1);
            match (next, state.tairo()) {
                (Some(asked), _) => state.phase = Phase::OfferLot { asked },
                (None, tairo) => {
                    let seat = tairo.expect("a lot on offer has a Tairō");
                    let (tile, cards) = serve(state, seat, LotName::A);
                    events.push(Event::LotKept { seat, tile, cards });
                    go_on(state);
                }
            }
        }
        action if is_of_division(action) => return Err(Violation::AnswerFirst),
        _ => return Err(Violation::WaitForOddYear),
    }
    Ok(())
}

/// The last player besides the Tairō chooses a lot.
pub(crate) fn choose(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let Action::Choose(lot) = action else {
        let chooses = is_of_division(action);
        return Err(if chooses { Violation::ChooseFirst } else { Violation::WaitForOddYear });
    };
    let tairo = state.tairo().expect("two players are left, and one is the Tairō");
    for (seat, lot, chosen) in [(seat, lot, true), (tairo, lot.other(), false)] {
        let (tile, cards) = serve(state, seat, lot);
        events.push(Event::LotReceived { seat, lot, tile, cards, chosen });
    }
    leave_out(state, events);
    end(state, events);
    Ok(())
}

/// Who chooses between the last two lots.
pub(crate) fn chooser(state: &State) -> Option<Seat> {
    state.unserved().nth(1)
}

/// Whether the action belongs to divisions.
pub(crate) fn is_of_division(action: Action) -> bool {
    matches!(
        action,
        Action::LayTile { .. }
            | Action::ReturnTile { .. }
            | Action::LayCard { .. }
            | Action::ReturnCard { .. }
            | Action::Offer
            | Action::Accept
            | Action::Refuse
            | Action::Present
            | Action::Choose(_)
    )
}

/// Whether cards are put on this lot by hand. When the split takes all cards,
/// they lie on lot B at first, and whatever is not wanted there goes on lot A.
fn takes_cards(state: &State, lot: LotName) -> bool {
    lot == LotName::A || !state.options.split_uses_all_cards
}

/// Where the cards of this lot come from, and go back to.
fn source(state: &State, lot: LotName) -> &Cards {
    if moves_between_lots(state) { &state.lot(lot.other()).cards } else { &state.stock }
}

fn source_mut(state: &mut State, lot: LotName) -> &mut Cards {
    if moves_between_lots(state) {
        &mut state.lots[lot.other().index()].cards
    } else {
        &mut state.stock
    }
}

fn moves_between_lots(state: &State) -> bool {
    state.phase == Phase::SplitStock && state.options.split_uses_all_cards
}

fn is_split(state: &State) -> bool {
    state.phase == Phase::SplitStock
}

fn wants_troops(state: &State) -> bool {
    state.stock.troop_cards() < u32::from(TableFacts::of(state.seats).troop_cards)
        && state.has_troop_cards()
}

/// Goes on drawing, or lets the division begin when all cards lie open.
fn draw_on(state: &mut State, events: &mut Vec<Event>) {
    if wants_troops(state) {
        refill(state, events);
        return;
    }
    let wanted = u32::from(TableFacts::of(state.seats).koku_cards);
    if state.stock.koku_cards() < wanted && state.koku_deck.count > 0 {
        return;
    }
    if let Some(tairo) = state.tairo() {
        events.push(Event::StockDrawn { round: state.round, tairo, cards: state.stock });
    }
    go_on(state);
}

/// Lets the Tairō form the next lot, or the last two.
fn go_on(state: &mut State) {
    if state.unserved().count() > 2 {
        state.phase = Phase::FormLot;
        return;
    }
    state.phase = Phase::SplitStock;
    if state.options.split_uses_all_cards {
        state.lots[LotName::B.index()].cards.take_all(&mut state.stock);
    }
}

fn lay_tile(
    state: &mut State,
    seat: Seat,
    lot: LotName,
    tile: Title,
    events: &mut Vec<Event>,
) -> Applied {
    if state.lot(lot).tile.is_some() {
        return Err(Violation::LotHasTitle { lot, split: is_split(state) });
    }
    if !state.hierarchy.contains(tile) {
        return Err(Violation::TitleIsGone { tile });
    }
    state.hierarchy = state.hierarchy.without(tile);
    state.lots[lot.index()].tile = Some(tile);
    events.push(Event::TileLaid { seat, lot, tile });
    Ok(())
}

fn return_tile(state: &mut State, seat: Seat, lot: LotName, events: &mut Vec<Event>) -> Applied {
    let split = is_split(state);
    let tile = state.lots[lot.index()].tile.take();
    let tile = tile.ok_or(Violation::LotHasNoTitle { lot, split })?;
    state.hierarchy = state.hierarchy.with(tile);
    events.push(Event::TileReturned { seat, lot, tile });
    Ok(())
}

fn lay_card(
    state: &mut State,
    seat: Seat,
    lot: LotName,
    card: Card,
    events: &mut Vec<Event>,
) -> Applied {
    if !takes_cards(state, lot) {
        return Err(Violation::RestIsLotB);
    }
    if !source_mut(state, lot).take(card) {
        return Err(Violation::CardIsGone { card, split: is_split(state) });
    }
    state.lots[lot.index()].cards.put(card);
    events.push(Event::CardLaid { seat, lot, card });
    Ok(())
}

fn return_card(
    state: &mut State,
    seat: Seat,
    lot: LotName,
    card: Card,
    events: &mut Vec<Event>,
) -> Applied {
    if !takes_cards(state, lot) {
        return Err(Violation::RestIsLotB);
    }
    if !state.lots[lot.index()].cards.take(card) {
        return Err(Violation::CardNotInLot { lot, card, split: is_split(state) });
    }
    source_mut(state, lot).put(card);
    events.push(Event::CardReturned { seat, lot, card });
    Ok(())
}

/// Whether a lot can be shown to others. A table may rule out lots without
/// cards, as long as there is a card that could be given.
fn is_complete(state: &State, name: LotName) -> Result<Title, Violation> {
    let (split, lot) = (is_split(state), state.lot(name));
    let tile = lot.tile.ok_or(Violation::LotNeedsTitle { lot: name, split })?;
    let spare = match split {
        true => !state.stock.is_empty() || state.lot(name.other()).cards.total() > 1,
        false => !state.stock.is_empty(),
    };
    if lot.cards.is_empty() && spare && !state.options.lots_may_be_empty {
        return Err(Violation::LotNeedsCard { lot: name, split });
    }
    Ok(tile)
}

fn offer(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> Applied {
    let tile = is_complete(state, LotName::A)?;
    let asked = state.unserved().nth(1).expect("a lot is formed while three are unserved");
    events.push(Event::LotOffered { seat, tile, cards: state.lot(LotName::A).cards });
    state.phase = Phase::OfferLot { asked };
    Ok(())
}

fn present(state: &mut State, seat: Seat, events: &mut Vec<Event>) -> Applied {
    for lot in LotName::ALL {
        is_complete(state, lot)?;
    }
    let chooser = chooser(state).expect("the last two lots are made for two");
    events.push(Event::LotsPresented { seat, chooser });
    state.phase = Phase::ChooseLot;
    Ok(())
}

/// Gives a lot to a seat.
fn serve(state: &mut State, seat: Seat, lot: LotName) -> (Title, Cards) {
    let Lot { tile, cards } = core::mem::take(&mut state.lots[lot.index()]);
    let player = state.player_mut(seat);
    player.tile = tile;
    player.hand.take_all(&mut cards.clone());
    (tile.expect("a lot that is given has its title"), cards)
}

/// Cards that the last two lots left out are spent.
fn leave_out(state: &mut State, events: &mut Vec<Event>) {
    if state.stock.is_empty() {
        return;
    }
    let cards = core::mem::take(&mut state.stock);
    for card in cards.iter() {
        let pile = if card.is_koku() { &mut state.spent_koku } else { &mut state.discard };
        pile.put(card);
    }
    events.push(Event::CardsLeftOut { cards });
}

/// Everyone takes the title of the received tile, and the odd year begins.
fn end(state: &mut State, events: &mut Vec<Event>) {
    for player in &mut state.players[..state.seats.get()] {
        player.title = player.tile.take();
        if let Some(title) = player.title {
            state.hierarchy = state.hierarchy.with(title);
        }
    }
    for title in Title::ALL.into_iter().rev() {
        if let Some(seat) = state.holder(title) {
            events.push(Event::TitleTaken { seat, title });
        }
    }
    turn::begin(state, events);
}
