//! The legal actions of a seat as numbered choices.

use kit_proto::bakufu::rules::v1::LegalAction;

use super::words::Words;
use crate::output::Line;

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

    pub(super) fn get(&self, number: usize) -> Option<&LegalAction> {
        self.numbered.get(number.checked_sub(1)?)
    }

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
                true => lines.extend(group.iter().copied().map(numbered)),
                false => lines.extend(summary(group)),
            }
        }
        lines.extend(self.hints(chosen.len(), is_short));
        lines
    }

    fn hints(&self, chosen: usize, is_short: bool) -> Vec<Line> {
        let mut hints = Vec::new();
        match (chosen, self.len()) {
            (_, 0) => hints.push("All you can do is to take something back.".to_owned()),
            (0, 1) => {
                hints.push("Nothing has these words: Enter takes the only choice.".to_owned())
            }
            (0, _) => hints.push("Nothing has these words: Enter shows all choices.".to_owned()),
            (_, 1) => hints.push("Enter takes it.".to_owned()),
            _ if is_short => {}
            _ => hints.push(format!("{chosen} choices: type a few words of one, or a for all.")),
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
    let longest = group.iter().map(|(_, action)| action.label.split(' ').count()).max();
    let fits = |alike: &Vec<Alike<'_>>| alike.len() <= SUMMARY_MAX;
    let summary = (1..=longest.unwrap_or(0)).map(|words| alike(group, words));
    match summary.take_while(fits).last() {
        Some(alike) => alike.iter().map(Alike::line).collect(),
        None => vec![Line::Text(format!("       … ({})", group.len()))],
    }
}

/// Choices whose labels begin with the same words.
struct Alike<'a> {
    beginning: String,
    first: (usize, &'a LegalAction),
    count: usize,
}

impl Alike<'_> {
    fn line(&self) -> Line {
        match self.count {
            1 => numbered(self.first),
            count => Line::Text(format!("       {} … ({count})", self.beginning)),
        }
    }
}

/// The choices by the first words of their labels, so many of them.
fn alike<'a>(group: &[(usize, &'a LegalAction)], words: usize) -> Vec<Alike<'a>> {
    let mut found: Vec<Alike<'a>> = Vec::new();
    for first in group {
        let beginning = first.1.label.split(' ').take(words).collect::<Vec<_>>().join(" ");
        match found.iter_mut().find(|alike| alike.beginning == beginning) {
            Some(alike) => alike.count += 1,
            None => found.push(Alike { beginning, first: *first, count: 1 }),
        }
    }
    found
}

fn numbered((number, action): (usize, &LegalAction)) -> Line {
    Line::Text(format!("{number:>5}  {}", action.label))
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
        assert_eq!(nothing, ["Nothing has these words: Enter shows all choices."]);
    }

    #[test]
    fn a_label_that_begins_like_no_other_keeps_its_number() {
        let mut actions: Vec<LegalAction> =
            (1..=30).map(|cell| action("Go", &format!("Go to cell{cell}"), false)).collect();
        actions.insert(7, action("Go", "Go home", false));
        let shown = texts(Choices::new(actions).lines(&Words::default()));
        assert_eq!(shown[1..3], ["       Go to … (30)", "    8  Go home"]);
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
        let nothing = texts(one.lines(&Words::new("two")));
        assert_eq!(nothing[0], "Nothing has these words: Enter takes the only choice.");
        assert!(placements().only().is_none());
        let none = Choices::new(vec![action("A", "back", true)]);
        let shown = texts(none.lines(&Words::default()));
        assert_eq!(shown, ["All you can do is to take something back.", "    u  back"]);
    }
}
