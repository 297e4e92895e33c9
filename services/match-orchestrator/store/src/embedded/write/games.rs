//! Games: where their rules are, and which versions take no new matches.

use redb::WriteTransaction;

use crate::GameVersion;
use crate::embedded::tables;
use crate::embedded::writer::StagedChange;

pub(in crate::embedded) fn put_game(
    transaction: &WriteTransaction,
    game: &str,
    address: &str,
) -> Result<StagedChange<()>, redb::Error> {
    transaction.open_table(tables::GAMES)?.insert(game, address)?;
    Ok(StagedChange::silent(()))
}

pub(in crate::embedded) fn drain(
    transaction: &WriteTransaction,
    version: &GameVersion,
    drained: bool,
) -> Result<StagedChange<()>, redb::Error> {
    let mut table = transaction.open_table(tables::DRAINED)?;
    let key = (version.game.as_str(), version.rules_version.as_str());
    if drained {
        table.insert(key, ())?;
    } else {
        table.remove(key)?;
    }
    Ok(StagedChange::silent(()))
}
