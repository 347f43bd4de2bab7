//! Two ends of a line that meet in the room of `qipan web --lan`, and the wall that shows their board.

#[path = "../common/room_server.rs"]
mod room_server;
#[path = "../common/wait.rs"]
mod wait;

use std::net::SocketAddr;

use games::othello;
use players::line::{Action, End, Line, Offer, Refusal, Status, Watch};
use room_server::RoomServer;
use wait::wait_until;

fn guest(room: SocketAddr, key: &str, name: &str) -> Line {
    Line::join(room, End::guest("QWERTY", "othello", [0; 16]).in_room(key, name))
}

fn play(name: &str) -> Action {
    Action::Play(name.to_string(), 0)
}

#[test]
fn two_ends_play_in_a_room_and_the_wall_shows_their_board() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, room) = RoomServer::start(env!("CARGO_BIN_EXE_qipan"), folder.path());
    let wall = Line::join(room, Watch::default());
    wait_until(|| wall.status() == Status::Connected);
    let offer = Offer::new(&othello::Game::new(othello::Rules::Standard), "none".parse().unwrap());
    let host = || End::host("QWERTY", offer.clone().unwrap(), [0; 16]).in_room("1", "Anna");
    let restarted = host;
    let host = Line::join(room, host());
    wait_until(|| wall.see(|watch| watch.tables.values().any(|table| table.waits())));
    let ben = guest(room, "2", "Ben");
    wait_until(|| host.see(End::is_ready) && ben.see(End::is_ready));
    assert_eq!(host.see(|end| end.names.clone()), ["Anna", "Ben"]);
    assert_eq!(ben.see(|end| end.names.clone()), ["Ben", "Anna"]);
    // Both numbers are even, so the host has Black.
    assert!(host.act(play("d3")));
    wait_until(|| ben.see(|end| end.log().len()) == 2);
    let carol = guest(room, "3", "Carol");
    wait_until(|| carol.status() == Status::Ended(Refusal::Taken));
    drop(ben);
    wait_until(|| host.status() == Status::Waits);
    let ben = guest(room, "2", "Ben");
    wait_until(|| ben.see(End::is_ready));
    assert!(ben.act(play("c5")));
    wait_until(|| host.see(|end| end.log().len()) == 3);
    let same = |watch: &Watch| {
        let table = watch.tables.values().next()?;
        let game = table.game.as_ref()?;
        Some(*game.game == *host.see(|end| end.table().cloned())?.game && table.names == ["Anna", "Ben"])
    };
    wait_until(|| wall.see(same) == Some(true));
    assert!(wall.see(|watch| !watch.tables.values().any(|table| table.waits())));
    // The host's program starts again with an older log, and gets the rest from the guest.
    let log = host.see(|end| end.log()[..2].to_vec());
    drop(host);
    let host = Line::join(room, restarted().resumed(&log).unwrap());
    wait_until(|| host.see(End::is_ready) && ben.see(End::is_ready));
    assert_eq!(host.see(|end| end.log().len()), 3);
}
