//! A line in a page, which has no sockets but a connection to the room of its server. It does its work whenever
//! somebody looks at the game.

use std::sync::mpsc::{Receiver, channel};

use super::{Shared, Speaker, Status};
use turbo::dos::window::{RoomCall, RoomEvent};

pub(super) struct Link {
    call: RoomCall,
    sent: Receiver<String>,
}

impl Link {
    pub(super) fn new() -> Link {
        Link { call: RoomCall::begin(), sent: channel().1 }
    }

    /// Handles what has arrived, and sends what is queued.
    pub(super) fn pump<S: Speaker>(&mut self, shared: &Shared<S>) {
        while let Some(event) = self.call.event() {
            let own = shared.state().current;
            match event {
                RoomEvent::Opened => {
                    let (to_send, sent) = channel();
                    self.sent = sent;
                    shared.opened(None, to_send);
                }
                RoomEvent::Lost => shared.closed(own, None),
                RoomEvent::Line(line) => {
                    if let Err(why) = shared.received(own, &line) {
                        self.send();
                        shared.closed(own, why);
                        if !matches!(shared.state().status, Status::Ended(_)) {
                            self.call = RoomCall::begin();
                        }
                    }
                }
            }
        }
        self.send();
    }

    /// Sends what is queued.
    pub(super) fn send(&self) {
        self.sent.try_iter().for_each(|line| self.call.send(&line));
    }
}
