//! Nothing leaks, and whatever would leak is found.

mod twisted;

use bakufu_games::{Visitor, visit_shipped};
use bakufu_proofs::leaks::faults::{PlantedFault, run_with};
use bakufu_proofs::leaks::policy::{Fate, Policies};
use bakufu_proofs::leaks::{Finding, Part, Report, RunSettings, What, policy, run};
use kit_conformance::toy::ToyWire;
use kit_reason::Reason;
use kit_rules::Rules;
use kit_rules_server::Wire;

use self::twisted::{Leak, Twisted};

const SEED: u64 = 1;
/// How many pairs of worlds of every game are compared.
const PAIRS: u64 = 10_000;
/// Within how many pairs a planted fault has to be found.
const FAULT_PAIRS: u64 = 2_000;

#[test]
fn what_is_hidden_changes_no_byte_and_every_option_that_hides_it_matters() {
    struct Games(u32);
    impl Visitor for Games {
        fn visit<W: Wire>(&mut self) {
            self.0 += 1;
            prove_game::<W>(PAIRS);
        }
    }
    let mut games = Games(0);
    visit_shipped(&mut games);
    assert!(games.0 > 0, "there are games");
}

#[test]
fn every_option_of_the_toy_game_is_missed_or_would_be_if_nothing_else_hid_the_same() {
    let policies = prove_game::<ToyWire>(FAULT_PAIRS);
    let fates: Vec<(String, bool)> = policies
        .mutants
        .iter()
        .map(|mutant| (mutant.mutation.to_string(), matches!(mutant.fate, Fate::Beneath { .. })))
        .collect();
    let beneath: Vec<&str> = fates
        .iter()
        .filter(|(_, beneath)| *beneath)
        .map(|(mutation, _)| mutation.as_str())
        .collect();
    assert_eq!((fates.len(), policies.survivors()), (10, 0));
    assert_eq!(
        beneath,
        [
            "Choose: owner → everyone",
            "Chosen.card: owner → everyone",
            "TakenBack.card: owner → everyone"
        ]
    );
}

#[test]
fn a_redactor_with_a_fault_is_found_in_every_game() {
    struct EveryFault;
    impl Visitor for EveryFault {
        fn visit<W: Wire>(&mut self) {
            find_faults::<W>();
        }
    }
    find_faults::<ToyWire>();
    visit_shipped(&mut EveryFault);
}

#[test]
fn a_game_that_leaks_is_found_where_it_leaks() {
    finds::<{ Leak::LABEL }>(Part::LegalActions);
    finds::<{ Leak::REFUSAL }>(Part::Refusal);
    finds::<{ Leak::CAUSE }>(Part::Updates);
    let settings = RunSettings { seed: SEED, pairs: FAULT_PAIRS };
    let open = run::<Twisted<{ Leak::OPEN_CHOICE }>>(&settings, &|_| {}).expect_err("it leaks");
    assert!(matches!(open.what, What::ToldOfNothing), "{open}");
}

#[test]
fn the_same_seed_gives_the_same_figures_and_the_same_finding() {
    let settings = RunSettings { seed: 7, pairs: 0 };
    let reports = [(); 2].map(|()| run::<ToyWire>(&settings, &|_| {}).expect("nothing leaks"));
    assert_eq!(reports[0], reports[1]);
    let find = |settings: &RunSettings| -> Box<Finding> {
        run::<Twisted<{ Leak::CAUSE }>>(settings, &|_| {}).expect_err("this one leaks")
    };
    let (first, again) = (find(&settings), find(&settings));
    assert_eq!(first.to_string(), again.to_string());
    let at_once = find(&RunSettings { seed: first.seed, pairs: 0 });
    assert_eq!(first.to_string(), at_once.to_string(), "its seed plays its match first");
}

fn prove_game<W: Wire>(pairs: u64) -> Policies {
    let proven = policy::run::<W>(&RunSettings { seed: SEED, pairs }, &|_| {});
    let policies = proven.unwrap_or_else(|finding| panic!("{finding}"));
    let Report { tally, cells, .. } = &policies.report;
    assert!(tally.pairs >= pairs, "{} pairs", tally.pairs);
    assert_eq!(tally.cells.len(), *cells, "every option set, number of seats and viewer");
    assert!(tally.steps > tally.pairs, "worlds go on together: {} steps", tally.steps);
    assert_eq!(policies.faults, Vec::<String>::new());
    policies
}

fn find_faults<W: Wire>() {
    let settings = RunSettings { seed: SEED, pairs: FAULT_PAIRS };
    for fault in PlantedFault::ALL.into_iter().filter(|fault| fault.concerns::<W>()) {
        match run_with::<W>(fault, &settings, &|_| {}) {
            Err(finding) => assert!(
                matches!(finding.what, What::Differs { .. } | What::Broken(Reason::Malformed(_))),
                "a redactor that {fault} is found by accident: {finding}"
            ),
            Ok(_) => panic!("{}: nobody finds a redactor that {fault}", W::Game::FACTS.id),
        }
    }
}

fn finds<const LEAK: u8>(where_it_leaks: Part) {
    let settings = RunSettings { seed: SEED, pairs: FAULT_PAIRS };
    let finding = run::<Twisted<LEAK>>(&settings, &|_| {}).expect_err("it leaks");
    let What::Differs { part, .. } = finding.what else { panic!("{finding}") };
    assert_eq!(part, where_it_leaks, "{finding}");
}
