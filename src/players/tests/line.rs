//! The line between two programs, without sockets.

use std::collections::VecDeque;

use chacha20::ChaCha12Rng;
use games::clock::Clocks;
use games::gomoku::{self, Opening, Rules, Setup};
use games::othello;
use games::stone::{Outcome, Stone};
use players::line::{Action, End, LONGEST, Offer, Refusal, Role, Speaker, Wish};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const CODE: &str = "QWERTY";

fn offers() -> Vec<Offer> {
    let gomoku = |rules, opening| {
        let setup = Setup::new(rules, Stone::Black, opening).unwrap();
        Offer::new(&gomoku::Game::new(setup), "5+3".parse().unwrap()).unwrap()
    };
    let othello = |rules| Offer::new(&othello::Game::new(rules), "none".parse().unwrap()).unwrap();
    vec![
        othello(othello::Rules::Standard),
        othello(othello::Rules::Original),
        gomoku(Rules::Freestyle, Opening::Free),
        gomoku(Rules::Renju, Opening::Swap2),
    ]
}

/// Both ends and the lines on their way.
struct Pair {
    ends: [End; 2],
    /// The lines to the host, and the lines to the guest.
    to: [VecDeque<String>; 2],
    /// The lines that have arrived.
    arrived: usize,
}

const HOST: usize = 0;
const GUEST: usize = 1;

impl Pair {
    fn new(offer: &Offer, seed: u8) -> Pair {
        let host = End::host(CODE, offer.clone(), [seed; 16]);
        let guest = End::guest(CODE, offer.game(), [seed / 2; 16]);
        let mut pair = Pair { ends: [host, guest], to: Default::default(), arrived: 0 };
        pair.connect();
        pair
    }

    fn connect(&mut self) {
        self.to.iter_mut().for_each(VecDeque::clear);
        for end in [HOST, GUEST] {
            let lines = self.ends[end].connected();
            self.send(end, lines);
        }
    }

    /// Loses the lines on their way.
    fn cut(&mut self) {
        self.to.iter_mut().for_each(VecDeque::clear);
        self.ends.iter_mut().for_each(End::disconnected);
    }

    fn send(&mut self, from: usize, lines: Vec<String>) {
        for line in &lines {
            assert!(line.len() < LONGEST && line.is_ascii(), "{line}");
        }
        self.to[1 - from].extend(lines);
    }

    /// Lets a line arrive, at a random end.
    fn step(&mut self, random: &mut ChaCha12Rng) -> bool {
        let waiting: Vec<usize> = [HOST, GUEST].into_iter().filter(|end| !self.to[*end].is_empty()).collect();
        let Some(end) = waiting.choose(random) else { return false };
        let line = self.to[*end].pop_front().unwrap();
        self.arrived += 1;
        let answer = self.ends[*end].line(&line);
        let answer = answer.unwrap_or_else(|why| panic!("{line}: {why}"));
        self.send(*end, answer);
        true
    }

    fn settle(&mut self, random: &mut ChaCha12Rng) {
        while self.step(random) {}
    }

    fn is_even(&self) -> bool {
        let [host, guest] = &self.ends;
        host.log() == guest.log() && host.is_ready() && guest.is_ready() && !guest.is_waiting()
    }

    /// Lets an end do something. Most actions are moves.
    fn act(&mut self, end: usize, random: &mut ChaCha12Rng) {
        let Some(table) = self.ends[end].table() else { return };
        let role = self.ends[end].role;
        let wishes = [Wish::Undo, Wish::Draw, Wish::Rematch];
        let action = match (table.asked, random.random_range(0..30)) {
            (Some((asker, wish)), 0..20) if asker != role => match random.random_bool(0.5) {
                true => Action::Agree(wish),
                false => Action::Refuse(wish),
            },
            (_, 0) => Action::Ask(*wishes.choose(random).unwrap()),
            (_, 1) if random.random_bool(0.1) => Action::Resign,
            _ => {
                let left = |clocks: Clocks| clocks.of(table.game.player_to_move().unwrap()) / 2 + 1000;
                let left = table.clocks.filter(|_| !table.is_over()).map_or(0, left);
                match (table.game.question(), table.game.moves().choose(random)) {
                    (Some(question), _) => {
                        Action::Answer(random.random_range(0..question.choices.len()), left)
                    }
                    (None, Some(place)) => Action::Play(table.game.name_of(*place), left),
                    _ if table.is_over() => Action::Ask(Wish::Rematch),
                    _ => Action::Pass,
                }
            }
        };
        if let Some(lines) = self.ends[end].act(action) {
            self.send(end, lines);
        }
    }

