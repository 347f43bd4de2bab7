//! The tutor: stepping through C programs both ways, and its questions.

use std::collections::HashSet;

use crate::common::at_the_board::{play, still};
use crate::common::recorded::{new_gomoku, new_othello, othello_of, random_game, to};
use app::play::lessons::Tutor;
use app::play::menu;
use app::play::profile::Profile;
use games::Game as _;
use games::gomoku::{Setup, record};
use games::othello::rules::{Map, qp_change};
use games::othello::{self, Cell, Rules};
use lessons::tutor::calls::{self, after};
use lessons::tutor::course::{BEGINNER, Lesson, all, lesson};
use lessons::tutor::predict::{POSITIONS, Score, turned};
use lessons::tutor::questions::{self, Question};
use lessons::tutor::said::said;
use lessons::tutor::scene::{Part, Scene};
use lessons::tutor::shows::{Sector, Stones};
use lessons::tutor::stepper::{Goal, Stepper, Stopped};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use screen::panel::wrapped;
use screen::tutor::{PAGE, SAID_COLUMNS, SAID_LINES};
use store::Store;
use turbo::c::Value;
use turbo::dos::script::Script;
use turbo::dos::{Screen, parse_keys};

/// Positions of random games, each with an empty cell and the turn.
fn positions(count: usize) -> Vec<(Map, Cell, usize)> {
    let mut random = StdRng::seed_from_u64(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let whole = random_game(|n| random.random_range(0..n));
        let mut game = othello::Game::default();
        for (ply, t) in whole.plies().iter().zip(1..) {
            let empty: Vec<Cell> = Cell::all().filter(|c| game.map()[c.row][c.col] == 0).collect();
            positions.push((*game.map(), empty[random.random_range(0..empty.len())], t));
            match ply {
                othello::Ply::Drop(cell) => {
                    positions.push((*game.map(), *cell, t));
                    game.drop(*cell);
                }
                othello::Ply::Pass => game.lose_turn(),
            }
        }
    }
    positions
}

/// All scenes of the lessons, each with its lesson and number.
fn scenes() -> Vec<(String, Scene)> {
    let mut scenes = Vec::new();
    for lesson in all() {
        for (part, n) in lesson.parts().into_iter().zip(1..) {
            if let Part::Scene(scene) = part {
                scenes.push((format!("{} {n}", lesson.name), *scene));
            }
        }
    }
    scenes
}

fn named(name: &str) -> &'static Lesson {
    lesson(name).unwrap_or_else(|| panic!("there is no lesson {name}"))
}

/// The scenes of a lesson.
fn scenes_of(name: &str) -> Vec<Scene> {
    let parts = named(name).parts().into_iter();
    let scenes = parts.filter_map(|part| match part {
        Part::Scene(scene) => Some(*scene),
        Part::Page(_) => None,
    });
    scenes.collect()
}

fn at_end(scene: &Scene) -> Stepper {
    let mut stepper = scene.stepper();
    stepper.go_to(Goal::End, false);
    stepper
}

fn number(stepper: &Stepper, name: &str) -> i32 {
    let value = stepper.machine().variable(name);
    let number = value.as_ref().and_then(Value::number);
    number.unwrap_or_else(|| panic!("{name} is {value:?}"))
}

/// The frames that a lesson shows during these keys. The profile saves the progress.
fn taught(tutor: Tutor, profile: &mut Profile, keys: &str) -> Vec<Screen> {
    let mut frames = Vec::new();
    let mut script = Script::new(parse_keys(keys).unwrap(), |screen, _| frames.push(screen.clone()));
    let _ = still().run(&mut script, profile, |session| menu::lessons(session, tutor));
    drop(script);
    frames
}

/// The frame that a lesson shows after these keys.
fn shown(lesson: &str, keys: &str) -> Screen {
    let tutor = Tutor::at(lesson).unwrap();
    let frames = taught(tutor, &mut Profile::in_memory(), keys);
    frames.last().expect("a lesson shows something").clone()
}

