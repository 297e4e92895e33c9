//! Validation of the data before a table is made of it.

use kit_tables::{ensure, unique};

use crate::data::Data;

const TROOPS: [&str; 4] = ["samurai", "bushi", "sohei", "shinobi"];
const TITLES: [(&str, usize); 4] = [("daimyo", 4), ("shomyo", 3), ("sensei", 2), ("hatamoto", 1)];
const BONUSES: [&str; 3] = ["exchange", "plus1", "draw"];

/// Checks the whole file.
pub(crate) fn all(data: &Data) -> Result<(), String> {
    names(data)?;
    generals(data)?;
    provinces(data)?;
    troop_cards(data)?;
    koku_cards(data)?;
    bonus_tiles(data)?;
    player_counts(data)
}

/// The code knows troops and titles by name, so no other may stand in the file.
fn names(data: &Data) -> Result<(), String> {
    let troops: Vec<&str> = data.troops.iter().map(|troop| troop.id.as_str()).collect();
    ensure(troops == TROOPS, || format!("the troops are {troops:?}, not {TROOPS:?}"))?;
    let titles: Vec<_> = data.titles.iter().map(|title| (title.id.as_str(), title.seals)).collect();
    ensure(titles == TITLES, || format!("the titles are {titles:?}, not {TITLES:?}"))
}

/// Every seat of the largest table plays a general of its own.
fn generals(data: &Data) -> Result<(), String> {
    unique("general", data.generals.iter().map(|general| general.id.as_str()))?;
    unique("general", data.generals.iter().map(|general| general.name.as_str()))?;
    let (found, seats) = (data.generals.len(), data.player_counts.iter().map(|c| c.players).max());
    ensure(Some(found) == seats, || format!("{found} generals for {seats:?} seats"))
}

fn provinces(data: &Data) -> Result<(), String> {
    let (rules, totals) = (&data.rules, &data.totals);
    unique("province", data.provinces.iter().map(|province| province.id.as_str()))?;
    unique("place", data.provinces.iter().map(|p| (p.board_row, p.board_col)))?;
    for province in &data.provinces {
        let id = &province.id;
        ensure(TROOPS.contains(&province.troop.as_str()), || format!("{id}: unknown troop"))?;
        ensure(province.majority == rules.majority_points, || format!("{id}: wrong majority"))?;
        let numbers: Vec<usize> = province.positions.iter().map(|position| position.n).collect();
        let due: Vec<usize> = (1..=rules.positions_per_province).collect();
        ensure(numbers == due, || format!("{id}: positions {numbers:?}"))?;
        for position in &province.positions {
            ensure(position.koku_cost == position.favour_points, || {
                format!("{id}: position {} has two numbers", position.n)
            })?;
            ensure(position.tile_reward == (position.n <= rules.tiles_per_province), || {
                format!("{id}: position {} has a wrong tile", position.n)
            })?;
        }
        let values: Vec<u8> =
            province.positions.iter().map(|position| position.koku_cost).collect();
        ensure(values.is_sorted() && values[0] > 0, || format!("{id}: values {values:?}"))?;
    }
    let positions = data.provinces.iter().flat_map(|province| &province.positions);
    let value: usize = positions.clone().map(|position| usize::from(position.koku_cost)).sum();
    let found = (data.provinces.len(), positions.count(), value);
    let stated = (totals.provinces, totals.positions, totals.sum_of_all_position_values);
    ensure(found == stated, || format!("provinces: found {found:?}, stated {stated:?}"))
}

