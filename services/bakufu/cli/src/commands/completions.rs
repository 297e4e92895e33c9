//! `bakufu completions`: what shells need to complete commands.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::arguments;
use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Install them for good; a new shell knows them:
  bakufu completions bash > ~/.local/share/bash-completion/completions/bakufu
  bakufu completions zsh > ~/.zfunc/_bakufu       with fpath+=~/.zfunc in ~/.zshrc
  bakufu completions fish > ~/.config/fish/completions/bakufu.fish
  bakufu completions powershell >> $PROFILE
  bakufu completions elvish >> ~/.config/elvish/rc.elv

Examples:
  source <(bakufu completions bash)               for this shell only";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = arguments::Arguments::command();
    generate(arguments.shell, &mut command, "bakufu", &mut script);
    Ok(output.bytes(&script)?)
}
