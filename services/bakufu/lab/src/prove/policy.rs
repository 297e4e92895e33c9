//! `bakufu prove policy`: whatever keeps secrets is needed, and missed.

use bakufu_cli::prove::policy::Arguments;
use bakufu_cli::{Output, TextTable};
use bakufu_games::{Visitor, visit_shipped};
use bakufu_proofs::leaks::faults::{PlantedFault, run_with};
use bakufu_proofs::leaks::policy::{Policies, run as weaken};
use bakufu_proofs::leaks::{Finding, RunSettings, What};
use kit_rules::Rules;
use kit_rules_server::Wire;

use super::choice;
use crate::failure::Failure;
use crate::progress::CountBar;

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let Arguments { choice, pairs } = arguments;
    let games = choice::games(choice)?;
    let mut proof = Proof {
        games,
        settings: RunSettings { seed: choice.seed, pairs: *pairs },
        results: Vec::new(),
    };
    visit_shipped(&mut proof);
    let repeat = choice::repeat(choice, "policy", &format!("--pairs {pairs}"));
    let mut faults = Vec::new();
    for result in proof.results {
        match result {
            Ok(result) => {
                output.line(options(&result.policies))?;
                output.line("")?;
                output.line(planted(&result.planted))?;
                output.line("")?;
                output.line(score(&result))?;
                output.line("")?;
                faults.extend(result.policies.faults);
                let missed = result.planted.iter().filter(|(_, found)| found.is_none());
                faults.extend(missed.map(|(fault, _)| format!("nobody finds that it {fault}")));
            }
            Err(finding) => faults.push(finding.to_string()),
        }
    }
    if !faults.is_empty() {
        return Err(Failure::Found { found: faults.join("; "), repeat });
    }
    Ok(output.line(format_args!("repeat      {repeat}"))?)
}

/// What came out for one game.
struct PolicyResult {
    policies: Policies,
    planted: Vec<(PlantedFault, Option<Box<Finding>>)>,
}

struct Proof {
    games: Vec<&'static str>,
    settings: RunSettings,
    results: Vec<Result<PolicyResult, Box<Finding>>>,
}

impl Visitor for Proof {
    fn visit<W: Wire>(&mut self) {
        let id = W::Game::FACTS.id;
        if !self.games.contains(&id) {
            return;
        }
        let count = CountBar::new(id, self.settings.pairs);
        let policies = weaken::<W>(&self.settings, &|pairs| count.add(pairs));
        let planted = PlantedFault::ALL.into_iter().filter(|fault| fault.concerns::<W>());
        self.results.push(policies.map(|policies| {
            PolicyResult {
                policies,
                planted: planted
                    .map(|fault| (fault, run_with::<W>(fault, &self.settings, &|_| {}).err()))
                    .collect(),
            }
        }));
    }
}

/// Every option that was weakened.
fn options(policies: &Policies) -> TextTable {
    let game = &policies.report.game;
    let mut table = TextTable::new([game.as_str(), "what becomes of it", "because"]);
    for mutant in &policies.mutants {
        let reason = mutant.reason.unwrap_or_default().to_owned();
        table.row([mutant.mutation.to_string(), mutant.fate.to_string(), reason]);
    }
    table
}

fn planted(planted: &[(PlantedFault, Option<Box<Finding>>)]) -> TextTable {
    let mut table = TextTable::new(["a redactor that", "is found"]);
    for (fault, finding) in planted {
        let found = match finding.as_deref() {
            None => "NOWHERE".to_owned(),
            Some(Finding { what: What::Differs { part, .. }, pairs_before, .. }) => {
                format!("in {part:?}, after {pairs_before} pairs")
            }
            Some(finding) => format!("after {} pairs", finding.pairs_before),
        };
        table.row([fault.to_string(), found]);
    }
    table
}

fn score(result: &PolicyResult) -> String {
    let policies = &result.policies;
    let Policies { report, mutants, .. } = policies;
    let planted = result.planted.iter().filter(|(_, finding)| finding.is_some()).count();
    format!(
        "{}: of {} weakened options {} are found, {} would be if nothing else hid the same, {} \
         survive for a reason; {planted} of {} faults found; {} pairs, seed {}",
        report.game,
        mutants.len(),
        policies.found(),
        policies.beneath(),
        policies.survivors(),
        result.planted.len(),
        report.tally.pairs,
        report.seed,
    )
}
