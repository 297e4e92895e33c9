//! Turns message descriptors into plans, and notes everything that is wrong.

use std::collections::HashMap;

use prost_reflect::{
    Cardinality, DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor,
};

use crate::fault::{Fault, Problem};
use crate::options::VisibilityOptions;
use crate::ownership::unowned;
use crate::plan::{Audience, FieldPlan, MessagePlan, PlanIndex, SINGULAR_MAX, Shape, mark_open};

/// Collects the plans of all messages that can be reached.
pub(crate) struct Compiler {
    pool: DescriptorPool,
    options: VisibilityOptions,
    /// The messages in the order in which they were reached; each plan has the
    /// same place as its message.
    messages: Vec<MessageDescriptor>,
    places: HashMap<String, PlanIndex>,
    plans: Vec<MessagePlan>,
    faults: Vec<Fault>,
}

impl Compiler {
    pub(crate) fn new(pool: DescriptorPool) -> Self {
        let mut faults = Vec::new();
        let options = VisibilityOptions::find(&pool, &mut faults);
        let (messages, plans) = Default::default();
        Self { pool, options, messages, places: HashMap::new(), plans, faults }
    }

    /// The place of the plan for a root message; `part` is what the game uses
    /// the message for.
    pub(crate) fn root(&mut self, part: &str, name: &str) -> Option<PlanIndex> {
        if name.is_empty() {
            self.fault(part, Problem::RootNotNamed);
            return None;
        }
        let Some(message) = self.pool.get_message_by_name(name) else {
            self.fault(name, Problem::NoSuchMessage);
            return None;
        };
        if self.options.is_concealed(&message) {
            self.fault(name, Problem::ConcealedRoot);
        }
        match self.place(message) {
            Ok(place) => Some(place),
            Err(problem) => {
                self.fault(name, problem);
                None
            }
        }
    }

    /// The plans of the roots and of all messages below them, and all faults.
    /// `unattended` are the roots that do not come with an owner.
    pub(crate) fn finish(mut self, unattended: &[PlanIndex]) -> (Vec<MessagePlan>, Vec<Fault>) {
        while let Some(message) = self.messages.get(self.plans.len()) {
            let plan = self.message(&message.clone());
            self.plans.push(plan);
        }
        self.faults.extend(unowned(&self.plans, &self.messages, unattended));
        mark_open(&mut self.plans);
        (self.plans, self.faults)
    }

    fn message(&mut self, message: &MessageDescriptor) -> MessagePlan {
        if message.extension_ranges().len() > 0 {
            self.fault(message.full_name(), Problem::ExtensionRange);
        }
        let default = self.options.default_audience(message).and_then(|audience| {
            audience.map_err(|problem| self.fault(message.full_name(), problem)).ok()
        });
        let mut owner = None;
        let mut bits = OnceBits::default();
        let mut fields = Vec::new();
        for field in message.fields() {
            let Some(plan) = self.field(&field, default, &mut bits) else { continue };
            if plan.owner && owner.replace(plan.number).is_some() {
                self.fault(field.full_name(), Problem::SecondOwner);
            }
            fields.push(plan);
        }
        if bits.used > SINGULAR_MAX {
            let problem = Problem::TooManyFields { max: SINGULAR_MAX };
            self.fault(message.full_name(), problem);
        }
        let concealed = self.options.is_concealed(message);
        if concealed && owner.is_none() {
            self.fault(message.full_name(), Problem::ConcealedWithoutOwner);
        }
        MessagePlan::new(message.full_name().into(), owner, concealed, fields)
    }

    /// The plan of a field, also when something is wrong with it, so that what
    /// is wrong further down is found in the same run; none if there is no way
    /// to read it.
    fn field(
        &mut self,
        field: &FieldDescriptor,
        default: Option<Audience>,
        bits: &mut OnceBits,
    ) -> Option<FieldPlan> {
        let audience = self.audience(field, default);
        let counted = self.counted(field, audience);
        let owner = self.options.is_owner(field);
        if owner {
            self.owner(field, audience);
        }
        if field.is_required() {
            self.fault(field.full_name(), Problem::Required);
        }
        match self.shape(field) {
            Ok(shape) => Some(FieldPlan {
                number: field.number(),
                shape,
                repeated: field.cardinality() == Cardinality::Repeated,
                owner,
                audience,
                counted,
                once: bits.bit(field),
            }),
            Err(problem) => {
                self.fault(field.full_name(), problem);
                None
            }
        }
    }

