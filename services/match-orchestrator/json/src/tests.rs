//! The API as JSON clients meet it, in front of services that are made up.

mod fixture;
mod http;
mod random;
mod round_trip;
mod streams;
