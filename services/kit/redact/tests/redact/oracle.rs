//! A second redactor, written for clarity, that works on decoded messages.

use kit_redact::Viewer;
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage as _, Value,
};

/// What the viewer may see of a message; `owner` is named from outside.
pub(crate) fn redact(message: &DynamicMessage, owner: u32, viewer: Viewer) -> DynamicMessage {
    let descriptor = message.descriptor();
    let owner = owner_of(message, owner);
    let mut view = DynamicMessage::new(descriptor.clone());
    for field in descriptor.fields().filter(|field| message.has_field(field)) {
        let value = message.get_field(&field);
        if sees(&field, owner, viewer) {
            if let Some(value) = inside(&value, owner, viewer) {
                view.set_field(&field, value);
            }
        } else if is_counted(&field) {
            let hidden = value.as_list().expect("only lists are counted").iter();
            let defaults = hidden.map(|_| Value::default_value(&field.kind())).collect();
            view.set_field(&field, Value::List(defaults));
        }
    }
    view
}

/// The owner inside a message, given the one around it.
pub(crate) fn owner_of(message: &DynamicMessage, around: u32) -> u32 {
    let field = message
        .descriptor()
        .fields()
        .find(|field| flag(&field.options(), field.parent_message(), "owner"));
    match field {
        Some(field) => message.get_field(&field).as_u32().expect("owners are uint32"),
        None => around,
    }
}

pub(crate) fn knows(message: &DynamicMessage, viewer: Viewer) -> bool {
    if !is_concealed(&message.descriptor()) {
        return true;
    }
    matches!(viewer, Viewer::Seat(seat) if seat.number() == owner_of(message, 0))
}

pub(crate) fn is_concealed(message: &MessageDescriptor) -> bool {
    flag(&message.options(), message, "concealed")
}

pub(crate) fn sees(field: &FieldDescriptor, owner: u32, viewer: Viewer) -> bool {
    let own = option(&field.options(), field.parent_message(), "audience");
    let message = field.parent_message();
    let audience =
        own.or_else(|| option(&message.options(), message, "default_audience")).unwrap_or(0);
    match (audience, viewer) {
        (1, _) => true,
        (2, Viewer::Seat(seat)) => seat.number() == owner,
        _ => false,
    }
}

pub(crate) fn is_counted(field: &FieldDescriptor) -> bool {
    option(&field.options(), field.parent_message(), "others") == Some(2)
}

/// What the viewer may see of a value in a field that they see; none if they
/// may not even know of it.
fn inside(value: &Value, owner: u32, viewer: Viewer) -> Option<Value> {
    match value {
        Value::Message(message) => {
            knows(message, viewer).then(|| Value::Message(redact(message, owner, viewer)))
        }
        Value::List(list) => {
            let known = list.iter().filter_map(|value| inside(value, owner, viewer));
            Some(Value::List(known.collect()))
        }
        scalar => Some(scalar.clone()),
    }
}

fn flag(options: &DynamicMessage, near: &MessageDescriptor, name: &str) -> bool {
    let extension = near
        .parent_pool()
        .get_extension_by_name(&format!("bakufu.visibility.v1.{name}"))
        .expect("the schema imports the options");
    options.get_extension(&extension).as_bool() == Some(true)
}

fn option(options: &DynamicMessage, near: &MessageDescriptor, name: &str) -> Option<i32> {
    let name = format!("bakufu.visibility.v1.{name}");
    let extension = near.parent_pool().get_extension_by_name(&name)?;
    assert!(matches!(extension.kind(), Kind::Enum(_)), "{name} is an enum");
    options.has_extension(&extension).then(|| options.get_extension(&extension).as_enum_number())?
}
