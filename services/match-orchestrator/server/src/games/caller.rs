//! Context of rules calls, from the call of the public API that they are made for.

use std::sync::OnceLock;
use std::time::Duration;

use kit_service::Deadline;

tokio::task_local! {
    static CALLER: CallerContext;
}

struct CallerContext {
    /// Until when it waits.
    deadline: Option<Deadline>,
    game: OnceLock<String>,
}

/// Does the work of a call. Its rules calls end when the caller has stopped
/// waiting, and a refusal comes with the game that it has to do with, if any.
pub(crate) async fn within<T, E>(
    deadline: Option<Deadline>,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, (E, Option<String>)> {
    let caller = CallerContext { deadline, game: OnceLock::new() };
    let work = async {
        let answer = work.await;
        answer.map_err(|refusal| (refusal, CALLER.with(|caller| caller.game.get().cloned())))
    };
    CALLER.scope(caller, work).await
}

/// How long the caller still waits.
pub(super) fn time_left() -> Duration {
    let left = CALLER.try_with(|caller| caller.deadline.map(|deadline| deadline.remaining()));
    left.ok().flatten().unwrap_or(Duration::MAX)
}

pub(super) fn refused_for(game: &str) {
    // What goes wrong without a caller is only logged.
    let _ = CALLER.try_with(|caller| caller.game.set(game.to_owned()));
}
