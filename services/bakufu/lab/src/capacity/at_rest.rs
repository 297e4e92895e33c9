//! A match at rest: what one takes in Redis, by how far it is.

use serde::Serialize;

use super::copies::Copies;
use super::fill::fill;
use super::ground::Ground;
use super::redis_nodes::STREAM_NODES;
use super::templates::{Phase, Templates};
use crate::failure::Failure;

/// So many commits are made for each phase, by how many matches there are
/// otherwise; and so many at most.
const COMMITS_PER_MATCH: u64 = 40;
const COMMITS_MAX: u64 = 16_000;
/// The most matches that they are divided by.
const MATCHES_MAX: u64 = 400;

#[derive(Debug, Serialize)]
pub(super) struct AtRest {
    pub(super) game: &'static str,
    pub(super) seats: usize,
    pub(super) phase: &'static str,
    pub(super) commits: f64,
    /// With the setting that the documentation asks for.
    pub(super) bytes: f64,
    /// Without it.
    pub(super) bytes_by_default: f64,
}

/// Fills servers of our own with matches of one kind, phase by phase.
pub(super) async fn measure(templates: &Templates, matches: u64) -> Result<Vec<AtRest>, Failure> {
    let (game, seats) = (templates[0].game, templates[0].seats);
    let budget = (matches * COMMITS_PER_MATCH).min(COMMITS_MAX) as f64;
    let mut phases = Vec::new();
    for phase in Phase::ALL {
        let copies = Copies::only(templates.clone(), phase);
        let commits = copies.mix(MATCHES_MAX).commits_mean;
        let matches = ((budget / commits) as u64).clamp(1, MATCHES_MAX);
        phases.push(AtRest {
            game,
            seats,
            phase: phase.name(),
            commits,
            bytes: bytes_of_one(&Ground::redis(&STREAM_NODES)?, &copies, matches).await?,
            bytes_by_default: bytes_of_one(&Ground::redis(&[])?, &copies, matches).await?,
        });
    }
    Ok(phases)
}

/// What another match takes, when there are some. Without the news, of which a
/// store keeps a bounded number, however many matches there are.
async fn bytes_of_one(ground: &Ground, copies: &Copies, matches: u64) -> Result<f64, Failure> {
    let store = ground.open().await?;
    let first = matches / 4;
    fill(&store, copies, 0..first, "store matches at rest").await?;
    let before = ground.bytes()?.saturating_sub(ground.news_bytes()?);
    fill(&store, copies, first..matches, "store matches at rest").await?;
    let after = ground.bytes()?.saturating_sub(ground.news_bytes()?);
    Ok(after.saturating_sub(before) as f64 / (matches - first) as f64)
}
