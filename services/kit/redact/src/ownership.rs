//! Finds fields for an owner that nobody names.

use prost_reflect::MessageDescriptor;

use crate::fault::{Fault, Problem};
use crate::plan::{Audience, MessagePlan, PlanIndex, Shape};

/// Reports every field for the owner that can be reached from `roots` without
/// passing a message that names one. Roots that come with an owner of their
/// own are not to be given. Plans and messages have the same places.
pub(crate) fn unowned(
    plans: &[MessagePlan],
    messages: &[MessageDescriptor],
    roots: &[PlanIndex],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut reached = vec![false; plans.len()];
    let mut open: Vec<(PlanIndex, String)> =
        roots.iter().rev().map(|&root| (root, plans[root.place()].name.clone())).collect();
    while let Some((index, path)) = open.pop() {
        let plan = &plans[index.place()];
        // Whoever names an owner names it for everything inside.
        if plan.owner.is_some() || std::mem::replace(&mut reached[index.place()], true) {
            continue;
        }
        for field in plan.fields() {
            let descriptor = messages[index.place()].get_field(field.number);
            let descriptor = descriptor.expect("a plan has the fields of its message");
            let path = format!("{path}.{}", descriptor.name());
            if let Shape::Message(child) = field.shape {
                open.push((child, path.clone()));
            }
            if field.audience == Audience::Owner {
                let place = descriptor.full_name().into();
                faults.push(Fault { place, problem: Problem::NoOwner { path } });
            }
        }
    }
    faults
}
