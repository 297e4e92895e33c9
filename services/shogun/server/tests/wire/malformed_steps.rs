//! Every bad field of an action or an event is refused under its own path.

use kit_conformance::wire::bad_fields;
use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Wire;
use shogun_server::ShogunWire;

#[test]
fn a_bad_action_is_refused_with_all_its_paths() {
    use pb::action::Kind;
    let table: &[(Option<Kind>, &[&str])] = &[
        (None, &["kind"]),
        (Some(Kind::TakeCard(Default::default())), &["take_card.province"]),
        (Some(Kind::PlaceGroup(pb::PlaceGroup { armies: 256 })), &["place_group.armies"]),
        (Some(Kind::LayCard(Default::default())), &["lay_card.space", "lay_card.card"]),
        (
            Some(Kind::LayCard(pb::LayCard { space: 1, card: Some(Default::default()) })),
            &["lay_card.card.kind"],
        ),
        (Some(Kind::TakeBack(pb::TakeBack { space: 12 })), &["take_back.space"]),
        (Some(Kind::PickSpecial(pb::PickSpecial { special: 6 })), &["pick_special.special"]),
        (Some(Kind::MarchTo(pb::MarchTo { province: 46 })), &["march_to.province"]),
        (Some(Kind::MarchWith(pb::MarchWith { armies: u32::MAX })), &["march_with.armies"]),
        (Some(Kind::FightRevolt(Default::default())), &["fight_revolt.province"]),
    ];
    for (kind, expected) in table {
        let message = pb::Action { kind: *kind };
        assert_eq!(bad_fields(ShogunWire::action_from_proto(message)), *expected);
    }
}

