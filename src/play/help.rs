//! Help: the pages that F1 opens in any place, and what is said about the program.

use crate::dos::bgi::BLACK;
use crate::dos::{Console, Key, Quit, Screen};
use crate::screen::frame::frame;
use crate::screen::panel::{self, write};

/// The characters in a line of a page, and the lines.
const COLUMNS: usize = 74;
const ROWS: usize = 23;

/// A page of the help.
pub struct Page {
    /// What stands in its frame.
    pub title: &'static str,
    /// Its text.
    pub lines: &'static [&'static str],
}

/// The place of the page about keys in [`PAGES`].
pub const KEYS: usize = 0;
/// The place of the page about Othello.
pub const OTHELLO: usize = 2;
/// The place of the page about gomoku.
pub const GOMOKU: usize = 3;
/// The place of the page about the tutor.
pub const TUTOR: usize = 6;
/// The place of the page about the learner.
pub const LEARNER: usize = 7;

/// What F1 shows.
pub const PAGES: [Page; 8] = [
    Page {
        title: "Keys",
        lines: &[
            "On the board",
            "",
            "  ↑ ↓ ← →      move the stone; the keypad moves it too, its corners",
            "               diagonally. A new stone stands above the board:",
            "               the first key is ↓",
            "  Enter Space  drop the stone",
            "  Backspace R  take the last move back, the computer's too; play it again",
            "  H            show or hide where a stone can be dropped (Othello)",
            "  N            number the stones in the order of the turns (gomoku)",
            "  S            sound on or off",
            "  Tab          two players, or one against the computer",
            "  F2           a new game: who plays, by which rules, with a clock",
            "  F3  F4       save the game in a file; open a file and step through it",
            "  F5           the tutor: show each drop step by step, or no more",
            "  F6           show what each move is worth, and what the computer thinks",
            "  F7           review the game: its graph, its mistakes",
            "  F8           resign",
            "  F9           the next ground colour: red, blue, green, black",
            "  F10          back to the menu",
            "  Esc          leave the program at once, as the original did; the game",
            "               is kept, and the menu offers to continue it",
            "",
            "F1 opens this help in any place, F12 saves a picture of the screen.",
        ],
    },
    Page {
        title: "Menus and files",
        lines: &[
            "In a menu",
            "  ↑ ↓ Enter    choose; the red letter of a line chooses it at once",
            "  Esc          close the menu",
            "",
            "A recorded game, step by step (F4, or \"Step through\" at the end)",
            "",
            "  → ←          the next move, the one before",
            "  PgDn PgUp    ten moves on, ten back",
            "  Home End     the start, the end",
            "  Enter        play on from here",
            "  Esc          back to the list of games, or to the board",
            "",
            "F4 opens .txt (moves of Othello or records of gomoku), .ggf, .psq and",
            "the .wtb files of the WTHOR database. In a list, type the beginning",
            "of a name to find it. F3 saves .txt, .ggf (Othello) or .psq (gomoku)",
            "in the folder games of the data folder, F12 to the folder pictures.",
        ],
    },
    Page {
        title: "Othello",
        lines: &[
            "Black begins. A stone must be dropped on an empty cell so that it",
            "encloses at least one of the opponent's stones: in a straight line",
            "between itself and another stone of its colour, across, down or",
            "diagonally, without a gap. All stones enclosed in any of the eight",
            "directions turn over.",
            "",
            "Where nothing would turn over the stone cannot be dropped: that was",
            "a failed try. The tries of each turn are counted. When the failed",
            "tries exceed the number of empty cells the turn is lost. This is how",
            "the DOS program passes: a player who has no move tries until the",
            "turn goes to the opponent, and a player who has one can throw the",
            "turn away.",
            "",
            "The game is over when the board is full, when one side has no stones",
            "left, or when neither side can move. The player with more stones",
            "wins.",
            "",
            "By the standard rules the turn of a player who has no move passes by",
            "itself. F2 has the choice.",
            "",
            "Cells are named by column and row, so d3 is the fourth cell of the",
            "third row.",
        ],
    },
    Page {
        title: "Gomoku",
        lines: &[
            "Black begins. Each player in turn drops a stone on any empty point",
            "of the 15 x 15. Five or more stones of one colour in a row, across,",
            "down or diagonally, win. A full board without five is a draw. F2 has",
            "other rules: see the next page.",
            "",
            "Columns and rows are numbered 0 to 9 and a to e, as in the record of",
            "the game: two digits a stone, the column first. At the end of a game",
            "its record is shown; to open a game at a record, start the program",
            "with",
            "",
            "  qipan gomoku --record 000110112021303140",
            "",
            "Only the player who moved last can have won. The program holds three",
            "ways to find out:",
            "",
            "  all stones       for each of the player's stones, in all eight",
            "                   directions: are the next four there too?",
            "  last stone       only the four lines through the last stone,",
            "                   counted both ways",
            "  direction table  the same, its eight loops folded into one",
            "",
            "F6 and F7: 62% says that of 100 games like this the player to move",
            "wins 62. W7 is a win by force in 7 plies, L6 a loss.",
        ],
    },
    Page {
        title: "The rules of gomoku",
        lines: &[
            "F2 chooses what wins, how the players come to their colours, and who",
            "begins.",
            "",
            "  freestyle  five or more in a row win",
            "  standard   exactly five in a row win; more are nothing",
            "  renju      white wins with five or more, black with exactly five.",
            "             Black must not make with one stone two open threes, two",
            "             fours, or more than five in a row, unless it makes five.",
            "             A small square marks each point where black must not.",
            "",
            "  swap2      The first player, who is black in the form, puts three",
            "             stones: black, white, black. The second one takes white,",
            "             who is to move, or takes black, or puts two more, white",
            "             and black; then the first one takes a colour.",
            "",
            "Black begins in renju and in swap2, elsewhere whom you choose.",
            "",
            "A full board is a draw, and so is a game of renju in which all points",
            "that are left are forbidden to black.",
            "",
            "The record of a game begins with its rules, unless they are freestyle:",
            "renju 7778, standard white-first 7778.",
        ],
    },
    Page {
        title: "The C program",
        lines: &[
            "The Turbo C program that this one follows has nine functions. Each has",
            "its place in the source under its own name:",
            "",
            "  main          initgraph, DrawQp, Playtoplay, a key, closegraph",
            "  DrawQp        draws the board and sets the game up",
            "  Playtoplay    the game, two nested loops: the outer one changes the",
            "                player, in the inner one a player moves the stone and",
            "                tries to drop it",
            "  SetPlayColor  the colour of turn t: odd is black, even is white",
            "  MoveColor     puts a cell back when the moving stone leaves it",
            "  QpChange      looks in eight directions and turns over what is",
            "                enclosed; returns 1 if the board changed",
            "  DoScore       counts both players' stones in Map",
            "  PrintScore    prints a player's score at its place",
            "  PlayWin       prints who won",
            "",
            "Map[8][8] holds the stones: 1 is black, 2 is white, anything else is",
            "empty. A board cell is 40 x 40 pixels, the board begins at (100,100),",
            "a stone has a radius of 15, and every new one appears at (120,80).",
        ],
    },
    Page {
        title: "The tutor",
        lines: &[
            "F5 on the board: each drop is shown step by step before it is made, in",
            "Othello QpChange, in gomoku the judges. F5 again or a new game ends",
            "that. The menu's \"Tutor\" has lessons, and asks what will turn over.",
            "",
            "  → Space      the next step; at the end the next part of a lesson",
            "  ←            the step before",
            "  ↓ PageDown   to the next direction, row, stone or turn",
            "  ↑ PageUp     to the one before",
            "  Home End     to the start, to the end",
            "  Enter        run by itself, stop",
            "  + -          faster, slower",
            "  Tab          the next part of a lesson, the next judge",
            "  P            drop stones yourself on a lesson's board; Esc goes back",
            "  F9           the next ground colour",
            "  Esc          leave; a drop that was watched is made",
            "",
            "A frame is around the place that is looked at; a dot marks a stone that",
            "was walked over, a ring one that turns over or has turned. The small",
            "board on the left has what came out in each direction: so many stones,",
            "0 for none, a dash where it was skipped. Lit on the right: what runs.",
        ],
    },
    Page {
        title: "The learner",
        lines: &[
            "An opponent that learns from each of its games. F2 seats it at the",
            "board; the menu's \"Learner\" shows what it knows, Tab the other game.",
            "",
            "It begins with the rules alone. When a game is over on the board it",
            "adds all positions to its book and carries the result back through the",
            "moves that led to it. Where it lost it looks for a move to try next",
            "time. So the same moves do not beat it twice.",
            "",
            "In Othello it changes the weights of its evaluation, too: what a line",
            "of cells or a corner is worth. Now and then the new weights play a match",
            "against the old ones. If they are worse it takes the old ones. In gomoku",
            "it plays by the engine, at a modest level, where its book ends.",
            "",
            "The curve on its screen is how many of the points the weights alone",
            "make, without the book, looking one move ahead: against any moves,",
            "against a player who turns the most stones over (greedy), and against",
            "one who wants many moves and corners and leaves few (mobile).",
            "",
            "It learns faster when it plays itself, without a window:",
            "",
            "  qipan learner train --games 1000",
            "  qipan learner train --gomoku --games 100",
        ],
    },
];

