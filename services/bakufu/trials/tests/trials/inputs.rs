//! Hostile input finds nothing in a short round, and something where there is
//! something to find.

use std::env;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bakufu_trials::inputs::{
    Effort, Finding, Form, GameTarget, Input, OutcomeClass, PATIENCE, Shape, Target, parse_input,
    prove, targets,
};
use kit_conformance::toy::ToyWire;

/// How many inputs every door gets, instead of a short round.
const ENV_COUNT: &str = "BAKUFU_INPUTS";
/// What they follow from.
const ENV_SEED: &str = "BAKUFU_SEED";
const COUNT_DEFAULT: u64 = 20_000;
/// Whole positions take longer, and so do connections.
const SLOW_COUNT_DEFAULT: u64 = 8_000;

#[test]
fn no_input_breaks_the_toy_game() {
    holds(Arc::new(GameTarget::<ToyWire>::new()), COUNT_DEFAULT);
}

#[test]
fn no_input_breaks_any_door() {
    for target in targets() {
        let has = |name: &str| target.forms().iter().any(|form| form.name == name);
        let is_slow = has("state") || has("http2");
        holds(target, if is_slow { SLOW_COUNT_DEFAULT } else { COUNT_DEFAULT });
    }
}

#[test]
fn what_is_wrong_behind_a_door_is_found_shortened_and_repeated() {
    let effort = Effort { count: 100_000, seed: 3, patience: PATIENCE };
    for name in ["panics", "accepts"] {
        let faulty = Faulty::door(name);
        let found = *prove(&faulty, effort, &mut |_| {}).expect_err("there is something to find");
        let again = *prove(&faulty, effort, &mut |_| {}).expect_err("there still is");
        assert_eq!((&found.bytes, found.number), (&again.bytes, again.number), "{found}");
        assert_eq!(found.bytes.len(), 1, "one letter does it: {found}");
        assert!(found.breach.contains("of all letters"), "{found}");
        let shown = format!("{}:{}", found.form, hex(&found));
        let input = parse_input(&*faulty, &shown).expect("an input is read as it is shown");
        assert_eq!(input.bytes, found.bytes);
    }
}

#[test]
fn an_input_that_hangs_is_named() {
    let effort = Effort { count: 100_000, seed: 3, patience: Duration::from_secs(2) };
    let found = *prove(&Faulty::door("hangs"), effort, &mut |_| {}).expect_err("one of them hangs");
    assert!(found.bytes.contains(&b'%') && found.breach.contains("not done"), "{found}");
}

/// A door behind which something is wrong with one letter.
struct Faulty {
    name: &'static str,
    forms: Vec<Form>,
    samples: Vec<Input>,
}

impl Faulty {
    fn door(name: &'static str) -> Arc<dyn Target> {
        let forms = vec![Form { name: "text".to_owned(), shape: Shape::Text }];
        let samples = vec![Input { form: 0, bytes: b"good".to_vec() }];
        Arc::new(Self { name, forms, samples })
    }
}

impl Target for Faulty {
    fn name(&self) -> &str {
        self.name
    }

    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn samples(&self) -> &[Input] {
        &self.samples
    }

    fn feed(&self, input: &Input) -> Result<OutcomeClass, String> {
        let is_bad = input.bytes.contains(&b'%');
        assert!(!is_bad || self.name != "panics", "of all letters, that one");
        if is_bad && self.name == "hangs" {
            loop {
                thread::park();
            }
        }
        if is_bad {
            Err("of all letters, that one".to_owned())
        } else {
            Ok(OutcomeClass::of("fine"))
        }
    }
}

fn hex(finding: &Finding) -> String {
    finding.bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn holds(target: Arc<dyn Target>, count: u64) {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let effort = Effort {
        count: number(ENV_COUNT).unwrap_or(count),
        seed: number(ENV_SEED).unwrap_or(20_261_116),
        patience: PATIENCE,
    };
    match prove(&target, effort, &mut |_| {}) {
        Ok(report) => assert!(report.outcomes > 4, "the door is hardly opened: {report:?}"),
        Err(finding) => panic!("{finding}"),
    }
}
