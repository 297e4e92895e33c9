//! Nothing leaks.

use bakufu_proofs::leaks::faults::{Fault, run_with};
use bakufu_proofs::leaks::{Plan, policy, run};
use kit_conformance::toy::ToyWire;

#[test]
fn what_is_hidden_in_the_toy_game_changes_no_byte() {
    let report = run::<ToyWire>(&Plan { seed: 1, pairs: 2_000 }, &|_| {});
    let report = report.unwrap_or_else(|finding| panic!("{finding}"));
    panic!("{report:#?}");
}

#[test]
fn faults() {
    for fault in Fault::ALL {
        let run = run_with::<ToyWire>(fault, &Plan { seed: 1, pairs: 2_000 }, &|_| {});
        match run {
            Ok(_) => eprintln!("{fault}: NOT FOUND"),
            Err(finding) => eprintln!("{fault}: {} {finding}", finding.pairs_before),
        }
    }
    let run = policy::run::<ToyWire>(&Plan { seed: 1, pairs: 2_000 }, &|_| {}).unwrap();
    for mutant in &run.mutants {
        eprintln!("{} {}", mutant.place, mutant.fate);
    }
    panic!("{:?}", run.faults());
}
