//! Whole matches that are worked out before they are played.

use std::num::NonZeroU32;

use bakufu_cli::connect_channel;
use bytes::Bytes;
use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1 as rules;
use match_orchestrator_draws::{MatchKey, Numbers};
use tonic::transport::Channel;

use super::known_secrets::SEED;
use crate::failure::Failure;

/// Asks the rules of a game what will happen.
#[derive(Clone)]
pub(crate) struct Planner {
    rules: RulesServiceClient<Channel>,
    seats: u32,
}

/// One action of a planned match.
#[derive(Clone)]
pub(crate) struct PlannedStep {
    pub(crate) seat: u32,
    pub(crate) action: Bytes,
    /// The state that the action leads to.
    pub(crate) state: Bytes,
    pub(crate) event_bytes: usize,
}

impl Planner {
    /// A planner that asks the rules service at this address.
    pub(crate) async fn connect(rules_url: &str, seats: u32) -> Result<Self, Failure> {
        Ok(Self { rules: RulesServiceClient::new(connect_channel(rules_url).await?), seats })
    }

    /// All actions of a match with this id, chosen at random, when every seat
    /// sat down without a seed of its own.
    pub(crate) async fn plan(&self, match_id: &str) -> Result<Vec<PlannedStep>, Failure> {
        let mut rules = self.rules.clone();
        let no_seeds = (0..self.seats).map(|_| &b""[..]);
        let key = MatchKey::derive(&SEED, no_seeds, match_id);
        let mut choices = Numbers::new(&key.bot_entropy(0, 0));
        // The creation is commit 1; every seat and the start are one each.
        let mut commit = u64::from(self.seats) + 2;
        let setup = rules::SetupRequest {
            options: Bytes::new(),
            seats: self.seats,
            entropy: Bytes::copy_from_slice(&key.entropy(commit)),
        };
        let mut step = rules.setup(setup).await?.into_inner().step.unwrap_or_default();
        let mut planned = Vec::new();
        while let Some(seat) = step.seats_to_act.first().copied() {
            let state = step.state;
            let question = rules::ListLegalActionsRequest { state: state.clone(), seat };
            let mut legal = rules.list_legal_actions(question).await?.into_inner().actions;
            let count = NonZeroU32::new(legal.len() as u32)
                .ok_or(bakufu_cli::Failure::Nonsense("an awaited seat without a legal action"))?;
            let action = legal.swap_remove(choices.below(count) as usize).action;
            commit += 1;
            let apply = rules::ApplyRequest {
                state,
                seat,
                actions: vec![action.clone()],
                entropy: Bytes::copy_from_slice(&key.entropy(commit)),
            };
            step = rules.apply(apply).await?.into_inner().step.unwrap_or_default();
            let event_bytes = step.events.iter().map(|event| event.payload.len()).sum();
            planned.push(PlannedStep { seat, action, state: step.state.clone(), event_bytes });
        }
        Ok(planned)
    }
}
