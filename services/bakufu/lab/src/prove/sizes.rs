//! `bakufu prove sizes`: how much a seat gets does not tell what it has planned.

use bakufu_cli::prove::sizes::Arguments;
use bakufu_cli::{Output, TextTable};
use bakufu_games::{Visitor, visit_shipped};
use bakufu_proofs::leaks::sizes::{AnswerKind, Finding, Report, RunSettings, run as compare};
use kit_rules::Rules;
use kit_rules_server::Wire;

use super::choice;
use crate::failure::Failure;
use crate::progress::CountBar;

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let Arguments { choice, matches } = arguments;
    let games = choice::games(choice)?;
    let settings = RunSettings { seed: choice.seed, matches: *matches };
    let mut proof = Proof { games, settings, reports: Vec::new(), found: None };
    visit_shipped(&mut proof);
    if let Some(finding) = proof.found {
        let repeat = format!("bakufu prove sizes --game {} --seed {}", finding.game, finding.seed);
        return Err(Failure::Found { found: finding.to_string(), repeat });
    }
    output.line(figures(&proof.reports))?;
    output.line("")?;
    output.line("No plan can be told from another by the bytes that its seat gets.")?;
    let repeat = choice::repeat(choice, "sizes", &format!("--matches {matches}"));
    Ok(output.line(format_args!("repeat      {repeat}"))?)
}

struct Proof {
    games: Vec<&'static str>,
    settings: RunSettings,
    reports: Vec<Report>,
    found: Option<Box<Finding>>,
}

impl Visitor for Proof {
    fn visit<W: Wire>(&mut self) {
        let id = W::Game::FACTS.id;
        if self.found.is_some() || !self.games.contains(&id) {
            return;
        }
        let count = CountBar::new(id, self.settings.matches);
        match compare::<W>(&self.settings, &|| count.add(1)) {
            Ok(report) => self.reports.push(report),
            Err(finding) => self.found = Some(finding),
        }
    }
}

/// What was compared, and the longest answers of every kind in bytes.
fn figures(reports: &[Report]) -> TextTable {
    let headings = ["game", "matches", "moments", "plans", "update", "view", "list", "board"];
    let mut table = TextTable::new(headings);
    for report in reports {
        let counts = [report.matches, report.moments, report.plans].map(|count| count.to_string());
        let answers =
            [AnswerKind::Sentences, AnswerKind::View, AnswerKind::List, AnswerKind::Board];
        let longest = answers.map(|answer| {
            let longest = report.longest.get(&answer);
            longest.map_or_else(String::new, ToString::to_string)
        });
        table.row([report.game.clone()].into_iter().chain(counts).chain(longest));
    }
    table
}
