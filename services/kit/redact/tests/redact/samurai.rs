//! A real game: hands and pools of Samurai stay hidden.

use kit_proto::bakufu::samurai::v1::event::Kind;
use kit_proto::bakufu::samurai::v1::{
    Event, FigureCounts, PlacedTile, Player, State, Tile, TileChosen, TileReturned, TilesDrawn,
};
use kit_redact::{Schema, Viewer};
use prost::Message as _;

use crate::schemas::{compile, seat};

#[test]
fn a_hand_is_face_up_for_its_seat_and_face_down_for_all_others() {
    let state = state([Tile::Samurai3, Tile::Ronin1], [Tile::Ship2]);
    let own = view(&state, Viewer::Seat(seat(1)));
    assert_eq!(own.players[0], state.players[0]);

    for viewer in [Viewer::Seat(seat(2)), Viewer::Seat(seat(3)), Viewer::Spectator] {
        let seen = view(&state, viewer);
        let face_down = Player {
            hand: vec![0, 0],
            pool: vec![0],
            chosen: vec![],
            captured_hidden: None,
            ..state.players[0].clone()
        };
        assert_eq!(seen.players[0], face_down, "{viewer:?}");
        assert_eq!(seen.placed_tiles, state.placed_tiles);
        assert_eq!(seen.active_seat, state.active_seat);
    }
}

#[test]
fn two_worlds_with_other_tiles_in_hidden_places_look_the_same() {
    let schema = schema();
    let mut one = state([Tile::Samurai3, Tile::Ronin1], [Tile::Ship2]);
    let mut other = state([Tile::Rice4, Tile::Rice2], [Tile::FigureExchange]);
    one.players[0].chosen = vec![Tile::Ship2 as i32];
    other.players[0].captured_hidden = None;
    for viewer in [Viewer::Seat(seat(2)), Viewer::Seat(seat(3)), Viewer::Spectator] {
        let [one, other] = [&one, &other].map(|state| {
            schema.redact_state(&state.encode_to_vec(), viewer).expect("the state is readable")
        });
        assert_eq!(one.into_bytes(), other.into_bytes(), "{viewer:?}");
    }
}

#[test]
fn a_step_that_only_its_seat_can_see_is_the_same_for_others() {
    let schema = schema();
    let before = state([Tile::Samurai3, Tile::Ronin1], [Tile::Ship2]);
    let mut secret = before.clone();
    secret.players[0].chosen = vec![Tile::Ship2 as i32];
    let mut open = before.clone();
    open.active_seat += 1;
    let mut counted = before.clone();
    counted.players[0].hand.pop();
    for (after, same) in [(&before, true), (&secret, true), (&open, false), (&counted, false)] {
        let [before, after] = [&before, after].map(State::encode_to_vec);
        assert_eq!(schema.same_for_others(&before, &after, seat(1)), Ok(same));
        assert!(schema.same_for_others(&before, &before, seat(2)).expect("readable"));
    }
    // To seat 2, the secret of seat 1 would be one of the others' views.
    let [before, secret] = [&before, &secret].map(State::encode_to_vec);
    assert_eq!(schema.same_for_others(&before, &secret, seat(2)), Ok(false));
}

#[test]
fn an_event_is_concealed_from_others_if_none_of_them_gets_any_of_it() {
    let schema = schema();
    let chosen = Kind::TileChosen(TileChosen { seat: 1, tile: Tile::Ship2.into() });
    let drawn = Kind::TilesDrawn(TilesDrawn { seat: 1, tiles: vec![3] });
    for (kind, from_one, from_two) in [(chosen, true, false), (drawn, false, false)] {
        let bytes = Event { kind: Some(kind) }.encode_to_vec();
        assert_eq!(schema.concealed_from_others(&bytes, seat(1)), Ok(from_one));
        assert_eq!(schema.concealed_from_others(&bytes, seat(2)), Ok(from_two));
    }
}

#[test]
fn drawn_tiles_are_counted_for_others() {
    let drawn = |tiles| Kind::TilesDrawn(TilesDrawn { seat: 1, tiles });
    let kind = drawn(vec![3, 9]);
    assert_eq!(event(kind.clone(), Viewer::Seat(seat(1))), Some(kind.clone()));
    assert_eq!(event(kind.clone(), Viewer::Seat(seat(2))), Some(drawn(vec![0, 0])));
    assert_eq!(event(kind, Viewer::Spectator), Some(drawn(vec![0, 0])));
}

#[test]
fn only_its_own_seat_learns_that_a_tile_was_chosen_or_returned() {
    let chosen = Kind::TileChosen(TileChosen { seat: 1, tile: Tile::Ship2.into() });
    let returned = Kind::TileReturned(TileReturned { seat: 1, tile: Tile::Ship2.into() });
    for kind in [chosen, returned] {
        assert_eq!(event(kind.clone(), Viewer::Seat(seat(1))), Some(kind.clone()));
        for viewer in [Viewer::Seat(seat(2)), Viewer::Seat(seat(3)), Viewer::Spectator] {
            assert_eq!(event(kind.clone(), viewer), None, "{viewer:?} of {kind:?}");
        }
    }
}

fn schema() -> Schema {
    let descriptors =
        kit_proto::descriptor_set("bakufu.samurai.v1").expect("the package is generated");
    compile(descriptors, "bakufu.samurai.v1").expect("Samurai declares all its audiences")
}

/// A state in which seat 1 holds these tiles.
fn state(hand: [Tile; 2], pool: [Tile; 1]) -> State {
    let player = |seat, hand: &[Tile], pool: &[Tile]| Player {
        seat,
        hand: hand.iter().map(|&tile| tile.into()).collect(),
        pool: pool.iter().map(|&tile| tile.into()).collect(),
        captured_open: Some(FigureCounts { helmets: 1, ..Default::default() }),
        captured_hidden: Some(FigureCounts { rice: 2, ..Default::default() }),
        ..Default::default()
    };
    State {
        active_seat: 2,
        players: vec![player(1, &hand, &pool), player(2, &[Tile::Buddha4], &[])],
        placed_tiles: vec![PlacedTile { cell: 7, seat: 2, tile: Tile::Ship1a.into() }],
        ..Default::default()
    }
}

fn view(state: &State, viewer: Viewer) -> State {
    let view = schema().redact_state(&state.encode_to_vec(), viewer);
    State::decode(view.expect("the state is readable").into_bytes()).expect("views are states")
}

fn event(kind: Kind, viewer: Viewer) -> Option<Kind> {
    let bytes = Event { kind: Some(kind) }.encode_to_vec();
    let event = schema().redact_event(&bytes, viewer).expect("the event is readable")?;
    Event::decode(event.into_bytes()).expect("redacted events are events").kind
}
