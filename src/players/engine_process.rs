//! An external engine as a child process.
//!
//! The engine may exit, hang, flood its output or send illegal moves, and none of these must harm the game. A
//! thread reads the engine's output, but pauses when too many lines are unread.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};
use words::say;

use super::guard;
use super::outside::{self, Outside, Protocol};
use super::player::Player;
use super::search_limit::SearchLimit;
use super::task::Task;
use crate::protocol::gomocup::{pair, rule_number};
use games::Game as _;
use games::gomoku::{Decision, Opening};
use games::othello::Cell;
use games::records::{ggf, printable};
use games::stone::Stone;
use games::{Place, gomoku, othello};

/// The search depth for NBoard engines, in plies. The program sets a depth because the protocol has no time
/// limit.
const DEPTH: u32 = 12;
/// The maximum length of an accepted line, in bytes.
const LONGEST: u64 = 1 << 16;
/// The number of unread lines after which reading pauses, so that the engine blocks.
const WAITING: usize = 1000;
/// The interval at which a wait for the engine checks whether the search was cancelled.
const TICK: Duration = Duration::from_millis(20);
/// The time after which an unanswered START is repeated. Some engines lose input while they start.
const AGAIN: Duration = Duration::from_secs(2);

/// The running external engine of a player, if it has one.
pub type Running = Option<EngineProcess>;

/// A running engine. When this value is dropped, the engine is asked to exit, and is killed if it does not.
pub struct EngineProcess {
    who: Outside,
    child: Option<Child>,
    text: Sender<String>,
    lines: Receiver<String>,
    /// The ratio of elapsed time to processor time in the engine's last moves.
    stretch: f64,
    /// True until the engine turns out not to support the swap2 opening.
    knows_swap2: bool,
    /// All stones of the opening in the order in which the engine last planned to play them.
    planned: Vec<Place>,
    /// The game on the engine's board, including the engine's last move. If only one move is new, the program
    /// sends just that move with TURN.
    on_board: Option<(gomoku::Setup, Vec<Place>)>,
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let farewell = match self.who.protocol {
            Protocol::NBoard => "quit\n",
            Protocol::Gomocup => "END\n",
        };
        // Fails if the engine has exited.
        let _ = self.text.send(farewell.to_string());
        self.text = channel().0;
        if let Some(mut child) = self.child.take() {
            std::thread::spawn(move || guard::end(&mut child));
        }
    }
}

/// The reason why an external engine does not move. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EngineError {
    #[error("{}", say!("{why} plays another game.", why = .0))]
    OtherGame(String),
    /// The engine's name and the operating system's error.
    #[error("{}", say!("{why} cannot be started: {other}.", why = .0, other = .1))]
    NoStart(String, String),
    #[error("{}", say!("{why} has ended.", why = .0))]
    Ended(String),
    /// The engine's name and the time limit in seconds.
    #[error("{}", say!("{why} has not moved for {other} seconds.", why = .0, other = .1))]
    Slow(String, f64),
    #[error("{}", say!("{why} says: {other}", why = .0, other = .1))]
    Refuses(String, String),
    #[error("{}", say!("{why} plays '{said}', which is not a move.", why = .0, said = .1.escape_debug()))]
    NoMove(String, String),
    #[error("{}", say!("The search was cancelled."))]
    Cancelled,
}

/// Asks the running engine, or starts a new one and asks it. The engine must speak this protocol. If it
/// answers, it is kept in `running`.
pub(super) fn ask(
    who: &Outside,
    protocol: Protocol,
    running: &mut Running,
    question: impl FnOnce(&mut EngineProcess) -> Result<Place, EngineError>,
) -> Result<Place, EngineError> {
    if who.protocol != protocol {
        return Err(EngineError::OtherGame(who.name()));
    }
    let mut program = EngineProcess::running_or_new(who, running)?;
    let place = question(&mut program)?;
    *running = Some(program);
    Ok(place)
}

