//! Cost of redacting a state.

use std::hint::black_box;
use std::time::Instant;

use bakufu_cli::GameSchema;
use kit_redact::{Roots, Schema, Viewer};
use kit_rules::Seat;
use serde::Serialize;

use crate::failure::Failure;

/// How many views are made per viewer.
const VIEWS: u32 = 20_000;

#[derive(Debug, Serialize)]
pub(crate) struct ViewCost {
    /// The seat; zero is a spectator.
    pub(crate) viewer: u32,
    pub(crate) nanoseconds: f64,
    pub(crate) bytes: usize,
}

/// Makes views of a state for every viewer.
pub(crate) fn views(
    schema: &GameSchema,
    state: &[u8],
    seats: u32,
) -> Result<Vec<ViewCost>, Failure> {
    let game = &schema.game;
    let roots = Roots {
        options: &game.options_message,
        state: &game.state_message,
        action: &game.action_message,
        event: &game.event_message,
    };
    let schema = Schema::compile(&schema.descriptor_set, &roots)
        .map_err(|_| bakufu_cli::Failure::Nonsense("a schema that can't be redacted"))?;
    (0..=seats)
        .map(|number| {
            let viewer = Seat::new(number).map_or(Viewer::Spectator, Viewer::Seat);
            let view = |state: &[u8]| {
                schema.redact_state(state, viewer).map_err(|_| {
                    bakufu_cli::Failure::Nonsense("a state that does not fit its schema")
                })
            };
            let bytes = view(state)?.as_bytes().len();
            let started = Instant::now();
            for _ in 0..VIEWS {
                black_box(view(black_box(state))?);
            }
            let nanoseconds = started.elapsed().as_nanos() as f64 / f64::from(VIEWS);
            Ok(ViewCost { viewer: number, nanoseconds, bytes })
        })
        .collect()
}
