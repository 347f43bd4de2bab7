//! External engines at the board and their failures. The engines are shell scripts.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::at_the_board::{At, seats, still};
use crate::common::pictures::assert_golden;
use crate::common::recorded::{AnyGame, boxed, keys_of_record, new_othello, to};
use games::gomoku::{self, Decision, Opening, Setup};
use games::othello::Rules;
use games::stone::Stone;
use players::computers::computer_of;
use players::level::Level;
use players::{Engines, Player, Seats, Thinking};
use turbo::dos::Screen;

/// A shell script plays White, with 700 ms per move.
fn against(protocol: &str, script: &str) -> At {
    let quoted = script.replace('\'', r"'\''");
    let white = format!("{protocol}:sh -c '{quoted}'").parse();
    still().seated(Seats {
        white: white.expect("the script is a command"),
        patience: 700,
        ..Seats::default()
    })
}

/// Plays with keys. Returns the game and White's final player.
fn play(mut table: At, mut game: AnyGame, keys: &str) -> (String, Player) {
    let _ = table.play(&mut game, keys);
    (game.to_string(), table.table.seats.white)
}

fn othello(script: &str, keys: &str) -> (String, Player) {
    let keys = format!("{} Enter {keys}", to("f5"));
    let table = against("nboard", script);
    play(table, new_othello(Rules::Standard), &keys)
}

fn gomoku(script: &str, keys: &str) -> (String, Player) {
    let (table, game) = (against("gomocup", script), boxed(gomoku::Game::default()));
    play(table, game, &format!("Down*8 Right*7 Enter {keys}"))
}

/// A script that answers `ping`, and each `go` with the next move.
fn nboard(moves: &str) -> String {
    format!(
        "set -- {moves}; while read a b c; do case $a in ping) echo pong $b;; \
         go) echo status thinking; echo \"=== $1\"; shift;; esac; done"
    )
}

/// A script that answers `START`, and each `BEGIN`, `DONE` and `TURN` with the next point.
fn gomocup(points: &str) -> String {
    format!(
        "set -- {points}; while read a b; do case \"$a\" in START*) echo OK;; \
         BEGIN*|DONE*|TURN*) echo MESSAGE thinking; echo $1; shift;; esac; done"
    )
}

#[test]
fn an_nboard_engine_plays_its_moves() {
    let again = format!("{} Enter", to("c3"));
    // Edax writes value and time after spaces, other engines after slashes.
    for moves in ["d6/1.5/0.2 F4", "\"d6 1.50 0.2\" \"F4 -2.00 0.0\""] {
        let (game, _) = othello(&nboard(moves), &again);
        assert!(game.contains("moves: f5d6c3f4\n"), "{game}");
    }
}

#[test]
fn a_gomocup_engine_plays_its_moves() {
    let (game, _) = gomoku(&gomocup("8,7 6,6"), "h 7 Enter");
    assert!(game.contains("record: 77877866\n"), "{game}");
}

#[test]
fn a_move_counts_even_if_the_engine_has_exited() {
    for then in ["sleep 1", "exit"] {
        let script = format!("exec <&-; echo pong 1; echo === d6; {then}");
        let (game, _) = othello(&script, "");
        assert!(game.contains("moves: f5d6\n"), "{then}: {game}");
    }
}

/// Logs each line before it reaches the script, which may be told to exit as soon as it has answered.
fn tee(heard: &Path, script: &str) -> String {
    let noted = format!("echo \"$line\" >> {}; echo \"$line\"", heard.display());
    format!("while read -r line; do {noted}; done | sh -c '{script}'")
}

