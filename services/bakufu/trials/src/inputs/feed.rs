//! Feeds one input, and survives it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Input, OutcomeClass, Target};

/// Feeds an input to a target; a panic is a breach as well.
///
/// # Errors
/// What should never come out.
pub fn feed(target: &dyn Target, input: &Input) -> Result<OutcomeClass, String> {
    catch_unwind(AssertUnwindSafe(|| target.feed(input)))
        .unwrap_or_else(|panic| Err(format!("panicked: {}", words(&*panic))))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
