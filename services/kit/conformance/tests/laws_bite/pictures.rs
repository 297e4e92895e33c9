//! The laws of pictures and labels.

use std::sync::atomic::{AtomicBool, Ordering};

use kit_conformance::toy::{Action, Envelopes, State, ToyWire, WireTwist, pb};
use kit_conformance::wire::laws;
use kit_rules::Seat;
use kit_rules_server::{Label, Malformed, Wire};

use super::caught::caught;

#[test]
fn a_picture_that_is_not_well_formed_or_changes_is_caught() {
    struct NeverCloses;
    impl WireTwist for NeverCloses {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            Ok(ToyWire::render(view, viewer)?.replace("</svg>", ""))
        }
    }
    static SECOND_TIME: AtomicBool = AtomicBool::new(false);
    struct Flickers;
    impl WireTwist for Flickers {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            let svg = ToyWire::render(view, viewer)?;
            let is_second = SECOND_TIME.fetch_xor(true, Ordering::Relaxed);
            Ok(if is_second { svg.replace("#333", "#444") } else { svg })
        }
    }
    let law = laws::pictures_are_well_formed_and_need_nothing_else;
    caught::<NeverCloses>(law, "is never closed");
    caught::<Flickers>(laws::a_picture_follows_from_the_view, "is drawn differently");
}

#[test]
fn a_picture_that_needs_something_else_is_caught() {
    struct ShowsAPhotograph;
    impl WireTwist for ShowsAPhotograph {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            let photograph = "<image href=\"card.png\"/></svg>";
            Ok(ToyWire::render(view, viewer)?.replace("</svg>", photograph))
        }
    }
    struct PaintsFromAfar;
    impl WireTwist for PaintsFromAfar {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            Ok(ToyWire::render(view, viewer)?.replace("#fff8e7", "url(paper.svg)"))
        }
    }
    struct LinksToNothing;
    impl WireTwist for LinksToNothing {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            let link = "<use href=\"#card\"/></svg>";
            Ok(ToyWire::render(view, viewer)?.replace("</svg>", link))
        }
    }
    let law = laws::pictures_are_well_formed_and_need_nothing_else;
    caught::<ShowsAPhotograph>(law, "<image> does not belong into a picture");
    let law = laws::pictures_are_well_formed_and_need_nothing_else;
    caught::<PaintsFromAfar>(law, "\"url(\" would load something");
    let law = laws::pictures_are_well_formed_and_need_nothing_else;
    caught::<LinksToNothing>(law, "a link leads to \"card\", which is not there");
}

#[test]
fn a_picture_that_shows_more_of_a_whole_state_is_caught() {
    struct CountsThePile;
    impl WireTwist for CountsThePile {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
            let pile = format!("<!-- {:?} --></svg>", view.pile);
            Ok(ToyWire::render(view, viewer)?.replace("</svg>", &pile))
        }
    }
    caught::<CountsThePile>(
        laws::a_picture_follows_from_the_view,
        "the whole state is drawn with more in it",
    );
}

#[test]
fn an_action_that_points_nowhere_is_caught() {
    struct PointsNowhere;
    impl WireTwist for PointsNowhere {
        type Game = Envelopes;
        fn label(state: &State, seat: Seat, action: &Action) -> Label {
            let element = "no-such-element".to_owned();
            Label { element, ..ToyWire::label(state, seat, action) }
        }
    }
    caught::<PointsNowhere>(laws::legal_actions_point_into_the_picture, "is not in the picture");
}

#[test]
fn two_actions_with_one_label_are_caught() {
    struct Mumbles;
    impl WireTwist for Mumbles {
        type Game = Envelopes;
        fn label(state: &State, seat: Seat, action: &Action) -> Label {
            Label { text: "Do it".to_owned(), ..ToyWire::label(state, seat, action) }
        }
    }
    caught::<Mumbles>(laws::labels_tell_actions_apart, "is labelled like");
}
