//! A rules service of the test's own, which lies as it is told.

use std::future;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use prost::Message;
use tests_harness::rules_service_server::{RulesService, RulesServiceServer};
use tests_harness::{rules, workspace_root};
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use tower::util::MapResponseLayer;

pub(crate) const ID: &str = "liar";
/// The seats of every match.
pub(crate) const SEATS: u32 = 2;

const PROTO: &str = include_str!("liar.proto");

/// What the service answers instead of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// The truth.
    None,
    /// A state that does not parse.
    State,
    NoState,
    /// An event that does not parse.
    Event,
    /// The match is over, but somebody is to act.
    OverWithSeats,
    /// The match goes on, but nobody is to act.
    NobodyToAct,
    /// A seat that the match does not have is to act.
    NoSuchSeat,
    /// The same seat is to act twice.
    SeatTwice,
    /// A result that leaves a seat out.
    Standings,
    /// A random number of its own.
    Draw,
    /// A secret that everyone can see.
    OpenSecret,
    /// An answer without a step.
    NoStep,
    /// Bytes that are no message.
    Garbage,
    /// An error that a rules service never returns.
    Error,
    /// A panic in the middle of the call.
    Panic,
    /// No answer, ever.
    Silence,
}

/// A running service; it ends with its test.
#[derive(Clone)]
pub(crate) struct Liar {
    lie: Arc<Mutex<Lie>>,
    schema: Bytes,
}

/// The service as others find it.
pub(crate) struct Served {
    pub(crate) url: String,
    liar: Liar,
}

#[derive(Clone, PartialEq, Message)]
struct Count {
    #[prost(uint32, tag = "1")]
    count: u32,
}

impl Served {
    /// Serves the game with its honest schema.
    pub(crate) async fn start() -> Self {
        Self::with_schema(PROTO).await
    }

    /// Serves the game with a schema in which one line is another.
    pub(crate) async fn with_line(line: &str, other: &str) -> Self {
        assert!(PROTO.contains(line), "the schema has the line {line:?}");
        Self::with_schema(&PROTO.replace(line, other)).await
    }

