//! Outset of a record: what it says about a match before its log begins.

use alloc::sync::Arc;
use alloc::vec::Vec;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::MatchExport;
use kit_proto::bakufu::record::v1::Roster;
use kit_rules::SeatCount;
use match_orchestrator_draws::commitment;

use super::{Deviation, EXPORT_FORMAT as FORMAT, FORMATS};
use crate::limits::SEED_BYTES_MAX;
use crate::replay::Origin;

/// The match and what it came from, if its seed is the one that was promised.
pub(super) fn read(export: &MatchExport) -> Result<(Origin, play::Match), Deviation> {
    if !FORMATS.contains(&export.format) {
        return Err(Deviation::Format { expected: FORMAT, found: export.format });
    }
    let game_match = export.game_match.clone().ok_or(Deviation::NoMatch)?;
    let seats = u32::try_from(game_match.seats.len()).ok().and_then(SeatCount::new);
    let seats = seats.ok_or(Deviation::Seats { found: game_match.seats.len() })?;
    check_commitment(export, &game_match)?;
    check_seat_seeds(export, &game_match)?;
    let roster = Roster {
        match_id: game_match.match_id.clone(),
        game: game_match.game.clone(),
        rules_version: game_match.rules_version.clone(),
        options: game_match.options.clone(),
        chairs: Vec::new(),
        server_seed: export.server_seed.clone(),
        token_key: Default::default(),
        created_at: game_match.created_at,
        listed: game_match.listed,
        start_when_full: game_match.start_when_full,
        // The log must say so.
        abort_reason: None,
        rewinds: Vec::new(),
        archived: false,
        rewrites: 0,
        invitation_only: game_match.invitation_only,
        // Whoever sat down was let in, and what is not told was not stated.
        invitation_nonce: Default::default(),
        steps_max: 0,
        seatings_until_ms: 0,
    };
    let seeds = Arc::new(export.seat_seeds.clone());
    Ok((Origin { roster: Arc::new(roster), seats, seeds }, game_match))
}

fn check_commitment(export: &MatchExport, game_match: &play::Match) -> Result<(), Deviation> {
    let seed = <[u8; 32]>::try_from(&export.server_seed[..])
        .map_err(|_| Deviation::SeedLength { found: export.server_seed.len() })?;
    let expected = commitment(&seed, &game_match.match_id, &game_match.rules_version);
    if expected[..] != game_match.seed_commitment[..] {
        return Err(Deviation::Commitment {
            expected: hex::encode(expected),
            found: hex::encode(&game_match.seed_commitment),
        });
    }
    Ok(())
}

fn check_seat_seeds(export: &MatchExport, game_match: &play::Match) -> Result<(), Deviation> {
    let (expected, found) = (game_match.seats.len(), export.seat_seeds.len());
    if expected != found {
        return Err(Deviation::SeatSeeds { expected, found });
    }
    for (seat, seed) in game_match.seats.iter().zip(&export.seat_seeds) {
        let has_seed = seat.holder() == play::SeatHolder::Player;
        if seed.len() > SEED_BYTES_MAX || (!has_seed && !seed.is_empty()) {
            return Err(Deviation::SeatSeed { seat: seat.seat });
        }
    }
    Ok(())
}
