//! A game that was played, looked at by the engine: how it stood after each move, which moves were mistakes, and what
//! would have been better.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::dos::bgi::{BLACK, Font, GREEN, LIGHTGRAY, LIGHTRED, WHITE, WIDTH, YELLOW};
use crate::dos::{Console, Key, Quit, Screen};
use crate::engine;
use crate::engine::othello::Board;
use crate::games::gomoku;
use crate::games::othello::rules::{Cell, Map};
use crate::games::stone::{Outcome, Stone};
use crate::games::{Game, Place};
use crate::play::dialog;
use crate::players::hints::MEGABYTES;
use crate::players::insight::{Insight, Value};
use crate::players::job::{Job, Seen};
use crate::screen::grid::Grid;
use crate::screen::panel::{self, write};
use crate::screen::theme::Theme;

/// How far the engine of Othello looks at each position.
const LIMITS: engine::othello::Limits = engine::othello::Limits {
    depth: 8,
    exact_from: 14,
    probable_from: 0,
};
/// The same for the engine of gomoku.
const LIMITS_GOMOKU: engine::gomoku::Limits = engine::gomoku::Limits {
    depth: 12,
    nodes: 100_000,
};
/// How often it is asked for news, in ms.
const LOOK: u32 = 50;

/// What the engine says of a position and of the move that was played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The game before it.
    pub before: Game,
    /// Who moved.
    pub stone: Stone,
    /// What was played.
    pub played: Place,
    /// What the position is worth to black after it; the plies of a win by force count from before it.
    pub value: Value,
    /// What it gave away: discs, or percent of the chances.
    pub lost: f32,
    /// The plies in which another move would have won by force, when this one does not.
    pub missed_win: Option<i32>,
    /// The plies in which the opponent wins by force after it, when another move would have kept him from that.
    pub missed_defence: Option<i32>,
    /// The moves that were expected instead; the first is the best move.
    pub better: Vec<Place>,
}

impl Move {
    /// Did it miss a win or a defence, or give away as much as makes a mistake?
    pub fn is_mistake(&self) -> bool {
        self.misses() || self.lost >= unit(&self.before).mistake
    }

    fn misses(&self) -> bool {
        self.missed_win.or(self.missed_defence).is_some()
    }
}

/// What is counted in a game.
struct Unit {
    /// What it is called.
    name: &'static str,
    /// How many digits after the point it has.
    digits: usize,
    /// What the graph shows.
    graph: &'static str,
    /// Who gives away so much has made a mistake.
    mistake: f32,
    /// How far the graph may reach.
    scales: &'static [f32],
}

fn unit(game: &Game) -> Unit {
    match game {
        Game::Othello(_) => Unit {
            name: "discs",
            digits: 1,
            graph: "discs that black is ahead by",
            mistake: 3.0,
            scales: &[8.0, 16.0, 32.0, 64.0],
        },
        Game::Gomoku(_) => Unit {
            name: "%",
            digits: 0,
            graph: "black's chances in %",
            mistake: 15.0,
            scales: &[50.0],
        },
    }
}

/// Looks at each move of a game; `tell` hears of one after the other, and `stop` ends it.
pub fn review(game: &Game, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(Move)) {
    let mut analyst = Analyst::of(game);
    let mut before = game.anew();
    for t in before.t()..game.t() {
        let Some(played) = game.place_of(t) else {
            if before.t() == t {
                before.lose_turn();
            }
            continue;
        };
        let stone = before.stone_of_turn(t);
        let best = analyst.look(&before, stone, 0, stop);
        let mut after_move = |place: Place| {
            let mut after = before.clone();
            after.drop(place);
            let value = analyst.look(&after, stone.other(), 1, stop).value.of_move();
            (value, after)
        };
        let (value, after) = after_move(played);
        let first = best.line.first().filter(|place| **place != played);
        let mut best_value = best.value;
        if let (Some(first), true) = (first, value.loses() && !best_value.loses()) {
            // Is it a defence, or was that only not seen yet?
            best_value = after_move(*first).0;
        }
        if stop() {
            return;
        }
        let missed = |missed: bool, of: Value| match of {
            Value::Win(plies) if missed && first.is_some() => Some(plies.abs()),
            _ => None,
        };
        // What was played is worth what it is, even if a search one ply less deep found nothing as good.
        let lost = match first {
            Some(_) => (best_value.points() - value.points()).max(0.0),
            None => 0.0,
        };
        tell(Move {
            stone,
            played,
            value: if stone == Stone::Black { value } else { -value },
            lost,
            missed_win: missed(best_value.wins() && !value.wins(), best_value),
            missed_defence: missed(value.loses() && !best_value.loses(), value),
            better: best.line,
            before,
        });
        before = after;
    }
}

