//! Tests of the room with raw lines over TCP and WebSockets.

#[cfg(target_os = "linux")]
#[path = "../../../tests/common/room_server.rs"]
mod room_server;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use web::{MOST_PEOPLE, Server};

/// Opens a room on a free port of this machine.
fn room() -> SocketAddr {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::open(folder.path(), ([127, 0, 0, 1], 0).into()).unwrap().with_room();
    let address = server.address().unwrap();
    std::thread::spawn(move || server.run());
    address.trim_start_matches("http://").trim_end_matches('/').parse().unwrap()
}

/// Somebody in the room, with lines over TCP.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(room: SocketAddr, lines: &[&str]) -> Client {
        let stream = TcpStream::connect(room).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut client = Client(BufReader::new(stream));
        lines.iter().for_each(|line| client.say(line));
        client
    }

    fn say(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line, or an empty text at the end.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        // A connection that the room has dropped may be reset.
        let _ = self.0.read_line(&mut line);
        line.trim_end().to_string()
    }

    #[track_caller]
    fn hears(&mut self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.hear(), *line);
        }
    }

    /// Asks for an answer, so that all earlier lines have been handled.
    #[track_caller]
    fn is_there(&mut self) {
        self.say("ping");
        self.hears(&["pong"]);
    }
}

const ANNA: [&str; 2] = ["room 11 Anna", "table QWERTY othello standard 0+0"];
const BEN: [&str; 2] = ["room 22 Ben Li", "qipan 1 QWERTY 0 00000000"];

#[test]
fn two_people_meet_at_a_table_and_a_third_watches() {
    let room = room();
    let mut wall = Client::new(room, &["watch"]);
    wall.hears(&["all"]);
    let mut anna = Client::new(room, &ANNA);
    wall.hears(&["table 1 QWERTY othello standard 0+0", "host 1 Anna", "guest 1"]);
    let mut carol = Client::new(room, &["room 33 卡萝", "table ASDFGH gomoku renju free black 15x15 5+3"]);
    carol.is_there();
    wall.hears(&["table 2 ASDFGH gomoku renju free black 15x15 5+3", "host 2 卡萝", "guest 2"]);
    let mut ben = Client::new(room, &BEN);
    anna.hears(&["name Ben Li", "qipan 1 QWERTY 0 00000000"]);
    ben.hears(&["name Anna"]);
    wall.hears(&["table 1 QWERTY othello standard 0+0", "host 1 Anna", "guest 1 Ben Li"]);
    for entry in ["0 start h othello standard 0+0", "1 h play d3 0"] {
        anna.say(&format!("log {entry}"));
        ben.hears(&[&format!("log {entry}")]);
        wall.hears(&[&format!("log 1 {entry}")]);
    }
    ben.say("do 2 play c5 0");
    anna.hears(&["do 2 play c5 0"]);
    // Entries out of order and the guest's own are passed on, but the wall does not show them.
    anna.say("log 7 h play d3 0");
    ben.say("log 2 g play c5 0");
    anna.hears(&["log 2 g play c5 0"]);
    ben.hears(&["log 7 h play d3 0"]);
    let mut second_wall = Client::new(room, &["watch"]);
    second_wall.hears(&["table 2 ASDFGH gomoku renju free black 15x15 5+3", "host 2 卡萝", "guest 2"]);
    second_wall.hears(&["table 1 QWERTY othello standard 0+0", "host 1 Anna", "guest 1 Ben Li"]);
    second_wall.hears(&["log 1 0 start h othello standard 0+0", "log 1 1 h play d3 0", "all"]);
    drop(carol);
    wall.hears(&["host 2", "guest 2", "end 2"]);
}

