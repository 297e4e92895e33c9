//! Plans: what is known about a message type when its bytes are filtered.

/// The most singular fields, each oneof counted once, that a message may have.
pub(crate) const SINGULAR_MAX: u32 = u64::BITS;

/// Fields with numbers below this bound are found without a search.
const DIRECT_MAX: usize = 64;

/// The place of a plan among all plans of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanIndex(u32);

impl PlanIndex {
    /// # Panics
    /// If there are more messages than a descriptor set can describe.
    pub(crate) fn new(place: usize) -> Self {
        Self(u32::try_from(place).expect("a descriptor set holds fewer than 2^32 messages"))
    }

    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

/// How to read and filter one message type.
#[derive(Debug)]
pub(crate) struct MessagePlan {
    /// The full name of the message type.
    pub(crate) name: String,
    /// The number of the field that names the owning seat.
    pub(crate) owner: Option<u32>,
    /// Whether only its owner may know that it is there. Then it has an owner
    /// field.
    pub(crate) concealed: bool,
    /// Whether everybody sees it and everything in it, at every depth.
    pub(crate) open: bool,
    /// The fields by ascending number.
    fields: Box<[FieldPlan]>,
    /// Copies of the fields with small numbers, each at its number.
    direct: Box<[Option<FieldPlan>]>,
}

/// How to read and filter one field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldPlan {
    pub(crate) number: u32,
    pub(crate) shape: Shape,
    pub(crate) repeated: bool,
    pub(crate) owner: bool,
    pub(crate) audience: Audience,
    pub(crate) counted: bool,
    /// The bit of this field, or of its oneof, among those that may occur only
    /// once; zero if the field is repeated.
    pub(crate) once: u64,
}

/// How a field's value is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Varint,
    Fixed32,
    Fixed64,
    Text,
    Message(PlanIndex),
}

/// Who receives a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    Everyone,
    Owner,
    Nobody,
}

impl MessagePlan {
    /// A plan that is taken for open, unless the message is concealed, until
    /// [`mark_open`] has looked at it.
    pub(crate) fn new(
        name: String,
        owner: Option<u32>,
        concealed: bool,
        mut fields: Vec<FieldPlan>,
    ) -> Self {
        fields.sort_by_key(|field| field.number);
        let mut direct = Vec::new();
        for field in fields.iter().filter(|field| (field.number as usize) < DIRECT_MAX) {
            direct.resize(field.number as usize, None);
            direct.push(Some(*field));
        }
        let (fields, direct) = (fields.into(), direct.into());
        Self { name, owner, concealed, open: !concealed, fields, direct }
    }

    pub(crate) fn fields(&self) -> &[FieldPlan] {
        &self.fields
    }

    #[inline(always)]
    pub(crate) fn field(&self, number: u32) -> Option<&FieldPlan> {
        match self.direct.get(number as usize) {
            Some(field) => field.as_ref(),
            None => self.search(number),
        }
    }

    fn search(&self, number: u32) -> Option<&FieldPlan> {
        let place = self.fields.binary_search_by_key(&number, |field| field.number).ok()?;
        Some(&self.fields[place])
    }
}

/// Finds out which messages hold nothing that is hidden from anybody.
pub(crate) fn mark_open(plans: &mut [MessagePlan]) {
    // A message that contains itself is open unless something says otherwise,
    // so closed messages spread to those that contain them until none is left.
    loop {
        let closed = plans.iter().position(|plan| {
            plan.open
                && plan.fields.iter().any(|field| match field.shape {
                    _ if field.audience != Audience::Everyone => true,
                    Shape::Message(child) => !plans[child.place()].open,
                    _ => false,
                })
        });
        let Some(closed) = closed else { return };
        plans[closed].open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(number: u32, shape: Shape, audience: Audience) -> FieldPlan {
        FieldPlan {
            number,
            shape,
            repeated: false,
            owner: false,
            audience,
            counted: false,
            once: 0,
        }
    }

    fn plan(fields: Vec<FieldPlan>) -> MessagePlan {
        MessagePlan::new(String::new(), None, false, fields)
    }

    #[test]
    fn fields_are_found_by_small_and_by_large_numbers() {
        let numbers = [1, 3, 63, 64, 70_000, 536_870_911];
        let fields = numbers.map(|number| field(number, Shape::Varint, Audience::Everyone));
        let plan = plan(fields.into());
        for number in numbers {
            assert_eq!(plan.field(number).map(|field| field.number), Some(number));
        }
        for number in [0, 2, 62, 65, 69_999, 70_001, u32::MAX] {
            assert!(plan.field(number).is_none(), "{number} is not a field");
        }
    }

    #[test]
    fn what_is_hidden_at_any_depth_closes_a_message() {
        let child = |index| field(1, Shape::Message(PlanIndex::new(index)), Audience::Everyone);
        let mut plans = [
            plan(vec![child(1)]),
            plan(vec![child(2)]),
            plan(vec![field(1, Shape::Varint, Audience::Nobody)]),
            plan(vec![child(3)]),
        ];
        mark_open(&mut plans);
        assert_eq!(plans.map(|plan| plan.open), [false, false, false, true]);
    }

    #[test]
    fn a_concealed_message_closes_itself_and_those_that_hold_it() {
        let child = |index| field(1, Shape::Message(PlanIndex::new(index)), Audience::Everyone);
        let seat = FieldPlan { owner: true, ..field(1, Shape::Varint, Audience::Everyone) };
        let concealed = MessagePlan::new(String::new(), Some(1), true, vec![seat]);
        let mut plans = [plan(vec![child(1)]), concealed, plan(vec![child(2)])];
        mark_open(&mut plans);
        assert_eq!(plans.map(|plan| plan.open), [false, false, true]);
    }
}
