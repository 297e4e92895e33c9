//! The functions that a Rust file has.

/// The names of all functions, with their lines.
pub fn functions(text: &str) -> Vec<(usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| Some((number, function(line)?))).collect()
}

pub fn has_function(text: &str, name: &str) -> bool {
    functions(text).iter().any(|(_, function)| *function == name)
}

/// The names of the functions that are tests, with their lines.
pub fn tests(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut marked = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        if let Some(name) = function(line) {
            if marked {
                found.push((number, name));
            }
            marked = false;
        } else if line == "#[test]" || line.starts_with("#[tokio::test") {
            marked = true;
        }
    }
    found
}

fn function(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    for qualifier in ["pub ", "pub(crate) ", "const ", "async "] {
        rest = rest.strip_prefix(qualifier).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "pub async fn one() {}\n#[test]\n/// Two.\nfn two() {}\n\
                          \tfn three<T>() {}\n#[tokio::test(start_paused = true)]\n\
                          async fn four() {}\n// fn five() {}\n";

    #[test]
    fn functions_are_found_with_their_lines() {
        assert_eq!(functions(SAMPLE), [(1, "one"), (4, "two"), (5, "three"), (7, "four")]);
        assert!(has_function(SAMPLE, "two"));
        assert!(!has_function(SAMPLE, "tw"));
        assert!(!has_function(SAMPLE, "five"));
    }

    #[test]
    fn only_marked_functions_are_tests() {
        assert_eq!(tests(SAMPLE), [(4, "two"), (7, "four")]);
    }
}
