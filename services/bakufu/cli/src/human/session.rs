//! The conversation between a person and a match.

use std::path::PathBuf;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1::LegalAction;

use super::board_text::BoardText;
use super::choices::Choices;
use super::order::{self, Order};
use super::own_seat::{OwnSeat, Submitted};
use super::words::Words;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Line, Output};
use crate::picture;
use crate::progress::Spinner;
use crate::turns::{Teller, Turn, append};

const QUESTION: &str = ">";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    Over,
    /// The person left before.
    Left,
}

/// A person who plays a seat.
pub(crate) struct Session<'a, 'i, 'o> {
    seat: OwnSeat,
    input: &'a mut Input<'i>,
    output: &'a mut Output<'o>,
    log: Vec<Turn>,
    teller: Teller,
    shown: BoardText,
    has_resigned: bool,
}

/// What follows an order.
enum Next {
    /// The choices are as they were: another order, please.
    Ask,
    Moved,
    Leave,
}

impl<'a, 'i, 'o> Session<'a, 'i, 'o> {
    /// Begins a conversation about a seat and what the person knows of it: the
    /// last turn is told again.
    pub(crate) fn new(
        seat: OwnSeat,
        log: Vec<Turn>,
        input: &'a mut Input<'i>,
        output: &'a mut Output<'o>,
    ) -> Self {
        let has_resigned = seats_of(&seat).any(|it| it.seat == seat.seat && it.resigned);
        let shown = BoardText::default();
        Self { seat, input, output, log, teller: Teller::default(), shown, has_resigned }
    }

    /// Plays until the match is over or the person leaves.
    pub(crate) async fn run(mut self) -> Result<(SessionEnd, OwnSeat), Failure> {
        if let Some(last) = self.log.last() {
            self.teller.tell(last, self.output)?;
            self.hint("That was the last turn; l tells all of them.".to_owned())?;
        }
        loop {
            self.wait().await?;
            if self.seat.is_over() {
                return Ok((SessionEnd::Over, self.seat));
            }
            if let Next::Leave = self.turn().await? {
                return Ok((SessionEnd::Left, self.seat));
            }
        }
    }

    /// Tells what happens until the person can do something.
    async fn wait(&mut self) -> Result<(), Failure> {
        let spinner = Spinner::new(&self.awaited());
        while !self.seat.is_over() && (self.has_resigned || !self.seat.is_ready()) {
            spinner.say(self.awaited());
            let turn = self.seat.next().await?;
            spinner.aside(|| self.tell(turn))?;
        }
        Ok(())
    }