/// The numbers of right answers and of all answers after these keys in a lesson.
fn answers(lesson: &str, keys: &str) -> (u32, u32) {
    let mut profile = Profile::in_memory();
    taught(Tutor::at(lesson).unwrap(), &mut profile, keys);
    profile.progress().answers(lesson)
}

#[test]
fn every_scene_runs_to_its_end_or_a_key() {
    for (name, scene) in scenes() {
        let mut stepper = scene.stepper();
        let stopped = stepper.go_to(Goal::End, false);
        let waits = name == "play 2";
        assert_eq!(stopped == Stopped::NeedsKey, waits, "{name}: {stopped:?}");
        assert_eq!(stopped == Stopped::Over, !waits, "{name}: {stopped:?}");
        assert_eq!(stepper.fault(), None, "{name}");
        let ending = said(&stepper, scene.shows.stones).map_or(String::new(), |said| said.to_string());
        assert!(!ending.contains("  "), "{name}: a word is missing: {ending}");
        assert!(stepper.steps() > 2, "{name} has {} steps", stepper.steps());
    }
}

#[test]
fn the_search_for_fours_has_few_steps() {
    for scene in scenes_of("fours") {
        let stepper = at_end(&scene);
        assert!(stepper.steps() <= 5000, "it takes {} steps", stepper.steps());
        assert_eq!(number(&stepper, "moves"), 3, "a four, its answer, and five");
    }
}

#[test]
fn stepping_back_restores_the_state() {
    for (name, scene) in scenes() {
        let shows = scene.shows;
        let mut stepper = scene.stepper();
        let seen = |stepper: &Stepper| {
            (
                stepper.steps(),
                stepper.line(),
                stepper.frames(),
                stepper.machine().globals(),
                shows.marks(stepper),
                said(stepper, shows.stones),
                stepper.console().picture().pixels().to_vec(),
            )
        };
        let mut there = vec![seen(&stepper)];
        for _ in 0..300 {
            match stepper.go_to(Goal::Into, false) {
                Stopped::Reached | Stopped::Over => there.push(seen(&stepper)),
                _ => break,
            }
            if stepper.is_over() {
                break;
            }
        }
        for n in (0..there.len() - 1).rev() {
            stepper.go_to(Goal::Into, true);
            let back = seen(&stepper);
            let (is, was) = (&back.5, &there[n].5);
            assert!(back == there[n], "{name}: on the way back step {n} is {is:?} and was {was:?}");
        }
        assert_eq!(stepper.go_to(Goal::Into, true), Stopped::Start, "{name}");
    }
}

#[test]
fn going_back_keeps_the_programs_keys() {
    let mut stepper = scenes_of("turns").remove(0).stepper();
    stepper.go_to(Goal::End, false);
    let (n, map) = (stepper.steps(), stepper.machine().variable("Map"));
    stepper.go_to(Goal::Step(0), true);
    assert_ne!(stepper.machine().variable("Map"), map);
    stepper.go_to(Goal::End, false);
    assert_eq!((stepper.steps(), stepper.machine().variable("Map")), (n, map));
}

/// A stepper for `QpChange` with d3 in the first turn, and a function that finds the source line with a text.
fn first_drop() -> (Stepper, impl Fn(&str) -> usize) {
    let d3: Cell = "d3".parse().unwrap();
    let scene = calls::qp_change("", "QIPAN.C", &Map::default(), d3, 1);
    let source = scene.program.source().to_string();
    let line = move |text: &str| {
        let at = source.lines().position(|line| line.contains(text));
        at.unwrap_or_else(|| panic!("no line has {text}")) + 1
    };
    (scene.stepper(), line)
}

