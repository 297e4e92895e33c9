//! The special cards with those who took them, and the events of the year.

use kit_rules::Seat;
use shogun_rules::{Effect, EventCard, Season, Special};

use super::view::View;
use super::{MARGIN, palette, symbols, token};
use crate::label;
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, fitting_size, ink};

const CARD_HEIGHT: f64 = 104.0;
const SPECIAL_STEP: f64 = 103.0;
const EVENT_STEP: f64 = 112.0;
const GAP: f64 = 5.0;

/// How much room the cards take; none while there are none.
pub(super) fn height(view: &View) -> f64 {
    let none = view.state.specials[0].is_none() && events(view).is_empty();
    if none { 0.0 } else { CARD_HEIGHT + 14.0 }
}

/// Draws special cards at the left and events at the right.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="specials">"#));
    for (place, special) in view.state.specials.iter().enumerate() {
        let Some(special) = *special else { continue };
        let left = MARGIN + SPECIAL_STEP * place as f64;
        // The order of play of the last season stays until the bids are open.
        let holder = view.state.turn_order[place].filter(|_| view.state.event.is_some());
        draw_special(svg, special, place, holder, (left, top));
    }
    svg.close_line();
    if view.state.season == Season::Winter {
        draw_order(svg, view, top);
    }
    svg.put(format_args!(r#"<g id="events">"#));
    let events = events(view);
    let first = PAGE_WIDTH - MARGIN + GAP - EVENT_STEP * events.len() as f64;
    for (place, card) in events.into_iter().enumerate() {
        draw_event(svg, view, card, (first + EVENT_STEP * place as f64, top));
    }
    svg.close_line();
}

/// The open events and the current one.
fn events(view: &View) -> Vec<EventCard> {
    let open = view.state.events_open;
    view.state.event.map_or(open, |event| open.with(event)).iter().collect()
}

fn frame(svg: &mut Svg, (left, top): (f64, f64), width: f64, is_marked: bool) {
    let (line, thick) = if is_marked { (palette::MARK, 6.0) } else { (palette::LINE, 2.0) };
    Frame::at((left, top), width, CARD_HEIGHT).draw(svg, 9.0, palette::CARD, line, thick);
}

/// In winter the order of play of the autumn holds without its special cards.
fn draw_order(svg: &mut Svg, view: &View, top: f64) {
    svg.put(format_args!(r#"<g id="order">"#));
    svg.text((MARGIN + 4.0, top + 30.0), &faint(23.0), "Order of play");
    for (place, seat) in view.state.turn_order.iter().flatten().enumerate() {
        token::badge(svg, (MARGIN + 26.0 + 54.0 * place as f64, top + 68.0), 40.0, *seat);
    }
    svg.close_line();
}

fn draw_special(
    svg: &mut Svg,
    special: Special,
    place: usize,
    holder: Option<Seat>,
    (left, top): (f64, f64),
) {
    svg.put(format_args!(r#"<g id="{}">"#, label::special_element(special)));
    let whose = holder.map_or("not taken".to_owned(), |seat| format!("taken by {seat}"));
    svg.title(format_args!("Special card {special}, position {}: {whose}", place + 1));
    frame(svg, (left, top), SPECIAL_STEP - GAP, false);
    svg.text(
        (left + 7.0, top + 21.0),
        &bold(19.0).filled(palette::FAINT),
        &(place + 1).to_string(),
    );
    let middle = left + (SPECIAL_STEP - GAP) / 2.0;
    let (x, shift) = if holder.is_some() { (middle - 18.0, 22.0) } else { (middle, 0.0) };
    svg.symbol(symbols::of_special(special), (x, top + 49.0), 38.0, palette::INK);
    if let Some(seat) = holder {
        token::badge(svg, (middle + shift, top + 49.0), 34.0, seat);
    }
    let size = fitting_size(gain(special), SPECIAL_STEP - GAP - 8.0, 18.0);
    svg.text((middle, top + 94.0), &ink(size).centred(), gain(special));
    svg.close_line();
}

/// What a special card brings, in two words.
fn gain(special: Special) -> &'static str {
    match special {
        Special::Attack => "attack +1",
        Special::Defence => "defence +1",
        Special::Taxes => "taxes +1",
        Special::Rice => "rice +1",
        Special::Recruit => "deploy 6",
    }
}

fn draw_event(svg: &mut Svg, view: &View, card: EventCard, (left, top): (f64, f64)) {
    let is_current = view.state.event == Some(card);
    let is_winter = view.state.season == Season::Winter;
    svg.put(format_args!(r#"<g id="event-{}">"#, card.id().to_ascii_lowercase()));
    let when = match (is_current, is_winter) {
        (true, _) => "Event of the season",
        (false, true) => "Event of the winter",
        (false, false) => "Open event",
    };
    let loss = card.winter_loss();
    svg.title(format_args!("{when} {card}: {}. In winter {loss} rice is lost", card.effect()));
    frame(svg, (left, top), EVENT_STEP - GAP, is_current || is_winter);
    let middle = left + (EVENT_STEP - GAP) / 2.0;
    let heading = if is_current { "event" } else { "open" };
    svg.text(
        (middle, top + 21.0),
        &faint(17.0).centred(),
        if is_winter { "winter" } else { heading },
    );
    let [first, second] = short(card.effect());
    for (line, base) in [(first, 45.0), (second, 66.0)] {
        let size = fitting_size(&line, EVENT_STEP - GAP - 10.0, 19.0);
        svg.text((middle, top + base), &bold(size).centred(), &line);
    }
    svg.symbol("rice", (middle - 22.0, top + 87.0), 20.0, palette::FAINT);
    let loss = if loss == 0 { "0".to_owned() } else { format!("\u{2212}{loss}") };
    svg.text((middle - 6.0, top + 94.0), &faint(19.0), &loss);
    svg.close_line();
}

/// What an event does, on two short lines.
fn short(effect: Effect) -> [String; 2] {
    let lines = |first: &str, second: &str| [first.to_owned(), second.to_owned()];
    match effect {
        Effect::TheatreCalms => lines("theatre", "calms"),
        Effect::TwoFarmersNeutral(farmers) => ["neutral:".to_owned(), format!("{farmers} farmers")],
        Effect::CastleDefence(cubes) => ["castle:".to_owned(), format!("defence +{cubes}")],
        Effect::TemplePeace => lines("temple:", "no attack"),
        Effect::TaxesMax(limit) => ["taxes".to_owned(), format!("at most {limit}")],
        Effect::TaxesMin(limit) => ["taxes".to_owned(), format!("at least {limit}")],
        Effect::RiceMin(limit) => ["rice".to_owned(), format!("at least {limit}")],
        Effect::RiceMax(limit) => ["rice".to_owned(), format!("at most {limit}")],
        Effect::FewerRecruits { five, three } => {
            ["deploy only".to_owned(), format!("{five} and {three}")]
        }
    }
}