#[test]
fn an_engine_receives_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    // An engine may get its farewell while the next one starts.
    let heard = folder.path().join("nboard");
    let _ = othello(&tee(&heard, &nboard("d6")), "");
    let text = std::fs::read_to_string(&heard).unwrap();
    assert!(text.starts_with("nboard 2\nset depth"), "{text}");
    assert!(text.contains("B[f5];)\nping 1\ngo\n"), "{text}");
    let heard = folder.path().join("gomocup");
    let _ = gomoku(&tee(&heard, &gomocup("8,7")), "");
    let text = std::fs::read_to_string(&heard).unwrap();
    assert!(text.starts_with("START 15\nINFO timeout_turn"), "{text}");
    let told = text.trim_end_matches("END\n");
    assert!(told.ends_with("BOARD\n7,7,2\nDONE\n"), "{text}");
    let heard = folder.path().join("large");
    let table = against("gomocup", &tee(&heard, &gomocup("19,19 20,20")));
    let large = boxed(gomoku::Game::new(gomoku::Setup::default().on(20)));
    let (game, _) = play(table, large, "T 2 0 Enter k 1 0 Enter");
    assert!(game.contains("record: 20x20 j0jjaa\n"), "{game}");
    let text = std::fs::read_to_string(&heard).unwrap();
    assert!(text.starts_with("START 20\n"), "{text}");
    assert!(text.contains("BOARD\n19,0,2\nDONE\n"), "{text}");
}

#[test]
fn an_engine_receives_its_clock_and_increment() {
    let folder = tempfile::tempdir().unwrap();
    let heard = |name: &str| folder.path().join(name);
    let with_clocks = |mut table: At| {
        table.time = "5+3".parse().unwrap();
        table.begin();
        table
    };
    let table = against("gomocup", &tee(&heard("gomocup"), &gomocup("8,7")));
    let _ = play(with_clocks(table), boxed(gomoku::Game::default()), "h 8 Enter");
    let text = std::fs::read_to_string(heard("gomocup")).unwrap();
    assert!(text.contains("INFO time_left 300000\nINFO time_increment 3000\n"), "{text}");
    let table = against("nboard", &tee(&heard("nboard"), &nboard("d6")));
    let game = new_othello(Rules::Standard);
    let _ = play(with_clocks(table), game, &format!("{} Enter", to("f5")));
    let text = std::fs::read_to_string(heard("nboard")).unwrap();
    assert!(text.contains("TI[5:00/0:03]TY[8]"), "{text}");
}

#[test]
fn a_gomocup_engine_receives_only_new_moves() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let script = tee(&heard, &gomocup("8,7 6,6 9,9"));
    let (game, _) = gomoku(&script, "h 7 Enter Backspace h 6 Enter");
    assert!(game.contains("record: 77877999\n"), "{game}");
    let text = std::fs::read_to_string(&heard).unwrap();
    let lines = text.lines();
    let told: Vec<&str> = lines.filter(|line| !line.starts_with("INFO")).collect();
    let told = told.join(" ").replace(" END", "");
    let expected = "START 15 BOARD 7,7,2 DONE TURN 7,8 START 15 BOARD 7,7,2 8,7,1 7,9,2 DONE";
    assert_eq!(told, expected);
}

#[test]
fn a_lost_start_is_repeated() {
    let mut table = against("gomocup", &format!("read lost; {}", gomocup("8,7")));
    table.seats.patience = 20_000;
    let game = boxed(gomoku::Game::default());
    let (game, _) = play(table, game, "Down*8 Right*7 Enter");
    assert!(game.contains("record: 7787\n"), "{game}");
}

/// A failure is reported, and after any key a menu asks who plays: the engine again, the computer, or a
/// person.
#[test]
fn a_failing_engine_can_be_replaced() {
    let hangs = "while read a b c; do :; done";
    let flood = "while read a b c; do [ $a = go ] && yes; done";
    let line_without_end = "cat /dev/zero";
    for script in [
        "exit 0",
        "exit 3",
        "read a; exit 1",
        hangs,
        flood,
        line_without_end,
        &nboard("f5"),
        &nboard("a1"),
        &nboard("z9"),
        &nboard("pass"),
        &nboard(""),
        "no-such-program-anywhere",
    ] {
        let (game, white) = othello(script, "Enter p");
        assert!(game.contains("moves: f5\n"), "{script}: {game}");
        assert_eq!(white, Player::Human, "{script}");
        let (game, white) = othello(script, "Enter c");
        assert_eq!(white, Player::Level(Level::DEFAULT), "{script}");
        assert_eq!(game.matches("moves: f5").count(), 1, "{script}: {game}");
        assert!(!game.contains("moves: f5\n"), "{script}: {game}");
        // The second attempt fails, too.
        let (game, white) = othello(script, "Enter a Enter Esc");
        assert!(game.contains("moves: f5\n"), "{script}: {game}");
        assert_eq!(white, Player::Human, "{script}");
    }
    for script in ["exit 0", hangs, "echo ERROR no such size", &gomocup("7,7"), &gomocup("15,0")] {
        let (game, white) = gomoku(script, "Enter p");
        assert!(game.contains("record: 77\n"), "{script}: {game}");
        assert_eq!(white, Player::Human, "{script}");
    }
}