#[test]
fn over_and_out_respect_function_calls() {
    let (mut stepper, line) = first_drop();
    let call = line("TurnOver(row + j, col, own)");
    assert_eq!(stepper.go_to(Goal::Line(call), false), Stopped::Reached);
    let before = stepper.steps();
    stepper.go_to(Goal::Over, false);
    assert_eq!(stepper.machine().depth(), 1);
    assert_eq!(stepper.line(), Some(call + 1));
    let behind = stepper.steps();
    assert!(behind > before + 5, "TurnOver has steps of its own");
    stepper.go_to(Goal::Over, true);
    assert_eq!((stepper.steps(), stepper.line()), (before, Some(call)));
    stepper.go_to(Goal::Into, false);
    assert_eq!(stepper.machine().depth(), 2);
    stepper.go_to(Goal::Into, false);
    stepper.go_to(Goal::Out, false);
    assert_eq!((stepper.steps(), stepper.machine().depth()), (behind, 1));
    stepper.go_to(Goal::Into, true);
    assert_eq!(stepper.machine().depth(), 2);
    stepper.go_to(Goal::Out, true);
    assert_eq!((stepper.steps(), stepper.line()), (before, Some(call)));
}

#[test]
fn runs_stop_at_breakpoints_lines_and_steps_both_ways() {
    let (mut stepper, line) = first_drop();
    assert!(stepper.machine().program().stops_at(line("yes = 0;")));
    assert!(!stepper.toggle_breakpoint(1), "a comment is no place");
    let source = stepper.machine().program().source().to_string();
    let program = stepper.machine().program();
    let in_turn_over = program.function("TurnOver").unwrap().lines.clone();
    let assigns = |n: &usize| source.lines().nth(n - 1).unwrap().contains("= 1;");
    let at = in_turn_over.clone().find(assigns).unwrap();
    assert!(stepper.toggle_breakpoint(at));
    assert_eq!(stepper.go_to(Goal::Breakpoint, false), Stopped::Reached);
    assert_eq!(stepper.line(), Some(at));
    let n = stepper.steps();
    assert_eq!(stepper.go_to(Goal::Breakpoint, false), Stopped::Over);
    assert_eq!(stepper.go_to(Goal::Breakpoint, true), Stopped::Reached);
    assert_eq!((stepper.steps(), stepper.line()), (n, Some(at)));
    assert!(stepper.toggle_breakpoint(at), "and away with it");
    assert_eq!(stepper.go_to(Goal::Step(3), true), Stopped::Reached);
    assert_eq!(stepper.steps(), 3);
    assert_eq!(stepper.go_to(Goal::Step(n), false), Stopped::Reached);
    assert_eq!((stepper.steps(), stepper.line()), (n, Some(at)));
    let began = *in_turn_over.start();
    assert_eq!(stepper.go_to(Goal::Line(began), true), Stopped::Reached);
    assert_eq!(stepper.line(), Some(began));
    assert_eq!(stepper.go_to(Goal::Step(0), true), Stopped::Reached);
    assert_eq!(stepper.steps(), 0);
}

#[test]
fn the_board_marks_turned_discs_per_direction() {
    let mut legal = 0;
    for (map, cell, t) in positions(400) {
        let scene = calls::qp_change("", "QIPAN.C", &map, cell, t);
        let stepper = at_end(&scene);
        let mut after = map;
        let yes = qp_change(&mut after, cell.row, cell.col, t);
        let marks = scene.shows.marks(&stepper);
        let cells = Cell::all().filter(|c| *c != cell && map[c.row][c.col] != after[c.row][c.col]);
        let turned: HashSet<_> = cells.map(|c| (c.row, c.col)).collect();
        let rings: HashSet<_> = marks.rings.iter().copied().collect();
        assert_eq!(rings, turned, "{cell} in turn {t} on{map:?}");
        assert_eq!(stepper.machine().returned(), Some(yes.into()));
        assert_eq!(marks.refused, yes == 0);
        let found = marks.place.map(|(place, _)| place);
        assert_eq!(found, Some((cell.row, cell.col)));
        let compass = marks.compass.expect("the directions are known");
        let mut brought = 0;
        for (down, right) in original::DIRECTIONS {
            let inside = |n: usize, step: isize| (0..8).contains(&(n as isize + 2 * step));
            let sector = compass[(down + 1) as usize][(right + 1) as usize];
            match (inside(cell.row, down) && inside(cell.col, right), sector) {
                (true, Sector::Stones(n)) => brought += n,
                (false, Sector::Skipped) => {}
                (_, sector) => panic!("({down},{right}) of {cell} is {sector:?} on{map:?}"),
            }
        }
        assert_eq!(brought, turned.len());
        legal += usize::from(yes);
    }
    assert!(legal > 100, "{legal} are legal");
}

