//! Phase of a match, on the wire.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Planning, Seat, SeatCount, SeatSet};
use kit_rules_server::codec::*;
use shogun_rules::{DraftTurn, Order, Phase, Special, Task, Turn, Winter, WinterTask};

use super::draft::STEP;
use super::field::{COUNT, PROVINCE, PROVINCES, SEAT};

/// The seats by the position of their special card.
pub(super) type TurnOrder = [Option<Seat>; Special::COUNT];

wire_cases! {
    /// The phase of a position at a table of this size, where these seats plan and
    /// play in this order. What does not belong to the phase has to be absent, so
    /// that a position has one encoding.
    pub(super) phase(seats: SeatCount, planners: SeatSet, order: TurnOrder): pb::State as Phase =
        phase: pb::Phase, "is one of the phases of a match" {
        DrawLetter { active_seat: at_table(seats) } <=> Phase::DrawLetter { seat: active_seat },
        DrawFirst {} <=> Phase::DrawFirst,
        Draft { active_seat: at_table(seats), draft: required(STEP) }
            <=> Phase::Draft(DraftTurn { active: active_seat, step: draft }),
        SeedTower {} <=> Phase::SeedTower,
        DrawYearEvents {} <=> Phase::DrawYearEvents,
        LayOutActions {} <=> Phase::LayOutActions,
        LayOutSpecials {} <=> Phase::LayOutSpecials,
        Plan { planning_seats: planning(planners) } <=> Phase::Plan(planning_seats),
        DrawEvent {} <=> Phase::DrawEvent,
        RankBids {} <=> Phase::RankBids,
        PickSpecial {} <=> Phase::PickSpecial,
        Act { position: POSITION, active_seat: place(order), turn: required(TASK) }
            <=> Phase::Act(Turn { position, place: active_seat, task: turn }),
        TurnUp { position: POSITION } <=> Phase::TurnUp { position },
        Winter { active_seat: place(order), winter: required(REVOLTS) }
            <=> Phase::Winter(winter @ Winter { place: active_seat, .. })
            => Phase::Winter(Winter { place: active_seat, ..winter }),
        Over {} <=> Phase::Over,
    };

    TASK: pb::Turn as Task = task: pb::TurnTask, "tells what is to be done" {
        ChooseTarget {} <=> Task::ChooseTarget,
        ChooseArmies { province: PROVINCE } <=> Task::ChooseArmies { target: province },
        Battle { province: PROVINCE } <=> Task::Battle { province },
    };

    WINTER_TASK: pb::Winter as WinterTask = task: pb::WinterTask, "tells what is to be done" {
        Draw { left: COUNT } <=> WinterTask::Draw { left },
        Choose {} <=> WinterTask::Choose,
        Battle { province: PROVINCE } <=> WinterTask::Battle { province },
    }
}

wire_message! {
    /// The revolts without the place in the order of play, which stands beside them.
    REVOLTS: pb::Winter as Winter = { farmers: COUNT, revolting: PROVINCES, ..task: WINTER_TASK }
        <=> Winter { farmers, revolting, task, .. }
        => Winter { place: 0, farmers, revolting, task }
}

wire_field! {
    POSITION: u32 as u8 = ordinal(Order::COUNT);

    /// The wire names those who still plan, the rules those who are done.
    planning(planners: SeatSet): Vec<u32> as Planning = narrowed(
        all_but(planners),
        "names seats that plan",
        move |sealed| Planning::resume(planners, sealed),
        |planning: &Planning| planning.sealed(),
    );

    /// The place of a seat in the order of play, from zero.
    place(order: TurnOrder): u32 as u8 = narrowed(
        or_none(SEAT),
        "has a place in the order of play",
        move |seat: Option<Seat>| {
            let seat = Some(seat?);
            order.iter().position(|it| *it == seat)?.try_into().ok()
        },
        move |place: &u8| order.get(usize::from(*place)).copied().flatten(),
    );
}
