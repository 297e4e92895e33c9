//! Copies of templates, each a match of its own: with its own id, seed and keys.
//!
//! A copy follows from its number, so nothing has to be remembered of a million.

use std::time::Duration;

use kit_proto::bakufu::record::v1::Roster;
use kit_rules::Seat;
use match_orchestrator_core::{CommitNumber, Match, Nonce, seat_token};
use match_orchestrator_store::{Commit, NewMatch, RequestKey};
use prost::Message;
use prost_types::Timestamp;
use serde::Serialize;

use super::templates::{Phase, Step, Template, Templates};

/// One match of so many is listed.
const LISTED_EVERY: u64 = 4;
/// How long requests are kept.
const REQUESTS_KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// How many of a thousand matches are in which phase. Most matches of a large
/// store wait for people; and a million with whole logs would take hours to fill.
const MIX: [u64; 6] = [300, 300, 380, 14, 3, 3];

/// All copies that there can be.
#[derive(Clone)]
pub(super) struct Copies {
    templates: Templates,
    /// How often each phase is chosen.
    weights: [u64; 6],
}

/// What copies are, on the average.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Mix {
    /// Templates that are copied.
    pub(super) templates: usize,
    pub(super) per_mille: [(&'static str, u64); 6],
    pub(super) commits_mean: f64,
}

/// One match.
pub(super) struct MatchCopy<'a> {
    number: u64,
    template: &'a Template,
    /// How many commits it begins with.
    pub(super) commits: usize,
    pub(super) match_id: String,
}

impl Copies {
    /// Copies in all phases.
    pub(super) fn mixed(templates: Templates) -> Self {
        Self { templates, weights: MIX }
    }

    /// Copies in one phase.
    pub(super) fn only(templates: Templates, phase: Phase) -> Self {
        let weights = Phase::ALL.map(|other| u64::from(other == phase));
        Self { templates, weights }
    }

    pub(super) fn get(&self, number: u64) -> MatchCopy<'_> {
        let [high, low] = [mixed(2 * number), mixed(2 * number + 1)];
        let template = &self.templates[(high % self.templates.len() as u64) as usize];
        let mut chosen = low % self.weights.iter().sum::<u64>();
        let phase = Phase::ALL.into_iter().zip(self.weights).find_map(|(phase, weight)| {
            let is_it = chosen < weight;
            chosen = chosen.saturating_sub(weight);
            is_it.then_some(phase)
        });
        let commits = template.commits(phase.expect("the weights add up"));
        MatchCopy { number, template, commits, match_id: format!("{high:016x}{low:016x}") }
    }

    /// What they are, on the average of the first so many.
    pub(super) fn mix(&self, matches: u64) -> Mix {
        let looked = matches.min(10_000);
        let commits: usize = (0..looked).map(|number| self.get(number).commits).sum();
        let mut weights = self.weights.into_iter();
        Mix {
            templates: self.templates.len(),
            per_mille: Phase::ALL.map(|phase| (phase.name(), weights.next().unwrap_or_default())),
            commits_mean: commits as f64 / looked.max(1) as f64,
        }
    }
}

impl<'a> MatchCopy<'a> {
    /// Its first commit.
    pub(super) fn create(&self) -> NewMatch {
        let step = &self.template.steps[0];
        NewMatch {
            match_id: self.match_id.clone(),
            identity: step.identity,
            roster: self.roster(step).unwrap_or_default().encode_to_vec().into(),
            position: step.position.clone(),
            entry: step.entry.clone(),
            listed_at_ms: self.is_listed().then(|| self.created_at_ms(step)),
            filing: step.filing.clone(),
        }
    }