#[test]
fn a_lost_player_comes_back_and_nobody_else_takes_the_seat() {
    let room = room();
    let mut anna = Client::new(room, &ANNA);
    anna.is_there();
    let mut ben = Client::new(room, &BEN);
    anna.hears(&["name Ben Li", "qipan 1 QWERTY 0 00000000"]);
    ben.hears(&["name Anna"]);
    anna.say("log 0 start h othello standard 0+0");
    ben.hears(&["log 0 start h othello standard 0+0"]);
    drop(ben);
    // Without the guest the host's connection ends, too.
    anna.hears(&[""]);
    let back = "qipan 1 QWERTY 1 12345678";
    Client::new(room, &["room 33 Carol", back]).hears(&["no the seat is taken", ""]);
    Client::new(room, &["room 33 Carol", ANNA[1]]).hears(&["no the seat is taken", ""]);
    // The name is public, and so is the code.
    for stranger in ["room 33 Ben Li", "room  Ben Li"] {
        Client::new(room, &[stranger, back]).hears(&["no the seat is taken", ""]);
    }
    Client::new(room, &[back]).hears(&["no the seat is taken", ""]);
    // The guest is back before the host.
    let mut ben = Client::new(room, &[BEN[0], back]);
    ben.is_there();
    let mut anna = Client::new(room, &ANNA);
    anna.hears(&["name Ben Li", back]);
    anna.say("ok 1 12345678");
    ben.hears(&["name Anna", "ok 1 12345678"]);
    // A new connection replaces one that hangs, and both ends greet again.
    let mut again = Client::new(room, &[BEN[0], back]);
    again.is_there();
    anna.hears(&[""]);
    ben.hears(&[""]);
    // A player without a secret word cannot return.
    let mut dora = Client::new(room, &["room 44 Dora", "table ZXCVBN othello standard 0+0"]);
    dora.is_there();
    let nameless = ["qipan 1 ZXCVBN 0 00000000", "qipan 1 ZXCVBN 1 12345678"];
    let mut guest = Client::new(room, &nameless[..1]);
    dora.hears(&["name ?", nameless[0]]);
    dora.say("log 0 start h othello standard 0+0");
    guest.hears(&["name Dora", "log 0 start h othello standard 0+0"]);
    drop(guest);
    dora.hears(&[""]);
    Client::new(room, &nameless[1..]).hears(&["no the seat is taken", ""]);
    // Both vanish, and the wall still shows the game for a while.
    drop(again);
    let mut wall = Client::new(room, &["watch"]);
    wall.hears(&["table 1 QWERTY othello standard 0+0"]);
}

#[test]
fn bad_lines_end_their_own_connection_only() {
    let room = room();
    let mut anna = Client::new(room, &ANNA);
    anna.is_there();
    let bad: [&[u8]; 7] = [
        b"hello\n",
        b"room 1\n",
        b"table\n",
        b"qipan 1\n",
        &[b'q'; 5000],
        b"room 1 \xff\xfe\nwatch\n",
        b"qipan 1 NOBODY 0 00000000\n",
    ];
    for bytes in bad {
        let mut stream = TcpStream::connect(room).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.is_empty() || answer.starts_with("no wrong"), "{answer}");
    }
    Client::new(room, &["watch", "hello"]).hears(&[
        "table 1 QWERTY othello standard 0+0",
        "host 1 Anna",
        "guest 1",
        "all",
        "",
    ]);
    anna.is_there();
}

#[test]
fn a_full_room_says_so() {
    let room = room();
    let mut all: Vec<Client> = (0..MOST_PEOPLE).map(|_| Client::new(room, &["watch"])).collect();
    all.iter_mut().for_each(|client| client.hears(&["all"]));
    Client::new(room, &ANNA).hears(&["no the room is full", ""]);
    all.pop();
    // The room notices after a moment.
    std::thread::sleep(Duration::from_millis(300));
    Client::new(room, &ANNA).is_there();
}

/// Answers to a request for a WebSocket of a page of this server.
fn websocket(room: SocketAddr, origin: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(room).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade";
    write!(stream, "GET /room HTTP/1.1\r\nHost: {room}\r\nOrigin: {origin}\r\n{upgrade}\r\n{key}\r\n\r\n")
        .unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    (stream, String::from_utf8(head).unwrap())
}

/// A text in a masked frame, as browsers send it.
fn frame(text: &str) -> Vec<u8> {
    assert!(text.len() < 126);
    [&[0x81, 0x80 | text.len() as u8, 0, 0, 0, 0], text.as_bytes()].concat()
}

