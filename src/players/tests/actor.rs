//! Orders to an actor.

use std::sync::mpsc::channel;

use players::actor::{Actor, State};

#[derive(Default)]
struct Told(Vec<&'static str>);

impl State for Told {
    const AT_ONCE: bool = true;
}

#[test]
fn without_a_thread_what_is_ordered_meanwhile_is_carried_out_afterwards() {
    let actor = Actor::here(Told::default());
    let (other, (send, told)) = (actor.clone(), channel());
    actor.order(move |state| {
        // Simulates an order that arrives during an order.
        other.order(move |state: &mut Told| {
            state.0.push("second");
            let _ = send.send(state.0.clone());
        });
        state.0.push("first");
    });
    assert_eq!(told.try_recv(), Ok(vec!["first", "second"]));
}
