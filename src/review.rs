//! A finished game of Othello, looked at by the engine: how it stood after each move, which moves were mistakes, and what
//! would have been better.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::dialog;
use crate::dos::bgi::{BLACK, Font, GREEN, LIGHTGRAY, LIGHTRED, WHITE, WIDTH, YELLOW};
use crate::dos::{Console, Key, Quit, Screen};
use crate::engine::othello::{Board, Limits, Searcher, evaluation::DISC};
use crate::othello::rules::{Cell, Map};
use crate::othello::{Game, Ply};
use crate::panel::{self, write};
use crate::players::job::{Job, Seen};
use crate::stone::Stone;
use crate::theme::Theme;

/// How far the engine looks at each position.
const LIMITS: Limits = Limits {
    depth: 8,
    exact_from: 14,
};
/// The size of its table, in megabytes.
const MEGABYTES: usize = 16;
/// How often it is asked for news, in ms.
const LOOK: u32 = 50;
/// A move that gives away so many discs is a mistake.
pub const MISTAKE: f32 = 3.0;

/// What the engine says of a position and of the move that was played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The stones before it.
    pub map: Map,
    /// Who moved.
    pub stone: Stone,
    /// What was played.
    pub played: Cell,
    /// The discs that black was expected to be ahead by after it.
    pub value: f32,
    /// The discs that it gave away.
    pub lost: f32,
    /// The moves that were expected instead; the first is the best move.
    pub better: Vec<Cell>,
}

/// Looks at each move of a game; `tell` hears of one after the other, and `stop` ends it.
pub fn review(game: &Game, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(Move)) {
    let mut searcher = Searcher::new(MEGABYTES);
    let mut before = game.anew();
    for (t, ply) in game.turns() {
        let stone = Stone::of_turn(t);
        let Ply::Drop(played) = ply else {
            if before.t() == t {
                before.lose_turn();
            }
            continue;
        };
        let board = Board::new(before.map(), stone);
        let best = searcher.search(board, LIMITS, stop, &mut |_| ());
        let after = board.play(played).expect("a game has legal moves only");
        let less = Limits {
            depth: LIMITS.depth - 1,
            ..LIMITS
        };
        let discs = |value: i32| value as f32 / DISC as f32;
        let value = -discs(value_of(&mut searcher, after, less, stop));
        if stop() {
            return;
        }
        // What was played is worth what it is, even if a search one ply less deep found nothing as good.
        let lost = (discs(best.value) - value).max(0.0);
        let lost = if best.best == Some(played) { 0.0 } else { lost };
        tell(Move {
            map: *before.map(),
            stone,
            played,
            value: if stone == Stone::Black { value } else { -value },
            lost,
            better: best.line,
        });
        before.drop(played);
    }
}

/// The value for the player to move, who may have to pass.
fn value_of(searcher: &mut Searcher, board: Board, limits: Limits, stop: &dyn Fn() -> bool) -> i32 {
    match board.moves() {
        _ if board.is_over() => board.score() * DISC,
        0 => {
            -searcher
                .search(board.pass(), limits, stop, &mut |_| ())
                .value
        }
        _ => searcher.search(board, limits, stop, &mut |_| ()).value,
    }
}

/// Shows the review of a game, with a bar while the engine is at work, until it is closed. The screen is as before then.
/// Where the engine is waited for it has `ms` for it.
///
/// # Errors
/// The window was closed meanwhile.
pub fn show(console: &mut dyn Console, theme: &Theme, game: &Game, ms: u32) -> Result<(), Quit> {
    let under = console.screen().clone();
    let moves = look_at(console, game, ms)?;
    if !moves.is_empty() {
        step_through(console, theme, &moves)?;
    }
    *console.screen() = under;
    Ok(())
}

