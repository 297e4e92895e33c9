//! Tables of the whole game, made of the data file.

mod data;
mod tables;
mod validate;

fn main() {
    kit_tables::generate("data/edo.toml", |data: &data::Data| {
        validate::all(data)?;
        Ok(vec![("tables.rs", tables::all(data))])
    });
}
