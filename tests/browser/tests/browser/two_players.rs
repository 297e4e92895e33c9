//! Two people at two screens play a match to its end, and check it.

use tests_browser::{Driver, Screen, Server, Size, Step};
use tests_harness::Dice;

use crate::lobby::{Wanted, create};

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_a_match_against_each_other_to_the_end() {
    let (server, driver) = (Server::start().await, Driver::start());
    let (ann, ben) = (driver.open(Size::Desktop).await, driver.open(Size::Desktop).await);
    let options = [("start_hand", "random"), ("figure_placement", "random")];
    let wanted = Wanted {
        game: "samurai",
        seats: 2,
        name: "Ann",
        bots: false,
        invited: false,
        options: &options,
    };
    let id = create(&ann, &server.url(), &wanted).await;
    let game_match = server.client().get_match(&id).await.expect("the match is there");
    assert!(!game_match.options.is_empty(), "the options were sent");

    ben.open(&ann.value("[data-invite]").await).await;
    ben.write("[data-name]", "<b>Ben & \"co\"</b>").await;
    ben.press("Sit here").await;
    for screen in [&ann, &ben] {
        screen.until_board().await;
    }
    // Names are text, whatever is in them.
    assert!(ann.text(".seats li:nth-child(2)").await.contains("<b>Ben & \"co\"</b>"));

    play_to_the_end([&ann, &ben], &mut Dice::roll()).await;
    for screen in [&ann, &ben] {
        assert!(screen.text("[data-result]").await.contains("The match is over"));
        let told = "document.querySelector('.turn')?.textContent.includes('over')";
        screen.until("the top of the page tells it, too", told).await;
    }
    let over = server.client().get_match(&id).await.expect("the match is there");
    let standings = over.outcome.expect("it is over").standings;
    let shown = ann.look("document.querySelectorAll('[data-result] .places li').length").await;
    assert_eq!(shown, standings.len());

    look_at_the_replay(&ann).await;
    for screen in [ann, ben] {
        screen.expect_no_complaints(&[]).await;
        screen.close().await;
    }
}

async fn play_to_the_end(screens: [&Screen; 2], dice: &mut Dice) {
    let mut acted = [0, 0];
    let mut is_over = false;
    while !is_over {
        // If nobody does, either page tells whose turn it is.
        screens[0]
            .wait_until("somebody acts or the match is over", async || {
                for (screen, count) in screens.into_iter().zip(&mut acted) {
                    match screen.act(dice).await {
                        Step::Acted => *count += 1,
                        Step::Over => is_over = true,
                        Step::Waiting => continue,
                    }
                    return true;
                }
                false
            })
            .await;
    }
    assert!(acted.iter().all(|count| *count > 5), "both players played: {acted:?}");
    for screen in screens {
        screen
            .until("the result is shown", "!document.querySelector('[data-result]').hidden")
            .await;
    }
}

async fn look_at_the_replay(screen: &Screen) {
    screen.press("Replay and fairness proof").await;
    screen.until_board().await;
    screen.until("the proof is checked", "!!document.querySelector('.verdict')").await;
    let proof = screen.text("[data-proof]").await;
    assert!(proof.contains("Yes"), "{proof}");
    assert!(proof.contains("random numbers of the match follow"), "{proof}");
    assert!(proof.contains("Your own seed went into the draws"), "{proof}");
    let last = screen.text("[data-where]").await;

    let board = "document.querySelector('.drawing').outerHTML";
    let whole = screen.look(board).await;
    screen.tap("[aria-label='One step back']").await;
    screen.until("the step before is shown", &format!("{} !== {last:?}", where_it_is())).await;
    screen
        .run(
            "const slider = document.querySelector('[type=range]');
         slider.value = 4; slider.dispatchEvent(new Event('input'));",
            Vec::new(),
        )
        .await;
    screen.until("the beginning is shown", &format!("{}.startsWith('4 of')", where_it_is())).await;
    assert_ne!(screen.look(board).await, whole, "the board was another one then");
    screen.press("Play").await;
    // On a busy machine nobody may look while it is just there.
    let goes_on = format!("parseInt({}) >= 6", where_it_is());
    screen.until("it goes on by itself", &goes_on).await;
}

fn where_it_is() -> &'static str {
    "document.querySelector('[data-where]').textContent"
}
