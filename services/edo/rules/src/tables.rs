//! The constant tables that the build makes of the data file.

use crate::board::{Side, SideFacts, TableFacts};
use crate::building::BuildingFacts;
use crate::card::{CardFacts, Task, TaskFacts};
use crate::goods::{Good, Price};
use crate::location::LocationFacts;
use crate::package::PackageFacts;
use crate::profit::ProfitFacts;
use crate::space::{SpaceFacts, SpaceKind, SpaceSet};
use crate::token::{DemandFacts, DemandKind, PrivilegeFacts, PrivilegeKind};
use crate::trading_card::{GoodsOffer, TradingFacts};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
