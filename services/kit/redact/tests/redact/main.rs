//! What a viewer sees, judged from outside the crate.

mod agreement;
mod concealed;
mod generate;
mod malformed;
mod oracle;
mod refusals;
mod samurai;
mod schemas;
mod views;
