//! Compression of answers: whether it is allowed, and how it is done.

use std::io::Write;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// Compresses a file as well as gzip can; it is done once per process.
pub(crate) fn gzip(body: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(body).and_then(|()| encoder.finish());
    written.expect("a vector takes everything").into()
}

/// Whether the caller reads gzip.
pub(crate) fn accepts_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(is_never)
    })
}

/// Whether a parameter says "not this one": a weight of zero.
fn is_never(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    weight.and_then(|weight| weight.trim().parse::<f32>().ok()) == Some(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_used_only_for_those_who_read_it() {
        for (value, expected) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate, br", false),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("x-gzip", false),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(ACCEPT_ENCODING, value.parse().expect("a header value"));
            assert_eq!(accepts_gzip(&asked), expected, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
