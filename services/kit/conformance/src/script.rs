//! Scripts of rule tests: a position is played on by text, and says what came of it.

use kit_rules::{Pending, Refusal, Rules, Seat, Step, Violation as _, take};

use crate::legal;

/// The parts of a text between semicolons.
pub fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|clause| !clause.is_empty())
}

/// Somebody, and what they do: the parts of `WHO: WHAT`.
///
/// # Panics
/// If the text is something else.
pub fn who_and_what(text: &str) -> (&str, &str) {
    let (who, what) = text.split_once(": ").unwrap_or_else(|| panic!("nobody does {text:?}"));
    (who.trim(), what.trim())
}

/// Takes an action that the rules list and accept.
///
/// # Panics
/// If they do not.
pub fn accept<G: Rules>(
    state: &mut G::State,
    events: &mut Vec<G::Event>,
    (seat, action): (Seat, G::Action),
    text: &str,
) {
    let is_listed = legal::<G>(state, seat).contains(&action);
    let step = Step::Act { seat, action: action.clone() };
    take::<G>(state, &step, events)
        .unwrap_or_else(|refusal| panic!("{text}: {action}: {refusal:?}"));
    assert!(is_listed, "{text}: {action}: accepted, but not listed");
}

/// Whether a rule refuses an action, which then is not listed and changes nothing.
///
/// # Panics
/// If another rule does, or if the list says something else.
pub fn is_refused<G: Rules>(
    state: &mut G::State,
    (seat, action): (Seat, G::Action),
    (rule, text): (&str, &str),
) -> bool {
    let is_listed = legal::<G>(state, seat).contains(&action);
    let unchanged = state.clone();
    let mut events = Vec::new();
    let step = Step::Act { seat, action: action.clone() };
    match take::<G>(state, &step, &mut events) {
        Ok(()) => {
            assert!(is_listed, "{text}: {action}: accepted, but not listed");
            false
        }
        Err(Refusal::Rule(violation)) => {
            assert!(!is_listed, "{text}: {action}: listed, but refused");
            assert_eq!(violation.rule(), rule, "{text}: {action}: {violation}");
            assert_eq!((&*state, events.len()), (&unchanged, 0), "a refusal changes nothing");
            true
        }
        Err(other) => panic!("{text}: {action}: {rule} should refuse, got {other:?}"),
    }
}

/// Takes draws that are pending.
///
/// # Panics
/// If one of them is not.
pub fn draw<G: Rules>(state: &mut G::State, events: &mut Vec<G::Event>, values: &[u32]) {
    for value in values {
        take::<G>(state, &Step::Drawn(*value), events)
            .unwrap_or_else(|refusal| panic!("draw {value}: {refusal:?}"));
    }
}

/// How many sides the pending draw has; none if no draw is pending.
pub fn sides<G: Rules>(state: &G::State) -> u32 {
    match G::pending(state) {
        Pending::Draw { sides } => sides.get(),
        Pending::Seats(_) | Pending::Over(_) => 0,
    }
}

/// Functions of these names that find a value by its id, and panic if there is none:
/// `by_id! { tile: Tile, cell: Cell }`.
#[macro_export]
macro_rules! by_id {
    ($($name:ident: $of:ty),+ $(,)?) => {
        $(pub(crate) fn $name(id: &str) -> $of {
            <$of>::from_id(id).unwrap_or_else(|| panic!("no {} {id:?}", stringify!($name)))
        })+
    };
}

/// What a game's own type for scripts can do. It has the fields `state` and
/// `events`, a method `seat` that finds a player by name, and a method `read` that
/// turns `WHO: WHAT` into actions of seats.
///
/// `prepare` brings a position into the shape in which an action can be tried,
/// `before_refusal` does so besides for the one that is refused, and `check` tells
/// whether a position that came of an action is sound.
#[macro_export]
macro_rules! rule_script {
    (
        $script:ident plays $game:ty
        $(, prepare: $prepare:path)?
        $(, before_refusal: $before:path)?
        $(, check: $check:path)? $(,)?
    ) => {
        impl $script {
            /// Takes actions that the rules accept.
            pub(crate) fn plays(&mut self, actions: &str) -> &mut Self {
                for text in $crate::script::clauses(actions) {
                    for step in self.read(text) {
                        $($prepare(self, &step);)?
                        let (state, events) = (&mut self.state, &mut self.events);
                        $crate::script::accept::<$game>(state, events, step, text);
                        $($check(&self.state).unwrap_or_else(|fault| panic!("{text}: {fault}"));)?
                    }
                }
                self
            }

            /// Takes actions of which the rules refuse the last, in one of its steps.
            pub(crate) fn refuses(&mut self, rule: &str, actions: &str) -> &mut Self {
                let all: Vec<&str> = $crate::script::clauses(actions).collect();
                let (last, before) = all.split_last().expect("there is an action");
                self.plays(&before.join(";"));
                let mut tried = None;
                for step in self.read(last) {
                    $(if tried.is_none() { $before(self, &step); })?
                    $(if tried.is_none() { $prepare(self, &step); })?
                    let state = tried.get_or_insert_with(|| self.state.clone());
                    if $crate::script::is_refused::<$game>(state, step, (rule, last)) {
                        return self;
                    }
                }
                panic!("{last}: {rule} should refuse");
            }

            /// Whoever acts is not awaited.
            pub(crate) fn does_not_await(&mut self, text: &str) -> &mut Self {
                let (seat, action) = self.read(text).swap_remove(0);
                let step = ::kit_rules::Step::Act { seat, action };
                let answer = ::kit_rules::take::<$game>(&mut self.state, &step, &mut self.events);
                assert_eq!(answer, Err(::kit_rules::Refusal::NotAwaited(seat)), "{text}");
                self
            }

            /// Takes draws that are pending.
            pub(crate) fn draws(&mut self, values: &[u32]) -> &mut Self {
                $crate::script::draw::<$game>(&mut self.state, &mut self.events, values);
                self
            }

            /// How many sides the pending draw has; none if no draw is pending.
            #[allow(dead_code)]
            pub(crate) fn sides(&self) -> u32 {
                $crate::script::sides::<$game>(&self.state)
            }

            /// The actions that a player may take.
            pub(crate) fn legal_for(
                &self,
                name: &str,
            ) -> Vec<<$game as ::kit_rules::Rules>::Action> {
                $crate::legal::<$game>(&self.state, self.seat(name))
            }

            /// Whether a player may take the action, or the first of its steps.
            pub(crate) fn allows(&self, text: &str) -> bool {
                let (seat, action) = self.read(text).swap_remove(0);
                $crate::legal::<$game>(&self.state, seat).contains(&action)
            }

            /// How the match ended.
            #[allow(dead_code)]
            pub(crate) fn outcome(&self) -> ::kit_rules::Outcome {
                match <$game as ::kit_rules::Rules>::pending(&self.state) {
                    ::kit_rules::Pending::Over(outcome) => outcome,
                    other => panic!("it is not over: {other:?}"),
                }
            }

            /// What has happened, told as a report.
            pub(crate) fn report(&self) -> Vec<String> {
                self.events.iter().map(ToString::to_string).collect()
            }
        }
    };
}