/// The engine of one of the games.
enum Analyst {
    Othello(engine::othello::Searcher),
    Gomoku(engine::gomoku::Searcher),
}

impl Analyst {
    fn of(game: &Game) -> Analyst {
        match game {
            Game::Othello(_) => Analyst::Othello(engine::othello::Searcher::new(MEGABYTES)),
            Game::Gomoku(_) => Analyst::Gomoku(engine::gomoku::Searcher::new(MEGABYTES)),
        }
    }

    /// What the position is worth to the side, who moves next or would if it could; `less` plies less deep than usual.
    fn look(&mut self, game: &Game, side: Stone, less: u8, stop: &dyn Fn() -> bool) -> Insight {
        match (self, game) {
            (Analyst::Othello(searcher), Game::Othello(game)) => {
                let limits = engine::othello::Limits {
                    depth: LIMITS.depth - less,
                    ..LIMITS
                };
                let mut search =
                    |board| Insight::from(&searcher.search(board, limits, stop, &mut |_| ()));
                let board = Board::new(game.map(), side);
                match board.moves() {
                    _ if board.is_over() => result(Value::Discs(board.score() as f32)),
                    0 => {
                        let insight = search(board.pass());
                        Insight {
                            value: -insight.value,
                            ..insight
                        }
                    }
                    _ => search(board),
                }
            }
            (Analyst::Gomoku(searcher), Game::Gomoku(game)) => {
                let limits = engine::gomoku::Limits {
                    depth: LIMITS_GOMOKU.depth - u32::from(less),
                    ..LIMITS_GOMOKU
                };
                match game.outcome() {
                    Some(Outcome::Won(_)) => result(Value::Win(0)),
                    Some(Outcome::Draw) => result(Value::Chance(50.0)),
                    None => {
                        let board = engine::gomoku::Board::of_game(game);
                        Insight::from(&searcher.search(&board, &limits, stop, &mut |_| ()))
                    }
                }
            }
            _ => unreachable!("the engine of another game"),
        }
    }
}

/// A game that is over.
fn result(value: Value) -> Insight {
    Insight {
        depth: 0,
        value,
        exact: true,
        nodes: 0,
        line: Vec::new(),
    }
}

/// Shows the review of a game, with a bar while the engine is at work, until it is closed. The screen is as before then.
/// Where the engine is waited for it has `ms` for it. False when the game has no move.
///
/// # Errors
/// The window was closed meanwhile.
pub fn show(console: &mut dyn Console, theme: &Theme, game: &Game, ms: u32) -> Result<bool, Quit> {
    if !(1..game.t()).any(|t| game.place_of(t).is_some()) {
        return Ok(false);
    }
    let under = console.screen().clone();
    let moves = look_at(console, game, ms)?;
    if !moves.is_empty() {
        step_through(console, theme, &moves)?;
    }
    *console.screen() = under;
    Ok(true)
}

