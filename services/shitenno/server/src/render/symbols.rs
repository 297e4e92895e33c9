//! Own drawings, defined once and used everywhere. Each fits a square of one
//! unit around its centre.

use kit_drawing::Svg;
use shitenno_rules::{Bonus, Troop};

/// The id of a troop's badge: each has a shape and a picture of its own.
pub(super) fn of_troop(troop: Troop) -> &'static str {
    troop.id()
}

/// The id of a bonus.
pub(super) fn of_bonus(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Exchange => "exchange",
        Bonus::PlusOne => "plus-one",
        Bonus::Draw => "draw",
    }
}

/// Writes all definitions.
pub(super) fn define(svg: &mut Svg) {
    svg.put(format_args!("<defs>"));
    for (id, drawing) in DRAWINGS {
        svg.put(format_args!(r#"<g id="shi-{id}">{drawing}</g>"#));
    }
    svg.put(format_args!("</defs>\n"));
}

/// The fill and the stroke are given where a drawing is used, unless it has
/// its own.
const DRAWINGS: [(&str, &str); 14] = [
    // A helmet on a square.
    (
        "samurai",
        concat!(
            r##"<rect x="-.48" y="-.48" width=".96" height=".96" rx=".16" fill="#cfe9dc" stroke-width=".045"/>"##,
            r#"<path stroke="none" d="M-.25.1C-.25-.12-.14-.22 0-.22S.25-.12.25.1Z"/>"#,
            r#"<path stroke="none" d="M-.3.15H.3L.4.34L.28.38C.2.26-.2.26-.28.38L-.4.34Z"/>"#,
            r#"<path stroke="none" d="M-.03-.26C-.16-.25-.26-.32-.28-.42C-.38-.3-.34-.14-.22-.1C-.16-.18-.1-.23-.03-.26Z"/>"#,
            r#"<path stroke="none" d="M.03-.26C.16-.25.26-.32.28-.42C.38-.3.34-.14.22-.1C.16-.18.1-.23.03-.26Z"/>"#,
        ),
    ),
    // The head of a horse on a disc.
    (
        "bushi",
        concat!(
            r##"<circle r=".49" fill="#cfe3f5" stroke-width=".045"/>"##,
            r#"<path stroke="none" d="M-.2.32C-.18.12-.01.1-.03-.02C-.1.04-.17.06-.25.09L-.35-.03L-.13-.24L-.11-.39L.01-.29C.22-.26.32-.04.3.32Z"/>"#,
            r##"<circle cx="-.08" cy="-.14" r=".035" fill="#cfe3f5" stroke="none"/>"##,
        ),
    ),
    // A glaive on a house.
    (
        "sohei",
        concat!(
            r##"<path d="M0-.52L.49-.17V.47H-.49V-.17Z" fill="#fae0b0" stroke-width=".045" stroke-linejoin="round"/>"##,
            r#"<path fill="none" stroke-width=".085" stroke-linecap="round" d="M-.27.36L.05.0"/>"#,
            r#"<path stroke="none" d="M.0-.03C.1-.1.14-.24.16-.34C.3-.2.26.0.12.09Z"/>"#,
            r#"<path stroke="none" d="M-.05-.01L.14.15L.09.2L-.1.05Z"/>"#,
        ),
    ),
    // A throwing star on a dark lozenge.
    (
        "shinobi",
        concat!(
            r##"<path d="M0-.54L.54 0L0 .54L-.54 0Z" fill="#3a3f45" stroke-width=".045" stroke-linejoin="round"/>"##,
            r##"<path fill="#ffffff" stroke="none" d="M0-.37L.1-.1L.37 0L.1.1L0 .37L-.1.1L-.37 0L-.1-.1Z"/>"##,
            r##"<circle r=".055" fill="#3a3f45" stroke="none"/>"##,
        ),
    ),
    // An oval gold coin.
    (
        "koku",
        concat!(
            r##"<ellipse rx=".34" ry=".47" fill="#f6dd8a" stroke-width=".05"/>"##,
            r#"<path fill="none" stroke-width=".05" d="M-.2-.2H.2M-.26 0H.26M-.2.2H.2"/>"#,
        ),
    ),
    // A gate of two posts and two beams.
    (
        "gate",
        r#"<path stroke="none" d="M-.56-.5C-.3-.44.3-.44.56-.5L.53-.37H-.53ZM-.42-.3H.42V-.22H-.42ZM-.4-.38H-.31L-.33.5H-.43ZM.31-.38H.4L.43.5H.33Z"/>"#,
    ),
    // A paper lantern.
    (
        "lantern",
        concat!(
            r##"<path d="M-.22-.4C-.5-.24-.5.24-.22.4H.22C.5.24.5-.24.22-.4Z" fill="#fff3df" stroke-width=".05"/>"##,
            r#"<path stroke="none" d="M-.24-.5H.24V-.38H-.24ZM-.24.38H.24V.5H-.24Z"/>"#,
        ),
    ),
    // A seal as it is stamped.
    (
        "seal",
        concat!(
            r#"<rect x="-.44" y="-.44" width=".88" height=".88" rx=".14" stroke="none"/>"#,
            r##"<path fill="none" stroke="#fffdf7" stroke-width=".13" d="M-.2-.24H.2V.24H-.2ZM-.2 0H.2"/>"##,
        ),
    ),
    // Two arrows that pass each other.
    (
        "exchange",
        concat!(
            r#"<path stroke="none" d="M.5-.2L.2-.46V-.29H-.44V-.11H.2V.06Z"/>"#,
            r#"<path stroke="none" d="M-.5.2L-.2-.06V.11H.44V.29H-.2V.46Z"/>"#,
        ),
    ),
    // A plus sign and a one.
    (
        "plus-one",
        concat!(
            r#"<path stroke="none" d="M-.34-.22H-.2V-.06H-.04V.08H-.2V.24H-.34V.08H-.5V-.06H-.34Z"/>"#,
            r#"<path stroke="none" d="M.2-.42H.36V.42H.2V-.2L.06-.12V-.28Z"/>"#,
        ),
    ),
    // A card that is drawn.
    (
        "draw",
        concat!(
            r#"<path fill="none" stroke-width=".09" stroke-linejoin="round" d="M-.1-.44H.38V.3H-.1Z"/>"#,
            r#"<path stroke="none" d="M-.12.46L-.44.16H-.24V-.2H0V.16H.2Z"/>"#,
        ),
    ),
    // The back of a troop card.
    (
        "troop-back",
        concat!(
            r#"<rect x="-.36" y="-.5" width=".72" height="1" rx=".1" stroke="none"/>"#,
            r##"<path fill="none" stroke="#fffdf7" stroke-width=".08" stroke-linecap="round" d="M-.18.26L.18-.26M.18.26L-.18-.26"/>"##,
        ),
    ),
    // The back of a koku card.
    (
        "koku-back",
        concat!(
            r#"<rect x="-.36" y="-.5" width=".72" height="1" rx=".1" stroke="none"/>"#,
            r##"<ellipse rx=".15" ry=".24" fill="none" stroke="#fffdf7" stroke-width=".08"/>"##,
        ),
    ),
    // The rays of a golden kamon.
    (
        "rays",
        r#"<path stroke-width=".035" stroke-linejoin="round" d="M0-.5L.1-.37L.25-.433L.272-.272L.433-.25L.37-.1L.5 0L.37.1L.433.25L.272.272L.25.433L.1.37L0 .5L-.1.37L-.25.433L-.272.272L-.433.25L-.37.1L-.5 0L-.37-.1L-.433-.25L-.272-.272L-.25-.433L-.1-.37Z"/>"#,
    ),
];
