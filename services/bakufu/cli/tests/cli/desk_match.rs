//! Records of random matches of every game, made without a server.

use std::num::NonZeroU32;
use std::sync::Arc;

use bakufu_games::{Visitor, visit_shipped};
use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Roots, Schema};
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::{Wire, engine};
use match_orchestrator_draws::Numbers;
use match_orchestrator_server::desk::{Desk, Rulebook};

/// One finished match of every game, with as few seats as it allows.
pub(crate) fn records() -> Vec<MatchExport> {
    struct Player(Vec<MatchExport>);
    impl Visitor for Player {
        fn visit<W: Wire>(&mut self) {
            self.0.push(record::<W>([7; 32]));
        }
    }
    let mut player = Player(Vec::new());
    visit_shipped(&mut player);
    assert_eq!(player.0.len(), 4);
    player.0
}

fn record<W: Wire>(server_seed: [u8; 32]) -> MatchExport {
    let seats = SeatCount::new(W::Game::FACTS.seats_min).expect("a game has seats");
    let started =
        Desk::start(&rulebook::<W>(), Bytes::new(), seats, server_seed, engine::setup::<W>);
    let (mut desk, start) = started.expect("the usual options are good");
    let mut log = seating(&desk.game_match());
    log.push(start);
    let mut choices = Numbers::new(&server_seed);
    while let Some(seat) = log.last().and_then(|entry| Seat::new(*entry.seats_to_act.first()?)) {
        let action = choose::<W>(&desk, seat, &mut choices);
        let entry = desk.act(seat, &[action], None, engine::apply::<W>);
        log.push(entry.expect("what is listed is accepted"));
    }
    MatchExport {
        format: 1,
        game_match: Some(desk.game_match()),
        server_seed: Bytes::copy_from_slice(&server_seed),
        seat_seeds: vec![Bytes::new(); seats.get()],
        log,
    }
}

fn rulebook<W: Wire>() -> Rulebook {
    let described = engine::describe::<W>();
    let facts = described.game.expect("a description has facts");
    let roots = Roots {
        options: &facts.options_message,
        state: &facts.state_message,
        action: &facts.action_message,
        event: &facts.event_message,
    };
    let schema = Schema::compile(&described.descriptor_set, &roots).expect("a sound schema");
    Rulebook::new(facts.clone(), Arc::new(schema))
}

/// A random action, and nothing taken back unless there is nothing else.
fn choose<W: Wire>(desk: &Desk, seat: Seat, choices: &mut Numbers) -> Bytes {
    let request =
        rules::ListLegalActionsRequest { state: desk.state().clone(), seat: seat.number() };
    let mut legal = engine::list_legal_actions::<W>(&request).expect("a state of ours");
    if legal.iter().any(|action| !action.retracts) {
        legal.retain(|action| !action.retracts);
    }
    let count = NonZeroU32::new(legal.len() as u32).expect("an awaited seat can act");
    legal.swap_remove(choices.below(count) as usize).action
}

/// The entries up to the start, of which a desk tells nothing: the match is
/// created, and its seats are taken in order. Everybody notices.
fn seating(game_match: &play::Match) -> Vec<LogEntry> {
    let seats = game_match.seats.len();
    let created = Change::Created(play::Created { seats: seats as u32 });
    let seated = game_match.seats.iter().cloned();
    let seated = seated.map(|seat| Change::Seated(play::Seated { seat: Some(seat) }));
    let changes = std::iter::once(created).chain(seated);
    let entry = |(commit, change)| LogEntry {
        commit,
        change: Some(change),
        revisions: vec![commit; seats + 1],
        ..Default::default()
    };
    (1..).zip(changes).map(entry).collect()
}
