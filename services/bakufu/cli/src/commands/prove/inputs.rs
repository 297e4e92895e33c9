//! `bakufu prove inputs`: hostile input breaks nothing.

use clap::Args;

const EXAMPLES: &str = "\
Good messages are changed on the level of values, of encoded fields, of text and
of bits, and fed to whatever reads them: schemas of strangers, the messages of
every game, stored records, exports, tokens, request ids, JSON, and a port with
its HTTP/1.1, HTTP/2 and gRPC-Web. Nothing may panic, hang, grow without bound, or
accept what is not sound.

Examples:
  bakufu prove inputs                       a short round at every door
  bakufu prove inputs --target samurai --count 1000000
  bakufu prove inputs --target json --seed 7
  bakufu prove inputs --target wire --count 100000             the port itself
  bakufu prove inputs --target edo --input state:0a021001      one input again";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The door: schema, json, settings, wire, a game, or all of them
    #[arg(long, default_value = "all")]
    pub target: String,
    /// How many inputs for each door
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub count: u64,
    /// What all inputs follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Feed this one input, as a finding shows it
    #[arg(long, value_name = "FORM:HEX", conflicts_with_all = ["count", "seed"])]
    pub input: Option<String>,
}