#[test]
fn an_engine_receives_the_rules_and_must_obey_them() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    for (rules, rule) in [("freestyle", 0), ("standard", 1), ("renju", 4)] {
        // The script logs its input before it answers. Its point is a double three.
        let script = format!(
            "while read a b; do echo \"$a $b\" >> {}; case $a in START) echo OK;; DONE) echo 2,2;; esac; done",
            heard.display()
        );
        let mut table = against("gomocup", &script);
        table.seats.patience = 20_000;
        table.seats.black = std::mem::take(&mut table.seats.white);
        let record = format!("{rules} {}", crate::common::recorded::FORBIDDEN);
        let mut game = boxed(gomoku::Game::from_record(&record).unwrap());
        let black = table.seats.black.clone();
        let _ = table.play(&mut game, "x p");
        let text = std::fs::read_to_string(&heard).unwrap();
        assert!(text.contains(&format!("INFO rule {rule}\n")), "{text}");
        let (t, player) = match rules {
            "renju" => (31, Player::Human),
            _ => (32, black),
        };
        assert_eq!(game.t(), t, "{rules}: {game}");
        assert_eq!(table.table.seats.black, player, "{rules}: {game}");
    }
}

#[test]
fn an_engine_ends_with_its_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let script = format!("echo $$ > {}; exec sleep 100", file.display());
    let mut table = against("gomocup", &script);
    table.seats.patience = 60_000;
    let game = boxed(gomoku::Game::from_record("77").unwrap());
    let (computer, engines) = (computer_of(game.name()).unwrap(), &mut Engines::default());
    let thinking = Thinking::start(computer, &table.seats, &*game, true, engines);
    let pid = written(&file);
    drop(thinking);
    assert_ends(pid.trim());
}

