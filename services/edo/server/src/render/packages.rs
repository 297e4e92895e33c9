//! The packages that can still be taken, while starting positions are taken.

use edo_rules::{Package, PackageSet, Phase};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold};

use super::parts::{CORNER, price};
use super::view::View;
use super::{MARGIN, palette};
use crate::element;

const STEP: f64 = (PAGE_WIDTH - 2.0 * MARGIN + 10.0) / Package::COUNT as f64;

/// How much room the packages take.
pub(super) fn height(view: &View) -> f64 {
    if matches!(view.state.phase, Phase::Positions { .. }) { 96.0 } else { 0.0 }
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let players = view.state.seats.seats().map(|seat| view.state.player(seat));
    let taken: PackageSet = players.filter_map(|player| player.package).collect();
    for package in PackageSet::ALL.difference(taken).iter() {
        let left = MARGIN + STEP * package.index() as f64;
        let frame = Frame { left, top, width: STEP - 10.0, height: 96.0 };
        svg.open(element::package(package), format_args!("{package}"));
        frame.draw(svg, CORNER, palette::CARD, palette::LINE, 2.0);
        svg.text((left + 12.0, top + 34.0), &bold(24.0), &format!("Package {}", package.id()));
        price(svg, (frame.centre().0, top + 66.0), frame.width - 16.0, package.contents());
        svg.close_line();
    }
}
