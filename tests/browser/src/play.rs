//! Playing at random through the page: a marked place, then one of its labels.

use serde_json::json;
use tests_harness::Dice;

use crate::screen::Screen;

/// What a look at the table led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something was chosen and sent.
    Acted,
    /// It is not this player's turn, or the table is not drawn yet.
    Waiting,
    Over,
}

/// Taps like a person would: a marked place on the board, or a button beside
/// it. Steps that only take something back are left alone as long as there are
/// others, or it might go on for ever.
const ACT: &str = "
    const [first, second] = arguments;
    if (document.querySelector('[data-result]:not([hidden])')) return 'over';
    const choices = document.querySelector('[data-choices]');
    const busy = choices?.getAttribute('aria-busy') === 'true';
    if (!choices || choices.hidden || busy) return 'waiting';
    const offered = () => [...choices.querySelectorAll('button[data-act]:not(:disabled)')]
        .filter((it) => it.checkVisibility());
    const choose = (buttons) => {
        if (buttons.length === 0) return false;
        buttons[second % buttons.length].click();
        return true;
    };
    choices.querySelector('[data-deselect]')?.click();
    const places = [...document.querySelectorAll('.drawing .can')];
    const at = first % (places.length + offered().length || 1);
    if (at >= places.length && choose(offered())) return 'acted';
    for (const place of [...places.slice(at), ...places.slice(0, at)]) {
        place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        if (choose(offered())) return 'acted';
    }
    choices.querySelector('[data-deselect]')?.click();
    if (choose(offered())) return 'acted';
    // Some ways lead nowhere, and then there is only the way back.
    const back = () => [...choices.querySelectorAll('button[data-undo]:not(:disabled)')];
    if (choose(back())) return 'acted';
    for (const place of places) {
        place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        if (choose(back())) return 'acted';
    }
    return 'waiting';";

impl Screen {
    /// Looks at the table, and acts if it can.
    pub async fn act(&self, dice: &mut Dice) -> Step {
        let numbers = [dice.below(1 << 20), dice.below(1 << 20)].map(|number| json!(number));
        match self.run(ACT, numbers.to_vec()).await.as_str() {
            Some("acted") => Step::Acted,
            Some("over") => Step::Over,
            _ => Step::Waiting,
        }
    }

    /// Acts so many times; fewer if the match ends.
    pub async fn act_times(&self, times: usize, dice: &mut Dice) {
        let mut acted = 0;
        self.wait_until("it was this player's turn often enough", async || {
            let step = self.act(dice).await;
            acted += usize::from(step == Step::Acted);
            acted >= times || step == Step::Over
        })
        .await;
    }
}
