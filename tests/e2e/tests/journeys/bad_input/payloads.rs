//! Actions and options that are not what the game's schema says.

use bytes::Bytes;
use kit_service::Reason;
use prost::Message;
use prost_reflect::{Kind, ReflectMessage, Value};
use tests_harness::{Player, Table, assert_refused, play};

use super::fixture::{Fixture, on_every_fixture};

#[tokio::test(flavor = "multi_thread")]
async fn actions_that_can_not_be_read_are_malformed() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let player = fixture.running.to_act(&fixture.client).await.clone();
        let mut dice = fixture.dice.clone();
        let legal = player.some_legal(&mut dice).await.expect("there are actions").action;
        let random = Bytes::from(dice.bytes(64));
        // The first field of an action is one of its kinds, a message.
        let retyped = Bytes::from(vec![legal[0] & !7, 1]);
        let cases = [
            ("a truncated action", legal.slice(..legal.len() - 1)),
            ("random bytes", random),
            ("a field of another type", retyped),
            ("an action of no kind", Bytes::new()),
            ("a large action", Bytes::from(vec![0; 5000])),
        ];
        for (what, action) in cases {
            fixture
                .refuses_field(what, "actions[0]", player.submit(player.submission(&action)))
                .await;
            let second = batch(&player, vec![legal.clone(), action]);
            fixture.refuses_field(what, "actions[1]", player.submit(second)).await;
        }
        let many = vec![legal; 10_000];
        for (what, actions) in [("no action", Vec::new()), ("10,000 actions", many)] {
            fixture.refuses_field(what, "actions", player.submit(batch(&player, actions))).await;
        }
    })
    .await;
}

fn batch(player: &Player, actions: Vec<Bytes>) -> play::SubmitActionsRequest {
    play::SubmitActionsRequest { actions, ..player.submission(&Bytes::new()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_can_not_be_read_are_malformed() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let api = || fixture.client.api();
        let with = |options: Vec<u8>| play::CreateMatchRequest {
            options: options.into(),
            ..Table::request(&fixture.schema.game.id, fixture.seats)
        };
        let cases = [
            ("options with an open end", vec![0x0a, 0x7f]),
            ("options of no wire type", vec![0x0f, 0x0f]),
            ("large options", vec![0; 5000]),
        ];
        for (what, options) in cases {
            let call = async { api().create_match(with(options)).await };
            fixture.refuses_field(what, "options", call).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_the_game_does_not_have_are_refused_at_once() {
    on_every_fixture(async |fixture: &mut Fixture| {
        for field in fixture.schema.no_options().descriptor().fields() {
            let value = match field.kind() {
                Kind::Enum(_) => Value::EnumNumber(4242),
                Kind::Uint32 => Value::U32(u32::MAX),
                _ => continue,
            };
            let mut options = fixture.schema.no_options();
            options.set_field(&field, value);
            let request = play::CreateMatchRequest {
                options: options.encode_to_vec().into(),
                ..Table::request(&fixture.schema.game.id, fixture.seats)
            };
            let answer = fixture.client.api().create_match(request).await;
            let status = answer.as_ref().expect_err(field.name()).clone();
            match Reason::from_status(&status).expect("a refusal names its reason") {
                Reason::Malformed(faults) => {
                    let named = format!("options.{}", field.name());
                    assert!(faults.iter().any(|fault| fault.field == named), "{faults:?}");
                }
                Reason::RuleViolation { rule, .. } => assert!(!rule.is_empty()),
                other => panic!("{}: {other:?}", field.name()),
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_action_is_refused_with_its_rule() {
    on_every_fixture(async |fixture: &mut Fixture| {
        // What was legal early in a match is illegal soon after, for example
        // what was done already.
        let mut dice = fixture.dice.clone();
        let mut refused = 0;
        for _ in 0..40 {
            let player = fixture.running.to_act(&fixture.client).await.clone();
            let legal = player.legal().await.expect("a seat may ask").actions;
            let action = dice.pick(&legal).action.clone();
            player.submit(player.submission(&action)).await.expect("it is legal");
            let again = player.legal().await.expect("a seat may ask").actions;
            if again.is_empty() || again.iter().any(|legal| legal.action == action) {
                continue;
            }
            let call = player.submit(player.submission(&action));
            let code = tonic::Code::FailedPrecondition;
            let reason = fixture.refuses("an illegal action", code, "RULE_VIOLATION", call).await;
            let Reason::RuleViolation { rule, message, action_index } = reason else {
                panic!("the reason is the one that was asked for");
            };
            assert!(rule.contains('-') && !message.is_empty(), "{rule}: {message}");
            assert_eq!(action_index, Some(0));
            refused += 1;
            if refused == 3 {
                break;
            }
        }
        assert!(refused > 0, "some action can't be repeated");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_with_one_illegal_action_does_nothing_at_all() {
    on_every_fixture(async |fixture: &mut Fixture| {
        let mut dice = fixture.dice.clone();
        let player = fixture.running.to_act(&fixture.client).await.clone();
        let legal = player.some_legal(&mut dice).await.expect("there are actions").action;
        // No game lets a seat do the same thing for ever.
        let batch = batch(&player, vec![legal; 64]);
        let answer = player.submit(batch.clone()).await;
        let status = answer.as_ref().expect_err("not for ever").clone();
        let reason = Reason::from_status(&status).expect("a refusal names its reason");
        let index = match reason {
            Reason::RuleViolation { action_index, .. }
            | Reason::NotAwaited { action_index, .. } => action_index,
            other => panic!("a refusal of the rules: {other:?}"),
        };
        assert!(index.is_some_and(|index| (1..64).contains(&index)), "{index:?}");
        fixture.refuses("again", status.code(), reason_name(&status), player.submit(batch)).await;
        assert_refused(answer, status.code(), reason_name(&status), "the first time");
    })
    .await;
}

fn reason_name(status: &tonic::Status) -> &'static str {
    Reason::from_status(status).expect("a refusal names its reason").name()
}
