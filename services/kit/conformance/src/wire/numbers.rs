//! Numbers of a schema, and the values of the rules that they stand for.

use std::fmt::Debug;

use kit_rules_server::codec::Codec;

/// Asserts that every value has the number of its name in the schema, which is
/// its id behind a prefix, and that the schema has no others. `name` is the
/// `as_str_name` of the generated enum.
///
/// # Panics
/// If a number or a name is another one.
pub fn named_numbers<C, E, I>(
    prefix: &str,
    codec: C,
    name: impl Fn(&E) -> &'static str,
    all: impl IntoIterator<Item = (C::Value, I)>,
) where
    C: Codec<Message = i32, Value: Copy + Debug + PartialEq>,
    E: TryFrom<i32>,
    I: AsRef<str>,
{
    let mut count = 0;
    for (value, id) in all {
        count += 1;
        let number = codec.write(&value);
        assert_eq!(codec.read(&number), Ok(value));
        let schema = E::try_from(number).ok().expect("the schema has the number");
        assert_eq!(name(&schema), format!("{prefix}_{}", id.as_ref().to_ascii_uppercase()));
    }
    for number in 1..=count {
        assert!(codec.read(&number).is_ok(), "{prefix}: {number} means something");
    }
    assert!(E::try_from(count + 1).is_err(), "{prefix}: the schema has no more");
    for nothing in [i32::MIN, -1, 0, count + 1, i32::MAX] {
        assert!(codec.read(&nothing).is_err(), "{prefix}: {nothing} means nothing");
    }
}
