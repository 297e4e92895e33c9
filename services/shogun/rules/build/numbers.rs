//! Numbers of the game.

use kit_tables::Code;

use crate::data::Data;

/// Every number that the rules use by its name.
pub(crate) fn numbers(data: &Data) -> Code {
    let mut code = Code::default();
    let (parts, tower, scoring) = (&data.components, &data.tower, &data.scoring);
    code.public("The fewest seats of a table.", "SEATS_MIN", "usize", data.players_min);
    code.public("The most seats of a table.", "SEATS_MAX", "usize", data.players_max);
    code.public("How many years a match lasts.", "YEARS", "u8", data.years);
    code.public("The cubes of each colour.", "ARMIES", "u8", parts.army_cubes_per_player);
    code.public("The green cubes.", "FARMERS", "u8", parts.farmer_cubes);
    let tiles = [parts.castle_tiles, parts.temple_tiles, parts.theatre_tiles];
    code.public("Castles, temples and theatres in the box.", "TILES", "[u8; 3]", tiles);
    let cards = parts.chest_cards_per_player.len();
    let doc = "The chest cards of each seat, which show 0, 1, 2 and so on.";
    code.public(doc, "CHEST_CARDS", "u8", cards);
    let seeding = &data.seeding;
    code.public("What each seat throws in first.", "SEED_ARMIES", "u8", seeding.armies_per_player);
    code.public("The farmers that are thrown in first.", "SEED_FARMERS", "u8", seeding.farmers);
    let neutral = data.combat.neutral_farmers;
    code.public("The farmers of a neutral province.", "NEUTRAL_FARMERS", "u8", neutral);
    let helped = data.combat.farmers_help_defender_when_revolt_markers;
    let doc = "Farmers help a defender with at most so many markers.";
    code.public(doc, "HELP_MARKERS", "u8", helped);
    code.public("Points for a province.", "PROVINCE_POINTS", "u16", scoring.province);
    code.public("Points for a building.", "BUILDING_POINTS", "u16", scoring.building);
    let majorities = [scoring.majority_castle, scoring.majority_temple, scoring.majority_theatre];
    let doc = "Points for the most of a kind in a region.";
    code.public(doc, "MAJORITY_POINTS", "[u16; 3]", majorities);
    let doc = "Points less for each who shares a majority.";
    code.public(doc, "TIE_REDUCTION", "u16", scoring.tie_reduction);
    code.public("A cube is caught if a draw is below this.", "CATCH", "u32", tower.catch_num);
    code.public("The sides of that draw.", "CATCH_SIDES", "u32", tower.catch_den);
    code.public("The sides of the draw that knocks.", "KNOCK_SIDES", "u32", tower.knock_den);
    code.public("The most cubes on a shelf.", "SHELF_CAPACITY", "usize", tower.shelf_capacity);
    code
}
