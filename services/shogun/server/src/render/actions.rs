//! The ten action cards in their order: done, current, to come, face down.

use shogun_rules::{Order, Phase};

use super::view::View;
use super::{MARGIN, palette, symbols};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, fitting_size, ink};

const CARD_HEIGHT: f64 = 96.0;
const STEP: f64 = (PAGE_WIDTH - 2.0 * MARGIN + GAP) / Order::COUNT as f64;
const GAP: f64 = 5.0;

/// How much room the cards take; none while no card is laid out.
pub(super) fn height(view: &View) -> f64 {
    if view.state.action_cards[0].is_some() { CARD_HEIGHT + 10.0 } else { 0.0 }
}

/// Draws the cards side by side.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="actions">"#));
    for place in 0..Order::COUNT {
        draw_card(svg, view, place, (MARGIN + STEP * place as f64, top));
    }
    svg.close_line();
}

/// What people call an order on a small card.
fn caption(order: Order) -> &'static str {
    match order {
        Order::BuildCastle => "castle",
        Order::BuildTemple => "temple",
        Order::BuildTheatre => "theatre",
        Order::CollectRice => "rice",
        Order::CollectTaxes => "taxes",
        Order::DeployFive => "deploy 5",
        Order::DeployThree => "deploy 3",
        Order::DeployOne => "deploy 1",
        Order::CombatA => "combat A",
        Order::CombatB => "combat B",
    }
}

fn draw_card(svg: &mut Svg, view: &View, place: usize, (left, top): (f64, f64)) {
    let current = match view.state.phase {
        Phase::Act(turn) => Some(usize::from(turn.position)),
        Phase::TurnUp { position } => Some(usize::from(position)),
        _ => None,
    };
    let (line, width) =
        if current == Some(place) { (palette::MARK, 6.0) } else { (palette::LINE, 2.0) };
    let order = view.state.action_cards[place];
    let fill = if order.is_some() { palette::CARD } else { palette::BACK };
    let is_done = current.is_some_and(|current| place < current);
    let opacity = if is_done { r#" opacity=".45""# } else { "" };
    svg.put(format_args!(r#"<g id="action-{}"{opacity}>"#, place + 1));
    svg.title(description(place, order, current));
    Frame::at((left, top), STEP - GAP, CARD_HEIGHT).draw(svg, 9.0, fill, line, width);
    let ink = if order.is_some() { palette::FAINT } else { "#ffffff" };
    svg.text((left + 7.0, top + 21.0), &bold(19.0).filled(ink), &(place + 1).to_string());
    let middle = left + (STEP - GAP) / 2.0;
    match order {
        Some(order) => draw_face(svg, order, (middle, top)),
        None => {
            svg.text((middle, top + 64.0), &bold(44.0).filled(ink).centred(), "?");
        }
    }
    svg.close_line();
}

fn draw_face(svg: &mut Svg, order: Order, (middle, top): (f64, f64)) {
    let (symbol, suffix) = symbols::of_order(order);
    let shift = if suffix.is_empty() { 0.0 } else { 9.0 };
    svg.symbol(symbol, (middle - shift, top + 45.0), 40.0, palette::INK);
    svg.text((middle + 14.0, top + 54.0), &bold(25.0), suffix);
    let size = fitting_size(caption(order), STEP - GAP - 6.0, 19.0);
    svg.text((middle, top + 86.0), &ink(size).centred(), caption(order));
}

fn description(place: usize, order: Option<Order>, current: Option<usize>) -> String {
    let number = place + 1;
    match order {
        None => format!("Action {number}: face down"),
        Some(order) if current == Some(place) => format!("Action {number}, now: {order}"),
        Some(order) if current > Some(place) => format!("Action {number}, done: {order}"),
        Some(order) => format!("Action {number}: {order}"),
    }
}
