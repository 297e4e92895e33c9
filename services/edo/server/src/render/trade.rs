//! The two open trading cards with their offers.

use edo_rules::{OfferedBy, TradingCard, TurnStep};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint};

use super::parts::{CORNER, TEXT, price};
use super::view::View;
use super::{MARGIN, palette, symbols};
use crate::element;

const HEIGHT: f64 = 140.0;
const WIDTH: f64 = (PAGE_WIDTH - 2.0 * MARGIN - 12.0) / 2.0;

/// How much room the cards take.
pub(super) fn height(view: &View) -> f64 {
    if view.state.trade.current.is_some() { HEIGHT } else { 0.0 }
}

/// Draws the card of this round and that of the next.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let trade = &view.state.trade;
    let below = match trade.pile.len() {
        0 => String::new(),
        more => format!(", {more} more below"),
    };
    let cards = [
        (OfferedBy::Current, trade.current, "Merchant, this round".to_owned(), MARGIN),
        (OfferedBy::Top, trade.top, format!("Next round{below}"), MARGIN + WIDTH + 12.0),
    ];
    for (by, card, heading, left) in cards {
        let Some(card) = card else { continue };
        let frame = Frame { left, top, width: WIDTH, height: HEIGHT };
        svg.open(
            format_args!("trade-{}", card.id().to_ascii_lowercase()),
            format_args!("{heading}: {card}"),
        );
        frame.draw(svg, CORNER, palette::CARD, palette::LINE, 2.0);
        svg.text((left + 14.0, top + 31.0), &faint(23.0), &heading);
        draw_goods(svg, view, by, card, (left + 12.0, top + 44.0));
        draw_point(svg, view, by, card, (left + 12.0 + WIDTH / 2.0 - 6.0, top + 44.0));
        svg.close_line();
    }
}

fn offer(svg: &mut Svg, view: &View, by: OfferedBy, goods: bool, at: (f64, f64)) -> Frame {
    let frame = Frame { left: at.0, top: at.1, width: WIDTH / 2.0 - 18.0, height: 84.0 };
    svg.put(format_args!(r#"<g id="{}">"#, element::offer(by, goods)));
    let line = if is_used(view, by, goods) { palette::MARK } else { palette::NEUTRAL };
    let width = if is_used(view, by, goods) { 6.0 } else { 2.0 };
    frame.draw(svg, CORNER, palette::PAPER, line, width);
    frame
}

fn draw_goods(svg: &mut Svg, view: &View, by: OfferedBy, card: TradingCard, at: (f64, f64)) {
    let frame = offer(svg, view, by, true, at);
    let goods = card.goods();
    let (x, top) = (frame.centre().0, frame.top);
    let name = symbols::of_good(goods.good);
    svg.text(
        (x + 18.0, top + 33.0),
        &bold(TEXT).centred(),
        &format!("up to {} {name}", goods.units_max),
    );
    svg.symbol(name, (frame.left + 24.0, top + 26.0), 28.0, palette::of_good(goods.good));
    svg.text((x, top + 65.0), &faint(TEXT).centred(), &format!("{} Ryo each", goods.ryo_each));
    svg.close();
}

fn draw_point(svg: &mut Svg, view: &View, by: OfferedBy, card: TradingCard, at: (f64, f64)) {
    let frame = offer(svg, view, by, false, at);
    let (x, top) = (frame.centre().0, frame.top);
    svg.text((x + 16.0, top + 33.0), &bold(TEXT).centred(), "1 point for");
    svg.symbol("point", (frame.left + 26.0, top + 25.0), 28.0, palette::INK);
    price(svg, (x, top + 60.0), frame.width - 16.0, card.point());
    svg.close();
}

fn is_used(view: &View, by: OfferedBy, goods: bool) -> bool {
    let Some(TurnStep::Trading { used, .. }) = view.turn().map(|turn| turn.step) else {
        return false;
    };
    match (by, goods) {
        (OfferedBy::Current, true) => used.current_goods,
        (OfferedBy::Current, false) => used.current_point,
        (OfferedBy::Top, true) => used.top_goods,
        (OfferedBy::Top, false) => used.top_point,
    }
}