#[test]
fn the_board_marks_the_search_along_a_direction() {
    let scene = &scenes_of("direction")[0];
    let mut stepper = scene.stepper();
    let source = scene.program.source();
    let left = source.lines().position(|line| line.contains("/* To the left. */"));
    let walks = left.unwrap() + 6;
    assert_eq!(stepper.go_to(Goal::Line(walks), false), Stopped::Reached);
    let marks = scene.shows.marks(&stepper);
    assert_eq!(marks.place, Some(((3, 7), 1)), "h4 is black's");
    assert_eq!(marks.look, Some((3, 6)), "g4 was looked at");
    assert_eq!(marks.ray, Some((3, 6)));
    assert_eq!(marks.dots, [(3, 6)]);
    stepper.go_to(Goal::Line(walks), false);
    assert_eq!(scene.shows.marks(&stepper).dots, [(3, 6), (3, 5)]);
}

#[test]
fn the_wrap_lesson_shows_the_false_five() {
    let scenes = scenes_of("wrap");
    let ends = scenes.iter();
    let results: Vec<Option<i32>> = ends.map(|s| at_end(s).machine().returned()).collect();
    assert_eq!(results, [Some(0), Some(1), Some(0)]);
    assert_eq!(scenes[1].program.file(), "UNGUARD.C");
    assert!(matches!(scenes[1].shows.stones, Stones::Record("p", "n", "own")));
    let stepper = at_end(&scenes[1]);
    let marks = scenes[1].shows.marks(&stepper);
    let black = |p: usize| marks.stones[p % 15][p / 15] == 1;
    assert!((11..=15).all(black), "11 to 15 are black");
    let walked: HashSet<_> = marks.dots.iter().copied().collect();
    assert_eq!(walked, HashSet::from([(12, 0), (13, 0), (14, 0), (0, 1)]));
}

#[test]
fn judges_in_the_lesson_match_the_counts() {
    let scenes = scenes_of("two-judges");
    let looks: Vec<usize> = scenes.iter().map(|scene| at_end(scene).looks()).collect();
    let pieces = record::parse("9977888a987b78a8667c69556589686758", 15).unwrap();
    use games::gomoku::judge::{Algorithm, judge_counting};
    let counted = [Algorithm::AllStones, Algorithm::LastStone].map(|a| judge_counting(a, 15, &pieces).1);
    assert_eq!(looks, counted);
    assert!(looks[0] > looks[1]);
}

#[test]
fn the_table_of_judges_matches_the_counts() {
    use games::gomoku::judge::{Algorithm, judge_counting};
    let parts = named("two-judges").parts();
    let Some(Part::Page(page)) = parts.last() else { panic!("the lesson ends with a page") };
    let figures = |line: &String| -> Vec<usize> {
        let numbers = line.split_whitespace();
        numbers.map(|n| n.parse().unwrap()).collect()
    };
    let lines: Vec<Vec<usize>> = page.table[1..].iter().map(figures).collect();
    let seventeen = record::parse("9977888a987b78a8667c69556589686758", 15).unwrap();
    for (line, stones) in lines.iter().zip([17, 16]) {
        let all = [Algorithm::AllStones, Algorithm::LastStone, Algorithm::DirectionTable];
        let counted = all.map(|a| judge_counting(a, 15, &seventeen[..stones]).1);
        assert_eq!(line[0], stones);
        assert_eq!(line[1..], counted);
    }
    let grows = lines[2..].windows(2).all(|two| two[0][1] < two[1][1]);
    assert!(grows, "{lines:?}");
    let bounded = lines.iter().all(|line| line[2] <= 32 && line[3] <= 32);
    assert!(bounded, "{lines:?}");
    assert_eq!(lines.last().unwrap()[0], 225);
}

