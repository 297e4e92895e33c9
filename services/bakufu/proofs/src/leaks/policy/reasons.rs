//! Reasons why some weakened options make no difference.

use std::collections::BTreeSet;

use kit_rules::Rules;
use kit_rules_server::Wire;
use prost::Name;
use prost_reflect::{DescriptorPool, MessageDescriptor};

use super::{Fate, Mutant, Mutation, Weakening};

/// What a seat may do is told to nobody else, and what it did is told by events.
const OWN_ACTION: &str = "actions go to nobody but their own seat";
const CONCEALED: &str = "it stands in a concealed message, which only its owner gets";

/// A reason that can't be read off the schema.
struct Known {
    game: &'static str,
    mutant: &'static str,
    /// Another option that hides the same: with both weakened it is found.
    besides: Option<&'static str>,
    why: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        game: "samurai",
        mutant: "Player.drawn: count → all",
        besides: None,
        why: "it is empty whenever a commit is done: tiles pass through it while they are drawn",
    },
    Known {
        game: "shogun",
        mutant: "State.tower: nobody → everyone",
        besides: Some("Tower: nobody → everyone"),
        why: "all that is in the tower is hidden once more by its own message",
    },
    Known {
        game: "shogun",
        mutant: "Tower: nobody → everyone",
        besides: Some("State.tower: nobody → everyone"),
        why: "the tower as a whole is hidden by the state",
    },
];

/// The reasons that hold for a game.
pub(super) struct Reasons {
    known: Vec<&'static Known>,
    /// The messages that only actions are made of.
    of_actions: BTreeSet<String>,
    concealed: BTreeSet<String>,
}

impl Reasons {
    pub(super) fn of<W: Wire>(mutations: &[Mutation]) -> Self {
        let pool = DescriptorPool::decode(W::descriptor_set()).expect("a game's schema compiles");
        let reached = |name: String| {
            let mut reached = BTreeSet::new();
            let root = pool.get_message_by_name(&name).expect("a game's schema has its roots");
            reach(&root, &mut reached);
            reached
        };
        let mut of_actions = reached(W::Action::full_name());
        for root in [W::State::full_name(), W::Event::full_name(), W::Options::full_name()] {
            of_actions = &of_actions - &reached(root);
        }
        let concealed =
            mutations.iter().filter(|mutation| mutation.weakening == Weakening::Unconcealed);
        let concealed = concealed.map(|mutation| mutation.message.clone()).collect();
        let known = KNOWN.iter().filter(|known| known.game == W::Game::FACTS.id).collect();
        Self { known, of_actions, concealed }
    }

    /// Why a weakened option can't matter, if there is a reason.
    pub(super) fn why(&self, mutation: &Mutation) -> Option<&'static str> {
        if let Some(known) = self.known.iter().find(|known| known.mutant == mutation.to_string()) {
            return Some(known.why);
        }
        if self.is_of_action(mutation) {
            return Some(OWN_ACTION);
        }
        let is_inside = mutation.weakening == Weakening::OwnerToEveryone;
        (is_inside && self.concealed.contains(&mutation.message)).then_some(CONCEALED)
    }

    /// Whether an option is one of actions alone.
    pub(super) fn is_of_action(&self, mutation: &Mutation) -> bool {
        self.of_actions.contains(&mutation.message)
    }

    /// Survivors without a reason, and reasons that do not hold.
    pub(super) fn stale(&self, mutants: &[Mutant]) -> Vec<String> {
        let mut faults = Vec::new();
        for Mutant { mutation, fate, reason } in mutants {
            match (fate, reason) {
                (Fate::Survived | Fate::Beneath { .. }, None) => {
                    faults.push(format!("{mutation} survives for no reason"))
                }
                (Fate::Found { .. }, Some(why)) => {
                    faults.push(format!("{mutation} is found, though {why}"));
                }
                _ => {}
            }
        }
        for known in &self.known {
            let survives = |mutant: &Mutant| {
                let is_found = matches!(mutant.fate, Fate::Refused | Fate::Found { .. });
                mutant.mutation.to_string() == known.mutant && !is_found
            };
            if !mutants.iter().any(survives) {
                faults.push(format!("{} has a reason, but is no survivor", known.mutant));
            }
        }
        faults
    }

    /// Options that hide the same, each of which suffices.
    pub(super) fn together<'m>(&self, mutants: &'m [Mutant]) -> Vec<[&'m Mutation; 2]> {
        let find = |name: &str| {
            mutants
                .iter()
                .map(|mutant| &mutant.mutation)
                .find(|mutation| mutation.to_string() == name)
        };
        let pairs = self
            .known
            .iter()
            .filter_map(|known| Some([find(known.mutant)?, find(known.besides?)?]));
        pairs.collect()
    }
}

/// A message and all that can stand in it, by their names without the package.
fn reach(message: &MessageDescriptor, reached: &mut BTreeSet<String>) {
    let package = format!("{}.", message.package_name());
    let name = message.full_name();
    if !reached.insert(name.strip_prefix(&package).unwrap_or(name).to_owned()) {
        return;
    }
    for field in message.fields() {
        if let Some(inner) = field.kind().as_message() {
            reach(inner, reached);
        }
    }
}
