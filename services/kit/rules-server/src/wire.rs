//! Conversion of a game's messages to values of its rules, and back.

use kit_rules::{Draws, Rules, Seat};
use prost::{Message, Name};

use crate::Read;

/// A game on the wire.
///
/// # Example
///
/// The game of Nim from the example of [`Rules`], as its server crate would have
/// it; prost makes the messages from the game's proto.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/doc/nim.rs.txt")); }
/// # use nim::{Event, Nim, Position, Take};
/// use kit_rules::{Draws, Seat, SeatCount};
/// use kit_rules_server::codec::*;
/// use kit_rules_server::{Label, Wire, engine};
///
/// mod pb {
///     #[derive(Clone, PartialEq, prost::Message)]
///     pub struct Options {}
///
///     #[derive(Clone, PartialEq, prost::Message)]
///     pub struct State {
///         #[prost(uint32, optional, tag = "1")]
///         pub heap: Option<u32>,
///         #[prost(uint32, tag = "2")]
///         pub seats: u32,
///         #[prost(uint32, tag = "3")]
///         pub turn: u32,
///     }
///
///     #[derive(Clone, PartialEq, prost::Message)]
///     pub struct Action {
///         #[prost(uint32, tag = "1")]
///         pub count: u32,
///     }
///
///     #[derive(Clone, PartialEq, prost::Message)]
///     pub struct Event {
///         #[prost(uint32, tag = "1")]
///         pub seat: u32,
///         #[prost(uint32, tag = "2")]
///         pub count: u32,
///     }
/// #   macro_rules! name { ($($message:ident)*) => { $(impl prost::Name for $message {
/// #       const NAME: &'static str = stringify!($message);
/// #       const PACKAGE: &'static str = "bakufu.nim.v1";
/// #   })* } }
/// #   name!(Options State Action Event);
/// }
///
/// wire_field! {
///     SEAT: u32 as Seat = seat_up_to(4);
///     SEATS: u32 as SeatCount =
///         narrowed(plain(), "is 2 to 4", SeatCount::new, |seats| seats.get() as u32);
///     STATE: pb::State as Position =
///         checked(POSITION, "has its turn at the table", |it| it.seats.has(it.turn));
///     // The heap that everything begins with is nobody's.
///     EVENT: pb::Event as Event = mapped(
///         BY_SEAT,
///         |(seat, count)| seat.map_or(Event::Heaped(count), |seat| Event::Taken(seat, count)),
///         |event| match *event {
///             Event::Heaped(count) => (None, count),
///             Event::Taken(seat, count) => (Some(seat), count),
///         },
///     );
/// }
/// wire_message! {
///     OPTIONS: pb::Options as () = {} <=> ();
///     POSITION: pb::State as Position = { heap: plain(), seats: SEATS, turn: SEAT }
///         <=> Position { heap, seats, turn };
///     ACTION: pb::Action as Take = { count: plain() } <=> Take(count);
///     BY_SEAT: pb::Event as (Option<Seat>, u32) = { seat: or_none(SEAT), count: plain() }
///         <=> (seat, count)
/// }
///
/// struct NimWire;
///
/// impl Wire for NimWire {
///     type Game = Nim;
///     type Options = pb::Options;
///     type State = pb::State;
///     type Action = pb::Action;
///     type Event = pb::Event;
///
///     fn descriptor_set() -> &'static [u8] {
///         // There once protos/bakufu/nim/v1/nim.proto is.
///         kit_proto::descriptor_set("bakufu.nim.v1").unwrap_or_default()
///     }
///
///     wire_tables! { options: OPTIONS, action: ACTION, event: EVENT }
///
///     fn state_from_proto(message: pb::State) -> Read<Position> {
///         STATE.read(&message)
///     }
///
///     // Nothing is hidden in Nim, so a view is the state.
///     fn view_from_proto(message: pb::State, _: Seat) -> Read<Position> {
///         Self::state_from_proto(message)
///     }
///
///     fn determinize(view: pb::State, _: Option<Seat>, _: &mut Draws<'_>) -> Read<Position> {
///         Self::state_from_proto(view)
///     }
///
///     fn state_to_proto(state: &Position) -> pb::State {
///         STATE.write(state)
///     }
///
///     fn label(_: &Position, _: Seat, action: &Take) -> Label {
///         Label { text: action.to_string(), group: "Take", element: "heap".to_owned() }
///     }
///
///     fn render(view: pb::State, _: Option<Seat>) -> Read<String> {
///         let heap = view.heap.unwrap_or(0);
///         let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">"#;
///         Ok(format!(r#"{svg}<text id="heap" x="5" y="15">{heap}</text></svg>"#))
///     }
/// }
///
/// // What the rules service answers; `kit_rules_server::main::<NimWire>()` serves it.
/// use kit_proto::bakufu::rules::v1 as rules;
/// let entropy = bytes::Bytes::from_static(&[7; 32]);
/// let setup = rules::SetupRequest { seats: 2, entropy, ..Default::default() };
/// let step = engine::setup::<NimWire>(setup)?;
/// assert_eq!((step.draws.len(), &step.seats_to_act[..]), (1, &[1][..]));
/// let listed = rules::ListLegalActionsRequest { state: step.state, seat: 1 };
/// let listed = engine::list_legal_actions::<NimWire>(&listed)?;
/// assert_eq!(listed[0].label, "take 1");
/// # Ok::<(), kit_reason::Reason>(())
/// ```
pub trait Wire: Send + Sync + 'static {
    /// The rules.
    type Game: Rules<State: Send, Action: Send, Event: Send, Options: Send>;
    /// The options message.
    type Options: Message + Default + Name;
    /// The state message.
    type State: Message + Default + Name;
    /// The action message.
    type Action: Message + Default + Name;
    /// The event message.
    type Event: Message + Default + Name;

    /// The encoded FileDescriptorSet of the game's package and its imports.
    fn descriptor_set() -> &'static [u8];

    /// Reads options; everything unspecified is the default.
    ///
    /// # Errors
    /// If a value is not one of the game's.
    fn options_from_proto(message: Self::Options) -> Read<OptionsOf<Self>>;

    /// Reads a complete state.
    ///
    /// # Errors
    /// If it is not a position that the rules can go on from. What passes here
    /// never makes the rules panic.
    fn state_from_proto(message: Self::State) -> Read<StateOf<Self>>;

    /// Reads a redacted state as the seat sees it. What is hidden from the seat
    /// stays empty; the seat's legal actions are the same as in the real state.
    ///
    /// # Errors
    /// If it is not a view of a position.
    fn view_from_proto(message: Self::State, seat: Seat) -> Read<StateOf<Self>>;

    /// Imagines a complete state that the viewer can't tell from the real one:
    /// everything that its view hides is dealt anew, every deal that fits the
    /// view as likely as any other, as far as that can be had at little cost.
    /// Redacted for the same viewer, the result gives the view again. Without a
    /// seat the viewer is a spectator. The view is one of a position in which
    /// seats are awaited, or of a match that is over.
    ///
    /// # Errors
    /// If it is not a view of a position.
    fn determinize(
        view: Self::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Read<StateOf<Self>>;

    /// Reads an action.
    ///
    /// # Errors
    /// If no kind is set or a value is not one of the game's.
    fn action_from_proto(message: Self::Action) -> Read<ActionOf<Self>>;

    /// Reads an event, redacted or not.
    ///
    /// # Errors
    /// If no kind is set or a value is not one of the game's.
    fn event_from_proto(message: Self::Event) -> Read<EventOf<Self>>;

    /// Writes a state canonically: the same state gives the same bytes.
    fn state_to_proto(state: &StateOf<Self>) -> Self::State;

    /// Writes an action.
    fn action_to_proto(action: &ActionOf<Self>) -> Self::Action;

    /// Writes an event.
    fn event_to_proto(event: &EventOf<Self>) -> Self::Event;

    /// What people read on an action, and the board element it belongs to.
    fn label(state: &StateOf<Self>, seat: Seat, action: &ActionOf<Self>) -> Label;

    /// Draws a redacted state as an SVG document. The same view gives the same
    /// bytes.
    ///
    /// # Errors
    /// If it is not a view of a position.
    fn render(view: Self::State, viewer: Option<Seat>) -> Read<String>;
}

/// What people read on an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it does, in a few words.
    pub text: String,
    /// A heading for similar actions.
    pub group: &'static str,
    /// The id of the board element that it belongs to, if any.
    pub element: String,
}

/// The options of a wire's game.
pub type OptionsOf<W> = <<W as Wire>::Game as Rules>::Options;
/// The state of a wire's game.
pub type StateOf<W> = <<W as Wire>::Game as Rules>::State;
/// The action of a wire's game.
pub type ActionOf<W> = <<W as Wire>::Game as Rules>::Action;
/// The event of a wire's game.
pub type EventOf<W> = <<W as Wire>::Game as Rules>::Event;
