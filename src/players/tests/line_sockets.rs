//! The line over sockets of this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::wait::wait_until;
use games::othello;
use players::line::{Action, End, Line, Offer, Refusal, Role, Status};

const CODE: &str = "QWERTY";

fn host() -> (Line, SocketAddr) {
    let game = othello::Game::new(othello::Rules::Standard);
    let offer = Offer::new(&game, "5+3".parse().unwrap()).unwrap();
    let line = Line::wait((Ipv4Addr::LOCALHOST, 0).into(), End::host(CODE, offer, [0; 16])).unwrap();
    let address = line.address().unwrap();
    (line, address)
}

fn guest(address: SocketAddr, code: &str) -> Line {
    Line::join(address, End::guest(code, "othello", [0; 16]))
}

fn log(line: &Line) -> Vec<String> {
    line.see(|end| end.log().to_vec())
}

fn is_ready(line: &Line) -> bool {
    line.see(End::is_ready)
}

fn play(name: &str) -> Action {
    Action::Play(name.to_string(), 290_000)
}

#[test]
fn moves_travel_and_a_lost_guest_comes_back() {
    let (host, address) = host();
    let first = guest(address, CODE);
    wait_until(|| is_ready(&host) && is_ready(&first));
    assert!(host.see(|end| end.table().unwrap().to_move()) == Some(Role::Host), "both numbers are even");
    assert!(!first.act(play("d3")), "it is the host's turn");
    assert!(host.act(play("d3")));
    wait_until(|| log(&first).len() == 2);
    assert!(first.act(play("c3")));
    wait_until(|| log(&host).len() == 3);
    drop(first);
    wait_until(|| host.status() == Status::Waits);
    // The host can move meanwhile.
    assert!(host.act(play("b3")));
    let second = guest(address, CODE);
    wait_until(|| log(&second).len() == 4 && is_ready(&second));
    assert!(second.act(play("b2")));
    wait_until(|| log(&host) == log(&second) && log(&host).len() == 5);
    // A guest on another computer takes the place of one that hangs.
    let third = guest(address, CODE);
    wait_until(|| is_ready(&third) && log(&third).len() == 5);
}

#[test]
fn a_wrong_code_is_refused_slowly_and_disturbs_nobody() {
    let (host, address) = host();
    let right = guest(address, CODE);
    wait_until(|| is_ready(&host) && is_ready(&right));
    let since = Instant::now();
    for _ in 0..3 {
        let wrong = guest(address, "AAAAAA");
        wait_until(|| wrong.status() == Status::Ended(Refusal::Code));
    }
    assert!(since.elapsed() > Duration::from_millis(250 + 500 + 1000));
    assert!(is_ready(&host) && host.act(play("d3")));
    wait_until(|| log(&right).len() == 2);
}

/// Sends bytes to the host. Returns everything that it answers.
fn sent(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

#[test]
fn hostile_bytes_end_their_own_connection_only() {
    let (host, address) = host();
    let right = guest(address, CODE);
    wait_until(|| is_ready(&host) && is_ready(&right));
    assert_eq!(sent(address, b"GET / HTTP/1.1\r\n\r\n"), "no wrong line\n");
    assert_eq!(sent(address, b"qipan 9 QWERTY 0 00000000\n"), "no other version\n");
    assert_eq!(sent(address, &[b'a'; 5000]), "");
    assert_eq!(sent(address, b"\xff\xfe\n"), "");
    assert_eq!(sent(address, b"qipan 1 QWERTY 77 00000000\n"), "no other game\n");
    assert!(host.act(play("d3")));
    wait_until(|| log(&right).len() == 2);
}

#[test]
fn ten_connections_at_most_are_open() {
    let (_host, address) = host();
    let open: Vec<TcpStream> = (0..10).map(|_| TcpStream::connect(address).unwrap()).collect();
    sleep(Duration::from_millis(300));
    let mut eleventh = TcpStream::connect(address).unwrap();
    eleventh.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert!(matches!(eleventh.read(&mut [0]), Ok(0) | Err(_)), "the host closes it");
    drop(open);
    sleep(Duration::from_millis(300));
    assert_eq!(sent(address, b"hello\n"), "no wrong line\n");
}

#[test]
fn twenty_lines_a_second_are_read() {
    let (_host, address) = host();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"qipan 1 QWERTY 0 00000000\n").unwrap();
    stream.write_all("ping\n".repeat(50).as_bytes()).unwrap();
    let since = Instant::now();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert_eq!(lines.filter(|line| line == "pong").take(50).count(), 50);
    assert!(since.elapsed() > Duration::from_millis(1900));
}
