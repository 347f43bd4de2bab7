//! The learner's screen: its games, its strength, its openings, and what it learned from the last game.

use crate::board::refuse;
use crate::frame::frame;
use crate::gomoku::{draw_points, radius};
use crate::grid::Grid;
use crate::othello::draw_map;
use crate::panel::{self, write};
use crate::theme::Theme;
use games::gomoku::{Game, Point, SIZE, record};
use games::named::{GAMES, plural};
use games::stone::Stone;
use mind::engine::othello::Board;
use mind::engine::othello::bitboard::cell;
use mind::learner::arena::Rival;
use mind::learner::book::BookPosition;
use mind::learner::gomoku::{self, Stones};
use mind::learner::{History, Last, Role, Summary, Trial};
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, DARKGRAY, LIGHTCYAN, LIGHTGRAY, LIGHTGREEN, LIGHTRED, WHITE, YELLOW};
use words::{phrase, say, translate};

/// The left edge of the texts, in pixels.
const LEFT: i32 = 16;

/// The inner edges of the chart in pixels: left, top, right, bottom.
const CHART: (i32, i32, i32, i32) = (312, 40, 616, 184);

/// The colour of each rival's line in the chart.
const LINES: [u8; 3] = [LIGHTCYAN, YELLOW, LIGHTRED];

/// The top of the openings in pixels.
const OPENINGS: i32 = 280;
/// The size of a cell of an opening's board in pixels.
const CELL: i32 = 11;

const BOARD: Grid = Grid { first: (340, 72), pitch: 19, size: SIZE };

/// Draws the screen of the Othello learner, except the key line.
pub fn draw(screen: &mut Screen, theme: &Theme, known: &Summary<Board>) {
    let history = &known.history;
    panel::ground(screen, theme, say!("The learner"));
    if history.games() == 0 {
        return draw_empty(screen);
    }
    draw_history(screen, theme, history, known.positions);
    draw_chart(screen, theme, &history.trials);
    write(screen, LEFT, OPENINGS - 28, theme.colors.text, say!("Its most frequent openings"));
    for (opening, x) in known.openings.iter().zip((LEFT..).step_by(156)) {
        draw_opening(screen, theme, x, OPENINGS, opening);
    }
    draw_words(screen, &history.last.as_ref().map_or(String::new(), in_words));
}

/// Draws the screen of the gomoku learner, except the key line. The board shows the last game, with a cross
/// on the losing move and a frame around the move for next time.
pub fn draw_gomoku(screen: &mut Screen, theme: &Theme, known: &Summary<Stones>) {
    let history = &known.history;
    panel::ground(screen, theme, say!("The gomoku learner"));
    if history.games() == 0 {
        return draw_empty(screen);
    }
    draw_history(screen, theme, history, known.positions);
    write(screen, BOARD.first.0 - 22, 32, theme.colors.text, say!("The last game"));
    let numbers = history.last.iter().flat_map(|last| last.moves.squares());
    let pieces: Vec<Point> = numbers.filter_map(|number| gomoku::point(*number)).collect();
    let game = Game::from_record(&record::text(&pieces)).unwrap_or_default();
    draw_points(screen, theme, &BOARD, &game);
    if let Some((n, number)) = history.last.as_ref().and_then(|last| last.next_time) {
        let at = |point: Point| BOARD.centre(point.row(), point.col());
        if let Some(lost) = pieces.get(n).copied().map(at) {
            refuse(screen, lost, radius(&BOARD));
        }
        if let Some((x, y)) = gomoku::point(number).map(at) {
            panel::outline(screen, theme.accent, [x - 9, y - 9, x + 9, y + 9]);
            screen.rectangle(x - 8, y - 8, x + 8, y + 8);
        }
    }
    draw_words(screen, &history.last.as_ref().map_or(String::new(), gomoku_in_words));
}

fn draw_history(screen: &mut Screen, theme: &Theme, history: &History, positions: usize) {
    let facts = [
        (say!("Games"), history.games()),
        (say!("  At the board"), history.played),
        (say!("  In training"), history.trained),
        (say!("  From files"), history.read),
        (say!("Positions"), positions as u32),
    ];
    let facts = facts.map(|(name, number)| format!("{}{number:8}", panel::padded(name, 16)));
    panel::write_lines(screen, (LEFT, 32), theme.colors.text, facts);
    let results = history.results;
    let (won, drawn, lost) = (results.won, results.drawn, results.lost);
    let text = say!("Won {won}, drawn {drawn}, lost {lost}", won, drawn, lost);
    write(screen, LEFT, 128, theme.colors.text, &text);
    draw_results(screen, theme, history.recent.iter().copied());
}

/// Says in a box what the learner is, before its first game.
fn draw_empty(screen: &mut Screen) {
    let text = say!("It has not played yet. Press P: it learns from each game that you play against it.");
    let lines = panel::wrapped(text, 58);
    frame(screen, 64, 192, 62, lines.len(), "");
    panel::write_lines(screen, (80, 208), BLACK, lines);
}

fn draw_words(screen: &mut Screen, words: &str) {
    panel::fill(screen, LIGHTGRAY, [LEFT, 384, 623, 455]);
    let lines = panel::wrapped(words, 74).into_iter().take(4);
    panel::write_lines(screen, (LEFT + 8, 388), BLACK, lines);
}

