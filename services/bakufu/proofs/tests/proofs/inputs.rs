//! Hostile input finds nothing in a short round, and something where there is
//! something to find.

use bakufu_proofs::inputs::{Effort, GameTarget, Target, prove, targets};
use kit_conformance::toy::ToyWire;

const SEED: u64 = 20_261_116;

#[test]
fn no_input_breaks_the_toy_game() {
    holds(&GameTarget::<ToyWire>::new(), 20_000);
}

#[test]
fn no_input_breaks_any_door() {
    for target in targets() {
        holds(&*target, 20_000);
    }
}

fn holds(target: &dyn Target, count: u64) {
    let report = prove(target, Effort { count, seed: SEED }, &mut |_| {});
    match report {
        Ok(report) => assert!(report.outcomes > 4, "the door is hardly opened: {report:?}"),
        Err(finding) => panic!("{finding}"),
    }
}
