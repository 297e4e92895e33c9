//! Writes the provinces and what each table begins with as Rust.

use std::fmt::Write;

use crate::data::{Data, LineUp, Province};

/// The text of the generated file of provinces.
pub(crate) fn provinces(data: &Data) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "PROVINCES",
        "ProvinceFacts",
        data.province.iter().map(|province| {
            let regions = [&province.region_sun, &province.region_moon].map(|id| pascal(id));
            format!(
                "ProvinceFacts {{ id: {:?}, name: {:?}, regions: [Region::{}, Region::{}], \
                 towns: {}, rice: {}, chests: {}, land: {}, sea: {} }}",
                province.id,
                province.name,
                regions[0],
                regions[1],
                province.towns,
                province.rice,
                province.chests,
                mask(data, |other| province.neighbours.contains(&other.id)),
                mask(data, |other| province.sea_neighbours.contains(&other.id)),
            )
        }),
    );
    let masks = ["sun", "moon"]
        .map(|side| mask(data, |province| province.out_of_3p.iter().any(|out| out == side)));
    line(&mut out, &format!("const OUT_OF_SMALLEST: [u64; 2] = {masks:?};"));
    out
}

/// The text of the generated file of tables.
pub(crate) fn tables(data: &Data) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "TABLES",
        "Table",
        data.table.iter().map(|table| {
            let line_ups: Vec<String> = data
                .lineup
                .iter()
                .filter(|line_up| line_up.players == table.players)
                .map(|line_up| armies(data, line_up))
                .collect();
            format!(
                "Table {{ chests: {}, groups: &{:?}, line_ups: &[{}] }}",
                table.chests,
                table.army_groups,
                line_ups.join(", ")
            )
        }),
    );
    table(
        &mut out,
        "CLANS",
        "Clan",
        data.colour
            .iter()
            .map(|colour| format!("Clan {{ colour: {:?}, name: {:?} }}", colour.id, colour.clan)),
    );
    table(
        &mut out,
        "SHORTAGES",
        "Shortage",
        data.shortage.iter().map(|row| {
            format!(
                "Shortage {{ rice_min: {}, provinces: {}, farmers: {} }}",
                row.min, row.revolting_provinces, row.extra_farmers
            )
        }),
    );
    out
}

/// Writes a constant table.
pub(crate) fn table(out: &mut String, name: &str, of: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    let text = rows.join(",\n    ");
    line(out, &format!("static {name}: [{of}; {}] = [\n    {text},\n];", rows.len()));
}

/// Writes a line.
pub(crate) fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a string takes everything");
}

/// Turns `two_words` into `TwoWords`.
pub(crate) fn pascal(words: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(word).collect()
}

fn mask(data: &Data, belongs: impl Fn(&Province) -> bool) -> u64 {
    let members = data.province.iter().enumerate().filter(|(_, province)| belongs(province));
    members.map(|(at, _)| 1 << at).sum()
}

fn armies(data: &Data, line_up: &LineUp) -> String {
    let entry = |(id, armies): &(String, u8)| {
        let at = data.province.iter().position(|province| province.id == *id);
        let at = at.expect("a checked line-up names provinces");
        format!("(Province({at}), {armies})")
    };
    let entries: Vec<String> = line_up.provinces.iter().map(entry).collect();
    format!("LineUp {{ letter: {:?}, armies: &[{}] }}", line_up.letter, entries.join(", "))
}