    /// Offers what the seat may do, until it has done something.
    async fn turn(&mut self) -> Result<Next, Failure> {
        let (revision, actions) = self.seat.legal_actions().await?;
        let turns = self.seat.catch_up(revision).await?;
        self.tell(turns)?;
        if actions.is_empty() {
            // The match has moved on already, and will say where.
            let turn = self.seat.next().await?;
            self.tell(turn)?;
            return Ok(Next::Moved);
        }
        let choices = Choices::new(actions);
        self.show_board().await?;
        self.output.show(&choices.lines(&Words::default()))?;
        loop {
            // Nothing else runs on this thread, so it may wait for the person.
            let Some(line) = self.input.ask(QUESTION, self.output)? else {
                return Ok(Next::Leave);
            };
            match self.obey(Order::read(&line), &choices, revision).await? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    async fn obey(
        &mut self,
        order: Order,
        choices: &Choices,
        revision: u64,
    ) -> Result<Next, Failure> {
        match order {
            Order::Choose(number) => match choices.get(number) {
                Some(action) => return self.submit(action, revision).await,
                None => self.hint(format!("There is no choice {number}: {}.", range(choices)))?,
            },
            Order::Nothing => match choices.only() {
                Some(action) => return self.submit(action, revision).await,
                None => self.output.show(&choices.lines(&Words::default()))?,
            },
            Order::Undo(number) => match retraction(choices, number) {
                Ok(action) => return self.submit(action, revision).await,
                Err(why) => self.hint(why)?,
            },
            Order::Narrow(words) => self.output.show(&choices.lines(&Words::new(&words)))?,
            Order::All => self.output.show(&choices.all_lines())?,
            Order::View(words) => self.view(&Words::new(&words))?,
            Order::Board(file) => self.save(file).await?,
            Order::Log => self.tell_all()?,
            Order::Help => self.output.show(&order::help())?,
            Order::Resign => return self.resign().await,
            Order::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Ask)
    }

    async fn submit(&mut self, action: &LegalAction, revision: u64) -> Result<Next, Failure> {
        let (submitted, turns) = self.seat.submit(action, revision).await?;
        self.tell(turns)?;
        if let Submitted::Refused(reason) = submitted {
            self.hint(format!("That did not happen: {reason}."))?;
        }
        Ok(Next::Moved)
    }

    async fn resign(&mut self) -> Result<Next, Failure> {
        let question = "Resign, and let a bot play your seat on? Type yes:";
        let answer = self.input.ask(question, self.output)?;
        if answer.as_deref() != Some("yes") {
            self.hint("You play on.".to_owned())?;
            return Ok(Next::Ask);
        }
        self.seat.resign().await?;
        self.has_resigned = true;
        self.hint("You have resigned. What happens now:".to_owned())?;
        Ok(Next::Moved)
    }

    /// Saves a picture of the board: as SVG if the file is called so.
    async fn save(&mut self, file: Option<PathBuf>) -> Result<(), Failure> {
        let svg = self.seat.board().await?;
        match picture::save(&svg, file) {
            Ok(path) => self.hint(format!("The board is in {}", path.display())),
            // The match is worth more than a file.
            Err(Failure::File { file, source }) => {
                self.hint(format!("{} can't be written: {source}.", file.display()))
            }
            Err(other) => Err(other),
        }
    }

    /// Shows the whole board the first time, and what has changed after that.
    async fn show_board(&mut self) -> Result<(), Failure> {
        let board = BoardText::read(&self.seat.board().await?)?;
        self.output.line("")?;
        self.output.show(&[Line::Heading(board.headline.clone())])?;
        let is_first = self.shown == BoardText::default();
        if is_first {
            self.show_seats()?;
        }
        self.output.show(&match is_first {
            true => board.lines(&Words::default()),
            false => board.changes(&self.shown),
        })?;
        if is_first {
            self.hint("Type ? for help.".to_owned())?;
        }
        self.shown = board;
        Ok(())
    }

    fn view(&mut self, words: &Words) -> Result<(), Failure> {
        if words.is_empty() {
            self.show_seats()?;
        }
        let lines = self.shown.lines(words);
        if lines.is_empty() {
            return self.hint("Nothing on the board has these words.".to_owned());
        }
        Ok(self.output.show(&lines)?)
    }

    fn show_seats(&mut self) -> Result<(), Failure> {
        let mut lines = vec![Line::Heading("Seats".to_owned())];
        for seat in seats_of(&self.seat) {
            let you = if seat.seat == self.seat.seat { " (you)" } else { "" };
            let acts = self.seat.seats_to_act().contains(&seat.seat);
            let note = match (seat.holder(), seat.resigned, acts) {
                (play::SeatHolder::Open, ..) => "still open",
                (_, true, _) => "resigned, a bot plays on",
                (_, _, true) => "to act",
                _ => "",
            };
            let line = format!("  Seat {}  {:<20} {note}", seat.seat, seat.name.clone() + you);
            lines.push(Line::Text(line.trim_end().to_owned()));
        }
        Ok(self.output.show(&lines)?)
    }

    fn tell(&mut self, turns: impl IntoIterator<Item = Turn>) -> Result<(), Failure> {
        for turn in turns {
            self.teller.tell(&turn, self.output)?;
            append(&mut self.log, turn);
        }
        Ok(self.output.flush()?)
    }

    fn tell_all(&mut self) -> Result<(), Failure> {
        let mut teller = Teller::default();
        for turn in &self.log {
            teller.tell(turn, self.output)?;
        }
        Ok(())
    }

    fn hint(&mut self, text: String) -> Result<(), Failure> {
        Ok(self.output.show(&[Line::Hint(text)])?)
    }

    /// Whom the match waits for.
    fn awaited(&self) -> String {
        let awaited = self.seat.seats_to_act();
        let names: Vec<&str> = seats_of(&self.seat)
            .filter(|seat| awaited.contains(&seat.seat))
            .map(|seat| seat.name.as_str())
            .collect();
        match names.is_empty() {
            true => "waiting for the match to start".to_owned(),
            false => format!("waiting for {}", names.join(", ")),
        }
    }
}

fn seats_of(seat: &OwnSeat) -> impl Iterator<Item = &play::Seat> {
    seat.game_match.seats.iter()
}

/// Which numbers there are, for whoever typed another.
fn range(choices: &Choices) -> String {
    match choices.len() {
        0 => "there are none, but u takes something back".to_owned(),
        1 => "1 is the only one".to_owned(),
        last => format!("type 1 to {last}"),
    }
}

fn retraction(choices: &Choices, number: Option<usize>) -> Result<&LegalAction, String> {
    match (choices.retractions(), number) {
        ([], _) => Err("There is nothing to take back.".to_owned()),
        ([only], None | Some(1)) => Ok(only),
        (several, Some(number)) => {
            let action = number.checked_sub(1).and_then(|index| several.get(index));
            action.ok_or_else(|| format!("There is no step {number} to take back."))
        }
        (several, None) => {
            Err(format!("{} steps can be taken back: type u 1 to u {0}.", several.len()))
        }
    }
}
