//! A slot of a planning board: free, face down, planned or revealed.

use edo_rules::{OfficialKind, Officials, PlannedCard};
use kit_drawing::{Frame, Svg, bold, faint, ink};
use kit_rules::Seat;

use super::parts::{CORNER, outline};
use super::view::{Slot, View};
use super::{palette, symbols};
use crate::element;

/// Draws a slot, from zero, of a seat.
pub(super) fn draw(svg: &mut Svg, view: &View, seat: Seat, slot: usize, frame: &Frame) {
    let content = view.slot(seat, slot);
    svg.open(
        element::slot(seat, slot as u8),
        format_args!("Slot {} of {seat}: {}", slot + 1, description(content)),
    );
    match content {
        Slot::Free => {
            outline(svg, frame, palette::NEUTRAL);
            let (x, y) = frame.centre();
            svg.text((x, y + 9.0), &faint(25.0).centred(), &(slot + 1).to_string());
        }
        Slot::FaceDown => draw_back(svg, slot, frame),
        Slot::Planned(planned) => {
            // A broken line tells that only its owner sees the card.
            frame.draw(svg, CORNER, "#f3ecd8", "none", 0.0);
            outline(svg, frame, palette::INK);
            draw_card(svg, seat, &planned, Officials::default(), frame);
        }
        Slot::Shown(planned) => {
            let running =
                view.turn().filter(|turn| turn.active == seat && usize::from(turn.slot) == slot);
            let (line, width) =
                if running.is_some() { (palette::INK, 4.0) } else { (palette::NEUTRAL, 2.0) };
            frame.draw(svg, CORNER, palette::CARD, line, width);
            let unused = running.map_or(Officials::default(), |turn| turn.officials);
            draw_card(svg, seat, &planned, unused, frame);
        }
    }
    svg.close();
}

fn description(slot: Slot) -> String {
    match slot {
        Slot::Free => "nothing to be seen".to_owned(),
        Slot::FaceDown => "face down".to_owned(),
        Slot::Planned(planned) | Slot::Shown(planned) => {
            format!("card {}, {}, {}", planned.card, planned.task, planned.officials)
        }
    }
}

fn draw_back(svg: &mut Svg, slot: usize, frame: &Frame) {
    frame.draw(svg, CORNER, palette::BACK, palette::EDGE, 2.0);
    let (x, y) = frame.centre();
    for place in [-1.0, 0.0, 1.0] {
        svg.symbol("hatch", (x + 62.0 * place, y), 58.0, "#7d7466");
    }
    symbols::piece(svg, "disc", (x, y), 44.0, palette::PAPER);
    svg.text((x, y + 9.0), &bold(25.0).centred(), &(slot + 1).to_string());
}

/// Draws the card and its officials; those that wait to be used are marked.
fn draw_card(svg: &mut Svg, seat: Seat, planned: &PlannedCard, unused: Officials, frame: &Frame) {
    let at = (frame.left + 12.0, frame.top + 27.0);
    svg.text(at, &bold(21.0), planned.card.id());
    svg.text((at.0 + 36.0, at.1), &ink(21.0), &planned.task.to_string());
    let (colour, _) = palette::of_seat(seat);
    let mut x = frame.left + 26.0;
    for kind in OfficialKind::ALL {
        let fill = match kind {
            OfficialKind::Own => colour,
            OfficialKind::White => palette::WHITE,
            OfficialKind::Black => palette::BLACK,
        };
        for place in 0..planned.officials.of(kind) {
            let at = (x, frame.bottom() - 18.0);
            if place < unused.of(kind) {
                let mark = Frame::around((x, at.1 + 0.5), 32.0, 33.0);
                mark.draw(svg, 8.0, palette::MARK, palette::MARK, 1.0);
            }
            symbols::piece(svg, "official", at, 28.0, fill);
            x += 36.0;
        }
    }
}
