//! Somebody who has a state of its own and carries out orders on it, one after the other, in a thread of its own. Where the system has
//! no threads, an order is carried out when it is given.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::job::HAS_THREADS;

type Order<S> = Box<dyn FnOnce(&mut S) + Send>;

/// What a clerk has.
pub(crate) trait State: Sized {
    /// So many more orders are carried out. Returns how long to wait until this is called again if there are no more.
    fn rest(&mut self, _orders: u64) -> Duration {
        Duration::MAX
    }

    /// No order will come any more.
    fn end(&mut self) {}
}

/// The clerk. All its copies are the same, and it goes when the last of them does.
pub(crate) struct Clerk<S: State>(Side<S>);

enum Side<S: State> {
    Beside(Sender<Order<S>>),
    Here(Arc<Mutex<Ending<S>>>),
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

impl<S: State + 'static> Clerk<S> {
    /// A clerk whose state is made where it is used.
    pub(crate) fn start(state: impl FnOnce() -> S + Send + 'static) -> Clerk<S> {
        if !HAS_THREADS {
            let mut state = Ending(state());
            state.0.rest(0);
            return Clerk(Side::Here(Arc::new(Mutex::new(state))));
        }
        let (orders, given) = channel();
        std::thread::spawn(move || work(Ending(state()), &given));
        Clerk(Side::Beside(orders))
    }

    /// Gives an order. Nobody waits for it.
    pub(crate) fn order(&self, order: impl FnOnce(&mut S) + Send + 'static) {
        match &self.0 {
            // A thread that has failed carries nothing out, and whoever waits for an answer hears that.
            Side::Beside(orders) => drop(orders.send(Box::new(order))),
            Side::Here(state) => {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                order(&mut state.0);
                state.0.rest(1);
            }
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
