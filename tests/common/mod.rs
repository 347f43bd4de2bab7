//! Plays games by keys through the real loops, on the machine without a window.

// Each test program uses some of these.
#![allow(dead_code)]

pub mod data;
pub mod program;

use std::fs::File;
use std::io::BufReader;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use app::play::game_loop::{Leave, game_loop};
use app::play::keeper::Keeper;
use app::play::session::{Session, Settings, Speed, Table};
use app::players::Seats;
use games::Game;
use games::othello::Cell;
use games::othello::Rules;
use games::othello::rules::can_move;
use games::records::{self, Error, Heading, Recorded, Score, transcript};
use games::stone::Stone;
use games::{gomoku, othello};
use mind::engine::gomoku as engine;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

/// Any game, as it sits at the board.
pub type AnyGame = Box<dyn Game>;

/// A game, ready to sit down at the board.
pub fn boxed(game: impl Game) -> AnyGame {
    Box::new(game)
}

pub fn new_othello(rules: Rules) -> AnyGame {
    boxed(othello::Game::new(rules))
}

pub fn new_gomoku(setup: gomoku::Setup) -> AnyGame {
    boxed(gomoku::Game::new(setup))
}

pub fn othello_of(game: impl AsRef<dyn Game>) -> othello::Game {
    let game = game.as_ref();
    game.of()
        .cloned()
        .unwrap_or_else(|| panic!("this is no Othello:\n{game}"))
}

pub fn gomoku_of(game: impl AsRef<dyn Game>) -> gomoku::Game {
    let game = game.as_ref();
    game.of()
        .cloned()
        .unwrap_or_else(|| panic!("this is no gomoku:\n{game}"))
}

/// Who is at the board, and what they prefer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    pub settings: Settings,
    pub table: Table,
}

/// Two people who have been asked already how well the computer is to play.
impl Default for At {
    fn default() -> At {
        At {
            settings: Settings {
                asks_level: false,
                ..Settings::default()
            },
            table: Table::default(),
        }
    }
}

/// Two people where stones turn over at once.
pub fn still() -> At {
    At::with(Settings {
        speed: Speed::Instant,
        ..At::default().settings
    })
}

impl Deref for At {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl DerefMut for At {
    fn deref_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

impl At {
    pub fn with(settings: Settings) -> At {
        At {
            settings,
            ..At::default()
        }
    }

    /// These players at the board.
    pub fn seated(mut self, seats: Seats) -> At {
        self.table.seats = seats;
        self
    }

    /// Begins a game: sets the clocks.
    pub fn begin(&mut self) {
        let mut script = Script::new([], |_, _| ());
        self.run(&mut script, &mut Keeper::nowhere(), |session| {
            session.begin()
        });
    }

