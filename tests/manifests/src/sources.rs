//! Facts that the services tell about themselves in their own sources.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use tests_tidy::{Game, games, root};

const ORCHESTRATOR: &str = "services/match-orchestrator/server/src/config.rs";
const LIMITS: &str = "services/match-orchestrator/server/src/call_limits.rs";
const PROCESS: &str = "services/kit/service/src/process.rs";
const TELEMETRY: &str = "services/kit/service/src/telemetry/config.rs";
const HEALTH: &str = "services/kit/service/src/health.rs";

/// Facts that manifests have to agree with, read from the code that has them.
#[derive(Clone, Debug)]
pub struct Sources {
    /// All games that ship.
    pub games: Vec<Game>,
    /// The version of the workspace.
    pub version: String,
    /// Health entries that tell whether to send traffic.
    pub readiness: BTreeSet<String>,
    /// The health entry that tells whether the process lives.
    pub liveness: BTreeSet<String>,
    /// How long the last telemetry may delay the end of a process.
    pub flush_max: Duration,
    orchestrator: BTreeSet<String>,
    process: BTreeSet<String>,
    telemetry: BTreeSet<String>,
}

impl Sources {
    /// Reads the workspace.
    ///
    /// # Panics
    /// If a source no longer looks as it did: then the policies know nothing.
    pub fn read() -> Self {
        let process = read(PROCESS);
        let orchestrator = read(ORCHESTRATOR);
        let sources = Self {
            games: games(&root()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            readiness: quoted(after(&read(HEALTH), "const READINESS")),
            liveness: quoted(after(&read(HEALTH), "const LIVENESS")),
            flush_max: Duration::from_secs(
                number(after(&process, "const FLUSH_MAX")).expect("FLUSH_MAX is in seconds"),
            ),
            process: calls(&process, "name(\"").collect(),
            telemetry: constants(&read(TELEMETRY)).into_iter().map(|(_, value)| value).collect(),
            orchestrator: &variables(&orchestrator) | &bounds(&read(LIMITS)),
        };
        assert!(sources.readiness.contains("ready"), "{HEALTH}: {:?}", sources.readiness);
        assert_eq!(sources.liveness.len(), 1, "{HEALTH}: {:?}", sources.liveness);
        assert!(sources.process.contains("DRAIN_MAX"), "{PROCESS}: {:?}", sources.process);
        assert!(sources.telemetry.contains("RUST_LOG"), "{TELEMETRY}: {:?}", sources.telemetry);
        sources
    }

    /// What the variables of a service begin with.
    pub fn prefix(service: &str) -> String {
        match service {
            "match-orchestrator" => "ORCHESTRATOR".to_owned(),
            game => game.to_uppercase().replace('-', "_"),
        }
    }

    /// All variables that a service reads; none if there is no such service.
    pub fn variables(&self, service: &str) -> BTreeSet<String> {
        let is_orchestrator = service == "match-orchestrator";
        if !is_orchestrator && !self.games.iter().any(|game| game.id == service) {
            return BTreeSet::new();
        }
        let prefix = Self::prefix(service);
        let mut all = self.telemetry.clone();
        all.extend(self.process.iter().map(|suffix| format!("{prefix}_{suffix}")));
        if is_orchestrator {
            all.extend(self.orchestrator.iter().cloned());
        }
        all
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The constants of environment variables, and the files that stand for secrets.
fn variables(text: &str) -> BTreeSet<String> {
    let constants = constants(text);
    let secrets: Vec<String> = calls(text, "secret(").collect();
    let files = constants
        .iter()
        .filter(|(name, _)| secrets.contains(name))
        .map(|(_, value)| format!("{value}_FILE"));
    constants.iter().map(|(_, value)| value.clone()).chain(files).collect()
}

/// The variables of the limits, which are named by constants: one for each peer,
/// and one for all.
fn bounds(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| line.contains("const ") && line.contains(": &str = "));
    let names = lines.flat_map(quoted).map(|name| name.to_uppercase());
    let both = names.flat_map(|name| ["MAX", "PER_PEER_MAX"].map(|it| format!("{name}_{it}")));
    both.map(|suffix| format!("ORCHESTRATOR_{suffix}")).collect()
}

/// Name and value of every `pub const ENV_…: &str = "…";`.
fn constants(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("pub const ENV_"));
    let pairs = lines.filter_map(|line| {
        let (name, rest) = line.split_once(':')?;
        Some((format!("ENV_{name}"), quoted(rest).into_iter().next()?))
    });
    pairs.collect()
}

/// The words that follow every occurrence of a beginning.
fn calls<'a>(text: &'a str, begin: &'a str) -> impl Iterator<Item = String> {
    let is_of_name = |c: char| c.is_ascii_uppercase() || c == '_';
    let words = text.split(begin).skip(1);
    let words = words.map(move |rest| rest.split(|c| !is_of_name(c)).next().unwrap_or_default());
    words.filter(|word| !word.is_empty()).map(str::to_owned)
}

/// The rest of the first line that begins so.
fn after<'a>(text: &'a str, begin: &str) -> &'a str {
    let found = text.lines().find_map(|line| line.strip_prefix(begin));
    found.unwrap_or_else(|| panic!("no line begins with {begin:?}"))
}

fn quoted(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn number(text: &str) -> Option<u64> {
    let digits = text.split('(').nth(1)?.split(')').next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_read_from_the_sources() {
        let text = "pub const ENV_A: &str = \"GO_A\";\npub const ENV_B: &str = \"GO_B\";\n\
                    let b = reader.secret(ENV_B);\n";
        let expected = ["GO_A", "GO_B", "GO_B_FILE"].map(str::to_owned);
        assert_eq!(variables(text), BTreeSet::from(expected));
    }

    #[test]
    fn every_service_reads_its_own_and_the_shared_variables() {
        let sources = Sources::read();
        let orchestrator = sources.variables("match-orchestrator");
        for name in [
            "ORCHESTRATOR_STORE",
            "ORCHESTRATOR_OPERATOR_TOKEN_FILE",
            "ORCHESTRATOR_REPLAYS_PER_PEER_MAX",
            "RUST_LOG",
        ] {
            assert!(orchestrator.contains(name), "{name}: {orchestrator:?}");
        }
        let game = &sources.games[0].id;
        let own = format!("{}_DRAIN_MAX", Sources::prefix(game));
        assert!(sources.variables(game).contains(&own), "{own}");
        assert!(!sources.variables(game).contains("ORCHESTRATOR_STORE"));
        assert_eq!(sources.variables("redis"), BTreeSet::new());
    }

    #[test]
    fn the_last_telemetry_has_its_seconds() {
        assert_eq!(number(": Duration = Duration::from_secs(3);"), Some(3));
        assert_eq!(Sources::read().flush_max, Duration::from_secs(3));
    }
}
