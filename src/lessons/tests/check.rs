//! The check finds classic mistakes, each in the position and at the step where it shows first.

use lessons::check::{Answers, Verdict, against, check, inputs_for, plain_text};
use lessons::tutor::sources::{SOURCES, Source, source};
use lessons::tutor::stepper::Goal;
use turbo::c::Program;

use crate::common::data::rows;

fn ours(name: &str) -> &'static str {
    source(name).expect("it is one of ours").text
}

/// A source with the `n`th place of a text replaced, from 0; `nothing` may take its place.
pub fn with(name: &str, n: usize, from: &str, to: &str) -> String {
    let (text, to) = (ours(name), if to == "nothing" { "" } else { to });
    let found = text.match_indices(from).nth(n);
    let (at, _) = found.unwrap_or_else(|| panic!("{name} has no {from}"));
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

fn verdicts(name: &str, text: &str) -> Vec<Verdict> {
    let program = Program::compile(name, text)
        .unwrap_or_else(|messages| panic!("{name} does not compile: {messages:?}"));
    check(&program).verdicts
}

/// The number of the line in which the `n`th place of a text begins, from 1.
fn line_of(text: &str, what: &str, n: usize) -> usize {
    let place = text.match_indices(what).nth(n);
    let (at, _) = place.unwrap_or_else(|| panic!("there is no {what}"));
    1 + text[..at].matches('\n').count()
}

fn of<'a>(verdicts: &'a [Verdict], function: &str) -> &'a Verdict {
    let found = verdicts.iter().find(|verdict| verdict.function == function);
    found.unwrap_or_else(|| panic!("{function} was not checked"))
}

fn lines(verdicts: &[Verdict]) -> Vec<String> {
    verdicts.iter().map(Verdict::to_string).collect()
}

/// A program that is wrong on purpose, and programs that play, which nothing checks.
const OTHERS: [&str; 7] = ["UNGUARD.C", "RANDOM.C", "GREEDY.C", "CORNER.C", "AHEAD.C", "MATCH.C", "LINES.C"];

/// All programs but these. The course for beginners checks its tasks by pictures.
fn right_ones() -> impl Iterator<Item = &'static Source> {
    let sources = SOURCES.iter().filter(|source| !OTHERS.contains(&source.name));
    sources.filter(|source| !source.about().starts_with("C from the beginning"))
}

#[test]
fn our_programs_pass_even_with_changed_text() {
    for source in right_ones() {
        for text in [source.text, &source.text.replace("\n}\n", "\n  ;\n}\n")] {
            for verdict in verdicts(source.name, text) {
                assert!(verdict.is_right(), "{}: {verdict}", source.name);
                assert_eq!(verdict.right, verdict.of);
            }
        }
    }
}

#[test]
fn every_function_of_our_programs_has_an_exam() {
    for source in right_ones() {
        let program = Program::compile(source.name, source.text).expect("it is ours");
        let verdicts = check(&program).verdicts;
        for function in program.functions() {
            of(&verdicts, &function.name);
        }
    }
}

#[test]
fn qp_change_is_tried_in_ten_thousand_positions() {
    let expected = [
        "main: right on 2 of 2",
        "QpChange: right on 10000 of 10000",
        "TurnOver: right on 256 of 256",
        "CellsLeft: right on 24 of 24",
    ];
    assert_eq!(lines(&verdicts("TABLE.C", ours("TABLE.C"))), expected);
}

