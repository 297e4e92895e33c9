//! Playing at random through the page: a marked place, then one of its labels.

use kit_testing::wait_until;
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
    /// The match is over.
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
    const buttons = () => [...choices.querySelectorAll('button[data-act]:not(:disabled)')]
        .filter((it) => it.checkVisibility());
    const places = [...document.querySelectorAll('.drawing .can')];
    const direct = buttons();
    const at = first % (places.length + direct.length || 1);
    const order = [...places.slice(at), ...places.slice(0, at)];
    if (at < places.length) {
        for (const place of order) {
            place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            const offered = buttons();
            if (offered.length > 0) {
                offered[second % offered.length].click();
                return 'acted';
            }
        }
    }
    // Some ways lead nowhere, and then there is only the way back.
    const back = [...choices.querySelectorAll('button[data-undo]:not(:disabled)')];
    const offered = buttons().length > 0 ? buttons() : back;
    if (offered.length === 0) return 'waiting';
    offered[second % offered.length].click();
    return 'acted';";

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
        wait_until("it was this player's turn often enough", async || {
            let step = self.act(dice).await;
            acted += usize::from(step == Step::Acted);
            acted >= times || step == Step::Over
        })
        .await;
    }
}
