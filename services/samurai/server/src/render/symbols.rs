//! Own drawings, defined once and used everywhere. Each fits a square of one
//! unit around its centre; hexagons have a radius of one.

use samurai_rules::{Figure, Kind};

use kit_drawing::Svg;

/// The id of a figure's drawing.
pub(super) fn of_figure(figure: Figure) -> &'static str {
    figure.id()
}

/// The id of the drawing on a tile.
pub(super) fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Helmet => of_figure(Figure::Helmet),
        Kind::Buddha => of_figure(Figure::Buddha),
        Kind::Rice => of_figure(Figure::Rice),
        Kind::Samurai => "samurai",
        Kind::TileExchange => "tile-exchange",
        Kind::Ronin => "ronin",
        Kind::Ship => "ship",
        Kind::FigureExchange => "figure-exchange",
    }
}

/// Writes all definitions.
pub(super) fn define(svg: &mut Svg) {
    svg.put(format_args!("<defs>"));
    for (id, drawing) in DRAWINGS {
        svg.put(format_args!(r#"<g id="sam-{id}">{drawing}</g>"#));
    }
    svg.put(format_args!("</defs>\n"));
}

/// The fill and the stroke are given where a drawing is used.
const DRAWINGS: [(&str, &str); 11] = [
    ("hex", r#"<path d="M1 0L.5 .866H-.5L-1 0L-.5-.866H.5Z"/>"#),
    // A dome with a neck guard and two horns.
    (
        "helmet",
        concat!(
            r#"<path stroke="none" d="M-.32.14C-.32-.06-.18-.2 0-.2S.32-.06.32.14Z"/>"#,
            r#"<path stroke="none" d="M-.35.2H.35C.38.3.44.36.5.4L.38.48C.2.34-.2.34-.38.48L-.5.4C-.44.36-.38.3-.35.2Z"/>"#,
            r#"<path stroke="none" d="M-.03-.25C-.2-.24-.3-.34-.3-.5C-.46-.36-.44-.12-.27-.07C-.21-.15-.13-.22-.03-.25Z"/>"#,
            r#"<path stroke="none" d="M.03-.25C.2-.24.3-.34.3-.5C.46-.36.44-.12.27-.07C.21-.15.13-.22.03-.25Z"/>"#,
        ),
    ),
    // A seated figure.
    (
        "buddha",
        concat!(
            r#"<circle stroke="none" cy="-.44" r=".07"/><circle stroke="none" cy="-.26" r=".17"/>"#,
            r#"<path stroke="none" d="M0-.06C.2-.06.28.06.29.2C.42.22.5.28.5.36C.5.45.42.47.34.47H-.34C-.42.47-.5.45-.5.36C-.5.28-.42.22-.29.2C-.28.06-.2-.06 0-.06Z"/>"#,
        ),
    ),
    // An ear of rice.
    (
        "rice",
        concat!(
            r#"<path fill="none" stroke-width=".07" stroke-linecap="round" d="M0 .48V-.1M0 .46C-.12.4-.3.4-.36.26M0 .46C.12.4.3.4.36.26"/>"#,
            r#"<ellipse stroke="none" cy="-.36" rx=".085" ry=".14"/>"#,
            r#"<ellipse stroke="none" cx="-.18" cy="-.2" rx=".08" ry=".15" transform="rotate(-32 -.18 -.2)"/>"#,
            r#"<ellipse stroke="none" cx=".18" cy="-.2" rx=".08" ry=".15" transform="rotate(32 .18 -.2)"/>"#,
            r#"<ellipse stroke="none" cx="-.2" cy=".08" rx=".08" ry=".15" transform="rotate(-32 -.2 .08)"/>"#,
            r#"<ellipse stroke="none" cx=".2" cy=".08" rx=".08" ry=".15" transform="rotate(32 .2 .08)"/>"#,
        ),
    ),
    // Two crossed swords.
    (
        "samurai",
        r#"<path fill="none" stroke-width=".11" stroke-linecap="round" d="M-.38.44L.36-.42M.38.44L-.36-.42M-.38.14L-.1.38M.38.14L.1.38"/>"#,
    ),
    // Two arrows that pass each other.
    (
        "tile-exchange",
        concat!(
            r#"<path stroke="none" d="M.5-.2L.2-.46V-.29H-.44V-.11H.2V.06Z"/>"#,
            r#"<path stroke="none" d="M-.5.2L-.2-.06V.11H.44V.29H-.2V.46Z"/>"#,
        ),
    ),
    // A straw hat over a cloak.
    (
        "ronin",
        concat!(
            r#"<path stroke="none" d="M0-.44L.5.02C.2.1-.2.1-.5.02Z"/>"#,
            r#"<path stroke="none" d="M-.17.13H.17L.34.46H-.34Z"/>"#,
        ),
    ),
    // A hull with two sails.
    (
        "ship",
        concat!(
            r#"<path stroke="none" d="M.03-.48C.3-.36.4-.1.38.12H.03Z"/>"#,
            r#"<path stroke="none" d="M-.05-.36V.12H-.36C-.34-.08-.22-.26-.05-.36Z"/>"#,
            r#"<path stroke="none" d="M-.5.2H.5L.33.46H-.33Z"/>"#,
        ),
    ),
    // Two pieces that change places.
    (
        "figure-exchange",
        concat!(
            r#"<circle stroke="none" cx="-.3" cy=".02" r=".12"/><path stroke="none" d="M-.3.1L-.1.46H-.5Z"/>"#,
            r#"<circle stroke="none" cx=".3" cy=".02" r=".12"/><path stroke="none" d="M.3.1L.5.46H.1Z"/>"#,
            r#"<path fill="none" stroke-width=".08" d="M-.28-.2C-.2-.42.2-.42.28-.2"/>"#,
            r#"<path stroke="none" d="M.4-.32L.3-.1L.12-.24ZM-.4-.32L-.3-.1L-.12-.24Z"/>"#,
        ),
    ),
    // A stack of face-down tiles.
    (
        "pool",
        concat!(
            r#"<path stroke="none" d="M.5-.08L.26.22H-.26L-.5-.08L-.26-.38H.26Z"/>"#,
            r#"<path fill="none" stroke-width=".09" d="M-.48.1L-.25.38H.25L.48.1"/>"#,
        ),
    ),
    // Tiles behind a screen.
    (
        "screen",
        r#"<path stroke="none" d="M-.5.42V-.3L-.18-.42V.3ZM-.12.3V-.42L.18-.3V.42ZM.24.42V-.3L.5-.42V.3Z"/>"#,
    ),
];