    /// A later commit, counted from one.
    pub(super) fn commit(&self, number: usize) -> Commit {
        let (step, before) = (&self.template.steps[number - 1], &self.template.steps[number - 2]);
        Commit {
            match_id: self.match_id.clone(),
            number: number as u64,
            identity: step.identity,
            parent: before.identity,
            roster: self.roster(step).map(|roster| roster.encode_to_vec().into()),
            position: step.position.clone(),
            entry: step.entry.clone(),
            // As long as those of clients that number them at random.
            request: RequestKey {
                scope: step.actor.map_or(0, |seat| seat.number() as u8),
                id: format!("{:016x}-{number:019}", mixed(self.number)),
            },
            fingerprint: [number as u8; 16],
            requests_kept: REQUESTS_KEPT,
            begins_timeline: false,
            rewrites: 0,
            filing: step.filing.clone(),
        }
    }

    /// How many commits its template has.
    pub(super) fn commits_max(&self) -> usize {
        self.template.steps.len()
    }

    /// Whether somebody moves next.
    pub(super) fn awaits_move(&self) -> bool {
        self.actor().is_some()
    }

    /// Who moves next, if somebody does.
    pub(super) fn actor(&self) -> Option<Seat> {
        self.template.steps.get(self.commits)?.actor
    }

    /// The token of each seat of a match whose seats are taken.
    pub(super) fn seat_tokens(&self) -> Option<Vec<String>> {
        let steps = &self.template.steps[..self.commits];
        let roster = steps.iter().rev().find_map(|step| self.roster(step))?;
        let bytes = roster.encode_to_vec().into();
        let commit = CommitNumber::new(self.commits as u64);
        let game_match = Match::decode(commit, &bytes, &steps.last()?.position).ok()?;
        let token = |(seat, chair): (Seat, _)| {
            let kit_proto::bakufu::record::v1::Chair { seated_at, nonce, .. } = chair;
            let nonce = Nonce::try_from(&nonce[..]).ok();
            seat_token(&game_match, seat, CommitNumber::new(seated_at), nonce)
        };
        let seats = (1..).map_while(Seat::new);
        Some(seats.zip(roster.chairs).map(token).collect())
    }

    /// The roster of a step as this copy has it.
    fn roster(&self, step: &Step) -> Option<Roster> {
        let roster = step.roster.clone()?;
        let key: Vec<u8> =
            (0..4u64).flat_map(|at| mixed(self.number ^ at << 56).to_be_bytes()).collect();
        let created_at_ms = self.created_at_ms(step);
        Some(Roster {
            match_id: self.match_id.clone(),
            server_seed: key.clone().into(),
            token_key: key.into(),
            listed: self.is_listed(),
            created_at: Some(Timestamp {
                seconds: (created_at_ms / 1000) as i64,
                nanos: (created_at_ms % 1000) as i32 * 1_000_000,
            }),
            ..roster
        })
    }

    fn is_listed(&self) -> bool {
        self.number.is_multiple_of(LISTED_EVERY)
    }

    /// One a millisecond, the first of them last, so that a list is spread.
    fn created_at_ms(&self, step: &Step) -> u64 {
        let created_at = step.roster.as_ref().and_then(|roster| roster.created_at);
        let created_at_ms = created_at.map_or(0, |at| at.seconds as u64 * 1000);
        created_at_ms.saturating_sub(self.number)
    }
}

/// A number that looks like chance: SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::templates;
    use super::*;

    #[test]
    fn copies_are_matches_of_their_own_that_can_be_read() {
        let templates: Templates = templates::play(Some("shitenno")).expect("it is played").into();
        let copies = Copies::mixed(templates);
        let mut ids = BTreeSet::new();
        for number in 0..500 {
            let copy = copies.get(number);
            let tokens = copy.seat_tokens().expect("every copy can be read");
            assert!(tokens.len() >= 2, "a seat each");
            assert!(ids.insert(copy.match_id.clone()), "two copies with one id");
            assert!(copy.commits <= copy.commits_max());
        }
    }

    #[test]
    fn copies_of_one_phase_are_all_as_far() {
        let templates: Templates = templates::play(Some("shitenno")).expect("it is played").into();
        let copies = Copies::only(templates, Phase::Created);
        assert!((0..100).all(|number| copies.get(number).commits == 1));
        assert_eq!(copies.mix(100).commits_mean, 1.0);
    }
}
