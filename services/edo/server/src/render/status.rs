//! One headline and one line below it: what the match waits for.

use edo_rules::{Edo, EndReason, Phase, Relocation, SLOTS, TradingCard, Turn, TurnStep};
use kit_drawing::{PAGE_WIDTH, Status, Svg, bold, faint, seat_names, winners};
use kit_rules::{Planning, Rules, Seat};

use super::palette;
use super::view::View;

/// Finds the words for a view.
pub(super) fn of(view: &View) -> Status {
    let who = || view.awaited().next().map_or("Chance".to_owned(), |seat| name(view, seat));
    let (headline, detail) = match view.state.phase {
        Phase::Setup => ("The table is laid out".to_owned(), String::new()),
        Phase::Positions { .. } => {
            (format!("{} to choose", who()), "a package or a starting city".to_owned())
        }
        Phase::SelectRonin => (format!("{} to choose", who()), "which Ronin moves on".to_owned()),
        Phase::Relocate(relocation) => (format!("{} to choose", who()), sending(&relocation)),
        Phase::Plan(planning) => planned(view, planning),
        Phase::Turn(turn) => (format!("{} to act", name(view, turn.active)), progress(view, &turn)),
        Phase::Wages { seat } => {
            let samurai = view.state.player(seat).samurai.len();
            (format!("{} to pay", name(view, seat)), format!("wages of {samurai} samurai"))
        }
        Phase::Store { seat } => {
            let held = view.state.player(seat).goods.total();
            (format!("{} to return", name(view, seat)), format!("{held} resources are too many"))
        }
        Phase::NextCard => ("The round ends".to_owned(), "a trading card is turned up".to_owned()),
        Phase::Over(reason) => (winners(&Edo::pending(&view.state), view.viewer), end(reason)),
    };
    Status { time: String::new(), headline, detail }
}

/// How much room both lines take.
pub(super) fn height(_: &View) -> f64 {
    78.0
}

/// Draws both lines, and the round beside them.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let status = of(view);
    svg.put(format_args!(r#"<g id="status">"#));
    svg.text((22.0, top + 34.0), &bold(38.0), &status.headline);
    svg.text((22.0, top + 68.0), &faint(25.0), &status.detail);
    if view.state.round > 0 {
        let round = format!("Round {} of {}", view.state.round, TradingCard::COUNT);
        svg.text((PAGE_WIDTH - 22.0, top + 34.0), &bold(29.0).ending(), &round);
    }
    if let Some(seat) = view.state.start_seat {
        let right = PAGE_WIDTH - 22.0;
        svg.text((right, top + 68.0), &faint(25.0).ending(), &format!("{seat} begins"));
        svg.symbol("start", (right - 190.0, top + 60.0), 26.0, palette::FAINT);
    }
    svg.close_line();
}

fn name(view: &View, seat: Seat) -> String {
    if view.is_own(seat) { format!("You ({seat})") } else { seat.to_string() }
}

fn sending(relocation: &Relocation) -> String {
    match relocation.tile {
        Some(tile) => format!("where the Ronin from {} goes: {tile}", relocation.from),
        None => format!("the Ronin on {} moves on", relocation.from),
    }
}

fn planned(view: &View, planning: Planning) -> (String, String) {
    match view.planner() {
        Some(seat) => {
            let laid = view.state.player(seat).plan.len();
            ("Make your plan".to_owned(), format!("{laid} of {SLOTS} cards laid"))
        }
        None => (
            "Plans are made".to_owned(),
            format!("waiting for {}", seat_names(planning.open().iter())),
        ),
    }
}

fn progress(view: &View, turn: &Turn) -> String {
    let shown = view.state.player(turn.active).shown[usize::from(turn.slot)];
    let task = shown.map_or("a card".to_owned(), |planned| planned.task.to_string());
    let doing = match turn.step {
        TurnStep::Moving { .. } => "figures move for Ryo".to_owned(),
        TurnStep::Working => format!("{} to be used", turn.officials),
        TurnStep::Travelling { moves_left } => format!("{moves_left} may still travel"),
        TurnStep::Trading { .. } => "another offer of the merchant".to_owned(),
        TurnStep::Gathering { space, .. } => format!("samurai gather on {space}"),
        TurnStep::Relocating(relocation) => sending(&relocation),
        TurnStep::TurnUpDemand => "a demand is turned up".to_owned(),
        TurnStep::TurnUpPrivilege => "a privilege is turned up".to_owned(),
        TurnStep::Finishing => "privileges can be used".to_owned(),
    };
    format!("slot {}, {task}; {doing}", turn.slot + 1)
}

fn end(reason: EndReason) -> String {
    match reason {
        EndReason::Points => "somebody had power enough".to_owned(),
        EndReason::LastCard => "the last trading card was used".to_owned(),
    }
}
