//! Lifecycle: what may happen in which phase, and random commands that keep its
//! invariants.

use kit_rules::{Seat, SeatCount, SeatSet};
use match_orchestrator_core::Revision;
use match_orchestrator_core::lifecycle::{
    Holder, Lifecycle, Phase, Progress, Refusal, Resignation,
};
use proptest::prelude::*;

fn seat(number: u32) -> Seat {
    Seat::new(number).expect("a seat number")
}

fn table(seats: u32) -> Lifecycle {
    Lifecycle::new(SeatCount::new(seats).expect("a number of seats"))
}

fn full(seats: u32) -> Lifecycle {
    let mut table = table(seats);
    for number in 1..=seats {
        table.sit(None, Holder::Player, &format!("player {number}")).expect("an open seat");
    }
    table
}

fn playing(seats: u32) -> Lifecycle {
    let mut table = full(seats);
    let all = SeatSet::all(table.seat_count());
    table.start(Progress::Awaits(all)).expect("a full table starts");
    table
}

#[test]
fn a_player_gets_the_first_open_seat_or_the_one_it_names() {
    let mut table = table(3);
    assert_eq!(table.sit(Some(seat(2)), Holder::Player, "a"), Ok(seat(2)));
    assert_eq!(table.sit(None, Holder::Player, "b"), Ok(seat(1)));
    assert_eq!(table.sit(None, Holder::Bot, "c"), Ok(seat(3)));
    assert_eq!(table.sit(None, Holder::Player, "d"), Err(Refusal::NoOpenSeat));
}

#[test]
fn a_taken_seat_a_taken_name_and_a_missing_seat_are_refused() {
    let mut table = table(2);
    table.sit(Some(seat(1)), Holder::Player, "a").expect("an open seat");
    let before = table.clone();
    assert_eq!(table.sit(Some(seat(1)), Holder::Player, "b"), Err(Refusal::SeatTaken(seat(1))));
    assert_eq!(table.sit(Some(seat(2)), Holder::Player, "a"), Err(Refusal::NameTaken));
    assert_eq!(table.sit(Some(seat(3)), Holder::Player, "b"), Err(Refusal::NoSuchSeat(3)));
    assert_eq!(table, before);
}

#[test]
fn a_seat_that_was_left_can_be_taken_again_and_is_another_sitting() {
    let mut table = table(2);
    table.sit(Some(seat(1)), Holder::Player, "a").expect("an open seat");
    let first = table.chairs[0].seated_at;
    table.leave(seat(1)).expect("the seat is taken");
    assert_eq!(table.leave(seat(1)), Err(Refusal::SeatOpen(seat(1))));
    table.sit(Some(seat(1)), Holder::Player, "a").expect("the seat is open again");
    assert_ne!(table.chairs[0].seated_at, first);
}

#[test]
fn a_match_starts_once_and_only_with_every_seat_taken() {
    let mut table = table(2);
    assert_eq!(table.may_start(), Err(Refusal::OpenSeats));
    table.sit(None, Holder::Player, "a").expect("an open seat");
    table.sit(None, Holder::Bot, "b").expect("an open seat");
    table.start(Progress::Awaits(SeatSet::only(seat(1)))).expect("a full table starts");
    assert_eq!(table.may_start(), Err(Refusal::AlreadyStarted));
    assert_eq!(table.leave(seat(1)), Err(Refusal::AlreadyStarted));
}

#[test]
fn only_awaited_seats_act_and_only_on_the_current_revision() {
    let mut table = playing(3);
    let first = table.revision(Some(seat(1)));
    assert_eq!(table.may_act(seat(1), Some(first)), Ok(()));
    assert_eq!(
        table.may_act(seat(1), Some(first.next())),
        Err(Refusal::FutureRevision { current: first })
    );
    table.act(seat(1), Progress::Awaits(SeatSet::only(seat(2))), false).expect("seat 1 is awaited");
    assert_eq!(
        table.may_act(seat(2), Some(first)),
        Err(Refusal::StaleRevision { current: first.next() })
    );
    assert_eq!(table.may_act(seat(3), None), Err(Refusal::NotAwaited(seat(3))));
}

#[test]
fn what_was_decided_right_before_a_rewind_holds_until_something_else_happens() {
    let mut table = playing(3);
    table.act(seat(1), Progress::Awaits(table.awaited()), true).expect("all are awaited");
    let before = table.clone();
    table.rewind(7).expect("a running match goes on");
    for acting in table.seat_count().seats() {
        let decided_on = before.revision(Some(acting));
        assert_eq!(table.may_act(acting, Some(decided_on)), Ok(()));
        let current = table.revision(Some(acting));
        assert_eq!(table.may_act(acting, Some(current)), Ok(()));
        // What the store has lost, and what was old before.
        for other in [decided_on.next(), Revision::new(decided_on.get() - 1)] {
            let stale = Err(Refusal::StaleRevision { current });
            assert_eq!(table.may_act(acting, Some(other)), stale);
        }
    }
    table.act(seat(2), Progress::Awaits(table.awaited()), true).expect("all are awaited");
    let decided_on = |acting| Some(before.revision(Some(acting)));
    let current = table.revision(Some(seat(2)));
    let stale = Err(Refusal::StaleRevision { current });
    assert_eq!(table.may_act(seat(2), decided_on(seat(2))), stale);
    assert_eq!(table.may_act(seat(3), decided_on(seat(3))), Ok(()), "it has noticed nothing");
}

