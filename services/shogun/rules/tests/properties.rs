//! Nothing is lost and nothing is made: whole random games, checked after every
//! step.

mod hostile;
mod sample;

use kit_conformance::{legal, lists_what_is_accepted};
use kit_rules::{Pending, Rules, Step};
use shogun_rules::{
    ARMIES, Action, Building, Card, Cube, Event, FARMERS, Order, Phase, Player, Province,
    ProvinceSet, Season, Shogun, Space, State, TILES, Task, TowerStage, WinterTask,
};

use sample::{GAMES, all_actions, everywhere, play, view};

#[test]
fn sho_1_15_sho_1_16_sho_1_17_sho_1_18_hold_after_every_step() {
    let mut steps = 0u64;
    everywhere(GAMES, |game| {
        let mut count = 0;
        play(game, |step, state, _| {
            count += u32::from(!is_retraction(step));
            cubes_add_up(state);
            owners_and_map_agree(state);
            buildings_fit(state);
            cards_lie_in_one_place(state);
        });
        assert!(count <= Shogun::FACTS.steps_max, "{count} steps");
        steps += u64::from(count);
    });
    assert!(steps > 1_000_000, "{steps} steps are too few to tell anything");
}

#[test]
fn every_position_passes_its_own_check() {
    everywhere(GAMES / 10, |game| {
        play(game, |_, state, _| {
            state.check().expect("a position of a game is consistent");
        });
    });
}

#[test]
fn what_a_seat_may_do_depends_only_on_what_it_sees() {
    everywhere(GAMES / 10, |game| {
        play(game, |_, state, _| {
            if state.tower.stage != TowerStage::Still {
                return;
            }
            for seat in state.seats.seats() {
                let seen = view(state, seat);
                seen.check_view(Some(seat)).expect("a view is consistent");
                assert_eq!(legal::<Shogun>(state, seat), legal::<Shogun>(&seen, seat));
                let _ = Shogun::pending(&seen);
            }
        });
    });
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let universe = all_actions();
    everywhere(3, |game| {
        play(game, |_, state, _| {
            let Pending::Seats(awaited) = Shogun::pending(state) else { return };
            for seat in awaited.iter() {
                lists_what_is_accepted::<Shogun>(state, seat, &universe);
            }
        });
    });
}

#[test]
fn sho_12_1_every_game_has_six_seasons_and_two_winters() {
    everywhere(GAMES / 10, |game| {
        let (mut seasons, mut winters, mut ends) = (0, 0, 0);
        play(game, |_, state, events| {
            seasons += count(events, |event| matches!(event, Event::SeasonEnds { .. }));
            winters += count(events, |event| matches!(event, Event::WinterBegins { .. }));
            ends += count(events, |event| matches!(event, Event::GameOver));
            assert!(state.year <= 2);
        });
        assert_eq!((seasons, winters, ends), (6, 2, 1));
    });
}

#[test]
fn sho_1_10_rice_never_exceeds_its_track() {
    let mut most = 0;
    everywhere(GAMES / 10, |game| {
        play(game, |_, state, _| {
            most = most.max(state.players.iter().map(|player| player.rice).max().unwrap_or(0));
        });
    });
    assert!((10..=18).contains(&most), "the most rice is {most}");
}

#[test]
fn sho_15_1_lists_stay_short() {
    let mut most = 0;
    everywhere(GAMES / 10, |game| {
        play(game, |_, state, _| {
            for seat in Shogun::pending(state).seats().iter() {
                most = most.max(legal::<Shogun>(state, seat).len());
            }
        });
    });
    assert!((100..=400).contains(&most), "the longest list has {most} actions");
}

fn is_retraction(step: &Step<Action>) -> bool {
    matches!(step, Step::Act { action, .. } if Shogun::is_retraction(action))
}

fn count(events: &[Event], wanted: fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| wanted(event)).count()
}

fn cubes_add_up(state: &State) {
    let mut all = state.tower.contents().plus(state.tray);
    for holding in &state.provinces {
        if let Some(owner) = holding.owner {
            all[Cube::army(owner)] += holding.armies;
        }
    }
    for seat in state.seats.seats() {
        assert_eq!(all[Cube::army(seat)] + state.player(seat).supply, ARMIES, "{seat}");
    }
    assert_eq!(all[Cube::FARMER] + state.farmers, FARMERS);
}

/// The province whose armies are in the tower.
fn embattled(state: &State) -> Option<Province> {
    match state.phase {
        Phase::Act(turn) => match turn.task {
            Task::Battle { province } => Some(province),
            _ => None,
        },
        Phase::Winter(winter) => match winter.task {
            WinterTask::Battle { province } => Some(province),
            _ => None,
        },
        _ => None,
    }
}

fn owners_and_map_agree(state: &State) {
    for province in Province::all() {
        let holding = state.holding(province);
        match holding.owner {
            None => {
                assert_eq!((holding.armies, holding.markers), (0, 0), "{province}");
                assert!(holding.buildings.is_empty(), "{province}");
            }
            Some(_) => {
                assert!(state.in_play().contains(province), "{province}");
                let in_tower = embattled(state) == Some(province);
                assert_eq!(holding.armies == 0, in_tower, "{province}");
            }
        }
    }
}

fn buildings_fit(state: &State) {
    let mut built = [0; 3];
    for province in Province::all() {
        let buildings = state.holding(province).buildings;
        assert!(buildings.len() <= province.towns().into(), "{province}");
        buildings.iter().for_each(|building| built[building.index()] += 1);
    }
    for building in Building::ALL {
        let index = building.index();
        assert_eq!(built[index] + state.stock(building), TILES[index], "{building}");
    }
}

fn cards_lie_in_one_place(state: &State) {
    let mut laid = ProvinceSet::EMPTY;
    for seat in state.seats.seats() {
        let Player { plan, face_up, .. } = state.player(seat);
        for (space, card) in plan.iter().chain(face_up.iter()) {
            assert!(Space::from_index(space).is_some());
            if let Card::Province(province) = card {
                assert_eq!(state.holding(province).owner, Some(seat), "{province}");
                assert!(!laid.contains(province), "{province} lies twice");
                laid = laid.with(province);
            }
        }
        let chests =
            plan.iter().chain(face_up.iter()).filter(|(_, c)| matches!(c, Card::Chests(_)));
        assert!(chests.count() <= 5);
    }
    if matches!(state.phase, Phase::Draft(_)) {
        let open = state.draft.open.iter().flatten();
        let known: ProvinceSet = open.chain(&state.draft.under).copied().collect();
        assert!(known.difference(state.neutral()).is_empty());
        assert!(known.intersection(state.draft_deck()).is_empty());
    }
    let actions = state.action_cards.iter().flatten().count();
    assert!(actions <= Order::COUNT && (state.season != Season::Winter || actions == 0));
}
