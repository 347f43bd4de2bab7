//! Other programs as players: engines that speak the NBoard protocol (Othello) or that of the Gomocup (gomoku).
//!
//! An engine is another's program: it may end, hang, flood its output or play what is no move, and none of that may
//! harm the game. What it says is read in a thread and only as long as somebody waits for it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::games::Game;
use crate::games::gomoku::{self, Point, SIZE};
use crate::games::othello;
use crate::games::othello::Cell;
use crate::games::stone::Stone;
use crate::protocol::gomocup::rule_number;
use crate::records::ggf;

use super::{Found, Seats};

/// The depth that an NBoard engine is asked to search, in plies: the protocol has no time limit.
const DEPTH: u32 = 12;
/// How long an engine of the Gomocup is told to think about a move, in ms.
const TURN: u32 = 2000;
/// The longest line that is read of an engine, in bytes.
const LONGEST: u64 = 1 << 16;
/// How many lines of an engine wait to be read, before it has to wait itself.
const WAITING: usize = 1000;
/// How often it is asked whether anybody still waits for the move.
const TICK: Duration = Duration::from_millis(20);

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// NBoard 2, for Othello.
    NBoard,
    /// Piskvork's, as in the Gomocup, for gomoku.
    Gomocup,
}

/// An engine and the command that starts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The program and its arguments, quoted as in a shell.
    pub command: String,
}

impl Outside {
    /// Reads `nboard:COMMAND` or `gomocup:COMMAND`; `None` when the text begins in another way.
    pub fn parse(text: &str) -> Option<Result<Outside, String>> {
        let (protocol, command) = match text.split_once(':')? {
            ("nboard", command) => (Protocol::NBoard, command),
            ("gomocup", command) => (Protocol::Gomocup, command),
            _ => return None,
        };
        let readable = !command.contains(char::is_control);
        Some(match shlex::split(command) {
            Some(words) if readable && !words.is_empty() => Ok(Outside {
                protocol,
                command: command.to_string(),
            }),
            _ => Err(format!("'{}' is no command", command.escape_debug())),
        })
    }

    /// The name of its program.
    pub fn name(&self) -> String {
        let words = shlex::split(&self.command).unwrap_or_default();
        let program = words.first().map(String::as_str).unwrap_or_default();
        let name = Path::new(program).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

/// An engine that runs. It is ended when this is dropped.
pub struct Engine {
    who: Outside,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Who waits for an engine, and how long.
struct Patience<'a> {
    until: Instant,
    stop: &'a AtomicBool,
    limit: u32,
}

/// The move of an engine that runs already or is started now, and the engine to ask again. It has `seats.patience` for
/// it; when `stop` is set nobody waits any more.
pub fn choose(
    who: &Outside,
    running: Option<Engine>,
    game: &dyn Game,
    seats: &Seats,
    stop: &AtomicBool,
) -> (Found, Option<Engine>) {
    let (othello, gomoku) = (game.of::<othello::Game>(), game.of::<gomoku::Game>());
    let fits = match who.protocol {
        Protocol::NBoard => othello.is_some(),
        Protocol::Gomocup => gomoku.is_some(),
    };
    if !fits {
        return (Err(format!("{} plays another game.", who.name())), None);
    }
    let engine = match running {
        Some(engine) if engine.who == *who => Ok(engine),
        _ => Engine::start(who),
    };
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(why) => return (Err(why), None),
    };
    let patience = Patience {
        until: Instant::now() + Duration::from_millis(u64::from(seats.patience)),
        stop,
        limit: seats.patience,
    };
    let answer = match (othello, gomoku) {
        (Some(game), _) => engine.ask_nboard(game, &patience),
        (_, Some(game)) => engine.ask_gomocup(game, &patience),
        (None, None) => Ok(None),
    };
    match answer {
        Ok(place) => (Ok(place), Some(engine)),
        Err(why) => (Err(why), None),
    }
}

impl Engine {
    fn start(who: &Outside) -> Result<Engine, String> {
        let words = shlex::split(&who.command).unwrap_or_default();
        let cannot =
            |why: &dyn std::fmt::Display| format!("{} cannot be started: {why}.", who.name());
        let (program, arguments) = words.split_first().ok_or_else(|| cannot(&"no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| cannot(&error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&"it has no pipes"));
        };
        let (say, lines) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // The thread ends with the engine's output, or when nobody hears it any more.
            while matches!(
                (&mut output).take(LONGEST).read_until(b'\n', &mut line),
                Ok(1..)
            ) {
                let text = String::from_utf8_lossy(&line).trim().to_string();
                if say.send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Engine {
            who: who.clone(),
            child,
            input,
            lines,
        })
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        let said = self.input.write_all(text.as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|_| self.ended())
    }

    /// The first line of which `find` makes something.
    fn hear<T>(
        &mut self,
        patience: &Patience<'_>,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if patience.stop.load(Ordering::Relaxed) {
                return Err("nobody waits for it any more".to_string());
            }
            if Instant::now() > patience.until {
                let (name, seconds) = (self.who.name(), f64::from(patience.limit) / 1000.0);
                return Err(format!("{name} has not moved for {seconds} seconds."));
            }
        }
    }