    /// Plays for some rounds, in which each end may act at any time.
    fn play(&mut self, rounds: usize, random: &mut ChaCha12Rng) {
        for _ in 0..rounds {
            match random.random_range(0..4) {
                0 => self.act(HOST, random),
                1 => self.act(GUEST, random),
                _ => drop(self.step(random)),
            }
        }
    }
}

#[test]
fn both_ends_have_the_same_game_whatever_they_do() {
    let mut played = 0;
    for (offer, seed) in offers().iter().cycle().zip(0..200) {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        let mut pair = Pair::new(offer, seed as u8);
        pair.play(800, &mut random);
        pair.settle(&mut random);
        assert!(pair.is_even(), "seed {seed}");
        let [host, guest] = pair.ends.each_ref().map(|end| end.table().unwrap());
        assert!(*host.game == *guest.game && host.clocks == guest.clocks);
        played += pair.ends[HOST].log().len();
        assert_ne!(host.role_of(Stone::Black), host.role_of(Stone::White));
    }
    assert!(played > 20_000, "the ends do something: {played}");
}

#[test]
fn colours_are_drawn_by_both() {
    let offer = &offers()[0];
    let black = |host: u8, guest: u8| {
        let host = End::host(CODE, offer.clone(), [host; 16]);
        let guest = End::guest(CODE, "othello", [guest; 16]);
        let mut pair = Pair { ends: [host, guest], to: Default::default(), arrived: 0 };
        pair.connect();
        pair.settle(&mut ChaCha12Rng::seed_from_u64(1));
        assert!(pair.is_even());
        pair.ends[HOST].table().unwrap().role_of(Stone::Black)
    };
    assert_eq!([black(0, 0), black(1, 1)], [Role::Host; 2]);
    assert_eq!([black(0, 1), black(1, 0)], [Role::Guest; 2]);
}

/// An accident at a line.
#[derive(Clone, Copy, Debug)]
enum Accident {
    Cable,
    HostIsKilled,
    GuestIsKilled,
    BothAreKilled,
    /// The host's file is older than the game.
    HostForgets,
}

#[test]
fn a_game_goes_on_after_an_accident_at_any_line() {
    use Accident::*;
    for (offer, n) in offers().iter().zip(0..) {
        for accident in [Cable, HostIsKilled, GuestIsKilled, BothAreKilled, HostForgets] {
            for at in 0..60 {
                let mut random = ChaCha12Rng::seed_from_u64(n);
                let mut pair = Pair::new(offer, 7);
                while pair.arrived < at {
                    pair.play(1, &mut random);
                }
                let before = pair.ends.each_ref().map(|end| end.log().to_vec());
                pair.cut();
                let fresh_host = || End::host(CODE, offer.clone(), [9; 16]);
                let fresh_guest = || End::guest(CODE, offer.game(), [10; 16]);
                match accident {
                    Cable => {}
                    HostIsKilled => pair.ends[HOST] = fresh_host().resumed(&before[HOST]).unwrap(),
                    GuestIsKilled => pair.ends[GUEST] = fresh_guest(),
                    BothAreKilled => {
                        pair.ends[HOST] = fresh_host().resumed(&before[HOST]).unwrap();
                        pair.ends[GUEST] = fresh_guest().resumed(&before[GUEST]).unwrap();
                    }
                    HostForgets => {
                        let older = before[GUEST].len().min(before[HOST].len()) / 2;
                        pair.ends[HOST] = fresh_host().resumed(&before[HOST][..older]).unwrap();
                    }
                }
                pair.connect();
                pair.settle(&mut random);
                assert!(pair.is_even(), "{accident:?} at line {at}");
                let log = pair.ends[HOST].log();
                assert!(log.starts_with(&before[GUEST]), "{accident:?} at line {at}");
                if !matches!(accident, HostForgets) {
                    assert!(log.starts_with(&before[HOST]), "{accident:?} at line {at}");
                }
                pair.play(100, &mut random);
                pair.settle(&mut random);
                assert!(pair.is_even(), "{accident:?} at line {at}");
            }
        }
    }
}

/// A host and a guest in the middle of a game.
fn under_way() -> Pair {
    let mut random = ChaCha12Rng::seed_from_u64(3);
    let mut pair = Pair::new(&offers()[0], 7);
    pair.settle(&mut random);
    for _ in 0..20 {
        pair.act(HOST, &mut random);
        pair.act(GUEST, &mut random);
        pair.settle(&mut random);
    }
    pair
}

