//! Laws of everything that is kept beside the matches.

use match_orchestrator_store::{Listing, NewMatch, Store};

use crate::fixtures::new_match;

fn listing(created_at_ms: u64, match_id: &str) -> Listing {
    Listing { created_at_ms, match_id: match_id.to_owned() }
}

async fn list(store: &dyn Store, listings: &[Listing]) {
    for listing in listings {
        let at = Some(listing.created_at_ms);
        let new = NewMatch { listed_at_ms: at, ..new_match(&listing.match_id) };
        assert!(store.create(new).await.expect("create"));
    }
}

pub(crate) async fn matches_are_listed_newest_first(store: &dyn Store) {
    let newest_first = [
        listing(u64::MAX, "end of time"),
        listing(1_700_000_000_001, "a"),
        listing(1_700_000_000_000, "c"),
        listing(1_700_000_000_000, "b"),
        listing(9, "z"),
        listing(0, "y"),
    ];
    let mut created = newest_first.clone();
    created.swap(0, 3);
    created.swap(1, 5);
    list(store, &created).await;
    assert_eq!(store.listed(None, 100).await.expect("listed"), newest_first);
    assert_eq!(store.listed(None, usize::MAX).await.expect("listed"), newest_first);
    assert_eq!(store.listed(None, 2).await.expect("listed"), newest_first[..2]);
    assert!(store.listed(None, 0).await.expect("listed").is_empty());
}

pub(crate) async fn the_list_is_read_page_by_page(store: &dyn Store) {
    // Several at the same time, on both sides of a page's border.
    let mut all: Vec<Listing> =
        (0..25u64).map(|n| listing(1_000 + n / 5, &format!("match {n}"))).collect();
    list(store, &all).await;
    all.sort();
    all.reverse();

    let mut pages = Vec::new();
    let mut before = None;
    loop {
        let page = store.listed(before.clone(), 7).await.expect("listed");
        let Some(last) = page.last() else { break };
        before = Some(last.clone());
        pages.push(page);
    }
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [7, 7, 7, 4]);
    assert_eq!(pages.concat(), all);

    // A place where no match is divides the list all the same.
    let older = store.listed(Some(listing(1_001, "")), 100).await.expect("listed");
    assert!(older.iter().all(|listing| listing.created_at_ms == 1_000));
    assert_eq!(older.len(), 5);
}

pub(crate) async fn unlisted_matches_are_not_listed(store: &dyn Store) {
    assert!(store.create(new_match("hidden")).await.expect("create"));
    list(store, &[listing(5, "open")]).await;
    assert_eq!(store.listed(None, 10).await.expect("listed"), [listing(5, "open")]);
}

pub(crate) async fn games_are_remembered_with_their_last_address(store: &dyn Store) {
    for (game, address) in [("b", "http://b:1"), ("a", "http://a:1"), ("b", "http://b:2")] {
        store.put_game(game, address).await.expect("put game");
    }
    let expected = [("a", "http://a:1"), ("b", "http://b:2")]
        .map(|(game, address)| (game.to_owned(), address.to_owned()));
    assert_eq!(store.games().await.expect("games"), expected);
}