#[test]
fn a_secret_act_is_a_revision_for_its_own_seat_only() {
    let mut table = playing(3);
    let before = table.clone();
    table.act(seat(2), Progress::Awaits(table.awaited()), true).expect("all are awaited");
    assert_eq!(table.commit, before.commit.next());
    assert_eq!(table.revision(Some(seat(2))), before.revision(Some(seat(2))).next());
    for viewer in [None, Some(seat(1)), Some(seat(3))] {
        assert_eq!(table.revision(viewer), before.revision(viewer));
    }
}

#[test]
fn a_seat_plans_from_its_secret_act_to_its_next_one_that_everybody_notices() {
    let mut table = playing(3);
    assert!(table.planning.is_empty());
    table.act(seat(2), Progress::Awaits(table.awaited()), true).expect("all are awaited");
    table.act(seat(1), Progress::Awaits(table.awaited()), false).expect("all are awaited");
    assert_eq!(table.planning, SeatSet::only(seat(2)), "the acts of others change nothing");
    table.rewind(1).expect("a later timeline");
    assert_eq!(table.planning, SeatSet::only(seat(2)), "it still has its plan");
    table.act(seat(2), Progress::Awaits(table.awaited()), false).expect("all are awaited");
    assert!(table.planning.is_empty());
}

#[test]
fn nothing_happens_after_the_end() {
    let mut table = playing(2);
    table.act(seat(1), Progress::Over, false).expect("seat 1 is awaited");
    assert_eq!(table.may_act(seat(2), None), Err(Refusal::Over));
    assert_eq!(table.resign(seat(2)), Err(Refusal::Over));
    assert_eq!(table.sit(None, Holder::Player, "x"), Err(Refusal::Over));
}

#[test]
fn an_operator_ends_a_match_in_any_phase_but_only_once() {
    for mut table in [table(2), full(2), playing(2)] {
        let before = table.clone();
        assert_eq!(table.abort(), Ok(()));
        assert_eq!((table.phase, table.aborted), (Phase::Over, true));
        assert_eq!(table.commit, before.commit.next());
        assert_eq!(table.revision(None), before.revision(None).next(), "everyone notices");
        assert_eq!(table.may_act(seat(1), None), Err(Refusal::Aborted));
        assert_eq!(table.sit(None, Holder::Player, "x"), Err(Refusal::Aborted));
        assert_eq!(table.abort(), Err(Refusal::Aborted));
    }
    let mut table = playing(2);
    table.act(seat(1), Progress::Over, false).expect("seat 1 is awaited");
    assert_eq!(table.abort(), Err(Refusal::Over));
    assert!(!table.aborted);
}

#[test]
fn the_last_seat_that_has_not_resigned_wins() {
    let mut table = playing(3);
    assert_eq!(table.resign(seat(1)), Ok(Resignation::PlayOn));
    assert_eq!(table.resign(seat(1)), Err(Refusal::Resigned(seat(1))));
    assert!(table.is_driven(seat(1)), "a bot plays on for who resigned");
    assert_eq!(
        table.resign(seat(3)),
        Ok(Resignation::Ends(vec![(seat(2), 1), (seat(3), 2), (seat(1), 3)]))
    );
    assert_eq!(table.phase, Phase::Over);
}

#[derive(Clone, Debug)]
enum Command {
    Sit(u32, String),
    SitAnywhere(String),
    Leave(u32),
    Start,
    Act(u32, u8, bool),
    Resign(u32),
    Abort,
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (1..6u32, "[a-d]").prop_map(|(seat, name)| Command::Sit(seat, name)),
        "[a-f]".prop_map(Command::SitAnywhere),
        (1..6u32).prop_map(Command::Leave),
        Just(Command::Start),
        (1..6u32, 0..16u8, any::<bool>())
            .prop_map(|(s, mask, secret)| Command::Act(s, mask, secret)),
        (1..6u32).prop_map(Command::Resign),
        Just(Command::Abort),
    ]
}

fn awaits(table: &Lifecycle, mask: u8) -> Progress {
    let seats: SeatSet =
        table.seat_count().seats().filter(|seat| mask & (1 << seat.index()) != 0).collect();
    if seats.is_empty() { Progress::Over } else { Progress::Awaits(seats) }
}

fn run(table: &mut Lifecycle, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Sit(number, name) => {
            table.sit(Some(seat(*number)), Holder::Player, name).map(drop)
        }
        Command::SitAnywhere(name) => table.sit(None, Holder::Bot, name).map(drop),
        Command::Leave(number) => table.leave(seat(*number)),
        Command::Start => table.start(awaits(table, 0b1111)),
        Command::Act(number, mask, secret) => {
            table.act(seat(*number), awaits(table, *mask), *secret)
        }
        Command::Resign(number) => table.resign(seat(*number)).map(drop),
        Command::Abort => table.abort(),
    }
}

proptest! {
    #[test]
    fn random_commands_keep_the_invariants(
        seats in 1..5u32,
        commands in prop::collection::vec(command(), 1..60),
    ) {
        let mut table = table(seats);
        for command in commands {
            let before = table.clone();
            match run(&mut table, &command) {
                Err(_) => prop_assert_eq!(&table, &before, "a refusal changes nothing"),
                Ok(()) => prop_assert_eq!(table.commit, before.commit.next(), "one commit each"),
            }
            for (after, earlier) in table.revisions.iter().zip(&before.revisions) {
                prop_assert!(after >= earlier && *after <= earlier.next());
                prop_assert!(after.get() <= table.commit.get());
            }
            let named: Vec<_> =
                table.chairs.iter().filter(|c| c.holder != Holder::Open).map(|c| &c.name).collect();
            let mut unique = named.clone();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), named.len(), "names are unique");
            if table.phase != Phase::Seating && !table.aborted {
                prop_assert!(table.is_full());
            }
        }
    }
}