    /// A session on this console, until `program` is over.
    pub fn run<T>(
        &mut self,
        console: &mut dyn Console,
        keeper: &mut Keeper,
        program: impl FnOnce(&mut Session<'_>) -> T,
    ) -> T {
        let kept = std::mem::replace(keeper, Keeper::nowhere());
        let mut session = Session::new(console, self.settings.clone(), kept);
        session.table = self.table.clone();
        session.trust_seats();
        let result = program(&mut session);
        self.settings = session.settings;
        self.table = session.table;
        *keeper = session.keeper;
        result
    }
}

/// Plays a game at the board until the players leave it.
pub fn play_game(
    console: &mut dyn Console,
    game: &mut AnyGame,
    at: &mut At,
    keeper: &mut Keeper,
) -> Result<Leave, Quit> {
    at.run(console, keeper, |session| game_loop(session, game))
}

/// How a game is after the keys, how it was left, and what was shown last.
pub struct Played<G> {
    pub game: G,
    pub left: Result<Leave, Quit>,
    pub screen: Screen,
}

pub fn play(mut game: AnyGame, keys: &str) -> Played<AnyGame> {
    let keys = parse_keys(keys).expect("the test's keys have names");
    let mut last = Screen::default();
    let mut script = Script::new(keys, |screen, _| last.clone_from(screen));
    let left = play_game(&mut script, &mut game, &mut still(), &mut Keeper::nowhere());
    drop(script);
    Played {
        game,
        left,
        screen: last,
    }
}

pub fn othello(keys: &str) -> Played<othello::Game> {
    let Played { game, left, screen } = play(new_othello(Rules::Original), keys);
    let game = othello_of(game);
    Played { game, left, screen }
}

pub fn gomoku(keys: &str) -> Played<gomoku::Game> {
    let Played { game, left, screen } = play(boxed(gomoku::Game::default()), keys);
    let game = gomoku_of(game);
    Played { game, left, screen }
}

/// The keys that bring the new stone to a cell, wherever it stands.
pub fn to(cell: &str) -> String {
    let Cell { row, col } = cell.parse().unwrap();
    format!("Down Up*7 Left*7 Down*{row} Right*{col}")
}

/// The engine's board with the stones of a picture: rows of `.XO` from the top left on. Black is to move.
pub fn gomoku_board(rules: engine::Rules, picture: &str) -> engine::Board {
    let mut board = engine::Board::new(15, rules);
    for (row, line) in picture.split_whitespace().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            let place = engine::Coord::new(row, col);
            match letter {
                'X' => board.put(Stone::Black, place),
                'O' => board.put(Stone::White, place),
                _ => {}
            }
        }
    }
    board
}

/// The cells that a transcript without passes names.
pub fn cells(moves: &str) -> Vec<Cell> {
    let cell = |two: &[u8]| std::str::from_utf8(two).unwrap().parse().unwrap();
    moves.as_bytes().chunks(2).map(cell).collect()
}

/// The keys that play a transcript without passes by the rules of the DOS program: a player who has no move tries the
/// next cell in vain until the turn is lost.
pub fn keys_of(moves: &str) -> String {
    let mut game = othello::Game::default();
    let mut keys = String::new();
    for cell in cells(moves) {
        let there = to(&cell.to_string());
        while game
            .to_move()
            .is_some_and(|stone| !can_move(game.map(), stone))
        {
            let tries = game.tries_allowed() + 1;
            keys += &format!("{there} Enter*{tries} ");
            (0..tries).for_each(|_| drop(game.drop(cell)));
        }
        game.drop(cell);
        keys += &format!("{there} Enter ");
    }
    keys
}

/// The keys that play a record of gomoku.
pub fn keys_of_record(record: &str) -> String {
    let pieces = gomoku::record::parse(record, 15).unwrap();
    let keys = |p: &gomoku::Point| format!("{:x} {:x} Enter ", p.col(), p.row());
    pieces.iter().map(keys).collect()
}

/// Black is to move and must not on three points: 22, 89 and ae (columns and rows). The shapes are those of
/// `renju_forbids_the_three_shapes_on_one_board`.
pub const FORBIDDEN: &str = "2110123032502370b690a7b098d0490c592c694c8e6c9e8cbeacceccdeec";

/// A full board without five in a row: pairs of stones, shifted from row to row.
pub fn full_board() -> Vec<gomoku::Point> {
    let black = |p: &gomoku::Point| (p.col() / 2 + p.row()).is_multiple_of(2);
    full_board_of(black)
}

pub fn full_board_of(black: impl Fn(&gomoku::Point) -> bool) -> Vec<gomoku::Point> {
    let (blacks, whites): (Vec<gomoku::Point>, Vec<gomoku::Point>) =
        gomoku::Point::all(15).partition(black);
    assert_eq!((blacks.len(), whites.len()), (113, 112));
    let mut pieces = Vec::new();
    for (n, stone) in blacks.into_iter().enumerate() {
        pieces.push(stone);
        pieces.extend(whites.get(n));
    }
    pieces
}

/// A game of the World Championship, as the French federation's database has it.
pub struct Championship {
    pub players: String,
    pub heading: Heading,
    /// Black's and white's stones on the board in the end.
    pub discs: (usize, usize),
    pub moves: String,
}

pub fn world_championship() -> Vec<Championship> {
    let table = include_str!("../data/world-championship.tsv");
    let games = table.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [year, _, black, white, discs, moves] = fields[..] else {
            panic!("a line has six fields: {line}")
        };
        let (b, w) = discs.split_once('-').unwrap();
        Championship {
            players: format!("{black} and {white}, {year}"),
            heading: Heading {
                black: black.to_string(),
                white: white.to_string(),
                date: year.to_string(),
                event: "World Championship".to_string(),
            },
            discs: (b.parse().unwrap(), w.parse().unwrap()),
            moves: moves.to_string(),
        }
    });
    games.collect()
}