#[test]
fn e_opens_the_editor_at_the_cursors_line() {
    let stepped = shown("eight", "F8*5");
    let edited = shown("eight", "F8*5 E");
    assert!(edited != stepped);
    let elsewhere = shown("eight", "F8*5 Down*9 E");
    assert!(edited != elsewhere, "it opens at the cursor's line");
    assert!(shown("eight", "F8*5 E Esc") == stepped);
}

#[test]
fn the_lessons_match_their_texts() {
    let returned = |name: &str, n: usize| at_end(&scenes_of(name)[n]).machine().returned();
    let marks = |name: &str, n: usize| {
        let scene = &scenes_of(name)[n];
        scene.shows.marks(&at_end(scene))
    };
    let sectors = |name: &str, n: usize, which: fn(&Sector) -> bool| {
        let compass = marks(name, n).compass.expect("the directions are known");
        compass.iter().flatten().filter(|s| which(s)).count()
    };
    let encloses = |sector: &Sector| matches!(sector, Sector::Stones(1..));
    assert_eq!(sectors("direction", 0, encloses), 1);
    assert_eq!(marks("direction", 0).rings.len(), 6);
    assert_eq!(sectors("direction", 1, encloses), 1);
    assert_eq!(sectors("eight", 0, encloses), 8);
    assert_eq!(sectors("edge", 0, |s| *s == Sector::Skipped), 5);
    assert_eq!(marks("folded", 0).stones, marks("eight", 0).stones);
    assert_eq!(returned("failed", 0), Some(0));
    let found = [0, 1, 2].map(|n| returned("end", n));
    assert_eq!(found, [Some(0), Some(0), Some(1)]);
    let value = |name: &str, n: usize, variable: &str| number(&at_end(&scenes_of(name)[n]), variable);
    let found = value("failed", 1, "tries");
    assert_eq!(found, 0, "d3 was legal, and a turn begins with no tries");
    let found = value("tries", 0, "t");
    assert_eq!(found, 60, "the turn was lost on the third try");
    assert_eq!(value("turns", 0, "t"), 4);
    assert_eq!(value("record", 0, "n"), 9);
    assert_eq!(value("fours", 0, "moves"), 3);
    assert_eq!(returned("alpha-beta", 1), Some(-16));
    let cut = [1, 2].map(|n| value("alpha-beta", n, "cut"));
    assert!(cut[0] > 0 && cut[1] > cut[0], "more moves, more cuts: {cut:?}");
}

#[test]
fn the_learner_lessons_change_book_and_weight() {
    let start = |n: usize| {
        let stepper = at_end(&scenes_of("book")[n]);
        let Some(Value::Array(worth)) = stepper.machine().variable("worth") else {
            panic!("the book has no worth")
        };
        worth[0].number().unwrap()
    };
    assert_eq!([start(0), start(1), start(2)], [6400, 0, -6400]);
    let weight = |n: usize| number(&at_end(&scenes_of("weight")[n]), "weight");
    let errors = &scenes_of("weight")[0];
    let expected = number(&errors.stepper(), "weight");
    assert_eq!(weight(0), expected, "the errors come first");
    assert!(weight(1) > weight(0), "Black has won");
}

#[test]
fn texts_and_sentences_fit_their_boxes() {
    for lesson in all() {
        let parts = lesson.parts();
        assert!(!parts.is_empty(), "{} is empty", lesson.name);
        let title = format!("{}, {} of {}", lesson.title(), parts.len(), parts.len());
        assert!(title.chars().count() <= 40, "too long: {title}");
        for part in parts {
            match part {
                Part::Page(page) => {
                    let lines = page.paragraphs.iter();
                    let lines: usize = lines.map(|text| wrapped(text, PAGE.0).len() + 1).sum();
                    let lines = lines + page.table.len();
                    assert!(lines < PAGE.1, "{}: {} has {lines}", lesson.name, page.title);
                }
                Part::Scene(scene) => {
                    let lines = wrapped(&scene.text, SAID_COLUMNS.0).len();
                    assert!(lines <= SAID_LINES, "{}: {}", lesson.name, scene.text);
                }
            }
        }
    }
    for (name, scene) in scenes() {
        let mut stepper = scene.stepper();
        for _ in 0..1000 {
            if stepper.go_to(Goal::Into, false) != Stopped::Reached {
                break;
            }
            if let Some(said) = said(&stepper, scene.shows.stones) {
                let lines = wrapped(&said.to_string(), SAID_COLUMNS.1).len();
                assert!(lines <= SAID_LINES, "{name}: {said}");
            }
        }
    }
}