#[test]
fn the_guest_cannot_move_for_the_host_and_the_host_not_for_the_guest() {
    let pair = under_way();
    let n = pair.ends[HOST].log().len();
    let table = pair.ends[HOST].table().unwrap();
    let name = table.game.name_of(table.game.moves()[0]);
    let turn = table.to_move().unwrap();
    for (end, line) in [
        (HOST, format!("log {n} h play {name} 0")),
        (HOST, format!("log {n} g play {name} 0")),
        (HOST, format!("do {n} play a1 5")),
        (HOST, format!("do {n} yes undo")),
        (GUEST, format!("log {n} g play {name} 0")),
        (GUEST, format!("log {n} g resign")),
        (GUEST, format!("log {} h resign", n + 1)),
        (GUEST, format!("log {} h resign", n - 1)),
        (GUEST, format!("do {n} play {name} 0")),
    ] {
        let mut end = pair.ends[end].clone();
        assert!(matches!(end.line(&line), Err(Refusal::Wrong(_))), "{line}");
        assert_eq!(end.log().len(), n);
    }
    let mut host = pair.ends[HOST].clone();
    let asked = host.line(&format!("do {n} play {name} 0"));
    assert_eq!(asked.is_ok(), turn == Role::Guest);
}

#[test]
fn greetings_are_checked() {
    let pair = under_way();
    let offer = &offers()[0];
    let log = pair.ends[HOST].log().to_vec();
    let host = || {
        let mut host = End::host(CODE, offer.clone(), [1; 16]);
        host.connected();
        host
    };
    for (line, why) in [
        ("qipan 1 QWERTZ 0 00000000", Refusal::Code),
        ("qipan 2 QWERTY 0 00000000 more", Refusal::Version),
        ("qipan 1 QWERTY 0 00000001", Refusal::OtherGame),
        // A new game learns nothing from its guest.
        ("qipan 1 QWERTY 5 12345678", Refusal::OtherGame),
        ("qipan 1 QWERTY 99999999 12345678", Refusal::OtherGame),
        ("no reason", Refusal::Refused("reason".into())),
    ] {
        assert_eq!(host().line(line), Err(why), "{line}");
    }
    for line in ["", "qipan 1 QWERTY", "qipan 1 QWERTY 007 00000000", "GET / HTTP/1.1", "do 0 resign"] {
        assert!(matches!(host().line(line), Err(Refusal::Wrong(_))), "{line}");
    }
    let mut guest = End::guest(CODE, "gomoku", [2; 16]);
    assert_eq!(guest.connected(), ["qipan 1 QWERTY 0 00000000"]);
    assert_eq!(guest.line("ok 0 00000000"), Ok(vec![]));
    assert_eq!(guest.line("offer othello standard 0+0"), Err(Refusal::OtherGame));
    // A guest with another game is not the one who left.
    let mut resumed = host().resumed(&log).unwrap();
    resumed.connected();
    assert_eq!(resumed.line("qipan 1 QWERTY 3 12345678"), Err(Refusal::OtherGame));
    assert!(host().resumed(&["h play f5 0".to_string()]).is_err());
}

#[test]
fn a_false_reveal_ends_the_connection() {
    let mut host = End::host(CODE, offers()[0].clone(), [1; 16]);
    host.connected();
    let opening = host.line("qipan 1 QWERTY 0 00000000").unwrap();
    let mut guest = End::guest(CODE, "othello", [2; 16]);
    guest.connected();
    let answers: Vec<String> = opening.iter().flat_map(|line| guest.line(line).unwrap()).collect();
    assert_eq!(answers, [format!("nonce {}", "02".repeat(16))]);
    let told = host.line(&answers[0]).unwrap();
    assert_eq!(
        told,
        [format!("reveal {}", "01".repeat(16)), "log 0 start g othello standard 0+0".to_string()]
    );
    assert!(guest.clone().line(&format!("reveal {}", "03".repeat(16))).is_err());
    guest.line(&told[0]).unwrap();
    for start in
        ["start h othello standard 0+0", "start g othello original 0+0", "start g othello standard 5+0"]
    {
        assert!(guest.clone().line(&format!("log 0 {start}")).is_err(), "{start}");
    }
    assert_eq!(guest.line(&told[1]), Ok(vec![]));
    assert!(guest.is_ready());
}