/// The engine looks at the game; Esc ends that, and nothing is shown then.
fn look_at(console: &mut dyn Console, game: &Game, ms: u32) -> Result<Vec<Move>, Quit> {
    let drops = (1..game.t())
        .filter(|t| game.place_of(*t).is_some())
        .count();
    let copy = game.clone();
    let beside = console.real_time();
    let job = Job::start(beside, move |stop, tell| {
        let until = Instant::now() + Duration::from_millis(u64::from(ms));
        let stop = || stop.load(Ordering::Relaxed) || !beside && Instant::now() >= until;
        review(&copy, &stop, tell);
    });
    let mut moves = Vec::new();
    loop {
        match job.look() {
            Seen::Found(found) => moves.push(found),
            Seen::Done => return Ok(moves),
            Seen::Nothing => {
                draw_progress(console.screen(), moves.len(), drops);
                if console.key_within(LOOK)? == Some(Key::Esc) {
                    return Ok(Vec::new());
                }
            }
        }
    }
}

fn draw_progress(screen: &mut Screen, done: usize, of: usize) {
    let (x, y, columns) = (200, 200, 28);
    dialog::frame(screen, x, y, columns, 3, "Review");
    write(
        screen,
        x + 16,
        y + 16,
        BLACK,
        &format!("Move {done} of {of}"),
    );
    let width = 8 * (columns as i32 - 2);
    screen.setfillstyle(WHITE);
    screen.bar(x + 16, y + 36, x + 16 + width, y + 51);
    screen.setfillstyle(GREEN);
    screen.bar(
        x + 16,
        y + 36,
        x + 16 + width * done as i32 / of.max(1) as i32,
        y + 51,
    );
    panel::key_line(screen, &[("Esc", "Close")]);
}

/// Goes through the moves: Right and Left, Home and End, Down and Up to the next and the last mistake.
fn step_through(console: &mut dyn Console, theme: &Theme, moves: &[Move]) -> Result<(), Quit> {
    let is_mistake = |n: &usize| moves[*n].is_mistake();
    let last = moves.len() - 1;
    let mut n = 0;
    loop {
        draw(console.screen(), theme, moves, n);
        match console.getkey()? {
            Key::Right | Key::Space => n = (n + 1).min(last),
            Key::Left | Key::Backspace => n = n.saturating_sub(1),
            Key::Home => n = 0,
            Key::End => n = last,
            Key::Down | Key::PageDown => n = (n + 1..=last).find(is_mistake).unwrap_or(n),
            Key::Up | Key::PageUp => n = (0..n).rev().find(is_mistake).unwrap_or(n),
            Key::Esc | Key::Enter | Key::F(7) => return Ok(()),
            _ => {}
        }
    }
}

/// The small boards of both games.
const OTHELLO: Grid = Grid {
    first: (36, 52),
    pitch: 24,
    size: 8,
};
const GOMOKU: Grid = Grid {
    first: (46, 34),
    pitch: 13,
    size: gomoku::SIZE,
};
/// The graph: where it begins and ends, in pixels.
const GRAPH: (i32, i32, i32, i32) = (48, 264, 616, 440);

fn draw(screen: &mut Screen, theme: &Theme, moves: &[Move], n: usize) {
    screen.setbkcolor(theme.colors.ground);
    screen.cleardevice();
    panel::title_bar(screen, "Review");
    let keys = [
        ("← →", "Move"),
        ("↑↓", "Mistake"),
        ("Home", "Start"),
        ("End", "End"),
        ("F1", "Help"),
        ("Esc", "Close"),
    ];
    panel::key_line(screen, &keys);
    draw_board(screen, theme, &moves[n]);
    draw_words(screen, theme, moves, n);
    draw_graph(screen, theme, moves, n);
}

