//! C programs as players.
//!
//! A program has a function `int Choose(int t)`, which returns the number of a place; `t` is the turn, odd for
//! the first player. In Othello the board is in `int Map[8][8]`, and a place has the number 8 * row + column.
//! In gomoku the stones are in `int p[225]` and their number in `int n`, as in WUZIQI.C, and a place has the
//! number 15 * column + row.
//!
//! Each move begins with fresh variables, so it depends only on the position and the seed of `rand`.

use std::path::{Path, PathBuf};
use words::say;

use super::job::Stop;
use games::{Game, Place, gomoku, othello};
use lessons::text::Text;
use lessons::tutor::calls::{map_value, record_values};
use store::files::{read_header, read_source};
use turbo::c::{Argument, Halt, Machine, Message, Program, Value};
use turbo::dos::headless::Headless;

/// The maximum number of steps of a move. Long library calls count as several steps.
pub const STEPS: u64 = 5_000_000;
/// The number of steps between two checks of the stop flag.
const SLICE: u64 = 100_000;
/// The function that chooses the move.
pub const FUNCTION: &str = "Choose";

/// A C file that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CPlayer {
    pub(crate) file: PathBuf,
}

/// The reason why a C program does not move. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CError {
    /// The file's name and the reason.
    #[error("{}", say!("{file} cannot be read: {why}", file = .0, why = .1))]
    Unread(String, String),
    /// An error of the compiler, or of the running program.
    #[error("{0}.")]
    Wrong(Box<Message>),
    #[error("{}", say!("{file} has no function int Choose(int t).", file = .0))]
    NoChoose(String),
    #[error("{}", say!("{file} does not play Othello: it has no int Map[8][8].", file = .0))]
    NoMap(String),
    #[error("{}", say!("{file} does not play gomoku: it has no int p[225] and int n.", file = .0))]
    NoRecord(String),
    #[error("{}", say!("{file} plays only on a board of 15x15.", file = .0))]
    OtherBoard(String),
    /// The file's name and the line where the program was stopped.
    #[error("{}", say!("{file} {line}: More than {steps} steps for a move.", file = .0, line = .1, steps = STEPS))]
    Steps(String, usize),
    /// The file's name and the line where the program waits.
    #[error("{}", say!("{file} {line}: The program waits for a key.", file = .0, line = .1))]
    Waits(String, usize),
    /// The file's name and the chosen place, by its name or number.
    #[error("{}", say!("{file} chose {place}, which is not a legal move.", file = .0, place = .1))]
    Illegal(String, String),
    #[error("{}", say!("The search was cancelled."))]
    Cancelled,
}

/// A call of `Choose` in a position.
pub struct ChooseCall {
    pub program: Program,
    /// The variables to set before the call.
    pub globals: Vec<(&'static str, Value)>,
    pub turn: i32,
    /// The seed of `rand`.
    pub seed: u32,
}

impl CPlayer {
    /// Returns the player if this is the name of a C file. Does not open the file.
    pub fn of_file(name: &str) -> Option<CPlayer> {
        let extension = Path::new(name).extension()?.to_str()?;
        let is_c = extension.eq_ignore_ascii_case("c") || extension.eq_ignore_ascii_case("cpp");
        let readable = !name.contains(char::is_control);
        (is_c && readable).then(|| CPlayer { file: name.into() })
    }

    /// A program that the user has not chosen yet.
    pub fn any() -> CPlayer {
        CPlayer { file: PathBuf::new() }
    }

    pub fn is_any(&self) -> bool {
        *self == CPlayer::any()
    }

    /// The name of the file without its folder.
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Compiles the file.
    fn program(&self) -> Result<Program, CError> {
        let unread = |why: String| CError::Unread(self.name(), why);
        let bytes = read_source(&self.file).map_err(|why| unread(why.to_string()))?;
        let text = Text::read(&bytes).map_err(|why| unread(why.to_string()))?;
        let headers = |name: &str| read_header(&self.file, name);
        Program::build_in(text.encoding(), &[(&self.name(), &text.text())], &headers).map_err(|messages| {
            messages.into_iter().next().map_or(CError::Cancelled, |why| CError::Wrong(why.into()))
        })
    }

