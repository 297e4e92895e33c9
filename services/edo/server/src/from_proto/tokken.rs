//! Reads the board of demands and privileges.

use edo_rules::{COLUMNS, Demand, Privilege, Tokken};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::Malformed;

use super::field::{Read, both, each, named_or_none, set};

/// The board, which is there exactly if the match is played with it.
pub(super) fn tokken(message: &Option<pb::Tokken>, in_play: bool) -> Read<Tokken> {
    match message {
        None if in_play => Err(Malformed::field("tokken", "is missing")),
        None => Ok(Tokken::default()),
        Some(_) if !in_play => Err(Malformed::field("tokken", "is absent without Tokken")),
        Some(message) => read(message).map_err(|malformed| malformed.inside("tokken")),
    }
}

fn read(message: &pb::Tokken) -> Read<Tokken> {
    let next = both(
        named_or_none("next_demand", message.next_demand),
        named_or_none("next_privilege", message.next_privilege),
    );
    let stacks = both(
        set("demand_stack", &message.demand_stack),
        set("privilege_stack", &message.privilege_stack),
    );
    let (columns, ((next_demand, next_privilege), (demand_stack, privilege_stack))) =
        both(columns(&message.columns), both(next, stacks))?;
    Ok(Tokken {
        demands: columns.map(|(demand, _)| demand),
        privileges: columns.map(|(_, privilege)| privilege),
        next_demand,
        next_privilege,
        demand_stack,
        privilege_stack,
    })
}

type Column = (Option<Demand>, Option<Privilege>);

fn columns(messages: &[pb::Column]) -> Read<[Column; COLUMNS]> {
    let columns = each("columns", messages, |message| {
        both(named_or_none("demand", message.demand), named_or_none("privilege", message.privilege))
    })?;
    let exactly = |_| Malformed::field("columns", format!("has {COLUMNS} columns"));
    columns.try_into().map_err(exactly)
}
