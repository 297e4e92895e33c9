//! How a game's messages become values of its rules, and back.

use kit_rules::{Draws, Rules, Seat};
use prost::{Message, Name};

use crate::Malformed;

/// A game on the wire.
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
    fn options_from_proto(message: Self::Options) -> Result<OptionsOf<Self>, Malformed>;

    /// Reads a complete state.
    ///
    /// # Errors
    /// If it is not a position that the rules can go on from. What passes here
    /// never makes the rules panic.
    fn state_from_proto(message: Self::State) -> Result<StateOf<Self>, Malformed>;

    /// Reads a redacted state as the seat sees it. What is hidden from the seat
    /// stays empty; the seat's legal actions are the same as in the real state.
    ///
    /// # Errors
    /// If it is not a view of a position.
    fn view_from_proto(message: Self::State, seat: Seat) -> Result<StateOf<Self>, Malformed>;

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
    ) -> Result<StateOf<Self>, Malformed>;

    /// Reads an action.
    ///
    /// # Errors
    /// If no kind is set or a value is not one of the game's.
    fn action_from_proto(message: Self::Action) -> Result<ActionOf<Self>, Malformed>;

    /// Reads an event, redacted or not.
    ///
    /// # Errors
    /// If no kind is set or a value is not one of the game's.
    fn event_from_proto(message: Self::Event) -> Result<EventOf<Self>, Malformed>;

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
    fn render(view: Self::State, viewer: Option<Seat>) -> Result<String, Malformed>;
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
