//! Two ends of a line that meet in the room of `qipan web --lan`, and the wall that shows their board.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use games::othello;
use players::line::{Action, End, Line, Offer, Refusal, Status, Watch};

#[track_caller]
fn wait_until(is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(30), "it never happens");
        sleep(Duration::from_millis(5));
    }
}

fn guest(room: SocketAddr, key: &str, name: &str) -> Line {
    Line::join(room, End::guest("QWERTY", "othello", [0; 16]).in_room(key, name))
}

fn play(name: &str) -> Action {
    Action::Play(name.to_string(), 0)
}

#[test]
fn two_ends_play_in_a_room_and_the_wall_shows_their_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(["web", folder.path().to_str().unwrap(), "--lan", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut room = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut room).unwrap();
    let room = room.trim().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let wall = Line::join(room, Watch::default());
    wait_until(|| wall.status() == Status::Connected);
    let offer = Offer::new(&othello::Game::new(othello::Rules::Standard), "none".parse().unwrap());
    let host = Line::join(room, End::host("QWERTY", offer.unwrap(), [0; 16]).in_room("1", "Anna"));
    wait_until(|| wall.see(|watch| watch.tables.values().any(|table| table.waits())));
    let ben = guest(room, "2", "Ben");
    wait_until(|| host.see(End::is_ready) && ben.see(End::is_ready));
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
    server.kill().unwrap();
    server.wait().unwrap();
}
