//! Times are taken of everything that is asked. What they are depends on the machine, so
//! nobody judges them here; that answers are kept back is shown where they are.

use std::sync::atomic::{AtomicU64, Ordering};

use bakufu_games::{Visitor, visit_shipped};
use bakufu_trials::timing::{Comparison, RunSettings, calls, run};
use kit_rules_server::Wire;
use match_orchestrator_server::OrchestratorParts;
use tokio::runtime::Runtime;

const CALLS: usize = 10;

fn compared<W: Wire>() -> Vec<Comparison> {
    let settings = RunSettings { calls: CALLS, seed: 1, fault: None };
    let told = AtomicU64::new(0);
    let progress = || {
        told.fetch_add(1, Ordering::SeqCst);
    };
    let runtime = Runtime::new().expect("a runtime");
    let comparisons = runtime.block_on(run::<W>(&settings, &progress)).expect("times");
    assert_eq!(told.load(Ordering::SeqCst), calls(&settings));
    comparisons
}

/// Those of planning seats wait for the quantum, and the last one is of a spectator.
fn assert_kept_back(comparisons: &[Comparison]) {
    let (spectator, seats) = comparisons.split_last().expect("there are questions");
    assert_eq!((seats.len(), spectator.question.to_string()), (4, "spectator's view".to_owned()));
    for Comparison { game, question, test } in seats {
        let kept_back = test.medians.iter().all(|it| *it >= OrchestratorParts::ANSWER_QUANTUM);
        assert!(kept_back, "{game}, {question}: {test:?}");
    }
}

#[test]
fn every_game_has_seats_that_plan_little_and_much() {
    struct Games;
    impl Visitor for Games {
        fn visit<W: Wire>(&mut self) {
            assert_kept_back(&compared::<W>());
        }
    }
    visit_shipped(&mut Games);
}
