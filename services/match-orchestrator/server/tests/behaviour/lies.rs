//! A rules service that lies: no commit, no leak, and the match goes on when
//! the truth comes back.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit_conformance::toy::pb;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message as Watched;
use kit_proto::bakufu::rules::v1 as rules;
use kit_service::Reason;
use kit_testing::LogCapture;
use match_orchestrator_server::Reach;
use match_orchestrator_store::{LogPage, Memory, Store, Stored};
use prost::Message;
use tonic::Status;

use crate::operators::reason;
use crate::rules_pod::{Lie, RulesPod};
use crate::table::{MatchClient, Player, create, start_reaching, with_token};

/// What nobody but the liar could have written.
const SMUGGLED: &str = "smuggled";
/// A card that is in no hand.
const MARKED: u32 = 0x5eed;

/// Two players at a table whose rules service does as it is told.
struct Fixture {
    store: Arc<Memory>,
    pod: RulesPod,
    client: MatchClient,
    match_id: String,
    ann: Player,
    bea: Player,
}

impl Fixture {
    async fn set() -> Self {
        let (store, pod) = (Arc::new(Memory::default()), RulesPod::of("1"));
        let toys = [format!("http://{}", pod.address)];
        let mut client = start_reaching(store.clone(), &toys, Reach::default()).await;
        let match_id = create(&mut client, 2, true).await.match_id;
        let ann = Player::sit(&client, &match_id, "Ann").await;
        let bea = Player::sit(&client, &match_id, "Bea").await;
        kit_testing::wait_until("the match has started", async || {
            !ann.view().await.seats_to_act.is_empty()
        })
        .await;
        Self { store, pod, client, match_id, ann, bea }
    }

    /// Everything that is stored of the match.
    async fn stored(&self) -> (Stored, Vec<Bytes>) {
        let stored = self.store.load(&self.match_id).await.expect("memory").expect("the match");
        (stored, self.store.log(&self.match_id, 1, LogPage::WHOLE).await.expect("memory"))
    }

    /// What everybody sees: a spectator, Ann, Bea.
    async fn views(&self) -> Vec<play::View> {
        let request = play::GetViewRequest { match_id: self.match_id.clone() };
        let all = self.client.clone().get_view(request).await.expect("a view").into_inner();
        vec![all.view.expect("the view"), self.ann.view().await, self.bea.view().await]
    }

    /// All sentences of the match so far, as a spectator hears them.
    async fn sentences(&self) -> Result<Vec<String>, Status> {
        let newest = self.views().await[0].revision;
        let request = play::WatchMatchRequest {
            match_id: self.match_id.clone(),
            after_revision: Some(0),
            sentences: true,
            views: false,
        };
        let mut stream = self.client.clone().watch_match(request).await?.into_inner();
        let mut heard = Vec::new();
        while let Some(response) = stream.message().await? {
            let Some(Watched::Update(update)) = response.message else { continue };
            heard.extend(update.sentences);
            if update.revision >= newest {
                break;
            }
        }
        Ok(heard)
    }
}

