//! Grid on which the provinces lie: a map on squared paper, in which two
//! provinces touch if and only if they have a border on land.

use std::sync::LazyLock;

use shogun_rules::{Province, Side};

/// The width of the map, in squares.
pub(super) const COLUMNS: usize = 46;
/// The height of the map, in squares.
pub(super) const ROWS: usize = 28;

/// A corner of the squared paper.
pub(super) type Corner = (u8, u8);

pub(super) struct Area {
    /// The rectangle in which its name, armies and buildings stand: the
    /// north-western and the south-eastern corner.
    pub(super) room: (Corner, Corner),
    /// Its corners in order, if it is more than that rectangle.
    bends: &'static [Corner],
}

/// A line between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: Corner,
    pub(super) to: Corner,
}

/// A sea route and where it is drawn, in tenths of a square.
pub(super) struct Route {
    pub(super) ends: (Province, Province),
    pub(super) line: ((u16, u16), (u16, u16)),
}

impl Area {
    pub(super) fn of(province: Province) -> &'static Self {
        &MAP.areas[province.index()]
    }

    pub(super) fn corners(&self) -> Vec<Corner> {
        if !self.bends.is_empty() {
            return self.bends.to_vec();
        }
        let ((west, north), (east, south)) = self.room;
        vec![(west, north), (east, north), (east, south), (west, south)]
    }
}

pub(super) fn routes() -> &'static [Route] {
    &MAP.routes
}

pub(super) fn at(column: usize, row: usize) -> Option<Province> {
    MAP.squares.get(row)?.get(column).copied().flatten()
}

/// The lines between regions on a side of the board, each as long as it can be.
pub(super) fn region_borders(side: Side) -> Vec<Edge> {
    let parts = |one: Option<Province>, other: Option<Province>| match (one, other) {
        (Some(one), Some(other)) => one.region(side) != other.region(side),
        _ => false,
    };
    let mut edges = Vec::new();
    for column in 1..COLUMNS {
        runs(
            ROWS,
            |row| parts(at(column - 1, row), at(column, row)),
            |from, to| {
                edges.push(Edge { from: corner(column, from), to: corner(column, to) });
            },
        );
    }
    for row in 1..ROWS {
        runs(
            COLUMNS,
            |column| parts(at(column, row - 1), at(column, row)),
            |from, to| {
                edges.push(Edge { from: corner(from, row), to: corner(to, row) });
            },
        );
    }
    edges
}

fn corner(column: usize, row: usize) -> Corner {
    (column as u8, row as u8)
}

/// Tells where unbroken runs begin and end.
fn runs(length: usize, holds: impl Fn(usize) -> bool, mut tell: impl FnMut(usize, usize)) {
    let mut begin = None;
    for place in 0..=length {
        let goes_on = place < length && holds(place);
        match (begin, goes_on) {
            (None, true) => begin = Some(place),
            (Some(from), false) => {
                tell(from, place);
                begin = None;
            }
            _ => {}
        }
    }
}

static MAP: LazyLock<Map> = LazyLock::new(Map::new);

struct Map {
    areas: Vec<Area>,
    squares: Vec<[Option<Province>; COLUMNS]>,
    routes: Vec<Route>,
}

impl Map {
    fn new() -> Self {
        let named = |id: &str| Province::from_id(id).expect("the map names provinces");
        let row = |province: Province| {
            let row = AREAS.iter().find(|(id, ..)| *id == province.id());
            let (_, room, bends) = row.expect("every province has its area");
            Area { room: *room, bends }
        };
        let areas: Vec<Area> = Province::all().map(row).collect();
        let mut squares = vec![[None; COLUMNS]; ROWS];
        for (province, area) in Province::all().zip(&areas) {
            let corners = area.corners();
            for (row, line) in squares.iter_mut().enumerate() {
                let mine = |column: &usize| is_inside(&corners, *column, row);
                for column in (0..COLUMNS).filter(mine) {
                    line[column] = Some(province);
                }
            }
        }
        let routes = ROUTES
            .iter()
            .map(|(one, other, line)| Route { ends: (named(one), named(other)), line: *line })
            .collect();
        Self { areas, squares, routes }
    }
}

/// Whether a square lies inside a line of corners: a ray to the east crosses
/// the line an odd number of times.
fn is_inside(corners: &[Corner], column: usize, row: usize) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crossings = corners.iter().zip(next).filter(|((x, y), (next_x, next_y))| {
        let between = usize::from(*y.min(next_y)) <= row && row < usize::from(*y.max(next_y));
        x == next_x && between && column < usize::from(*x)
    });
    crossings.count() % 2 == 1
}

type ProvinceArea = (&'static str, (Corner, Corner), &'static [Corner]);

