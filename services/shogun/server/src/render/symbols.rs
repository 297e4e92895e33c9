//! Own drawings, defined once and used everywhere. Each fits a square of one
//! unit around its centre.

use shogun_rules::{Building, Order, Space, Special};

use kit_drawing::Svg;

/// The id of a building's drawing.
pub(super) fn of_building(building: Building) -> &'static str {
    building.id()
}

/// The id of the drawing on an action card, and what tells it from others with
/// the same drawing.
pub(super) fn of_order(order: Order) -> (&'static str, &'static str) {
    match order {
        Order::BuildCastle => ("castle", ""),
        Order::BuildTemple => ("temple", ""),
        Order::BuildTheatre => ("theatre", ""),
        Order::CollectRice => ("rice", ""),
        Order::CollectTaxes => ("chest", ""),
        Order::DeployFive => ("cube", "5"),
        Order::DeployThree => ("cube", "3"),
        Order::DeployOne => ("cube", "1"),
        Order::CombatA => ("swords", "A"),
        Order::CombatB => ("swords", "B"),
    }
}

/// The drawing on a space of a player board.
pub(super) fn of_space(space: Space) -> (&'static str, &'static str) {
    match space {
        Space::Order(order) => of_order(order),
        Space::Bid => ("fan", ""),
    }
}

/// The id of the drawing on a special card.
pub(super) fn of_special(special: Special) -> &'static str {
    match special {
        Special::Attack => "swords",
        Special::Defence => "shield",
        Special::Taxes => "chest",
        Special::Rice => "rice",
        Special::Recruit => "cube",
    }
}

/// Writes all definitions.
pub(super) fn define(svg: &mut Svg) {
    svg.put(format_args!("<defs>"));
    for (id, drawing) in DRAWINGS {
        svg.put(format_args!(r#"<g id="sho-{id}">{drawing}</g>"#));
    }
    svg.put(format_args!("</defs>\n"));
}

/// The fill and the stroke are given where a drawing is used.
const DRAWINGS: [(&str, &str); 12] = [
    // A keep with battlements and a gate.
    (
        "castle",
        r#"<path stroke="none" d="M-.48-.46H-.28V-.34H-.1V-.46H.1V-.34H.28V-.46H.48V-.16H.36V.46H.13V.22C.13.04-.13.04-.13.22V.46H-.36V-.16H-.48Z"/>"#,
    ),
    // A pagoda with two roofs.
    (
        "temple",
        concat!(
            r#"<path stroke="none" d="M0-.5L.09-.38C.2-.31.3-.28.42-.27L.35-.15H-.35L-.42-.27C-.3-.28-.2-.31-.09-.38Z"/>"#,
            r#"<path stroke="none" d="M-.24-.11H.24V.01H.28C.36.07.42.09.5.1L.43.22H-.43L-.5.1C-.42.09-.36.07-.28.01H-.24Z"/>"#,
            r#"<path stroke="none" d="M-.34.27H.34V.47H.1V.34H-.1V.47H-.34Z"/>"#,
        ),
    ),
    // A mask.
    (
        "theatre",
        r#"<path stroke="none" fill-rule="evenodd" d="M-.44-.42C-.2-.36.2-.36.44-.42V.02C.44.28.22.46 0 .5C-.22.46-.44.28-.44.02ZM-.3-.1C-.25-.2-.12-.2-.07-.1ZM.07-.1C.12-.2.25-.2.3-.1ZM-.24.1C-.14.36.14.36.24.1Z"/>"#,
    ),
    // A bowl of rice.
    (
        "rice",
        concat!(
            r#"<path stroke="none" d="M-.36-.05C-.36-.28-.2-.42 0-.42S.36-.28.36-.05Z"/>"#,
            r#"<path stroke="none" d="M-.48.02H.48C.46.26.32.4.16.42V.48H-.16V.42C-.32.4-.46.26-.48.02Z"/>"#,
        ),
    ),
    // A chest with a lock.
    (
        "chest",
        concat!(
            r#"<path stroke="none" d="M-.48-.08V-.14C-.48-.32-.36-.4-.24-.4H.24C.36-.4.48-.32.48-.14V-.08Z"/>"#,
            r#"<path stroke="none" d="M-.48-.01H-.11V.12H.11V-.01H.48V.4H-.48Z"/>"#,
        ),
    ),
    // A cube, seen from above one corner.
    (
        "cube",
        concat!(
            r#"<path stroke="none" d="M0-.5L.44-.27L0-.04L-.44-.27Z"/>"#,
            r#"<path stroke="none" d="M-.47-.19L-.04.04V.5L-.47.27ZM.47-.19L.04.04V.5L.47.27Z"/>"#,
        ),
    ),
    // Two crossed blades.
    (
        "swords",
        concat!(
            r#"<path fill="none" stroke-width=".1" d="M-.44-.46L.26.28M.44-.46L-.26.28"/>"#,
            r#"<path fill="none" stroke-width=".09" stroke-linecap="round" d="M.12.38L.38.12M-.12.38L-.38.12M.28.28L.44.46M-.28.28L-.44.46"/>"#,
        ),
    ),
    // A shield.
    (
        "shield",
        r#"<path stroke="none" d="M0-.48C.12-.4.28-.36.42-.36V0C.42.24.22.42 0 .5C-.22.42-.42.24-.42 0V-.36C-.28-.36-.12-.4 0-.48Z"/>"#,
    ),
    // A fan, for the order of play.
    (
        "fan",
        concat!(
            r#"<path stroke="none" d="M-.5-.1C-.3-.44.3-.44.5-.1L.2.18C.1.08-.1.08-.2.18Z"/>"#,
            r#"<path stroke="none" d="M-.15.24C-.06.16.06.16.15.24L0 .44Z"/>"#,
        ),
    ),
    // An outcry.
    (
        "revolt",
        r#"<path stroke="none" d="M0-.5L.13-.29L.35-.35L.29-.13L.5 0L.29.13L.35.35L.13.29L0 .5L-.13.29L-.35.35L-.29.13L-.5 0L-.29-.13L-.35-.35L-.13-.29Z"/>"#,
    ),
    // A banner, for provinces.
    ("banner", r#"<path stroke="none" d="M-.34-.48H-.24V-.44H.42L.24-.2L.42.04H-.24V.48H-.34Z"/>"#),
    // A laurel star, for points.
    (
        "points",
        r#"<path stroke="none" d="M0-.5L.14-.17L.5-.15L.22.07L.31.42L0 .22L-.31.42L-.22.07L-.5-.15L-.14-.17Z"/>"#,
    ),
];