#[test]
fn every_source_line_fits_the_code_window() {
    for source in &lessons::tutor::sources::SOURCES {
        for (line, n) in source.text.lines().zip(1..) {
            let columns = line.chars().count();
            assert!(columns <= screen::code::COLUMNS, "{} {n}: {line}", source.name);
        }
    }
}

/// The keys of the right answer to a question.
fn right_keys(stepper: &Stepper, question: &Question) -> String {
    match question {
        Question::Line { right } => {
            let here = stepper.line().unwrap();
            match *right >= here {
                true => format!("Down*{} Enter", right - here),
                false => format!("Up*{} Enter", here - right),
            }
        }
        Question::Value { right, .. } => {
            let typed: Vec<String> = right.to_string().chars().map(String::from).collect();
            format!("{} Enter", typed.join(" "))
        }
        Question::Stones { right } => {
            let go = |(row, col): &(usize, usize)| format!("Up*7 Left*7 Down*{row} Right*{col} Space");
            let marks: Vec<String> = right.iter().map(go).collect();
            format!("{} Enter", marks.join(" "))
        }
    }
}

#[test]
fn the_machines_next_step_grades_answers() {
    let scene = &scenes_of("direction")[0];
    let mut stepper = scene.stepper();
    let (mut keys, mut wrong) = (String::new(), String::new());
    let (mut asked, mut kinds) = (0, HashSet::new());
    for _ in 0..40 {
        if let Some(question) = questions::about(&mut stepper, scene.shows)
            && !matches!(question, Question::Stones { .. })
        {
            keys += &format!("A {} ", right_keys(&stepper, &question));
            wrong += match question {
                Question::Line { .. } => "A PageUp Enter ",
                _ => "A 9 9 9 Enter ",
            };
            kinds.insert(std::mem::discriminant(&question));
            asked += 1;
        } else {
            keys += "Right ";
            wrong += "Right ";
        }
        stepper.go_to(Goal::Into, false);
    }
    assert_eq!(kinds.len(), 2, "lines and values are asked for");
    assert_eq!(answers("direction", &keys), (asked, asked));
    assert_eq!(answers("direction", &wrong), (0, asked));
}

#[test]
fn a_drop_asks_which_discs_turn_over() {
    let scene = &scenes_of("eight")[0];
    let mut stepper = scene.stepper();
    let Some(question @ Question::Stones { .. }) = questions::about(&mut stepper, scene.shows) else {
        panic!("the stones are asked for")
    };
    assert_eq!(stepper.steps(), 0, "the look ahead was taken back");
    let keys = format!("A {}", right_keys(&stepper, &question));
    assert_eq!(answers("eight", &keys), (1, 1));
    assert_eq!(answers("eight", "A Space Enter"), (0, 1));
    assert_eq!(answers("eight", "A Esc"), (0, 0));
}

#[test]
fn a_finished_lesson_leads_to_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let open = || {
        let store = Store::open(Some(dir.path().to_path_buf()));
        Profile::open(store, &mut app::play::settings::Settings::default())
    };
    let mut profile = open();
    let frames = taught(Tutor::at("eight").unwrap(), &mut profile, "End Right Enter");
    assert!(profile.progress().is_done("eight") && !profile.progress().is_done("edge"));
    let next = taught(Tutor::at("edge").unwrap(), &mut Profile::in_memory(), "");
    assert!(frames.last() == next.last(), "the next lesson is open");
    drop(profile);
    assert!(open().progress().is_done("eight"), "it is kept");
    let list = |profile: &mut Profile| taught(Tutor::default(), profile, "PageDown").pop().unwrap();
    let unticked = list(&mut Profile::in_memory());
    assert!(list(&mut open()) != unticked, "it is ticked");
}

