//! One trace from the client to the rules and the store.

use kit_testing::wait_until;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use tests_harness::{Dice, StoreKind, Table, fresh_id, with_token};

use super::collector::{Collector, text_of};

const ORCHESTRATOR: &str = "match-orchestrator";
const SUBMIT: &str = "bakufu.play.v1.MatchService/SubmitActions";
const APPLY: &str = "bakufu.rules.v1.RulesService/Apply";
const SUGGEST: &str = "bakufu.rules.v1.RulesService/Suggest";
const DRIVE: &str = "Driver/Play";

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_one_trace_through_all_processes() {
    let collector = Collector::start().await;
    let cluster = collector.cluster(StoreKind::Redis).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    for game in client.games().await {
        let table = Table::start(&client, &game.id, game.seats_min).await;
        let player = table.to_act(&client).await;
        let action = player.some_legal(&mut dice).await.expect("there are actions").action;
        let (trace_id, span_id) = (fresh_id(), fresh_id()[..16].to_owned());
        let mut request = with_token(&player.token, player.submission(&action));
        let parent = format!("00-{trace_id}-{span_id}-01");
        request.metadata_mut().insert("traceparent", parent.parse().expect("it is printable"));
        client.api().submit_actions(request).await.expect("it is legal");

        let in_trace = || -> Vec<(String, Span)> {
            let spans = collector.spans().into_iter();
            spans.filter(|(_, span)| hex::encode(&span.trace_id) == trace_id).collect()
        };
        wait_until("all processes have exported the trace", async || {
            let spans = in_trace();
            [(ORCHESTRATOR, SUBMIT), (ORCHESTRATOR, APPLY), (ORCHESTRATOR, "Commit")]
                .into_iter()
                .chain([(game.id.as_str(), APPLY)])
                .all(|(service, name)| {
                    spans.iter().any(|(of, span)| of == service && span.name == name)
                })
        })
        .await;
        let spans = in_trace();
        let one = |service: &str, name: &str, kind: SpanKind| -> &Span {
            let fits = |(of, span): &&(String, Span)| {
                of == service && span.name == name && span.kind() == kind
            };
            let found: Vec<_> = spans.iter().filter(fits).collect();
            assert_eq!(found.len(), 1, "one span {name} of {service}: {spans:#?}");
            &found[0].1
        };
        let submit = one(ORCHESTRATOR, SUBMIT, SpanKind::Server);
        let ask = one(ORCHESTRATOR, APPLY, SpanKind::Client);
        let apply = one(&game.id, APPLY, SpanKind::Server);
        let commit = one(ORCHESTRATOR, "Commit", SpanKind::Client);
        assert_eq!(hex::encode(&submit.parent_span_id), span_id, "the client is the parent");
        assert_eq!(ask.parent_span_id, submit.span_id, "the move asks the rules");
        assert_eq!(apply.parent_span_id, ask.span_id, "the rules answer that question");
        assert_eq!(commit.parent_span_id, submit.span_id, "the move is stored");
        for span in [submit, ask, apply] {
            assert_eq!(text_of(&span.attributes, "rpc.system"), "grpc");
        }
        assert_eq!(text_of(&commit.attributes, "db.operation.name"), "Commit");
        assert_eq!(spans.iter().filter(|(_, span)| span.name == APPLY).count(), 2, "asked once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_of_a_bot_is_one_trace_as_well() {
    let collector = Collector::start().await;
    let cluster = collector.cluster(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    let game = client.games().await.remove(0);
    let table = Table::create(&client, Table::request(&game.id, game.seats_min)).await;
    for _ in 0..game.seats_min {
        table.add_bot(&client).await;
    }
    table.start_match(&client).await;
    let parts = [(ORCHESTRATOR, SUGGEST), (ORCHESTRATOR, APPLY), (ORCHESTRATOR, "Commit")];
    let parts = parts.into_iter().chain([(game.id.as_str(), SUGGEST), (game.id.as_str(), APPLY)]);
    let parts: Vec<(&str, &str)> = parts.collect();
    wait_until("a move of a bot is a trace with all its parts", async || {
        let spans = collector.spans();
        let drives = spans.iter().filter(|(of, span)| of == ORCHESTRATOR && span.name == DRIVE);
        drives.into_iter().any(|(_, drive)| {
            assert!(drive.parent_span_id.is_empty(), "nobody asked for it: {drive:?}");
            parts.iter().all(|(service, name)| {
                spans.iter().any(|(of, span)| {
                    of == service && span.name == *name && span.trace_id == drive.trace_id
                })
            })
        })
    })
    .await;
}
