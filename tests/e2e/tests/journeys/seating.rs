//! Seating: leaving, bots, resigning, and finding a match.

use tests_harness::play::watch_match_response::Message;
use tests_harness::{
    Client, Cluster, Dice, StoreKind, Table, assert_refused, every_table, fresh_id, play, rules,
    with_token,
};
use tonic::Code;

async fn cluster() -> (Cluster, Client) {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    let client = cluster.client(0);
    (cluster, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_left_and_taken_again_has_another_token() {
    let (_cluster, client) = cluster().await;
    for (game, seats) in every_table(&client).await {
        let mut table = Table::create(&client, Table::request(&game.id, seats)).await;
        let first = table.sit(&client).await.clone();
        first.view().await.expect("the token is good");
        let leave =
            play::LeaveSeatRequest { match_id: table.id().to_owned(), request_id: fresh_id() };
        let left = client.api().leave_seat(with_token(&first.token, leave)).await;
        let left = left.expect("before the start").into_inner().game_match.expect("a match");
        assert_eq!(left.seats[0].holder(), play::SeatHolder::Open);
        assert_eq!(left.seats[0].name, "");
        let gone = first.view().await;
        assert_refused(gone, Code::Unauthenticated, "NOT_AUTHENTICATED", "an open seat");

        let second = table.sit(&client).await.clone();
        assert_eq!(second.seat, first.seat);
        assert_ne!(second.token, first.token);
        second.view().await.expect("the new token is good");
        let gone = first.view().await;
        assert_refused(gone, Code::Unauthenticated, "NOT_AUTHENTICATED", "another's seat");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_sends_a_squatter_away_and_lets_in_whom_it_invites() {
    let (_cluster, client) = cluster().await;
    for (game, seats) in every_table(&client).await {
        let mut table = Table::create(&client, Table::request(&game.id, seats)).await;
        let squatter = table.sit(&client).await.clone();
        let watch = play::WatchMatchRequest {
            match_id: table.id().to_owned(),
            after_revision: Some(squatter.view().await.expect("the token is good").revision),
            ..Default::default()
        };
        let mut watcher = client.watch(watch).await.expect("anyone may watch");

        let renew = play::RenewInvitationRequest {
            match_id: table.id().to_owned(),
            request_id: fresh_id(),
        };
        let renewed = with_token(&table.host_token, renew.clone());
        let renewed = client.api().renew_invitation(renewed).await.expect("the host may");
        let invitation = renewed.into_inner().invitation;
        let remove = play::RemoveSeatRequest {
            match_id: table.id().to_owned(),
            seat: squatter.seat,
            request_id: fresh_id(),
        };
        let stolen = with_token(&squatter.token, remove.clone());
        let refused = client.api().remove_seat(stolen).await;
        assert_refused(refused, Code::PermissionDenied, "NOT_YOUR_SEAT", "not the host");
        let removed = with_token(&table.host_token, remove);
        let removed = client.api().remove_seat(removed).await.expect("the host may");
        let removed = removed.into_inner().game_match.expect("a match");
        assert_eq!(removed.seats[0].holder(), play::SeatHolder::Open);
        assert!(removed.invitation_only);
        let gone = squatter.view().await;
        assert_refused(gone, Code::Unauthenticated, "NOT_AUTHENTICATED", "the seat is free");
        let seen = [watcher.next_update().await, watcher.next_update().await];
        let shown = seen[1].game_match.clone().expect("a change of seats");
        assert_eq!(shown.seats[0].holder(), play::SeatHolder::Open);

        let back = play::SitDownRequest {
            match_id: table.id().to_owned(),
            name: "Squatter".to_owned(),
            request_id: fresh_id(),
            ..Default::default()
        };
        let refused = client.api().sit_down(back).await;
        assert_refused(refused, Code::PermissionDenied, "NOT_INVITED", "no invitation");
        let again = with_token(&table.host_token, renew);
        let again = client.api().renew_invitation(again).await.expect("a repetition");
        assert_eq!(again.into_inner().invitation, invitation, "the first answer");
        table.invitation = invitation;
        table.players.clear();
        for _ in 0..seats {
            table.sit(&client).await;
        }
        table.start_match(&client).await;
        let renew = play::RenewInvitationRequest {
            match_id: table.id().to_owned(),
            request_id: fresh_id(),
        };
        let late = client.api().renew_invitation(with_token(&table.host_token, renew)).await;
        assert_refused(late, Code::FailedPrecondition, "ALREADY_STARTED", "it has started");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_starts_by_itself_when_it_is_full() {
    let (_cluster, client) = cluster().await;
    for (game, seats) in every_table(&client).await {
        let request =
            play::CreateMatchRequest { start_when_full: true, ..Table::request(&game.id, seats) };
        let mut table = Table::create(&client, request).await;
        let watch =
            play::WatchMatchRequest { match_id: table.id().to_owned(), ..Default::default() };
        let mut watcher = client.watch(watch).await.expect("anyone may watch");
        for _ in 0..seats {
            let now = client.get_match(table.id()).await.expect("the match is there");
            assert_eq!(now.status(), play::MatchStatus::Seating, "not before it is full");
            table.sit(&client).await;
        }
        while watcher.next_update().await.seats_to_act.is_empty() {}
        let now = client.get_match(table.id()).await.expect("the match is there");
        assert_eq!(now.status(), play::MatchStatus::Playing);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_alone_play_a_match_to_its_end() {
    let (_cluster, client) = cluster().await;
    for (game, seats) in every_table(&client).await {
        let request =
            play::CreateMatchRequest { start_when_full: true, ..Table::request(&game.id, seats) };
        let table = Table::create(&client, request).await;
        let watch = play::WatchMatchRequest {
            match_id: table.id().to_owned(),
            after_revision: Some(0),
            ..Default::default()
        };
        let watcher = client.watch(watch).await.expect("anyone may watch");
        for expected in 1..=seats {
            assert_eq!(table.add_bot(&client).await, expected);
        }
        let seen = watcher.to_end().await.expect("the stream is whole");
        seen.assert_gapless(Some(0));
        let outcome = seen.updates.last().and_then(|update| update.outcome.clone());
        assert_eq!(outcome.expect("it is over").standings.len(), seats as usize);
        let now = client.get_match(table.id()).await.expect("the match is there");
        assert!(now.seats.iter().all(|seat| seat.holder() == play::SeatHolder::Bot));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_resigns_ranks_last_and_a_bot_plays_on() {
    let (_cluster, client) = cluster().await;
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        if seats < 3 {
            continue;
        }
        let table = Table::start(&client, &game.id, seats).await;
        table.play(&mut dice, 4).await;
        let quitter = table.players[0].clone();
        let after = quitter.resign().await.expect("anyone may resign");
        assert_eq!(after.status(), play::MatchStatus::Playing, "the others play on");
        assert!(after.seats[0].resigned);
        let outcome = play_with_bots(&client, &table, &mut dice).await;
        let last = outcome.standings.last().expect("every seat has a place");
        assert_eq!((last.seat, last.rank), (quitter.seat, seats), "{outcome:?}");
        let refused = quitter.resign().await;
        assert_refused(refused, Code::FailedPrecondition, "MATCH_OVER", "it is over");
    }
}

/// Plays the seats of those who are still there, while bots play the others.
async fn play_with_bots(client: &Client, table: &Table, dice: &mut Dice) -> rules::Outcome {
    let watch = play::WatchMatchRequest { match_id: table.id().to_owned(), ..Default::default() };
    let mut watcher = client.watch(watch).await.expect("anyone may watch");
    loop {
        let now = client.get_match(table.id()).await.expect("the match is there");
        if let Some(outcome) = now.outcome {
            return outcome;
        }
        let stays = |seat: &&u32| !now.seats[**seat as usize - 1].resigned;
        match now.seats_to_act.iter().find(stays) {
            Some(seat) => {
                table.player(*seat).act(dice).await;
            }
            None => {
                let woken = watcher.next().await.expect("the stream is whole");
                assert!(!matches!(woken, Some(Message::Closing(_))));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_ends_when_only_one_has_not_resigned() {
    let (_cluster, client) = cluster().await;
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        if seats < 2 {
            continue;
        }
        let table = Table::start(&client, &game.id, seats).await;
        table.play(&mut dice, 2).await;
        for player in &table.players[1..] {
            player.resign().await.expect("the match is running");
        }
        let now = client.get_match(table.id()).await.expect("the match is there");
        assert_eq!(now.status(), play::MatchStatus::Over);
        let places: Vec<(u32, u32)> = now
            .outcome
            .expect("it is over")
            .standings
            .iter()
            .map(|standing| (standing.seat, standing.rank))
            .collect();
        // Who resigned later is in front of who resigned earlier.
        let later_first = std::iter::once(1).chain((2..=seats).rev());
        assert_eq!(places, later_first.zip(1..).collect::<Vec<_>>());
        client.export(table.id()).await.expect("a finished match has a record");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn listed_matches_are_found_newest_first_page_by_page() {
    const PAGE: u32 = 2;
    let (_cluster, client) = cluster().await;
    let (game, seats) = every_table(&client).await.remove(0);
    let mut created = Vec::new();
    for index in 0..7 {
        let listed = index % 3 != 2;
        let request = play::CreateMatchRequest { listed, ..Table::request(&game.id, seats) };
        let table = Table::create(&client, request).await;
        if listed {
            created.push(table.id().to_owned());
        }
    }
    let mut found = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = play::ListMatchesRequest {
            game: game.id.clone(),
            status: play::MatchStatus::Seating.into(),
            page_size: PAGE,
            page_token,
        };
        let page = client.api().list_matches(request).await.expect("a page").into_inner();
        assert!(page.matches.len() <= PAGE as usize);
        found.extend(page.matches);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert!(found.iter().all(|listed| listed.listed && listed.game == game.id));
    let at = |listed: &play::Match| {
        let time = listed.created_at.expect("a match knows its age");
        // Two matches of the same millisecond are of the same age.
        std::cmp::Reverse((time.seconds, time.nanos / 1_000_000))
    };
    assert!(found.is_sorted_by_key(at), "newest first");
    let mut ids: Vec<String> = found.into_iter().map(|listed| listed.match_id).collect();
    ids.sort_unstable();
    created.sort_unstable();
    assert_eq!(ids, created, "every listed match once, and no other");

    let running = play::ListMatchesRequest {
        status: play::MatchStatus::Playing.into(),
        ..Default::default()
    };
    let page = client.api().list_matches(running).await.expect("a page").into_inner();
    assert!(page.matches.is_empty(), "no match has started");
}
