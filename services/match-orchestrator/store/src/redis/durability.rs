//! Durability: how far a commit has to have come before it is acknowledged.

use std::str::FromStr;
use std::time::Duration;

use ::redis::{Cmd, Value, cmd};

use super::failure::RedisFailure;

/// What a commit waits for, beyond the answer of the server.
///
/// A replication stream and an append-only file have one order, so whoever
/// waits for a commit waits for everything before it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Durability {
    /// Replicas that have received it.
    pub replicas: u32,
    /// Whether the server has flushed it to its disk.
    pub disk: bool,
}

/// A durability that is written in no known way.
#[derive(Debug, thiserror::Error)]
#[error("is server, replicas:1 (or more), disk, or replicas:1,disk")]
pub struct UnknownDurability;

impl Durability {
    /// Whether there is anything to wait for.
    pub(super) fn waits(self) -> bool {
        self != Self::default()
    }
}

impl FromStr for Durability {
    type Err = UnknownDurability;

    fn from_str(text: &str) -> Result<Self, UnknownDurability> {
        let mut durability = Self::default();
        if text == "server" {
            return Ok(durability);
        }
        for part in text.split(',') {
            match part.split_once(':') {
                None if part == "disk" && !durability.disk => durability.disk = true,
                Some(("replicas", number)) if durability.replicas == 0 => {
                    let number = number.parse().ok().filter(|number| *number > 0);
                    durability.replicas = number.ok_or(UnknownDurability)?;
                }
                _ => return Err(UnknownDurability),
            }
        }
        Ok(durability)
    }
}

/// Commands that follow a write, over the same connection, and what their
/// answers have to be. In a script they would not wait.
///
/// They wait for the last write of their connection, and so for all that was
/// written before it, by whomever. A script that answers that a request was seen
/// before therefore writes as well (`vouch` in `match.lua`): its answer is then as
/// durable as the first one was to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct DurableWait {
    wanted: Durability,
    max: Duration,
}

impl DurableWait {
    /// Nothing if there is nothing to wait for. The wait is over in half of the
    /// time that an answer may take: Redis' own word that it was in vain costs
    /// less than a connection that is given up.
    pub(super) fn new(wanted: Durability, response_timeout: Duration) -> Option<Self> {
        wanted.waits().then_some(Self { wanted, max: response_timeout / 2 })
    }

    pub(super) fn commands(&self) -> Vec<Cmd> {
        // Zero would be for ever.
        let max_ms = crate::time::milliseconds(self.max).max(1);
        let mut commands = Vec::new();
        if self.wanted.replicas > 0 {
            let mut wait = cmd("WAIT");
            wait.arg(self.wanted.replicas).arg(max_ms);
            commands.push(wait);
        }
        if self.wanted.disk {
            let mut wait = cmd("WAITAOF");
            wait.arg(1).arg(0).arg(max_ms);
            commands.push(wait);
        }
        commands
    }

    /// Reads the answers to [`Self::commands`].
    pub(super) fn check(&self, answers: Vec<Value>) -> Result<(), RedisFailure> {
        let mut answers = answers.into_iter();
        let mut next = || answers.next().unwrap_or(Value::Nil).extract_error();
        if self.wanted.replicas > 0 {
            let answer = next().map_err(|error| RedisFailure::new("wait for replicas", error))?;
            let Value::Int(reached) = answer else { return Err(strange("WAIT")) };
            if reached < i64::from(self.wanted.replicas) {
                let wanted = self.wanted.replicas;
                return Err(RedisFailure::FewReplicas { reached, wanted, waited: self.max });
            }
        }
        if self.wanted.disk {
            let answer = next().map_err(|error| match error.detail() {
                // Told by its text: the code is that of all other errors.
                Some(detail) if detail.starts_with("unknown command") => RedisFailure::NoWaitAof,
                Some(detail) if detail.contains("appendonly") => RedisFailure::NoAppendOnlyFile,
                _ => RedisFailure::new("wait for the disk", error),
            })?;
            let Value::Array(answer) = answer else { return Err(strange("WAITAOF")) };
            if answer.first() != Some(&Value::Int(1)) {
                return Err(RedisFailure::NotOnDisk { waited: self.max });
            }
        }
        Ok(())
    }
}

fn strange(command: &str) -> RedisFailure {
    let why = format!("the answer to {command} has an unknown form");
    RedisFailure::Client { doing: "wait", why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_durability_is_the_server_or_what_else_has_it() {
        let read = |text: &str| text.parse::<Durability>().ok();
        let durability = |replicas, disk| Some(Durability { replicas, disk });
        assert_eq!(read("server"), durability(0, false));
        assert_eq!(read("replicas:2"), durability(2, false));
        assert_eq!(read("disk"), durability(0, true));
        assert_eq!(read("replicas:1,disk"), durability(1, true));
        assert_eq!(read("disk,replicas:1"), durability(1, true));
        for wrong in ["", "replicas", "replicas:0", "replicas:-1", "disk,disk", "server,disk"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn everything_that_is_wanted_is_waited_for() {
        let wait = |text: &str, answers: &[Value]| {
            let wanted = text.parse().expect("a durability");
            let wait = DurableWait::new(wanted, Duration::from_secs(3)).expect("it waits");
            assert_eq!(wait.commands().len(), answers.len(), "{text}");
            wait.check(answers.to_vec())
        };
        let disk = |local| Value::Array(vec![Value::Int(local), Value::Int(0)]);
        assert!(wait("replicas:2", &[Value::Int(2)]).is_ok());
        assert!(wait("replicas:2", &[Value::Int(1)]).is_err());
        assert!(wait("disk", &[disk(1)]).is_ok());
        assert!(wait("disk", &[disk(0)]).is_err());
        assert!(wait("replicas:1,disk", &[Value::Int(1), disk(1)]).is_ok());
        assert!(wait("replicas:1,disk", &[Value::Int(1), disk(0)]).is_err());
        assert!(wait("replicas:1,disk", &[Value::Int(0), disk(1)]).is_err());
        assert!(wait("replicas:1", &[Value::Okay]).is_err());
        assert!(DurableWait::new(Durability::default(), Duration::from_secs(3)).is_none());
    }
}