#[test]
fn lessons_for_beginners_ask_questions() {
    assert_eq!(answers("loop", "Tab*2 2 7 0 Enter"), (1, 1));
    assert_eq!(answers("loop", "Tab*2 2 7 Enter"), (0, 1));
    assert_eq!(answers("loop", "Tab*2 Esc"), (0, 0));
    let answered = shown("loop", "Tab*2 9 Enter Right");
    assert!(answered == shown("loop", "Tab*2 Esc Tab"), "the answer leads to the next question");
    let mut profile = Profile::in_memory();
    let keys = "Tab End Right 2 7 0 Enter Right Enter Right";
    taught(Tutor::at("loop").unwrap(), &mut profile, keys);
    assert!(profile.progress().is_done("loop"));
}

#[test]
fn the_list_of_lessons_has_two_pages() {
    let list = |keys: &str| taught(Tutor::default(), &mut Profile::in_memory(), keys).pop().unwrap();
    let second = list("PageDown");
    assert!(second != list(""));
    assert!(second == list(&"Down ".repeat(BEGINNER.len())));
    assert!(second == list("Right"), "the column beside it is on the next page");
    assert!(list("PageDown PageDown") == list("") && list("Right Left") == list(""));
    assert!(list("PageDown b") == shown("main", "") && list("b") == shown("variable", ""));
}

#[test]
fn a_lesson_is_done_when_all_parts_were_seen() {
    let done = |keys: &str| {
        let mut profile = Profile::in_memory();
        taught(Tutor::at("direction").unwrap(), &mut profile, keys);
        profile.progress().is_done("direction")
    };
    assert!(done("End Right End Right"));
    assert!(!done("Tab Tab") && !done("Right Tab End Right") && !done("End Tab Right Tab"));
    // The box at the end opens the part that is left.
    assert!(done("Tab End Right Enter End Tab Tab"));
    assert!(shown("direction", "Tab End Right Enter") == shown("direction", ""));
}

#[test]
fn t_shows_the_explanation_again() {
    let step = shown("direction", "Right*3");
    let text = shown("direction", "Right*3 T");
    let later = shown("direction", "Right*9 T");
    // The small board beside the sentence changes with each step.
    let row = |screen: &Screen, y: usize| screen.pixels()[640 * y..640 * y + 550].to_vec();
    let box_of = |screen: &Screen| -> Vec<Vec<u8>> { (394..444).map(|y| row(screen, y)).collect() };
    assert!(box_of(&text) != box_of(&step));
    assert!(box_of(&text) == box_of(&later));
}

#[test]
fn the_student_types_keys_for_the_program() {
    let waits = shown("play", "Tab End");
    let red = waits.pixels().iter().filter(|c| **c == 4).count();
    assert!(red > 200_000, "its red screen is shown");
    let played = shown("play", &format!("Tab End {} Tab U", to("d3") + " Enter"));
    let black = |screen: &Screen, cell: &str| {
        let Cell { row, col } = cell.parse().unwrap();
        screen.getpixel(120 + 40 * col as i32, 120 + 40 * row as i32) == Some(0)
    };
    assert!(black(&played, "d3"), "d3 was dropped");
    assert!(black(&played, "d4"), "d3 was dropped");
}

#[test]
fn esc_returns_to_the_list_of_lessons() {
    for (lesson, keys) in [
        ("direction", "Esc"),
        ("direction", "Right*9 Esc"),
        ("direction", "A Esc Esc"),
        ("predict", "Esc"),
        ("predict", "Enter Esc"),
        ("predict", "Enter Enter Enter Esc"),
    ] {
        let closed = shown(lesson, keys);
        // Only the list has a bar that moves down and up again.
        assert!(closed != shown(lesson, &format!("{keys} Down")), "{keys}");
        let and_up = shown(lesson, &format!("{keys} Down Up"));
        assert!(closed == and_up, "{keys}");
        let again = shown(lesson, &format!("{keys} Enter Esc"));
        assert!(closed == again, "{keys}");
    }
    let (_, given) = answers("predict", "Enter Esc");
    assert_eq!(given, 1, "no other question is asked");
}

