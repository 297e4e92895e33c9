//! House rules, checked by reading the workspace.
//!
//! The crate has the readers: files, packages, crates from outside with the policy
//! for them, games, the functions of a Rust file, the links of a page. The rules
//! themselves stand under `tests/`, one file for each group of them, next to
//! samples that each rule must find fault with.
//! It runs nothing of the platform and depends on none of its crates.
//!
//! Start reading at [`TidyFault`], which is what every rule gives back.

mod crates;
mod game;
mod licence;
mod markdown;
mod packages;
mod policy;
mod rust;
mod tidy_fault;
mod workspace;

pub use crates::{Crate, crates};
pub use game::{Game, games};
pub use licence::{licences, permits};
pub use markdown::{code_spans, links, prose, table_rows};
pub use packages::{Dependency, Kind, Package, packages};
pub use policy::Policy;
pub use rust::{functions, has_function, tests};
pub use tidy_fault::{TidyFault, expect_none};
pub use workspace::{File, files, root};
