//! Throws: the tray joins in, and what comes out lies in the tray.

use alloc::vec::Vec;

use crate::state::State;
use crate::{Cubes, Event, Violation};

impl State {
    /// Throws cubes into the tower, together with those of the tray.
    pub(crate) fn throw(&mut self, cubes: Cubes, events: &mut Vec<Event>) {
        let tray = core::mem::take(&mut self.tray);
        events.push(Event::CubesThrown { cubes, tray });
        self.tower.throw(cubes.plus(tray));
    }

    /// Takes a draw of the throw in progress. When it is over, what came out
    /// lies in the tray and is returned.
    pub(crate) fn fall(
        &mut self,
        value: u32,
        events: &mut Vec<Event>,
    ) -> Result<Option<Cubes>, Violation> {
        let sides = self.tower.sides().ok_or(Violation::NoSuchDraw)?;
        if value >= sides.get() {
            return Err(Violation::NoSuchDraw);
        }
        let out = self.tower.draw(value);
        if let Some(cubes) = out {
            self.tray = cubes;
            events.push(Event::CubesOut { cubes });
        }
        Ok(out)
    }
}
