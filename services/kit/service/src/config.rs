//! Configuration from the environment, read once, with every fault reported.
//!
//! ```
//! use kit_service::config::{Reader, Strings, kinds};
//! # use kit_service::config::ConfigFaults;
//!
//! struct Config { listen: std::net::SocketAddr, drain_max: std::time::Duration }
//!
//! fn read(strings: &impl Strings) -> Result<Config, ConfigFaults> {
//!     let mut reader = Reader::new(strings);
//!     let listen = reader.required("TOY_LISTEN", kinds::address);
//!     let drain_max = reader.or("TOY_DRAIN_MAX", "10s", kinds::duration);
//!     reader.finish(|| Some(Config { listen: listen?, drain_max: drain_max? }))
//! }
//! # let map = std::collections::BTreeMap::from([("TOY_LISTEN", "[::]:80")]);
//! # assert_eq!(read(&map).unwrap().drain_max.as_secs(), 10);
//! ```

pub mod kinds;
mod secret;
mod strings;

use std::fmt;

pub use secret::Secret;
pub use strings::{Environment, Strings};

/// The exit code of a process whose configuration is wrong (EX_USAGE).
pub const EX_USAGE: u8 = 64;

/// Everything that is wrong with a configuration, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFaults(pub Vec<ConfigFault>);

/// One wrong variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFault {
    /// Name of the variable.
    pub name: String,
    /// What is wrong and what would be right. Never the value of a secret.
    pub why: String,
}

