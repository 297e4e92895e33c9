//! The kinds of values that a variable may hold. Quantities carry their unit.

use std::fmt::Display;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// How a value is read. Every function `&str -> Result<T, String>` is one; the
/// error says what would be right.
pub trait ValueParser<T> {
    /// Reads a value that is not empty.
    ///
    /// # Errors
    /// What is wrong with it and what would be right.
    fn parse(self, value: &str) -> Result<T, String>;
}

impl<T, F: FnOnce(&str) -> Result<T, String>> ValueParser<T> for F {
    fn parse(self, value: &str) -> Result<T, String> {
        self(value)
    }
}

pub fn text(value: &str) -> Result<String, String> {
    Ok(value.to_owned())
}

/// Whatever reads itself from text, and says what is wrong with it.
pub fn parsed<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

/// An address to bind, for example `0.0.0.0:7350` or `[::]:7350`.
pub fn address(value: &str) -> Result<SocketAddr, String> {
    value.parse().map_err(|_| format!("{value:?} is no address such as 0.0.0.0:7350"))
}

/// A URL with one of these schemes. The fault does not repeat the URL, since
/// it may hold a password.
pub fn url(schemes: &'static [&'static str]) -> impl FnOnce(&str) -> Result<String, String> {
    move |value| {
        let expected = || format!("must be a URL that begins with {}://", schemes.join(":// or "));
        let uri: http::Uri = value.parse().map_err(|_| expected())?;
        let scheme = uri.scheme_str().unwrap_or_default();
        let known = schemes.contains(&scheme) && uri.host().is_some_and(|host| !host.is_empty());
        if known { Ok(value.to_owned()) } else { Err(expected()) }
    }
}

/// A duration with its unit, for example `10s` or `1m 30s`.
pub fn duration(value: &str) -> Result<Duration, String> {
    // humantime takes a lone zero; a unit everywhere is easier to explain.
    if value.trim().parse::<f64>().is_ok() {
        return Err(format!(
            "{value:?} has no unit: write {}s or {}ms",
            value.trim(),
            value.trim()
        ));
    }
    humantime::parse_duration(value)
        .map_err(|error| format!("{value:?} is no duration such as 10s or 250ms: {error}"))
}

/// A number of bytes with its unit, for example `64KiB`; units are B, KiB, MiB
/// and GiB.
pub fn bytes(value: &str) -> Result<usize, String> {
    let expected = || format!("{value:?} is no size such as 512B, 64KiB, 4MiB or 1GiB");
    let digits = value.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(expected)?;
    let (number, unit) = value.split_at(digits);
    let unit: usize = match unit.trim_start() {
        "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err(expected()),
    };
    let number: usize = number.parse().map_err(|_| expected())?;
    number.checked_mul(unit).ok_or_else(expected)
}

pub fn unsigned(range: RangeInclusive<u64>) -> impl FnOnce(&str) -> Result<u64, String> {
    move |value| {
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("{value:?} is no whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// `true` or `false`.
pub fn flag(value: &str) -> Result<bool, String> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{value:?} is neither true nor false")),
    }
}

/// One of a few words, each with what it means.
pub fn one_of<T: Copy>(
    words: &'static [(&'static str, T)],
) -> impl FnOnce(&str) -> Result<T, String> {
    move |value| {
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
        found.ok_or_else(|| {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            format!("{value:?} is none of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_needs_its_unit() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        for bad in ["10", "0", " 5 ", "1.5", "s", "ten seconds", "-1s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_size_needs_its_unit_and_must_fit() {
        assert_eq!(bytes("512B"), Ok(512));
        assert_eq!(bytes("4MiB"), Ok(4 << 20));
        assert_eq!(bytes("1 GiB"), Ok(1 << 30));
        for bad in ["4", "MiB", "4MB", "-4MiB", "99999999999999GiB", "1.5MiB"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_number_stays_in_its_range() {
        assert_eq!(unsigned(1..=8)("1"), Ok(1));
        assert_eq!(unsigned(1..=8)("8"), Ok(8));
        for bad in ["0", "9", "-1", "two", "3.0"] {
            assert!(unsigned(1..=8)(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_has_a_port() {
        assert!(address("127.0.0.1:80").is_ok());
        assert!(address("[::]:80").is_ok());
        assert!(address("127.0.0.1").is_err());
        assert!(address("localhost:80").is_err());
    }

    #[test]
    fn a_url_has_a_known_scheme_and_a_host_and_its_fault_does_not_repeat_it() {
        let kind = || url(&["redis", "rediss"]);
        assert!(kind()("redis://user:hunter2@store:6379/0").is_ok());
        assert!(kind()("rediss://store").is_ok());
        for bad in ["store:6379", "http://user:hunter2@store", "redis:///hunter2", "hunter2"] {
            let why = kind()(bad).expect_err(bad);
            assert!(!why.contains("hunter2"), "{why}");
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        assert_eq!(flag("true"), Ok(true));
        assert_eq!(flag("false"), Ok(false));
        assert!(flag("yes").is_err());
        let kind = || one_of(&[("text", 1), ("json", 2)]);
        assert_eq!(kind()("json"), Ok(2));
        assert_eq!(kind()("xml"), Err("\"xml\" is none of text, json".to_owned()));
    }
}