#[test]
fn a_bad_event_is_refused_with_all_its_paths() {
    use pb::event::Kind;
    let table: Vec<(Option<Kind>, &[&str])> = vec![
        (None, &["kind"]),
        (
            Some(Kind::LetterDrawn(Default::default())),
            &["letter_drawn.seat", "letter_drawn.letter"],
        ),
        (Some(Kind::DraftBegins(Default::default())), &["draft_begins.seat"]),
        (Some(Kind::CardOpened(Default::default())), &["card_opened.province"]),
        (
            Some(Kind::PairExchanged(Default::default())),
            &["pair_exchanged.seat", "pair_exchanged.first", "pair_exchanged.second"],
        ),
        (Some(Kind::CardTaken(Default::default())), &["card_taken.seat", "card_taken.province"]),
        (
            Some(Kind::GroupPlaced(Default::default())),
            &["group_placed.seat", "group_placed.province"],
        ),
        (
            Some(Kind::SeasonBegins(Default::default())),
            &["season_begins.season", "season_begins.orders"],
        ),
        (Some(Kind::SpecialsLaidOut(Default::default())), &["specials_laid_out.specials"]),
        (
            Some(Kind::CardLaid(Default::default())),
            &["card_laid.seat", "card_laid.space", "card_laid.card"],
        ),
        (
            Some(Kind::CardTakenBack(Default::default())),
            &["card_taken_back.seat", "card_taken_back.space", "card_taken_back.card"],
        ),
        (Some(Kind::PlanSealed(Default::default())), &["plan_sealed.seat"]),
        (Some(Kind::SpacesEmpty(Default::default())), &["spaces_empty.seat"]),
        (Some(Kind::EventDrawn(Default::default())), &["event_drawn.card"]),
        (Some(Kind::BidPaid(Default::default())), &["bid_paid.seat"]),
        (
            Some(Kind::SpecialTaken(Default::default())),
            &["special_taken.seat", "special_taken.special"],
        ),
        (Some(Kind::ActionBegins(Default::default())), &["action_begins.order"]),
        (
            Some(Kind::OrderRevealed(Default::default())),
            &["order_revealed.seat", "order_revealed.order", "order_revealed.card"],
        ),
        (Some(Kind::ActionTurnedUp(Default::default())), &["action_turned_up.order"]),
        (
            Some(Kind::Skipped(Default::default())),
            &["skipped.seat", "skipped.province", "skipped.order", "skipped.reason"],
        ),
        (
            Some(Kind::OrderCancelled(Default::default())),
            &["order_cancelled.seat", "order_cancelled.province", "order_cancelled.space"],
        ),
        (
            Some(Kind::OrderLost(Default::default())),
            &["order_lost.seat", "order_lost.province", "order_lost.order"],
        ),
        (
            Some(Kind::Built(Default::default())),
            &["built.seat", "built.province", "built.building"],
        ),
        (Some(Kind::MarkerRemoved(Default::default())), &["marker_removed.province"]),
        (
            Some(Kind::Collected(Default::default())),
            &["collected.seat", "collected.province", "collected.good"],
        ),
        (Some(Kind::MarkerAdded(Default::default())), &["marker_added.province"]),
        (Some(Kind::Deployed(Default::default())), &["deployed.seat", "deployed.province"]),
        (
            Some(Kind::TargetChosen(Default::default())),
            &["target_chosen.seat", "target_chosen.from", "target_chosen.target"],
        ),
        (
            Some(Kind::TargetDropped(Default::default())),
            &["target_dropped.seat", "target_dropped.from"],
        ),
        (Some(Kind::Declined(Default::default())), &["declined.seat", "declined.province"]),
        (Some(Kind::Moved(Default::default())), &["moved.seat", "moved.from", "moved.target"]),
        (
            Some(Kind::Attacked(Default::default())),
            &["attacked.seat", "attacked.from", "attacked.target"],
        ),
        (
            Some(Kind::RevoltBegins(Default::default())),
            &["revolt_begins.seat", "revolt_begins.province"],
        ),
        (Some(Kind::Conquered(Default::default())), &["conquered.seat", "conquered.province"]),
        (Some(Kind::Defended(Default::default())), &["defended.seat", "defended.province"]),
        (
            Some(Kind::AttackFailed(Default::default())),
            &["attack_failed.seat", "attack_failed.province"],
        ),
        (Some(Kind::RevoltHeld(Default::default())), &["revolt_held.seat", "revolt_held.province"]),
        (
            Some(Kind::TurnedNeutral(Default::default())),
            &["turned_neutral.seat", "turned_neutral.province", "turned_neutral.reason"],
        ),
        (Some(Kind::SeasonEnds(Default::default())), &["season_ends.season"]),
        (Some(Kind::WinterBegins(Default::default())), &["winter_begins.card"]),
        (Some(Kind::RiceLost(Default::default())), &["rice_lost.seat"]),
        (Some(Kind::ShortageFound(Default::default())), &["shortage_found.seat"]),
        (Some(Kind::RevoltsDrawn(Default::default())), &["revolts_drawn.seat"]),
        (Some(Kind::HoldingsScored(Default::default())), &["holdings_scored.seat"]),
        (
            Some(Kind::MajorityScored(Default::default())),
            &["majority_scored.region", "majority_scored.building"],
        ),
        (Some(Kind::PointsTold(Default::default())), &["points_told.seat"]),
        (
            Some(Kind::ChestsShown(pb::ChestsShown { seat: 0, chests: 256 })),
            &["chests_shown.seat", "chests_shown.chests"],
        ),
        (
            Some(Kind::YearBegins(pb::YearBegins { year: 256, events: vec![1, 1] })),
            &["year_begins.year", "year_begins.events[1]"],
        ),
        (
            Some(Kind::TheatresCalmed(pb::TheatresCalmed { provinces: vec![1, 46] })),
            &["theatres_calmed.provinces[1]"],
        ),
        (
            Some(Kind::BidsRevealed(pb::BidsRevealed {
                bids: vec![pb::SeatCard { seat: 1, card: None }; 2],
            })),
            &["bids_revealed.bids[1].seat"],
        ),
        (
            Some(Kind::BidsRanked(pb::BidsRanked { ranking: vec![1, 1, 6] })),
            &["bids_ranked.ranking[1]", "bids_ranked.ranking[2]"],
        ),
        (
            Some(Kind::ActionBegins(pb::ActionBegins {
                position: 1,
                order: 1,
                cards: vec![pb::SeatCard { seat: 0, card: Some(Default::default()) }],
            })),
            &["action_begins.cards[0].seat", "action_begins.cards[0].card.kind"],
        ),
        (
            Some(Kind::CubesThrown(pb::CubesThrown {
                cubes: vec![pb::CubeCount { seat: 6, count: 256 }],
                tray: vec![Default::default()],
            })),
            &[
                "cubes_thrown.cubes[0].seat",
                "cubes_thrown.cubes[0].count",
                "cubes_thrown.tray[0].count",
            ],
        ),
        (
            Some(Kind::CubesOut(pb::CubesOut {
                cubes: vec![pb::CubeCount { seat: 2, count: 1 }; 2],
            })),
            &["cubes_out.cubes[1].seat"],
        ),
        (
            Some(Kind::Attacked(pb::Attacked {
                seat: 1,
                from: 1,
                target: 2,
                defender: 6,
                armies: 256,
            })),
            &["attacked.defender", "attacked.armies"],
        ),
        (
            Some(Kind::MajorityScored(pb::MajorityScored {
                region: 1,
                building: 1,
                seats: vec![1, 1],
                points: 70_000,
            })),
            &["majority_scored.seats[1]", "majority_scored.points"],
        ),
        (Some(Kind::YearEnds(pb::YearEnds { year: 256 })), &["year_ends.year"]),
        (Some(Kind::LetterDrawn(pb::LetterDrawn { seat: 1, letter: 6 })), &["letter_drawn.letter"]),
        (
            Some(Kind::SeasonBegins(pb::SeasonBegins {
                year: 1,
                season: 1,
                orders: vec![1, 2, 3, 4],
            })),
            &["season_begins.orders"],
        ),
    ];
    for (kind, expected) in table {
        let message = pb::Event { kind };
        assert_eq!(bad_fields(ShogunWire::event_from_proto(message)), expected);
    }
}
