//! Writes where a match stands.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::Seat;
use shogun_rules::{Draft, DraftStep, Phase, State, Task, Winter, WinterTask};

use super::provinces;
use crate::numbers::of_province;

/// The fields that depend on the phase; all others are empty.
pub(super) fn phase(state: &State) -> pb::State {
    let stage = |phase: pb::Phase| pb::State { phase: phase.into(), ..pb::State::default() };
    let active = |phase, seat: Option<Seat>| pb::State {
        active_seat: seat.map_or(0, Seat::number),
        ..stage(phase)
    };
    let at = |place: u8| state.turn_order.get(usize::from(place)).copied().flatten();
    match state.phase {
        Phase::DrawLetter { seat } => active(pb::Phase::DrawLetter, Some(seat)),
        Phase::DrawFirst => stage(pb::Phase::DrawFirst),
        Phase::Draft(turn) => pb::State {
            draft: Some(draft(&state.draft, turn.step)),
            ..active(pb::Phase::Draft, Some(turn.active))
        },
        Phase::SeedTower => stage(pb::Phase::SeedTower),
        Phase::DrawYearEvents => stage(pb::Phase::DrawYearEvents),
        Phase::LayOutActions => stage(pb::Phase::LayOutActions),
        Phase::LayOutSpecials => stage(pb::Phase::LayOutSpecials),
        Phase::Plan(planning) => pb::State {
            planning_seats: planning.open().iter().map(Seat::number).collect(),
            ..stage(pb::Phase::Plan)
        },
        Phase::DrawEvent => stage(pb::Phase::DrawEvent),
        Phase::RankBids => stage(pb::Phase::RankBids),
        Phase::PickSpecial => stage(pb::Phase::PickSpecial),
        Phase::Act(turn) => pb::State {
            position: u32::from(turn.position) + 1,
            turn: Some(task(turn.task)),
            ..active(pb::Phase::Act, at(turn.place))
        },
        Phase::TurnUp { position } => {
            pb::State { position: u32::from(position) + 1, ..stage(pb::Phase::TurnUp) }
        }
        Phase::Winter(revolts) => pb::State {
            winter: Some(winter(&revolts)),
            ..active(pb::Phase::Winter, at(revolts.place))
        },
        Phase::Over => stage(pb::Phase::Over),
    }
}

fn draft(draft: &Draft, step: DraftStep) -> pb::Draft {
    let (step, taken) = match step {
        DraftStep::Open => (pb::DraftStep::Open, 0),
        DraftStep::Choose => (pb::DraftStep::Choose, 0),
        DraftStep::Blind => (pb::DraftStep::Blind, 0),
        DraftStep::Place(province) => (pb::DraftStep::Place, of_province(province)),
    };
    let seen = (1..).zip(&draft.seen).filter_map(|(seat, pair)| {
        pair.map(|[lower, higher]| pb::SeenPair {
            seat,
            lower: of_province(lower),
            higher: of_province(higher),
        })
    });
    pb::Draft {
        step: step.into(),
        open: draft.open.iter().map(|open| open.map_or(0, of_province)).collect(),
        under: provinces(draft.under.iter().copied()),
        seen: seen.collect(),
        taken,
    }
}

fn task(task: Task) -> pb::Turn {
    let (task, province) = match task {
        Task::ChooseTarget => (pb::TurnTask::ChooseTarget, 0),
        Task::ChooseArmies { target } => (pb::TurnTask::ChooseArmies, of_province(target)),
        Task::Battle { province } => (pb::TurnTask::Battle, of_province(province)),
    };
    pb::Turn { task: task.into(), province }
}

fn winter(winter: &Winter) -> pb::Winter {
    let (task, left, province) = match winter.task {
        WinterTask::Draw { left } => (pb::WinterTask::Draw, left, 0),
        WinterTask::Choose => (pb::WinterTask::Choose, 0, 0),
        WinterTask::Battle { province } => (pb::WinterTask::Battle, 0, of_province(province)),
    };
    pb::Winter {
        task: task.into(),
        farmers: winter.farmers.into(),
        revolting: provinces(winter.revolting.iter()),
        left: left.into(),
        province,
    }
}