    async fn with_schema(proto: &str) -> Self {
        let liar = Liar { lie: Arc::new(Mutex::new(Lie::None)), schema: compile(proto) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let garbler = liar.clone();
        let garble =
            MapResponseLayer::new(
                move |answer: http::Response<tonic::body::Body>| {
                    if garbler.lie() == Lie::Garbage { garbage() } else { answer }
                },
            );
        let server = Server::builder()
            .layer(garble)
            .add_service(RulesServiceServer::new(liar.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        tokio::spawn(server);
        Self { url, liar }
    }

    /// From now on the service tells this lie.
    pub(crate) fn tell(&self, lie: Lie) {
        *self.liar.lie.lock().expect(NEVER_POISONED) = lie;
    }
}

/// A gRPC answer whose message is no message.
fn garbage() -> http::Response<tonic::body::Body> {
    // A frame of four bytes that begin a field of a wire type that is none.
    let frame = String::from("\0\0\0\0\u{4}\u{7f}\u{7f}\u{7f}\u{7f}");
    let mut answer = http::Response::new(tonic::body::Body::new(frame));
    let kind = http::HeaderValue::from_static("application/grpc");
    answer.headers_mut().insert(http::header::CONTENT_TYPE, kind);
    answer
}

/// The descriptor set of the game and its imports.
fn compile(proto: &str) -> Bytes {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::write(folder.path().join("liar.proto"), proto).expect("it can be written");
    let includes = [folder.path().to_owned(), workspace_root().join("protos")];
    let mut compiler = protox::Compiler::new(includes).expect("the folders exist");
    compiler.include_imports(true).open_file("liar.proto").expect("it compiles");
    compiler.encode_file_descriptor_set().into()
}

impl Liar {
    fn lie(&self) -> Lie {
        *self.lie.lock().expect(NEVER_POISONED)
    }

    /// The next step, true or not.
    async fn step(&self, count: u32, seat: u32) -> Result<Option<rules::Step>, Status> {
        let payload: Bytes = Count { count }.encode_to_vec().into();
        let standing = |seat| rules::Standing { seat, rank: 1, score: Vec::new() };
        let mut step = rules::Step {
            state: payload.clone(),
            events: vec![rules::Event { payload, rules: vec!["LIE-1".to_owned()] }],
            seats_to_act: vec![1],
            ..Default::default()
        };
        let unreadable = Bytes::from_static(&[0x0a, 0x7f]);
        match self.lie() {
            Lie::None | Lie::Garbage => {}
            Lie::State => step.state = unreadable,
            Lie::NoState => step.state = Bytes::new(),
            Lie::Event => step.events[0].payload = unreadable,
            Lie::OverWithSeats => {
                let standings = (1..=SEATS).map(standing).collect();
                step.outcome = Some(rules::Outcome { standings });
            }
            Lie::NobodyToAct => step.seats_to_act.clear(),
            Lie::NoSuchSeat => step.seats_to_act = vec![SEATS + 1],
            Lie::SeatTwice => step.seats_to_act = vec![1, 1],
            Lie::Standings => {
                step.seats_to_act.clear();
                step.outcome = Some(rules::Outcome { standings: vec![standing(1)] });
            }
            // True once in a thousand million times.
            Lie::Draw => step.draws = vec![rules::Draw { sides: 1_000_000_000, value: 7 }],
            Lie::OpenSecret => step.secret_to = seat.max(1),
            Lie::NoStep => return Ok(None),
            Lie::Error => return Err(Status::data_loss("the dog ate it")),
            Lie::Panic => panic!("the liar was told to"),
            Lie::Silence => future::pending().await,
        }
        Ok(Some(step))
    }
}

#[tonic::async_trait]
impl RulesService for Liar {
    async fn describe(
        &self,
        _: Request<rules::DescribeRequest>,
    ) -> Result<Response<rules::DescribeResponse>, Status> {
        let message = |name: &str| format!("bakufu.liar.v1.{name}");
        let game = rules::Game {
            id: ID.to_owned(),
            title: "Liar".to_owned(),
            rules_version: "1".to_owned(),
            seats_min: SEATS,
            seats_max: SEATS,
            steps_max: 1_000,
            options_message: message("Options"),
            state_message: message("State"),
            action_message: message("Action"),
            event_message: message("Event"),
            ..Default::default()
        };
        let descriptor_set = self.schema.clone();
        Ok(Response::new(rules::DescribeResponse { game: Some(game), descriptor_set }))
    }

    async fn setup(
        &self,
        _: Request<rules::SetupRequest>,
    ) -> Result<Response<rules::SetupResponse>, Status> {
        let step = self.step(1, 0).await?;
        Ok(Response::new(rules::SetupResponse { step }))
    }

    async fn apply(
        &self,
        request: Request<rules::ApplyRequest>,
    ) -> Result<Response<rules::ApplyResponse>, Status> {
        let request = request.into_inner();
        let before = Count::decode(request.state).expect("our own states are honest");
        let step = self.step(before.count + 1, request.seat).await?;
        Ok(Response::new(rules::ApplyResponse { step }))
    }

    async fn list_legal_actions(
        &self,
        _: Request<rules::ListLegalActionsRequest>,
    ) -> Result<Response<rules::ListLegalActionsResponse>, Status> {
        let unreadable = Bytes::from_static(&[0x0a, 0x7f]);
        let action = match self.lie() {
            Lie::State => unreadable,
            _ => Count { count: 1 }.encode_to_vec().into(),
        };
        let legal = rules::LegalAction { action, label: "nod".to_owned(), ..Default::default() };
        Ok(Response::new(rules::ListLegalActionsResponse { actions: vec![legal] }))
    }

    async fn narrate(
        &self,
        _: Request<rules::NarrateRequest>,
    ) -> Result<Response<rules::NarrateResponse>, Status> {
        // Never as many as there are events.
        Ok(Response::new(rules::NarrateResponse { sentences: Vec::new() }))
    }

    async fn render(
        &self,
        _: Request<rules::RenderRequest>,
    ) -> Result<Response<rules::RenderResponse>, Status> {
        Ok(Response::new(rules::RenderResponse { svg: "<svg/>".to_owned() }))
    }

    async fn suggest(
        &self,
        _: Request<rules::SuggestRequest>,
    ) -> Result<Response<rules::SuggestResponse>, Status> {
        let action = Count { count: 1 }.encode_to_vec().into();
        Ok(Response::new(rules::SuggestResponse { action }))
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds the lie";
