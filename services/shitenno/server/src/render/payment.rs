//! The control action that the viewer is putting together.

use shitenno_rules::{Mode, Part, Plan};

use super::card::Face;
use super::row::{Item, Section};
use super::view::View;
use crate::label;

/// What is set out so far, for the one who sets it out.
pub(super) fn section(view: &View) -> Option<Section> {
    let plan = view.state.plan.as_ref()?;
    Some(Section {
        id: label::payment(),
        heading: format!("You prepare {}: {}", plan.province, needed(view, plan)),
        titles: Vec::new(),
        items: plan.parts.iter().map(|part| item(*part)).collect(),
        is_marked: true,
    })
}

fn needed(view: &View, plan: &Plan) -> String {
    let land = view.state.land(plan.province);
    match plan.mode {
        Mode::Troops => label::in_words(&plan.province.troops_needed(land.top.map(|top| top.face))),
        Mode::Koku => {
            let price = plan.province.values().get(land.kamon_count()).copied();
            format!("{} koku", price.unwrap_or_default())
        }
    }
}

fn item(part: Part) -> Item {
    let face = match part {
        Part::Card(card) => Face::Card(card),
        Part::Joker(card) => Face::Joker(card),
        Part::Exchange { from, to } => Face::Exchange { from, to },
        Part::PlusOne(element) => Face::PlusOne(element),
    };
    Item { id: String::new(), face, count: 1 }
}
