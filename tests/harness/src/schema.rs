//! Reads a game's messages through the schema that it publishes, and decides
//! what a viewer may see of them, independently of the server.

use prost::Message;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor, ReflectMessage, Value,
};

use crate::rules::Game;

const AUDIENCE: &str = "bakufu.visibility.v1.audience";
const DEFAULT_AUDIENCE: &str = "bakufu.visibility.v1.default_audience";
const OTHERS: &str = "bakufu.visibility.v1.others";
const OWNER: &str = "bakufu.visibility.v1.owner";
const CONCEALED: &str = "bakufu.visibility.v1.concealed";

const EVERYONE: i32 = 1;
const OWNER_ONLY: i32 = 2;
const COUNTED: i32 = 2;

/// The messages of one game.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The facts about the game.
    pub game: Game,
    pool: DescriptorPool,
}

impl Schema {
    /// A schema out of what a server published.
    pub fn new(game: Game, pool: DescriptorPool) -> Self {
        Self { game, pool }
    }

    /// Reads a state or a view.
    ///
    /// # Panics
    /// If it does not parse, or holds fields that the schema does not have.
    pub fn state(&self, bytes: &[u8]) -> DynamicMessage {
        self.read(&self.game.state_message, bytes)
    }

    /// Reads an event.
    ///
    /// # Panics
    /// If it does not parse, or holds fields that the schema does not have.
    pub fn event(&self, bytes: &[u8]) -> DynamicMessage {
        self.read(&self.game.event_message, bytes)
    }

    /// Reads an action.
    ///
    /// # Panics
    /// If it does not parse, or holds fields that the schema does not have.
    pub fn action(&self, bytes: &[u8]) -> DynamicMessage {
        self.read(&self.game.action_message, bytes)
    }

    /// Reads options.
    ///
    /// # Panics
    /// If they do not parse, or hold fields that the schema does not have.
    pub fn options(&self, bytes: &[u8]) -> DynamicMessage {
        self.read(&self.game.options_message, bytes)
    }

    /// An empty message of options, to be filled.
    ///
    /// # Panics
    /// If the schema does not have it.
    pub fn no_options(&self) -> DynamicMessage {
        DynamicMessage::new(self.message(&self.game.options_message))
    }

    /// What a viewer may see of an event; none if nothing is left.
    pub fn event_for(&self, bytes: &[u8], viewer: u32) -> Option<DynamicMessage> {
        let visible = self.seen_by(&self.event(bytes), viewer);
        (!visible.encode_to_vec().is_empty()).then_some(visible)
    }

    /// What a viewer may see of a state or an event, decided field by field.
    pub fn seen_by(&self, message: &DynamicMessage, viewer: u32) -> DynamicMessage {
        self.copy(message, viewer, 0)
    }

    /// How many values of a message are set that a spectator may not see.
    pub fn secrets_in(&self, message: &DynamicMessage) -> usize {
        let concealed = usize::from(self.is_concealed(&message.descriptor()));
        let in_fields = message.fields().map(|(field, value)| match self.audience(&field) {
            EVERYONE => nested(value).map(|message| self.secrets_in(message)).sum(),
            _ => match value {
                Value::List(values) => {
                    values.iter().filter(|value| !value.is_default(&field.kind())).count()
                }
                _ => 1,
            },
        });
        concealed + in_fields.sum::<usize>()
    }

    fn copy(&self, message: &DynamicMessage, viewer: u32, owner: u32) -> DynamicMessage {
        let owner = self.owner_named_by(message).unwrap_or(owner);
        let mut visible = DynamicMessage::new(message.descriptor());
        for (field, value) in message.fields() {
            let audience = self.audience(&field);
            let mine = audience == OWNER_ONLY && owner != 0 && owner == viewer;
            if audience == EVERYONE || mine {
                if let Some(value) = self.copy_value(value, viewer, owner) {
                    visible.set_field(&field, value);
                }
            } else if self.number(&field.options(), OTHERS) == COUNTED {
                let count = value.as_list().expect("only lists are counted").len();
                let face_down = vec![Value::default_value(&field.kind()); count];
                visible.set_field(&field, Value::List(face_down));
            }
        }
        visible
    }

    /// A value without what is concealed; none if it is so itself.
    fn copy_value(&self, value: &Value, viewer: u32, owner: u32) -> Option<Value> {
        match value {
            Value::Message(message) => {
                let knows = !self.is_concealed(&message.descriptor())
                    || (viewer != 0 && self.owner_named_by(message) == Some(viewer));
                knows.then(|| Value::Message(self.copy(message, viewer, owner)))
            }
            Value::List(values) => {
                let copied = values.iter().filter_map(|it| self.copy_value(it, viewer, owner));
                Some(Value::List(copied.collect()))
            }
            other => Some(other.clone()),
        }
    }

    /// The seat that a message names as its owner, if it names any.
    fn owner_named_by(&self, message: &DynamicMessage) -> Option<u32> {
        let field = message.descriptor().fields().find(|it| self.flag(&it.options(), OWNER))?;
        Some(message.get_field(&field).as_u32().expect("an owner is a seat"))
    }

    fn is_concealed(&self, message: &MessageDescriptor) -> bool {
        self.flag(&message.options(), CONCEALED)
    }

    fn audience(&self, field: &FieldDescriptor) -> i32 {
        match self.number(&field.options(), AUDIENCE) {
            0 => self.number(&field.parent_message().options(), DEFAULT_AUDIENCE),
            own => own,
        }
    }

    fn number(&self, options: &DynamicMessage, extension: &str) -> i32 {
        let extension = self.pool.get_extension_by_name(extension).expect("a known option");
        options.get_extension(&extension).as_enum_number().expect("it is an enum")
    }

    fn flag(&self, options: &DynamicMessage, extension: &str) -> bool {
        let extension = self.pool.get_extension_by_name(extension).expect("a known option");
        options.get_extension(&extension).as_bool().expect("it is a flag")
    }

    fn read(&self, name: &str, bytes: &[u8]) -> DynamicMessage {
        let message = DynamicMessage::decode(self.message(name), bytes)
            .unwrap_or_else(|error| panic!("{name} parses: {error}"));
        assert_eq!(message.unknown_fields().count(), 0, "{name} has no unknown fields");
        message
    }

    fn message(&self, name: &str) -> MessageDescriptor {
        self.pool.get_message_by_name(name).expect("a schema holds the messages that it names")
    }
}

fn nested(value: &Value) -> impl Iterator<Item = &DynamicMessage> {
    let values = match value {
        Value::List(values) => &values[..],
        other => std::slice::from_ref(other),
    };
    values.iter().filter_map(Value::as_message)
}
