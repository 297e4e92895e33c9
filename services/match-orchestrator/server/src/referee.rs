//! Who says what a game makes of a setup or of actions.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_draws::Entropy;

use crate::games::Games;
use crate::record::Record;

/// Somebody who knows the rules of a match. Live matches and replays ask the
/// services that are registered; a record that is verified offline asks rules
/// in the same process.
pub(crate) trait Referee: Sync {
    /// Sets up a match.
    fn setup(
        &self,
        record: &Record,
        entropy: Entropy,
    ) -> impl Future<Output = Result<rules::Step, Reason>> + Send;

    /// Applies actions of a seat to a running match.
    fn apply(
        &self,
        record: &Record,
        seat: Seat,
        actions: &[Bytes],
        entropy: Entropy,
    ) -> impl Future<Output = Result<rules::Step, Reason>> + Send;
}

impl Referee for Games {
    async fn setup(&self, record: &Record, entropy: Entropy) -> Result<rules::Step, Reason> {
        let (options, seats) = (record.roster.options.clone(), record.table.seat_count());
        self.of(record)?.setup(options, seats, entropy).await
    }

    async fn apply(
        &self,
        record: &Record,
        seat: Seat,
        actions: &[Bytes],
        entropy: Entropy,
    ) -> Result<rules::Step, Reason> {
        self.of(record)?.apply(record, seat, actions, entropy).await
    }
}
