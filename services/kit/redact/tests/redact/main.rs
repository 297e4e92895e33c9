//! Redaction, judged from outside the crate: what a viewer sees.

mod agreement;
mod concealed;
mod generate;
mod malformed;
mod oracle;
mod refusals;
mod samurai;
mod schemas;
mod views;