/// Draws a small square for each recent result, the latest last: full and green for a win, half full and
/// yellow for a draw, almost empty and red for a loss.
fn draw_results(screen: &mut Screen, theme: &Theme, results: impl ExactSizeIterator<Item = i8>) {
    const COLUMNS: usize = 24;
    const ROWS: usize = 7;
    let hidden = results.len().saturating_sub(COLUMNS * ROWS);
    for (n, result) in results.skip(hidden).enumerate() {
        let x = LEFT + 9 * (n % COLUMNS) as i32;
        let y = 152 + 10 * (n / COLUMNS) as i32;
        let (colour, height) = match result.signum() {
            1 => (LIGHTGREEN, 7),
            0 => (YELLOW, 4),
            _ => (LIGHTRED, 2),
        };
        panel::fill(screen, BLACK, [x, y, x + 6, y + 7]);
        panel::fill(screen, colour, [x, y + 7 - height, x + 6, y + 7]);
        panel::outline(screen, theme.colors.black_edge, [x, y, x + 6, y + 7]);
    }
}

/// Draws a chart of the points scored against each rival, over the number of games learned from.
fn draw_chart(screen: &mut Screen, theme: &Theme, trials: &[Trial]) {
    let (left, top, right, bottom) = CHART;
    panel::fill(screen, BLACK, [left, top, right, bottom]);
    screen.setcolor(DARKGRAY);
    for quarter in 0..=4 {
        let y = bottom - (bottom - top) * quarter / 4;
        screen.line(left, y, right, y);
        let label = format!("{:3}%", 25 * quarter);
        write(screen, left - 40, y - 8, theme.colors.text, &label);
        screen.setcolor(DARKGRAY);
    }
    let games = trials.last().map_or(0, |trial| trial.games).max(1);
    let at = |trial: &Trial, n: usize| {
        let x = i64::from(right - left) * i64::from(trial.games) / i64::from(games);
        let y = (bottom - top) * i32::from(trial.points[n]) / 1000;
        (left + x as i32, bottom - y)
    };
    for (n, color) in LINES.into_iter().enumerate() {
        screen.setcolor(color);
        for pair in trials.windows(2) {
            let ((x1, y1), (x2, y2)) = (at(&pair[0], n), at(&pair[1], n));
            screen.line(x1, y1, x2, y2);
        }
        if let [only] = trials {
            let (x, y) = at(only, n);
            screen.line(x, y, x + 3, y);
        }
    }
    panel::outline(screen, WHITE, [left - 1, top - 1, right + 1, bottom + 1]);
    write(screen, left, bottom + 4, theme.colors.text, "0");
    if trials.len() > 1 {
        let end = plural(games as usize, GAMES);
        let x = right - 8 * columns_of(&end) as i32 + 1;
        write(screen, x, bottom + 4, theme.colors.text, &end);
    }
    let mut x = left;
    write(screen, x - 48, bottom + 28, theme.colors.text, say!("Points against"));
    x += 72;
    for (rival, color) in Rival::ALL.into_iter().zip(LINES) {
        panel::fill(screen, BLACK, [x, bottom + 28, x + 15, bottom + 43]);
        panel::fill(screen, color, [x + 3, bottom + 34, x + 12, bottom + 37]);
        let name = translate(rival.name());
        write(screen, x + 20, bottom + 28, theme.colors.text, name);
        x += 28 + 8 * columns_of(name) as i32;
    }
}

/// Draws an opening as a small board, with its number of games and Black's share of the points.
fn draw_opening(screen: &mut Screen, theme: &Theme, x: i32, y: i32, entry: &BookPosition) {
    // Openings have six moves, so Black is to move, barring a pass.
    let map = entry.board.map(Stone::Black);
    draw_map(screen, theme, (x, y), CELL, &map);
    let share = 50 * entry.points / entry.games.max(1);
    let (count, share) = (plural(entry.games as usize, GAMES), format!("{share}%"));
    let (number, games) = count.split_once(' ').unwrap_or((&count, ""));
    let lines = [number, games, "", say!("Black"), &share];
    panel::write_lines(screen, (x + CELL * 8 + 8, y), theme.colors.text, lines);
}

/// Describes the last Othello game and what the learner will change.
pub fn in_words(last: &Last) -> String {
    let name = |square: u8| cell(square.into()).to_string();
    let by = say!(" by {difference}", difference = last.result.unsigned_abs());
    words(last, &by, name, |n, played| match n {
        0 => say!("It lost with {played}", played),
        n => say!("After {transcript} it lost with {played}", transcript = last.moves.transcript(n), played),
    })
}

/// Describes the last gomoku game and what the learner will change.
pub fn gomoku_in_words(last: &Last) -> String {
    let name = |number: u8| gomoku::point(number).map_or(String::new(), |point| point.name(SIZE));
    words(last, "", name, |n, played| say!("It lost with move {n}, {played}", n = n + 1, played))
}

fn words(last: &Last, by: &str, name: impl Fn(u8) -> String, lost: impl Fn(usize, &str) -> String) -> String {
    let how = |result: i32| match result.signum() {
        1 => say!("it won{by}", by),
        0 => say!("it drew").to_string(),
        _ => say!("it lost{by}", by),
    };
    let winner = match last.result.signum() {
        1 => say!("Black won{by}", by),
        0 => say!("a draw").to_string(),
        _ => say!("White won{by}", by),
    };
    let result = match last.role {
        Role::Black => say!("as Black {how}", how = how(last.result)),
        Role::White => say!("as White {how}", how = how(-last.result)),
        Role::Both => say!("against itself, {winner}", winner),
        Role::Nobody => say!("between others, {winner}", winner),
    };
    let positions = plural(last.new_positions, [phrase!("1 new position"), phrase!("{n} new positions")]);
    let mut text = say!("The last game: {result}; {positions}.", result, positions);
    if let Some((n, square)) = last.next_time {
        let played = name(last.moves.squares()[n]);
        let (lost, next) = (lost(n, &played), name(square));
        text += &say!(" {lost}; next time it will play {next}.", lost, next);
    }
    text
}
