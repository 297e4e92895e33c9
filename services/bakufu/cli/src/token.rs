//! Tokens on their way from files and variables to a server.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// The token in a file, or else the one that was given; none if there is
/// neither.
///
/// # Errors
/// If the file can't be read, or what was found can't be a token.
pub(crate) fn read(file: Option<&Path>, given: Option<&str>) -> Result<Option<String>, Failure> {
    let token = match (file, given) {
        (Some(file), _) => fs::read_to_string(file)
            .map_err(|source| Failure::TokenFile { file: file.to_owned(), source })?,
        (None, Some(token)) => token.to_owned(),
        (None, None) => return Ok(None),
    };
    let token = token.trim_end_matches(['\r', '\n']);
    // It travels in a header, which takes nothing else.
    let is_plain = !token.is_empty() && token.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_plain { Ok(Some(token.to_owned())) } else { Err(Failure::StrangeToken) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_before_a_variable_and_its_last_line_break_is_none_of_the_token() {
        let folder = tempfile::TempDir::new().expect("a folder can be made");
        let file = folder.path().join("token");
        fs::write(&file, "from a file\r\n").expect("the folder takes files");
        let found = read(Some(&file), Some("given")).expect("it is a token");
        assert_eq!(found.as_deref(), Some("from a file"));
        assert_eq!(read(None, Some("given")).expect("it is a token").as_deref(), Some("given"));
        assert_eq!(read(None, None).expect("there is none"), None);
    }

    #[test]
    fn what_no_header_takes_is_no_token() {
        for strange in ["", "\n", "a\nb", "ō"] {
            let refused = read(None, Some(strange));
            assert!(matches!(refused, Err(Failure::StrangeToken)), "{strange:?}");
        }
    }
}
