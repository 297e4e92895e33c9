//! The legal actions of a seat as numbered choices.

use kit_proto::bakufu::rules::v1::LegalAction;

use super::words::Words;
use crate::output::Line;

/// So many choices are listed one by one.
const LISTED_MAX: usize = 24;
/// A group of more choices than these is summed up if there are too many.
const GROUP_LISTED_MAX: usize = 6;
/// A group is summed up in so many lines at most.
const SUMMARY_MAX: usize = 12;

/// What a seat may do. Numbers start from one and stay the same, however the
/// choices are shown.
#[derive(Debug)]
pub(super) struct Choices {
    /// Everything but retractions, the choices of a group next to each other.
    numbered: Vec<LegalAction>,
    retractions: Vec<LegalAction>,
}

impl Choices {
    /// Numbers actions. Groups come in the order of their first action.
    pub(super) fn new(actions: Vec<LegalAction>) -> Self {
        let (retractions, mut numbered): (Vec<_>, Vec<_>) =
            actions.into_iter().partition(|action| action.retracts);
        let mut groups: Vec<String> = Vec::new();
        for action in &numbered {
            if !groups.contains(&action.group) {
                groups.push(action.group.clone());
            }
        }
        numbered.sort_by_key(|action| groups.iter().position(|group| *group == action.group));
        Self { numbered, retractions }
    }

    /// The choice of this number.
    pub(super) fn get(&self, number: usize) -> Option<&LegalAction> {
        self.numbered.get(number.checked_sub(1)?)
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.numbered.len()
    }

    /// The choice, if there is only one.
    pub(super) fn only(&self) -> Option<&LegalAction> {
        if let [only] = &self.numbered[..] { Some(only) } else { None }
    }

    /// What can be taken back.
    pub(super) fn retractions(&self) -> &[LegalAction] {
        &self.retractions
    }

    /// The choices that have all the words, summed up if there are many.
    pub(super) fn lines(&self, words: &Words) -> Vec<Line> {
        self.listed(words, LISTED_MAX)
    }

    /// Every choice on a line of its own.
    pub(super) fn all_lines(&self) -> Vec<Line> {
        self.listed(&Words::default(), usize::MAX)
    }

    fn listed(&self, words: &Words, listed_max: usize) -> Vec<Line> {
        let is_meant = |action: &LegalAction| words.are_in(&action.label);
        let chosen: Vec<(usize, &LegalAction)> =
            (1..).zip(&self.numbered).filter(|(_, action)| is_meant(action)).collect();
        let is_short = chosen.len() <= listed_max;
        let mut lines = Vec::new();
        for group in chosen.chunk_by(|(_, one), (_, next)| one.group == next.group) {
            let heading = group.first().map(|(_, action)| action.group.clone());
            lines.push(Line::Heading(heading.unwrap_or_default()));
            match is_short || group.len() <= GROUP_LISTED_MAX {
                true => {
                    lines.extend(group.iter().map(|(number, action)| {
                        Line::Text(format!("{number:>5}  {}", action.label))
                    }))
                }
                false => lines.extend(summary(group)),
            }
        }
        lines.extend(self.hints(chosen.len(), is_short, words));
        lines
    }

    fn hints(&self, chosen: usize, is_short: bool, words: &Words) -> Vec<Line> {
        let mut hints = Vec::new();
        if chosen == 0 && !words.is_empty() {
            hints.push("Nothing has these words: Enter shows the choices again.".to_owned());
        } else if !is_short {
            hints.push(format!("{chosen} choices: type a few words of one, or a for all."));
        }
        if self.only().is_some() {
            hints.push("Enter takes it.".to_owned());
        }
        match &self.retractions[..] {
            [] => {}
            [only] => hints.push(format!("    u  {}", only.label)),
            several => hints.extend(
                (1..).zip(several).map(|(number, it)| format!("  u {number:<2} {}", it.label)),
            ),
        }
        hints.into_iter().map(Line::Hint).collect()
    }
}

