//! Commands that make up a history, and what goes wrong on the way.

use super::fault::InjectedFault;
use bakufu_proofs::Dice;

/// How many replicas share the store.
pub(super) const REPLICAS: usize = 2;
const COMMANDS: std::ops::Range<usize> = 8..23;
/// In how many of a hundred histories the store is set back.
const SET_BACK_PERCENT: usize = 25;

/// One thing that happens. Everything it needs to choose follows from its own
/// `dice`, so that it means the same when another command is left out.
#[derive(Clone, Debug)]
pub(super) struct HistoryCommand {
    pub(super) kind: CommandKind,
    pub(super) dice: u64,
    pub(super) replica: usize,
    pub(super) fault: Option<InjectedFault>,
    /// Whether what the orchestrator does by itself is waited for.
    pub(super) settles: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandKind {
    /// Whatever brings a match forward: sit, start, or a legal action.
    Forward,
    /// The same, sent to two replicas at the same time.
    ForwardTwice,
    Create,
    Sit,
    Leave,
    AddBot,
    /// The host frees a seat.
    RemoveSeat,
    /// The host makes a new invitation.
    RenewInvitation,
    Start,
    /// Any actions, mostly wrong ones.
    Submit,
    Resign,
    Abort,
    /// Reads a view, a match, the legal actions, the list or an export.
    Look,
    Watch,
    /// An earlier request once more.
    Again,
    /// The request id of an earlier request, with other content.
    Altered,
    /// A request that is written now and sent later.
    Hold,
    /// Sends what was held back longest.
    Release,
    /// A replica dies between two calls.
    Crash,
    /// The store is saved as it is.
    Save,
    /// The store comes back as it was when it was saved.
    SetBack,
}

/// How often each kind comes, in a hundred and something.
const WEIGHTS: [(CommandKind, usize); 19] = [
    (CommandKind::Forward, 44),
    (CommandKind::ForwardTwice, 6),
    (CommandKind::Create, 2),
    (CommandKind::Sit, 4),
    (CommandKind::Leave, 3),
    (CommandKind::AddBot, 4),
    (CommandKind::RemoveSeat, 3),
    (CommandKind::RenewInvitation, 2),
    (CommandKind::Start, 2),
    (CommandKind::Submit, 6),
    (CommandKind::Resign, 2),
    (CommandKind::Abort, 1),
    (CommandKind::Look, 8),
    (CommandKind::Watch, 4),
    (CommandKind::Again, 8),
    (CommandKind::Altered, 4),
    (CommandKind::Hold, 4),
    (CommandKind::Release, 4),
    (CommandKind::Crash, 2),
];

/// The commands of a history, which begins with a match.
pub(super) fn commands(seed: u64) -> Vec<HistoryCommand> {
    let mut dice = Dice::new(seed, &[]);
    let count = COMMANDS.start + dice.below(COMMANDS.len());
    // In a history without any fault every answer is known exactly.
    let calm = dice.percent(20);
    let mut commands: Vec<HistoryCommand> = (0..count)
        .map(|index| HistoryCommand {
            kind: if index == 0 { CommandKind::Create } else { kind(&mut dice) },
            dice: dice.number(),
            replica: dice.below(REPLICAS),
            fault: InjectedFault::roll(&mut dice).filter(|_| !calm),
            settles: dice.percent(60),
        })
        .collect();
    set_back(&mut commands, &mut Dice::new(seed.rotate_left(16), &[]));
    commands
}

/// Lets the store be set back in some histories, in a few of them twice.
fn set_back(commands: &mut Vec<HistoryCommand>, dice: &mut Dice) {
    if !dice.percent(SET_BACK_PERCENT) {
        return;
    }
    let mut kinds = vec![CommandKind::Save, CommandKind::SetBack];
    match dice.below(6) {
        0 => kinds.push(CommandKind::SetBack),
        1 => kinds.extend(kinds.clone()),
        _ => {}
    }
    let mut at = 1;
    for (index, kind) in kinds.iter().enumerate() {
        // Room is left for those that follow.
        let left = (commands.len() - at) / (kinds.len() - index);
        at += dice.below(left.max(1)) + 1;
        let (replica, settles) = (dice.below(REPLICAS), dice.percent(60));
        let dice = dice.number();
        let command = HistoryCommand { kind: *kind, dice, replica, fault: None, settles };
        commands.insert(at.min(commands.len()), command);
    }
}

fn kind(dice: &mut Dice) -> CommandKind {
    let total = WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let mut left = dice.below(total);
    for (kind, weight) in WEIGHTS {
        if left < weight {
            return kind;
        }
        left -= weight;
    }
    CommandKind::Forward
}
