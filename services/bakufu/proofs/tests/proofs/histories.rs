//! Nothing is lost, on any store.

use bakufu_proofs::histories::{Place, Plan, run};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_in_memory() {
    let plan = Plan { count: 500, seed: 1, place: Place::Memory, disguise: None };
    match run(&plan, |_| ()).await {
        Ok(figures) => println!("{figures:?}"),
        Err(finding) => panic!("{finding}"),
    }
}
