//! The toy game keeps every law of its messages.

use bytes::Bytes;
use kit_conformance::toy::{ToyWire, pb};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules_server::engine;

kit_conformance::wire_suite!(ToyWire, options = [pb::Options { rounds: 5 }]);

#[test]
fn a_list_says_which_actions_only_take_a_step_back() {
    let options = Bytes::new();
    let entropy = Bytes::from_static(&[7; 32]);
    let setup = rules::SetupRequest { options, seats: 2, entropy: entropy.clone() };
    let begun = engine::setup::<ToyWire>(setup).expect("two can play");
    let list = |state: &Bytes| {
        let request = rules::ListLegalActionsRequest { state: state.clone(), seat: 1 };
        engine::list_legal_actions::<ToyWire>(&request).expect("the state is sound")
    };
    let choices = list(&begun.state);
    assert!(!choices.is_empty() && choices.iter().all(|choice| !choice.retracts));

    let actions = vec![choices[0].action.clone()];
    let choose = rules::ApplyRequest { state: begun.state, seat: 1, actions, entropy };
    let chosen = engine::apply::<ToyWire>(choose).expect("it is listed");
    let labels: Vec<(String, bool)> =
        list(&chosen.state).into_iter().map(|legal| (legal.label, legal.retracts)).collect();
    assert_eq!(labels.iter().filter(|(_, retracts)| *retracts).count(), 1, "{labels:?}");
    assert!(labels.iter().any(|(_, retracts)| !retracts), "{labels:?}");
}
