//! Reading a match and its log.

use ::redis::{Value, cmd};
use bytes::Bytes;

use super::Redis;
use super::failure::unreadable;
use super::lane::Resend;
use super::reply::Reply;
use crate::{Error, Head, LogPage, Newer, Stored};

impl Redis {
    /// The match as it is now.
    pub(super) async fn load_match(&self, match_id: &str) -> Result<Option<Stored>, Error> {
        let mut command = cmd("HMGET");
        command.arg(self.keys.game_match(match_id)).arg(&["commit", "roster", "position"]);
        let load = || async {
            let answer = self.lane(match_id).run("load", &command).await?;
            Reply::list("load", answer)?.stored()
        };
        self.with_match(match_id, Option::is_none, load).await
    }

    /// What has become of a match; nothing if it is not there.
    pub(super) async fn newer_match(
        &self,
        match_id: &str,
        known: &Head,
    ) -> Result<Option<Newer>, Error> {
        let (key, log) = (self.keys.game_match(match_id), self.keys.log(match_id));
        let keys = [key.as_str(), &log];
        let (commit, rewrites) = (known.commit.to_string(), known.rewrites.to_string());
        let arguments = [commit.as_bytes(), &known.identity, rewrites.as_bytes()];
        let script = &self.scripts.load_newer;
        let load = || async {
            let lane = self.lane(match_id);
            newer(script.run(lane, Resend::Yes, &keys, &arguments).await?)
        };
        self.with_match(match_id, Option::is_none, load).await
    }

    /// Log entries, as many as the page holds.
    pub(super) async fn read_log(
        &self,
        match_id: &str,
        from: u64,
        page: LogPage,
    ) -> Result<Vec<Bytes>, Error> {
        let (key, log) = (self.keys.game_match(match_id), self.keys.log(match_id));
        let keys = [key.as_str(), &log];
        let numbers = [from, page.entries_max as u64, page.bytes_max as u64];
        let texts = numbers.map(|number| number.to_string());
        let arguments = texts.each_ref().map(|text| text.as_bytes());
        let read = || self.scripts.log.run(self.lane(match_id), Resend::Yes, &keys, &arguments);
        let answer = self.with_match(match_id, |page| *page == Value::Nil, read).await?;
        let mut entries = Reply::list("log", answer)?;
        (0..entries.left()).map(|_| entries.bytes()).collect()
    }
}

fn newer(answer: Value) -> Result<Option<Newer>, Error> {
    let mut reply = Reply::list("load newer", answer)?;
    let kind = match reply.text()?.as_str() {
        "missing" => return Ok(None),
        "same" => return Ok(Some(Newer::Same)),
        "newer" => Newer::Changed,
        "rewound" => Newer::Rewound,
        _ => return Err(unreadable("load newer")),
    };
    reply.stored()?.map(kind).map(Some).ok_or_else(|| unreadable("load newer"))
}
