//! The cube tower. Its statistics have a test of their own.

use shogun_rules::{
    CATCH, CATCH_SIDES, Cube, Cubes, KNOCK_SIDES, SHELF_CAPACITY, Shelf, Tower, TowerStage,
};

use super::ch16_tower_examples::SplitMix64;
use super::game::acting;
use super::position::{cube, fresh};

#[test]
fn sho_8_1_what_gets_stuck_still_belongs_to_its_colour() {
    let mut tower = Tower::default();
    tower.throw(Cubes::farmers(1).with(cube("blue"), 2));
    // Mixed as they lie; the first is caught above, the others fall through.
    let out = feed(&mut tower, &[2, 1, 29, 0, 29, 4, 29, 4, 29, 4, 29, 4]);
    assert_eq!(tower.upper, [cube("blue")]);
    assert_eq!(out, Some(Cubes::farmers(1).with(cube("blue"), 1)));
    // A red cube knocks it loose again.
    tower.throw(Cubes::NONE.with(cube("red"), 1));
    let out = feed(&mut tower, &[0, 4, 29, 4, 29, 4]);
    assert_eq!(out, Some(Cubes::NONE.with(cube("blue"), 1).with(cube("red"), 1)));
    assert_eq!(tower, Tower::default());
}

#[test]
fn sho_8_2_the_whole_tray_is_thrown_again() {
    let mut game = acting(
        "3 players; blue kaga 4; tray red 2 yellow 1 farmers 3; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 2");
    assert_eq!(
        (game.thrown().as_str(), game.tray().as_str()),
        ("blue 2 yellow 1 red 2 farmers 4", "")
    );
}

#[test]
fn sho_8_3_cubes_of_others_stay_in_the_tray() {
    let mut game = acting(
        "3 players; blue kaga 4; red noto 2; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 3").comes_out("blue 3 red 1 yellow 2");
    assert_eq!((game.tray().as_str(), game.stands("noto").as_str()), ("yellow 2", "blue 2"));
}

#[test]
fn sho_8_4_tower_and_tray_last_through_the_winter() {
    let all = "build_castle build_temple build_theatre collect_rice collect_taxes deploy_5
        deploy_3 deploy_1_move combat_move_a combat_move_b";
    let mut game = acting(&format!(
        "3 players; blue kaga 2; blue rice 18; tray red 2; inside yellow 3 farmers 1;
         season autumn; actions {all}"
    ));
    game.draws_all();
    assert_eq!((game.state.year, game.tray().as_str()), (2, "red 2"));
    let inside = game.state.tower.contents();
    assert_eq!((inside[cube("yellow")], inside[Cube::FARMER]), (3, 1));
}

#[test]
fn sho_8_5_two_ordered_shelves_with_these_chances() {
    assert_eq!((CATCH, CATCH_SIDES, KNOCK_SIDES, SHELF_CAPACITY), (1, 5, 30, 15));
    // The oldest cube has place 0: a knock of 0 takes it.
    let mut tower = Tower { upper: vec![cube("blue"), cube("red")], ..Tower::default() };
    tower.throw(Cubes::farmers(1));
    feed(&mut tower, &[0, 4]);
    assert_eq!((tower.upper, tower.falling), (vec![cube("red")], vec![cube("blue"), Cube::FARMER]));
}

#[test]
fn sho_8_5_a_full_shelf_catches_nothing() {
    let mut tower = Tower { upper: vec![cube("blue"); SHELF_CAPACITY], ..Tower::default() };
    tower.throw(Cubes::farmers(1));
    feed(&mut tower, &[29, 0]);
    assert_eq!((tower.upper.len(), tower.falling.len()), (SHELF_CAPACITY, 1));
    let mut roomier = Tower { upper: vec![cube("blue"); SHELF_CAPACITY - 1], ..Tower::default() };
    roomier.throw(Cubes::farmers(1));
    assert_eq!(feed(&mut roomier, &[29, 0]), Some(Cubes::NONE));
    assert_eq!(roomier.upper.len(), SHELF_CAPACITY);
}

#[test]
fn sho_8_6_chance_comes_from_outside() {
    let mut game = fresh("3 players");
    game.draws(&[0, 0]);
    // 31 cubes: 30 draws to mix them, each below its place.
    for sides in (2..=31).rev() {
        assert_eq!(game.sides(), sides);
        game.draws(&[0]);
    }
    assert_eq!(game.sides(), 30);
    game.draws(&[0]);
    assert_eq!(game.sides(), 5);
}

#[test]
fn sho_8_7_cubes_are_listed_by_colour_and_mixed_from_the_end() {
    let mut tower = Tower::default();
    tower.throw(Cubes::farmers(1).with(cube("yellow"), 1).with(cube("blue"), 2));
    assert_eq!(tower.falling, [cube("blue"), cube("blue"), cube("yellow"), Cube::FARMER]);
    assert_eq!(tower.stage, TowerStage::Mix { last: 3 });
    feed(&mut tower, &[0, 1, 1]);
    assert_eq!(tower.falling, [Cube::FARMER, cube("yellow"), cube("blue"), cube("blue")]);
    assert_eq!(tower.stage, TowerStage::Fall { shelf: Shelf::Upper, next: 0, has_hit: false });
}

#[test]
fn sho_8_8_draws_are_bounded_and_cubes_are_kept() {
    let mut random = SplitMix64::new(8);
    let mut tower = Tower::default();
    for throw in 0..4000 {
        let cubes = Cubes::farmers(1 + (throw % 7) as u8).with(cube("red"), (throw % 5) as u8);
        let (before, count) = (tower.contents().total(), cubes.total());
        tower.throw(cubes);
        let mut draws = 0;
        let out = loop {
            let sides = tower.sides().expect("a throw is in progress");
            draws += 1;
            if let Some(out) = tower.draw(random.below(sides.get())) {
                break out;
            }
        };
        assert!(draws <= 5 * count + 29, "{draws} draws for {count} cubes");
        assert_eq!(tower.contents().total() + out.total(), before + count);
    }
}

#[test]
fn sho_8_9_the_reference_generator_gives_its_first_numbers() {
    let mut random = SplitMix64::new(1);
    let first = [random.next(), random.next(), random.next()];
    assert_eq!(first, [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67, 0xf893_a2ee_fb32_555e]);
}

#[test]
fn sho_8_10_a_cube_knocks_at_most_one_loose_on_each_shelf() {
    let full = vec![cube("blue"); SHELF_CAPACITY];
    for knock in 0..30 {
        let mut tower = Tower { upper: full.clone(), ..Tower::default() };
        tower.throw(Cubes::farmers(1));
        feed(&mut tower, &[knock, 4]);
        let loose = usize::from(knock < 15);
        assert_eq!(tower.upper.len(), SHELF_CAPACITY - loose);
    }
    // Four of five pass a shelf, so 16 of 25 pass both.
    let passes = (0..5).filter(|value| *value >= CATCH).count();
    assert_eq!(passes * passes, 16);
}

/// Takes these draws and returns what comes out.
pub(crate) fn feed(tower: &mut Tower, values: &[u32]) -> Option<Cubes> {
    let mut out = None;
    for value in values {
        assert!(*value < tower.sides().expect("a draw is pending").get());
        out = tower.draw(*value);
    }
    out
}