    /// Prepares a call of `Choose`.
    ///
    /// # Errors
    /// If the file is no program for this game.
    pub fn call(&self, game: &dyn Game, seed: u64) -> Result<ChooseCall, CError> {
        let program = self.program()?;
        let function = program.function(FUNCTION);
        if function.is_none_or(|function| function.parameters.len() != 1) {
            return Err(CError::NoChoose(self.name()));
        }
        let mut globals = Vec::new();
        if let Some(game) = game.of::<othello::Game>() {
            globals.push(("Map", map_value(game.map())));
        } else if let Some(game) = game.of::<gomoku::Game>() {
            if game.size() != gomoku::SIZE {
                return Err(CError::OtherBoard(self.name()));
            }
            globals.extend(record_values(game.pieces()));
        }
        // The generator of `rand` hides the lowest 16 bits of its seed.
        let seed = (seed as u32).wrapping_mul(0x9E37_79B1);
        Ok(ChooseCall { program, globals, turn: game.t() as i32, seed })
    }

    /// Tests whether the file is a program for this game.
    ///
    /// # Errors
    /// If it is not, or cannot be read or compiled.
    pub fn check(&self, game: &dyn Game) -> Result<(), CError> {
        self.begin(game, 0).map(drop)
    }

    /// Returns a machine at the beginning of `Choose`.
    fn begin(&self, game: &dyn Game, seed: u64) -> Result<Machine, CError> {
        let call = self.call(game, seed)?;
        let mut machine = Machine::without_history(&call.program);
        machine.seed(call.seed);
        for (name, value) in &call.globals {
            machine.set_global(name, value).map_err(|_| match *name {
                "Map" => CError::NoMap(self.name()),
                _ => CError::NoRecord(self.name()),
            })?;
        }
        machine.call(FUNCTION, &[Argument::Int(call.turn)]).map_err(|why| CError::Wrong(why.into()))?;
        Ok(machine)
    }

    /// Runs `Choose`. Equal positions and seeds give equal moves.
    ///
    /// # Errors
    /// If the file is no program for this game, or the program fails.
    pub fn choose(&self, game: &dyn Game, seed: u64, stop: &Stop) -> Result<Place, CError> {
        let mut machine = self.begin(game, seed)?;
        let mut console = Headless::default();
        let mut left = STEPS;
        while machine.depth() > 0 {
            let line = machine.place().map_or(0, |place| place.line);
            if stop.is_set() {
                return Err(CError::Cancelled);
            }
            if left == 0 {
                return Err(CError::Steps(self.name(), line));
            }
            machine.run_slice(&mut console, SLICE).map_err(|halt| match halt {
                Halt::Fault(message) => CError::Wrong(message.into()),
                Halt::Quit(_) => CError::Waits(self.name(), machine.place().map_or(line, |place| place.line)),
            })?;
            left -= SLICE;
        }
        self.legal(game, machine.returned())
    }

    /// Returns the place of a number if it is a legal move.
    fn legal(&self, game: &dyn Game, number: Option<i32>) -> Result<Place, CError> {
        let place =
            number.and_then(|n| usize::try_from(n).ok()).and_then(|n| match game.of::<gomoku::Game>() {
                Some(_) => (n < 225).then_some((n % gomoku::SIZE, n / gomoku::SIZE)),
                None => (n < 64).then_some((n / 8, n % 8)),
            });
        let chosen = match (place, number) {
            (Some(place), _) if game.moves().contains(&place) => return Ok(place),
            (Some(place), _) => game.name_of(place),
            (None, Some(number)) => number.to_string(),
            (None, None) => say!("nothing||of a function's value").to_string(),
        };
        Err(CError::Illegal(self.name(), chosen))
    }
}
