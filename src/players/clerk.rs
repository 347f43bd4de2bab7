//! Somebody who has a state of its own and carries out orders on it, one after the other, in a thread of its own. Where the system has
//! no threads, an order is carried out when it is given, or soon after it beside the program.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use turbo::dos::beside::{self, HAS_THREADS};

type Order<S> = Box<dyn FnOnce(&mut S) + Send>;

/// What a clerk has.
pub trait State: Sized {
    /// Where there are no threads, is an order carried out when it is given? Else it is carried out soon, beside the program.
    const AT_ONCE: bool;

    /// So many more orders are carried out. Returns how long to wait until this is called again if there are no more.
    fn rest(&mut self, _orders: u64) -> Duration {
        Duration::MAX
    }

    /// No order will come any more.
    fn end(&mut self) {}
}

/// The clerk. All its copies are the same, and it goes when the last of them does.
pub struct Clerk<S: State>(Side<S>);

enum Side<S: State> {
    Beside(Sender<Order<S>>),
    Here(Arc<Here<S>>),
}

/// A clerk without a thread. What is ordered while an order is carried out is carried out after it.
struct Here<S: State> {
    orders: Mutex<VecDeque<Order<S>>>,
    state: Mutex<Ending<S>>,
}

/// A state that is told of its end.
struct Ending<S: State>(S);

impl<S: State> Drop for Ending<S> {
    fn drop(&mut self) {
        // What has failed does nothing more.
        if !std::thread::panicking() {
            self.0.end();
        }
    }
}

impl<S: State> Clone for Clerk<S> {
    fn clone(&self) -> Self {
        Clerk(match &self.0 {
            Side::Beside(orders) => Side::Beside(orders.clone()),
            Side::Here(state) => Side::Here(state.clone()),
        })
    }
}

impl<S: State + Send + 'static> Clerk<S> {
    /// A clerk whose state is made where it is used.
    pub fn start(state: impl FnOnce() -> S + Send + 'static) -> Clerk<S> {
        if !HAS_THREADS {
            return Clerk::here(state());
        }
        let (orders, given) = channel();
        std::thread::spawn(move || work(Ending(state()), &given));
        Clerk(Side::Beside(orders))
    }

    fn here(mut state: S) -> Clerk<S> {
        state.rest(0);
        Clerk(Side::Here(Arc::new(Here {
            orders: Mutex::default(),
            state: Mutex::new(Ending(state)),
        })))
    }

    /// Gives an order. Nobody waits for it.
    pub fn order(&self, order: impl FnOnce(&mut S) + Send + 'static) {
        match &self.0 {
            // A thread that has failed carries nothing out, and whoever waits for an answer hears that.
            Side::Beside(orders) => drop(orders.send(Box::new(order))),
            Side::Here(here) => {
                here.orders().push_back(Box::new(order));
                match S::AT_ONCE {
                    true => here.carry_out(),
                    false => drop(beside::start({
                        let here = here.clone();
                        move || here.carry_out()
                    })),
                }
            }
        }
    }
}

impl<S: State> Here<S> {
    fn orders(&self) -> MutexGuard<'_, VecDeque<Order<S>>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out all orders, unless somebody does so already.
    fn carry_out(&self) {
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        while let Some(order) = { self.orders().pop_front() } {
            order(&mut state.0);
            state.0.rest(1);
        }
    }
}

fn work<S: State>(mut state: Ending<S>, orders: &Receiver<Order<S>>) {
    let mut done = 0;
    loop {
        let wait = state.0.rest(std::mem::take(&mut done));
        match orders.recv_timeout(wait) {
            // What is done after each order is done once for all that came meanwhile.
            Ok(order) => {
                for order in std::iter::once(order).chain(orders.try_iter()) {
                    order(&mut state.0);
                    done += 1;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Told(Vec<&'static str>);

    impl State for Told {
        const AT_ONCE: bool = true;
    }

    #[test]
    fn without_a_thread_what_is_ordered_meanwhile_is_carried_out_afterwards() {
        let clerk = Clerk::here(Told::default());
        let (other, (send, told)) = (clerk.clone(), channel());
        clerk.order(move |state| {
            // As if somebody else went on while this is carried out.
            other.order(move |state: &mut Told| {
                state.0.push("second");
                let _ = send.send(state.0.clone());
            });
            state.0.push("first");
        });
        assert_eq!(told.try_recv(), Ok(vec!["first", "second"]));
    }
}