/// The stones before the move, the move framed, and a cross where another would have been better.
fn draw_board(screen: &mut Screen, theme: &Theme, shown: &Move) {
    let (grid, radius) = match &shown.before {
        Game::Othello(game) => {
            draw_othello(screen, theme, game.map());
            (&OTHELLO, 9)
        }
        Game::Gomoku(game) => {
            crate::screen::gomoku::draw_points(screen, theme, &GOMOKU, game);
            (&GOMOKU, crate::screen::gomoku::radius(&GOMOKU))
        }
    };
    let centre = |(row, col): Place| grid.centre(row, col);
    let (x, y) = centre(shown.played);
    disc(screen, theme, (x, y), shown.stone, radius);
    screen.setcolor(theme.accent);
    let half = radius + 2;
    screen.rectangle(x - half, y - half, x + half, y + half);
    if let Some(better) = shown.better.first().filter(|place| **place != shown.played) {
        let (x, y) = centre(*better);
        let half = radius / 2 + 1;
        screen.setfillstyle(theme.colors.ground);
        screen.bar(x - half, y - half, x + half + 1, y + half);
        for shift in 0..2 {
            screen.line(x - half + shift, y - half, x + half + shift, y + half);
            screen.line(x - half + shift, y + half, x + half + shift, y - half);
        }
    }
}

fn draw_othello(screen: &mut Screen, theme: &Theme, map: &Map) {
    let Grid { first, pitch, .. } = OTHELLO;
    let (left, top) = (first.0 - pitch / 2, first.1 - pitch / 2);
    let end = 8 * pitch;
    screen.setcolor(theme.colors.grid);
    for line in (0..=end).step_by(pitch as usize) {
        screen.line(left, top + line, left + end, top + line);
        screen.line(left + line, top, left + line, top + end);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.colors.text);
    for (n, letter) in (0..).zip('a'..='h') {
        screen.outtextxy(left + pitch * n + 9, top + end + 6, &letter.to_string());
        screen.outtextxy(left - 14, top + pitch * n + 9, &(n + 1).to_string());
    }
    for Cell { row, col } in Cell::all() {
        let stone = match map[row][col] {
            1 => Stone::Black,
            2 => Stone::White,
            _ => continue,
        };
        disc(screen, theme, OTHELLO.centre(row, col), stone, 9);
    }
}

fn disc(screen: &mut Screen, theme: &Theme, (x, y): (i32, i32), stone: Stone, radius: i32) {
    let (edge, fill) = panel::stone_colours(theme, stone);
    screen.setcolor(edge);
    screen.setfillstyle(fill);
    screen.fillellipse(x, y, radius, radius);
}

/// What there is to say about the move, and how many mistakes each side made.
fn draw_words(screen: &mut Screen, theme: &Theme, moves: &[Move], n: usize) {
    const COLUMNS: usize = 46;
    let shown = &moves[n];
    let Unit {
        name,
        digits,
        mistake,
        ..
    } = unit(&shown.before);
    let x = 248;
    let mut y = 40;
    let mut say = |text: &str| {
        write(screen, x, y, theme.colors.text, text);
        y += 20;
    };
    say(&format!(
        "Move {} of {}: {} {}",
        n + 1,
        moves.len(),
        shown.stone.name(),
        shown.before.name_of(shown.played)
    ));
    if let Some(plies) = shown.missed_win {
        say(&format!(
            "A missed win in {}",
            plural(plies, "ply", "plies")
        ));
    }
    match shown.missed_defence {
        Some(_) => say(&format!("A missed defence: {}", standing(shown))),
        None => say(&standing(shown)),
    }
    // What would be written as 0 is nothing.
    if shown.lost < 0.5 / 10_f32.powi(digits as i32) && !shown.misses() {
        say("Nothing is better");
    } else {
        let lost = shown.lost;
        say(&format!("It gives away {lost:.digits$} {name}; better:"));
        say(&shown.before.line_of(&shown.better, COLUMNS));
    }
    for (stone, y) in [(Stone::Black, 160), (Stone::White, 184)] {
        let own = moves.iter().filter(|m| m.stone == stone);
        let lost: f32 = own.clone().map(|m| m.lost).sum();
        let mistakes = own.filter(|m| m.is_mistake()).count();
        panel::small_stone(screen, theme, x + 7, y + 7, stone);
        let text = format!("{mistakes} mistakes, {lost:.0} {name} given away");
        write(screen, x + 24, y, theme.colors.text, &text);
    }
    let text = format!("A mistake gives away {mistake} {name} or more.");
    write(screen, x, 208, theme.colors.text, &text);
}

