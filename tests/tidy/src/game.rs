//! Facts that each game tells about itself in its `game.toml`.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::TidyFault;

/// A game that ships with the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The name of its folder under `services`.
    pub folder: String,
    /// The id that matches are created with.
    pub id: String,
    /// The name that people read.
    pub title: String,
    /// The package of its messages.
    pub package: String,
    /// The package of its server.
    pub server_crate: String,
    /// The type in the server's crate that speaks for the game.
    pub wire: String,
    /// The port of its service.
    pub port: u16,
}

impl Game {
    /// Reads the text of `services/<folder>/game.toml`.
    ///
    /// # Errors
    /// If a key is missing, unknown, or not of its kind.
    pub fn parse(folder: &str, text: &str) -> Result<Self, TidyFault> {
        let page: Page = toml::from_str(text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            let keys = "the keys are id, title, package, server_crate, wire, port";
            let advice = format!("{}; {keys}", error.message());
            TidyFault::new(format!("services/{folder}/game.toml"), line, advice)
        })?;
        let Page { id, title, package, server_crate, wire, port } = page;
        Ok(Self { folder: folder.to_owned(), id, title, package, server_crate, wire, port })
    }

    /// A path in the game's folder, from the root.
    pub fn path(&self, rest: &str) -> String {
        format!("services/{}/{rest}", self.folder)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    id: String,
    title: String,
    package: String,
    server_crate: String,
    wire: String,
    port: u16,
}

/// All games, sorted by id.
///
/// # Panics
/// If a `game.toml` cannot be understood, or there is none.
pub fn games(root: &Path) -> Vec<Game> {
    let services = root.join("services");
    let folders = fs::read_dir(&services)
        .unwrap_or_else(|error| panic!("read {}: {error}", services.display()));
    let mut games = Vec::new();
    for folder in folders.filter_map(Result::ok) {
        if let Ok(text) = fs::read_to_string(folder.path().join("game.toml")) {
            let name = folder.file_name().to_string_lossy().into_owned();
            games.push(Game::parse(&name, &text).unwrap_or_else(|finding| panic!("{finding}")));
        }
    }
    games.sort_by(|a, b| a.id.cmp(&b.id));
    assert!(!games.is_empty(), "no folder of services has a game.toml");
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "id = \"go\"\ntitle = \"Go\"\npackage = \"bakufu.go.v1\"\n\
                          server_crate = \"go-server\"\nport = 7109\nwire = \"GoWire\"\n";

    #[test]
    fn a_game_is_read_from_its_page() {
        let game = Game::parse("go", SAMPLE).unwrap();
        assert_eq!((game.id.as_str(), game.port), ("go", 7109));
        assert_eq!(game.path("RULES.md"), "services/go/RULES.md");
    }

    #[test]
    fn a_fault_names_its_line() {
        let finding = Game::parse("go", &SAMPLE.replace("7109", "\"none\"")).unwrap_err();
        assert_eq!((finding.file.as_str(), finding.line), ("services/go/game.toml", 5));
        let unknown = Game::parse("go", &format!("{SAMPLE}ports = 1\n")).unwrap_err();
        assert!(unknown.advice.contains("ports"), "{unknown}");
    }
}
