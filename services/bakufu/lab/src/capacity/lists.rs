//! Lists and counts: what players and operators ask of all matches together.

use std::time::Duration;

use bakufu_cli::{Client, connect, connect_channel, with_token};
use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;
use tonic::transport::Channel;

use super::replica::OPERATOR_TOKEN;
use crate::bench::{Caller, Load, Rate};
use crate::failure::Failure;

/// How often each is asked.
const CALLS: usize = 20;
const DURATION_MAX: Duration = Duration::from_secs(30);

#[derive(Debug, Serialize)]
pub(super) struct Lists {
    /// The newest listed matches.
    pub(super) list_matches: Rate,
    /// A page of all matches.
    pub(super) list_all_matches: Rate,
    /// How many matches of each version there are.
    pub(super) list_game_versions: Rate,
}

pub(super) async fn measure(url: &str) -> Result<Lists, Failure> {
    Ok(Lists {
        list_matches: ask(url, Question::Listed).await?,
        list_all_matches: ask(url, Question::All).await?,
        list_game_versions: ask(url, Question::Versions).await?,
    })
}

async fn ask(url: &str, question: Question) -> Result<Rate, Failure> {
    let operator = OperatorServiceClient::new(connect_channel(url).await?);
    let asker = Asker { client: connect(url).await?, operator, question, left: CALLS };
    let (_, load) = Load::run(vec![asker], DURATION_MAX).await?;
    Ok(load.rate())
}

enum Question {
    Listed,
    All,
    Versions,
}

struct Asker {
    client: Client,
    operator: OperatorServiceClient<Channel>,
    question: Question,
    left: usize,
}

impl Caller for Asker {
    async fn call(&mut self) -> Result<bool, Failure> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        match self.question {
            Question::Listed => {
                self.client.list_matches(play::ListMatchesRequest::default()).await.map(drop)
            }
            Question::All => {
                let request = with_token(play::ListAllMatchesRequest::default(), OPERATOR_TOKEN);
                self.operator.list_all_matches(request).await.map(drop)
            }
            Question::Versions => {
                let request = with_token(play::ListGameVersionsRequest::default(), OPERATOR_TOKEN);
                self.operator.list_game_versions(request).await.map(drop)
            }
        }?;
        Ok(true)
    }
}