/// Who is ahead after the move.
fn standing(shown: &Move) -> String {
    let ahead = if shown.value.points() > 0.0 {
        Stone::Black
    } else {
        Stone::White
    };
    let name = ahead.name();
    match shown.value {
        Value::Win(1 | -1) => format!("{name} has five"),
        Value::Win(plies) => {
            let left = plural(plies.abs() - 1, "ply", "plies");
            format!("{name} wins in {left}")
        }
        Value::Chance(chance) => {
            format!("Black's chances are {:.0} %", chance.clamp(1.0, 99.0))
        }
        Value::Discs(0.0) => "Neither side is ahead".to_string(),
        Value::Discs(discs) => format!("{name} is ahead by {:.1} discs", discs.abs()),
    }
}

fn plural(n: i32, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

/// How far black was ahead after each move, as a line over the moves; mistakes are marked, and the move that is shown.
fn draw_graph(screen: &mut Screen, theme: &Theme, moves: &[Move], n: usize) {
    let (left, top, right, bottom) = GRAPH;
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(left, top, right, bottom);
    let Unit { graph, scales, .. } = unit(&moves[n].before);
    let most = moves.iter().map(|m| m.value.points().abs());
    let most = most.fold(0.0, f32::max);
    let scale = scales.iter().find(|s| most <= **s);
    let scale = *scale.unwrap_or(&scales[scales.len() - 1]);
    let middle = (top + bottom) / 2;
    let height = (bottom - top) / 2 - 4;
    let y_of = |value: f32| middle - (value / scale * height as f32).round() as i32;
    let x_of =
        |n: usize| left + 8 + (right - left - 16) * n as i32 / (moves.len().max(2) - 1) as i32;
    screen.settextstyle(Font::Small, 1);
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let (value, y) = (scale * part, y_of(scale * part));
        screen.setcolor(if part == 0.0 { BLACK } else { WHITE });
        screen.line(left, y, right, y);
        screen.setcolor(theme.colors.text);
        let text = match moves[n].before {
            Game::Gomoku(_) => format!("{:.0}", value + 50.0),
            Game::Othello(_) if part == 0.0 => "0".to_string(),
            Game::Othello(_) => format!("{value:+.0}"),
        };
        screen.outtextxy(left - 4 - 8 * text.len() as i32, y - 3, &text);
    }
    screen.setcolor(BLACK);
    screen.rectangle(left, top, right, bottom);
    screen.setfillstyle(YELLOW);
    screen.bar(x_of(n) - 1, top + 1, x_of(n) + 1, bottom - 1);
    screen.setcolor(BLACK);
    for (m, pair) in moves.windows(2).enumerate() {
        for shift in 0..2 {
            let (from, to) = (
                y_of(pair[0].value.points()) + shift,
                y_of(pair[1].value.points()) + shift,
            );
            screen.line(x_of(m), from, x_of(m + 1), to);
        }
    }
    for (m, found) in moves.iter().enumerate().filter(|(_, m)| m.is_mistake()) {
        let (_, fill) = panel::stone_colours(theme, found.stone);
        let (x, y) = (x_of(m), y_of(found.value.points()));
        screen.setcolor(LIGHTRED);
        screen.setfillstyle(fill);
        screen.fillellipse(x, y, 5, 5);
        screen.circle(x, y, 6);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.colors.text);
    for m in (9..moves.len()).step_by(10) {
        let text = (m + 1).to_string();
        screen.outtextxy(x_of(m) - 8, bottom + 6, &text);
    }
    screen.outtextxy(WIDTH - 8 * graph.len() as i32 - 24, top - 12, graph);
}
