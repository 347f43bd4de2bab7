//! What `--help` and `--version` print.

use crate::engine::othello::tune;

/// The program and its version.
pub const VERSION: &str = concat!("qipan ", env!("CARGO_PKG_VERSION"));

/// What `--help` prints.
pub fn help() -> String {
    USAGE.replace("GAMES", &tune::GAMES.to_string())
}

/// The same, with a word for the number that `tune` knows.
const USAGE: &str = "\
Othello and gomoku as a Turbo C program played them: 640x480 pixels, 16 colours, the keyboard alone.

qipan [options]                 the menu
qipan original [options]        the C program and nothing more: two players, arrow keys, Enter, Esc
qipan run [options] FILE.C      run a C program of Turbo C's kind: graphics.h, bioskey
qipan othello [options]         go straight to Othello
qipan gomoku [options]          go straight to gomoku
qipan teach [options]           the tutor: the C programs step by step
qipan edit [options] FILE.C     edit a C program, make it and run it
qipan check [--json] FILE.C...  hold the functions of C programs against ours in thousands of positions
qipan source [NAME]             print a C program that is taught; without NAME list them
qipan judge [options] RECORD... say who won recorded games of gomoku
qipan replay [options] FILE     step through the games in a file: .wtb, .ggf, .sgf, .psq, .pgn, .lib, or lines of moves
qipan convert [options] IN OUT  write the games of a file in another format: .sgf, .ggf, .psq, .pgn, .wtb, .txt, .obf
qipan engine PROTOCOL           play with a program that speaks nboard or gtp (Othello) or gomocup on standard input
qipan match [options] WHO WHO   play a match between two players that are not human
qipan learner WHAT              the opponent that learns: WHAT is show, train, export FILE, import FILE... or reset
qipan perft N                   count the positions of Othello after 1 to N plies, and say how fast
qipan solve FILE                play positions of Othello to their end
qipan tune --out FILE           train the evaluation of the Othello engine on games against itself
qipan tune --gomoku --out FILE  the same for the gomoku engine
qipan tune --check FILE.wtb...  measure it on tournament games whose perfect result is in the file

Options of every command with a screen:
    --keys \"Down*3 Right Enter\"  open no window: type these keys, then stop as if the window were closed. Keys are
                                 Up Down Left Right Home End PageUp PageDown Enter Space Esc Backspace Insert
                                 Delete Tab, F1 to F12 and single characters, Ctrl+Y, Ctrl+Left, Alt+C, Shift+F7 and
                                 the like; NAME*N repeats a key
    --screenshot FILE.png        with --keys: write the last frame
    --frames DIR                 with --keys: write every frame shown, numbered
Options of all of these except original and run:
    --black WHO, --white WHO     who plays: human, random, a level from 1 to 12, learner, or another program:
                                 nboard:COMMAND for an Othello engine that speaks the NBoard protocol,
                                 gomocup:COMMAND for one that speaks the protocol of the Gomocup
    --seed N                     the same seed gives the same moves by the computer
    --speed NAME                 how fast stones turn over: instant, fast or normal
    --clock MINUTES              how much time each player has for all moves; a player whose time runs out loses
    --data DIR                   where games, pictures and settings are kept; with --keys nothing is kept without
                                 this option
    --hints on|off               mark the legal moves of Othello with a +
    --sound on|off               click and beep like a PC speaker
Options of qipan, original (except --save), othello and gomoku:
    --dump                       print the game as text at the end
    --save FILE                  save the game at the end: .txt, or .ggf for Othello, .psq for gomoku
Options of othello:
    --position TEXT              begin with this position: 64 of X, O and . row by row, then the side to move
    --rules NAME                 original: a player without a move tries until the turn is lost, as in the DOS
                                 program; standard: the turn passes automatically
Options of gomoku:
    --rules NAME                 freestyle: five or more win; standard: exactly five; renju: five or more for White,
                                 exactly five for Black, who may not make a double three, double four or overline
    --first black|white          who begins; in renju and with swap2 it is always Black
    --opening free|swap2         swap2: the first player puts three stones; the second takes a colour or puts two more
    --record HEX                 begin with the game of this record: two digits per stone, column and row, 0 to e
