//! The Lua scripts, sent by their hash as long as the server knows them.

use ::redis::{Cmd, ErrorKind, RedisError, ServerErrorKind, Value, cmd};

use super::failure::explain;
use super::lane::{Lane, Resend};
use crate::Error;

/// A script that runs on the server, where nothing comes in between.
pub(super) struct Script {
    doing: &'static str,
    code: &'static str,
    hash: String,
}

pub(super) struct Scripts {
    pub(super) create: Script,
    pub(super) commit: Script,
    pub(super) file: Script,
    pub(super) delete: Script,
    pub(super) rewrite: Script,
    pub(super) prior_request: Script,
    pub(super) load_newer: Script,
    pub(super) log: Script,
    pub(super) take_due: Script,
    pub(super) enroll: Script,
    pub(super) layout: Script,
    pub(super) carried: Script,
    pub(super) fence: Script,
    pub(super) adopt: Script,
}

/// The code of a script, after what it has in common with others.
macro_rules! code {
    ($($file:literal)*) => { concat!($(include_str!($file)),*) };
}

impl Scripts {
    pub(super) fn new() -> Self {
        let script = Script::new;
        Self {
            create: script("create", code!("row.lua" "match.lua" "create.lua")),
            commit: script("commit", code!("row.lua" "match.lua" "requests.lua" "commit.lua")),
            file: script("file", code!("match.lua" "file.lua")),
            delete: script("delete", code!("match.lua" "delete.lua")),
            rewrite: script("rewrite", code!("row.lua" "match.lua" "rewrite.lua")),
            prior_request: script(
                "prior request",
                code!("match.lua" "requests.lua" "prior_request.lua"),
            ),
            load_newer: script("load newer", code!("row.lua" "load_newer.lua")),
            log: script("log", code!("log.lua")),
            take_due: script("take due", code!("take_due.lua")),
            enroll: script("enroll", code!("enroll.lua")),
            layout: script("layout", code!("layout.lua")),
            carried: script("carried", code!("carried.lua")),
            fence: script("fence", code!("fence.lua")),
            adopt: script("adopt", code!("match.lua" "adopt.lua")),
        }
    }
}

impl Script {
    fn new(doing: &'static str, code: &'static str) -> Self {
        let hash = ::redis::Script::new(code).get_hash().to_owned();
        Self { doing, code, hash }
    }

    /// What it does, in errors.
    pub(super) fn doing(&self) -> &'static str {
        self.doing
    }

    /// Runs the script over the lane. A server that has lost it, after a
    /// restart or a failover, is given it again.
    pub(super) async fn run(
        &self,
        lane: &Lane,
        resend: Resend,
        keys: &[&str],
        arguments: &[&[u8]],
    ) -> Result<Value, Error> {
        let by_hash = self.invocation("EVALSHA", &self.hash, keys, arguments);
        let mut answer = lane.send(&by_hash, resend).await?;
        if answer.as_ref().is_err_and(is_unknown_script) {
            let in_full = self.invocation("EVAL", self.code, keys, arguments);
            answer = lane.send(&in_full, resend).await?;
        }
        answer.map_err(|error| explain(self.doing, error))
    }

    fn invocation(&self, how: &str, script: &str, keys: &[&str], arguments: &[&[u8]]) -> Cmd {
        let mut command = cmd(how);
        command.arg(script).arg(keys.len()).arg(keys).arg(arguments);
        command
    }
}

fn is_unknown_script(error: &RedisError) -> bool {
    error.kind() == ErrorKind::Server(ServerErrorKind::NoScript)
}
