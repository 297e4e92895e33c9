//! The calls of the public API, read from its descriptors.

use std::collections::HashMap;

use prost_reflect::{DescriptorPool, FieldDescriptor, MessageDescriptor, MethodDescriptor};

use crate::messages::GameMessage;

/// The package whose services are spoken as JSON.
pub(crate) const PACKAGE: &str = "bakufu.play.v1";
/// The option by which a field says that it holds a message of a game.
const OPTION: &str = "bakufu.payload.v1.game_message";

pub(crate) struct Api {
    pub(crate) calls: Vec<ApiCall>,
    payloads: HashMap<String, GameMessage>,
}

#[derive(Clone, Debug)]
pub(crate) struct ApiCall {
    /// Where it is called, "/package.Service/Method".
    pub(crate) path: String,
    pub(crate) request: MessageDescriptor,
    pub(crate) response: MessageDescriptor,
    /// Whether it has any number of answers.
    pub(crate) streams: bool,
}

impl Api {
    /// Reads the descriptors that are compiled in.
    pub(crate) fn read() -> Self {
        let set = kit_proto::descriptor_set(PACKAGE).expect("the package is compiled in");
        let pool = DescriptorPool::decode(set).expect("our own descriptors are sound");
        let services = pool.services().filter(|service| service.package_name() == PACKAGE);
        let calls = services.flat_map(|service| service.methods().collect::<Vec<_>>());
        Self { calls: calls.map(|method| ApiCall::new(&method)).collect(), payloads: marked(&pool) }
    }

    /// The message of a game that a field of bytes holds.
    pub(crate) fn payload(&self, field: &FieldDescriptor) -> Option<GameMessage> {
        self.payloads.get(field.full_name()).copied()
    }
}

impl ApiCall {
    fn new(method: &MethodDescriptor) -> Self {
        Self {
            path: format!("/{}/{}", method.parent_service().full_name(), method.name()),
            request: method.input(),
            response: method.output(),
            streams: method.is_server_streaming(),
        }
    }
}

/// The field that JSON calls by this name. Both spellings are good.
pub(crate) fn field_named(message: &MessageDescriptor, name: &str) -> Option<FieldDescriptor> {
    message.get_field_by_json_name(name).or_else(|| message.get_field_by_name(name))
}

/// All fields that hold messages of games, by their full names.
fn marked(pool: &DescriptorPool) -> HashMap<String, GameMessage> {
    let option = pool.get_extension_by_name(OPTION).expect("the API uses the option");
    let fields = pool.all_messages().flat_map(|message| message.fields().collect::<Vec<_>>());
    let marked = fields.filter_map(|field| {
        let number = field.options().get_extension(&option).as_enum_number()?;
        Some((field.full_name().to_owned(), GameMessage::numbered(number)?))
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_of_both_services_is_known() {
        let api = Api::read();
        let paths: Vec<&str> = api.calls.iter().map(|call| call.path.as_str()).collect();
        for path in [
            "/bakufu.play.v1.MatchService/ListGames",
            "/bakufu.play.v1.MatchService/WatchMatch",
            "/bakufu.play.v1.OperatorService/AbortMatch",
        ] {
            assert!(paths.contains(&path), "{paths:?}");
        }
        let streams: Vec<_> = api.calls.iter().filter(|call| call.streams).collect();
        assert_eq!(streams.len(), 1, "only WatchMatch streams: {streams:?}");
    }

    #[test]
    fn every_field_of_bytes_holds_a_game_message_or_is_known_to_hold_none() {
        let api = Api::read();
        let plain = [
            "bakufu.play.v1.GetBoardResponse.padding",
            "bakufu.play.v1.GetGameSchemaResponse.descriptor_set",
            "bakufu.play.v1.GetViewResponse.padding",
            "bakufu.play.v1.InvitationRenewed.nonce",
            "bakufu.play.v1.ListLegalActionsResponse.padding",
            "bakufu.play.v1.LogEntry.content_sha256",
            "bakufu.play.v1.LogEntry.identity",
            "bakufu.play.v1.LogEntry.state_sha256",
            "bakufu.play.v1.Match.seed_commitment",
            "bakufu.play.v1.MatchExport.seat_seeds",
            "bakufu.play.v1.MatchExport.server_seed",
            "bakufu.play.v1.Rewound.nonce",
            "bakufu.play.v1.Seated.name_sha256",
            "bakufu.play.v1.Seated.nonce",
            "bakufu.play.v1.SitDownRequest.seed",
            "bakufu.play.v1.SubmitActionsRequest.padding",
            "bakufu.play.v1.SubmitActionsResponse.padding",
            "bakufu.play.v1.WatchMatchResponse.padding",
        ];
        let pool = api.calls[0].request.parent_pool().clone();
        let messages = pool.all_messages().filter(|message| message.package_name() == PACKAGE);
        for field in messages.flat_map(|message| message.fields().collect::<Vec<_>>()) {
            if matches!(field.kind(), prost_reflect::Kind::Bytes) {
                let is_plain = plain.contains(&field.full_name());
                assert_eq!(api.payload(&field).is_none(), is_plain, "{}", field.full_name());
            }
        }
    }
}
