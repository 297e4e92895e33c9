//! The viewer's cards with all their tasks, while the viewer makes a plan.

use edo_rules::{Card, OfficialKind, Officials, Player, TaskFacts};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, ink};
use kit_rules::Seat;

use super::parts::CORNER;
use super::view::View;
use super::{MARGIN, palette};
use crate::element;

const HEADING: f64 = 36.0;
const ROW: f64 = 72.0;
/// The room for the name of a card, and for a task.
const NAME: f64 = 70.0;
const TASK: f64 = 221.0;
/// A special card has half as many tasks, so two stand in a row.
const SPECIAL: f64 = 488.0;

/// How much room the cards take.
pub(super) fn height(view: &View) -> f64 {
    match view.planner() {
        None => 0.0,
        Some(seat) => {
            let player = view.state.player(seat);
            let special = player.cards.iter().filter(|card| card.is_special()).count();
            let basic = player.cards.len() - special;
            HEADING + ROW * (basic + special.div_ceil(2)) as f64
        }
    }
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let Some(seat) = view.planner() else { return };
    let player = view.state.player(seat);
    svg.put(format_args!(r#"<g id="cards">"#));
    svg.text((22.0, top + 25.0), &faint(24.0), &heading(player));
    let (mut row, mut left) = (0.0, MARGIN);
    for card in player.cards.iter() {
        let at = (left, top + HEADING + ROW * row);
        draw_card(svg, view, seat, card, at);
        if card.is_special() && left == MARGIN {
            left += SPECIAL;
        } else {
            (row, left) = (row + 1.0, MARGIN);
        }
    }
    svg.close_line();
}

fn heading(player: &Player) -> String {
    let laid = player.plan.iter().map(|(_, planned)| planned.officials);
    let used = laid.fold(Officials::default(), Officials::plus);
    let staff = player.staff();
    let left = OfficialKind::ALL
        .into_iter()
        .map(|kind| (staff.of(kind).saturating_sub(used.of(kind)), kind))
        .filter(|(number, _)| *number > 0)
        .map(|(number, kind)| format!("{number} {kind}"))
        .collect::<Vec<_>>()
        .join(", ");
    let left = if left.is_empty() { "none" } else { &left };
    format!("Your cards. Officials to assign: {left}")
}

fn draw_card(svg: &mut Svg, view: &View, seat: Seat, card: Card, at: (f64, f64)) {
    let plan = &view.state.player(seat).plan;
    let slot = plan.iter().find(|(_, planned)| planned.card == card);
    let tasks = card.tasks();
    let width = if card.is_special() { SPECIAL - 12.0 } else { PAGE_WIDTH - 2.0 * MARGIN };
    let frame = Frame { left: at.0, top: at.1, width, height: ROW - 8.0 };
    svg.put(format_args!("<g>"));
    frame.draw(svg, CORNER, palette::CARD, palette::LINE, 2.0);
    svg.text((at.0 + 14.0, at.1 + 30.0), &bold(24.0), card.id());
    if let Some((slot, _)) = slot {
        svg.text((at.0 + 10.0, at.1 + 54.0), &faint(19.0), &format!("slot {}", slot + 1));
    }
    let step = ((width - NAME) / tasks.len() as f64).min(TASK);
    for (place, facts) in tasks.iter().enumerate() {
        let left = at.0 + NAME + 4.0 + step * place as f64;
        let frame = Frame { left, top: at.1 + 6.0, width: step - 10.0, height: ROW - 20.0 };
        let is_chosen = slot.is_some_and(|(_, planned)| planned.task == facts.task);
        draw_task(svg, card, facts, is_chosen, &frame);
    }
    svg.close();
}

fn draw_task(svg: &mut Svg, card: Card, facts: &TaskFacts, is_chosen: bool, frame: &Frame) {
    svg.open(
        element::task(card, facts.task),
        format_args!("Card {card}, {}: {}", facts.task, details(facts)),
    );
    let (fill, line, width) = match is_chosen {
        true => (palette::MARK, palette::INK, 3.0),
        false => (palette::PAPER, palette::NEUTRAL, 2.0),
    };
    frame.draw(svg, CORNER, fill, line, width);
    svg.text((frame.left + 12.0, frame.top + 23.0), &bold(21.0), &facts.task.to_string());
    svg.text((frame.left + 12.0, frame.top + 44.0), &ink(19.0), &details(facts));
    svg.close();
}

/// What the card adds to a task, or what each official takes.
pub(super) fn additions(facts: &TaskFacts) -> String {
    match (facts.gain, facts.bonus, facts.discount) {
        (0, 0, 0) => String::new(),
        (0, 0, discount) => format!(", {discount} Ryo less"),
        (0, bonus, _) => format!(", {bonus} more"),
        (gain, ..) => format!(", {gain} each"),
    }
}

fn details(facts: &TaskFacts) -> String {
    format!("up to {}{}", facts.officials_max, additions(facts))
}