fn troop_cards(data: &Data) -> Result<(), String> {
    let totals = &data.totals;
    unique("card", data.troop_cards.iter().map(|card| card.card.as_str()))?;
    let (mut singles, mut doubles, mut symbols) = (0, 0, [0; 4]);
    for card in &data.troop_cards {
        let due = match card.kind.as_str() {
            "single" => 1,
            "double" => 2,
            other => return Err(format!("{}: unknown kind {other}", card.card)),
        };
        ensure(card.troops.len() == due && card.troops.join("+") == card.card, || {
            format!("{}: its troops are {:?}", card.card, card.troops)
        })?;
        let count = usize::from(card.count);
        *(if due == 1 { &mut singles } else { &mut doubles }) += count;
        for troop in &card.troops {
            let at = TROOPS.iter().position(|known| known == troop);
            symbols[at.ok_or(format!("{}: unknown troop {troop}", card.card))?] += count;
        }
    }
    let found = (singles, doubles, singles + doubles, symbols.iter().sum::<usize>());
    let stated = (
        totals.troop_cards_single,
        totals.troop_cards_double,
        totals.troop_cards,
        totals.troop_symbols_on_cards,
    );
    ensure(found == stated, || format!("troop cards: found {found:?}, stated {stated:?}"))?;
    ensure(symbols == [totals.troop_symbols_per_type; 4], || format!("symbols {symbols:?}"))?;
    let singles = data.troop_cards.iter().take(TROOPS.len()).map(|card| card.card.as_str());
    ensure(singles.eq(TROOPS), || "the single cards come first, in the order of troops".into())
}

fn koku_cards(data: &Data) -> Result<(), String> {
    let values: Vec<u8> = data.koku_cards.iter().map(|card| card.value).collect();
    ensure(values == [1, 2, 3], || format!("koku cards of {values:?}"))?;
    let count: usize = data.koku_cards.iter().map(|card| usize::from(card.count)).sum();
    let sum = |card: &crate::data::KokuCard| usize::from(card.value) * usize::from(card.count);
    let found = (count, data.koku_cards.iter().map(sum).sum::<usize>());
    let stated = (data.totals.koku_cards, data.totals.koku_value);
    ensure(found == stated, || format!("koku cards: found {found:?}, stated {stated:?}"))?;
    for card in &data.koku_cards {
        let name = format!("koku{}", card.value);
        ensure(card.card == name, || format!("{} is not {name}", card.card))?;
    }
    Ok(())
}

fn bonus_tiles(data: &Data) -> Result<(), String> {
    let totals = &data.totals;
    let tiles = &data.bonus_tiles;
    unique("tile", tiles.iter().map(|tile| (&tile.troop, &tile.bonus)))?;
    ensure(tiles.len() == TROOPS.len() * BONUSES.len(), || format!("{} tiles", tiles.len()))?;
    let sum = |wanted: &dyn Fn(&crate::data::BonusTile) -> bool| -> usize {
        tiles.iter().filter(|tile| wanted(tile)).map(|tile| usize::from(tile.count)).sum()
    };
    for troop in TROOPS {
        let found = sum(&|tile| tile.troop == troop);
        ensure(found == totals.bonus_tiles_per_troop_face, || format!("{troop}: {found} tiles"))?;
    }
    for bonus in BONUSES {
        let found = sum(&|tile| tile.bonus == bonus);
        ensure(found == totals.bonus_tiles_per_bonus, || format!("{bonus}: {found} tiles"))?;
    }
    let lying = data.provinces.len() * data.rules.tiles_per_province;
    let all = sum(&|_| true);
    ensure(all == totals.bonus_tiles && all == lying, || format!("{all} tiles, {lying} places"))
}

fn player_counts(data: &Data) -> Result<(), String> {
    let players: Vec<usize> = data.player_counts.iter().map(|count| count.players).collect();
    ensure(players == [2, 3, 4], || format!("tables of {players:?}"))?;
    for count in &data.player_counts {
        let rounds = (
            count.kamon_each.div_ceil(data.rules.max_kamon_per_odd_year),
            data.totals.koku_cards / usize::from(count.koku_cards_drawn),
        );
        let stated = (count.min_rounds, usize::from(count.max_rounds));
        ensure(rounds == stated, || format!("{} players: rounds {rounds:?}", count.players))?;
    }
    Ok(())
}