    fn audience(&mut self, field: &FieldDescriptor, default: Option<Audience>) -> Audience {
        let declared = self.options.audience(field);
        let audience = declared.unwrap_or(default.ok_or(Problem::NoAudience));
        audience.unwrap_or_else(|problem| {
            self.fault(field.full_name(), problem);
            Audience::Nobody
        })
    }

    fn counted(&mut self, field: &FieldDescriptor, audience: Audience) -> bool {
        let counted = self.options.is_counted(field).unwrap_or_else(|problem| {
            self.fault(field.full_name(), problem);
            false
        });
        if !counted {
            return false;
        }
        if field.cardinality() != Cardinality::Repeated {
            self.fault(field.full_name(), Problem::CountOfSingular);
        }
        if audience == Audience::Everyone {
            self.fault(field.full_name(), Problem::CountForNobody);
        }
        if field.kind().as_enum().is_some_and(|values| values.get_value(0).is_none()) {
            self.fault(field.full_name(), Problem::CountWithoutZero);
        }
        if field.kind().as_message().is_some_and(|message| self.options.is_concealed(message)) {
            self.fault(field.full_name(), Problem::CountOfConcealed);
        }
        true
    }

    fn owner(&mut self, field: &FieldDescriptor, audience: Audience) {
        if field.kind() != Kind::Uint32 || field.cardinality() == Cardinality::Repeated {
            self.fault(field.full_name(), Problem::OwnerNotSeat);
        }
        if field.field_descriptor_proto().default_value.is_some() {
            self.fault(field.full_name(), Problem::OwnerWithDefault);
        }
        if audience != Audience::Everyone {
            self.fault(field.full_name(), Problem::OwnerHidden);
        }
    }

    fn shape(&mut self, field: &FieldDescriptor) -> Result<Shape, Problem> {
        if field.is_map() {
            return Err(Problem::Map);
        }
        if field.is_group() {
            return Err(Problem::Group);
        }
        Ok(match field.kind() {
            Kind::Int32 | Kind::Int64 | Kind::Uint32 | Kind::Uint64 => Shape::Varint,
            Kind::Sint32 | Kind::Sint64 | Kind::Bool | Kind::Enum(_) => Shape::Varint,
            Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => Shape::Fixed32,
            Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => Shape::Fixed64,
            Kind::String => Shape::Text,
            Kind::Bytes => return Err(Problem::Opaque),
            Kind::Message(message) => Shape::Message(self.place(message)?),
        })
    }

    /// The place of a message's plan, which is compiled later if it is new.
    fn place(&mut self, message: MessageDescriptor) -> Result<PlanIndex, Problem> {
        let name = message.full_name().to_owned();
        if name.starts_with("google.protobuf.") {
            return Err(Problem::Foreign(name));
        }
        let next = PlanIndex::new(self.messages.len());
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.messages.push(message);
        }
        Ok(place)
    }

    fn fault(&mut self, place: &str, problem: Problem) {
        self.faults.push(Fault { place: place.into(), problem });
    }
}

/// Deals out the bits by which a second occurrence is noticed: one for each
/// singular field, but one for all arms of a oneof together.
#[derive(Default)]
struct OnceBits {
    used: u32,
    oneofs: Vec<(OneofDescriptor, u64)>,
}

impl OnceBits {
    fn bit(&mut self, field: &FieldDescriptor) -> u64 {
        if field.cardinality() == Cardinality::Repeated {
            return 0;
        }
        let Some(oneof) = field.containing_oneof() else { return self.fresh() };
        if let Some((_, bit)) = self.oneofs.iter().find(|(known, _)| *known == oneof) {
            return *bit;
        }
        let bit = self.fresh();
        self.oneofs.push((oneof, bit));
        bit
    }

    fn fresh(&mut self) -> u64 {
        let bit = 1u64.checked_shl(self.used).unwrap_or(0);
        self.used += 1;
        bit
    }
}
