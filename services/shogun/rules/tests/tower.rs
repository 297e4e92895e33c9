//! The statistics of the cube tower, by simulation from fixed seeds.
//!
//! The numbers are those of the model itself, so a change of its parameters or
//! of the order of its draws shows here.

use kit_conformance::Chance;
use shogun_rules::{Cube, Cubes, HELP_MARKERS, SEED_ARMIES, SEED_FARMERS, Tower};

/// Where all chance of this file comes from.
const SEED: u64 = 20_061;

#[test]
fn sho_8_10_a_part_of_the_first_throw_stays_inside() {
    let mut random = Chance::new(SEED);
    for (seats, share, farmers) in [(3, 0.24, 2.4), (4, 0.22, 2.2), (5, 0.20, 2.0)] {
        let (mut inside, mut green, trials) = (0, 0, 4000);
        for _ in 0..trials {
            let mut tower = Tower::default();
            throw(&mut random, &mut tower, first_throw(seats));
            inside += tower.contents().total();
            green += u32::from(tower.contents()[Cube::FARMER]);
        }
        let thrown = first_throw(seats).total();
        near(f64::from(inside) / f64::from(trials * thrown), share, 0.01, "the share that stays");
        near(f64::from(green) / f64::from(trials), farmers, 0.1, "the farmers that stay");
    }
}

#[test]
fn sho_8_10_larger_throws_come_out_better_and_knock_more_loose() {
    let mut random = Chance::new(SEED);
    let rows =
        [(4, 0.65, 0.12), (7, 0.67, 0.19), (10, 0.69, 0.26), (15, 0.71, 0.37), (20, 0.72, 0.46)];
    let (marked, old) = (army(0), army(1));
    for (count, fresh, stuck) in rows {
        let (mut out_fresh, mut out_stuck, mut inside, trials) = (0, 0, 0, 3000);
        for _ in 0..trials {
            let mut tower = used_tower(&mut random, old);
            inside += u32::from(tower.contents()[old]);
            let out = throw(&mut random, &mut tower, Cubes::NONE.with(marked, count));
            out_fresh += u32::from(out[marked]);
            out_stuck += u32::from(out[old]);
        }
        let thrown = trials * u32::from(count);
        near(f64::from(out_fresh) / f64::from(thrown), fresh, 0.02, "a thrown cube comes out");
        near(f64::from(out_stuck) / f64::from(inside), stuck, 0.02, "a stuck cube comes out");
    }
}

#[test]
fn sho_8_4_the_tower_neither_fills_up_nor_runs_empty() {
    let mut random = Chance::new(SEED);
    let mut tower = Tower::default();
    throw(&mut random, &mut tower, Cubes::NONE.with(army(0), 38));
    let mut sums = [0u32; 2];
    for half in &mut sums {
        for _ in 0..20_000 {
            let count = 4 + random.below(9) as u8;
            throw(&mut random, &mut tower, Cubes::NONE.with(army(0), count));
            *half += tower.contents().total();
        }
    }
    let means = sums.map(|sum| f64::from(sum) / 20_000.0);
    near(means[0], 12.0, 1.0, "cubes inside in the long run");
    near(means[1], means[0], 0.3, "the second half differs from the first");
}

#[test]
fn sho_8_3_attacks_on_players_win_tie_and_lose_as_often_as_stated() {
    const TRIALS: u32 = 8000;
    // Won, tied and lost, for 1 to 5 defenders.
    let rows: [(u8, [[f64; 3]; 5]); 6] = [
        (
            2,
            [
                [0.53, 0.26, 0.20],
                [0.35, 0.27, 0.38],
                [0.21, 0.23, 0.56],
                [0.12, 0.16, 0.72],
                [0.07, 0.11, 0.82],
            ],
        ),
        (
            3,
            [
                [0.70, 0.18, 0.12],
                [0.51, 0.23, 0.26],
                [0.35, 0.24, 0.41],
                [0.23, 0.21, 0.56],
                [0.14, 0.15, 0.70],
            ],
        ),
        (
            4,
            [
                [0.81, 0.12, 0.07],
                [0.67, 0.17, 0.16],
                [0.52, 0.21, 0.27],
                [0.37, 0.21, 0.43],
                [0.24, 0.19, 0.57],
            ],
        ),
        (
            5,
            [
                [0.89, 0.07, 0.04],
                [0.79, 0.12, 0.09],
                [0.65, 0.17, 0.18],
                [0.50, 0.20, 0.30],
                [0.37, 0.20, 0.43],
            ],
        ),
        (
            6,
            [
                [0.93, 0.05, 0.02],
                [0.86, 0.08, 0.06],
                [0.75, 0.13, 0.11],
                [0.63, 0.17, 0.20],
                [0.51, 0.17, 0.31],
            ],
        ),
        (
            8,
            [
                [0.98, 0.01, 0.01],
                [0.95, 0.03, 0.02],
                [0.90, 0.06, 0.04],
                [0.83, 0.08, 0.08],
                [0.73, 0.12, 0.14],
            ],
        ),
    ];
    let mut random = Chance::new(SEED);
    let mut found = [[[0u32; 3]; 5]; 6];
    for _ in 0..TRIALS {
        let played = played_tower(&mut random);
        for ((attackers, _), found) in rows.iter().zip(&mut found) {
            for (defenders, found) in (1..).zip(found) {
                let (mut tower, tray) = played.clone();
                let thrown = Cubes::NONE.with(army(0), *attackers).with(army(1), defenders);
                let out = throw(&mut random, &mut tower, thrown.plus(tray));
                found[ending(out)] += 1;
            }
        }
    }
    for ((attackers, stated), found) in rows.iter().zip(&found) {
        for (defenders, (stated, found)) in (1..).zip(stated.iter().zip(found)) {
            for ending in 0..3 {
                let share = f64::from(found[ending]) / f64::from(TRIALS);
                near(share, stated[ending], 0.03, &format!("{attackers} against {defenders}"));
            }
        }
    }
}

