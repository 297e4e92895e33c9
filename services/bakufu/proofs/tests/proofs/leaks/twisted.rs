//! The toy game with a leak that no redaction can stop.

use kit_conformance::toy::{
    self, Action, Applied, Envelopes, Event, Illegal, Player, State, ToyWire, Twist, TwistedWire,
    WireTwist,
};
use kit_rules::{Rules, Seat, Step};
use kit_rules_server::{Label, Wire};

/// What is changed; everything else is as in the toy game.
pub(crate) enum Leak {}

impl Leak {
    /// Labels tell how many ones are left in the pile.
    pub(crate) const LABEL: u8 = 0;
    /// Refusals tell whether somebody else has chosen.
    pub(crate) const REFUSAL: u8 = 1;
    /// The rules that caused a dealt card tell whether it is high.
    pub(crate) const CAUSE: u8 = 2;
    /// Choosing is no secret, though nobody is said to see it.
    pub(crate) const OPEN_CHOICE: u8 = 3;
}

/// The toy game with a leak.
pub(crate) type Twisted<const LEAK: u8> = TwistedWire<Leaking<LEAK>>;

pub(crate) enum Leaking<const LEAK: u8> {}

impl<const LEAK: u8> Twist for Leaking<LEAK> {
    fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
        Envelopes::apply(state, step, events).map_err(|illegal| match step {
            Step::Act { seat, .. } if LEAK == Leak::REFUSAL => {
                let chosen =
                    |(other, player): (Seat, &Player)| other != *seat && player.envelope.is_some();
                if state.seats().any(chosen) { Illegal::NothingToSeal } else { illegal }
            }
            _ => illegal,
        })
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        match event {
            Event::Dealt { card: Some(card), .. } if LEAK == Leak::CAUSE && card.number() > 3 => {
                &["ENV-1", "ENV-2"]
            }
            _ => Envelopes::causes(event),
        }
    }

    fn is_secret(action: &Action) -> bool {
        LEAK != Leak::OPEN_CHOICE && Envelopes::is_secret(action)
    }
}

impl<const LEAK: u8> WireTwist for Leaking<LEAK> {
    type Game = toy::Twisted<Self>;

    fn label(state: &State, seat: Seat, action: &Action) -> Label {
        let mut label = ToyWire::label(state, seat, action);
        if LEAK == Leak::LABEL {
            label.text += &format!(" ({} ones are left)", state.pile.copies[0]);
        }
        label
    }
}
