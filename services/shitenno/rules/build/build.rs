//! Tables of the components, made of the data file.

mod data;
mod tables;
mod validate;

fn main() {
    kit_tables::generate("data/shitenno.toml", |data: &data::Data| {
        validate::all(data)?;
        Ok(vec![
            ("cards.rs", tables::cards(data)),
            ("tiles.rs", tables::tiles(data)),
            ("titles.rs", tables::titles(data)),
            ("generals.rs", tables::generals(data)),
            ("provinces.rs", tables::provinces(data)),
            ("tables.rs", tables::tables(data)),
        ])
    });
}
