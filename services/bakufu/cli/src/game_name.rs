//! The name of a game on the command line.

use std::ffi::OsStr;

use bakufu_games::shipped;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

/// Takes any name, since a server may have games of its own, and lets shells
/// complete those that ship.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(shipped().into_iter().map(|game| PossibleValue::new(game.facts.id))))
    }
}
