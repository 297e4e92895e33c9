//! A compiled schema: through which every message goes to a viewer.

use kit_rules::Seat;

use crate::check::{Malformed, check};
use crate::compile::Compiler;
use crate::copy::{Copier, Recipients};
use crate::descriptors::read_descriptors;
use crate::fault::{Fault, Problem, SchemaFault, Unreadable};
use crate::plan::{MessagePlan, PlanIndex};
use crate::view::{RedactedBytes, Viewer};

/// The seat that owns what no message gives to anybody.
const NOBODY: u32 = 0;

/// The full names of the four messages by which a game is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots<'a> {
    /// The choices made when a match is created.
    pub options: &'a str,
    /// Everything there is to know about a position.
    pub state: &'a str,
    /// Something that a seat does. The acting seat is its owner.
    pub action: &'a str,
    /// Something that happened.
    pub event: &'a str,
}

/// How the messages of one game are redacted.
///
/// Whether bytes are readable never depends on the viewer: what is hidden is
/// read with the same care, and an unreadable message is unreadable to all.
/// Fields that the schema does not know are dropped at every depth.
#[derive(Debug)]
pub struct Schema {
    plans: Vec<MessagePlan>,
    options: PlanIndex,
    state: PlanIndex,
    action: PlanIndex,
    event: PlanIndex,
}

impl Schema {
    /// Compiles an encoded `FileDescriptorSet`, imports included.
    ///
    /// # Errors
    /// Lists all faults of all messages that can be reached from the roots.
    pub fn compile(descriptor_set: &[u8], roots: &Roots<'_>) -> Result<Self, SchemaFault> {
        let pool = read_descriptors(descriptor_set).map_err(|why| {
            let problem = Problem::BadDescriptors(why);
            SchemaFault { faults: vec![Fault { place: "the descriptor set".into(), problem }] }
        })?;
        let mut compiler = Compiler::new(pool);
        let options = compiler.root("the options message", roots.options);
        let state = compiler.root("the state message", roots.state);
        let action = compiler.root("the action message", roots.action);
        let event = compiler.root("the event message", roots.event);
        let unattended: Vec<PlanIndex> = [options, state, event].into_iter().flatten().collect();
        let (plans, faults) = compiler.finish(&unattended);
        match (options, state, action, event) {
            (Some(options), Some(state), Some(action), Some(event)) if faults.is_empty() => {
                Ok(Self { plans, options, state, action, event })
            }
            _ => Err(SchemaFault { faults }),
        }
    }

    /// What a viewer sees of the options of a match.
    ///
    /// # Errors
    /// If the bytes are not an options message.
    pub fn redact_options(
        &self,
        bytes: &[u8],
        viewer: Viewer,
    ) -> Result<RedactedBytes, Unreadable> {
        self.redact(self.options, bytes, NOBODY, viewer.recipients()).map(RedactedBytes::new)
    }

    /// What a viewer sees of a state: their view.
    ///
    /// # Errors
    /// If the bytes are not a state message.
    pub fn redact_state(&self, bytes: &[u8], viewer: Viewer) -> Result<RedactedBytes, Unreadable> {
        self.redact(self.state, bytes, NOBODY, viewer.recipients()).map(RedactedBytes::new)
    }

    /// What a viewer sees of an action of `acting_seat`.
    ///
    /// # Errors
    /// If the bytes are not an action message.
    pub fn redact_action(
        &self,
        bytes: &[u8],
        viewer: Viewer,
        acting_seat: Seat,
    ) -> Result<RedactedBytes, Unreadable> {
        self.redact(self.action, bytes, acting_seat.number(), viewer.recipients())
            .map(RedactedBytes::new)
    }

    /// What a viewer sees of an event; `None` if nothing is left of it.
    ///
    /// # Errors
    /// If the bytes are not an event message.
    pub fn redact_event(
        &self,
        bytes: &[u8],
        viewer: Viewer,
    ) -> Result<Option<RedactedBytes>, Unreadable> {
        let event = self.redact(self.event, bytes, NOBODY, viewer.recipients())?;
        Ok((!event.is_empty()).then(|| RedactedBytes::new(event)))
    }

    /// Whether a state and the next look the same to everybody but a seat.
    ///
    /// # Errors
    /// If the bytes are not state messages.
    pub fn same_for_others(
        &self,
        before: &[u8],
        after: &[u8],
        seat: Seat,
    ) -> Result<bool, Unreadable> {
        // What all others see together decides: each of their views follows
        // from it.
        let others = Recipients::AllBut(seat.number());
        let before = self.redact(self.state, before, NOBODY, others)?;
        Ok(before == self.redact(self.state, after, NOBODY, others)?)
    }

    /// Whether nobody but a seat learns of an event.
    ///
    /// # Errors
    /// If the bytes are not an event message.
    pub fn concealed_from_others(&self, event: &[u8], seat: Seat) -> Result<bool, Unreadable> {
        Ok(self.redact(self.event, event, NOBODY, Recipients::AllBut(seat.number()))?.is_empty())
    }

    /// Checks that a state can be redacted for every viewer.
    ///
    /// # Errors
    /// If the bytes are not a state message.
    pub fn check_state(&self, bytes: &[u8]) -> Result<(), Unreadable> {
        self.check(self.state, bytes)
    }

    /// Checks that an event can be redacted for every viewer.
    ///
    /// # Errors
    /// If the bytes are not an event message.
    pub fn check_event(&self, bytes: &[u8]) -> Result<(), Unreadable> {
        self.check(self.event, bytes)
    }

    fn redact(
        &self,
        root: PlanIndex,
        bytes: &[u8],
        owner: u32,
        recipients: Recipients,
    ) -> Result<Vec<u8>, Unreadable> {
        // A redacted message is never longer than the whole one.
        let mut out = Vec::with_capacity(bytes.len());
        let copier = Copier { plans: &self.plans, recipients };
        match copier.message(root, bytes, owner, 0, &mut out) {
            Ok(()) => Ok(out),
            Err(malformed) => Err(self.unreadable(malformed)),
        }
    }

    fn check(&self, root: PlanIndex, bytes: &[u8]) -> Result<(), Unreadable> {
        match check(&self.plans, root, bytes, 0) {
            Ok(_) => Ok(()),
            Err(malformed) => Err(self.unreadable(malformed)),
        }
    }

    fn unreadable(&self, Malformed(index): Malformed) -> Unreadable {
        Unreadable { message: self.plans[index.place()].name.clone() }
    }
}
