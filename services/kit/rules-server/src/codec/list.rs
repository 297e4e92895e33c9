//! Codecs of repeated fields.

use super::{Codec, Faults, Read, is_absent, refined, with};
use crate::Malformed;

const TWICE: &str = "stands there twice";

/// Any number of elements.
pub fn list_of<C: Codec>(of: C) -> impl Codec<Message = Vec<C::Message>, Value = Vec<C::Value>> {
    with(
        of,
        |of: &C, list: &Vec<C::Message>| each(list, |_, element| of.read(element)),
        |of, values: &Vec<C::Value>| values.iter().map(|value| of.write(value)).collect(),
    )
}

/// Exactly so many elements.
pub fn array_of<C: Codec, const N: usize>(
    of: C,
) -> impl Codec<Message = Vec<C::Message>, Value = [C::Value; N]>
where
    C::Value: Clone,
{
    refined(
        list_of(of),
        |values| values.try_into().map_err(|_| Malformed::itself(format!("has {N} elements"))),
        |values: &[C::Value; N]| values.to_vec(),
    )
}

/// So many elements, each with a codec that knows its place; later places of the
/// array stay empty.
pub fn in_order<C, const N: usize>(
    count: usize,
    of: impl Fn(usize) -> C,
) -> impl Codec<Message = Vec<C::Message>, Value = [C::Value; N]>
where
    C: Codec<Value: Default>,
{
    assert!(count <= N, "the array has a place for every element");
    with(
        of,
        move |of, list: &Vec<C::Message>| {
            if list.len() != count {
                return Err(Malformed::itself(format!("has {count} elements")));
            }
            let mut all = std::array::from_fn(|_| C::Value::default());
            each(list, |index, element| {
                all[index] = of(index).read(element)?;
                Ok(())
            })
            .map(|()| all)
        },
        move |of, all| (0..count).map(|index| of(index).write(&all[index])).collect(),
    )
}

/// Different elements in an order that matters.
pub fn distinct<C>(of: C) -> impl Codec<Message = Vec<C::Message>, Value = Vec<C::Value>>
where
    C: Codec<Message: PartialEq>,
{
    with(
        of,
        |of: &C, list: &Vec<C::Message>| read_distinct(of, list),
        |of, values: &Vec<C::Value>| values.iter().map(|value| of.write(value)).collect(),
    )
}

/// A set; `all` are its elements, in the order of their numbers.
pub fn set_of<C, S, I>(
    of: C,
    all: impl Fn(S) -> I,
) -> impl Codec<Message = Vec<C::Message>, Value = S>
where
    C: Codec<Message: PartialEq>,
    S: Copy + FromIterator<C::Value>,
    I: Iterator<Item = C::Value>,
{
    with(
        of,
        |of: &C, list: &Vec<C::Message>| read_distinct(of, list),
        move |of, set: &S| all(*set).map(|value| of.write(&value)).collect(),
    )
}

/// Drawn cards: how many, and which ones if the reader may know. Unknown ones lie
/// face down, as zeros; some known and others not is a fault.
pub fn or_face_down<C, S>(of: C, max: usize) -> impl Codec<Message = Vec<i32>, Value = (u8, S)>
where
    C: Codec<Message = Vec<i32>, Value = S>,
    S: Default + PartialEq,
{
    with(
        of,
        move |of: &C, numbers: &Vec<i32>| {
            let mut faults = Faults::default();
            let count = u8::try_from(numbers.len()).ok().filter(|_| numbers.len() <= max);
            if count.is_none() {
                faults.add("", format!("has at most {max} elements"));
            }
            let known = numbers.iter().any(|number| *number != 0);
            let read = if known { of.read(numbers) } else { Ok(S::default()) };
            let (Some(count), Some(cards)) = (count, faults.message(read)) else {
                return Err(faults.into());
            };
            Ok((count, cards))
        },
        |of, (count, cards)| {
            if is_absent(cards) { vec![0; (*count).into()] } else { of.write(cards) }
        },
    )
}

/// Elements that are put together to one value. `put` refuses an element that
/// does not fit to those before it; `all` are the elements of a value, in the
/// order in which they are written.
pub fn entries<C: Codec, T>(
    of: C,
    empty: impl Fn() -> T,
    put: impl Fn(&mut T, C::Value) -> Read<()>,
    all: impl Fn(&T) -> Vec<C::Value>,
) -> impl Codec<Message = Vec<C::Message>, Value = T> {
    with(
        of,
        move |of: &C, list: &Vec<C::Message>| {
            let mut value = empty();
            each(list, |_, element| put(&mut value, of.read(element)?)).map(|()| value)
        },
        move |of, value| all(value).iter().map(|element| of.write(element)).collect(),
    )
}

/// Elements with a place each in an array, at most one for each, and none that is
/// empty. `key` is the field that names the place, `keys` are all places in the
/// order in which they are written.
pub fn keyed<C, K, V, I, P, const N: usize>(
    key: &'static str,
    of: C,
    keys: impl Fn() -> I,
    place: P,
) -> impl Codec<Message = Vec<C::Message>, Value = [V; N]>
where
    C: Codec<Value = (K, V)>,
    K: Copy,
    V: Clone + Default + PartialEq,
    I: Iterator<Item = K>,
    P: Fn(K) -> usize,
{
    with(
        (of, place),
        move |(of, place): &(C, P), list: &Vec<C::Message>| {
            let mut all = std::array::from_fn(|_| V::default());
            each(list, |_, element| {
                let (at, value) = of.read(element)?;
                if is_absent(&value) {
                    return Err(Malformed::itself("is absent while it is empty"));
                }
                let before = std::mem::replace(&mut all[place(at)], value);
                if is_absent(&before) { Ok(()) } else { Err(Malformed::field(key, TWICE)) }
            })
            .map(|()| all)
        },
        move |(of, place), all| {
            let held = keys().filter(|key| !is_absent(&all[place(*key)]));
            held.map(|key| of.write(&(key, all[place(key)].clone()))).collect()
        },
    )
}

fn read_distinct<C, S>(of: &C, list: &[C::Message]) -> Read<S>
where
    C: Codec<Message: PartialEq>,
    S: FromIterator<C::Value>,
{
    each(list, |index, element| {
        let value = of.read(element)?;
        // Different values never have the same number.
        if list[..index].contains(element) { Err(Malformed::itself(TWICE)) } else { Ok(value) }
    })
}

/// Reads every element, and says of each fault in which it is. The path is made
/// only when there is one: a state has many elements and hardly ever a fault.
fn each<'m, M, T, S: FromIterator<T>>(
    list: &'m [M],
    mut read: impl FnMut(usize, &'m M) -> Read<T>,
) -> Read<S> {
    let mut faults = Faults::default();
    let values = (0..).zip(list).filter_map(|(index, element)| {
        let read = read(index, element);
        faults.message(read.map_err(|malformed| malformed.inside(&format!("[{index}]"))))
    });
    let values = values.collect();
    faults.or(values)
}
