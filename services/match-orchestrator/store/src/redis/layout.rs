//! Layout: what a store has written down of how it is laid out.

use std::ops::RangeInclusive;

use ::redis::{Value, cmd};

use super::failure::{RedisFailure, unreadable};
use super::keys;
use super::lane::{Lane, Resend};
use super::reply::Reply;
use super::scripts::Scripts;
use crate::Error;

/// The version that this program writes. The first had no partitions, and wrote
/// nothing down.
const VERSION: u64 = 2;

/// How many partitions a new store has unless it is told: enough for many
/// replicas to share, and few enough to ask all of them.
const PARTITIONS: u32 = 256;

/// How many partitions a store may have.
pub(super) const PARTITIONS_ALLOWED: RangeInclusive<u32> = 1..=4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) partitions: u32,
    /// Whether there is nothing left of the first layout.
    pub(super) is_carried: bool,
}

impl Layout {
    /// The layout that the store has, or the one that it gets because it is new.
    pub(super) async fn agreed(
        lane: &Lane,
        scripts: &Scripts,
        prefix: &str,
        wanted: Option<u32>,
    ) -> Result<Self, Error> {
        let key = keys::layout(prefix);
        // Usually it is there, and then nobody has to be able to write.
        let mut command = cmd("HMGET");
        command.arg(&key).arg(&["version", "partitions", "carried"]);
        let kept = lane.run("layout", &command).await?;
        if let Some(layout) = read(kept, wanted)? {
            return Ok(layout);
        }
        let (version, partitions) = (VERSION.to_string(), wanted.unwrap_or(PARTITIONS).to_string());
        let arguments = [version.as_bytes(), partitions.as_bytes()];
        let kept = scripts.layout.run(lane, Resend::Yes, &[&key], &arguments).await?;
        read(kept, wanted)?.ok_or_else(|| unreadable("layout"))
    }
}

/// What is written down, if it is, and if it is what is wanted.
fn read(kept: Value, wanted: Option<u32>) -> Result<Option<Layout>, Error> {
    let mut reply = Reply::list("layout", kept)?;
    let Some(version) = reply.text_or_nothing()? else { return Ok(None) };
    let version: u64 = version.parse().map_err(|_| unreadable("layout"))?;
    if version > VERSION {
        return Err(RedisFailure::LaterLayout { stored: version, known: VERSION }.into());
    }
    let partitions = u32::try_from(reply.number()?).ok();
    let partitions = partitions.filter(|number| PARTITIONS_ALLOWED.contains(number));
    let stored = partitions.ok_or_else(|| unreadable("layout"))?;
    if let Some(wanted) = wanted.filter(|wanted| *wanted != stored) {
        return Err(RedisFailure::OtherPartitions { stored, wanted }.into());
    }
    let is_carried = reply.bytes_or_nothing()?.is_some();
    Ok(Some(Layout { partitions: stored, is_carried }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(version: &str, partitions: &str, carried: Option<&str>) -> Value {
        let text = |text: &str| Value::BulkString(text.as_bytes().to_vec());
        Value::Array(vec![text(version), text(partitions), carried.map_or(Value::Nil, text)])
    }

    #[test]
    fn a_layout_is_what_is_written_down() {
        let layout = |partitions, is_carried| Some(Layout { partitions, is_carried });
        assert_eq!(read(kept("2", "16", None), None).expect("ours"), layout(16, false));
        assert_eq!(read(kept("2", "16", Some("1")), Some(16)).expect("ours"), layout(16, true));
        let nothing = Value::Array(vec![Value::Nil, Value::Nil, Value::Nil]);
        assert_eq!(read(nothing, Some(16)).expect("a new store"), None);
    }

    #[test]
    fn another_layout_is_refused_with_what_to_do() {
        let refusal = |kept, wanted| match read(kept, wanted) {
            Err(Error::Unavailable(failure)) => failure.to_string(),
            other => panic!("{other:?}"),
        };
        let text = refusal(kept("2", "256", None), Some(16));
        assert!(text.contains("256") && text.contains("16") && text.contains("leave"), "{text}");
        let text = refusal(kept("3", "256", None), None);
        assert!(text.contains("later version"), "{text}");
        assert!(matches!(read(kept("2", "0", None), None), Err(Error::Corrupt(_))));
    }
}
