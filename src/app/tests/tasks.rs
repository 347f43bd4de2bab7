//! What there is to do at the end of a lesson: a right change is told from none and from a wrong one.

use std::collections::BTreeSet;

use app::play::keeper::Keeper;
use app::play::lessons::Tutor;
use app::play::menu;
use lessons::tutor::course;
use lessons::tutor::predict::turned;
use lessons::tutor::sources::source;
use lessons::tutor::tasks::{Checked, Task, task};
use turbo::c::Program;
use turbo::dos::Screen;

use crate::common::at_the_board::still;
use crate::common::data::rows;

/// For each task the changes that solve it, and those that look as if they did: what is replaced wherever it stands, and by what.
/// Lines of one kind belong together.
const CHANGES: &str = r"
main => right => if (Playtoplay())\n    bioskey(0); => Playtoplay();\n  key = bioskey(0);
main => right => int gd = DETECT, gm; => int gd = DETECT, gm, key;
main => wrong => if (Playtoplay()) => if (!Playtoplay())
draw => right => setfillstyle(SOLID_FILL, RED);\n  bar(0, 0, 639, 479); => setfillstyle(SOLID_FILL, 1);\n  bar(0, 0, 639, 479);
draw => wrong => bar(0, 0, 639, 479);\n  setcolor(WHITE); => bar(0, 0, 639, 479);\n  setcolor(BLUE);
play => right =>         if (key == RIGHT && x < 400 && y > 80)\n          x += 40; =>         if (key == RIGHT && y > 80)\n          x = 120 + (x - 80) % 320;
play => wrong => key == RIGHT && x < 400 && y > 80 => key == RIGHT && y > 80
map => right =>   PutStone(500, 200, 1);\n =>   TurnOver(1, 7, 1);\n  PutStone(500, 200, 1);\n
map => wrong =>   TurnOver(4, 4, 2);\n =>   TurnOver(4, 4, 2);\n  TurnOver(7, 1, 1);\n
colour => right => if (t % 2 == 1) {\n    setcolor(BLACK); => if (t % 2 != 1) {\n    setcolor(BLACK);
colour => wrong => setcolor(BLACK);\n    setfillstyle(SOLID_FILL, BLACK); => setcolor(WHITE);\n    setfillstyle(SOLID_FILL, WHITE);
move => right => if (place == 1 || place == 2) => if (!place) {\n      setfillstyle(SOLID_FILL, GREEN);\n      bar(x - 19, y - 19, x + 19, y + 19);\n    }\n    if (place == 1 || place == 2)
move => wrong =>   setfillstyle(SOLID_FILL, RED);\n  bar(x - 19 =>   setfillstyle(SOLID_FILL, GREEN);\n  bar(x - 19
turns => right =>   t = 0;\n =>   t = 3;\n
turns => wrong => if (t % 2 == 1) {\n    setcolor(BLACK); => if (t % 2 == 0) {\n    setcolor(BLACK);
start => right =>     x = 120; =>     x = 5 * 40;
start => wrong => x > 120 && y > 80 => x > 120
start => wrong =>     x = 120; =>     x = 160;
direction => right => if (Map[row][col + i] == own)\n => if (i > 2 && Map[row][col + i] == own)\n
direction => wrong => if (Map[row][col + i] == own)\n => if (Map[row][col + i] == own && i > 3)\n
eight => right => if (row < 6 && col < 6) { => if (0) {
eight => right => if (row < 6 && col > 1) { => if (yes > 1) {
eight => right => if (row > 1 && col > 1) { => if (row > 8) {
eight => right => if (row > 1 && col < 6) { => if (col > 8) {
eight => wrong => if (row < 6 && col < 6) { => if (0) {
edge => right => if (col < 6) { => if (col + 1 < 8) {
edge => wrong => if (col < 6) { => if (1) {
folded => right => if (left < 2) => if (left < 2 || d % 2 == 1)
folded => wrong => if (left < 2) => if (left < 2 || d > 3)
failed => right => yes = 1; => yes = yes + 1;
failed => wrong => return yes; => return i;
tries => right => tries > 64 - => tries + 1 > 64 -
tries => wrong => tries > 64 - score[1] - score[2] => tries > 0
scores => right =>         score[2]++;\n    } =>         score[2]++;\n      if ((row == 0 || row == 7) && (col == 0 || col == 7))\n        score[Map[row][col]]++;\n    }
scores => wrong =>         score[2]++;\n    } =>         score[2]++;\n    }\n  score[Map[0][0]]++;\n  score[Map[7][7]]++;
end => right => while (CanMove(1) || CanMove(2)) => while (CanMove(1 + t % 2))
end => wrong => CanMove(1) || CanMove(2) => CanMove(1) && CanMove(2)
record => right => if (c >= '0' && c <= '9')\n    return c - '0'; => if (c < 97)\n    return -1;
record => right => if (c >= 'a' && c <= 'e')\n    return c - 'a' + 10; => if (c < 97 + 15)\n    return c - 97;
record => right => if (c >= 'A' && c <= 'E')\n    return c - 'A' + 10; => nothing
record => wrong => if (c >= 'a' && c <= 'e')\n    return c - 'a' + 10; => if (c >= 'a' && c <= 'o')\n    return c - 'a';
last-player => right => (n + 1) % 2 => n % 2
last-player => wrong => own[i] = 0;\n  for (i = (n + 1) % 2; => own[i] = 0;\n  for (i = n % 2;
two-judges => right =>     if (row <= 10 && Five(q, 1))\n      return 1;\n => nothing
two-judges => right =>     if (col >= 4 && Five(q, -15))\n      return 1;\n => nothing
two-judges => right =>     if (row <= 10 && col <= 10 && Five(q, 16))\n      return 1;\n => nothing
two-judges => right =>     if (row >= 4 && col <= 10 && Five(q, 14))\n      return 1;\n => nothing
two-judges => wrong =>     if (row >= 4 && Five(q, -1))\n      return 1;\n => nothing
two-judges => wrong =>     if (row <= 10 && Five(q, 1))\n      return 1;\n => nothing
wrap => right =>     if (!own[next]) =>     if (abs(next / 15 - q / 15) > i || abs(next % 15 - q % 15) > i)\n      return 0;\n    if (!own[next])
wrap => wrong =>     if (!own[next]) =>     if (1)
table => right =>     if (count >= 4)\n      return 1; =>     if (count > 3 && count < 5)\n      return 1;
table => wrong =>     if (count >= 4)\n      return 1; =>     if (count > 4)\n      return 1;
fours => right =>     if (Attack(n))\n      return 1; =>     if (Attack(n))\n      return moves > 1 ? moves / 2 : 1;
fours => wrong =>     if (Attack(n))\n      return 1; =>     if (Attack(n))\n      return moves;
alpha-beta => right => if (best >= beta) { => if (0) {
alpha-beta => wrong => cut += left; => ;
book => right => promise[a] => (promise[a] / 2)
book => wrong => promise[a] > w => promise[a] / 2 > w
weight => right => target = 7 * target + 3 * side[i] * own;\n    target = Divide(target, 10); => target = Divide(target + side[i] * own, 2);
weight => wrong => 7 * target => 5 * target
main => right 2 => if (Playtoplay())\n    bioskey(0); => if (Playtoplay())\n    bioskey(0);\n  else\n    bioskey(0);
main => wrong 2 => if (Playtoplay())\n    bioskey(0); => Playtoplay();\n  bioskey(0);\n  bioskey(0);
main => wrong 3 => if (Playtoplay())\n    bioskey(0); => bioskey(0);\n  Playtoplay();
draw => wrong 2 => setfillstyle(SOLID_FILL, RED);\n  bar(0, 0, 639, 479); => setfillstyle(SOLID_FILL, BLUE);\n  bar(0, 0, 320, 479);
draw => wrong 3 => setfillstyle(SOLID_FILL, RED);\n  bar(0, 0, 639, 479);\n  setcolor(WHITE); => setfillstyle(SOLID_FILL, BLUE);\n  bar(0, 0, 639, 479);\n  setcolor(LIGHTBLUE);
play => wrong 2 =>         if (key == RIGHT && x < 400 && y > 80)\n          x += 40; =>         if (key == RIGHT && y > 80) {\n          x += 40;\n          if (x > 400)\n            x = 160;\n        }
play => wrong 3 =>         if (key == RIGHT && x < 400 && y > 80)\n          x += 40; =>         if (key == RIGHT) {\n          x += 40;\n          if (x > 400)\n            x = 120;\n        }
map => wrong 2 =>   TurnOver(4, 4, 2);\n =>   TurnOver(4, 4, 2);\n  TurnOver(1, 7, 2);\n
map => wrong 3 =>   TurnOver(4, 4, 2);\n =>   TurnOver(4, 4, 2);\n  Map[1][7] = 1;\n
map => wrong 4 =>   TurnOver(4, 4, 2);\n =>   TurnOver(4, 4, 2);\n  PutStone(400, 160, 1);\n
colour => wrong 2 => if (t % 2 == 1) {\n    setcolor(BLACK); => if (t == 2) {\n    setcolor(BLACK);
colour => wrong 3 => setfillstyle(SOLID_FILL, BLACK);\n  } else {\n    setcolor(WHITE);\n    setfillstyle(SOLID_FILL, WHITE); => setfillstyle(SOLID_FILL, WHITE);\n  } else {\n    setcolor(WHITE);\n    setfillstyle(SOLID_FILL, BLACK);
move => wrong 2 =>   setfillstyle(SOLID_FILL, RED);\n  bar(x - 19 =>   if (y == 80 || Map[(y - 120) / 40][(x - 120) / 40] == 0)\n    setfillstyle(SOLID_FILL, GREEN);\n  else\n    setfillstyle(SOLID_FILL, RED);\n  bar(x - 19
move => wrong 3 =>   setfillstyle(SOLID_FILL, RED);\n  bar(x - 19 =>   setfillstyle(SOLID_FILL, y == 80 ? RED : GREEN);\n  bar(x - 19
turns => wrong 2 =>   t = 0;\n =>   t = 2;\n
turns => wrong 3 =>             if (t % 2 == 1)\n              Map =>             if (t % 2 == 0)\n              Map
start => wrong 2 =>     x = 120; =>     x = 240;
start => wrong 3 =>     x = 120; =>     x = 200;\n    PutStone(120, 80, t);
direction => wrong 2 => if (Map[row][col + i] == own)\n => if (Map[row][col + i] == own && i > 1)\n
direction => wrong 3 => if (Map[row][col - i] == own)\n => if (Map[row][col - i] == own && i > 2)\n
direction => wrong 4 => if (Map[row][col + i] == own)\n => if (0)\n
eight => wrong 2 => return yes; => return 1;
eight => wrong 3 => if (row < 6 && col < 6) { => if (0) {
eight => wrong 3 => if (row < 6 && col > 1) { => if (0) {
eight => wrong 3 => if (row > 1 && col > 1) { => if (0) {
eight => wrong 3 => if (row > 1 && col < 6) { => if (0) {
eight => wrong 3 =>   if (row < 6) { =>   if (0) {
edge => right 2 => if (col < 6) { => if (col != 7) {
edge => wrong 2 => if (col < 6) { => if (6 > col) {
edge => wrong 3 => if (col < 6) { => if (col <= 5) {
edge => wrong 4 => if (col < 6) { => if(col<6){
edge => wrong 5 => if (col < 6) { => if (col < 8 && Map[row][7] != own) {
folded => wrong 2 => d = 0; d < 8; d++ => d = 0; d < 8; d += 4
folded => wrong 3 => d = 0; d < 8; d++ => d = 1; d < 8; d += 2
failed => wrong 2 => yes = 1; => yes = i - 1;
failed => wrong 3 => yes = 1; => yes += i - 1;
tries => right 2 => tries > 64 - => tries > 63 -
tries => wrong 2 => tries > 64 - => tries > 62 -
tries => wrong 3 => tries > 64 - => tries == 3 || tries > 65 -
scores => wrong 2 =>         score[2]++;\n    } =>         score[2]++;\n      if (row % 7 == 0 && col % 7 == 0 && Map[row][col] == 1)\n        score[1]++;\n    }
scores => wrong 3 =>         score[2]++;\n    } =>         score[2]++;\n      if ((row % 7 == 0 || col % 7 == 0) && Map[row][col] != 0)\n        score[Map[row][col]]++;\n    }
end => wrong 2 => while (CanMove(1) || CanMove(2)) => while (CanMove(t))
end => wrong 3 => while (CanMove(1) || CanMove(2)) => while (CanMove(2))
record => wrong 2 => if (c >= '0' && c <= '9')\n    return c - '0';\n  if (c >= 'a' && c <= 'e')\n    return c - 'a' + 10;\n  if (c >= 'A' && c <= 'E')\n    return c - 'A' + 10; => if (c >= 'a' && c <= 'p')\n    return c - 'a';
record => wrong 3 => if (c >= '0' && c <= '9')\n    return c - '0';\n  if (c >= 'a' && c <= 'e')\n    return c - 'a' + 10;\n  if (c >= 'A' && c <= 'E')\n    return c - 'A' + 10; => if (c >= 'a' && c <= 'o')\n    return c - 'a' + 1;
last-player => wrong 2 => (n + 1) % 2 => 0
last-player => wrong 3 => (n + 1) % 2 => 1
two-judges => wrong 2 =>     if (row <= 10 && col <= 10 && Five(q, 16))\n      return 1;\n => nothing
two-judges => wrong 2 =>     if (row >= 4 && col >= 4 && Five(q, -16))\n      return 1;\n => nothing
wrap => wrong 2 =>     if (!own[next]) =>     if (next % 15 == 0)\n      return 0;\n    if (!own[next])
wrap => wrong 3 =>     if (!own[next]) =>     if (next / 15 != q / 15)\n      return 0;\n    if (!own[next])
table => right 2 =>     if (count >= 4)\n      return 1; =>     if (!(count - 4))\n      return 1;
table => wrong 2 =>     if (count >= 4)\n      return 1; =>     if (count >= 4 && count < 6)\n      return 1;
fours => wrong 2 =>     if (Attack(n))\n      return 1; =>     if (Attack(n))\n      return 2;
fours => wrong 3 =>     if (Attack(n))\n      return 1; =>     if (Attack(n))\n      return n - 1;
alpha-beta => wrong 2 => best >= beta => best > beta
alpha-beta => wrong 3 =>         cut += left;\n        return best; =>         return best;
book => wrong 2 =>     w = promise[a]; =>     w = promise[a] / 2;
book => wrong 3 => promise[a] => (promise[a] - 100)
weight => wrong 2 => 7 * target + 3 * side[i] * own => 6 * target + 4 * side[i] * own
weight => wrong 3 => 7 * target + 3 * side[i] * own => 5 * target + 3 * side[i] * own
keys => right => low = key % 256; => low = key % 256;\n  without += !low;
keys => wrong => low = key % 256; => low = key % 256;\n  if (high == 0)\n    without++;
keys => wrong 2 => low = key % 256; => low = key % 256;\n  if (low != 0)\n    without++;
keys => wrong 3 => low = key % 256; => low = key % 256;\n  without = low == 0;
tree => right => Depth(n) % 2 == 0 => Depth(n + n) % 2 == 0
tree => right 2 => Depth(n) % 2 == 0 => Depth(n) == 1
tree => wrong => Depth(n) % 2 == 0 => Depth(n) == 2
tree => wrong 2 => Depth(n) % 2 == 0 => 0
three-games => right => weight += error / 4; => weight = (weight + result) / 2;
three-games => wrong => weight += error / 4; => weight += error;
three-games => wrong 2 => weight += error / 4; => weight += error / 3;
three-games => wrong 3 => weight += error / 4; => weight += result / 2;
pass-key => right => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1970)\n        if (CanMove(t) == 0)\n          break;
pass-key => right 2 => key = bioskey(0);\n => while (!bioskey(1))\n        ;\n      key = bioskey(0);\n      if (key == 0x1970 && !CanMove(t))\n        break;\n
pass-key => right 2 => tries => failed
pass-key => right 2 => Map => board
undo => right => void DrawQp(void);\n => int Old[64], Try[64], last;\nvoid Copy(int *to, int *from)\n{\n  int i;\n  for (i = 0; i < 64; i++)\n    to[i] = from[i];\n}\nvoid DrawQp(void);\n
undo => right =>   t = 0;\n =>   last = 0;\n  t = 0;\n
undo => right => if (QpChange(x, y, t)) { => Copy(Try, &Map[0][0]);\n          if (QpChange(x, y, t)) {\n            Copy(Old, Try);\n            last = t;
undo => right => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1675 && last > 0) {\n        Copy(&Map[0][0], Old);\n        for (row = 0; row < 64; row++)\n          MoveColor(120 + row % 8 * 40, 120 + row / 8 * 40);\n        DoScore();\n        t = last - 1;\n        last = 0;\n        break;\n      }
undo => right => tries => failed
undo => wrong 3 => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1675) {\n        t--;\n        break;\n      }
pass-key => wrong => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1970)\n        break;
pass-key => wrong 2 => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1970 && !CanMove(t + 1))\n        break;
pass-key => wrong 3 => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1970 && !CanMove(t))\n        return 0;
ten => wrong => int Map[8][8]; => int Map[10][10];
ten => wrong 2 => i += 40 => i += 32
undo => wrong => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1675) {\n        DrawQp();\n        break;\n      }
undo => wrong 2 => if (key == ESC)\n        return 0; => if (key == ESC)\n        return 0;\n      if (key == 0x1675) {\n        t -= 2;\n        break;\n      }
own => wrong => {\n  /* Yours. */\n} => {\n  setcolor(BLUE);\n}
own => wrong 2 => {\n  /* Yours. */\n  return 0;\n} => {\n  return 1;\n}
";

/// What is said of each change that looks as if it solved the task.
const SAID: &str = "
main => After a game to its end: main is over, and should be waiting for a key.
draw => the pixel (10,10) is RED, and should be BLUE.
play => After the keys Down Right*8:
map => Map[1][7] is 0, and should be 1.
colour => A disc of turn 2:
move => When the disc leaves its start: the corner of the place above a1 is GREEN, and should be RED.
turns => When the game begins:
start => When the game begins:
direction => A disc on
eight => and should be
edge => A disc on h1 in turn 1: Error QIPAN.C 222: Array index 8 is outside Map[0][8]
folded => A disc on
failed => what QpChange returns is
tries => With 2 empty cells, after one failed try: t is
scores => When the corners hold 1 1 2 0:
end => When only White can move and it is White's turn: Playtoplay is over, and should be waiting for a key.
record => For the character '0': what Digit returns is 0, and should be -1.
last-player => When White has five, and Black dropped the last stone: what AllStones returns is 0, and should be 1.
two-judges => what AllStones returns is 0, and should be 1.
wrap => When Black has 10, 11, 12, 13, 14: what AllStones returns is 0, and should be 1.
table => what Table returns is 0, and should be 1.
fours => what Fours returns is
alpha-beta => With four empty cells:
book => With a promise of 1000 and a played move worth 300: what Worth returns is 1000, and should be 500.
weight => In the game of the lesson: error[
keys => After the keys a Up Enter Esc: without is 0, and should be 1.
tree => With other ends: what Minimax returns is
three-games => After the second game alone: weight is
pass-key => A player who can move, with the keys p:
ten => With the keys Esc:
undo => With the keys
own => 0 of 14 steps are right. SetPlayColor: The colours of turn 1: the colour of lines is
";

/// What is replaced by what.
type Changes = Vec<[String; 2]>;

/// The changes of a task of this kind.
fn changes(task: &str, kind: &str) -> Changes {
    let all = rows(CHANGES).filter(|[lesson, of, _, _]| lesson == task && of == kind);
    all.map(|[_, _, from, to]| [from, to]).collect()
}

/// The kinds of changes that a task has.
fn kinds(task: &str) -> BTreeSet<String> {
    let all = rows(CHANGES).filter(|[lesson, _, _, _]| lesson == task);
    all.map(|[_, kind, _, _]| kind).collect()
}

fn task_of(lesson: &str) -> Task {
    task(lesson).unwrap_or_else(|| panic!("{lesson} has no task"))
}

fn changed(task: &Task, changes: &Changes) -> String {
    let mut text = task.skeleton.clone();
    for [from, to] in changes {
        assert!(text.contains(from), "{} has no {from}", task.file);
        text = text.replace(from, if to == "nothing" { "" } else { to });
    }
    text
}

/// What is said of a program, and whether it is right.
fn checked(task: &Task, text: &str) -> (bool, String) {
    let program = Program::compile(&task.file, text);
    let program = program.unwrap_or_else(|errors| panic!("{}: {errors:?}", task.file));
    match task.check(&program) {
        Checked::Right(seen) => (true, seen),
        Checked::Wrong(failure) => {
            // What is wrong can be looked at step by step.
            if let Some(scene) = &failure.scene {
                scene.stepper();
            }
            (false, failure.text)
        }
    }
}

#[test]
fn every_lesson_ends_with_something_to_do_and_three_hints() {
    for lesson in course::all() {
        let task = task_of(lesson.name);
        assert!(!task.text.is_empty(), "{}", lesson.name);
        assert_eq!(task.title, lesson.title());
        assert_eq!(task.hints.len(), 3, "{}", lesson.name);
    }
    // The compiler finds the text of each lesson: so there is none that belongs to no lesson.
    for folder in ["texts", "assignments"] {
        let texts = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/tutor/");
        let count = std::fs::read_dir(texts.to_string() + folder)
            .unwrap()
            .count();
        assert_eq!(count, course::all().count(), "{folder}");
    }
}

/// Changes of a program that change nothing in what it does.
fn changes_of_nothing(text: &str) -> [String; 3] {
    let spaced = text.replace(" = ", "  =  ").replace("if (", "if(");
    [text.to_string() + "/* Done. */\n", spaced, text.to_string()]
}

#[test]
fn a_right_change_is_told_from_none_and_from_wrong_ones() {
    for [lesson, said] in rows(SAID) {
        let task = task_of(&lesson);
        for text in changes_of_nothing(&task.skeleton) {
            let unchanged = checked(&task, &text);
            assert!(!unchanged.0, "{lesson} unchanged: {}", unchanged.1);
        }
        let solution = task.solution();
        let seen = checked(&task, &solution);
        assert!(seen.0, "{lesson}, our own solution: {}", seen.1);
        let kinds = kinds(&lesson);
        let wrong = kinds.iter().filter(|kind| kind.starts_with("wrong"));
        assert!(wrong.count() > 1, "{lesson} has too few wrong changes");
        for kind in kinds {
            let seen = checked(&task, &changed(&task, &changes(&lesson, &kind)));
            assert_eq!(
                seen.0,
                kind.starts_with("right"),
                "{lesson}, {kind}: {}",
                seen.1
            );
            assert!(!seen.1.contains('{'), "{lesson}: {}", seen.1);
            if kind == "wrong" {
                assert!(seen.1.contains(&said), "{lesson}: {}", seen.1);
            }
        }
    }
    let all = course::all().map(|lesson| task_of(lesson.name));
    let changes = all.filter(|task| task.marks().is_none());
    assert_eq!(changes.count(), rows::<2>(SAID).count());
}

/// A right file of a task.
const TWICE: &str = "\
Twice
# text
Let Twice double n.
# program TWICE.C
#include <stdio.h>
int n;
int Twice(int n) { return n; }
int main(void) { printf(\"%d\", Twice(21)); return 0; }
# test
call Twice(21)
expect result = 42
# test
expect printed = \"42\"
";

/// What is wrong in a file of a task: what is replaced by what, and what is said of it.
const UNCLEAR: &str = r"
Twice\n# text => # text => line 1: the first line must be the title
# text => # words => line 2: there is no section 'words'
Let Twice double n. => nothing => there is no section 'text'
# program TWICE.C => # program ../TWICE.C => line 4: '../TWICE.C' is not a file name without a folder
# program TWICE.C => # program C:TWICE.C => line 4: 'C:TWICE.C' is not a file name without a folder
# program TWICE.C => # program .profile => line 4: '.profile' is not a file name without a folder
return n; } => return m; } => line 4: the program does not compile: Error TWICE.C 3: Undefined symbol 'm' in function Twice
call Twice(21) => cal Twice(21) => line 10: no line of a test begins with 'cal'
call Twice(21) => call Twice(x) => line 10: 'Twice(x)' is not a call
call Twice(21) => set k = 1 => line 10: the program has no global variable 'k'
call Twice(21) => keys Dwon => line 10: 
call Twice(21) => each k of 1 => line 10: 'each k of 1' is not of the form 'each NAME in A | B | C'
call Twice(21) => each k in 1..99999999 => line 9: 
call Twice(21) => moves f5f5 => line 10: 
expect result = 42 => expect result => line 11: 'expect result' is not of the form 'expect WHAT = VALUE'
expect result = 42 => nothing => line 9: this test expects nothing, and there is no solution to compare with
# test\nexpect printed => # by\nint k;\n# test\nexpect printed => line 12: there is no section 'replace' before this
# test\nexpect printed => # replace\nint k;\n# by\nint j;\n# test\nexpect printed => line 12: this does not stand in the program
";

#[test]
fn what_is_wrong_in_the_file_of_a_task_is_told_in_a_line_with_its_number() {
    let task = Task::read("twice", TWICE).unwrap();
    assert!(!checked(&task, &task.skeleton).0);
    assert!(checked(&task, &task.skeleton.replace("return n;", "return 2 * n;")).0);
    for [from, to, said] in rows(UNCLEAR) {
        assert!(TWICE.contains(&from), "{from}");
        let to = if to == "nothing" { "" } else { &to };
        let wrong = Task::read("twice", &TWICE.replacen(&from, to, 1));
        let wrong = wrong.map(|task| task.title).unwrap_err().to_string();
        assert!(wrong.starts_with(&said), "{to}: {wrong}");
        assert!(!wrong.contains('\n'), "{wrong}");
    }
}

#[test]
fn a_program_without_an_end_is_told_and_so_is_one_without_the_function() {
    let task = task_of("scores");
    for (from, to, said) in [
        (
            "  score[1] = 0;",
            "  while (1) ;\n  score[1] = 0;",
            "DoScore does not come to its end.",
        ),
        ("DoScore", "Count", "DoScore"),
    ] {
        let seen = checked(&task, &task.skeleton.replace(from, to)).1;
        assert!(seen.contains(said), "{seen}");
    }
}

/// The tutor's last frame, and what it has kept, after these keys in a lesson.
fn taught(lesson: &str, keys: &str) -> (Screen, Keeper, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let store = store::Store::open(Some(dir.path().to_path_buf()));
    let mut keeper = Keeper::open(store, &mut app::play::settings::Settings::default());
    let tutor = Tutor::at(lesson).unwrap();
    let (_, last) =
        still().press_keeping(keys, &mut keeper, |session| menu::lessons(session, tutor));
    (last, keeper, dir)
}

/// The keys that lead from a lesson to its task, to the line with this text, and behind the text.
fn to_text(text: &str) -> String {
    let lines = source("QIPAN.C").unwrap().text.lines();
    let (line, column) = lines
        .zip(0..)
        .find_map(|(line, n)| Some((n, line.find(text)?)))
        .unwrap();
    let column = column + text.len();
    format!("End Right y Esc Ctrl+Home Down*{line} Home Right*{column} ")
}

#[test]
fn a_task_is_done_in_the_editor_at_the_end_of_its_lesson() {
    for (keys, solves) in [
        ("= F10", true),
        ("= F2 Esc", true),
        ("F2 Esc", false),
        ("Space 9 Space + F10", false),
    ] {
        let (_, keeper, _dir) = taught("tries", &(to_text("(tries >") + keys));
        assert_eq!(keeper.progress().is_solved("tries"), solves, "{keys}");
    }
}

#[test]
fn what_is_wrong_with_a_change_is_stepped_through_and_esc_leads_back_to_the_text() {
    let before = taught("tries", &(to_text("(tries >") + "Space 9 Space +")).0;
    let wrong = to_text("(tries >") + "Space 9 Space + F10 Enter ";
    let stepped = taught("tries", &wrong).0;
    let on = taught("tries", &(wrong.clone() + "F8*3")).0;
    assert!(stepped != before && on != stepped);
    let back = taught("tries", &(wrong + "F8*3 Esc")).0;
    assert!(back == before, "the text is as it was");
}

#[test]
fn a_question_at_the_end_of_a_lesson_is_answered_by_the_machine() {
    let Some(scene) = task_of("game").marks() else {
        panic!("the two pages end with a question")
    };
    let turned = turned(&scene);
    assert!(turned.len() > 2, "{turned:?}");
    let marks: Vec<String> = turned
        .iter()
        .map(|(row, col)| format!("Up*7 Left*7 Down*{row} Right*{col} Space"))
        .collect();
    let keys = format!("Right*2 Down Enter {} Enter Enter", marks.join(" "));
    let right = taught("game", &keys).1;
    assert!(right.progress().is_solved("game"));
    let wrong = taught("game", &keys.replacen("Space", "", 1)).1;
    assert!(!wrong.progress().is_solved("game"));
    assert_eq!(wrong.progress().answers("game"), (0, 1));
}