/// What is lied about, and how.
type StepLie = (&'static str, fn(&mut rules::Step));

const STEP_LIES: [StepLie; 26] = [
    ("no state", |step| step.state = Bytes::new()),
    ("a state that is cut off", |step| step.state = step.state.slice(..step.state.len() - 1)),
    ("a state larger than any", |step| append(&mut step.state, &chunk(99, 1024 * 1024))),
    ("a field twice", |step| append(&mut step.state, &[0x10, 1])),
    ("a number in a longer form", |step| append(&mut step.state, &[0xb8, 0x06, 0x81, 0x00])),
    ("a state with a group", |step| append(&mut step.state, &[0x9b, 0x06, 0x9c, 0x06])),
    ("a hand of text", |step| append(&mut step.state, &[0x1a, 5, 0x12, 3, 0xff, 0xff, 0xff])),
    ("an event of another schema", |step| step.events.push(event(&[0x0a, 2, 0x0a, 0]))),
    ("an event of two kinds", |step| step.events.push(event(&[0x22, 0, 0x3a, 0]))),
    ("an owner that is no number of a seat", |step| {
        step.events.push(event(&[0x0a, 7, 0x08, 0xff, 0xff, 0xff, 0xff, 0x7f]));
    }),
    ("more events than any", |step| step.events = vec![event(&[0x3a, 0]); 10_001]),
    ("events larger than any", |step| step.events = vec![event(&chunk(99, 600_000)); 2]),
    ("a rule with a command for terminals", |step| step.events = vec![ruled("\u{1b}[2J")]),
    ("a rule as long as a book", |step| step.events = vec![ruled(&"x".repeat(5_000))]),
    ("a seat that is not there", |step| step.seats_to_act = vec![3]),
    ("seat zero", |step| step.seats_to_act = vec![0, 1]),
    ("a seat twice", |step| step.seats_to_act = vec![1, 1]),
    ("seats in disorder", |step| step.seats_to_act = vec![2, 1]),
    ("nobody to act", |step| step.seats_to_act.clear()),
    ("an end while seats are awaited", |step| step.outcome = Some(outcome([1, 2], [1, 2]))),
    ("an end that forgets a seat", |step| end(step, outcome([1, 1], [1, 2]))),
    ("an end without a first place", |step| end(step, outcome([1, 2], [0, 0]))),
    ("a draw of its own", |step| {
        step.draws = vec![rules::Draw { sides: 1_000_000_000, value: 7 }];
    }),
    ("a draw of nothing", |step| step.draws = vec![rules::Draw { sides: 0, value: 0 }]),
    ("somebody else's secret", |step| step.secret_to = 2),
    ("a secret of nobody at the table", |step| step.secret_to = 77),
];

#[tokio::test]
async fn a_lie_about_a_step_changes_nothing_and_the_truth_goes_on() {
    let fixture = Fixture::set().await;
    for (what, lie) in STEP_LIES {
        let (before, views) = (fixture.stored().await, fixture.views().await);
        let choice = fixture.ann.legal("Choose").await.remove(0);
        fixture.pod.tell(Some(Lie::Step(lie)));
        let status = fixture.ann.submit(vec![choice.clone()]).await.expect_err(what);
        assert_eq!(reason(&status).name(), "BUG", "{what}: {status:?}");
        assert!(fixture.stored().await == before, "{what}: what is stored has changed");
        assert_eq!(fixture.views().await, views, "{what}");

        fixture.pod.tell(None);
        let update = fixture.ann.submit(vec![choice]).await.expect("the truth is believed");
        assert_eq!(update.revision, views[1].revision + 1, "{what}");
        fixture.ann.submit(fixture.ann.legal("Take").await).await.expect("it can be taken back");
    }
}

#[tokio::test]
async fn a_secret_that_everybody_would_notice_is_no_secret() {
    let fixture = Fixture::set().await;
    let choice = fixture.ann.legal("Choose").await.remove(0);
    let before = fixture.stored().await;
    let lies: [StepLie; 4] = [
        ("a visible change", |step| alter(step, |state| state.players[0].points += 1)),
        ("a change of somebody else's", |step| {
            alter(step, |state| state.players[1].hand.reverse());
            alter(step, |state| state.players[1].hand[0] += 1);
        }),
        ("a visible event", |step| step.events.push(event(&[0x3a, 0]))),
        ("an end of the turn", |step| step.seats_to_act = vec![2]),
    ];
    for (what, lie) in lies {
        fixture.pod.tell(Some(Lie::Step(lie)));
        let status = fixture.ann.submit(vec![choice.clone()]).await.expect_err(what);
        assert_eq!(reason(&status).name(), "BUG", "{what}: {status:?}");
        assert!(fixture.stored().await == before, "{what}: what is stored has changed");
    }
    fixture.pod.tell(None);
    fixture.ann.submit(vec![choice]).await.expect("the truth is believed");
}

#[tokio::test]
async fn what_has_no_owner_at_the_table_is_seen_by_nobody() {
    for owner in [0_u32, 3, 99] {
        let fixture = Fixture::set().await;
        let lie: fn(&mut rules::Step) = match owner {
            0 => |step| step.events.push(dealt(0)),
            3 => |step| step.events.push(dealt(3)),
            _ => |step| step.events.push(dealt(99)),
        };
        fixture
            .ann
            .submit(vec![fixture.ann.legal("Choose").await.remove(0)])
            .await
            .expect("chosen");
        fixture.pod.tell(Some(Lie::Step(lie)));
        let seal = fixture.ann.legal("Seal").await;
        let update = fixture.ann.submit(seal).await.expect("nothing is wrong with its form");
        let shown = update.events.last().expect("the invented event").payload.clone();
        let shown = pb::Event::decode(shown).expect("an event").kind;
        let Some(pb::event::Kind::Dealt(shown)) = shown else { panic!("{shown:?}") };
        assert_eq!((shown.seat, shown.card), (owner, 0), "the card is nobody's");
    }
}

/// What is lied about, and how.
type LegalLie = (&'static str, fn(&mut Vec<rules::LegalAction>));

#[tokio::test]
async fn a_lie_about_what_is_legal_reaches_nobody() {
    let fixture = Fixture::set().await;
    let lies: [LegalLie; 6] = [
        ("a command for terminals", |legal| legal[0].label = format!("\u{1b}]0;{SMUGGLED}\u{7}")),
        ("a line break", |legal| legal[0].group = format!("Cards\n{SMUGGLED}")),
        ("an element as long as a book", |legal| legal[0].element = SMUGGLED.repeat(1_000)),
        ("megabytes", |legal| legal[0].label = SMUGGLED.repeat(500_000)),
        ("more than an answer holds", |legal| legal[0].label = SMUGGLED.repeat(2_000_000)),
        ("an action that is none", |legal| legal[0].action = Bytes::from_static(&[0x0a, 0x7f])),
    ];
    for (what, lie) in lies {
        fixture.pod.tell(Some(Lie::Legal(lie)));
        let request = play::ListLegalActionsRequest { match_id: fixture.match_id.clone() };
        let request = with_token(request, &fixture.ann.token);
        let status = fixture.client.clone().list_legal_actions(request).await.expect_err(what);
        let name = reason(&status).name().to_owned();
        assert!(["BUG", "RULES_UNAVAILABLE"].contains(&name.as_str()), "{what}: {status:?}");
        assert!(!format!("{status:?}").contains(SMUGGLED), "{what}: {status:?}");
    }
    fixture.pod.tell(None);
    assert!(!fixture.ann.legal("Choose").await.is_empty(), "the truth is believed");
}

#[tokio::test]
async fn an_action_of_somebody_else_that_is_called_legal_is_refused_when_it_is_taken() {
    let fixture = Fixture::set().await;
    let before = fixture.stored().await;
    // No hand has a card of this number.
    fixture.pod.tell(Some(Lie::Legal(|legal| legal[0].action = choose(MARKED))));
    let invented = fixture.ann.legal("Choose").await.remove(0);
    let status = fixture.ann.submit(vec![invented]).await.expect_err("the rules refuse it");
    assert_eq!(reason(&status).name(), "MALFORMED", "{status:?}");
    assert!(fixture.stored().await == before, "what is stored has changed");
}

/// What is lied about, and how.
type SentenceLie = (&'static str, fn(&mut Vec<String>));

#[tokio::test]
async fn a_lie_about_what_happened_is_told_to_nobody() {
    let fixture = Fixture::set().await;
    let honest = fixture.sentences().await.expect("sentences");
    assert!(!honest.is_empty());
    let lies: [SentenceLie; 4] = [
        ("too few", Vec::clear),
        ("too many", |told| told.push(SMUGGLED.to_owned())),
        ("a command for terminals", |told| told[0] = format!("\u{9b}2J{SMUGGLED}")),
        ("a sentence as long as a book", |told| told[0] = SMUGGLED.repeat(1_000)),
    ];
    for (what, lie) in lies {
        fixture.pod.tell(Some(Lie::Sentences(lie)));
        let status = fixture.sentences().await.expect_err(what);
        assert_eq!(reason(&status).name(), "BUG", "{what}: {status:?}");
        assert!(!format!("{status:?}").contains(SMUGGLED), "{what}: {status:?}");
    }
    fixture.pod.tell(None);
    assert_eq!(fixture.sentences().await.expect("sentences"), honest);
}

/// What is lied about, and how.
const BOT_LIES: [(&str, Lie); 4] = [
    ("an action that is none", Lie::Suggestion(|answer| answer.action = Bytes::from_static(&[9]))),
    ("an action that is illegal", Lie::Suggestion(|answer| answer.action = choose(MARKED))),
    ("that nobody is awaited", Lie::Refusal(|| not_awaited().status())),
    ("that the revision is old", Lie::Refusal(|| Reason::StaleRevision { current: 1 }.status())),
];

#[tokio::test]
async fn a_bot_that_is_lied_to_gives_up_and_plays_on_with_the_truth() {
    for (what, lie) in BOT_LIES {
        let log = LogCapture::new();
        let _capturing = log.install();
        let fixture = Fixture::set().await;
        fixture.pod.tell(Some(lie));
        let ann = against_a_bot(&fixture.client).await;
        kit_testing::wait_until("the bot gives up", async || {
            log.complaints().iter().any(|line| line.contains("a match could not be driven"))
        })
        .await;
        let calls = fixture.pod.calls();
        assert!(calls < 40, "{what}: {calls} calls, and no end");

        fixture.pod.tell(None);
        ann.submit(vec![ann.legal("Choose").await.remove(0)]).await.expect("a legal act");
        kit_testing::wait_until("the bot has acted", async || ann.view().await.seats_to_act == [1])
            .await;
    }
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_no_answer() {
    let fixture = Fixture::set().await;
    let (before, revision) = (fixture.stored().await, fixture.ann.view().await.revision);
    let choice = fixture.ann.legal("Choose").await.remove(0);
    fixture.pod.hold(true);
    let mut request = fixture.ann.request(play::SubmitActionsRequest {
        match_id: fixture.match_id.clone(),
        actions: vec![choice.clone()],
        ..Default::default()
    });
    request.set_timeout(Duration::from_millis(300));
    let status = fixture.client.clone().submit_actions(request).await.expect_err("it is held");
    assert_eq!(reason(&status).name(), "DEADLINE", "{status:?}");
    fixture.pod.hold(false);
    let update = fixture.ann.submit(vec![choice]).await.expect("there is time now");
    assert_eq!(update.revision, revision + 1, "it happened once");
    assert_eq!(fixture.stored().await.1.len(), before.1.len() + 1);
}

#[tokio::test]
async fn a_refusal_of_any_size_harms_no_connection() {
    let fixture = Fixture::set().await;
    type Refusal = fn() -> Status;
    let refusals: [(&str, Refusal); 4] = [
        ("RULE_VIOLATION", || refusal_of(&"侍".repeat(1_300))),
        ("BUG", || refusal_of(&"侍".repeat(5_000))),
        ("BUG", || refusal_of(&"x".repeat(40_000))),
        ("BUG", || refusal_of("one line\nand another")),
    ];
    let choice = fixture.ann.legal("Choose").await.remove(0);
    let log = LogCapture::new();
    let _capturing = log.install();
    for (name, refusal) in refusals {
        fixture.pod.tell(Some(Lie::Refusal(refusal)));
        let status = fixture.ann.submit(vec![choice.clone()]).await.expect_err(name);
        assert_eq!(reason(&status).name(), name, "{status:?}");
        let header_bytes: usize =
            status.metadata().clone().into_headers().values().map(|value| value.len()).sum();
        assert!(status.message().len() + status.details().len() + header_bytes < 6 * 1024);
    }
    fixture.pod.tell(None);
    fixture.ann.submit(vec![choice]).await.expect("the truth is believed");
    let lost = log.lines().into_iter().filter(|line| line.contains("takes no more calls"));
    assert_eq!(lost.collect::<Vec<_>>(), Vec::<String>::new());
}

/// A refusal as a game would make it that knows of no bounds.
fn refusal_of(message: &str) -> Status {
    let rule = "TOY-1".to_owned();
    let bounded = Reason::RuleViolation { rule, message: String::new(), action_index: None };
    let bounded = bounded.status();
    Status::with_details(bounded.code(), message, Bytes::copy_from_slice(bounded.details()))
}

async fn against_a_bot(client: &MatchClient) -> Player {
    let hosted = create(&mut client.clone(), 2, true).await;
    let ann = Player::sit(client, &hosted.match_id, "Ann").await;
    let request = play::AddBotRequest { match_id: hosted.match_id, ..Default::default() };
    client.clone().add_bot(with_token(request, &hosted.host_token)).await.expect("a bot");
    ann
}

fn append(state: &mut Bytes, more: &[u8]) {
    *state = [&state[..], more].concat().into();
}

/// A field that nobody knows, with so many bytes in it.
fn chunk(number: u32, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    prost::encoding::encode_key(number, prost::encoding::WireType::LengthDelimited, &mut bytes);
    prost::encoding::encode_varint(length as u64, &mut bytes);
    bytes.resize(bytes.len() + length, 0);
    bytes
}

fn alter(step: &mut rules::Step, change: impl FnOnce(&mut pb::State)) {
    let mut state = pb::State::decode(step.state.clone()).expect("an honest state");
    change(&mut state);
    step.state = state.encode_to_vec().into();
}

fn event(payload: &[u8]) -> rules::Event {
    rules::Event { payload: Bytes::copy_from_slice(payload), rules: Vec::new() }
}

fn ruled(rule: &str) -> rules::Event {
    rules::Event { rules: vec![rule.to_owned()], ..event(&[0x3a, 0]) }
}

/// Somebody is dealt a card.
fn dealt(seat: u32) -> rules::Event {
    let kind = pb::event::Kind::Dealt(pb::Dealt { seat, card: MARKED });
    event(&pb::Event { kind: Some(kind) }.encode_to_vec())
}

fn choose(card: u32) -> Bytes {
    let kind = pb::action::Kind::Choose(pb::Choose { card });
    pb::Action { kind: Some(kind) }.encode_to_vec().into()
}

fn end(step: &mut rules::Step, outcome: rules::Outcome) {
    step.seats_to_act.clear();
    step.outcome = Some(outcome);
}

fn outcome(seats: [u32; 2], ranks: [u32; 2]) -> rules::Outcome {
    let standing = |(seat, rank)| rules::Standing { seat, rank, score: Vec::new() };
    rules::Outcome { standings: seats.into_iter().zip(ranks).map(standing).collect() }
}

fn not_awaited() -> Reason {
    Reason::NotAwaited { message: SMUGGLED.to_owned(), action_index: None }
}
