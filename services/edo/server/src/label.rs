//! Labels of actions, and the element of the board to tap for each.

use edo_rules::{
    Action, BuildingKind, Figure, OfferedBy, OfficialKind, Phase, PlannedCard, Space, State, Task,
    TradingCard, Turn,
};
use kit_rules::Seat;
use kit_rules_server::Label;

use crate::element;

pub(crate) fn label(state: &State, seat: Seat, action: &Action) -> Label {
    let (group, text, element) = match *action {
        Action::TakePackage(package) => {
            ("Take a package", format!("Take {package}"), element::package(package))
        }
        Action::TakeCity(city) => {
            ("Take a starting city", format!("Start in {city}"), element::space(city))
        }
        Action::SelectRonin(space) => {
            ("Select a Ronin", format!("Select a Ronin on {space}"), element::space(space))
        }
        Action::RelocateRonin(space) => {
            ("Move the Ronin", format!("Send the Ronin to {space}"), element::space(space))
        }
        Action::LayCard { .. }
        | Action::TakeBackCard { .. }
        | Action::AddOfficial { .. }
        | Action::TakeBackOfficial { .. }
        | Action::SealPlan => planning(state, seat, action),
        Action::Move { figure, to } => {
            ("Move for Ryo", moving(state, seat, figure, to), element::space(to))
        }
        Action::EndMovement => plain("End the movement", "End the movement"),
        Action::TakeIncome { city } => {
            ("Use a privilege", format!("Take your income of {city} at once"), element::space(city))
        }
        Action::TakeGood { privilege, good } => (
            "Use a privilege",
            format!("Take 1 {good} for the privilege of {privilege}"),
            element::privilege(privilege),
        ),
        Action::EndTurn => plain("End the turn", "End the turn"),
        Action::SendHome(space) => {
            ("Send home", format!("Send a samurai on {space} home"), element::space(space))
        }
        Action::PayWages => ("Pay wages", wages(state, seat), element::player(seat)),
        Action::Discard(good) => {
            ("Return resources", format!("Return 1 {good}"), element::goods(seat, good))
        }
        _ => work(state, seat, action),
    };
    Label { text, group, element }
}

/// A group, a text, and an element.
type LabelParts = (&'static str, String, String);

fn plain(group: &'static str, text: &str) -> LabelParts {
    (group, text.to_owned(), String::new())
}

fn planning(state: &State, seat: Seat, action: &Action) -> LabelParts {
    let card_in = |slot: u8| match state.player(seat).plan.on(slot.into()) {
        Some(PlannedCard { card, .. }) => format!("card {card}"),
        None => "the card".to_owned(),
    };
    match *action {
        Action::LayCard { slot, card, task } => (
            "Lay a card",
            format!("Lay card {card} in slot {} to {}", slot + 1, purpose(task)),
            element::task(card, task),
        ),
        Action::TakeBackCard { slot } => (
            "Take back",
            format!("Take {} back from slot {}", card_in(slot), slot + 1),
            element::slot(seat, slot),
        ),
        Action::AddOfficial { slot, kind } => (
            "Assign officials",
            format!("Put {} on slot {}", official(kind), slot + 1),
            element::slot(seat, slot),
        ),
        Action::TakeBackOfficial { slot, kind } => (
            "Take back",
            format!("Take {} back from slot {}", official(kind), slot + 1),
            element::slot(seat, slot),
        ),
        _ => ("Seal the plan", "Seal the plan".to_owned(), element::player(seat)),
    }
}

fn work(state: &State, seat: Seat, action: &Action) -> LabelParts {
    match *action {
        Action::Collect => ("Use an official", collecting(state), own_slot(state, seat)),
        Action::Produce { space, full } => {
            ("Bring in resources", producing(state, space, full), element::space(space))
        }
        Action::PlaceOfficial { post } => {
            ("New samurai", format!("Make an official a samurai on {post}"), element::space(post))
        }
        Action::Travel { from, to } => {
            ("Travel for free", format!("Travel from {from} to {to}"), element::space(to))
        }
        Action::EndTravel => plain("Travel for free", "End the journey"),
        Action::Disperse(space) => {
            ("Face Ronin", format!("Turn against the Ronin on {space}"), element::space(space))
        }
        Action::Gather { from } => {
            ("Face Ronin", format!("Call a samurai from {from}"), element::space(from))
        }
        Action::EndGathering => plain("Face Ronin", "Face the Ronin now"),
        Action::Build { kind, space, prestige } => {
            ("Build", building(state, kind, space, prestige), element::space(space))
        }
        Action::BuyGoods { by, units } => {
            ("Trade", goods_bought(state, by, units), element::offer(by, true))
        }
        Action::BuyPoint { by } => ("Trade", point_bought(state, by), element::offer(by, false)),
        Action::EndTrade => plain("Trade", "End the trade"),
        Action::Recruit => (
            "Use an official",
            "Hire a white official".to_owned(),
            element::WHITE_OFFICIALS.to_owned(),
        ),
        Action::BuyCard(card) => ("Buy a card", format!("Buy card {card}"), element::display(card)),
        Action::Fulfil { column } => {
            ("Fulfil a demand", delivering(state, column), element::demand(column))
        }
        _ => ("Forfeit", "Let an official do nothing".to_owned(), own_slot(state, seat)),
    }
}

fn turn(state: &State) -> Option<Turn> {
    match state.phase {
        Phase::Turn(turn) => Some(turn),
        _ => None,
    }
}

fn at_work(state: &State) -> Option<PlannedCard> {
    let turn = turn(state)?;
    state.player(turn.active).shown[usize::from(turn.slot)]
}

fn own_slot(state: &State, seat: Seat) -> String {
    turn(state).map_or(element::player(seat), |turn| element::slot(seat, turn.slot))
}

fn purpose(task: Task) -> &'static str {
    match task {
        Task::RiceSupply => "take rice",
        Task::Money => "take Ryo",
        Task::Wood => "bring in wood",
        Task::Stone => "bring in stone",
        Task::RiceHarvest => "harvest rice",
        Task::Travel => "travel",
        Task::Build => "build",
        Task::Trade => "trade",
        Task::Recruit => "hire an official",
        Task::BuyCard => "buy a card",
    }
}

