//! What `--help` and `--version` print.

/// The program and its version.
pub const VERSION: &str = concat!("qipan ", env!("CARGO_PKG_VERSION"));

/// What `--help` prints.
pub const USAGE: &str = "\
Othello and gomoku as a Turbo C program played them: 640x480, 16 colours, the keyboard alone.

qipan [options]                 the menu
qipan original [options]        the C program and no more: two players, the arrows, Enter, Esc
qipan othello [options]         straight into Othello
qipan gomoku [options]          straight into gomoku
qipan teach [options]           the tutor: the original's functions step by step
qipan judge [options] RECORD... tells who has won recorded games of gomoku
qipan replay [options] FILE     steps through the games of a file: .wtb, .ggf, .psq, or lines of moves
qipan engine PROTOCOL           plays with a program that speaks nboard or gtp (Othello) or gomocup on standard input
qipan match [options] WHO WHO   plays a match between two players that move by themselves
qipan learner WHAT              the opponent that learns: WHAT is show, train, export FILE, import FILE... or reset
qipan perft N                   counts the positions of Othello after 1 to N plies, and tells how fast
qipan solve FILE                plays positions of Othello to their end
qipan tune --out FILE           trains the evaluation of the Othello engine by games against itself
qipan tune --check FILE.wtb...  measures it on tournament games whose perfect result is in the file

Options of all that have a screen:
    --keys \"Down*3 Right Enter\"  no window: type these keys, then stop as if the window were closed. Keys are
                                 Up Down Left Right Home End PageUp PageDown Enter Space Esc Backspace Tab, F1 to
                                 F12 and single characters; NAME*N repeats one
    --screenshot FILE.png        with --keys: write the last frame
    --frames DIR                 with --keys: write every shown frame, numbered
Options of all of them but original:
    --black WHO, --white WHO     who plays: human, random, a level from 1 to 12, learner, or another program:
                                 nboard:COMMAND for an engine of Othello that speaks the NBoard protocol, gomocup:COMMAND for one of
                                 the Gomocup
    --seed N                     the same seed gives the same moves of the computer
    --speed NAME                 how fast stones turn over: instant, fast or normal
    --clock MINUTES              each player has so much time for all moves; who has none left has lost
    --data DIR                   where games, pictures and the settings are kept; with --keys nothing is kept
                                 without it
    --hints on|off               show the legal moves of Othello with a +
    --sound on|off               click and beep as a PC speaker does
Options of qipan, original (without --save), othello and gomoku:
    --dump                       print the game as text at the end
    --save FILE                  save the game at the end: .txt, or .ggf for Othello, .psq for gomoku
Options of othello:
    --position TEXT              begin with this position: 64 of X, O and . row by row, then the side to move
    --rules NAME                 original: a player without a move tries until the turn is lost, as in the DOS
                                 program; standard: the turn passes by itself
Options of gomoku:
    --rules NAME                 freestyle: five or more win; standard: exactly five; renju: the same for black, who
                                 must not make a double three, a double four or an overline
    --first black|white          who begins, but in renju and swap2, where it is black
    --opening free|swap2         swap2: the first player puts three stones, the second one takes a colour or puts two more
    --record HEX                 begin with the game of this record: two digits a stone, column and row, 0 to e
Options of teach:
    --lesson NAME                straight into a lesson: map, turns, start, direction, eight, edge, failed, tries,
                                 scores, end, record, last-player, two-judges, wrap, table, fours, alpha-beta,
                                 book, weight; or predict
    --trace MOVES                print what QpChange does for each move of a transcript, a step a line
    --algorithm NAME             with --trace: MOVES is a record of gomoku, print what this judge does on it, or with vcf
                                 how a win by fours is looked for; with alpha-beta, how the end of a game of Othello is;
                                 book or weight: MOVES are games of Othello with a space between, print what the
                                 learner does with the last one
Options of judge (the record - reads records from standard input, one a line):
    --algorithm NAME             all-stones, last-stone (as in play) or direction-table
    --count                      add how many points the algorithm looked at
Options of replay (the file - reads games from standard input, pasted ones too); with the first three there is no screen:
    --check                      tell whether every game has legal moves only and ends with the recorded score
    --dump                       print the last position of a game as text
    --save FILE                  save a game in the format that the name of the file ends in
    --game N                     the Nth game in the file; without it the first, or on the screen a list
Options of tune:
    --games N                    how many games to learn from; without it 200000, as the program's own weights
    --seed N                     the same seed gives the same weights; without it 1
    --threads N                  how many games are played side by side; without it one for each core
    --depth N                    with --check: look so many plies ahead; without it not at all
    --weights FILE               with --check: measure the weights of this file, not the program's own

Options of match:
    --games N                    how many games, 100 without it; each opening is played twice, the colours changed
    --gomoku                     gomoku instead of Othello; --rules as for gomoku
    --seed N                     the same seed gives the same games
Options of learner:
    --data DIR                   where its memory is kept
    --games N                    train: how many games, 1000 without it
    --gomoku                     the learner of gomoku instead of the one of Othello; import looks at the file
    --against WHO                train: against self, random, greedy or mobile, in gomoku a level from 1 to 10; self
                                 without it
    --seed N                     train: the same seed gives the same games
    --chart FILE.png             train and show: where the picture of what it knows goes; learner.png for train
    --from WHAT                  reset: begin with nothing, or with the evaluation of the engine
    --yes                        reset: do not ask
import takes over what export wrote, learns from the games of any files that replay reads, or takes the good games out of a
damaged journal that was set aside (learner/*.damaged in the data folder).

The lines of solve's FILE (- is standard input) are NAME|CELLS|SIDE|SCORE: 64 of X, O and -; X or O to move; the score
that you expect, which can be left out.

    --help, --version            in any place

Exit status: 0, 1 when something failed, 2 when the command line is wrong.";
