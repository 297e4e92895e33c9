//! The tables of a game that are played: option sets and numbers of seats.

use std::collections::BTreeSet;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_rules::{OptionFact, Rules, SeatCount};
use kit_rules_server::{Wire, engine};
use prost::{Message, Name};
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, Value};

/// With more option sets than this, not all are played, but some in which any
/// two values meet.
const SETS_MAX: usize = 128;

/// One kind of match.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// The options, encoded.
    pub(super) options: Bytes,
    /// The options that are not the default, for people.
    pub(super) told: String,
    pub(super) seats: SeatCount,
}

/// One value for each option, by its place among the values.
type Choice = Vec<usize>;

/// Every table that the rules accept: all numbers of seats with all option
/// sets, or with sets in which any two values meet.
pub(super) fn lineup<W: Wire>() -> Vec<Setting> {
    let facts = W::Game::FACTS;
    let mut tables = Vec::new();
    for choice in choices(facts.options) {
        let options = encode::<W>(facts.options, &choice);
        for seats in (facts.seats_min..=facts.seats_max).filter_map(SeatCount::new) {
            let (options, told) = (options.clone(), tell(facts.options, &choice));
            let table = Setting { options, told, seats };
            if is_accepted::<W>(&table) {
                tables.push(table);
            }
        }
    }
    tables
}

fn is_accepted<W: Wire>(table: &Setting) -> bool {
    let options = table.options.clone();
    let (seats, entropy) = (table.seats.get() as u32, Bytes::from_static(&[0; 32]));
    engine::setup::<W>(pb::SetupRequest { options, seats, entropy }).is_ok()
}

fn choices(options: &[OptionFact]) -> Vec<Choice> {
    let counts: Vec<usize> = options.iter().map(|option| option.values.len()).collect();
    let sets = counts.iter().try_fold(1usize, |sets, count| sets.checked_mul(*count));
    match sets {
        Some(sets) if sets <= SETS_MAX => all(&counts),
        _ => pairwise(&counts),
    }
}

fn all(counts: &[usize]) -> Vec<Choice> {
    counts.iter().fold(vec![Vec::new()], |sets, count| {
        let longer = |set: &Choice, value| set.iter().copied().chain([value]).collect();
        (0..*count).flat_map(|value| sets.iter().map(move |set| longer(set, value))).collect()
    })
}

/// A few sets in which every value of an option meets every value of every
/// other one. The first has all defaults, which are listed first.
fn pairwise(counts: &[usize]) -> Vec<Choice> {
    let pair = |one: usize, other: usize, set: &[usize]| (one, set[one], other, set[other]);
    let pairs_of = |set: &[usize], upto: usize| -> Vec<_> {
        (0..upto)
            .flat_map(|other| (0..other).map(move |one| (one, other)))
            .map(|(one, other)| pair(one, other, set))
            .collect()
    };
    let mut missing = BTreeSet::new();
    for (other, others) in counts.iter().enumerate() {
        for (one, ones) in counts.iter().enumerate().take(other) {
            let values = (0..*ones).flat_map(|a| (0..*others).map(move |b| (a, b)));
            missing.extend(values.map(|(a, b)| (one, a, other, b)));
        }
    }
    let mut sets = Vec::new();
    let mut set = vec![0; counts.len()];
    loop {
        for covered in pairs_of(&set, set.len()) {
            missing.remove(&covered);
        }
        sets.push(set);
        let Some(&(one, a, other, b)) = missing.first() else { return sets };
        set = vec![0; counts.len()];
        for place in 0..counts.len() {
            let gain = |value: &usize| {
                let meets = |&&(c, d, e, f): &&(usize, usize, usize, usize)| {
                    e == place && f == *value && set[c] == d
                };
                missing.iter().filter(meets).count()
            };
            let best = (0..counts[place]).rev().max_by_key(gain).unwrap_or(0);
            set[place] = match place {
                _ if place == one => a,
                _ if place == other => b,
                _ => best,
            };
        }
    }
}

fn tell(options: &[OptionFact], choice: &[usize]) -> String {
    let chosen = options.iter().zip(choice).filter_map(|(option, value)| {
        let value = option.values[*value];
        (value != option.default).then(|| format!("{}={value}", option.name))
    });
    let told = chosen.collect::<Vec<_>>().join(" ");
    if told.is_empty() { "default options".to_owned() } else { told }
}

fn encode<W: Wire>(options: &[OptionFact], choice: &[usize]) -> Bytes {
    let pool = DescriptorPool::decode(W::descriptor_set()).expect("a game's schema compiles");
    let message = pool.get_message_by_name(&W::Options::full_name());
    let message = message.expect("a game's schema has its options");
    let mut encoded = DynamicMessage::new(message.clone());
    for (option, value) in options.iter().zip(choice) {
        let field = message.get_field_by_name(option.name);
        let field = field.expect("an option is a field of the options message");
        encoded.set_field(&field, read(&field, option.values[*value]));
    }
    encoded.encode_to_vec().into()
}

/// A value as it is written on a command line.
fn read(field: &FieldDescriptor, text: &str) -> Value {
    match field.kind() {
        Kind::Bool => Value::Bool(text == "true"),
        Kind::Enum(values) => {
            let ending = format!("_{}", text.to_ascii_uppercase());
            let named = values.values().filter(|value| value.name().ends_with(&ending));
            let named = named.min_by_key(|value| value.name().len());
            Value::EnumNumber(named.expect("an offered value is one of its enum").number())
        }
        _ => Value::U32(text.parse().expect("an offered value is a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_options_are_all_combined() {
        let sets: BTreeSet<Choice> = all(&[2, 3]).into_iter().collect();
        assert_eq!(sets.len(), 6);
        assert!(sets.contains(&vec![1, 2]));
    }

    #[test]
    fn of_many_options_any_two_values_meet() {
        let counts = [2, 3, 2, 4, 2, 2, 2];
        let sets = pairwise(&counts);
        assert!(sets.len() < 24, "{} sets", sets.len());
        for other in 1..counts.len() {
            for one in 0..other {
                for (a, b) in (0..counts[one]).flat_map(|a| (0..counts[other]).map(move |b| (a, b)))
                {
                    assert!(sets.iter().any(|set| set[one] == a && set[other] == b));
                }
            }
        }
    }
}
