//! Whole matches as readable text, kept beside the tests.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use kit_rules::{Outcome, Pending, Rules, Step};

use crate::Table;
use crate::play::{begin, tell};

/// `UPDATE=1` writes what is new, and what has changed if the rules version has
/// been raised; `UPDATE=force` also writes what has changed under the same
/// version, for changes of wording and for versions that were never released.
pub const ENV_UPDATE: &str = "UPDATE";

/// Plays a random match and compares its text with `<name>.txt` in `folder`.
///
/// The text has every step with its number, and under it what happened and the
/// rules that caused it. A draw reads as its number and its sides.
///
/// # Panics
/// If the text differs, with the first different line and what to do about it.
pub fn golden<G: Rules>(
    name: &str,
    seats: u32,
    options: &G::Options,
    seed: u64,
    folder: impl AsRef<Path>,
) {
    let table = Table::new(seats, options.clone(), seed);
    let file = folder.as_ref().join(format!("{name}.txt"));
    let update = Update::from_text(env::var(ENV_UPDATE).ok().as_deref());
    let compared = transcript::<G>(&table).and_then(|text| compare::<G>(&file, &text, update));
    if let Err(complaint) = compared {
        panic!("{complaint}");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Update {
    Never,
    WithVersion,
    Force,
}

impl Update {
    fn from_text(text: Option<&str>) -> Self {
        match text {
            None | Some("" | "0") => Self::Never,
            Some("force") => Self::Force,
            Some(_) => Self::WithVersion,
        }
    }
}

fn compare<G: Rules>(file: &Path, text: &str, update: Update) -> Result<(), String> {
    let shown = file.display();
    let known = fs::read_to_string(file).ok();
    if known.as_deref() == Some(text) {
        return Ok(());
    }
    let complaint = match &known {
        None => format!("{shown} does not exist; {ENV_UPDATE}=1 writes it"),
        Some(known) => {
            let same_version = known.lines().any(|line| line == version_line::<G>());
            if same_version && update == Update::WithVersion {
                return Err(format!(
                    "{shown} would change, but the rules version is still {}: raise it, or, if \
                     only words have changed, use {ENV_UPDATE}=force\n{}",
                    G::FACTS.rules_version,
                    first_difference(known, text),
                ));
            }
            format!(
                "{shown} differs; if that is meant, raise rules_version and run with \
                 {ENV_UPDATE}=1\n{}",
                first_difference(known, text)
            )
        }
    };
    if update == Update::Never {
        return Err(complaint);
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, text))
        .map_err(|error| format!("write {shown}: {error}"))
}

fn first_difference(known: &str, text: &str) -> String {
    let (mut known, mut text) = (known.lines(), text.lines());
    for number in 1.. {
        let (old, new) = (known.next(), text.next());
        if old != new {
            let [old, new] = [old, new].map(|line| line.unwrap_or("(the end)"));
            return format!("  line {number} was  {old}\n  line {number} is   {new}");
        }
        if old.is_none() {
            break;
        }
    }
    "  only the line ends differ".to_owned()
}

fn transcript<G: Rules>(table: &Table<G>) -> Result<String, String> {
    let (mut game, events) = begin(table)?;
    let mut text = header(table);
    text.push_str("Setup\n");
    write_events::<G>(&mut text, &events);
    let mut number = 0;
    while let Some(step) = game.choose()? {
        number += 1;
        let told = match (&step, G::pending(game.state())) {
            (Step::Drawn(value), Pending::Draw { sides }) => format!("draw {value} of {sides}"),
            (step, _) => tell(step),
        };
        let events = game.take(&step)?;
        line(&mut text, format_args!("{number}. {told}"));
        write_events::<G>(&mut text, &events);
    }
    let Pending::Over(outcome) = G::pending(game.state()) else {
        return Err("the last position is not the end".to_owned());
    };
    write_standings(&mut text, &outcome);
    Ok(text)
}

fn header<G: Rules>(table: &Table<G>) -> String {
    let mut text = String::new();
    line(&mut text, format_args!("{:<15}{}", "game", G::FACTS.title));
    line(&mut text, format_args!("{}", version_line::<G>()));
    line(&mut text, format_args!("{:<15}{}", "seats", table.seats.get()));
    line(&mut text, format_args!("{:<15}{:?}", "options", table.options));
    line(&mut text, format_args!("{:<15}{}\n", "seed", table.seed));
    text
}

fn version_line<G: Rules>() -> String {
    format!("{:<15}{}", "rules version", G::FACTS.rules_version)
}

fn write_events<G: Rules>(text: &mut String, events: &[G::Event]) {
    for event in events {
        line(text, format_args!("      {event} [{}]", G::causes(event).join(", ")));
    }
}

fn write_standings(text: &mut String, outcome: &Outcome) {
    text.push_str("\nStandings\n");
    for standing in &outcome.standings {
        let score: Vec<String> =
            standing.score.iter().map(|line| format!("{} {}", line.label, line.value)).collect();
        line(text, format_args!("{}. {}: {}", standing.rank, standing.seat, score.join(", ")));
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Envelopes, Options};

    fn table(seed: u64) -> Table<Envelopes> {
        Table::new(2, Options::default(), seed)
    }

    fn scratch(name: &str) -> std::path::PathBuf {
        env::temp_dir().join(format!("bakufu-golden-{}-{name}.txt", std::process::id()))
    }

    #[test]
    fn a_missing_text_is_written_on_request_and_then_compared() {
        let file = scratch("missing");
        let text = transcript(&table(1)).expect("a match can be played");
        let missing = compare::<Envelopes>(&file, &text, Update::Never);
        assert!(missing.is_err_and(|why| why.contains("UPDATE=1")));
        compare::<Envelopes>(&file, &text, Update::WithVersion).expect("a new text is written");
        compare::<Envelopes>(&file, &text, Update::Never).expect("the text is the same");
        fs::remove_file(file).expect("the text was written");
    }

    #[test]
    fn a_changed_text_of_the_same_version_is_written_by_force_only() {
        let file = scratch("changed");
        let [old, new] = [1, 2].map(|seed| transcript(&table(seed)).expect("a match"));
        fs::write(&file, &old).expect("the folder takes files");
        let never = compare::<Envelopes>(&file, &new, Update::Never);
        assert!(never.is_err_and(|why| why.contains("line 5 was  seed           1")));
        let same_version = compare::<Envelopes>(&file, &new, Update::WithVersion);
        assert!(same_version.is_err_and(|why| why.contains("raise it")));
        assert_eq!(fs::read_to_string(&file).expect("the text is there"), old);
        compare::<Envelopes>(&file, &new, Update::Force).expect("force writes");
        assert_eq!(fs::read_to_string(&file).expect("the text is there"), new);
        fs::remove_file(file).expect("the text was written");
    }

    #[test]
    fn a_changed_text_of_a_lower_version_is_written_on_request() {
        let file = scratch("raised");
        let new = transcript(&table(1)).expect("a match can be played");
        let old = new.replace(&version_line::<Envelopes>(), "rules version  0");
        fs::write(&file, old).expect("the folder takes files");
        compare::<Envelopes>(&file, &new, Update::WithVersion).expect("the version was raised");
        assert_eq!(fs::read_to_string(&file).expect("the text is there"), new);
        fs::remove_file(file).expect("the text was written");
    }
}