/// The engine looks at the game; Esc ends that, and nothing is shown then.
fn look_at(console: &mut dyn Console, game: &Game, ms: u32) -> Result<Vec<Move>, Quit> {
    let drops = game.plies().iter().filter(|ply| **ply != Ply::Pass).count();
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
    let is_mistake = |n: &usize| moves[*n].lost >= MISTAKE;
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

/// The small board: where it begins, and the size of its cells, in pixels.
const BOARD: (i32, i32, i32) = (24, 40, 24);
/// The graph: where it begins and ends, in pixels.
const GRAPH: (i32, i32, i32, i32) = (48, 264, 616, 440);

fn draw(screen: &mut Screen, theme: &Theme, moves: &[Move], n: usize) {
    screen.setbkcolor(theme.ground);
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
    let (left, top, size) = BOARD;
    let end = 8 * size;
    screen.setcolor(theme.grid);
    for line in (0..=end).step_by(size as usize) {
        screen.line(left, top + line, left + end, top + line);
        screen.line(left + line, top, left + line, top + end);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.text);
    for (n, letter) in (0..).zip('a'..='h') {
        screen.outtextxy(left + size * n + 9, top + end + 6, &letter.to_string());
        screen.outtextxy(left - 14, top + size * n + 9, &(n + 1).to_string());
    }
    let centre = |cell: Cell| {
        let at = |n: usize| size * n as i32 + size / 2;
        (left + at(cell.col), top + at(cell.row))
    };
    for cell in Cell::all() {
        let stone = match shown.map[cell.row][cell.col] {
            1 => Stone::Black,
            2 => Stone::White,
            _ => continue,
        };
        let (x, y) = centre(cell);
        disc(screen, theme, (x, y), stone, 9);
    }
    let (x, y) = centre(shown.played);
    disc(screen, theme, (x, y), shown.stone, 9);
    screen.setcolor(theme.accent);
    screen.rectangle(x - 11, y - 11, x + 11, y + 11);
    if let Some(better) = shown.better.first().filter(|cell| **cell != shown.played) {
        let (x, y) = centre(*better);
        for shift in 0..2 {
            screen.line(x - 5, y + shift, x + 5, y + shift);
            screen.line(x + shift, y - 5, x + shift, y + 5);
        }
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
    let shown = &moves[n];
    let x = 248;
    let mut y = 40;
    let mut say = |text: &str| {
        write(screen, x, y, theme.text, text);
        y += 20;
    };
    say(&format!(
        "Move {} of {}: {} {}",
        n + 1,
        moves.len(),
        shown.stone.name(),
        shown.played
    ));
    let ahead = match shown.value {
        value if value > 0.0 => format!("Black is ahead by {value:.1}"),
        value if value < 0.0 => format!("White is ahead by {:.1}", -value),
        _ => "Neither side is ahead".to_string(),
    };
    say(&ahead);
    let line: Vec<String> = shown.better.iter().map(Cell::to_string).collect();
    let line: String = line.join(" ").chars().take(34).collect();
    match shown.lost {
        lost if lost < 0.05 => say("Nothing is better"),
        lost => {
            say(&format!("It gives away {lost:.1} discs; better:"));
            say(&line);
        }
    }
    for (stone, y) in [(Stone::Black, 160), (Stone::White, 184)] {
        let own = moves.iter().filter(|m| m.stone == stone);
        let lost: f32 = own.clone().map(|m| m.lost).sum();
        let mistakes = own.filter(|m| m.lost >= MISTAKE).count();
        panel::small_stone(screen, theme, x + 7, y + 7, stone);
        let text = format!("{mistakes} mistakes, {lost:.0} discs given away");
        write(screen, x + 24, y, theme.text, &text);
    }
    write(
        screen,
        x,
        208,
        theme.text,
        &format!("A mistake gives away {MISTAKE} discs or more."),
    );
}

/// How far black was ahead after each move, as a line over the moves; mistakes are marked, and the move that is shown.
fn draw_graph(screen: &mut Screen, theme: &Theme, moves: &[Move], n: usize) {
    let (left, top, right, bottom) = GRAPH;
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(left, top, right, bottom);
    let most = moves.iter().map(|m| m.value.abs()).fold(8.0, f32::max);
    let scale = [8.0, 16.0, 32.0, 64.0]
        .into_iter()
        .find(|s| most <= *s)
        .unwrap_or(64.0);
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
        screen.setcolor(theme.text);
        let text = format!("{value:+.0}");
        let text = if part == 0.0 { "0" } else { &text };
        screen.outtextxy(left - 4 - 8 * text.len() as i32, y - 3, text);
    }
    screen.setcolor(BLACK);
    screen.rectangle(left, top, right, bottom);
    screen.setfillstyle(YELLOW);
    screen.bar(x_of(n) - 1, top + 1, x_of(n) + 1, bottom - 1);
    screen.setcolor(BLACK);
    for (m, pair) in moves.windows(2).enumerate() {
        for shift in 0..2 {
            let (from, to) = (y_of(pair[0].value) + shift, y_of(pair[1].value) + shift);
            screen.line(x_of(m), from, x_of(m + 1), to);
        }
    }
    for (m, found) in moves.iter().enumerate().filter(|(_, m)| m.lost >= MISTAKE) {
        let (_, fill) = panel::stone_colours(theme, found.stone);
        let (x, y) = (x_of(m), y_of(found.value));
        screen.setcolor(LIGHTRED);
        screen.setfillstyle(fill);
        screen.fillellipse(x, y, 5, 5);
        screen.circle(x, y, 6);
    }
    screen.settextstyle(Font::Small, 1);
    screen.setcolor(theme.text);
    for m in (9..moves.len()).step_by(10) {
        let text = (m + 1).to_string();
        screen.outtextxy(x_of(m) - 8, bottom + 6, &text);
    }
    let text = "discs that black is ahead by";
    screen.outtextxy(WIDTH - 8 * text.len() as i32 - 24, top - 12, text);
}
