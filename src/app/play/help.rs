//! Help: the pages that F1 opens anywhere, and the box about the program.

use crate::screen::frame::{cover, frame};
use crate::screen::panel::{self, write};
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};

/// The characters in a line of a page, and the lines on it.
const COLUMNS: usize = 74;
const ROWS: usize = 23;

/// A page of the help.
pub struct Page {
    /// The title in its frame.
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
/// The place of the page about the editor.
pub const EDITOR: usize = 8;
/// The place of the page about the computer as an opponent.
pub const COMPUTER: usize = 9;
/// The place of the page about positions that are set up by hand.
pub const SET_UP: usize = 10;
/// The place of the page about lines, openings and exercises.
pub const LEARNING: usize = 11;

/// What F1 shows.
pub const PAGES: [Page; 12] = [
    Page {
        title: "Keys",
        lines: &[
            "On the board",
            "  ↑ ↓ ← →      move the stone; the keypad does too, and its corner keys",
            "               move it diagonally",
            "  f 5, 7 8     type the name of a place to go there at once",
            "  Tab          go to the next place for a stone; with Shift to the last",
            "  Enter Space  drop the stone",
            "  Backspace R  take back the last move, and the computer's too; replay it",
            "  V            see all lines that were played, and go to any place in them",
            "  T            a tip: the stone goes where the computer would drop it",
            "  O  P         options: players, speed, colours; a position by hand",
            "  H  N  S      legal moves; numbers on the stones (gomoku); sound",
            "  PgUp PgDn    scroll the list of the moves",
            "  F2           start a new game: choose players, rules and clocks",
            "  F3  F4       save the game; open a file and step through its games",
            "  F5           turn the tutor on or off: it shows each drop step by step",
            "  F6           show what each move is worth and what the computer thinks",
            "  F7  F8       review the game: its graph and its mistakes; resign",
            "  F9  F10      the next colours; back to the menu",
            "  F11          fill the whole screen, or not; Alt+Enter does the same",
            "  Esc          close a box; without one, leave the program at once, as in",
            "               the original. The game is kept: the menu continues it.",
            "",
            "F1 opens this help anywhere. F12 saves a picture of the screen.",
        ],
    },
    Page {
        title: "Menus and files",
        lines: &[
            "In a menu",
            "  ↑ ↓ Enter    choose; the blue letter of a line chooses it at once",
            "  Esc          close it. The last line of the screen tells what Esc does",
            "",
            "In a line of text",
            "  ← → Home End move; Del and Backspace delete. The first letter that you",
            "               type replaces a name on green.",
            "",
            "A recorded game, step by step (F4, or \"Step through\" at the end of a game)",
            "  → ←          the next move, the previous move",
            "  PgDn PgUp    ten moves forward, ten back; Home and End: all of them",
            "  F6 F7 F9     values, review and colours, as on the board",
            "  V  C         all lines of the record, the remark about this move",
            "  Enter        play on from here",
            "  Esc          back to the list of games, or to the board",
            "",
            "F4 opens .txt (moves of Othello or gomoku), .sgf, .ggf, .psq and .pgn",
            "files, the .wtb files of the WTHOR database and the .lib files of RenLib.",
            "In a list, type the beginning of a name to find it. F3 saves .txt, .sgf,",
            ".ggf (Othello) or .psq (gomoku) files. Games go into the folder \"games\"",
            "of the data folder; F12 saves its pictures in your folder of pictures.",
            "Ctrl+C copies the moves of the game at the board to the clipboard, and",
            "Ctrl+V opens the games or the position that are there.",
        ],
    },
    Page {
        title: "Othello",
        lines: &[
            "Black begins. A stone must be dropped on an empty cell where it encloses",
            "at least one of the opponent's stones. Stones are enclosed when they lie",
            "without a gap in a straight line, across, down or diagonally, between the",
            "new stone and another of its colour. All the stones enclosed in any of",
            "the eight directions turn over.",
            "",
            "If nothing would turn over, the stone cannot be dropped there. A player",
            "who has no move passes, and nobody may pass who has one.",
            "",
            "The game is over when the board is full, when one side has no stones",
            "left, or when neither side can move. The player with more stones wins.",
            "",
            "F2 also has the original's rules. There all is as in the DOS program: each",
            "stone begins above the board and is moved with the arrows only, and each",
            "try that fails is counted. With more failed tries than empty cells the",
            "turn is lost. So a player without a move passes, and so can one who has a",
            "move throw the turn away.",
            "",
            "Cells are named by column and row, so d3 is the fourth cell of the third",
            "row.",
        ],
    },
    Page {
        title: "Gomoku",
        lines: &[
            "Black begins. The players take turns to drop a stone on any empty point",
            "of the board. Five or more stones of one colour in a row, across, down or",
            "diagonally, win. A full board without a five is a draw. F2 offers other",
            "rules, which the next page explains, and a board of 20 x 20 points.",
            "",
            "Columns and rows are numbered 0 to 9 and a to e, or a to j on 20 x 20, as",
            "in the record: two digits per stone, the column first. At the end of a",
            "game its record is shown. To begin with a record, start the program with",
            "",
            "  qipan gomoku --record 000110112021303140",
            "",
            "Only the player who moved last can have won. The program has three ways",
            "to find out:",
            "",
            "  all stones       for each of the player's stones, in each of the eight",
            "                   directions: are the next four there too?",
            "  last stone       only the four lines through the last stone, counted",
            "                   in both directions",
            "  direction table  the same, its eight loops folded into one",
            "",
            "In F6 and F7, 62% means that the player to move wins 62 of 100 games like",
            "this one. W7 is a forced win in 7 plies, L6 a forced loss in 6. Words say",
            "why a move is good or bad. A four is a row that one stone makes a five.",
        ],
    },
    Page {
        title: "The rules of gomoku",
        lines: &[
            "F2 lets you choose what wins, how the opening is played and who begins.",
            "",
            "  freestyle  Five or more in a row win.",
            "  standard   Exactly five in a row win. More than five do not count.",
            "  renju      White wins with five or more, Black with exactly five. With",
            "             one stone, Black may not make two open threes, two fours,",
            "             or more than five in a row, unless the stone also makes a",
            "             five. A small square marks each point forbidden to Black.",
            "",
            "  swap2      The first player, shown as black in the form, puts three",
            "             stones: black, white, black. The second player then takes",
            "             white, which moves next, or takes black, or puts two more",
            "             stones, one white and one black. In the last case the first",
            "             player chooses a colour. Other programs choose, too.",
            "",
            "In renju and with swap2 Black begins. Otherwise you choose who does.",
            "",
            "A full board is a draw. So is a game of renju in which every point that",
            "is left is forbidden to Black.",
            "",
            "The record of a game begins with its rules, unless they are freestyle:",
            "renju 7778, standard white-first 7778.",
        ],
    },
    Page {
        title: "The C program",
        lines: &[
            "The Turbo C program that this one follows has nine functions. Each can be",
            "found in the source under its own name:",
            "",
            "  main          initgraph, DrawQp, Playtoplay, a key, closegraph",
            "  DrawQp        draws the board and sets up the game",
            "  Playtoplay    plays the game in two nested loops: the outer one changes",
            "                the player; in the inner one a player moves the stone and",
            "                tries to drop it",
            "  SetPlayColor  sets the colour of turn t: black if t is odd, else white",
            "  MoveColor     restores a cell when the moving stone leaves it",
            "  QpChange      looks in eight directions and turns over what is",
            "                enclosed; returns 1 if the board changed",
            "  DoScore       counts both players' stones in Map",
            "  PrintScore    prints a player's score in its place",
            "  PlayWin       prints who won",
            "",
            "Map[8][8] holds the stones: 1 is black, 2 is white, anything else is",
            "empty. A cell is 40 x 40 pixels, and the board begins at (100,100).",
            "A stone has a radius of 15, and each new one appears at (120,80).",
        ],
    },
    Page {
        title: "The tutor",
        lines: &[
            "F5 on the board: each drop is stepped through before it is made, in the C",
            "program itself. \"Tutor\" in the menu has lessons about all of it.",
            "",
            "  F7 → Space        the next statement, also inside called functions",
            "  F8                the same, but called functions run to their end",
            "  O                 on until the running function returns",
            "  F4                on to the cursor, which ↑ ↓ PgUp PgDn move",
            "  B Ctrl+F8         a breakpoint on the cursor's line, or none",
            "  Ctrl+F9           run to a breakpoint or the end; Enter runs slowly, and",
            "                    + - make that faster or slower",
            "  Home End G        to the beginning, to the end, to step N",
            "  ← Shift+F7        back; Shift+F8, Shift+O, Shift+F4 and Shift+F9 go back",
            "                    as F8, O, F4 and Ctrl+F9 go on",
            "  A                 ask: which line is next, what will a variable be, what",
            "                    will turn over? Right and wrong answers are counted",
            "  U Alt+F5          the program's own screen",
            "  C Ctrl+F3         the call stack",
            "  Tab P E           the next part or judge; play on a lesson's board; edit",
            "  D  Esc  F5        drop the stone; close, and drop it not; the tutor off",
            "",
            "The bright line runs next. New values stand out. A frame marks the place",
            "looked at, a dot a stone walked over, a ring one that was turned over.",
            "The small board beside the sentence keeps what each direction brought.",
        ],
    },
    Page {
        title: "The learner",
        lines: &[
            "An opponent that learns from every game it plays. F2 seats it at the",
            "board. \"Learner\" in the menu shows what it knows, Tab the other game.",
            "",
            "It starts with nothing but the rules. When a game on the board is over,",
            "it adds the positions to its book and carries the result back through",
            "the moves that led to it. After a loss it looks for a move to try next",
            "time, so the same moves do not beat it twice.",
            "",
            "In Othello it also changes the weights of its evaluation: what a line of",
            "cells or a corner is worth. Now and then the new weights play a match",
            "against the old ones, which come back if the new ones are worse. In",
            "gomoku it plays like the engine, at a modest level, where its book ends.",
            "",
            "The curve on its screen shows how many of the points the weights score on",
            "their own, without the book, looking one move ahead: against random",
            "moves, against a player that turns over the most stones (greedy), and",
            "against one that wants many moves and corners for itself and few for its",
            "opponent (mobile).",
            "",
            "It learns faster when it plays against itself, without a window:",
            "",
            "  qipan learner train --games 1000",
            "  qipan learner train --gomoku --games 100",
        ],
    },
    Page {
        title: "The editor",
        lines: &[
            "The C programs can be changed and run. Yours are in the folder \"c\" of the",
            "data folder. What you type is kept, even if you leave without saving.",
            "",
            "  Ctrl+← →       the word before, the next word",
            "  Home End       the ends of the line; with Ctrl those of the text",
            "  Ins            insert or type over",
            "  Ctrl+Y Ctrl+N  delete the line, insert one",
            "  Ctrl+T         delete the word; Ctrl+Q Y deletes to the end of the line",
            "  Ctrl+Z Ctrl+U  undo, redo",
            "  Ctrl+F Ctrl+L  find, find the next; also Ctrl+Q F",
            "  Ctrl+Q A       replace",
            "  Ctrl+G         go to a line",
            "  F2             save",
            "  F9             make: see whether it is right C. Enter goes to the line",
            "                 of a message",
            "  Ctrl+F9        run; Ctrl+F2 or Ctrl+C stops a program, and so does Esc",
            "                 where the program does not read its keys",
            "  F10            check: hold each function against ours in thousands of",
            "                 positions, and step to where it first differs; in a task",
            "                 of the tutor, see whether it is solved. F6 shows the task",
            "  Alt+F5         see what the program has drawn",
            "  Ctrl+R         go back to our text",
            "  Alt and the blue letter of a menu open it. Esc leaves the editor.",
        ],
    },
    Page {
        title: "Against the computer",
        lines: &[
            "Before your first game the program asks how well the computer shall play.",
            "Level 1 is for beginners, 12 is the strongest; the list says how long a",
            "move takes. O changes the level whenever you like, F2 for a new game.",
            "",
            "When you have won three games in a row, the box at the end offers the",
            "next level; when you have lost three, the one below.",
            "",
            "The names beside the stones tell who plays, and \"You\" is you. A dot marks",
            "the stone that was dropped last, and your next stone begins there. On the",
            "left are all moves so far; PgUp and PgDn scroll them.",
            "",
            "No idea? T moves the stone to where the computer would drop it. Enter",
            "drops it there. F6 shows what each move is worth, until you press F6",
            "again. The computer stops counting when the values stand still.",
            "",
            "A clock (F2) runs in that game only, and again when you play it again.",
            "",
            "\"Results\" in the menu counts your games against each opponent. Of the",
            "last ten, a bar above the line is a game that you won, one below it a",
            "game that you lost, and a dash a draw.",
            "",
            "The colours \"gray\" (F9) can be told apart by everybody, also by people",
            "who see no difference between red and green.",
        ],
    },
    Page {
        title: "A position by hand",
        lines: &[
            "You have a position in a book, or in your head? Put it on the board and",
            "play from there. \"Set up a position\" in the menu begins with the start of",
            "the game, P at the board with the stones that are there.",
            "",
            "  ↑ ↓ ← →    go to a place",
            "  Space      nothing, black, white and nothing again",
            "  B W .      put a black stone, a white one, or take one away, and go on",
            "             to the next place; 1 2 0 do the same",
            "  T          the other player is to move",
            "  C  S       take all stones away; put the stones of the start",
            "  Backspace  take back the last change",
            "  Tab  O  G  the other game; other rules; gomoku's other board, empty",
            "  Ctrl+C     copy the position as text, for a mail or another program",
            "  Ctrl+V     paste one: a drawn board, a line of signs, moves of a game",
            "  F6         show what each move is worth",
            "  Enter      play from here, with a friend or against the computer",
            "",
            "The yellow note says when no game can go on: nobody can move, somebody",
            "has won, or one player has too many stones. In gomoku the players take",
            "turns, so Black and White have as many stones, or one has one more and",
            "the other is to move. The stones that you have put there stay: taking",
            "moves back stops at them. The game is kept, but it is not in the results.",
        ],
    },
    Page {
        title: "Lines, openings, exercises",
        lines: &[
            "Take a move back and try another one: nothing is lost. V shows all lines",
            "that were played. Each line is a column, and a new line begins to the",
            "right of the move that it replaces. ↑ ↓ go back and on, ← → go to another",
            "line, and Enter plays on from there. In the list of the moves ├ stands",
            "behind a move where another one was tried, too. All lines are kept with",
            "the game. F3 saves them in a file whose name ends in .sgf, with the values",
            "that F6 has shown.",
            "",
            "The first moves of Othello have names. They stand beside the board: Tiger,",
            "Cow, Buffalo. \"Othello from an opening\" in the menu begins a game with one",
            "of them, or with eight moves by chance after which nobody is ahead.",
            "",
            "F7 looks at a whole game. P plays out on the board what follows a mistake.",
            "Each of your mistakes becomes an exercise: the board as it was, and you",
            "find a better place. A good answer at the first try counts, and when you",
            "have given it on two days the exercise is done. \"Exercises\" in the menu",
            "shows those that wait today, and looks through your kept games for more.",
        ],
    },
];

/// What the menu's "About" shows.
const ABOUT: Page = Page {
    title: "About",
    lines: &[
        concat!("qipan ", env!("CARGO_PKG_VERSION")),
        "",
        "Qipan is Chinese for a game board. It is the Qp in DrawQp and QpChange,",
        "functions of an Othello that was written in Turbo C for the VGA card.",
        "This is that program in Rust, together with gomoku.",
        "",
        "The screen has 640 x 480 pixels and the card's 16 colours. Everything is",
        "drawn through the calls of the Borland Graphics Interface.",
        "",
        "Free software under the MIT licence or the Apache License 2.0, whichever",
        "you prefer.",
    ],
};

/// Shows the pages, beginning with one of them, until the help is closed. Restores the screen.
///
/// # Errors
/// The window was closed.
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

/// Shows what the program is until a key is pressed.
///
/// # Errors
/// The window was closed.
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

fn draw(screen: &mut Screen, title: &str, lines: &[&str], keys: &[(&str, &str)]) {
    let (x, y) = (8, 24);
    cover(screen);
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
