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
    pub(super) list: Script,
    pub(super) commit: Script,
    pub(super) load_newer: Script,
}

impl Scripts {
    pub(super) fn new() -> Self {
        Self {
            create: Script::new("create", include_str!("create.lua")),
            list: Script::new("list", include_str!("list.lua")),
            commit: Script::new("commit", include_str!("commit.lua")),
            load_newer: Script::new("load newer", include_str!("load_newer.lua")),
        }
    }
}

impl Script {
    fn new(doing: &'static str, code: &'static str) -> Self {
        let hash = ::redis::Script::new(code).get_hash().to_owned();
        Self { doing, code, hash }
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
