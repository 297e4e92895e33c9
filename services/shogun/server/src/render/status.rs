//! Status of the match: what it waits for, in words.

use kit_rules::{Planning, Rules, Seat};
use shogun_rules::{DraftStep, Phase, Shogun, Space, Task, WinterTask, YEARS};

use super::view::View;
use crate::errand::{Errand, errand};
use kit_drawing::{Status, Svg, bold, faint, ink, seat_names, winners};

/// Finds the words for a view.
pub(super) fn of(view: &View) -> Status {
    let (headline, detail) = match view.state.phase {
        Phase::DrawLetter { .. } => ("Setting up", "line-ups are drawn".to_owned()),
        Phase::DrawFirst => ("Setting up", "who begins is drawn".to_owned()),
        Phase::Draft(turn) => return status(view, drafting(view, turn.active, turn.step)),
        Phase::SeedTower => ("Setting up", "the first cubes fall".to_owned()),
        Phase::DrawYearEvents => ("A new year", "its events are drawn".to_owned()),
        Phase::LayOutActions | Phase::LayOutSpecials => {
            ("A new season", "its cards are laid out".to_owned())
        }
        Phase::Plan(planning) => return status(view, planning_lines(view, planning)),
        Phase::DrawEvent => ("Plans are made", "the event is drawn".to_owned()),
        Phase::RankBids => ("Bids are open", "a tie is drawn".to_owned()),
        Phase::PickSpecial => {
            return status(view, (who(view, "take a card", "takes a card"), picks(view)));
        }
        Phase::Act(_) => return status(view, acting(view)),
        Phase::TurnUp { .. } => ("An action is done", "another is turned up".to_owned()),
        Phase::Winter(winter) => {
            let detail = match winter.task {
                WinterTask::Choose => "which revolt is fought next?".to_owned(),
                WinterTask::Draw { .. } => "revolts are drawn".to_owned(),
                WinterTask::Battle { province } => format!("revolt in {province}"),
            };
            return status(view, (who(view, "choose", "chooses"), detail));
        }
        Phase::Over => {
            return status(
                view,
                (
                    winners(&Shogun::pending(&view.state), view.viewer),
                    "the game is over".to_owned(),
                ),
            );
        }
    };
    status(view, (headline.to_owned(), detail))
}

/// Draws the lines in the north-western corner.
pub(super) fn draw(svg: &mut Svg, status: &Status) {
    svg.put(format_args!(r#"<g id="status">"#));
    svg.text((22.0, 44.0), &faint(24.0), &status.time);
    svg.text((22.0, 86.0), &bold(34.0), &status.headline);
    svg.text((22.0, 120.0), &ink(24.0), &status.detail);
    svg.close_line();
}

fn status(view: &View, (headline, detail): (String, String)) -> Status {
    let time = match view.state.phase {
        Phase::DrawLetter { .. } | Phase::DrawFirst | Phase::Draft(_) | Phase::SeedTower => {
            "Before the first year".to_owned()
        }
        _ => format!("Year {} of {YEARS}, {}", view.state.year, view.state.season.id()),
    };
    Status { time, headline, detail }
}

/// "You march" or "Seat 2 marches", for whoever is awaited.
fn who(view: &View, own: &str, other: &str) -> String {
    match Shogun::pending(&view.state).seats().iter().next() {
        Some(seat) if view.is_own(seat) => format!("You {own}"),
        Some(seat) => format!("{seat} {other}"),
        None => "Chance decides".to_owned(),
    }
}

fn drafting(view: &View, active: Seat, step: DraftStep) -> (String, String) {
    let detail = match step {
        DraftStep::Place(province) => format!("which group goes to {province}?"),
        DraftStep::Choose => "an open card, or the top one".to_owned(),
        DraftStep::Open | DraftStep::Blind => "a card is drawn".to_owned(),
    };
    let headline =
        if view.is_own(active) { "You draft".to_owned() } else { format!("{active} drafts") };
    (headline, detail)
}

fn planning_lines(view: &View, planning: Planning) -> (String, String) {
    match view.viewer {
        Some(seat) if planning.open().contains(seat) => {
            let due = view.state.cards_of(seat).min(Space::COUNT);
            let laid = view.state.player(seat).plan.len();
            ("Make your plan".to_owned(), format!("{laid} of {due} cards laid"))
        }
        _ => {
            let waiting = seat_names(planning.open().iter());
            ("Plans are made".to_owned(), format!("waiting for {waiting}"))
        }
    }
}

fn picks(view: &View) -> String {
    let order: Vec<String> =
        view.state.ranking.iter().flatten().map(|seat| seat.number().to_string()).collect();
    format!("seats by their bids: {}", order.join(", "))
}

fn acting(view: &View) -> (String, String) {
    let Some(Errand { order, province, task }) = errand(&view.state) else {
        return (who(view, "act", "acts"), String::new());
    };
    let headline = match task {
        Task::Battle { province } => format!("Battle for {province}"),
        _ => who(view, "march", "marches"),
    };
    let detail = match task {
        Task::ChooseTarget => format!("{province}: where to?"),
        Task::ChooseArmies { target } => format!("{province} to {target}: how many?"),
        Task::Battle { .. } => order.to_string(),
    };
    (headline, detail)
}
