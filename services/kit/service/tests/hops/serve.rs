//! What else is on the port.

use axum::routing::get;
use kit_proto::bakufu::rules::v1::rules_service_server::RulesServiceServer;
use kit_service::{Drain, Ended, Health, Metrics, Serving, serve_with_edge};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tonic::service::Routes;
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

#[tokio::test]
async fn the_edge_may_answer_plain_http_on_the_same_port() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let drain = Drain::new();
    let mut serving = Serving::new(Health::starting().await, drain.clone(), Metrics::unread());
    serving.http1 = true;
    let routes = Routes::new(RulesServiceServer::new(Toy::agreeable()));
    let edge = |router: axum::Router| router.route("/page", get(|| async { "the table" }));
    let served = tokio::spawn(serve_with_edge(listener, routes, serving, edge));

    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = b"GET /page HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("the table"), "{answer}");

    drain.begin();
    assert_eq!(served.await.expect("no panic").expect("it ends"), Ended::Drained);
}