/// A mistake in QIPAN.C: the function in which it is, which place of which text is replaced and by what, and
/// the line (which place of which text in the changed source) of the step that departs from ours.
pub const MISTAKES: &str = r"
// <= for <: one cell too far.
QpChange => 0 => col + i < 7 => col + i <= 7 => 0 => while (col + i <= 7
// Row and column swapped.
QpChange => 0 => TurnOver(row, col + j, own) => TurnOver(col + j, row, own) => 0 => TurnOver(col + j, row, own)
QpChange => 0 => row = (y - 120) / 40;\n  col = (x => row = (x - 120) / 40;\n  col = (y => 0 => row = (x - 120)
// No test of the edge.
QpChange => 0 =>   if (col < 6) {\n    i = 1; =>   {\n    i = 1; => 0 =>   {\n    i = 1;
MoveColor => 0 => if (y != 80) { => { => 0 => place = Map
// t%2 the wrong way round.
QpChange => 0 => if (t % 2 == 1)\n    own => if (t % 2 == 0)\n    own => 0 => if (t % 2 == 0)
SetPlayColor => 0 => if (t % 2 == 1) { => if (t % 2 == 0) { => 0 => if (t % 2 == 0)
// The try is not counted.
Playtoplay => 0 =>           tries++;\n => nothing => 0 => if (tries >
// >= for >.
Playtoplay => 0 => tries > 64 => tries >= 64 => 0 => if (tries >=
// = for ==.
QpChange => 0 => if (Map[row][col + i] == own) => if (Map[row][col + i] = own) => 0 => if (Map[row][col + i] = own)
// A break is missing.
Playtoplay => 0 => DoScore();\n            break; => DoScore(); => 0 => tries++;
// Off by one in the loop.
QpChange => 0 => for (j = 1; j < i; j++) => for (j = 0; j < i; j++) => 0 => for (j = 0
QpChange => 0 => for (j = 1; j < i; j++) => for (j = 1; j < i - 1; j++) => 0 => for (j = 1; j < i - 1
DoScore => 2 => col < 8; col++ => col < 7; col++ => 0 => col < 7; col++
// The score is not reset.
DoScore => 0 =>   score[1] = 0;\n => nothing => 0 => score[2] = 0;\n  for
// i is not reset.
QpChange => 1 =>     i = 1;\n => nothing => 0 => while (row + i < 7 && col + i < 7
// yes is not set, or not returned.
QpChange => 0 =>         yes = 1;\n => nothing => 0 => for (j = 1; j < i; j++) {\n        TurnOver(row, col + j, own);\n      }
QpChange => 0 => return yes; => return 0; => 0 => return 0;\n}\n\n/* Makes
QpChange => 0 => yes = 0; => yes = 1; => 0 => yes = 1;\n\n
// The wrong player's stones.
QpChange => 0 => other = 3 - own; => other = own; => 0 => other = own;
// A loop without an end.
QpChange => 0 => == other)\n      i++; => == other)\n      i = i; => 0 => i = i;
// The moving stone leaves the board.
Playtoplay => 0 => y > 120) => y > 80) => 0 => y > 80)
Playtoplay => 0 => CanMove(1) || CanMove(2) => CanMove(1) && CanMove(2) => 1 => PrintScore(1);\n  PrintScore(2);\n
Playtoplay => 0 => key == ENTER || key == SPACE => key == ENTER => 0 => if (key == ENTER)
DrawQp => 0 => TurnOver(3, 3, 2); => TurnOver(3, 3, 1); => 0 => TurnOver(3, 3, 1);
PrintScore => 0 => y = 300; => y = 290; => 0 => y = 290;
PlayWin => 0 => score[1] > score[2] => score[1] >= score[2] => 0 => score[1] >= score[2]
";

#[test]
fn classic_mistakes_are_found_at_the_right_line() {
    let mut missed = Vec::new();
    for [function, n, from, to, place, line] in rows(MISTAKES) {
        let text = with("QIPAN.C", n.parse().unwrap(), &from, &to);
        let verdicts = verdicts("QIPAN.C", &text);
        let verdict = of(&verdicts, &function);
        let Some(difference) = verdict.difference() else {
            missed.push(format!("{function} with {to:?} passes: {verdict}"));
            continue;
        };
        let expected = line_of(&text, &line, place.parse().unwrap());
        if difference.line.abs_diff(expected) > 1 {
            let found = difference.line;
            missed.push(format!("{function} with {to:?}: {found}, not {expected}\n{difference}"));
        }
        // The machine, set up as the tutor does it, stands there after that many steps.
        let program = Program::compile("QIPAN.C", &text).unwrap();
        let scene = difference.scene(&program).unwrap();
        assert!(scene.text.contains(". Ours: "), "a sentence has no end: {}", scene.text);
        let mut stepper = scene.stepper();
        stepper.go_to(Goal::Step(difference.step), false);
        let stands = stepper.line();
        if stands != Some(difference.line) {
            missed.push(format!("{function} with {to:?} stands in line {stands:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_mistake_leaves_other_functions_right() {
    let text = with("QIPAN.C", 0, "  score[1] = 0;\n", "");
    let mut verdicts = verdicts("QIPAN.C", &text);
    verdicts.retain(|verdict| !verdict.is_right());
    let wrong: Vec<&str> = verdicts.iter().map(|verdict| &*verdict.function).collect();
    assert_eq!(wrong, ["main", "Playtoplay", "DoScore"]);
}

#[test]
fn blanks_and_comments_do_not_count_but_helpers_do() {
    let text = ours("QIPAN.C").replace("/* To the right. */", "/* Here */").replace("yes = 0;", "yes  =  0;");
    assert!(verdicts("QIPAN.C", &text).iter().all(Verdict::is_right));
    let on_board = "return row >= 0 && row < 8";
    let text = with("QIPAN.C", 0, on_board, "return row >= 0 && row < 3");
    let verdicts = verdicts("QIPAN.C", &text);
    let wrong = |function: &str| !of(&verdicts, function).is_right();
    assert!(wrong("CanMove") && wrong("Playtoplay"), "both ask OnBoard");
    assert!(!wrong("QpChange") && !wrong("DoScore"));
}

/// A mistake in another source: the source, the function, and which place of which text is replaced and by
/// what.
const OTHER_MISTAKES: &str = r"
WUZIQI.C => ReadRecord => 0 => p[n] = 15 * col + row; => p[n] = 15 * row + col;
WUZIQI.C => ReadRecord => 0 =>     if (Board[row][col] != 0)\n      return -1;\n => nothing
WUZIQI.C => AllStones => 0 => if (row <= 10 && Five(q, 1)) => if (Five(q, 1))
WUZIQI.C => AllStones => 0 => i = (n + 1) % 2; i < n => i = n % 2; i < n
WUZIQI.C => LastStone => 0 => return count >= 4; => return count > 4;
WUZIQI.C => LastStone => 0 => most = Least(row, 4); => most = 4;
WUZIQI.C => Table => 0 => j += 2 => j++
FOURS.C => Fours => 0 => side) != 3 => side) != 2
LASTMOVE.C => Solve => 1 => -Look(t + 1, -beta, -alpha) => Look(t + 1, -beta, -alpha)
BOOK.C => Learn => 0 =>         v = -v; =>         v = v;
WEIGHT.C => Learn => 0 => 7 * target => 6 * target
WEIGHT.C => MoveWeight => 0 => k < found[i] => k <= found[i]
FOURS.C => TakeBack => 0 => win[moves] % 15][win[moves] / 15] = 0 => win[moves] / 15][win[moves] % 15] = 0
FOURS.C => Attack => 0 => Window(row, col, d, side) != 3 => Window(row, col, d, side) != 2
FOURS.C => Attack => 0 => n == 0 => n == 1
FOURS.C => Four => 0 => Put(q, other); => Put(q, side);
FOURS.C => Four => 1 => TakeBack(); => nothing
LASTMOVE.C => Look => 0 => best = v; => best = -v;
LASTMOVE.C => Look => 0 => return -Look( => return Look(
LASTMOVE.C => TakeBack => 0 => 3 - Map[r][c] => 2
LASTMOVE.C => TakeBack => 1 => count > 0 => count > 1
BOOK.C => Position => 0 => return positions - 1 => return positions
BOOK.C => Link => 0 => from[i] == a && to[i] == b => from[i] == a
BOOK.C => Link => 0 => same[moves] = passed; => nothing
BOOK.C => CarryBack => 0 => waits[a] = 0; => waits[a] = 0; if (a == 3) return;
BOOK.C => CarryBack => 0 => waits[from[i]] = 1; => waits[i] = 0;
BOOK.C => Print => 0 => worth[0] / 100 => worth[0] / 10
KEYS.C => main => 0 => while (key != ESC) => while (key < 0)
KEYS.C => main => 0 => keys++; => nothing
KEYS.C => Split => 0 => key / 256 => key / 16
KEYS.C => Split => 0 => key % 256 => key / 256
KEYS.C => Look => 1 => bioskey(1) => bioskey(1) + 1
TREE.C => main => 0 => , looked); => , looked + 1);
TREE.C => DrawTree => 0 => n = 2; n < 16 => n = 3; n < 16
TREE.C => DrawPosition => 0 => X(n) - 24 => X(n) - 12
TREE.C => DrawPosition => 0 => 34, 28 => 34, 27
TREE.C => Depth => 0 => n > 1 => n > 2
TREE.C => X => 0 => wide / 2; => wide;
TREE.C => Y => 0 => 115 * => 114 *
TREE.C => Begins => 0 => % 2 == 0 => % 2 == 1
TREE.C => Minimax => 0 => Begins(n) && second > first => Begins(n) && second < first
TREE.C => Minimax => 0 => looked++; => looked += 2;
TREE.C => AlphaBeta => 0 => alpha < beta => alpha <= beta
TREE.C => AlphaBeta => 0 => alpha = first; => alpha = 0;
THREE.C => main => 0 => game < 3 => game < 2
THREE.C => Learn => 0 => played[left][next] = 1 => played[next][left] = 1
THREE.C => CarryBack => 0 => worth[0] = -1 => worth[0] = 1
THREE.C => CarryBack => 0 => left < positions => left < positions - 1
THREE.C => Worth => 0 => v > best => v < best
THREE.C => MoveWeight => 0 => error / 4 => error / 2
THREE.C => MoveWeight => 0 => == 3 => == 2
";

#[test]
fn mistakes_in_the_other_sources_are_found() {
    let mut missed = Vec::new();
    for [name, function, n, from, to] in rows(OTHER_MISTAKES) {
        let changed = with(&name, n.parse().unwrap(), &from, &to);
        let verdicts = verdicts(&name, &changed);
        if of(&verdicts, &function).difference().is_none() {
            missed.push(format!("{name}, {function}, {to:?}: {:#?}", lines(&verdicts)));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_judge_without_its_guard_is_wrong() {
    let verdicts = verdicts("UNGUARD.C", ours("UNGUARD.C"));
    let difference = verdicts[0].difference().expect("it is wrong");
    assert_eq!(difference.function, "AllStones");
    assert_eq!(difference.ours, "returns 0");
    assert_eq!(difference.theirs, "returns 1");
}

#[test]
fn rewritten_functions_are_blamed_at_their_first_wrong_write() {
    let text = with("TABLE.C", 0, "0, -1, -1, -1 };", "0, -1, -1, 1 };");
    let verdicts = verdicts("TABLE.C", &text);
    let difference = of(&verdicts, "QpChange").difference().expect("it is wrong");
    let line = text.lines().nth(difference.line - 1).unwrap();
    assert!(line.contains("Map[row][col]") || line.contains("return"), "{line}\n{difference}");
}

#[test]
fn a_difference_shows_the_board_and_both_results() {
    let text = with("QIPAN.C", 0, "if (col < 6) {", "if (col < 5) {");
    let verdicts = verdicts("QIPAN.C", &text);
    let difference = of(&verdicts, "QpChange").difference().expect("it is wrong");
    assert_eq!(difference.board.len(), 8);
    assert!(difference.board.iter().all(|row| row.len() == 8));
    let told = difference.to_string();
    assert!(told.contains(" drops a disc on f"), "{told}");
    assert!(difference.ours.contains("returns 1"), "{told}");
    assert_ne!(difference.ours, difference.theirs, "{told}");
}

#[test]
fn functions_that_cannot_be_called_give_a_reason() {
    let text = ours("TABLE.C").replace("int Map[8][8];", "int Map[10][10];");
    let text = text.replace("int main(", "int show(").replace("TurnOver", "Turn");
    let text = text.replace("CellsLeft", "Cells");
    let expected = ["QpChange: wrong: Map is not Map[8][8]."];
    assert_eq!(lines(&verdicts("TABLE.C", &text)), expected);
    let text = "int score[3];\nvoid DoScore(int n) { score[1] = n; }\n";
    let expected = ["DoScore: wrong: it takes 1 parameters, and ours 0."];
    assert_eq!(lines(&verdicts("A.C", text)), expected);
}

#[test]
fn generated_keys_play_a_solution_to_its_end() {
    let compiled = |text: &str| Program::compile("QIPAN.C", text).unwrap();
    let ours = compiled(ours("QIPAN.C"));
    let answers = Answers::new(&ours, &inputs_for(&ours, None).scripts).unwrap();
    let right = |theirs: &Program| against(&answers, theirs).is_right();
    assert!(right(&ours));
    assert!(!right(&compiled(&with("QIPAN.C", 0, "PlayWin();", ";"))));
}

#[test]
fn programs_are_the_same_whatever_their_blanks_but_not_in_strings() {
    let text = |code: &str| plain_text(&Program::compile("T.C", code).unwrap());
    let one = text("int main(void) { printf(\"a\\\" b\"); return ' '; }");
    assert_eq!(text("/* Mine. */\nint  main( void )\n{\n  printf(\"a\\\" b\");\n  return ' ';\n}\n"), one);
    assert_ne!(text("int main(void) { printf(\"a\\\"b\"); return ' '; }"), one);
}
