//! The public API as an OpenAPI document.

use prost_reflect::{DescriptorPool, MethodDescriptor, ServiceDescriptor};
use serde_json::{Map, Value, json};

use crate::api::{Api, PACKAGE};
use crate::comments::Comments;
use crate::schema::SchemaWriter;

const INTRODUCTION: &str = "\
Turn-based board games with hidden information.

Every call is a POST with the request as JSON. Names are in lowerCamelCase, and snake_case is \
understood as well. Fields that have their default value are left out of answers; unknown fields \
of requests are refused. Numbers of 64 bits are texts, and may be sent as numbers. The same port \
speaks gRPC and gRPC-Web.

The header `grpc-timeout` bounds the time of a call, for example `4S` or `500m` for 500 \
milliseconds.

Messages of the games are JSON objects in their places. What they look like is at \
`/schemas/{game}.json`, as JSON Schema.";

const TOKEN: &str = "\
The token of a seat, of the host or of the operators. Without one, one is a spectator.";

const ERROR: &str = "#/components/schemas/Error";

const STREAM: &str = "\
Answers with one message after the other. With `accept: text/event-stream` they are server-sent \
events, each with the viewer's revision as its id, where it has one; a header `last-event-id` \
resumes after it. Otherwise each message is one line of JSON, and empty lines mean nothing. An \
error after the beginning is an event `error`, or a last line `{\"error\": …}`.";

pub(crate) fn document(api: &Api) -> Value {
    let set = kit_proto::documented_descriptor_set();
    let pool = DescriptorPool::decode(set).expect("our own descriptors are sound");
    let comments = Comments::read(&pool);
    let payload = |field: &_| api.payload(field);
    let mut schemas = SchemaWriter::new("#/components/schemas/", &comments, &payload);
    let services = pool.services().filter(|service| service.package_name() == PACKAGE);
    let services: Vec<ServiceDescriptor> = services.collect();
    let tags = services
        .iter()
        .map(|service| json!({ "name": service.name(), "description": comments.of(service) }));
    let tags: Vec<Value> = tags.collect();
    let mut paths = Map::new();
    for method in services.iter().flat_map(|service| service.methods().collect::<Vec<_>>()) {
        let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
        paths.insert(path, json!({ "post": operation(&method, &comments, &mut schemas) }));
    }
    let mut schemas = schemas.finish();
    schemas.insert("Error".to_owned(), error_schema());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bakufu",
            "version": env!("CARGO_PKG_VERSION"),
            "description": INTRODUCTION,
            "license": { "name": "Apache 2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }],
        "tags": tags,
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": TOKEN },
            },
            "responses": {
                "Error": {
                    "description": "The call was refused or failed.",
                    "content": content("application/json", &json!({ "$ref": ERROR })),
                },
            },
            "schemas": schemas,
        },
    })
}

fn operation(
    method: &MethodDescriptor,
    comments: &Comments,
    schemas: &mut SchemaWriter<'_>,
) -> Value {
    let (request, response) = (schemas.message(&method.input()), schemas.message(&method.output()));
    let comment = comments.of(method);
    let (description, answers) = if method.is_server_streaming() {
        let mut answers = content("application/x-ndjson", &response);
        answers.extend(content("text/event-stream", &response));
        (format!("{comment}\n\n{STREAM}"), answers)
    } else {
        (comment.to_owned(), content("application/json", &response))
    };
    json!({
        "operationId": lower_camel(method.name()),
        "tags": [method.parent_service().name()],
        "description": description,
        "requestBody": { "content": content("application/json", &request) },
        "responses": {
            "200": { "description": comments.of(&method.output()), "content": answers },
            "default": { "$ref": "#/components/responses/Error" },
        },
    })
}

fn content(kind: &str, schema: &Value) -> Map<String, Value> {
    Map::from_iter([(kind.to_owned(), json!({ "schema": schema }))])
}

