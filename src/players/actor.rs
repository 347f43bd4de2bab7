//! An actor: a state that one thread owns, and orders that the thread executes on the state one by one. On
//! systems without threads, an order runs either at once or soon after, in a cooperative background task.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use turbo::dos::background::{self, HAS_THREADS};

type Order<S> = Box<dyn FnOnce(&mut S) + Send>;

/// The state of an actor.
pub trait State: Sized {
    /// For systems without threads: true if each order runs at once, false if it runs soon after.
    const AT_ONCE: bool;

    /// Called when the queued orders are done, with the number of orders since the last call. Returns the
    /// maximum time to wait for the next order before another call.
    fn rest(&mut self, _orders: u64) -> Duration {
        Duration::MAX
    }

    /// Called when no more orders can come.
    fn end(&mut self) {}
}

/// A handle to an actor. The actor ends when its last handle is dropped.
pub struct Actor<S: State>(Side<S>);

enum Side<S: State> {
    Beside(Sender<Order<S>>),
    Here(Arc<Here<S>>),
}

/// An actor without a thread of its own. Orders that arrive while another order runs are executed after it.
struct Here<S: State> {
    orders: Mutex<VecDeque<Order<S>>>,
    state: Mutex<Ending<S>>,
}

/// The state of an actor. [`State::end`] is called when this value is dropped.
struct Ending<S: State>(S);

impl<S: State> Drop for Ending<S> {
    fn drop(&mut self) {
        // A state must not be used after it has panicked.
        if !std::thread::panicking() {
            self.0.end();
        }
    }
}

impl<S: State> Clone for Actor<S> {
    fn clone(&self) -> Self {
        Actor(match &self.0 {
            Side::Beside(orders) => Side::Beside(orders.clone()),
            Side::Here(state) => Side::Here(state.clone()),
        })
    }
}

impl<S: State + Send + 'static> Actor<S> {
    /// Starts an actor. The actor's thread creates the state.
    pub fn start(state: impl FnOnce() -> S + Send + 'static) -> Actor<S> {
        if !HAS_THREADS {
            return Actor::here(state());
        }
        let (orders, given) = channel();
        std::thread::spawn(move || work(Ending(state()), &given));
        Actor(Side::Beside(orders))
    }

    /// Starts an actor without a thread.
    pub fn here(mut state: S) -> Actor<S> {
        state.rest(0);
        Actor(Side::Here(Arc::new(Here { orders: Mutex::default(), state: Mutex::new(Ending(state)) })))
    }

    /// Queues an order without waiting for it.
    pub fn order(&self, order: impl FnOnce(&mut S) + Send + 'static) {
        match &self.0 {
            // If the thread has panicked, the order is never executed, and the receiver of its answer sees a
            // closed channel.
            Side::Beside(orders) => drop(orders.send(Box::new(order))),
            Side::Here(here) => {
                here.orders().push_back(Box::new(order));
                match S::AT_ONCE {
                    true => here.carry_out(),
                    false => drop(background::start({
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

    /// Runs all queued orders. Does nothing if another call is already running them.
    fn carry_out(&self) {
        let Ok(mut state) = self.state.try_lock() else { return };
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
            // Call `rest` once for all orders that have queued up.
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