#[test]
fn f5_steps_through_an_othello_drop() {
    let drop = format!("F5 {} Enter", to("d3"));
    let plies = |more: &str| {
        let keys = format!("{drop} {more}");
        let game = play(new_othello(Rules::Original), &keys).game;
        othello_of(game).plies().len()
    };
    let (c3, d3) = (to("c3"), to("d3"));
    for (more, dropped, why) in [
        ("", 0, "it is watched first"),
        ("End Enter", 1, "Enter at the end drops it"),
        ("D", 1, "D drops it"),
        ("Right*30 d", 1, "D drops it on the way"),
        ("Right*30 End Enter", 1, "Enter at the end drops it after some steps"),
        ("Right*30 Esc", 0, "Esc drops nothing"),
        ("Esc Enter D", 1, "Enter shows the drop again"),
        (&format!("F5 {c3} Enter"), 2, "nothing is watched any more"),
        (&format!("D {d3} Enter"), 1, "a taken cell is not watched"),
    ] {
        assert_eq!(plies(more), dropped, "{why}");
    }
}

#[test]
fn f5_steps_through_the_gomoku_judge() {
    let after = |more: &str| {
        let keys = format!("F5 Down*8 Right*7 Enter {more}");
        play(new_gomoku(Setup::default()), &keys)
    };
    let watched = after("").screen;
    assert!(watched != after("End").screen);
    assert_eq!(after("End Enter").game.t(), 2);
    assert!(watched != after("Tab").screen, "Tab shows the next judge");
}

#[test]
fn every_lesson_can_be_played() {
    for lesson in all() {
        let over = ["end"].contains(&lesson.name);
        assert_eq!(lesson.game().to_move().is_none(), over, "{}", lesson.name);
    }
    let walked = shown("direction", "Right*9");
    let practised = format!("Right*9 P {} Enter End Enter Esc", to("h4"));
    let came_back = shown("direction", &practised);
    assert!(walked == came_back, "it goes on where it was left");
}

/// The discs that turn over when a disc is dropped on the cell after these moves.
fn turned_in((moves, cell): (&str, &str)) -> Vec<(usize, usize)> {
    let game = after(moves);
    let scene = calls::qp_change("", "QIPAN.C", game.map(), cell.parse().unwrap(), game.t());
    turned(&scene)
}

#[test]
fn the_ten_questions_get_harder() {
    let turned = POSITIONS.map(|position| turned_in(position).len());
    assert_eq!(turned[0], 1, "{turned:?}");
    assert!(turned.iter().all(|n| *n > 0), "{turned:?}");
    assert!(turned[9] >= 6, "{turned:?}");
}

#[test]
fn answers_score_discs_and_perfect_results() {
    let mut score = Score::default();
    score.add(&[(1, 1), (2, 2)], &[(2, 2), (1, 1)]);
    assert_eq!((score.perfect, score.right), (1, 2));
    score.add(&[(1, 1), (5, 5)], &[(1, 1), (2, 2), (3, 3)]);
    let expected = Score { perfect: 1, right: 3, forgotten: 2, wrong: 1 };
    assert_eq!(score, expected);
}

#[test]
fn marking_all_right_discs_scores_ten_of_ten() {
    let mut keys = String::new();
    for position in POSITIONS {
        for (row, col) in turned_in(position) {
            keys += &format!("Up*7 Left*7 Down*{row} Right*{col} Space ");
        }
        keys += "Enter Enter ";
    }
    assert_eq!(answers("predict", &keys), (10, 10));
    assert_eq!(answers("predict", &"Enter Enter ".repeat(10)), (0, 10));
    // An unmarked stone does not count.
    let twice = shown("predict", &"Space Space Enter Enter ".repeat(10));
    assert!(twice == shown("predict", &"Enter Enter ".repeat(10)));
}