fn error_schema() -> Value {
    json!({
        "description": "Why a call was refused or failed.",
        "type": "object",
        "required": ["code", "message"],
        "properties": {
            "code": {
                "description": "The name of the gRPC code, for example FAILED_PRECONDITION.",
                "type": "string",
            },
            "reason": {
                "description": "One of the reasons that MatchService lists, for example \
                                RULE_VIOLATION. Missing if nobody has answered the call.",
                "type": "string",
            },
            "message": { "description": "What to do about it, for people.", "type": "string" },
            "metadata": {
                "description": "What belongs to the reason, for example `rule`.",
                "type": "object",
                "additionalProperties": { "type": "string" },
            },
            "fieldViolations": {
                "description": "All bad fields of the request.",
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["field", "description"],
                    "properties": {
                        "field": { "type": "string" },
                        "description": { "type": "string" },
                    },
                },
            },
            "retryAfterMs": {
                "description": "When to try again, in milliseconds.",
                "type": "integer",
            },
        },
    })
}

fn lower_camel(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_checked_in_document_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protos/openapi.json");
        let written = serde_json::to_string_pretty(&document(&Api::read())).expect("JSON") + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &written).expect("the file can be written");
        }
        let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(checked_in == written, "run UPDATE=1 cargo test -p match-orchestrator-json");
    }

    #[test]
    fn every_call_has_a_request_an_answer_and_an_error() {
        let api = Api::read();
        let document = document(&api);
        let mut ids = BTreeSet::new();
        for call in &api.calls {
            let operation = &document["paths"][call.path.as_str()]["post"];
            let text = |pointer: &str| operation.pointer(pointer).and_then(Value::as_str);
            let request = text("/requestBody/content/application~1json/schema/$ref");
            let expected = format!("#/components/schemas/{}", call.request.name());
            assert_eq!(request, Some(expected.as_str()), "{}", call.path);
            let kinds = if call.streams {
                &["application~1x-ndjson", "text~1event-stream"][..]
            } else {
                &["application~1json"]
            };
            for kind in kinds {
                let answer = text(&format!("/responses/200/content/{kind}/schema/$ref"));
                let expected = format!("#/components/schemas/{}", call.response.name());
                assert_eq!(answer, Some(expected.as_str()), "{}", call.path);
            }
            assert_eq!(text("/responses/default/$ref"), Some("#/components/responses/Error"));
            assert!(text("/description").is_some_and(|text| text.len() > 20), "{}", call.path);
            assert!(ids.insert(text("/operationId").map(str::to_owned)), "{}", call.path);
        }
        assert_eq!(document["paths"].as_object().map(Map::len), Some(api.calls.len()));
    }

    #[test]
    fn every_reference_leads_somewhere_and_everything_is_described() {
        let document = document(&Api::read());
        let mut references = 0;
        visit(&document, &mut |value| {
            if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').expect("all are in the document");
                assert!(document.pointer(pointer).is_some_and(Value::is_object), "{reference}");
                references += 1;
            }
        });
        assert!(references > 50, "{references}");
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        for (name, schema) in schemas {
            assert!(schema["description"].is_string(), "{name}");
            for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
                assert!(schema["description"].is_string(), "{name}.{field}");
            }
        }
    }

    #[test]
    fn no_two_messages_share_a_name() {
        let api = Api::read();
        let pool = api.calls[0].request.parent_pool();
        let ours = pool.all_messages().filter(|message| message.package_name() == PACKAGE);
        let shared = ["Game", "GameOption", "Event", "Draw", "Outcome", "Standing", "ScoreLine"];
        for message in ours {
            assert!(!shared.contains(&message.name()), "{}", message.full_name());
        }
    }

    fn visit(value: &Value, look: &mut impl FnMut(&Value)) {
        look(value);
        match value {
            Value::Object(fields) => fields.values().for_each(|inner| visit(inner, look)),
            Value::Array(items) => items.iter().for_each(|inner| visit(inner, look)),
            _ => {}
        }
    }
}
