//! Determinization: what the plans that a viewer can't see may be.

mod plan;

use edo_rules::{CardSet, Officials, Phase, Player, PrivilegeKind, PrivilegeSet, SLOTS, State};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Draws, Seat};
use kit_rules_server::Malformed;

use crate::wire;
use plan::HiddenPlan;

/// A complete position that looks the same to the viewer.
///
/// Plans are all that Edo hides. For each seat every plan is equally likely that
/// it can have made by what the view shows. A view does not tell since when a
/// card or an official has been there, so an imagined plan may rely on one that
/// came after it was sealed; nor does it tell whose supports were used, so the
/// seats get their chance of a black official one after the other.
pub(crate) fn determinize(
    view: &pb::State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<State, Malformed> {
    let mut state = wire::view(view, viewer)?;
    let mut supports = used_supports(&state);
    for seat in state.seats.seats().filter(|seat| viewer != Some(*seat)) {
        let player = state.player(seat);
        let hidden = match state.phase {
            Phase::Plan(planning) => HiddenPlan {
                cards: player.cards,
                staff: player.staff(),
                slots: (0..SLOTS).collect(),
                is_complete: planning.sealed().contains(seat),
            },
            Phase::Turn(_) => unrevealed(player, supports),
            _ => break,
        };
        let plan = hidden.deal(draws);
        let black: u8 = plan.iter().map(|(_, planned)| planned.officials.black).sum();
        supports = supports.saturating_sub(black);
        state.players[seat.index()].plan = plan;
    }
    wire::complete(state)
}

/// What is left of a plan that was sealed: cards and officials of revealed slots
/// lie and stand there, and can't be in another one.
fn unrevealed(player: &Player, supports: u8) -> HiddenPlan {
    let shown = || player.shown.iter().flatten();
    let laid: CardSet = shown().map(|planned| planned.card).collect();
    let busy = shown().map(|planned| planned.officials).fold(Officials::default(), Officials::plus);
    HiddenPlan {
        cards: player.cards.difference(laid),
        staff: Officials {
            own: player.officials().saturating_sub(busy.own),
            white: player.whites.saturating_sub(busy.white),
            black: supports,
        },
        slots: (0..SLOTS).filter(|slot| player.shown[*slot].is_none()).collect(),
        is_complete: true,
    }
}

/// How many supports are gone without standing on a revealed slot: they were
/// used in an earlier round, or stand on a slot that nobody has seen.
fn used_supports(state: &State) -> u8 {
    if !state.options.tokken {
        return 0;
    }
    let tokken = &state.tokken;
    let row = tokken.privileges.iter().chain([&tokken.next_privilege]).flatten();
    let there = row.fold(tokken.privilege_stack, |all, privilege| all.with(*privilege));
    let there = state.players.iter().fold(there, |all, player| all.union(player.privileges));
    let gone = PrivilegeSet::ALL.difference(there).of_kind(PrivilegeKind::Support).count() as u8;
    let shown = state.players.iter().flat_map(|player| player.shown.iter().flatten());
    gone.saturating_sub(shown.map(|planned| planned.officials.black).sum())
}
