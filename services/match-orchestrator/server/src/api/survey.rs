//! Looks through all matches without disturbing those that are being played.

use futures::{StreamExt, TryStreamExt, stream};
use kit_service::Reason;
use match_orchestrator_core::Match;

use crate::matches::{check_match_id, read_match};
use crate::orchestrator::Orchestrator;

/// Matches that the store is asked for at least: it may find few of them.
const SCAN_MIN: usize = 100;
/// Matches that are read at the same time.
const LOADS_MAX: usize = 16;

/// How far a survey has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Matches that the store has named but nobody has looked at.
    pending: Vec<String>,
    at: At,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Start,
    Cursor(String),
    End,
}

impl Survey {
    /// The next matches, at most this many; maybe none although more follow.
    pub(crate) async fn next(
        &mut self,
        orchestrator: &Orchestrator,
        max: usize,
    ) -> Result<Vec<Match>, Reason> {
        if self.pending.is_empty() {
            self.fill(orchestrator, max).await?;
        }
        let taken = self.pending.split_off(self.pending.len().saturating_sub(max));
        let loaded = load(orchestrator, &taken).await;
        if loaded.is_err() {
            self.put_back(taken);
        }
        loaded
    }

    /// Takes back matches that nobody could look at after all.
    pub(crate) fn put_back(&mut self, match_ids: impl IntoIterator<Item = String>) {
        self.pending.extend(match_ids);
    }

    /// Whether everything was looked at.
    pub(crate) fn is_over(&self) -> bool {
        self.pending.is_empty() && self.at == At::End
    }

    /// Where to go on, as text; empty at the end.
    pub(crate) fn to_token(&self) -> String {
        if self.is_over() {
            return String::new();
        }
        let cursor = match &self.at {
            At::Start | At::End => "",
            At::Cursor(cursor) => cursor,
        };
        format!("{}~{cursor}", self.pending.join("."))
    }

    /// The reverse of [`Survey::to_token`]; an empty one is the start.
    pub(crate) fn read(token: &str) -> Option<Self> {
        if token.is_empty() {
            return Some(Self::default());
        }
        let (ids, cursor) = token.split_once('~')?;
        let pending: Vec<String> =
            ids.split('.').filter(|id| !id.is_empty()).map(str::to_owned).collect();
        let at = if cursor.is_empty() { At::End } else { At::Cursor(cursor.to_owned()) };
        pending.iter().all(|id| check_match_id(id).is_ok()).then_some(Self { pending, at })
    }

    async fn fill(&mut self, orchestrator: &Orchestrator, max: usize) -> Result<(), Reason> {
        let cursor = match &self.at {
            At::Start => None,
            At::Cursor(cursor) => Some(cursor.as_str()),
            At::End => return Ok(()),
        };
        let scan = orchestrator.store.scan(cursor, max.max(SCAN_MIN));
        let page = orchestrator.matches.timed("Scan", scan).await?;
        self.at = page.next.map_or(At::End, At::Cursor);
        self.pending = page.match_ids;
        self.pending.retain(|id| check_match_id(id).is_ok());
        Ok(())
    }
}

/// Reads matches past the cache: who looks at everything must not push out
/// what is being played. Those that are gone by now are left out.
async fn load(orchestrator: &Orchestrator, ids: &[String]) -> Result<Vec<Match>, Reason> {
    let mut loads = Vec::with_capacity(ids.len());
    for id in ids {
        loads.push(orchestrator.matches.timed("Load", orchestrator.store.load(id)));
    }
    let stored: Vec<_> = stream::iter(loads).buffered(LOADS_MAX).try_collect().await?;
    let matches = stored.iter().flatten().filter_map(|stored| match read_match(stored) {
        Ok(game_match) => Some(game_match),
        Err(unreadable) => {
            // One broken match must not hide all others.
            tracing::error!(%unreadable, "a match is left out of the survey");
            None
        }
    });
    Ok(matches.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_survey_goes_on_from_its_token() {
        let id = |digit: &str| digit.repeat(32);
        for (pending, at) in [
            (vec![], At::Cursor("17/4".to_owned())),
            (vec![id("a")], At::End),
            (vec![id("a"), id("0")], At::Cursor(id("b"))),
        ] {
            let survey = Survey { pending, at };
            assert_eq!(Survey::read(&survey.to_token()), Some(survey));
        }
        assert_eq!(Survey { pending: vec![], at: At::End }.to_token(), "");
        assert_eq!(Survey::read(""), Some(Survey::default()));
        for wrong in ["x", "abc~", "{}~1", "\0~"] {
            assert_eq!(Survey::read(wrong), None, "{wrong:?}");
        }
    }
}
