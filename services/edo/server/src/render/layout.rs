//! Layout of the spaces on the page: Edo in the middle, the stops around it, and
//! everything else in a frame along the edge.

use edo_rules::{Side, Space};

pub(super) const fn height(side: Side) -> f64 {
    match side {
        Side::A => 985.0,
        Side::B => 1130.0,
    }
}

/// The centre of a space, counted from the upper left corner of the map.
pub(super) fn centre(side: Side, space: Space) -> (f64, f64) {
    let places: &[(&str, f64, f64)] = match side {
        Side::A => &SIDE_A,
        Side::B => &SIDE_B,
    };
    let place = places.iter().find(|(id, ..)| *id == space.id());
    let (_, x, y) = place.expect("every space of a side has its place");
    (*x, *y)
}

const LEFT: f64 = 114.0;
const RIGHT: f64 = 886.0;

const SIDE_A: [(&str, f64, f64); 19] = [
    ("EDO", 500.0, 475.0),
    ("V1", 500.0, 275.0),
    ("Y1", 700.0, 270.0),
    ("V2", 690.0, 620.0),
    ("Y2", 500.0, 725.0),
    ("V3", 310.0, 620.0),
    ("Y3", 300.0, 270.0),
    ("C1", 500.0, 92.0),
    ("W1", RIGHT, 76.0),
    ("B1", RIGHT, 270.0),
    ("S1", RIGHT, 466.0),
    ("C2", RIGHT, 664.0),
    ("R1", RIGHT, 886.0),
    ("B2", 500.0, 886.0),
    ("W2", LEFT, 886.0),
    ("C3", LEFT, 664.0),
    ("S2", LEFT, 466.0),
    ("B3", LEFT, 270.0),
    ("R2", LEFT, 76.0),
];

const SIDE_B: [(&str, f64, f64); 28] = [
    ("EDO", 500.0, 548.0),
    ("V1", 500.0, 300.0),
    ("Y1", 690.0, 268.0),
    ("Y2", 706.0, 380.0),
    ("Y3", 716.0, 750.0),
    ("V2", 590.0, 852.0),
    ("Y4", 400.0, 852.0),
    ("Y5", 300.0, 740.0),
    ("Y6", 290.0, 380.0),
    ("V3", 310.0, 268.0),
    ("C5", LEFT, 92.0),
    ("R3", 307.0, 92.0),
    ("C1", 500.0, 92.0),
    ("W1", 693.0, 92.0),
    ("B1", RIGHT, 92.0),
    ("S1", RIGHT, 278.0),
    ("C2", RIGHT, 468.0),
    ("R1", RIGHT, 658.0),
    ("B2", RIGHT, 840.0),
    ("W2", RIGHT, 1024.0),
    ("C3", 693.0, 1018.0),
    ("S2", 500.0, 1024.0),
    ("B3", 307.0, 1024.0),
    ("R2", LEFT, 1024.0),
    ("C4", LEFT, 832.0),
    ("W3", LEFT, 650.0),
    ("B4", LEFT, 466.0),
    ("S3", LEFT, 278.0),
];