/// What the menu's "About" shows.
const ABOUT: Page = Page {
    title: "About",
    lines: &[
        concat!("qipan ", env!("CARGO_PKG_VERSION")),
        "",
        "Qipan is Chinese for the board of a game: the Qp in DrawQp and",
        "QpChange, functions of an Othello that was written in Turbo C for the",
        "VGA card. This is that program in Rust, with gomoku beside it.",
        "",
        "The screen has 640 x 480 pixels and the 16 colours of the card. All",
        "that is drawn goes through the calls of the Borland Graphics",
        "Interface.",
        "",
        "Free software under the MIT licence or the Apache licence 2.0, as you",
        "like.",
    ],
};

/// Shows the pages, beginning with one of them, until it is closed. The screen is as before then.
///
/// # Errors
/// The window was closed meanwhile.
pub fn show(console: &mut dyn Console, mut page: usize) -> Result<(), Quit> {
    let under = console.screen().clone();
    loop {
        let Page { title, lines } = PAGES[page];
        let title = format!("{title}, page {} of {}", page + 1, PAGES.len());
        draw(
            console.screen(),
            &title,
            lines,
            &[("← →", "Page"), ("Esc", "Close")],
        );
        match console.getkey()? {
            Key::Left | Key::Up | Key::PageUp => page = page.saturating_sub(1),
            Key::Right | Key::Down | Key::PageDown | Key::Space => {
                page = (page + 1).min(PAGES.len() - 1);
            }
            Key::Home => page = 0,
            Key::End => page = PAGES.len() - 1,
            Key::Esc | Key::Enter | Key::F(1) => break,
            _ => {}
        }
    }
    *console.screen() = under;
    Ok(())
}

/// Says what the program is, until a key is pressed.
///
/// # Errors
/// The window was closed meanwhile.
pub fn about(console: &mut dyn Console) -> Result<(), Quit> {
    let under = console.screen().clone();
    draw(
        console.screen(),
        ABOUT.title,
        ABOUT.lines,
        &[("Esc", "Close")],
    );
    while let Key::F(_) = console.getkey()? {}
    *console.screen() = under;
    Ok(())
}

/// The frame covers all between the title bar and the line of keys, so that nothing half hidden looks out.
fn draw(screen: &mut Screen, title: &str, lines: &[&str], keys: &[(&str, &str)]) {
    let (x, y) = (8, 24);
    frame(screen, x, y, COLUMNS + 2, ROWS + 2, title);
    for (line, row) in lines.iter().zip((y + 32..).step_by(16)) {
        write(screen, x + 16, row, BLACK, line);
    }
    panel::key_line(screen, keys);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_help_fits_its_page() {
        for page in PAGES.iter().chain([&ABOUT]) {
            assert!(page.lines.len() <= ROWS, "{} is too long", page.title);
            for line in page.lines {
                assert!(line.chars().count() <= COLUMNS, "too wide: {line}");
            }
        }
    }
}
