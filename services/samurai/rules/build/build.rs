//! Tables of the board and the tiles, made of the data file.

mod data;
mod tables;
mod validate;

fn main() {
    kit_tables::generate("data/samurai.toml", |data: &data::Data| {
        let board = validate::board(data)?;
        Ok(vec![("cells.rs", tables::cells(data, &board)), ("tiles.rs", tables::tiles(data))])
    });
}
