//! Writes the cards and the numbers of the game as Rust.

use crate::data::{Data, Event};
use crate::map::{line, pascal, table};

/// The text of the generated file of orders.
pub(crate) fn orders(data: &Data) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "ORDERS",
        "OrderFacts",
        data.action.iter().map(|action| {
            let (id, name, price) = (&action.id, &action.name, action.cost_chests);
            let armies = action.armies.unwrap_or(0);
            format!("OrderFacts {{ id: {id:?}, name: {name:?}, price: {price}, armies: {armies} }}")
        }),
    );
    out
}

/// The text of the generated file of special cards.
pub(crate) fn specials(data: &Data) -> String {
    let mut out = String::new();
    let rows = data.special.iter().map(|special| {
        format!("SpecialFacts {{ id: {:?}, amount: {} }}", special.id, special.amount)
    });
    table(&mut out, "SPECIALS", "SpecialFacts", rows);
    out
}

/// The text of the generated file of event cards.
pub(crate) fn events(data: &Data) -> String {
    let mut out = String::new();
    let rows = data.event.iter().map(|event| {
        format!(
            "EventFacts {{ id: {:?}, effect: {}, winter_loss: {} }}",
            event.id,
            effect(event),
            event.winter_rice_loss
        )
    });
    table(&mut out, "EVENTS", "EventFacts", rows);
    out
}

/// The text of the generated file of numbers.
pub(crate) fn numbers(data: &Data) -> String {
    let mut out = String::new();
    let mut number = |doc: &str, name: &str, of: &str, value: String| {
        line(&mut out, &format!("/// {doc}\npub const {name}: {of} = {value};"));
    };
    let (box_, tower, scoring) = (&data.components, &data.tower, &data.scoring);
    number("The fewest seats of a table.", "SEATS_MIN", "usize", data.players_min.to_string());
    number("The most seats of a table.", "SEATS_MAX", "usize", data.players_max.to_string());
    number("How many years a match lasts.", "YEARS", "u8", data.years.to_string());
    number("The cubes of each colour.", "ARMIES", "u8", box_.army_cubes_per_player.to_string());
    number("The green cubes.", "FARMERS", "u8", box_.farmer_cubes.to_string());
    let tiles = [box_.castle_tiles, box_.temple_tiles, box_.theatre_tiles];
    number("Castles, temples and theatres in the box.", "TILES", "[u8; 3]", format!("{tiles:?}"));
    let cards = box_.chest_cards_per_player.len();
    number("The chest cards of each seat, which show 0, 1, 2 and so on.", "CHEST_CARDS", "u8", {
        cards.to_string()
    });
    let (armies, farmers) = (data.seeding.armies_per_player, data.seeding.farmers);
    number("What each seat throws in first.", "SEED_ARMIES", "u8", armies.to_string());
    number("The farmers that are thrown in first.", "SEED_FARMERS", "u8", farmers.to_string());
    let neutral = data.combat.neutral_farmers.to_string();
    number("The farmers of a neutral province.", "NEUTRAL_FARMERS", "u8", neutral);
    let helped = data.combat.farmers_help_defender_when_revolt_markers.to_string();
    number("Farmers help a defender with at most so many markers.", "HELP_MARKERS", "u8", helped);
    number("Points for a province.", "PROVINCE_POINTS", "u16", scoring.province.to_string());
    number("Points for a building.", "BUILDING_POINTS", "u16", scoring.building.to_string());
    let majorities = [scoring.majority_castle, scoring.majority_temple, scoring.majority_theatre];
    number("Points for the most of a kind in a region.", "MAJORITY_POINTS", "[u16; 3]", {
        format!("{majorities:?}")
    });
    let less = scoring.tie_reduction.to_string();
    number("Points less for each who shares a majority.", "TIE_REDUCTION", "u16", less);
    number(
        "A cube is caught if a draw is below this.",
        "CATCH",
        "u32",
        tower.catch_num.to_string(),
    );
    number("The sides of that draw.", "CATCH_SIDES", "u32", tower.catch_den.to_string());
    number("The sides of the draw that knocks.", "KNOCK_SIDES", "u32", tower.knock_den.to_string());
    let capacity = tower.shelf_capacity.to_string();
    number("The most cubes on a shelf.", "SHELF_CAPACITY", "usize", capacity);
    out
}

fn effect(event: &Event) -> String {
    let name = pascal(&event.effect);
    match (event.amount, event.deploy_5_places, event.deploy_3_places) {
        (Some(amount), _, _) => format!("Effect::{name}({amount})"),
        (_, Some(five), Some(three)) => {
            format!("Effect::{name} {{ five: {five}, three: {three} }}")
        }
        _ => format!("Effect::{name}"),
    }
}