impl fmt::Display for ConfigFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration has {} fault(s):", self.0.len())?;
        for ConfigFault { name, why } in &self.0 {
            write!(f, "\n  {name}: {why}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigFaults {}

/// Reads variables and remembers what was wrong with them.
///
/// Every read returns None if the variable is wrong or missing, and the fault
/// is kept; [`Reader::finish`] either builds the configuration or returns all
/// faults. An empty variable counts as not set, as container tools set it so.
pub struct Reader<'a> {
    strings: &'a dyn Strings,
    faults: Vec<ConfigFault>,
}

impl<'a> Reader<'a> {
    pub fn new(strings: &'a impl Strings) -> Self {
        Self { strings, faults: Vec::new() }
    }

    /// A variable that must be set.
    pub fn required<T>(&mut self, name: &str, kind: impl kinds::ValueParser<T>) -> Option<T> {
        match self.get(name) {
            Some(value) => self.parse(name, &value, kind),
            None => {
                self.fault(name, "must be set");
                None
            }
        }
    }

    /// A variable that may be missing: None if it is not set or is wrong.
    pub fn optional<T>(&mut self, name: &str, kind: impl kinds::ValueParser<T>) -> Option<T> {
        let value = self.get(name)?;
        self.parse(name, &value, kind)
    }

    /// A variable with a default, which is written as in the environment.
    pub fn or<T>(
        &mut self,
        name: &str,
        default: &str,
        kind: impl kinds::ValueParser<T>,
    ) -> Option<T> {
        let value = self.get(name).unwrap_or_else(|| default.to_owned());
        self.parse(name, &value, kind)
    }

    /// A secret from the variable, or from the file that `<name>_FILE` names.
    pub fn secret(&mut self, name: &str) -> Option<Secret> {
        let file_name = format!("{name}_FILE");
        match (self.get(name), self.get(&file_name)) {
            (None, None) => None,
            (Some(value), None) => Some(Secret::new(value)),
            (None, Some(path)) => match secret::read_file(&path) {
                Ok(secret) => Some(secret),
                Err(why) => {
                    self.fault(&file_name, why);
                    None
                }
            },
            (Some(_), Some(_)) => {
                self.fault(name, format!("set either this or {file_name}, not both"));
                None
            }
        }
    }

    /// A secret that must be set, one way or the other.
    pub fn required_secret(&mut self, name: &str) -> Option<Secret> {
        let faults_before = self.faults.len();
        let secret = self.secret(name);
        if secret.is_none() && self.faults.len() == faults_before {
            self.fault(name, format!("must be set, or {name}_FILE must name a file"));
        }
        secret
    }

    /// Remembers a fault that only the caller can see, for example in how two
    /// variables go together.
    pub fn fault(&mut self, name: &str, why: impl Into<String>) {
        self.faults.push(ConfigFault { name: name.to_owned(), why: why.into() });
    }

    /// The configuration, or everything that is wrong with it. `build` is only
    /// called without faults, when all required values are there.
    ///
    /// # Errors
    /// All faults that were met.
    pub fn finish<C>(self, build: impl FnOnce() -> Option<C>) -> Result<C, ConfigFaults> {
        if !self.faults.is_empty() {
            return Err(ConfigFaults(self.faults));
        }
        Ok(build().expect("a value is only missing after a fault"))
    }

    fn get(&self, name: &str) -> Option<String> {
        self.strings.get(name).filter(|value| !value.is_empty())
    }

    fn parse<T>(&mut self, name: &str, value: &str, kind: impl kinds::ValueParser<T>) -> Option<T> {
        kind.parse(value).map_err(|why| self.fault(name, why)).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_fault_is_reported_at_once() {
        let map = BTreeMap::from([
            ("TOY_LISTEN", "here"),
            ("TOY_DRAIN_MAX", "10"),
            ("TOY_CALLS_MAX", "0"),
            ("TOY_WEB", "maybe"),
        ]);
        let mut reader = Reader::new(&map);
        reader.required("TOY_LISTEN", kinds::address);
        reader.required("TOY_STORE", kinds::text);
        reader.or("TOY_DRAIN_MAX", "5s", kinds::duration);
        reader.or("TOY_CALLS_MAX", "64", kinds::unsigned(1..=1024));
        reader.optional("TOY_WEB", kinds::flag);
        reader.required_secret("TOY_KEY");
        let faults = reader.finish(|| None::<()>).expect_err("six faults");
        let names: Vec<&str> = faults.0.iter().map(|fault| fault.name.as_str()).collect();
        let all =
            ["TOY_LISTEN", "TOY_STORE", "TOY_DRAIN_MAX", "TOY_CALLS_MAX", "TOY_WEB", "TOY_KEY"];
        assert_eq!(names, all);
        let text = faults.to_string();
        assert!(all.iter().all(|name| text.contains(name)), "{text}");
    }

    #[test]
    fn an_empty_variable_counts_as_not_set() {
        let map = BTreeMap::from([("TOY_DRAIN_MAX", ""), ("TOY_NAME", "")]);
        let mut reader = Reader::new(&map);
        let drain_max = reader.or("TOY_DRAIN_MAX", "5s", kinds::duration);
        assert_eq!(drain_max, Some(Duration::from_secs(5)));
        assert_eq!(reader.optional("TOY_NAME", kinds::text), None);
        assert_eq!(reader.finish(|| Some(())), Ok(()));
    }

    #[test]
    fn a_secret_comes_from_the_variable_or_from_a_file_but_not_from_both() {
        let path = std::env::temp_dir().join(format!("kit-service-{}", std::process::id()));
        std::fs::write(&path, "from the file\n").expect("a temporary file");
        let path = path.to_str().expect("it is text");
        let map = BTreeMap::from([
            ("A", "from the variable"),
            ("B_FILE", path),
            ("C", "one"),
            ("C_FILE", path),
            ("D_FILE", "/nonexistent/secret"),
        ]);
        let mut reader = Reader::new(&map);
        assert_eq!(reader.secret("A").expect("set").reveal(), "from the variable");
        assert_eq!(reader.secret("B").expect("set").reveal(), "from the file");
        assert!(reader.secret("C").is_none());
        assert!(reader.secret("D").is_none());
        assert!(reader.secret("E").is_none());
        let faults = reader.finish(|| None::<()>).expect_err("two faults").0;
        let names: Vec<&str> = faults.iter().map(|fault| fault.name.as_str()).collect();
        assert_eq!(names, ["C", "D_FILE"]);
        std::fs::remove_file(path).expect("it was there");
    }
}
