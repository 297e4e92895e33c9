//! Tables of the map, the cards and the numbers, made of the data file.

mod data;
mod numbers;
mod tables;
mod validate;

fn main() {
    kit_tables::generate("data/shogun.toml", |data: &data::Data| {
        validate::all(data)?;
        Ok(vec![
            ("provinces.rs", tables::provinces(data)),
            ("tables.rs", tables::tables(data)),
            ("orders.rs", tables::orders(data)),
            ("specials.rs", tables::specials(data)),
            ("events.rs", tables::events(data)),
            ("numbers.rs", numbers::numbers(data)),
        ])
    });
}
