//! Lua scripts, sent by their hash as long as the server knows them.

use ::redis::{Cmd, ErrorKind, RedisError, ServerErrorKind, Value, cmd};

use super::failure::explain;
use super::lane::Lane;
use crate::Error;

/// A script that runs on the server, where nothing comes in between.
pub(super) struct Script {
    doing: &'static str,
    code: &'static str,
    hash: String,
}

/// Whether a script that was sent into a dead connection is sent again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Resend {
    Yes,
    No,
}

impl Script {
    pub(super) fn new(doing: &'static str, code: &'static str) -> Self {
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
        let mut answer = lane.send(&by_hash).await?;
        if resend == Resend::Yes && answer.as_ref().is_err_and(RedisError::is_connection_dropped) {
            answer = lane.send(&by_hash).await?;
        }
        if answer.as_ref().is_err_and(is_unknown_script) {
            answer = lane.send(&self.invocation("EVAL", self.code, keys, arguments)).await?;
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
