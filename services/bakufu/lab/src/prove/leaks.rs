//! `bakufu prove leaks`: what is hidden changes no byte of what a viewer gets.

use bakufu_cli::prove::leaks::Arguments;
use bakufu_cli::{Output, TextTable};
use bakufu_games::{Visitor, visit_shipped};
use bakufu_proofs::leaks::{End, Finding, Report, RunSettings, run as compare};
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
        reports: Vec::new(),
        found: None,
    };
    visit_shipped(&mut proof);
    if let Some(finding) = proof.found {
        let repeat = format!("bakufu prove leaks --game {} --seed {}", finding.game, finding.seed);
        return Err(Failure::Found { found: finding.to_string(), repeat });
    }
    output.line(figures(&proof.reports))?;
    output.line("")?;
    output.line(ends(&proof.reports))?;
    output.line("")?;
    output.line("No byte differs where a viewer can't tell the worlds apart.")?;
    let repeat = choice::repeat(choice, "leaks", &format!("--pairs {pairs}"));
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
        let count = CountBar::new(id, self.settings.pairs);
        match compare::<W>(&self.settings, &|pairs| count.add(pairs)) {
            Ok(report) => self.reports.push(report),
            Err(finding) => self.found = Some(finding),
        }
    }
}

fn figures(reports: &[Report]) -> TextTable {
    let headings = [
        "game",
        "matches",
        "tables",
        "viewers",
        "fewest pairs",
        "pairs",
        "openings",
        "steps",
        "MB",
    ];
    let mut table = TextTable::new(headings);
    for report in reports {
        let tally = &report.tally;
        table.row([
            report.game.clone(),
            report.matches.to_string(),
            report.tables.to_string(),
            format!("{}", tally.cells.len()),
            tally.fewest().to_string(),
            tally.pairs.to_string(),
            tally.openings.to_string(),
            tally.steps.to_string(),
            (tally.bytes / 1_000_000).to_string(),
        ]);
    }
    table
}

fn ends(reports: &[Report]) -> TextTable {
    let all = [End::AllSteps, End::Over, End::Reveal, End::NoCommonAct];
    let mut table = TextTable::new(
        ["pairs end".to_owned()].into_iter().chain(all.iter().map(ToString::to_string)),
    );
    for report in reports {
        let count = |end| report.tally.ends.get(end).copied().unwrap_or(0).to_string();
        table.row([report.game.clone()].into_iter().chain(all.iter().map(count)));
    }
    table
}