/// The text in the next frame.
fn heard(stream: &mut TcpStream) -> String {
    let mut head = [0; 2];
    stream.read_exact(&mut head).unwrap();
    let mut text = vec![0; head[1].into()];
    stream.read_exact(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn pages_of_this_server_alone_join_by_websocket() {
    let room = room();
    let (mut stream, head) = websocket(room, &format!("http://{room}"));
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "the example of RFC 6455: {head}");
    stream.write_all(&frame("room 11 Anna\n")).unwrap();
    stream.write_all(&frame("table QWERTY othello standard 0+0\n")).unwrap();
    stream.write_all(&frame("ping\n")).unwrap();
    assert_eq!(heard(&mut stream), "pong\n");
    let mut ben = Client::new(room, &BEN);
    assert_eq!(heard(&mut stream), "name Ben Li\nqipan 1 QWERTY 0 00000000\n");
    stream.write_all(&frame("ok 0 00000000\n")).unwrap();
    ben.hears(&["name Anna", "ok 0 00000000"]);
    // A message that is not text ends the connection, and so does garbage.
    stream.write_all(&[0x82, 0x80, 0, 0, 0, 0]).unwrap();
    ben.hears(&[""]);
    let (mut stream, _) = websocket(room, &format!("http://{room}"));
    stream.write_all(&[0xff; 200]).unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    let (_, head) = websocket(room, "http://evil.example");
    assert!(!head.contains("101"), "{head}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes 25 s, and measures this process"]
fn sixty_people_play_thirty_games() {
    use room_server::RoomServer;
    use std::fs;
    use std::time::Instant;

    // The tests of the workspace build the program beside their own folder.
    let program = std::env::current_exe().unwrap().parent().unwrap().with_file_name("qipan");
    let folder = tempfile::tempdir().unwrap();
    let (server, room) = RoomServer::start(program, folder.path());
    let code = |n: usize| format!("TABLE{}", char::from(b'A' + n as u8));
    let mut pairs: Vec<[Client; 2]> = (0..30)
        .map(|n| {
            let mut host = Client::new(
                room,
                &[
                    &format!("room h{n} Host {n}"),
                    &format!("table {} gomoku freestyle free black 15x15 0+0", code(n)),
                ],
            );
            host.is_there();
            let guest = Client::new(
                room,
                &[&format!("room g{n} Guest {n}"), &format!("qipan 1 {} 0 00000000", code(n))],
            );
            host.hears(&[&format!("name Guest {n}")]);
            host.hear();
            let mut guest = guest;
            guest.hears(&[&format!("name Host {n}")]);
            [host, guest]
        })
        .collect();
    let mut walls = [Client::new(room, &["watch"]), Client::new(room, &["watch"])];
    let process = format!("/proc/{}", server.0.id());
    let spent = || {
        let text = fs::read_to_string(format!("{process}/stat")).unwrap();
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        // In hundredths of a second.
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let (begin, before) = (Instant::now(), spent());
    for second in 0..20 {
        for [host, guest] in &mut pairs {
            let line = format!("do {second} play h{} 0", second % 15 + 1);
            guest.say(&line);
            host.hears(&[&line]);
            let line = format!("log {second} g play h{} 0", second % 15 + 1);
            host.say(&line);
            guest.hears(&[&line]);
        }
        std::thread::sleep(Duration::from_secs(second as u64 + 1).saturating_sub(begin.elapsed()));
    }
    let (took, spent) = (begin.elapsed().as_secs_f64(), spent() - before);
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let memory: u64 = memory.trim().trim_end_matches(" kB").parse().unwrap();
    let mut lines = 0;
    for wall in &mut walls {
        while wall.hear() != "log 30 19 g play h5 0" {
            lines += 1;
        }
    }
    drop(server);
    let share = spent as f64 / took;
    println!("{share:.2} % of a core, {memory} kB, the walls saw {lines} lines");
    assert!(share < 5.0, "{share} % of a core");
    assert!(memory < 50 << 10, "{memory} kB");
}
