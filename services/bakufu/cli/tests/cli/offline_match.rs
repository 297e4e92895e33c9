//! Records of random matches of every game, made without a server.

use std::num::NonZeroU32;
use std::sync::Arc;

use bakufu_games::{Visitor, visit_shipped};
use bakufu_offline::{GameRules, OfflineMatch};
use bytes::Bytes;
use kit_proto::bakufu::play::v1::MatchExport;
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::Wire;
use match_orchestrator_core::{Basis, Command, outgoing};
use match_orchestrator_draws::Numbers;

/// One finished match of every game, with as few seats as it allows.
pub(crate) fn records() -> Vec<MatchExport> {
    struct Records(Vec<MatchExport>);
    impl Visitor for Records {
        fn visit<W: Wire>(&mut self) {
            self.0.push(record::<W>([7; 32], None));
        }
    }
    let mut records = Records(Vec::new());
    visit_shipped(&mut records);
    assert_eq!(records.0.len(), 4);
    records.0
}

/// One finished match of every game that was rewound after some of its acts.
pub(crate) fn rewound_records() -> Vec<MatchExport> {
    struct Records(Vec<MatchExport>);
    impl Visitor for Records {
        fn visit<W: Wire>(&mut self) {
            self.0.push(record::<W>([8; 32], Some(20)));
        }
    }
    let mut records = Records(Vec::new());
    visit_shipped(&mut records);
    records.0
}

/// A random match; the store has lost what came after `rewound_after` commits.
fn record<W: Wire>(server_seed: [u8; 32], rewound_after: Option<usize>) -> MatchExport {
    let seats = SeatCount::new(W::Game::FACTS.seats_min).expect("a game has seats");
    let rules = Arc::new(GameRules::<W>::new());
    let started = OfflineMatch::start(&rules, Bytes::new(), seats, server_seed);
    let (mut played, mut log) = started.expect("the usual options are good");
    let mut choices = Numbers::new(&server_seed);
    while let Some(seat) = log.last().and_then(|entry| Seat::new(*entry.seats_to_act.first()?)) {
        if rewound_after == Some(log.len()) {
            let rewound = played.carry_out(&Command::Rewind { timeline: 3 }, None);
            log.push(rewound.expect("a match that runs can be rewound"));
        }
        let action = choose(&played, seat, &mut choices);
        let entry = played.act(seat, &[action], Basis::Anything);
        log.push(entry.expect("what is listed is accepted"));
    }
    let exported = outgoing::exported(played.game_match(), log).expect("the match is over");
    exported.into_message().export.expect("there is a record")
}

/// A random action, and nothing taken back unless there is nothing else.
fn choose<W: Wire>(played: &OfflineMatch<W>, seat: Seat, choices: &mut Numbers) -> Bytes {
    let listed = played.viewing().legal_actions(seat).expect("a state of ours");
    let mut legal = listed.into_message().actions;
    if legal.iter().any(|action| !action.retracts) {
        legal.retain(|action| !action.retracts);
    }
    let count = NonZeroU32::new(legal.len() as u32).expect("an awaited seat can act");
    legal.swap_remove(choices.below(count) as usize).action
}