#[test]
fn sho_8_3_farmers_are_beaten_as_often_as_stated() {
    const TRIALS: u32 = 8000;
    let rows: [(u8, [f64; 4]); 6] = [
        (1, [0.45, 0.27, 0.16, 0.09]),
        (2, [0.72, 0.50, 0.33, 0.20]),
        (3, [0.87, 0.71, 0.53, 0.38]),
        (4, [0.94, 0.85, 0.72, 0.55]),
        (5, [0.97, 0.93, 0.84, 0.71]),
        (6, [0.99, 0.97, 0.92, 0.84]),
    ];
    let mut random = Chance::new(SEED);
    let mut won = [[0u32; 4]; 6];
    for _ in 0..TRIALS {
        let played = played_tower(&mut random);
        for ((armies, _), won) in rows.iter().zip(&mut won) {
            for (farmers, won) in (1..).zip(won) {
                let (mut tower, tray) = played.clone();
                let thrown = Cubes::farmers(farmers).with(army(0), *armies);
                let out = throw(&mut random, &mut tower, thrown.plus(tray));
                *won += u32::from(out[army(0)] > out[Cube::FARMER]);
            }
        }
    }
    for ((armies, stated), won) in rows.iter().zip(&won) {
        for (farmers, (stated, won)) in (1..).zip(stated.iter().zip(won)) {
            let share = f64::from(*won) / f64::from(TRIALS);
            near(share, *stated, 0.03, &format!("{armies} against {farmers} farmers"));
        }
    }
}

/// Whether the first colour wins, ties or loses against the second, which the
/// farmers help.
fn ending(out: Cubes) -> usize {
    assert_eq!(HELP_MARKERS, 0);
    let (attackers, defenders) = (out[army(0)], out[army(1)]);
    let standing = defenders + out[Cube::FARMER];
    if attackers > standing {
        0
    } else if attackers == standing || defenders == 0 {
        1
    } else {
        2
    }
}

/// A tower after the first throw of four and six battles, and what lies in the
/// tray then.
fn played_tower(random: &mut Chance) -> (Tower, Cubes) {
    let mut tower = Tower::default();
    throw(random, &mut tower, first_throw(4));
    let mut tray = Cubes::NONE;
    for _ in 0..6 {
        let one = random.below(4) as usize;
        let other = (one + 1 + random.below(3) as usize) % 4;
        let (attackers, defenders) = (2 + random.below(5) as u8, 1 + random.below(4) as u8);
        let thrown = Cubes::NONE.with(army(one), attackers).with(army(other), defenders);
        tray = throw(random, &mut tower, thrown.plus(tray));
        for cube in [army(one), army(other), Cube::FARMER] {
            tray[cube] = 0;
        }
    }
    (tower, tray)
}

/// A tower after many throws of one colour, with an empty tray.
fn used_tower(random: &mut Chance, colour: Cube) -> Tower {
    let mut tower = Tower::default();
    throw(random, &mut tower, Cubes::NONE.with(colour, 38));
    for _ in 0..15 {
        let count = 4 + random.below(9) as u8;
        throw(random, &mut tower, Cubes::NONE.with(colour, count));
    }
    tower
}

fn first_throw(seats: usize) -> Cubes {
    let armies = (0..seats).fold(Cubes::NONE, |cubes, seat| cubes.with(army(seat), SEED_ARMIES));
    armies.with(Cube::FARMER, SEED_FARMERS)
}

fn army(seat: usize) -> Cube {
    Cube::army(kit_rules::Seat::from_index(seat))
}

fn near(found: f64, stated: f64, tolerance: f64, what: &str) {
    let distance = (found - stated).abs();
    assert!(distance <= tolerance, "seed {SEED}: {what}: {found} is not near {stated}");
}

fn throw(random: &mut Chance, tower: &mut Tower, cubes: Cubes) -> Cubes {
    tower.throw(cubes);
    loop {
        let sides = tower.sides().expect("a throw is in progress");
        if let Some(out) = tower.draw(random.below(sides.get())) {
            return out;
        }
    }
}