Options of teach:
    --lesson NAME                go straight to a lesson: game, main, draw, play, map, colour, move, turns, start,
                                 direction, eight, edge, folded, failed, tries, scores, end, record, last-player,
                                 two-judges, wrap, table, fours, alpha-beta, book, weight; or to the quiz: predict
    --steps                      with --lesson, print the steps of its scenes, one per line
    --score                      print what a class has done: lessons, tasks, right answers
    --trace MOVES                print what QpChange does for each move of a transcript, one step per line
    --algorithm NAME             with --trace, print the steps of another algorithm. all-stones, last-stone or
                                 direction-table: what this judge does; vcf: how a win by fours is searched for;
                                 MOVES is then a record of gomoku. alpha-beta: how the end of a game of Othello is
                                 searched
Options of judge (the record - reads records from standard input, one per line):
    --algorithm NAME             all-stones, last-stone (as in play) or direction-table
    --count                      also print how many points the algorithm looked at
Options of replay (the file - reads games from standard input, pasted ones too); the first three open no screen:
    --check                      check that every game has only legal moves and ends with the recorded score; here FILE
                                 may be several files
    --dump                       print the last position of a game as text
    --save FILE                  save a game in the format that the ending of the file's name says
    --game N                     the Nth game in the file; by default the first, or on the screen a list
    --game othello|gomoku        which game lines of moves are of, where they could be of both
Options of convert (the file - is standard input or output):
    --to FORMAT                  the format to write, if the ending of OUT does not say it: txt, moves, pgn, ggf, sgf,
                                 psq, wtb, obf; moves are those of txt, with the moves of gomoku as h8i9
    --game N, --game NAME        as for replay
    --replace                    write over a file that is there
Options of tune:
    --games N                    how many games to learn from; by default GAMES, as for the program's own weights; with --gomoku
                                 4000
    --rules NAME                 with --gomoku: the rules whose weights are trained, as for gomoku
    --seed N                     the same seed gives the same weights; by default 1
    --threads N                  how many games are played at a time; by default one per core
    --depth N                    with --check: how many plies to look ahead; by default none
    --weights FILE               with --check: measure the weights in this file, not the program's own

Options of solve:
    --threads N                  how many threads search; by default one per core. The score is the same with any number
    --winner                     find out who wins, and not the score: it takes about half the time

Options of match:
    --games N                    how many games; by default 100. Each opening is played twice, with colours changed
    --gomoku                     gomoku instead of Othello; --rules as for gomoku
    --ms N                       how long a gomocup program may think for a move, in ms of processor time
    --nodes N                    how many positions it may look at, if it knows INFO max_node as qipan does
    --sprt LOW,HIGH              end as soon as it is clear whether the first player is better by LOW or by HIGH points of
                                 Elo: a sequential test that is wrong once in twenty matches
    --seed N                     the same seed gives the same games
Options of learner:
    --data DIR                   where its memory is kept
    --games N                    train: how many games; by default 1000
    --gomoku                     the learner of gomoku instead of that of Othello; import tells by the file
    --against WHO                train: against self, random, greedy or mobile; in gomoku against self or a level
                                 from 1 to 10; by default self
    --seed N                     train: the same seed gives the same games
    --chart FILE.png             train and show: write a picture of what it knows
    --from WHAT                  reset: start from nothing, or from the evaluation of the engine
    --yes                        reset: do not ask
import takes over what export wrote, learns from the games of any files that replay reads, or takes the good games out of a
damaged journal that was set aside (learner/*.damaged in the data folder).

The lines of solve's FILE (- is standard input) are NAME|CELLS|SIDE|SCORE: 64 of X, O and -; X or O to move; the score
that you expect, which can be left out. Lines of OBF files are read as well: CELLS SIDE; MOVE:SCORE; MOVE:SCORE...

    --help, --version            anywhere on the command line

Exit status: 0 for success, 1 if something failed, 2 if the command line is wrong.";