/// Waits for the line that an engine writes into this file at its start.
fn written(file: &Path) -> String {
    let started = Instant::now();
    loop {
        match std::fs::read_to_string(file) {
            Ok(line) if line.ends_with('\n') => return line,
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
        let waited = started.elapsed();
        assert!(waited.as_secs() < 30, "the engine does not start");
    }
}

/// Waits until a process has exited.
fn assert_ends(pid: &str) {
    let started = Instant::now();
    while Path::new("/proc").join(pid).join("cmdline").exists() && !is_zombie(pid) {
        assert!(started.elapsed().as_secs() < 30, "{pid} still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether it has exited, but was not reaped.
fn is_zombie(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let mut fields = stat.rsplit(')');
    let state = fields.next().and_then(|rest| rest.split_whitespace().next());
    state.is_none_or(|state| state == "Z")
}

/// Engines that do not exit by themselves: one behind a shell, one that does not read, one that ignores
/// signals, and two that leave their process group and their parents.
const STUBBORN: [&str; 5] = [
    "sleep 300 & echo $! $$ > PIDS; wait; true",
    "echo $$ > PIDS; exec sleep 300",
    "trap '' TERM HUP INT; echo $$ > PIDS; while :; do read x || sleep 1; done",
    "setsid sh -c 'sleep 300 & sleep 300 & echo $$ $! > PIDS; wait' & sleep 300",
    "(setsid sh -c '(sleep 300 & echo $! > PIDS) &' &); exec cat",
];

/// A command that resets the signals which `nohup` and a shell's background jobs ignore, with GNU `env` where
/// it is available.
fn with_default_signals(program: &str) -> Command {
    let mut env = Command::new("env");
    env.arg("--default-signal=HUP,INT,QUIT");
    match env.arg("true").output().is_ok_and(|output| output.status.success()) {
        true => {
            let mut command = Command::new("env");
            command.args(["--default-signal=HUP,INT,QUIT", program]);
            command
        }
        false => Command::new(program),
    }
}

#[test]
fn no_engine_outlives_the_program_however_that_ends() {
    let kill = |script: &str, signal: &str| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pids");
        let script = script.replace("PIDS", file.to_str().unwrap());
        let white = format!("nboard:sh -c '{}'", script.replace('\'', r"'\''"));
        let mut qipan = with_default_signals(env!("CARGO_BIN_EXE_qipan"))
            .args(["othello", "--keys", "", "--black", "random", "--white", &white])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let pids = written(&file);
        let pid = qipan.id().to_string();
        let killed = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(killed.unwrap().success());
        let _ = qipan.wait();
        pids.split_whitespace().for_each(assert_ends);
    };
    // In parallel, because each waits for the guard's grace period.
    std::thread::scope(|scope| {
        for script in STUBBORN {
            for signal in ["TERM", "HUP", "KILL", "QUIT"] {
                scope.spawn(move || kill(script, signal));
            }
        }
    });
}

#[test]
fn engines_of_other_games_and_missing_programs_fail() {
    for command in ["nboard:no-such-program", "gomocup:true"] {
        let mut table = against("nboard", "");
        table.seats.white = command.parse().unwrap();
        let keys = format!("{} Enter Enter p", to("f5"));
        let (game, white) = play(table, new_othello(Rules::Standard), &keys);
        assert!(game.contains("moves: f5\n"), "{command}: {game}");
        assert_eq!(white, Player::Human);
    }
}

#[test]
fn invalid_commands_are_refused() {
    for name in ["nboard:", "gomocup: ", "nboard:'unclosed", "nboard:a\nb", "uci:x"] {
        assert!(name.parse::<Player>().is_err(), "{name}");
    }
    let player: Player = "nboard:edax -n 1 'a b'".parse().unwrap();
    assert_eq!(player.to_string(), "nboard:edax -n 1 'a b'");
}

#[test]
fn a_record_names_an_engine_and_not_its_command() {
    let heading = seats("human", "gomocup:/opt/engine --secret 7", 0).heading();
    assert_eq!(heading.black, "human");
    assert_eq!(heading.white, "engine");
}

/// A script that answers Swap2 questions by the number of stones, and other questions with points of the last
/// row.
fn opener(first: &str, three: &str, five: &str) -> String {
    format!(
        "m=0; while read a b; do case \"$a\" in START*) echo OK;; SWAP2BOARD) n=0; s=1;; \
         TURN) echo $m,14; m=$((m+1));; \
         BOARD) s=0;; DONE) if [ $s = 1 ]; then case $n in 0) echo \"{first}\";; 3) echo \"{three}\";; \
         5) echo \"{five}\";; esac; else echo $m,14; m=$((m+1)); fi;; *,*) n=$((n+1));; esac; done"
    )
}

/// Plays a Swap2 game with keys. Returns the game, the final players and the last frame.
fn swap2(script: &str, opens: bool, keys: &str) -> (gomoku::Game, Seats, Screen) {
    let mut table = against("gomocup", script);
    if opens {
        let seats = &mut table.seats;
        std::mem::swap(&mut seats.black, &mut seats.white);
    }
    swap2_at(table, keys)
}

fn swap2_at(mut table: At, keys: &str) -> (gomoku::Game, Seats, Screen) {
    let setup = Setup::new(gomoku::Rules::Freestyle, Stone::Black, Opening::Swap2).unwrap();
    let mut game = boxed(gomoku::Game::new(setup));
    let (_, last) = table.play(&mut game, keys);
    let game = game.of::<gomoku::Game>().unwrap().clone();
    (game, table.table.seats, last)
}

fn record(game: &gomoku::Game) -> String {
    gomoku::record::text(game.pieces())
}

#[test]
fn an_engine_makes_every_swap2_decision() {
    let three = keys_of_record("777888");
    let (game, seats, _) = swap2(&opener("", "4,5", ""), false, &three);
    assert_eq!(game.decisions(), [Decision::White], "{game}");
    assert_eq!(record(&game), "77788845", "the stone that it named\n{game}");
    assert_eq!(seats.black, Player::Human);

    let (game, seats, _) = swap2(&opener("", "SWAP", ""), false, &three);
    assert_eq!(game.decisions(), [Decision::Black], "{game}");
    assert_eq!(record(&game), "777888");
    assert_eq!(seats.white, Player::Human);

    let (game, seats, _) = swap2(&opener("", "4,5 6,5", ""), false, &format!("{three} w"));
    let decisions = game.decisions();
    assert_eq!(decisions, [Decision::PutTwo, Decision::White], "{game}");
    assert_eq!(record(&game), "7778884565");
    assert_eq!(seats.white, Player::Human);

    let two = keys_of_record("0010");
    for (five, decision, stones) in
        [("4,5", Decision::White, "777888001045"), ("swap", Decision::Black, "7778880010")]
    {
        let script = opener("7,7 7,8 8,8", "", five);
        let (game, ..) = swap2(&script, true, &format!("t {two}"));
        assert_eq!(game.decisions(), [Decision::PutTwo, decision], "{game}");
        assert_eq!(record(&game), stones, "{game}");
    }
}

#[test]
fn wrong_swap2_answers_are_refused() {
    let three = keys_of_record("777888");
    for wrong in ["4,5 4,5", "7,7", "4,5 6,5 8,5", "15,3", "4,5 6", "MESSAGE well"] {
        let (game, seats, _) = swap2(&opener("", wrong, ""), false, &format!("{three} x p"));
        assert_eq!(record(&game), "777888", "{wrong}\n{game}");
        assert_eq!(game.decisions(), [], "{wrong}");
        assert_eq!(seats.white, Player::Human, "{wrong}");
    }
    for wrong in ["7,7 8,8", "SWAP", "7,7 7,7 8,8", "0,0 1,1 15,15", ""] {
        let (game, seats, _) = swap2(&opener(wrong, "", ""), true, "x p");
        assert_eq!(game.pieces().len(), 0, "{wrong}");
        assert_eq!(seats.black, Player::Human, "{wrong}");
    }
}

#[test]
fn qipan_opens_for_engines_without_swap2() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    for refusal in ["UNKNOWN command", "ERROR what?"] {
        std::fs::write(&heard, "").unwrap();
        // It answers stones and DONE in the same way.
        let script = format!(
            "b=0; while read a c; do echo \"$a\" >> {}; case \"$a\" in START*) b=0; echo OK;; \
             INFO) ;; TURN) echo 1,14;; BOARD) b=1;; DONE) if [ $b = 1 ]; then echo 0,14; else echo {refusal}; fi;; \
             *) if [ $b = 0 ]; then echo {refusal}; fi;; esac; done",
            heard.display()
        );
        let (game, ..) = swap2(&script, true, "t a 1 5 Enter b 1 5 Enter");
        assert_eq!(game.decisions()[0], Decision::PutTwo, "{refusal}\n{game}");
        assert_eq!(game.decisions().len(), 2, "qipan chooses for it\n{game}");
        let text = std::fs::read_to_string(&heard).unwrap();
        let asked = text.lines().filter(|line| *line == "SWAP2BOARD").count();
        assert_eq!(asked, 1, "{text}");
        let (game, _, screen) = swap2(&script, false, &keys_of_record("770088"));
        assert_eq!(game.decisions(), [Decision::Black], "{refusal}\n{game}");
        assert_golden("swap2-refused", &screen);
    }
}

#[test]
fn qipans_own_engine_opens_and_chooses_in_swap2() {
    let own = format!("gomocup:'{}' engine gomocup", env!("CARGO_BIN_EXE_qipan"));
    let seats = Seats {
        white: own.parse().unwrap(),
        patience: 60_000,
        turn: players::SearchLimit::Clock(300),
        ..Seats::default()
    };
    let mut opens = still().seated(seats.clone());
    let seats_now = &mut opens.seats;
    std::mem::swap(&mut seats_now.black, &mut seats_now.white);
    let (game, ..) = swap2_at(opens, "");
    assert_eq!(game.pieces().len(), 3, "{game}");
    let chooses = still().seated(seats);
    let (game, ..) = swap2_at(chooses, &keys_of_record("777888"));
    assert_eq!(game.decisions().len(), 1, "{game}");
}
