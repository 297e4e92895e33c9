//! The parts of a Markdown page that point somewhere.

/// The lines outside fenced code, with their numbers.
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((number, line));
        }
    }
    lines
}

/// The targets of a line's links and pictures, without titles and anchors.
/// Links inside code are not links.
pub fn links(line: &str) -> Vec<String> {
    let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("``");
    let mut targets: Vec<&str> =
        prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    if prose.starts_with('[') {
        targets.extend(prose.split_once("]: ").map(|(_, target)| target));
    }
    let bare = targets.iter().filter_map(|target| {
        let target = target.split_whitespace().next()?.trim_matches(['<', '>']);
        target.split('#').next()
    });
    bare.filter(|target| !target.is_empty()).map(str::to_owned).collect()
}

/// The texts that a line sets in backticks.
pub fn code_spans(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// The rows of all tables, as their cells, with their lines.
pub fn table_rows(text: &str) -> Vec<(usize, Vec<&str>)> {
    let rows = prose(text).into_iter().filter_map(|(number, line)| {
        let inner = line.trim().strip_prefix('|')?;
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        Some((number, inner.split('|').map(str::trim).collect()))
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_lines_are_no_prose() {
        assert_eq!(prose("a\n```sh\nb\n```\nc\n"), [(1, "a"), (5, "c")]);
    }

    #[test]
    fn links_lose_titles_and_anchors_and_code() {
        let line = "[a](x.md) ![b](<y.png> \"b\") `[c](z.md)` [d](#top) [e](w.md#end)";
        assert_eq!(links(line), ["x.md", "y.png", "w.md"]);
        assert_eq!(links("[f]: v.md"), ["v.md"]);
    }

    #[test]
    fn code_is_what_stands_between_backticks() {
        assert_eq!(code_spans("see `a.rs::b` and `c`"), ["a.rs::b", "c"]);
    }

    #[test]
    fn rows_are_split_into_cells() {
        assert_eq!(table_rows("text\n| a | b c |\n"), [(2, vec!["a", "b c"])]);
    }
}
