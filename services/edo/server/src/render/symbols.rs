//! Own drawings, defined once and used everywhere. Each fits a square of one
//! unit around its centre. Icons have one colour; pieces have a ground and a
//! line around it.

use edo_rules::{BuildingKind, Good};
use kit_drawing::{Num, Svg};

use super::palette;

/// The id of a resource's icon.
pub(super) const fn of_good(good: Good) -> &'static str {
    good.id()
}

/// The id of a building's piece.
pub(super) const fn of_building(kind: BuildingKind) -> &'static str {
    match kind {
        BuildingKind::House => "house",
        BuildingKind::TradingPost => "post",
        BuildingKind::Fortress => "fortress",
        BuildingKind::Temple => "temple",
    }
}

/// Draws a piece of a ground colour around a point.
pub(super) fn piece(svg: &mut Svg, id: &str, at: (f64, f64), size: f64, fill: &str) {
    svg.put(format_args!(
        r##"<use href="#edo-{id}" transform="translate({} {}) scale({})" fill="{fill}" stroke="{}" stroke-width=".06" stroke-linejoin="round"/>"##,
        Num(at.0),
        Num(at.1),
        Num(size),
        palette::EDGE,
    ));
}

/// Writes all definitions.
pub(super) fn define(svg: &mut Svg) {
    svg.put(format_args!("<defs>"));
    for (id, drawing) in PIECES.iter().chain(&ICONS) {
        svg.put(format_args!(r#"<g id="edo-{id}">{drawing}</g>"#));
    }
    svg.put(format_args!("</defs>\n"));
}

/// The fill and the stroke are given where a piece is used.
const PIECES: [(&str, &str); 9] = [
    // A gable.
    ("house", r#"<path d="M-.47-.04L0-.46L.47-.04V.46H-.47Z"/>"#),
    // A store house with a broad flat roof.
    ("post", r#"<path d="M-.34-.47H.34L.5-.2H.42V.46H-.42V-.2H-.5Z"/>"#),
    // Walls with battlements.
    (
        "fortress",
        r#"<path d="M-.46.46L-.36-.1V-.44H-.18V-.26H-.09V-.44H.09V-.26H.18V-.44H.36V-.1L.46.46Z"/>"#,
    ),
    // Two roofs above each other.
    (
        "temple",
        r#"<path d="M0-.5L.42-.2L.36-.14H.22V.02L.5.16L.44.24H.32V.48H-.32V.24H-.44L-.5.16L-.22.02V-.14H-.36L-.42-.2Z"/>"#,
    ),
    // A helmet with horns.
    (
        "samurai",
        concat!(
            r#"<path d="M-.1-.26C-.28-.28-.34-.4-.32-.5C-.5-.36-.46-.14-.28-.06ZM.1-.26C.28-.28.34-.4.32-.5C.5-.36.46-.14.28-.06Z"/>"#,
            r#"<circle cy=".1" r=".38"/>"#,
        ),
    ),
    // A straw hat over a cloak.
    (
        "ronin",
        r#"<path d="M-.18.08L-.36.48H.36L.18.08Z"/><path d="M0-.44L.48.06C.2.16-.2.16-.48.06Z"/>"#,
    ),
    // A bag that is tied up.
    (
        "merchant",
        r#"<path d="M-.12-.24L-.26-.48H.26L.12-.24C.36-.14.46.08.46.24C.46.42.3.48 0 .48S-.46.42-.46.24C-.46.08-.36-.14-.12-.24Z"/>"#,
    ),
    // A head and a body.
    (
        "official",
        r#"<path d="M-.34.47C-.34.12-.2 0 0 0S.34.12.34.47Z"/><circle cy="-.24" r=".21"/>"#,
    ),
    ("disc", r#"<circle r=".46"/>"#),
];

/// The colour is given where an icon is used.
const ICONS: [(&str, &str); 9] = [
    // A coin with a square hole.
    (
        "ryo",
        r#"<path stroke="none" fill-rule="evenodd" d="M-.44 0A.44.44 0 0 1 .44 0A.44.44 0 0 1-.44 0ZM-.15-.15V.15H.15V-.15Z"/>"#,
    ),
    // A star.
    (
        "point",
        r#"<path stroke="none" d="M0-.48L.14-.15L.49-.13L.22.1L.31.45L0 .26L-.31.45L-.22.1L-.49-.13L-.14-.15Z"/>"#,
    ),
    // An ear of rice.
    (
        "rice",
        concat!(
            r#"<path fill="none" stroke-width=".06" d="M-.12.5C-.1.2 0-.1.22-.4"/>"#,
            r#"<g stroke="none"><ellipse cx=".26" cy="-.38" rx=".07" ry=".13" transform="rotate(30 .26-.38)"/>"#,
            r#"<ellipse cx=".02" cy="-.26" rx=".07" ry=".14" transform="rotate(-10 .02-.26)"/>"#,
            r#"<ellipse cx=".3" cy="-.12" rx=".07" ry=".14" transform="rotate(50 .3-.12)"/>"#,
            r#"<ellipse cx="-.1" cy="-.02" rx=".07" ry=".14" transform="rotate(-14-.1-.02)"/>"#,
            r#"<ellipse cx=".2" cy=".12" rx=".07" ry=".14" transform="rotate(48 .2.12)"/></g>"#,
        ),
    ),
    // A fir.
    (
        "wood",
        r#"<path stroke="none" d="M0-.48L.28-.12H.16L.4.22H.08V.47H-.08V.22H-.4L-.16-.12H-.28Z"/>"#,
    ),
    // Two blocks of rock.
    (
        "stone",
        r#"<path stroke="none" d="M-.48.42L-.46.08L-.2-.14L.04.02L.06.42ZM.12.42V-.02L-.06-.2L.1-.4L.38-.36L.49 0V.42Z"/>"#,
    ),
    // A gate.
    (
        "border",
        r#"<path stroke="none" d="M-.5-.42C-.2-.36.2-.36.5-.42V-.28H.32V-.14H.42V-.03H.32V.46H.19V-.03H-.19V.46H-.32V-.03H-.42V-.14H-.32V-.28H-.5Z"/>"#,
    ),
    // Waves.
    (
        "river",
        r#"<path fill="none" stroke-width=".09" d="M-.46-.14C-.3-.34-.16-.34 0-.14S.3.06.46-.14M-.46.2C-.3 0-.16 0 0 .2S.3.4.46.2"/>"#,
    ),
    // A flag.
    (
        "start",
        r#"<path stroke="none" d="M-.34-.48H-.22V.48H-.34ZM-.18-.44H.42L.24-.22L.42 0H-.18Z"/>"#,
    ),
    // Diagonal lines, for what is covered and for the back of cards.
    (
        "hatch",
        r#"<path fill="none" stroke-width=".03" d="M-.5-.25L-.25-.5M-.5 0L0-.5M-.5.25L.25-.5M-.5.5L.5-.5M-.25.5L.5-.25M0 .5L.5 0M.25.5L.5.25"/>"#,
    ),
];
