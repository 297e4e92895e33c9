//! The players: who is on, their titles, points, cards, tiles and kamon.

use kit_drawing::{Frame, Num, Svg, bold, faint, open_player};
use kit_rules::Seat;
use shitenno_rules::{Bonus, General, Phase};

use super::view::View;
use super::{MARGIN, kamon, palette, symbols, title};
use crate::label;

const WIDTH: f64 = 479.0;
const HEIGHT: f64 = 170.0;
const GAP: f64 = 10.0;
const COLUMNS: usize = 2;
/// How far the counts of a card stand apart at most.
const COUNT_STEP: f64 = 104.0;

/// How much room the players take.
pub(super) fn height(view: &View) -> f64 {
    view.state.seats.get().div_ceil(COLUMNS) as f64 * (HEIGHT + GAP)
}

/// Draws a card for every seat below a line.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    for (place, seat) in view.state.seats.seats().enumerate() {
        let x = MARGIN + (WIDTH + GAP) * (place % COLUMNS) as f64;
        let y = top + (HEIGHT + GAP) * (place / COLUMNS) as f64;
        draw_card(svg, view, seat, (x, y));
    }
}

fn draw_card(svg: &mut Svg, view: &View, seat: Seat, at: (f64, f64)) {
    let frame = Frame::at(at, WIDTH, HEIGHT);
    open_player(svg, seat, view.is_active(seat), &frame, 14.0, description(view, seat));
    kamon::draw(svg, (at.0 + 46.0, at.1 + 56.0), 34.0, seat, false);
    draw_name(svg, view, seat, at);
    draw_titles(svg, view, seat, (at.0 + 92.0, at.1 + 75.0));
    draw_counts(svg, view, seat, (at.0, at.1 + 143.0));
    svg.close_line();
}

fn draw_name(svg: &mut Svg, view: &View, seat: Seat, at: (f64, f64)) {
    let own = if view.is_own(seat) { " (you)" } else { "" };
    svg.text((at.0 + 92.0, at.1 + 36.0), &bold(27.0), &format!("{seat}{own}"));
    svg.text((at.0 + WIDTH - 96.0, at.1 + 35.0), &faint(23.0).ending(), note_of(view, seat));
    svg.text((at.0 + 92.0, at.1 + 64.0), &faint(23.0), General::of(seat).name);
    let total = view.state.player(seat).total().to_string();
    svg.text((at.0 + WIDTH - 16.0, at.1 + 42.0), &bold(38.0).ending(), &total);
}

/// The title, and the one that comes next.
fn draw_titles(svg: &mut Svg, view: &View, seat: Seat, at: (f64, f64)) {
    let player = view.state.player(seat);
    let Some(held) = player.title else { return };
    title::draw(svg, &label::title_element(held), at, held, title::power(held));
    let Some(next) = player.tile else { return };
    let arrow = at.0 + title::WIDTH + 3.0;
    svg.put(format_args!(
        r#"<path d="M{} {}l10 10l-10 10Z" fill="{}"/>"#,
        Num(arrow),
        Num(at.1 + 10.0),
        palette::INK,
    ));
    let id = format!("next-title-{}", seat.number());
    title::draw(svg, &id, (arrow + 14.0, at.1), next, "from the next odd year on");
}

fn note_of(view: &View, seat: Seat) -> &'static str {
    let tairo = view.is_dividing() && view.state.tairo() == Some(seat);
    match view.state.phase {
        Phase::Over(_) => "",
        Phase::DrawStock | Phase::FormLot | Phase::SplitStock if tairo => "Tairō",
        Phase::OfferLot { .. } | Phase::ChooseLot if tairo => "Tairō",
        _ if view.is_active(seat) => "to act",
        _ => "",
    }
}

fn draw_counts(svg: &mut Svg, view: &View, seat: Seat, at: (f64, f64)) {
    let counts = if view.is_over() { last_points(view, seat) } else { holdings(view, seat) };
    let first = at.0 + 30.0;
    let step = ((WIDTH - 30.0) / counts.len() as f64).min(COUNT_STEP);
    for (place, (symbol, count)) in counts.into_iter().enumerate() {
        let x = first + step * place as f64;
        if symbol == "kamon" {
            kamon::draw(svg, (x, at.1), 15.0, seat, false);
        } else {
            svg.symbol(symbol, (x, at.1), 32.0, palette::INK);
        }
        svg.text((x + 21.0, at.1 + 10.0), &bold(27.0), &count.to_string());
    }
}

/// Cards, kamon and bonus tiles.
fn holdings(view: &View, seat: Seat) -> Vec<(&'static str, usize)> {
    let (held, player) = (view.held(seat), view.state.player(seat));
    let mut counts = vec![
        ("troop-back", held.troops),
        ("koku-back", held.koku),
        ("kamon", usize::from(player.supply)),
    ];
    let bonuses = Bonus::ALL.into_iter().filter(|bonus| player.bonuses.has(*bonus));
    counts.extend(
        bonuses.map(|bonus| (symbols::of_bonus(bonus), usize::from(player.bonuses.count(bonus)))),
    );
    counts
}

fn last_points(view: &View, seat: Seat) -> Vec<(&'static str, usize)> {
    let player = view.state.player(seat);
    let last = player.last_points;
    vec![
        ("kamon", usize::from(player.points)),
        ("koku", usize::from(last.koku)),
        ("exchange", usize::from(last.tiles)),
        ("lantern", usize::from(last.majorities)),
    ]
}

/// A seat with the family of its general: "Seat 2 (Ii)".
pub(super) fn named(seat: Seat) -> String {
    format!("{seat} ({})", General::of(seat).family())
}

fn description(view: &View, seat: Seat) -> String {
    let (held, player) = (view.held(seat), view.state.player(seat));
    let title = player.title.map_or_else(String::new, |title| format!(", {title}"));
    let general = General::of(seat);
    if view.is_over() {
        let last = player.last_points;
        return format!(
            "{seat}, {general}{title}: {} points, of these {} for kamon, {} for koku, {} for tiles, \
             {} for majorities",
            player.total(),
            player.points,
            last.koku,
            last.tiles,
            last.majorities,
        );
    }
    let bonuses = Bonus::ALL.map(|bonus| format!("{} {bonus}", player.bonuses.count(bonus)));
    format!(
        "{seat}, {general}{title}: {} points, {} troop cards, {} koku cards, {} kamon, tiles: {}",
        player.total(),
        held.troops,
        held.koku,
        player.supply,
        bonuses.join(", "),
    )
}
