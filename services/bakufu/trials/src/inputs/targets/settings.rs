//! Settings of the orchestrator, as an operator mistypes them.

use std::collections::BTreeMap;

use match_orchestrator_server::Config;
use match_orchestrator_server::config as names;

use crate::inputs::{Form, Input, OutcomeClass, Shape, Target};

/// A word that must not be repeated in a complaint: it stands where passwords
/// stand.
const PASSWORD: &str = "hunter2";
/// Settings with good values. Those that name files are left out, since what is
/// in a file is not up to the setting.
const GOOD: [(&str, &str); 15] = [
    (names::ENV_STORE, "rediss://user:hunter2@store:6379/0"),
    (names::ENV_GAMES, "http://samurai:7100, https://[::1]:7100"),
    (names::ENV_REDIS_PREFIX, "bakufu:"),
    (names::ENV_REDIS_CONNECTIONS, "4"),
    (names::ENV_RETENTION, "30days"),
    (names::ENV_RULES_CALL_MAX, "1m 30s"),
    (names::ENV_TRUSTED_PROXIES, "10.0.0.0/8, 2001:db8::1"),
    (names::ENV_UNLIMITED_PEERS, "192.0.2.0/24"),
    ("ORCHESTRATOR_WATCHERS_MAX", "10000"),
    ("ORCHESTRATOR_REQUEST_BYTES_PER_PEER_MAX", "1MiB"),
    (names::ENV_CORS_ORIGINS, "https://play.example, http://localhost:8080"),
    (names::ENV_HOSTS, "play.example, games.example"),
    (names::ENV_CONNECTION_IDLE_MAX, "5m"),
    ("ORCHESTRATOR_LISTEN", "[::]:7000"),
    ("ORCHESTRATOR_DRAIN_MAX", "25s"),
];
/// The longest complaint about a setting, besides the setting itself.
const COMPLAINT_BYTES_MAX: usize = 1024;

/// Takes the values of settings.
pub(super) struct SettingsTarget {
    forms: Vec<Form>,
    samples: Vec<Input>,
}

impl SettingsTarget {
    pub(super) fn new() -> Self {
        let form = |(name, _): (&str, &str)| Form { name: name.to_owned(), shape: Shape::Text };
        let sample = |(form, (_, value)): (usize, (&str, &str))| Input {
            form,
            bytes: value.as_bytes().to_vec(),
        };
        let forms = GOOD.into_iter().map(form).collect();
        let samples = GOOD.into_iter().enumerate().map(sample).collect();
        Self { forms, samples }
    }
}

impl Target for SettingsTarget {
    fn name(&self) -> &str {
        "settings"
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        let Ok(value) = String::from_utf8(input.bytes.clone()) else {
            return Ok(OutcomeClass::of("no text"));
        };
        let name = GOOD[input.form].0;
        let mut settings: BTreeMap<String, String> =
            GOOD.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        settings.insert(name.to_owned(), value.clone());
        let Err(faults) = Config::read(&settings) else { return Ok(OutcomeClass::of("accepted")) };
        let complaint = faults.to_string();
        if name == names::ENV_STORE && complaint.contains(PASSWORD) {
            return Err(format!("a password is repeated: {complaint}"));
        }
        if complaint.len() > value.len() * 12 + COMPLAINT_BYTES_MAX {
            return Err(format!("a complaint of {} bytes", complaint.len()));
        }
        Ok(OutcomeClass::of(&complaint.replace(&value, "…").chars().take(60).collect::<String>()))
    }
}
