//! Commands that are sent more than once.

use kit_service::Reason;
use prost::Message;
use tests_harness::play::log_entry::Change;
use tests_harness::{
    Client, Cluster, Dice, StoreKind, Table, assert_refused, every_table, fresh_id, play,
    with_token,
};
use tonic::Code;

/// Two replicas on one store, so that a repetition may go elsewhere.
async fn two_replicas() -> (Cluster, [Client; 2]) {
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).start().await;
    let clients = [cluster.client(0), cluster.client(1)];
    (cluster, clients)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_submission_gets_its_first_answer_on_any_replica_at_any_time() {
    let (_cluster, clients) = two_replicas().await;
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&clients[0]).await {
        let table = Table::start(&clients[0], &game.id, seats).await;
        let player = table.to_act(&clients[0]).await;
        let action = player.some_legal(&mut dice).await.expect("there are actions");
        let request = player.submission(&action.action);
        let first = player.submit(request.clone()).await.expect("it is legal");

        for later in [0, 1, 4] {
            table.play(&mut dice, later).await;
            for client in &clients {
                let again = player.moved_to(client).submit(request.clone()).await;
                let again = again.expect("a repetition is answered");
                assert_eq!(again.encode_to_vec(), first.encode_to_vec(), "after {later} more");
            }
        }
        let export = finish(&clients[1], &table).await;
        let same = |entry: &&play::LogEntry| {
            let by_player =
                matches!(&entry.change, Some(Change::Acted(acted)) if acted.seat == player.seat);
            by_player && entry.revisions[player.seat as usize] == first.revision
        };
        assert_eq!(export.log.iter().filter(same).count(), 1, "it was committed once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_id_with_other_content_is_refused() {
    let (_cluster, clients) = two_replicas().await;
    let mut dice = Dice::roll();
    let taken = |answer: Result<_, _>, what: &str| {
        assert_refused(answer, Code::AlreadyExists, "REQUEST_ID_REUSED", what);
    };
    for (game, seats) in every_table(&clients[0]).await {
        let table = Table::start(&clients[0], &game.id, seats).await;
        let player = table.to_act(&clients[0]).await;
        let action = player.some_legal(&mut dice).await.expect("there are actions");
        let request = player.submission(&action.action);
        player.submit(request.clone()).await.expect("it is legal");
        let before = player.view().await.expect("a seat may look");
        for client in &clients {
            let player = player.moved_to(client);
            let padded =
                play::SubmitActionsRequest { padding: vec![0; 9].into(), ..request.clone() };
            player.submit(padded).await.expect("padding is no content");
            let twice = vec![action.action.clone(); 2];
            let other = play::SubmitActionsRequest { actions: twice, ..request.clone() };
            taken(player.submit(other).await.map(|_| ()), "other actions");
            let other =
                play::SubmitActionsRequest { expected_revision: Some(1), ..request.clone() };
            taken(player.submit(other).await.map(|_| ()), "another revision");
            let resign = play::ResignRequest {
                match_id: table.id().to_owned(),
                request_id: request.request_id.clone(),
            };
            let answer = client.api().resign(with_token(&player.token, resign)).await;
            taken(answer.map(|_| ()), "another command");
        }
        assert_eq!(player.view().await.expect("a seat may look"), before, "nothing happened");

        let create = Table::request(&game.id, seats);
        Table::create(&clients[0], create.clone()).await;
        let other = play::CreateMatchRequest { listed: true, ..create };
        taken(clients[1].api().create_match(other).await.map(|_| ()), "another match");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_created_once_and_a_seat_is_taken_once() {
    let (_cluster, clients) = two_replicas().await;
    for (game, seats) in every_table(&clients[0]).await {
        let request = Table::request(&game.id, seats);
        let table = Table::create(&clients[0], request.clone()).await;
        for client in &clients {
            let again = Table::create(client, request.clone()).await;
            assert_eq!(again.game_match, table.game_match);
            assert_eq!(again.host_token, table.host_token);
        }
        let sit = play::SitDownRequest {
            match_id: table.id().to_owned(),
            name: "Tomoe".to_owned(),
            request_id: fresh_id(),
            ..Default::default()
        };
        let first = clients[0].api().sit_down(sit.clone()).await.expect("a seat").into_inner();
        for client in &clients {
            let again = client.api().sit_down(sit.clone()).await.expect("the same").into_inner();
            assert_eq!(again, first);
        }
        let bot = play::AddBotRequest {
            match_id: table.id().to_owned(),
            seat: 0,
            request_id: fresh_id(),
        };
        for client in clients.iter().filter(|_| seats > 1) {
            let answer = client.api().add_bot(with_token(&table.host_token, bot.clone())).await;
            assert_eq!(answer.expect("one bot").into_inner().seat, 2);
        }
        let again = clients[1].api().sit_down(sit).await.expect("the same").into_inner();
        assert_eq!((again.seat, again.seat_token), (first.seat, first.seat_token));
        let now = clients[0].get_match(table.id()).await.expect("the match is there");
        let taken = now.seats.iter().filter(|seat| seat.holder() != play::SeatHolder::Open);
        assert_eq!(taken.count(), 2.min(seats as usize), "nobody sits twice");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_copies_at_once_make_one_revision() {
    let (_cluster, clients) = two_replicas().await;
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&clients[0]).await {
        let table = Table::start(&clients[0], &game.id, seats).await;
        let player = table.to_act(&clients[0]).await;
        let before = player.view().await.expect("a seat may look").revision;
        let action = player.some_legal(&mut dice).await.expect("there are actions");
        let request = player.submission(&action.action);
        let copies: Vec<_> = (0..20)
            .map(|copy| {
                let (player, request) = (player.moved_to(&clients[copy % 2]), request.clone());
                tokio::spawn(async move { player.submit(request).await })
            })
            .collect();
        for copy in copies {
            let update = copy.await.expect("it does not panic").expect("every copy is answered");
            assert_eq!(update.revision, before + 1);
        }
        assert_eq!(player.view().await.expect("a seat may look").revision, before + 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_on_another_revision_is_refused_with_the_current_one() {
    let (_cluster, clients) = two_replicas().await;
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&clients[0]).await {
        let table = Table::start(&clients[0], &game.id, seats).await;
        table.play(&mut dice, 3).await;
        let player = table.to_act(&clients[0]).await;
        let view = player.view().await.expect("a seat may look");
        let current = view.revision;
        let action = player.some_legal(&mut dice).await.expect("there are actions");
        let based_on = |revision| play::SubmitActionsRequest {
            expected_revision: Some(revision),
            ..player.submission(&action.action)
        };
        for client in &clients {
            let player = player.moved_to(client);
            for stale in [0, current - 1] {
                let answer = player.submit(based_on(stale)).await;
                let reason = assert_refused(answer, Code::Aborted, "STALE_REVISION", "stale");
                assert_eq!(reason, Reason::StaleRevision { current });
            }
            for future in [current + 1, u64::MAX] {
                let answer = player.submit(based_on(future)).await;
                let reason = assert_refused(answer, Code::OutOfRange, "FUTURE_REVISION", "future");
                assert_eq!(reason, Reason::FutureRevision { current });
            }
        }
        assert_eq!(player.view().await.expect("a seat may look"), view, "nothing happened");
        let update = player.submit(based_on(current)).await.expect("this is the current one");
        assert_eq!(update.revision, current + 1);
    }
}

/// Ends a match by resignations, so that its record can be read.
async fn finish(client: &Client, table: &Table) -> play::MatchExport {
    for player in &table.players {
        let now = client.get_match(table.id()).await.expect("the match is there");
        if now.status() == play::MatchStatus::Over {
            break;
        }
        player.resign().await.expect("anyone may resign");
    }
    client.export(table.id()).await.expect("the match is over")
}
