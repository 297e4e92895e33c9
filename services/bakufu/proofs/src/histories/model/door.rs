//! What viewers must see of a match.

use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Viewer;
use kit_rules::Seat;
use kit_rules_server::engine;
use kit_service::Reason;
use match_orchestrator_draws::commitment;
use match_orchestrator_lifecycle::{Holder, Phase};

use super::{Model, Position};

impl Model {
    /// The match as everyone may see it.
    pub(in crate::histories) fn game_match(&self, at: &Position) -> play::Match {
        let status = match at.table.phase {
            Phase::Seating => play::MatchStatus::Seating,
            Phase::Playing(_) => play::MatchStatus::Playing,
            Phase::Over => play::MatchStatus::Over,
        };
        let roster = &self.roster;
        let seed: [u8; 32] = roster.server_seed[..].try_into().unwrap_or_default();
        let commitment = commitment(&seed, &roster.match_id, &roster.rules_version);
        play::Match {
            match_id: roster.match_id.clone(),
            game: roster.game.clone(),
            rules_version: roster.rules_version.clone(),
            options: roster.options.clone(),
            status: status.into(),
            seats: at.table.seat_count().seats().map(|seat| at.seat(seat)).collect(),
            seats_to_act: at.seats_to_act(),
            outcome: at.outcome.clone(),
            seed_commitment: Bytes::copy_from_slice(&commitment),
            created_at: roster.created_at,
            listed: roster.listed,
            start_when_full: roster.start_when_full,
            aborted: at.abort_reason.clone().map(|reason| play::Aborted { reason }),
        }
    }

    /// What a viewer sees of a position.
    pub(in crate::histories) fn view(&self, at: &Position, viewer: Viewer) -> play::View {
        let state = match at.state.is_empty() {
            true => Bytes::new(),
            false => {
                let redacted = self.schema.redact_state(&at.state, viewer);
                redacted.expect("the rules' own state can be redacted").into_bytes()
            }
        };
        play::View {
            revision: at.table.revision(seat_of(viewer)),
            viewer: number_of(viewer),
            state,
            seats_to_act: at.seats_to_act(),
            outcome: at.outcome.clone(),
        }
    }

    /// What a viewer hears of a commit, while the match is at `now`; nothing
    /// of somebody else's secret.
    pub(in crate::histories) fn update(
        &self,
        entry: &LogEntry,
        now: &Position,
        viewer: Viewer,
    ) -> Option<play::Update> {
        let number = number_of(viewer);
        if entry.secret_to != 0 && entry.secret_to != number {
            return None;
        }
        let visible = |event: &rules::Event| {
            let redacted = self.schema.redact_event(&event.payload, viewer);
            let payload = redacted.expect("the rules' own event can be redacted")?.into_bytes();
            Some(rules::Event { payload, rules: event.rules.clone() })
        };
        let seats_changed = !matches!(entry.change, Some(log_entry::Change::Acted(_)));
        Some(play::Update {
            revision: entry.revisions[number as usize],
            events: entry.events.iter().filter_map(visible).collect(),
            sentences: Vec::new(),
            seats_to_act: entry.seats_to_act.clone(),
            outcome: entry.outcome.clone(),
            game_match: (seats_changed || entry.outcome.is_some()).then(|| self.game_match(now)),
            committed_at: entry.committed_at,
        })
    }

    /// The complete record of a match that is over.
    pub(in crate::histories) fn export(&self, at: &Position) -> Result<play::MatchExport, Reason> {
        if at.table.phase != Phase::Over {
            let message = "a match can be exported when it is over".to_owned();
            return Err(Reason::NotAwaited { message, action_index: None });
        }
        Ok(play::MatchExport {
            format: 1,
            game_match: Some(self.game_match(at)),
            server_seed: self.roster.server_seed.clone(),
            seat_seeds: at.seeds.clone(),
            log: self.positions().iter().map(|position| position.entry.clone()).collect(),
        })
    }

    /// What a seat may do, encoded.
    pub(in crate::histories) fn legal_actions(&self, at: &Position, seat: Seat) -> Vec<Bytes> {
        if at.table.may_act(seat, None).is_err() || at.table.is_driven(seat) {
            return Vec::new();
        }
        let request =
            rules::ListLegalActionsRequest { state: at.state.clone(), seat: seat.number() };
        let actions = engine::list_legal_actions::<ToyWire>(&request);
        let actions = actions.expect("the rules' own state can be read");
        actions.into_iter().map(|legal| legal.action).collect()
    }
}

impl Position {
    /// A seat as everyone may see it.
    pub(super) fn seat(&self, seat: Seat) -> play::Seat {
        let chair = &self.table.chairs[seat.index()];
        let holder = match chair.holder {
            Holder::Open => play::SeatHolder::Open,
            Holder::Player => play::SeatHolder::Player,
            Holder::Bot => play::SeatHolder::Bot,
        };
        play::Seat {
            seat: seat.number(),
            holder: holder.into(),
            name: chair.name.clone(),
            resigned: chair.resigned_at.is_some(),
        }
    }
}

pub(in crate::histories) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Spectator => None,
        Viewer::Seat(seat) => Some(seat),
    }
}

fn number_of(viewer: Viewer) -> u32 {
    seat_of(viewer).map_or(0, Seat::number)
}
