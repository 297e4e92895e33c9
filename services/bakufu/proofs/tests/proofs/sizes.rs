//! Message sizes: how much a seat gets does not tell what it has planned.

use bakufu_games::{Visitor, visit_shipped};
use bakufu_proofs::leaks::sizes::{AnswerKind, RunSettings, run};
use kit_conformance::toy::ToyWire;
use kit_rules::Rules;
use kit_rules_server::Wire;

/// How many matches of every game are played.
const MATCHES: u64 = 40;

#[test]
fn every_plan_of_every_game_is_answered_with_as_many_bytes() {
    struct Games;
    impl Visitor for Games {
        fn visit<W: Wire>(&mut self) {
            prove::<W>();
        }
    }
    prove::<ToyWire>();
    visit_shipped(&mut Games);
}

fn prove<W: Wire>() {
    let game = W::Game::FACTS.id;
    let report = run::<W>(&RunSettings { seed: 1, matches: MATCHES }, &|| {});
    let report = report.unwrap_or_else(|finding| panic!("{finding}"));
    assert_eq!(report.matches, MATCHES);
    assert!(report.moments >= 10 && report.plans > report.moments, "{game}: {report:?}");
    let all = [
        AnswerKind::Submit,
        AnswerKind::Watch,
        AnswerKind::Sentences,
        AnswerKind::View,
        AnswerKind::List,
        AnswerKind::Board,
    ];
    assert!(report.longest.keys().copied().eq(all), "{game}: {report:?}");
}
