//! Reflection, which is also on the port.

use kit_service::{Metrics, Serving};
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::toy::{Served, Toy};

#[tokio::test]
async fn reflection_lists_the_services_of_the_descriptor_sets() {
    let adjust = |serving: &mut Serving| {
        for package in ["bakufu.rules.v1", "bakufu.play.v1"] {
            let set = kit_proto::descriptor_set(package).expect("it is generated");
            serving.descriptor_sets.push(set);
        }
    };
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let mut client = ServerReflectionClient::new(served.channel().await);
    let list = MessageRequest::ListServices(String::new());
    let request = ServerReflectionRequest { message_request: Some(list), ..Default::default() };
    let answer = client.server_reflection_info(tokio_stream::once(request)).await;
    let message = answer.expect("it is there").into_inner().message().await.expect("it answers");
    let Some(MessageResponse::ListServicesResponse(list)) =
        message.and_then(|m| m.message_response)
    else {
        panic!("it lists services");
    };
    let mut names: Vec<String> = list.service.into_iter().map(|service| service.name).collect();
    names.sort_unstable();
    for name in ["bakufu.rules.v1.RulesService", "grpc.health.v1.Health"] {
        assert!(names.iter().any(|listed| listed == name), "{name} is missing in {names:?}");
    }
}