/// The record of a recorded game of gomoku, from 1 on. In the 11th black misses a win by fours with the 31st of 35 stones, and wins with
/// the last.
pub fn recorded_gomoku(n: usize) -> &'static str {
    let line = include_str!("../data/gomoku-games.tsv").lines().nth(n);
    let record = line.and_then(|line| line.split('\t').nth(1));
    record.unwrap_or_else(|| panic!("the table has no game {n}"))
}

/// The games of the World Championship as they are read from a file.
pub fn recorded_championship() -> Vec<Result<Recorded, Error>> {
    let recorded = |game: Championship| {
        let read = transcript::read(&game.moves).expect("the games are legal");
        let played = othello_of(&read.game);
        let (black, white) = records::tournament_score(played.map());
        Recorded {
            score: Some(Score::Discs(black, white)),
            ..Recorded::new(read.game, game.heading)
        }
    };
    world_championship()
        .into_iter()
        .map(|game| Ok(recorded(game)))
        .collect()
}

/// Plays the legal moves that `pick` chooses (it gets how many there are) until the game is over; passes where there is
/// none.
pub fn random_game(mut pick: impl FnMut(usize) -> usize) -> othello::Game {
    let mut game = othello::Game::default();
    while let Some(stone) = game.to_move() {
        let legal: Vec<Cell> = games::othello::rules::legal_moves(game.map(), stone).collect();
        match legal.len() {
            0 => pass(&mut game),
            n => drop(game.drop(legal[pick(n)])),
        }
    }
    game
}

/// Loses the turn by failed tries.
fn pass(game: &mut othello::Game) {
    let turn = game.t();
    let free = Cell::all().find(|c| game.map()[c.row][c.col] == 0);
    while game.t() == turn {
        game.drop(free.expect("a game that goes on has empty cells"));
    }
}

pub fn black_wins() -> Option<games::stone::Outcome> {
    Some(games::stone::Outcome::Won(Stone::Black))
}

/// A picture that [`Screen::png_bytes`] made.
pub fn read_png(file: &Path) -> Option<Screen> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(file).ok()?));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut bytes).ok()?;
    let info = (frame.width, frame.height, frame.color_type, frame.bit_depth);
    if info != (640, 480, png::ColorType::Indexed, png::BitDepth::Four) {
        return None;
    }
    let mut screen = Screen::default();
    let colours = bytes.iter().flat_map(|b| [b >> 4, b & 15]);
    for (color, at) in colours.zip(0..) {
        screen.putpixel(at % 640, at / 640, color);
    }
    Some(screen)
}

/// A film that [`Film`](turbo::dos::film::Film) made: how long each frame is seen, in ms, and the whole picture.
pub fn read_film(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut png = png::Decoder::new(std::io::Cursor::new(bytes));
    png.set_transformations(png::Transformations::IDENTITY);
    let mut png = png.read_info().unwrap();
    let count = png.info().animation_control().unwrap().num_frames;
    let mut bytes = vec![0; png.output_buffer_size().unwrap()];
    let mut picture = vec![0; 640 * 480];
    let frame = |_| {
        png.next_frame(&mut bytes).unwrap();
        let at = *png.info().frame_control().unwrap();
        assert_eq!(at.delay_den, 1000);
        let [left, top, width, height] =
            [at.x_offset, at.y_offset, at.width, at.height].map(|length| length as usize);
        let dots: Vec<u8> = bytes.iter().flat_map(|b| [b >> 4, b & 15]).collect();
        let rows = picture.chunks_exact_mut(640).skip(top).take(height);
        for (row, dots) in rows.zip(dots.chunks_exact(width)) {
            row[left..left + width].copy_from_slice(dots);
        }
        (at.delay_num, picture.clone())
    };
    (0..count).map(frame).collect()
}

/// The frame is the golden one of this name, or is written where that is asked for.
pub fn assert_golden(name: &str, screen: &Screen) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"));
    if std::env::var("QIPAN_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&golden, screen.png_bytes()).unwrap();
    }
    let expected = read_png(&golden);
    if expected.is_none_or(|expected| expected.pixels() != screen.pixels()) {
        let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&actual, screen.png_bytes()).unwrap();
        panic!(
            "the frame is not {}: {}",
            golden.display(),
            actual.display()
        );
    }
}