const AREAS: [ProvinceArea; Province::COUNT] = [
    ("aki", ((0, 15), (3, 18)), &[]),
    ("awa_boso", ((42, 14), (46, 17)), &[]),
    ("awa_shikoku", ((8, 22), (13, 25)), &[]),
    ("bingo", ((3, 12), (6, 17)), &[]),
    ("bitchu", ((6, 12), (9, 17)), &[]),
    ("bizen", ((9, 15), (12, 18)), &[]),
    ("echigo", ((28, 0), (36, 4)), &[]),
    ("echizen", ((20, 8), (24, 11)), &[]),
    ("etchu", ((24, 2), (28, 6)), &[]),
    ("harima", ((12, 11), (15, 18)), &[]),
    ("hida", ((24, 6), (28, 10)), &[]),
    ("hitachi", ((42, 4), (46, 8)), &[]),
    ("hoki", ((5, 9), (12, 12)), &[]),
    ("ise", ((22, 15), (25, 20)), &[]),
    ("iwami", ((0, 12), (3, 15)), &[]),
    ("iyo", ((3, 22), (8, 25)), &[]),
    ("izu", ((38, 16), (41, 19)), &[]),
    ("izumo", ((2, 9), (5, 12)), &[]),
    ("kaga", ((20, 4), (24, 8)), &[]),
    ("kai", ((34, 12), (37, 16)), &[]),
    ("kazusa", ((42, 11), (46, 14)), &[]),
    ("kii", ((17, 18), (22, 22)), &[]),
    ("kozuke", ((34, 4), (38, 9)), &[]),
    ("mikawa", ((28, 15), (31, 18)), &[]),
    ("mimasaka", ((9, 12), (12, 15)), &[]),
    (
        "mino",
        ((24, 10), (28, 15)),
        &[(24, 10), (28, 10), (28, 13), (29, 13), (29, 15), (23, 15), (23, 11), (24, 11)],
    ),
    ("musashi", ((34, 9), (38, 12)), &[(34, 9), (38, 9), (38, 11), (39, 11), (39, 12), (34, 12)]),
    ("mutsu", ((36, 0), (46, 4)), &[]),
    ("noto", ((21, 1), (24, 4)), &[]),
    ("omi", ((18, 11), (23, 15)), &[]),
    ("owari", ((25, 15), (28, 18)), &[]),
    ("sagami", ((37, 12), (40, 16)), &[]),
    ("sanuki", ((6, 19), (12, 22)), &[]),
    ("settsu", ((15, 15), (19, 18)), &[]),
    ("shima", ((23, 20), (26, 23)), &[]),
    ("shimosa", ((38, 8), (46, 11)), &[]),
    ("shimotsuke", ((38, 4), (42, 8)), &[]),
    ("shinano", ((28, 4), (34, 13)), &[(28, 4), (34, 4), (34, 15), (29, 15), (29, 13), (28, 13)]),
    ("suruga", ((34, 16), (38, 19)), &[]),
    ("tajima", ((12, 8), (16, 11)), &[]),
    ("tamba", ((15, 11), (18, 15)), &[]),
    ("tosa", ((5, 25), (11, 28)), &[]),
    ("totomi", ((31, 15), (34, 19)), &[]),
    ("wakasa", ((16, 8), (20, 11)), &[]),
    ("yamato", ((19, 15), (22, 18)), &[]),
];

type Line = ((u16, u16), (u16, u16));

const ROUTES: [(&str, &str, Line); 6] = [
    ("aki", "iyo", ((18, 180), (44, 220))),
    ("harima", "sanuki", ((128, 180), (114, 190))),
    ("awa_shikoku", "kii", ((130, 235), (170, 208))),
    ("kaga", "tajima", ((200, 56), (146, 80))),
    ("izu", "shima", ((388, 190), (260, 214))),
    ("awa_boso", "izu", ((420, 160), (410, 174))),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn provinces_touch_if_and_only_if_they_have_a_border_on_land() {
        let mut touching = BTreeSet::new();
        for (column, row) in (0..COLUMNS).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
            let Some(here) = at(column, row) else { continue };
            for there in [at(column + 1, row), at(column, row + 1)].into_iter().flatten() {
                if there != here {
                    touching.insert((here.min(there), here.max(there)));
                }
            }
        }
        let borders: BTreeSet<_> = Province::all()
            .flat_map(|here| here.land_neighbours().iter().map(move |there| (here, there)))
            .filter(|(here, there)| here < there)
            .collect();
        assert_eq!(borders.len(), 91);
        assert_eq!(touching, borders);
    }

    #[test]
    fn every_sea_route_is_drawn_once() {
        let drawn: BTreeSet<_> = routes()
            .iter()
            .map(|route| (route.ends.0.min(route.ends.1), route.ends.0.max(route.ends.1)))
            .collect();
        let due: BTreeSet<_> = Province::all()
            .flat_map(|here| here.sea_neighbours().iter().map(move |there| (here, there)))
            .filter(|(here, there)| here < there)
            .collect();
        assert_eq!(drawn, due);
        assert_eq!((drawn.len(), routes().len()), (6, 6));
    }

    #[test]
    fn every_province_covers_its_room_and_no_other_does() {
        for province in Province::all() {
            let ((west, north), (east, south)) = Area::of(province).room;
            assert!(east - west >= 3 && south - north >= 3, "{province} has too little room");
            for (column, row) in
                (west..east).flat_map(|x| (north..south).map(move |y| (x.into(), y.into())))
            {
                assert_eq!(at(column, row), Some(province), "{column}, {row}");
            }
        }
    }

    #[test]
    fn regions_are_parted_by_lines_that_differ_between_the_sides() {
        let hida_to_shinano = |edge: &Edge| {
            let (from, to) = (edge.from, edge.to);
            from.0 == 28 && to.0 == 28 && from.1 <= 6 && to.1 >= 10
        };
        assert!(region_borders(Side::Sun).iter().any(hida_to_shinano));
        assert!(!region_borders(Side::Moon).iter().any(hida_to_shinano), "both are red there");
    }
}