    fn ended(&mut self) -> String {
        format!("{} has ended.", self.who.name())
    }

    fn ask_nboard(&mut self, game: &othello::Game, patience: &Patience<'_>) -> Found {
        let ggf = ggf::text(game, &Default::default());
        self.say(&format!(
            "nboard 2\nset depth {DEPTH}\nset game {ggf}\nping 1\n"
        ))?;
        self.hear(patience, |line| (line == "pong 1").then_some(()))?;
        self.say("go\n")?;
        let said = self.hear(patience, |line| {
            line.strip_prefix("===").map(str::to_string)
        })?;
        // The move may be followed by its value and the time.
        let word = said.trim().split('/').next().unwrap_or_default().trim();
        match word.parse::<Cell>() {
            Ok(cell) => Ok(Some((cell.row, cell.col))),
            Err(_) => Err(self.no_move(word)),
        }
    }

    fn ask_gomocup(&mut self, game: &gomoku::Game, patience: &Patience<'_>) -> Found {
        self.say(&format!("START {SIZE}\n"))?;
        let started = self.hear(patience, |line| match line.split_whitespace().next() {
            Some("OK") => Some(Ok(())),
            Some("ERROR" | "UNKNOWN") => Some(Err(line.to_string())),
            _ => None,
        })?;
        started.map_err(|line| format!("{} says: {line}", self.who.name()))?;
        let mut text = format!("INFO timeout_turn {TURN}\nINFO timeout_match 0\n");
        text += &format!("INFO rule {}\n", rule_number(game.setup().rules()));
        let own = Stone::of_turn(game.t());
        match game.pieces() {
            [] => text += "BEGIN\n",
            pieces => {
                text += "BOARD\n";
                for (point, t) in pieces.iter().zip(1..) {
                    let who = if Stone::of_turn(t) == own { 1 } else { 2 };
                    text += &format!("{},{},{who}\n", point.col(), point.row());
                }
                text += "DONE\n";
            }
        }
        self.say(&text)?;
        let numbers = |line: &str| {
            let (x, y) = line.split_once(',')?;
            Some((
                x.trim().parse::<usize>().ok()?,
                y.trim().parse::<usize>().ok()?,
            ))
        };
        match self.hear(patience, numbers)? {
            (col, row) if col < SIZE && row < SIZE => {
                let point = Point::new(row, col);
                Ok(Some((point.row(), point.col())))
            }
            (col, row) => Err(self.no_move(&format!("{col},{row}"))),
        }
    }

    fn no_move(&self, text: &str) -> String {
        let text: String = text.chars().take(20).collect();
        format!(
            "{} plays '{}', which is no move.",
            self.who.name(),
            text.escape_debug()
        )
    }
}
