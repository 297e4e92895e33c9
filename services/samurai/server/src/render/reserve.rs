//! The figures beside the board: the supply, those set aside, and a tile that
//! was lifted.

use samurai_rules::{Exchange, Figure, FigureCounts, Phase};

use super::layout::Layout;
use super::view::View;
use super::{palette, symbols, tile};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint};

const WIDTH: f64 = 236.0;
const RIGHT: f64 = 18.0;

/// Draws the south-eastern corner.
pub(super) fn draw(svg: &mut Svg, view: &View, layout: &Layout) {
    let left = PAGE_WIDTH - RIGHT - WIDTH;
    let top = layout.bottom() - 118.0;
    if view.state.supply.total() > 0 {
        draw_pile(svg, "supply", "To be placed", view.state.supply, (left, top));
    } else {
        draw_pile(svg, "set-aside", "Set aside", view.state.set_aside, (left, top));
    }
    if let (Some(Exchange::Tile { tile }), Phase::Play(turn)) = (view.exchange(), view.state.phase)
    {
        svg.open("lifted", format_args!("Lifted: {tile} of {}", turn.active));
        tile::draw(svg, (left + WIDTH / 2.0, top - 56.0), 50.0, turn.active, tile);
        svg.close_line();
    }
}

fn draw_pile(svg: &mut Svg, id: &str, name: &str, pile: FigureCounts, at: (f64, f64)) {
    svg.put(format_args!(r#"<g id="{id}">"#));
    let counts = Figure::ALL.map(|figure| format!("{} {figure}", pile[figure]));
    svg.title(format_args!("{name}: {}", counts.join(", ")));
    Frame::at(at, WIDTH, 98.0).draw(svg, 14.0, palette::CARD, palette::LINE, 2.0);
    svg.text((at.0 + 16.0, at.1 + 34.0), &faint(24.0), name);
    let count = bold(27.0);
    for (place, figure) in Figure::ALL.into_iter().enumerate() {
        let x = at.0 + 30.0 + 72.0 * place as f64;
        let colour = palette::of_figure(figure);
        svg.symbol(symbols::of_figure(figure), (x, at.1 + 68.0), 30.0, colour);
        svg.text((x + 19.0, at.1 + 78.0), &count, &pile[figure].to_string());
    }
    svg.close_line();
}