fn official(kind: OfficialKind) -> String {
    match kind {
        OfficialKind::Own => "an own official".to_owned(),
        _ => format!("a {kind} official"),
    }
}

fn moving(state: &State, seat: Seat, figure: Figure, to: Space) -> String {
    let (who, from) = match figure {
        Figure::Samurai(from) => (format!("a samurai from {from}"), from),
        Figure::Merchant => ("the merchant".to_owned(), state.merchant),
    };
    match state.way_cost(seat, from, to) {
        Some(0) => format!("Move {who} to {to} for free"),
        Some(ryo) => format!("Move {who} to {to} for {ryo} Ryo"),
        None => format!("Move {who} to {to}"),
    }
}

fn wages(state: &State, seat: Seat) -> String {
    match state.player(seat).samurai.len() {
        0 => "Go on without samurai".to_owned(),
        samurai => format!("Keep and pay {samurai} samurai"),
    }
}

fn collecting(state: &State) -> String {
    let facts = at_work(state).and_then(|planned| planned.card.task(planned.task));
    match facts {
        Some(facts) if facts.task == Task::Money => format!("Collect {} Ryo", facts.gain),
        Some(facts) => format!("Collect {} rice", facts.gain),
        None => "Collect".to_owned(),
    }
}

fn producing(state: &State, space: Space, full: bool) -> String {
    let Some(good) = space.kind().good() else { return format!("Produce on {space}") };
    let bonus = at_work(state)
        .and_then(|planned| planned.card.task(planned.task))
        .map_or(0, |facts| facts.bonus);
    let samurai = if full { 1 } else { state.samurai_on(space) };
    let amount = u16::from(good.yield_with(samurai)) + u16::from(bonus);
    let by = if full { " by privilege" } else { "" };
    format!("Bring in {amount} {good} from {space}{by}")
}

fn building(state: &State, kind: BuildingKind, space: Space, prestige: bool) -> String {
    let discount = at_work(state)
        .filter(|_| kind != BuildingKind::Temple)
        .and_then(|planned| planned.card.task(planned.task))
        .map_or(0, |facts| facts.discount);
    let price = kind.price().discounted(discount);
    let site = if prestige { "the first site of " } else { "" };
    let at = if space.kind().is_city() && !prestige { "in" } else { "on" };
    format!("Build a {kind} {at} {site}{space} for {price}")
}

fn offered(state: &State, by: OfferedBy) -> (Option<TradingCard>, &'static str) {
    match by {
        OfferedBy::Current => (state.trade.current, ""),
        OfferedBy::Top => (state.trade.top, " (next card, by privilege)"),
    }
}

fn goods_bought(state: &State, by: OfferedBy, units: u8) -> String {
    match offered(state, by) {
        (Some(card), note) => {
            let goods = card.goods();
            let ryo = u16::from(units) * u16::from(goods.ryo_each);
            format!("Buy {units} {} for {ryo} Ryo{note}", goods.good)
        }
        (None, note) => format!("Buy {units} units{note}"),
    }
}

fn point_bought(state: &State, by: OfferedBy) -> String {
    match offered(state, by) {
        (Some(card), note) => format!("Buy a point for {}{note}", card.point()),
        (None, note) => format!("Buy a point{note}"),
    }
}

fn delivering(state: &State, column: u8) -> String {
    match state.tokken.demands.get(usize::from(column)).copied().flatten() {
        Some(demand) => format!("Deliver {demand} for {}", demand.price()),
        None => format!("Fulfil the demand of column {}", column + 1),
    }
}
