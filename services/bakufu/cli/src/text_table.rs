//! Columns for people.

use std::fmt;

/// A table with a heading. Columns that hold only numbers go to the right.
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub fn new(headings: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { rows: vec![headings.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row with one cell per heading.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row.get(index).map_or("", String::as_str))
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<(usize, bool)> = (0..self.rows[0].len())
            .map(|index| {
                let width = self.column(index).map(|cell| cell.chars().count()).max();
                (width.unwrap_or(0), self.column(index).skip(1).all(is_number))
            })
            .collect();
        for (at, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (cell, (width, right)) in row.iter().zip(&columns) {
                let padding = " ".repeat(width - cell.chars().count());
                line += "  ";
                line += &if *right { padding + cell } else { cell.clone() + &padding };
            }
            write!(f, "{}", line.trim_end())?;
            if at + 1 < self.rows.len() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

fn is_number(cell: &str) -> bool {
    cell.chars().all(|c| c.is_ascii_digit() || ".,-%×".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_to_the_right_and_words_to_the_left() {
        let mut table = TextTable::new(["who", "points"]);
        table.row(["Ann".to_owned(), "7".to_owned()]);
        table.row(["Benjamin".to_owned(), "12".to_owned()]);
        assert_eq!(table.to_string(), "  who       points\n  Ann            7\n  Benjamin      12");
    }
}