/// An external engine's next step in the swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2Step {
    Puts(Place),
    Decides(Decision),
    /// The engine does not support swap2.
    Unknown,
    /// The engine has no decision to make.
    Nothing,
}

/// Asks a Gomocup engine for its next step in the swap2 opening: one of the first three stones, or a decision
/// about colours. Stones that the engine plans ahead are kept until their turn.
pub(super) fn swap2_step(
    who: &Outside,
    running: &mut Running,
    game: &gomoku::Game,
    task: &Task<'_>,
) -> Result<Swap2Step, EngineError> {
    if game.setup().opening() != Opening::Swap2 || who.protocol != Protocol::Gomocup {
        return Ok(Swap2Step::Nothing);
    }
    let stones: Vec<Place> = places(game).collect();
    let decides = game.to_decide();
    if !stones.is_empty() && !decides {
        let same = running.as_ref().filter(|engine| engine.who == *who);
        let planned = same.map(|engine| &engine.planned[..]);
        let rest = planned.and_then(|planned| planned.strip_prefix(&stones[..]));
        let next = rest.and_then(|rest| rest.first());
        return Ok(next.map_or(Swap2Step::Nothing, |place| Swap2Step::Puts(*place)));
    }
    let mut engine = EngineProcess::running_or_new(who, running)?;
    let answer = if engine.knows_swap2 { engine.ask_swap2(game, task)? } else { None };
    let Some(wanted) = answer else {
        // Start a fresh engine, because this one may answer every remaining line with an error.
        if engine.knows_swap2 {
            engine = EngineProcess::start(who)?;
            engine.knows_swap2 = false;
        }
        *running = Some(engine);
        return Ok(Swap2Step::Unknown);
    };
    let done = match (wanted.first(), wanted.len()) {
        (None, _) => Swap2Step::Decides(Decision::Black),
        (Some(_), 1) => Swap2Step::Decides(Decision::White),
        (Some(_), 2) => Swap2Step::Decides(Decision::PutTwo),
        (Some(first), _) => Swap2Step::Puts(*first),
    };
    engine.planned = stones.into_iter().chain(wanted).collect();
    *running = Some(engine);
    Ok(done)
}

fn places(game: &gomoku::Game) -> impl Iterator<Item = Place> {
    game.pieces().iter().map(|point| point.place())
}

impl EngineProcess {
    pub(super) fn plays_for(&self, player: &Player) -> bool {
        matches!(player, Player::Outside(who) if *who == self.who)
    }

    fn running_or_new(who: &Outside, running: &mut Running) -> Result<EngineProcess, EngineError> {
        match running.take() {
            Some(engine) if engine.who == *who => Ok(engine),
            _ => EngineProcess::start(who),
        }
    }

