//! A record of a match in a file, in either of its forms.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use bakufu_offline::{ShippedRules, shipped_rules};
use kit_proto::bakufu::play::v1::MatchExport;
use match_orchestrator_core::local::LocalRules;
use match_orchestrator_core::verify::Deviation;
use prost::Message;
use serde_json::Value as Json;

use crate::client::GameSchema;
use crate::failure::Failure;
use crate::record_json::{export_json, import_json};

/// The largest file that is taken for a record.
const RECORD_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Reads a record, binary or as JSON.
///
/// # Errors
/// If the file is none, or if its JSON is about a game that is not known.
pub fn read_record(file: &Path, known: &[ShippedRules]) -> Result<MatchExport, Failure> {
    let none = |why: String| Failure::NoRecord { file: file.to_owned(), why };
    let bytes = read(file)?;
    if bytes.len() as u64 > RECORD_BYTES_MAX {
        return Err(none(format!("it has more than {RECORD_BYTES_MAX} bytes")));
    }
    if !is_json(&bytes) {
        let record = MatchExport::decode(&bytes[..]).map_err(|error| none(error.to_string()))?;
        // Nearly any short file is a message of which nothing is set.
        let is_empty = record.format == 0 && record.game_match.is_none();
        return if is_empty { Err(none("there is no match in it".to_owned())) } else { Ok(record) };
    }
    let json: Json = serde_json::from_slice(&bytes).map_err(|error| none(error.to_string()))?;
    let rules = rules_of(&json, known).map_err(|deviation| match deviation {
        Some(deviation) => Failure::Deviation { file: file.to_owned(), deviation },
        None => none("there is no match in it".to_owned()),
    })?;
    import_json(&json, rules)?.map_err(|misread| none(misread.to_string()))
}

/// A record as `bakufu export --json` writes it, made without a server.
///
/// # Errors
/// If the game is not one that ships with this program, or the record is none of
/// its matches.
pub fn record_json(record: &MatchExport) -> Result<Json, Failure> {
    let game = record.game_match.as_ref().map(|it| it.game.as_str()).unwrap_or_default();
    let known = shipped_rules();
    let rules = known.iter().find(|rules| rules.game() == game).ok_or_else(|| {
        let known = known.iter().map(|rules| rules.game().to_owned()).collect();
        Failure::UnknownGame { game: game.to_owned(), known }
    })?;
    export_json(record, &GameSchema::of(rules))
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |source| Failure::RecordFile { file: file.to_owned(), source };
    let mut bytes = Vec::new();
    let file = File::open(file).map_err(unreadable)?;
    file.take(RECORD_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// No binary record begins like an object.
fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'{')
}

/// Whoever reads JSON needs to know how the game writes its own messages.
fn rules_of<'a>(
    json: &Json,
    known: &'a [ShippedRules],
) -> Result<&'a ShippedRules, Option<Deviation>> {
    let played = json.get("game_match").ok_or(None)?;
    let text = |name: &str| played.get(name).and_then(Json::as_str).ok_or(None);
    let (game, version) = (text("game")?, text("rules_version")?);
    let rules = known.iter().find(|rules| rules.game() == game);
    let rules = rules.ok_or_else(|| Some(Deviation::UnknownGame { game: game.to_owned() }))?;
    if rules.rules_version() != version {
        let (played, here) = (version.to_owned(), rules.rules_version().to_owned());
        return Err(Some(Deviation::OtherRules { played, here }));
    }
    Ok(rules)
}
