//! Tables of the checked data.

use kit_tables::{Code, Expr, mask, row, variant};

use crate::data::{Data, Event, LineUp};

pub(crate) fn provinces(data: &Data) -> Code {
    let mut code = Code::default();
    let provinces = data.province.iter().map(|it| {
        let region = |id: &str| variant("Region", id);
        row!(ProvinceFacts {
            id: it.id,
            name: it.name,
            regions: [region(&it.region_sun), region(&it.region_moon)],
            towns: it.towns,
            rice: it.rice,
            chests: it.chests,
            land: mask(&data.province, |other| it.neighbours.contains(&other.id)),
            sea: mask(&data.province, |other| it.sea_neighbours.contains(&other.id)),
        })
    });
    code.table("static PROVINCES", "ProvinceFacts", provinces);
    let out = |side: &str| mask(&data.province, |it| it.out_of_3p.iter().any(|out| out == side));
    code.constant("const OUT_OF_SMALLEST", "[u64; 2]", [out("sun"), out("moon")]);
    code
}

/// What each table begins with, and the winter's table.
pub(crate) fn tables(data: &Data) -> Code {
    let mut code = Code::default();
    let tables = data.table.iter().map(|table| {
        let line_ups = data.lineup.iter().filter(|line_up| line_up.players == table.players);
        row!(TableFacts {
            chests: table.chests,
            groups: Expr::slice(&table.army_groups),
            line_ups: Expr::slice(line_ups.map(|line_up| self::line_up(data, line_up))),
        })
    });
    code.table("static TABLES", "TableFacts", tables);
    let clans = data.colour.iter().map(|it| row!(Clan { colour: it.id, name: it.clan }));
    code.table("static CLANS", "Clan", clans);
    let shortages = data.shortage.iter().map(|it| {
        row!(Shortage {
            rice_min: it.min,
            provinces: it.revolting_provinces,
            farmers: it.extra_farmers,
        })
    });
    code.table("static SHORTAGES", "Shortage", shortages);
    code
}

pub(crate) fn orders(data: &Data) -> Code {
    let mut code = Code::default();
    let orders = data.action.iter().map(|it| {
        let armies = it.armies.unwrap_or(0);
        row!(OrderFacts { id: it.id, name: it.name, price: it.cost_chests, armies: armies })
    });
    code.table("static ORDERS", "OrderFacts", orders);
    code
}

pub(crate) fn specials(data: &Data) -> Code {
    let mut code = Code::default();
    let specials =
        data.special.iter().map(|it| row!(SpecialFacts { id: it.id, amount: it.amount }));
    code.table("static SPECIALS", "SpecialFacts", specials);
    code
}

pub(crate) fn events(data: &Data) -> Code {
    let mut code = Code::default();
    let events = data.event.iter().map(|it| {
        row!(EventFacts { id: it.id, effect: effect(it), winter_loss: it.winter_rice_loss })
    });
    code.table("static EVENTS", "EventFacts", events);
    code
}

fn effect(event: &Event) -> Expr {
    let Expr(name) = variant("Effect", &event.effect);
    match (event.amount, event.deploy_5_places, event.deploy_3_places) {
        (Some(amount), _, _) => Expr::of(&name, amount),
        (_, Some(five), Some(three)) => Expr(format!("{name} {{ five: {five}, three: {three} }}")),
        _ => Expr(name),
    }
}

fn line_up(data: &Data, line_up: &LineUp) -> Expr {
    let entry = |(id, armies): &(String, u8)| {
        let place = data.province.iter().position(|province| province.id == *id);
        let place = place.expect("a checked line-up names provinces");
        Expr(format!("(Province({place}), {armies})"))
    };
    row!(LineUp {
        letter: line_up.letter,
        armies: Expr::slice(line_up.provinces.iter().map(entry))
    })
}