/// Labels that begin alike on one line each, as many of their words as fit.
fn summary(group: &[(usize, &LegalAction)]) -> Vec<Line> {
    let labels: Vec<Vec<&str>> =
        group.iter().map(|(_, action)| action.label.split(' ').collect()).collect();
    let longest = labels.iter().map(Vec::len).max().unwrap_or(0);
    let beginnings = |words: usize| {
        let mut counted: Vec<(String, usize)> = Vec::new();
        for label in &labels {
            let beginning = label[..words.min(label.len())].join(" ");
            match counted.iter_mut().find(|(known, _)| *known == beginning) {
                Some((_, count)) => *count += 1,
                None => counted.push((beginning, 1)),
            }
        }
        counted
    };
    let fits = |counted: &Vec<(String, usize)>| counted.len() <= SUMMARY_MAX;
    let counted = (1..=longest).map(beginnings).take_while(fits).last();
    match counted {
        Some(counted) => counted
            .into_iter()
            .map(|(beginning, count)| Line::Text(format!("       {beginning} … ({count})")))
            .collect(),
        None => vec![Line::Text(format!("       … ({})", group.len()))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(group: &str, label: &str, retracts: bool) -> LegalAction {
        let (group, label) = (group.to_owned(), label.to_owned());
        LegalAction { group, label, retracts, ..Default::default() }
    }

    fn texts(lines: Vec<Line>) -> Vec<String> {
        let text = |line| match line {
            Line::Heading(text) | Line::Text(text) | Line::Hint(text) => text,
        };
        lines.into_iter().map(text).collect()
    }

    fn placements() -> Choices {
        let labels = ["helmet 4", "rice 2"].into_iter().flat_map(|tile| {
            (1..=20).map(move |cell| action("Place", &format!("Place {tile} on cell{cell}"), false))
        });
        Choices::new(labels.chain([action("End", "End the turn", false)]).collect())
    }

    #[test]
    fn groups_are_kept_together_and_retractions_have_no_number() {
        let choices = Choices::new(vec![
            action("A", "one", false),
            action("B", "two", false),
            action("C", "back", true),
            action("A", "three", false),
        ]);
        let shown = texts(choices.lines(&Words::default()));
        assert_eq!(shown, ["A", "    1  one", "    2  three", "B", "    3  two", "    u  back"]);
        assert_eq!(choices.get(2).map(|it| it.label.as_str()), Some("three"));
        for no_choice in [0, 4, usize::MAX] {
            assert_eq!(choices.get(no_choice), None);
        }
    }

    #[test]
    fn many_choices_are_summed_up_by_how_they_begin() {
        let shown = texts(placements().lines(&Words::default()));
        assert_eq!(
            shown,
            [
                "Place",
                "       Place helmet 4 on … (20)",
                "       Place rice 2 on … (20)",
                "End",
                "   41  End the turn",
                "41 choices: type a few words of one, or a for all.",
            ]
        );
        assert_eq!(placements().all_lines().len(), 43);
    }

    #[test]
    fn words_narrow_the_choices_and_leave_their_numbers() {
        let shown = texts(placements().lines(&Words::new("rice cell20")));
        assert_eq!(shown, ["Place", "   40  Place rice 2 on cell20"]);
        let nothing = texts(placements().lines(&Words::new("ship")));
        assert_eq!(nothing, ["Nothing has these words: Enter shows the choices again."]);
    }

    #[test]
    fn labels_that_share_no_beginning_are_counted() {
        let actions = (0..30).map(|number| action("Go", &format!("{number} steps"), false));
        let shown = texts(Choices::new(actions.collect()).lines(&Words::default()));
        assert_eq!(shown[1], "       … (30)");
    }

    #[test]
    fn a_single_choice_is_known_as_such() {
        let one = Choices::new(vec![action("A", "one", false), action("A", "back", true)]);
        assert_eq!(one.only().map(|it| it.label.as_str()), Some("one"));
        let shown = texts(one.lines(&Words::default()));
        assert_eq!(shown, ["A", "    1  one", "Enter takes it.", "    u  back"]);
        assert!(placements().only().is_none());
    }
}
