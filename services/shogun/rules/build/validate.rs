//! Validation of the data before tables are made of it.

use std::collections::BTreeSet;

use kit_tables::{ensure, unique};

use crate::data::{Data, Province};

/// The ids in the order in which the code names them.
const ORDERS: [&str; 10] = [
    "build_castle",
    "build_temple",
    "build_theatre",
    "collect_rice",
    "collect_taxes",
    "deploy_5",
    "deploy_3",
    "deploy_1_move",
    "combat_move_a",
    "combat_move_b",
];
const SPECIALS: [&str; 5] = ["attack", "defence", "taxes", "rice", "recruit"];
const REGIONS: [&str; 5] = ["green", "purple", "red", "brown", "yellow"];
const RANKS: [&str; 7] =
    ["chest_4", "chest_3", "chest_2", "chest_1", "province_card", "chest_0", "empty"];
/// Three seasons and the winter.
const EVENTS_PER_YEAR: usize = 4;

/// Checks the whole file.
pub(crate) fn all(data: &Data) -> Result<(), String> {
    let ids = |ids: &[&str], found: Vec<&str>| {
        ensure(ids == found, || format!("expected {ids:?}, found {found:?}"))
    };
    ids(&ORDERS, data.action.iter().map(|action| action.id.as_str()).collect())?;
    ids(&SPECIALS, data.special.iter().map(|special| special.id.as_str()).collect())?;
    ids(&REGIONS, data.region.iter().map(|region| region.id.as_str()).collect())?;
    ids(&RANKS, data.bidding.rank_high_to_low.iter().map(String::as_str).collect())?;
    let seats = data.players_max - data.players_min + 1;
    ensure(data.table.len() == seats, || "one table for each number of players".into())?;
    ensure(data.colour.len() == data.players_max, || "a colour for each seat".into())?;
    map(data)?;
    tables(data)?;
    cards(data)?;
    tower(data)
}

fn map(data: &Data) -> Result<(), String> {
    unique("province id", data.province.iter().map(|province| province.id.as_str()))?;
    unique("province name", data.province.iter().map(|province| province.name.as_str()))?;
    // Sets of provinces are the bits of one number.
    ensure(data.province.len() <= 64, || "too many provinces".into())?;
    let changing = data.province.iter().filter(|p| p.region_sun != p.region_moon).count();
    let cards = data.province.len() + changing;
    ensure(cards == data.components.province_cards, || format!("{cards} province cards"))?;
    for province in &data.province {
        let id = &province.id;
        let regions = [&province.region_sun, &province.region_moon];
        let known = regions.iter().all(|region| REGIONS.contains(&region.as_str()));
        ensure(known, || format!("{id}: unknown region"))?;
        ensure((1..=3).contains(&province.towns), || format!("{id}: wrong number of towns"))?;
        let sides = province.out_of_3p.iter().all(|side| side == "sun" || side == "moon");
        ensure(sides, || format!("{id}: unknown side"))?;
        borders(data, province)?;
    }
    Ok(())
}

/// Borders are mutual, and no two provinces touch both ways.
fn borders(data: &Data, province: &Province) -> Result<(), String> {
    let id = &province.id;
    let all = province.neighbours.iter().chain(&province.sea_neighbours);
    unique(id, all.clone())?;
    ensure(all.clone().all(|other| other != id), || format!("{id}: touches itself"))?;
    let list_of = |other: &str, sea: bool| {
        let other = data.province.iter().find(|p| p.id == other);
        other.map(|p| if sea { &p.sea_neighbours } else { &p.neighbours })
    };
    for (others, sea) in [(&province.neighbours, false), (&province.sea_neighbours, true)] {
        for other in others {
            let mutual = list_of(other, sea).is_some_and(|list| list.contains(id));
            ensure(mutual, || format!("{id}: the border with {other} is not mutual"))?;
        }
    }
    Ok(())
}

fn tables(data: &Data) -> Result<(), String> {
    for (table, players) in data.table.iter().zip(data.players_min..) {
        ensure(table.players == players, || "tables ascend".into())?;
        let out = |side: &str| {
            let out = |p: &&Province| players == 3 && p.out_of_3p.iter().any(|out| out == side);
            data.province.iter().filter(out).map(|p| p.id.as_str()).collect::<BTreeSet<_>>()
        };
        for side in ["sun", "moon"] {
            let in_play = data.province.len() - out(side).len();
            ensure(in_play == table.provinces_in_play, || {
                format!("{players} players, {side}: {in_play} provinces in play")
            })?;
        }
        let given = players * table.army_groups.len();
        ensure(given + table.neutral_after_setup == table.provinces_in_play, || {
            format!("{players} players: the neutral provinces do not add up")
        })?;
        let armies: u8 = table.army_groups.iter().sum();
        let all = data.components.army_cubes_per_player;
        ensure(armies + data.seeding.armies_per_player <= all, || "too many armies".into())?;
        line_ups(data, players, &table.army_groups, &(&out("sun") | &out("moon")))?;
    }
    ensure(data.seeding.farmers <= data.components.farmer_cubes, || "too many farmers".into())
}

fn line_ups(
    data: &Data,
    players: usize,
    groups: &[u8],
    out: &BTreeSet<&str>,
) -> Result<(), String> {
    let of_table: Vec<_> = data.lineup.iter().filter(|l| l.players == players).collect();
    ensure(of_table.len() == players, || format!("{players} players: wrong line-ups"))?;
    let named = of_table.iter().flat_map(|l| l.provinces.iter().map(|(id, _)| id.as_str()));
    unique("line-up province", named.clone())?;
    for id in named {
        let known = data.province.iter().any(|p| p.id == id) && !out.contains(id);
        ensure(known, || format!("{players} players: {id} is not in play"))?;
    }
    for line_up in of_table {
        let armies: Vec<u8> = line_up.provinces.iter().map(|(_, armies)| *armies).collect();
        ensure(armies == groups, || format!("{players} {}: wrong groups", line_up.letter))?;
    }
    Ok(())
}

fn cards(data: &Data) -> Result<(), String> {
    unique("event id", data.event.iter().map(|event| event.id.as_str()))?;
    let needed = EVENTS_PER_YEAR * usize::from(data.years);
    ensure((needed..=16).contains(&data.event.len()), || "wrong number of events".into())?;
    let chests: Vec<u8> = (0..).take(data.components.chest_cards_per_player.len()).collect();
    ensure(data.components.chest_cards_per_player == chests, || "chest cards count up".into())?;
    let from_one = data.shortage.first().is_some_and(|row| row.min == 1);
    let ascends = data.shortage.windows(2).all(|rows| rows[0].min < rows[1].min);
    ensure(from_one && ascends, || "the shortage table has gaps".into())?;
    let rice = data.province.iter().map(|p| p.rice).max().unwrap_or(0);
    let bonus = data.special.iter().find(|s| s.id == "rice").map_or(0, |s| s.amount);
    let most = 3 * (rice + bonus);
    ensure(most <= data.components.rice_track_max, || format!("{most} rice in a year"))
}

fn tower(data: &Data) -> Result<(), String> {
    let tower = &data.tower;
    ensure(tower.shelves == 2, || "the tower has two shelves".into())?;
    ensure(tower.catch_num <= tower.catch_den && tower.catch_den > 1, || "no chance".into())?;
    ensure(tower.shelf_capacity as u32 <= tower.knock_den, || "the shelves are too large".into())
}