#[test]
fn a_draw_and_a_rematch_need_consent() {
    let mut random = ChaCha12Rng::seed_from_u64(5);
    let mut pair = Pair::new(&offers()[2], 7);
    pair.settle(&mut random);
    let act = |pair: &mut Pair, end: usize, action: Action| {
        let sent = pair.ends[end].act(action);
        let done = sent.is_some();
        pair.send(end, sent.unwrap_or_default());
        pair.settle(&mut ChaCha12Rng::seed_from_u64(1));
        done
    };
    assert!(!act(&mut pair, GUEST, Action::Agree(Wish::Draw)));
    assert!(act(&mut pair, HOST, Action::Ask(Wish::Draw)));
    assert!(!act(&mut pair, HOST, Action::Agree(Wish::Draw)), "nobody agrees to an own request");
    assert!(act(&mut pair, GUEST, Action::Refuse(Wish::Draw)));
    assert!(!pair.ends[HOST].table().unwrap().is_over());
    assert!(act(&mut pair, GUEST, Action::Ask(Wish::Draw)));
    assert!(act(&mut pair, HOST, Action::Agree(Wish::Draw)));
    let table = pair.ends[GUEST].table().unwrap();
    assert!(table.is_over() && table.drawn);
    let black = table.role_of(Stone::Black);
    assert!(act(&mut pair, HOST, Action::Ask(Wish::Rematch)));
    assert!(act(&mut pair, GUEST, Action::Agree(Wish::Rematch)));
    let table = pair.ends[HOST].table().unwrap();
    assert_eq!((table.games, table.role_of(Stone::White)), (2, black), "the colours change");
    let loser = if table.to_move() == Some(Role::Host) { HOST } else { GUEST };
    assert!(!act(&mut pair, 1 - loser, Action::Resign));
    assert!(act(&mut pair, loser, Action::OutOfTime));
    let table = pair.ends[1 - loser].table().unwrap();
    assert_eq!(table.game.outcome(), Some(Outcome::Won(Stone::White)));
    assert!(pair.is_even());
}

#[test]
fn swap2_costs_the_time_of_the_player_who_chooses() {
    let clocks = |pair: &Pair| {
        let table = pair.ends[HOST].table().unwrap();
        let [black, white] = table.clocks.unwrap().left;
        if table.role_of(Stone::Black) == Role::Host { [black, white] } else { [white, black] }
    };
    let mut changes = 0;
    for seed in 0..20 {
        let mut random = ChaCha12Rng::seed_from_u64(seed.into());
        let mut pair = Pair::new(&offers()[3], seed);
        pair.settle(&mut random);
        for _ in 0..10 {
            let table = pair.ends[HOST].table().unwrap();
            let (asks, swapped) = (table.game.question().is_some(), table.game.swapped());
            let before = clocks(&pair);
            let mover = if table.to_move() == Some(Role::Host) { HOST } else { GUEST };
            pair.act(mover, &mut random);
            pair.settle(&mut random);
            let table = pair.ends[HOST].table().unwrap();
            if asks && table.games == 1 && table.game.swapped() != swapped {
                let mut after = before;
                after[mover] = before[mover] / 2 + 1000;
                assert_eq!(clocks(&pair), after);
                changes += 1;
            }
        }
    }
    assert!(changes > 0);
}

#[test]
fn no_line_harms_an_end() {
    let mut random = ChaCha12Rng::seed_from_u64(11);
    let words = [
        "qipan",
        "1",
        "QWERTY",
        "ok",
        "no",
        "offer",
        "othello",
        "gomoku",
        "standard",
        "commit",
        "nonce",
        "reveal",
        "log",
        "do",
        "start",
        "h",
        "g",
        "play",
        "f5",
        "d3",
        "answer",
        "pass",
        "resign",
        "time",
        "ask",
        "yes",
        "undo",
        "draw",
        "rematch",
        "0",
        "3",
        "21",
        "4294967295",
        "-1",
        "99999999999999999999",
        "0+0",
        "ping",
        "pong",
        "é",
        "\u{0}",
        "00000000",
        "ffffffffffffffffffffffffffffffff",
    ];
    let middle = under_way();
    for round in 0..60_000 {
        let mut end = match round % 4 {
            0 => middle.ends[HOST].clone(),
            1 => middle.ends[GUEST].clone(),
            2 => End::host(CODE, offers()[3].clone(), [1; 16]),
            _ => End::guest(CODE, "gomoku", [1; 16]),
        };
        if round % 4 > 1 || random.random_bool(0.2) {
            end.connected();
        }
        let before = end.log().len();
        let mut accepted = 0;
        for _ in 0..4 {
            let count = random.random_range(0..7);
            let line: Vec<&str> = (0..count).map(|_| *words.choose(&mut random).unwrap()).collect();
            match end.line(&line.join(" ")) {
                Ok(_) => accepted += 1,
                Err(_) => break,
            }
        }
        // Each line adds at most one entry.
        assert!(end.log().len() <= before + accepted);
    }
}
