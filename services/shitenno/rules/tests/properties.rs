//! Nothing is lost and nothing is made: whole random games, checked after every
//! step.

mod hostile;
mod sample;

use kit_conformance::{legal, lists_what_is_accepted};
use kit_rules::{Pending, Rules, Step};
use shitenno_rules::{
    Bonus, Cards, Event, Phase, Shitenno, State, TILES_PER_GATE, TableFacts, Tiles,
};

use sample::{Style, all_actions, everywhere, here_and_there, play, style_of, view};

#[test]
fn shi_12_5_nothing_is_lost_or_made_by_two() {
    everywhere(2, |game| play(game, |_, state, _| add_up(state)));
}

#[test]
fn shi_12_5_nothing_is_lost_or_made_by_three() {
    everywhere(3, |game| play(game, |_, state, _| add_up(state)));
}

#[test]
fn shi_12_5_nothing_is_lost_or_made_by_four() {
    everywhere(4, |game| play(game, |_, state, _| add_up(state)));
}

#[test]
fn shi_2_11_every_match_keeps_the_bounds_of_rounds_and_steps() {
    for seats in 2..=4 {
        let mut seen: Vec<u8> = Vec::new();
        everywhere(seats, |game| {
            let (mut steps, mut rounds) = (0, 0);
            play(game, |step, state, _| {
                match step {
                    Step::Act { action, .. } if Shitenno::is_retraction(action) => steps -= 1,
                    _ => steps += 1,
                }
                rounds = state.round;
            });
            let table = TableFacts::of(game.seats);
            assert!((table.rounds_min..=table.rounds_max).contains(&rounds), "{rounds} rounds");
            assert!(steps <= Shitenno::FACTS.steps_max as i32, "{steps} steps");
            if style_of(game) == Style::Hoarding {
                assert_eq!(rounds, table.rounds_max, "nobody places, so the koku end it");
            }
            seen.push(rounds);
        });
        let longest = seen.iter().max().copied();
        assert_eq!(longest, [None, None, Some(12), Some(8), Some(6)][seats as usize]);
    }
}

#[test]
fn shi_12_6_a_match_without_any_kamon_ends_with_the_koku() {
    let mut ended = 0;
    everywhere(3, |game| {
        if style_of(game) != Style::Hoarding {
            return;
        }
        play(game, |_, state, events| {
            assert!(state.provinces.iter().all(|land| land.kamon_count() == 0));
            let reason = shitenno_rules::EndReason::KokuDrawn;
            if events.contains(&Event::GameOver { reason }) {
                assert_eq!(state.round, 8);
                ended += 1;
            }
        });
    });
    assert_eq!(ended, 250);
}

#[test]
fn shi_4_14_players_who_hoard_run_the_troop_cards_down() {
    let mut short = 0;
    everywhere(4, |game| {
        play(game, |_, _, events| {
            for event in events {
                let Event::StockDrawn { cards, .. } = event else { continue };
                assert!(cards.troop_cards() <= 8 && cards.koku_cards() == 4);
                short += u32::from(cards.troop_cards() < 8);
            }
        });
    });
    assert!(short > 100, "{short} divisions were short of troop cards");
}

#[test]
fn every_position_passes_its_own_check() {
    for seats in 2..=4 {
        everywhere(seats, |game| {
            if game.seed % 4 > 0 {
                return;
            }
            play(game, |_, state, _| {
                state.check().expect("a position of a game is consistent");
                for seat in state.seats.seats() {
                    view(state, seat).check_view(Some(seat)).expect("a view of it is consistent");
                }
            });
        });
    }
}

#[test]
fn what_a_seat_may_do_depends_only_on_what_it_sees() {
    here_and_there(|game| {
        play(game, |_, state, _| {
            for seat in state.seats.seats() {
                let seen = view(state, seat);
                assert_eq!(legal::<Shitenno>(state, seat), legal::<Shitenno>(&seen, seat));
            }
        });
    });
}

#[test]
fn a_secret_step_changes_nothing_that_others_see() {
    let mut secrets = 0;
    here_and_there(|game| {
        let mut before: Option<State> = None;
        play(game, |step, state, _| {
            if let (Some(before), Step::Act { seat, action }) = (&before, step)
                && Shitenno::is_secret(action)
            {
                secrets += 1;
                for other in state.seats.seats().filter(|other| other != seat) {
                    assert_eq!(view(before, other), view(state, other), "{action}");
                }
            }
            before = Some(state.clone());
        });
    });
    assert!(secrets > 1000, "{secrets} secret steps");
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let universe = all_actions();
    here_and_there(|game| {
        play(game, |_, state, _| {
            let Pending::Seats(awaited) = Shitenno::pending(state) else { return };
            for seat in awaited.iter() {
                lists_what_is_accepted::<Shitenno>(state, seat, &universe);
            }
        });
    });
}

/// The conservation of cards, tiles and kamon.
fn add_up(state: &State) {
    let mut all = Cards::all_troops();
    all.take_all(&mut Cards::all_koku());
    let mut found = Cards::EMPTY;
    let hands = state.players.iter().flat_map(|player| [player.hand, player.shown_hand]);
    let lots = state.lots.iter().map(|lot| lot.cards);
    let decks = [state.troop_deck.cards, state.koku_deck.cards];
    let piles = [state.discard, state.spent_koku, state.stock];
    for mut pile in hands.chain(lots).chain(decks).chain(piles) {
        found.take_all(&mut pile);
    }
    assert_eq!(found, all);
    assert_eq!((all.troop_cards(), all.koku_cards()), (34, 24));
    tiles_add_up(state);
    kamon_add_up(state);
}

fn tiles_add_up(state: &State) {
    let known = state.provinces.iter().filter_map(|land| land.top?.bonus).count() as u32;
    let held: u32 = state.players.iter().map(|player| player.bonuses.total()).sum();
    let all = state.unseen_tiles.total() + known + held + state.used_tiles.total();
    assert_eq!(all, Tiles::all().total());
    for bonus in Bonus::ALL {
        let held: u8 = state.players.iter().map(|player| player.bonuses.count(bonus)).sum();
        let open = held + state.used_tiles.count(bonus);
        let tops = state
            .provinces
            .iter()
            .filter(|land| land.top.is_some_and(|top| top.bonus == Some(bonus)));
        assert_eq!(open + tops.count() as u8 + state.unseen_tiles.with_bonus(bonus), 8);
    }
    if let Phase::Turn(_) = state.phase {
        for land in &state.provinces {
            assert_eq!(land.top.is_some(), land.kamon_count() < TILES_PER_GATE);
        }
    }
}

fn kamon_add_up(state: &State) {
    for seat in state.seats.seats() {
        let kamon = state.provinces.iter().flat_map(|land| land.kamon.iter().flatten());
        let placed = kamon.filter(|kamon| kamon.seat == seat).count();
        let supply = usize::from(state.player(seat).supply);
        assert_eq!(placed + supply, usize::from(TableFacts::of(state.seats).kamon));
    }
}