    fn start(who: &Outside) -> Result<EngineProcess, EngineError> {
        let words = outside::words(&who.command).unwrap_or_default();
        let cannot = |why: &dyn Display| EngineError::NoStart(who.name(), why.to_string());
        let (program, arguments) = words.split_first().ok_or_else(|| cannot(&say!("no command")))?;
        if !guard::finds(program) {
            return Err(cannot(&say!("there is no such program")));
        }
        let mut child = guard::command(program, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| cannot(&error))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(&say!("it has no pipes")));
        };
        let (text, said) = channel::<String>();
        std::thread::spawn(move || {
            // If an engine does not read its input, only this thread blocks.
            while let Ok(text) = said.recv() {
                if input.write_all(text.as_bytes()).is_err() || input.flush().is_err() {
                    break;
                }
            }
        });
        let (heard, lines) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // The thread ends when the engine's output ends or the receiver is dropped.
            while matches!((&mut output).take(LONGEST).read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line).trim().to_string();
                if heard.send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(EngineProcess {
            who: who.clone(),
            child: Some(child),
            text,
            lines,
            stretch: 1.0,
            knows_swap2: true,
            planned: Vec::new(),
            on_board: None,
        })
    }

    /// The processor time of the engine and its children, if the system reports it.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        guard::processor_time(self.child.as_ref()?.id())
    }

    /// Sends text to the engine. An engine that has exited ignores the text, but its earlier output can still
    /// be read.
    fn send(&self, text: &str) {
        let _ = self.text.send(text.to_string());
    }

    /// Calls `find` with each line from the engine, and returns its first result. Fails if there is none
    /// within the task's time.
    fn receive<T>(&mut self, task: &Task<'_>, find: impl Fn(&str) -> Option<T>) -> Result<T, EngineError> {
        let heard = self.receive_until(task.until(), task, find)?;
        heard.ok_or_else(|| {
            let seconds = f64::from(task.patience) / 1000.0;
            EngineError::Slow(self.who.name(), seconds)
        })
    }

    /// Like [`EngineProcess::receive`], but returns `None` if no such line arrives before the deadline.
    fn receive_until<T>(
        &mut self,
        until: Instant,
        task: &Task<'_>,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, EngineError> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => {
                    if let Some(found) = find(&line) {
                        return Ok(Some(found));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Ended(self.who.name()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if task.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            if Instant::now() > until {
                return Ok(None);
            }
        }
    }

    pub(super) fn ask_nboard(&mut self, game: &othello::Game, task: &Task<'_>) -> Result<Place, EngineError> {
        let mut ggf = ggf::text(game, &Default::default(), None);
        if let SearchLimit::Left(left, increment) = task.turn {
            // This is the GGF notation for a game's time.
            let [minutes, seconds, more] = [left / 60_000, left / 1000 % 60, increment / 1000];
            let time = format!("]TI[{minutes}:{seconds:02}/0:{more:02}]TY[");
            ggf = ggf.replacen("]TY[", &time, 1);
        }
        self.send(&format!("nboard 2\nset depth {DEPTH}\nset game {ggf}\nping 1\n"));
        self.receive(task, |line| (line == "pong 1").then_some(()))?;
        self.send("go\n");
        let said = self.receive(task, |line| line.strip_prefix("===").map(str::to_string))?;
        // A value and a time may follow the move, after slashes or, from Edax, after spaces.
        let word = said.trim().split(['/', ' ']).next().unwrap_or_default();
        match word.parse::<Cell>() {
            Ok(cell) => Ok(cell.place()),
            Err(_) => Err(self.no_move(word)),
        }
    }

    /// Sends SWAP2BOARD. On an empty board, the engine answers with three stones. Later, its answer has one
    /// stone if it keeps the side to move, none if it takes the other side, and two if it lets the other
    /// player choose. Returns `None` if the engine does not support the command.
    fn ask_swap2(&mut self, game: &gomoku::Game, task: &Task<'_>) -> Result<Option<Vec<Place>>, EngineError> {
        self.begin_gomocup(game, task)?;
        let mut text = self.gomocup_info(game, task);
        text += "SWAP2BOARD\n";
        for (row, col) in places(game) {
            text += &format!("{col},{row}\n");
        }
        text += "DONE\n";
        self.send(&text);
        let line = self.receive(task, |line| {
            let first = line.split_whitespace().next()?.to_ascii_uppercase();
            match &*first {
                "ERROR" | "UNKNOWN" => Some(None),
                "SWAP" => Some(Some(line.to_string())),
                _ => pair(&first).map(|_| Some(line.to_string())),
            }
        })?;
        let Some(line) = line else { return Ok(None) };
        if line.eq_ignore_ascii_case("swap") && !game.pieces().is_empty() {
            return Ok(Some(Vec::new()));
        }
        let read: Option<Vec<(usize, usize)>> = line.split_whitespace().map(pair).collect();
        let mut wanted: Vec<Place> = Vec::new();
        for (col, row) in read.ok_or_else(|| self.no_move(&line))? {
            let place = (row, col);
            let free = col < game.size() && row < game.size() && places(game).all(|other| other != place);
            if !free || wanted.contains(&place) {
                return Err(self.no_move(&line));
            }
            wanted.push(place);
        }
        match (game.pieces().len(), wanted.len()) {
            (0, 3) | (3, 1 | 2) | (5, 1) => Ok(Some(wanted)),
            _ => Err(self.no_move(&line)),
        }
    }

    /// Sends START, and repeats it once if the engine does not answer.
    fn begin_gomocup(&mut self, game: &gomoku::Game, task: &Task<'_>) -> Result<(), EngineError> {
        self.on_board = None;
        let answer = |line: &str| match line.split_whitespace().next() {
            Some("OK") => Some(Ok(())),
            Some("ERROR" | "UNKNOWN") => Some(Err(printable(line, 60))),
            _ => None,
        };
        let start = format!("START {}\n", game.size());
        self.send(&start);
        let again = task.until().min(Instant::now() + AGAIN);
        let started = match self.receive_until(again, task, answer)? {
            Some(answer) => answer,
            None => {
                self.send(&start);
                self.receive(task, answer)?
            }
        };
        started.map_err(|line| EngineError::Refuses(self.who.name(), line))
    }

    /// The INFO lines that tell the engine the time and the rules.
    fn gomocup_info(&self, game: &gomoku::Game, task: &Task<'_>) -> String {
        let mut text = match task.turn {
            SearchLimit::Clock(ms) => format!("INFO timeout_turn {ms}\n"),
            SearchLimit::Processor(ms) => format!("INFO timeout_turn {:.0}\n", f64::from(ms) * self.stretch),
            SearchLimit::Nodes(nodes) => format!("INFO timeout_turn {}\nINFO max_node {nodes}\n", u32::MAX),
            SearchLimit::Left(left, increment) => {
                let most = left.min(task.patience / 2);
                format!("INFO timeout_turn {most}\nINFO time_left {left}\nINFO time_increment {increment}\n")
            }
        };
        text += "INFO timeout_match 0\n";
        text += &format!("INFO rule {}\n", rule_number(game.setup().rules()));
        text
    }

    /// The opponent's last move, if the engine already knows all earlier moves.
    fn news(&self, game: &gomoku::Game) -> Option<Place> {
        let (setup, known) = self.on_board.as_ref()?;
        let places: Vec<Place> = places(game).collect();
        let (last, before) = places.split_last()?;
        (*setup == game.setup() && known == before).then_some(*last)
    }

    pub(super) fn ask_gomocup(&mut self, game: &gomoku::Game, task: &Task<'_>) -> Result<Place, EngineError> {
        let news = self.news(game);
        if news.is_none() {
            self.begin_gomocup(game, task)?;
        }
        let mut text = self.gomocup_info(game, task);
        let own = Stone::of_turn(game.t());
        match (news, game.pieces()) {
            (Some((row, col)), _) => text += &format!("TURN {col},{row}\n"),
            (None, []) => text += "BEGIN\n",
            (None, pieces) => {
                text += "BOARD\n";
                for (point, t) in pieces.iter().zip(1..) {
                    let who = if Stone::of_turn(t) == own { 1 } else { 2 };
                    text += &format!("{},{},{who}\n", point.col(), point.row());
                }
                text += "DONE\n";
            }
        }
        let (began, used) = (Instant::now(), self.processor_time());
        self.send(&text);
        let (col, row) = self.receive(task, pair)?;
        if let (Some(before), Some(after)) = (used, self.processor_time()) {
            let used = after.saturating_sub(before).as_secs_f64();
            let stretch = began.elapsed().as_secs_f64() / used.max(0.01);
            self.stretch = (self.stretch + stretch.clamp(1.0, 20.0)) / 2.0;
        }
        if col >= game.size() || row >= game.size() {
            return Err(self.no_move(&format!("{col},{row}")));
        }
        let known = places(game).chain([(row, col)]).collect();
        self.on_board = Some((game.setup(), known));
        Ok((row, col))
    }

    fn no_move(&self, text: &str) -> EngineError {
        let text = text.chars().take(20).collect();
        EngineError::NoMove(self.who.name(), text)
    }
}
