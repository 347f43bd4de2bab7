//! The tutor: what it shows is what the algorithms do, step by step, forward and back.

use crate::common::{new_othello, othello_of};
use qipan::play::keeper::Keeper;
use std::collections::HashSet;
use std::process::Command;

use crate::common::{cells, random_game, still, to};
use qipan::dos::bgi::{HEIGHT, WIDTH};
use qipan::dos::script::Script;
use qipan::dos::{Screen, parse_keys};
use qipan::engine::gomoku::vcf;
use qipan::engine::othello::{Board as Position, solve};
use qipan::games::gomoku::judge::{self, Algorithm, Guard};
use qipan::games::gomoku::{Point, record};
use qipan::games::othello::Cell;
use qipan::games::othello::rules::{Map, do_score, is_legal, qp_change};
use qipan::games::othello::{self, Dropped};
use qipan::games::stone::{Outcome, Stone};
use qipan::learner::{SearchEvent, Tuning};
use qipan::play::menu;
use qipan::screen::panel;
use qipan::screen::tutor::{LISTING_COLUMNS, LISTING_LINES, TEXT_COLUMNS, TEXT_LINES};
use qipan::tutor::lessons::{LESSONS, after};
use qipan::tutor::listing::{self, Line};
use qipan::tutor::predict::{POSITIONS, Score};
use qipan::tutor::trace::{Board, Carry, Did, Sector, State, Step, Trace};
use qipan::tutor::watched::{self, ChangeStep, EndStep, ScoreStep, TryStep};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Positions of random games, each with an empty cell and the turn.
fn positions(count: usize) -> Vec<(Map, Cell, usize)> {
    let mut random = StdRng::seed_from_u64(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let whole = random_game(|n| random.random_range(0..n));
        let mut game = othello::Game::default();
        for (ply, t) in whole.plies().iter().zip(1..) {
            let empty: Vec<Cell> = Cell::all()
                .filter(|c| game.map()[c.row][c.col] == 0)
                .collect();
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

/// All that is watched in the lessons, and what is not in one but reached by F5.
fn lesson_traces() -> Vec<(String, Trace)> {
    let mut traces = Vec::new();
    for lesson in &LESSONS {
        for (scene, n) in lesson.scenes().into_iter().zip(1..) {
            for trace in scene.traces {
                traces.push((format!("{} {n}", lesson.name), trace));
            }
        }
    }
    traces
}

/// The recorded games of gomoku, cut off after different numbers of stones.
fn gomoku_positions() -> Vec<Vec<Point>> {
    let table = include_str!("../data/gomoku-games.tsv");
    let mut positions = Vec::new();
    for line in table.lines().skip(1) {
        let digits = line
            .split('\t')
            .find(|field| record::parse(field).is_ok_and(|p| p.len() > 8));
        let pieces = record::parse(digits.unwrap()).unwrap();
        positions.extend((1..pieces.len()).step_by(7).map(|n| pieces[..n].to_vec()));
        positions.push(pieces);
    }
    positions
}

fn last(trace: &Trace) -> State {
    trace.state(trace.len())
}

/// The tutor at a lesson, and the frame that it shows after these keys.
fn shown(lesson: &str, keys: &str) -> Screen {
    let mut frame = Screen::default();
    let mut script = Script::new(parse_keys(keys).unwrap(), |screen, _| {
        frame.clone_from(screen)
    });
    let tutor = qipan::play::lessons::Tutor::at(lesson).unwrap();
    let _ = still().run(&mut script, &mut Keeper::nowhere(), |session| {
        menu::lessons(session, tutor)
    });
    drop(script);
    frame
}

#[test]
fn the_steps_alone_rebuild_the_board_after_the_move() {
    let positions = positions(10_000);
    let mut legal = 0;
    for (before, cell, t) in &positions {
        let mut after = *before;
        let mut turned = 0;
        let yes = watched::qp_change(&mut after, *cell, *t, &mut |step| {
            turned += usize::from(matches!(step, ChangeStep::Turn(_)));
        });
        let end = last(&Trace::qp_change(before, *cell, *t));
        assert_eq!(
            end.board,
            Board::Othello(after),
            "{cell} in turn {t} on{before:?}"
        );
        assert_eq!(end.var("yes"), Some(i64::from(yes)));
        assert_eq!(end.counted("turned"), turned);
        assert_eq!(end.ringed.len(), turned);
        assert_eq!(end.refused, yes == 0);
        legal += usize::from(yes);
    }
    assert!(
        legal > 2_000 && positions.len() - legal > 2_000,
        "{legal} are legal"
    );
}

#[test]
fn silent_and_watched_runs_end_the_same() {
    for (before, cell, t) in positions(2_000) {
        let (mut silent, mut after) = (before, before);
        let mut steps = 0;
        let yes = qp_change(&mut silent, cell.row, cell.col, t);
        assert_eq!(
            watched::qp_change(&mut after, cell, t, &mut |_| steps += 1),
            yes
        );
        assert_eq!(silent, after);
        assert!(steps > 16, "each direction is named, and how far it goes");
        let score = last(&Trace::do_score(&before));
        let (black, white) = do_score(&before);
        assert_eq!(score.var("score[1]"), Some(black as i64));
        assert_eq!(score.var("score[2]"), Some(white as i64));
        assert_eq!(score.counted("looked at"), 64);
    }
    for pieces in gomoku_positions() {
        for algorithm in Algorithm::ALL {
            let silent = judge::judge(algorithm, &pieces, &mut |_| ());
            let mut steps = 0;
            assert_eq!(
                judge::judge(algorithm, &pieces, &mut |_| steps += 1),
                silent
            );
            assert!(steps > 0);
        }
    }
}

#[test]
fn watched_drops_and_ends_are_those_of_the_game() {
    let game = after("f5d6c3");
    for cell in Cell::all() {
        let (mut silent, mut told) = (game.clone(), game.clone());
        let mut steps = Vec::new();
        watched::try_to_drop(&mut told, Some(cell), &mut |step| steps.push(step));
        let dropped = silent.drop(cell);
        assert_eq!(told, silent);
        assert_eq!(
            steps[1],
            TryStep::Occupied(cell, dropped == Dropped::Occupied)
        );
    }
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..20 {
        let over = random_game(|n| random.random_range(0..n));
        let mut steps = Vec::new();
        let outcome = watched::outcome(&over, &mut |step| steps.push(step));
        assert_eq!(outcome, over.outcome());
        assert_eq!(steps.last(), Some(&EndStep::Over(outcome)));
        let tries = steps
            .iter()
            .filter(|s| matches!(s, EndStep::Try(..)))
            .count();
        assert_eq!(tries, 2 * over.map().empties());
    }
}

#[test]
fn every_direction_and_stop_of_the_trace_is_the_one_of_the_board() {
    for (map, cell, t) in positions(1_000) {
        let end = last(&Trace::qp_change(&map, cell, t));
        let mut enclosed = 0;
        for (down, right) in qipan::original::DIRECTIONS {
            let on = |n: usize, step: isize, i: isize| n as isize + step * i;
            let inside = |i| {
                (0..8).contains(&on(cell.row, down, i)) && (0..8).contains(&on(cell.col, right, i))
            };
            let sector = end.compass[(down + 1) as usize][(right + 1) as usize];
            match inside(2) {
                true => assert!(matches!(sector, Sector::Stones(_))),
                false => assert_eq!(sector, Sector::Skipped, "{cell} on{map:?}"),
            }
            if let Sector::Stones(n) = sector {
                enclosed += n;
            }
        }
        assert_eq!(enclosed, end.counted("turned"));
    }
}

/// The lines that a step may light.
fn lines_of(step: Step) -> Vec<Line> {
    use ChangeStep as Change;
    let ways = || (0..8).map(Line::Way).collect::<Vec<_>>();
    match step {
        Step::Change(step) => vec![match step {
            Change::Direction(_) => Line::Direction,
            Change::Left(_) => Line::Left,
            Change::Skip => Line::Skip,
            Change::Look(_) => Line::Look,
            Change::Edge => Line::Edge,
            Change::Empty => Line::Empty,
            Change::Own(_) => Line::Own,
            Change::Turn(_) => Line::Turn,
            Change::Put(_) => Line::Put,
            Change::Return(_) => Line::Return,
        }],
        Step::Score(step) => vec![match step {
            ScoreStep::Row(_) => Line::Row,
            ScoreStep::Look(_) => Line::Look,
            ScoreStep::Count(stone) => Line::Count(stone as u8),
        }],
        Step::ScoreDone | Step::RecordRead | Step::FoursDone(false) => vec![Line::Return],
        Step::FoursDone(true) => vec![Line::Whole],
        Step::Look(step) => vec![match step.look() {
            SearchEvent::Enter(..) => Line::Begin,
            SearchEvent::Pass => Line::Pass,
            SearchEvent::Over => Line::Score,
            SearchEvent::Play(_) => Line::Try,
            SearchEvent::Back(..) => Line::Back,
            SearchEvent::Cut(_) => Line::Cut,
            SearchEvent::Worth(_) => Line::Return,
        }],
        Step::Fours(step) => vec![match step {
            vcf::Step::AtMost(_) => Line::AtMost,
            vcf::Step::Four(_) => Line::Four,
            vcf::Step::Answer(_) => Line::Answer,
            vcf::Step::Forbidden(_) => Line::Forbidden,
            vcf::Step::Back(_) => Line::Back,
            vcf::Step::Five(_) => Line::Five,
        }],
        Step::Begin(_) => vec![Line::Begin],
        Step::Move(..) => vec![Line::Move],
        Step::Try(step) => vec![match step {
            TryStep::AtStart(_) => Line::AtStart,
            TryStep::Occupied(..) => Line::Occupied,
            TryStep::QpChange(_) => Line::QpChange,
            TryStep::Failed(..) => Line::Failed,
            TryStep::Lost => Line::Lost,
        }],
        Step::End(step) => vec![match step {
            EndStep::Player(_) => Line::Player,
            EndStep::Try(..) => Line::Try,
            EndStep::Score(..) => Line::Score,
            EndStep::Over(None) => Line::GoesOn,
            EndStep::Over(Some(Outcome::Won(stone))) => Line::Winner(stone as u8),
            EndStep::Over(Some(Outcome::Draw)) => Line::Winner(0),
        }],
        Step::Record(step) => vec![match step {
            record::Step::Col(_) => Line::Col,
            record::Step::Row(_) => Line::Digit,
            record::Step::Point(_) => Line::Point,
        }],
        Step::Judge(step) => match step {
            judge::Step::Collect(_) => vec![Line::Collect],
            judge::Step::Stone(_) => vec![Line::Stone],
            judge::Step::Direction(..) | judge::Step::Skip => ways(),
            judge::Step::Look(..) | judge::Step::Off(_) => vec![Line::Look],
            judge::Step::Run(_) => vec![Line::Broken, Line::Whole],
            judge::Step::Line(_) => (0..4).map(Line::Line).collect(),
            judge::Step::Return(true) => {
                let lines = (0..4).map(Line::Line);
                lines.chain([Line::Five]).collect()
            }
            judge::Step::Return(false) => vec![Line::Line(3), Line::Return],
        },
        Step::Carry(step) => vec![match step {
            Carry::Wait(..) => Line::Wait,
            Carry::Look(_) => Line::Fewest,
            Carry::Certain(_) => Line::Certain,
            Carry::Played(..) => Line::Played,
            Carry::Alternative(_) => Line::Alternative,
            Carry::Worth(_, _, _, true) => Line::Worth,
            Carry::Worth(_, _, _, false) => Line::Same,
            Carry::Above(_) => Line::Above,
            Carry::Done(_) => Line::Return,
        }],
        Step::Correct(step) => vec![match step.did {
            Did::Told(Tuning::Predicted(..)) => Line::Predict,
            Did::Told(Tuning::Error(..)) => Line::Error,
            Did::Told(Tuning::Target(_)) => Line::Target,
            Did::Told(Tuning::Rate(_)) => Line::Factor,
            Did::Told(Tuning::Correct(..)) => Line::Again,
            Did::Told(Tuning::Moved(_)) => Line::Weight,
            Did::Done(..) => Line::Return,
        }],
    }
}

#[test]
fn the_lit_line_is_the_one_that_does_the_step() {
    for (lesson, trace) in lesson_traces() {
        assert_eq!(trace.state(0).lit, Line::Call, "{lesson}");
        for ((step, state), n) in trace.steps().iter().zip(trace.states().skip(1)).zip(1..) {
            let (expected, lit) = (lines_of(*step), state.lit);
            assert!(
                expected.contains(&lit),
                "{lesson}, step {n}: {step:?} lights {lit:?}"
            );
            let code = trace.listing().code(lit);
            assert!(!code.is_empty(), "{lesson}, step {n}: {lit:?} is no line");
            assert!(
                !state.said.is_empty(),
                "{lesson}, step {n}: nothing is said"
            );
        }
    }
}

#[test]
fn each_line_of_each_listing_is_reached_by_a_lesson() {
    let mut reached = HashSet::new();
    for (_, trace) in lesson_traces() {
        let file = trace.listing().file;
        reached.extend(trace.states().map(|state| (file, state.lit)));
    }
    for listing in listing::ALL {
        for (text, does) in listing.lines {
            let still = *does == Line::Still;
            let file = listing.file;
            assert!(
                still || reached.contains(&(file, *does)),
                "{file}: no lesson runs {text}"
            );
        }
    }
}

#[test]
fn a_step_back_shows_what_was_there_before() {
    for lesson in &LESSONS {
        let scenes = lesson.scenes();
        let steps: usize = scenes.iter().map(|scene| scene.len() + 1).sum::<usize>() - 1;
        let mut frames: Vec<Screen> = Vec::new();
        let keys = format!("Space*{steps} Left*{steps}");
        let mut script = Script::new(parse_keys(&keys).unwrap(), |screen, _| {
            frames.push(screen.clone());
        });
        let tutor = qipan::play::lessons::Tutor::at(lesson.name).unwrap();
        let _ = still().run(&mut script, &mut Keeper::nowhere(), |session| {
            menu::lessons(session, tutor)
        });
        drop(script);
        assert_eq!(frames.len(), 2 * steps + 1);
        for n in 0..steps {
            let (there, back) = (&frames[n], &frames[2 * steps - n]);
            assert!(
                there == back,
                "{}, step {n} is another on the way back",
                lesson.name
            );
            let on = &frames[n + 1];
            assert!(
                there != on,
                "{}, step {} shows nothing new",
                lesson.name,
                n + 1
            );
        }
    }
}

#[test]
fn jumps_lead_to_the_places_of_single_steps() {
    let steps = |n: usize| format!("Space*{n}");
    // Of d3 at the start: each direction takes a step to name it, one for how far it goes, a look and a stop.
    for (jump, single) in [
        ("Down".to_string(), steps(1)),
        ("Down Down".to_string(), steps(5)),
        ("PageDown*2 Up".to_string(), steps(1)),
        (format!("{} PageUp", steps(7)), steps(5)),
        ("End".to_string(), steps(36)),
        ("End Home".to_string(), steps(0)),
        ("Down*9".to_string(), steps(36)),
        ("Enter".to_string(), steps(36)),
    ] {
        let keys = |keys: &str| format!("F5 {} Enter {keys}", to("d3"));
        let frame = |keys: &str| crate::common::play(new_othello(Default::default()), keys).screen;
        assert!(
            frame(&keys(&jump)) == frame(&keys(&single)),
            "'{jump}' is not '{single}'"
        );
    }
}

#[test]
fn a_drop_that_was_watched_is_the_same_move() {
    for (watch, silent) in [
        (
            format!("F5 {} Enter Space*9 Esc", to("d3")),
            format!("{} Enter", to("d3")),
        ),
        (
            format!("F5 {} Enter End Enter", to("d3")),
            format!("{} Enter", to("d3")),
        ),
        (
            format!("F5 {} Enter End Esc", to("c3")),
            format!("{} Enter", to("c3")),
        ),
        // Where nothing can be dropped there is nothing to watch.
        (
            "F5 Enter Down Enter Esc".to_string(),
            "Enter Down Enter".to_string(),
        ),
        (
            format!("F5 {} Enter", to("d4")),
            format!("{} Enter", to("d4")),
        ),
        (
            format!("F5 {} Enter F5 {} Enter", to("d3"), to("c3")),
            format!("{} Enter {} Enter", to("d3"), to("c3")),
        ),
    ] {
        let (watched, silent) = (
            crate::common::othello(&watch),
            crate::common::othello(&silent),
        );
        assert_eq!(watched.game, silent.game, "{watch}");
    }
    let watched =
        crate::common::gomoku("F5 Down*8 Right*7 Enter Tab*3 Space*20 Esc F5 Down*3 Enter");
    let silent = crate::common::gomoku("Down*8 Right*7 Enter Down*3 Enter");
    assert_eq!(watched.game, silent.game);
    assert!(watched.screen == silent.screen, "the tutor left a trace");
}

#[test]
fn closing_the_tutor_brings_the_board_back() {
    let frame = |keys: &str| crate::common::othello(keys).screen;
    let failed = |keys: &str| frame(&format!("{keys} {} Enter", to("c3")));
    let watched = frame(&format!("F5 {} Enter End F5", to("c3")));
    assert!(
        watched == failed("F5 F5"),
        "the board is another after the tutor"
    );
}

#[test]
fn a_new_game_begins_without_the_tutor() {
    let new = crate::common::othello(&format!("F5 F2 Enter {} Enter", to("d3")));
    let without = crate::common::othello(&format!("F2 Enter {} Enter", to("d3")));
    assert_eq!(new.game, without.game);
    assert!(new.screen == without.screen);
}

#[test]
fn counters_are_those_of_judge_count() {
    for pieces in gomoku_positions().iter().step_by(3) {
        for algorithm in Algorithm::ALL {
            let state = last(&Trace::judge(pieces, algorithm, Guard::On));
            let output = Command::new(env!("CARGO_BIN_EXE_qipan"))
                .args(["judge", "--count", "--algorithm", &algorithm.to_string()])
                .arg(record::text(pieces))
                .output()
                .unwrap();
            let output = String::from_utf8(output.stdout).unwrap();
            let looked = output.trim().rsplit(' ').next().unwrap();
            assert_eq!(state.counted("looked at").to_string(), looked, "{output}");
            assert!(!state.wrong);
        }
    }
}

#[test]
fn without_its_guard_the_judge_is_wrong_and_the_tutor_says_so() {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == "wrap").unwrap();
    let scenes = lesson.scenes();
    assert!(last(&scenes[2].traces[0]).wrong);
    let (guarded, unguarded) = (last(&scenes[0].traces[0]), last(&scenes[1].traces[0]));
    assert!(!guarded.wrong && guarded.said.contains("has not won"));
    assert!(
        unguarded.wrong && unguarded.said.contains("WRONG"),
        "{}",
        unguarded.said
    );
    // The five that it claims go over the edge.
    assert!(unguarded.ringed.contains(&(0, 1)) && unguarded.ringed.contains(&(14, 0)));
    for pieces in gomoku_positions() {
        let state = last(&Trace::judge(&pieces, Algorithm::AllStones, Guard::Off));
        let won = judge::judge(Algorithm::LastStone, &pieces, &mut |_| ());
        let says = judge::all_stones(&pieces, Guard::Off, &mut |_| ());
        assert_eq!(state.wrong, says != matches!(won, Some(Outcome::Won(_))));
    }
}

#[test]
fn the_lessons_show_what_their_texts_say() {
    let find = |name: &str| LESSONS.iter().find(|lesson| lesson.name == name).unwrap();
    let end = |name: &str, scene: usize| last(&find(name).scenes()[scene].traces[0]);
    let sectors = |state: &State, which: fn(&Sector) -> bool| {
        state.compass.iter().flatten().filter(|s| which(s)).count()
    };
    let encloses = |sector: &Sector| matches!(sector, Sector::Stones(1..));
    assert_eq!(sectors(&end("direction", 0), encloses), 1);
    assert_eq!(end("direction", 0).counted("turned"), 6);
    let stops = &LESSONS[3].scenes()[1].traces[0];
    let stopped = |step| stops.steps().contains(&Step::Change(step));
    let walked = |step, n| {
        let at = stops.steps().iter().position(|s| *s == Step::Change(step));
        assert_eq!(stops.state(at.unwrap()).walked.len(), n);
    };
    assert!(stopped(ChangeStep::Empty) && stopped(ChangeStep::Own(2)));
    walked(ChangeStep::Edge, 3);
    walked(ChangeStep::Own(2), 2);
    assert_eq!(sectors(&end("eight", 0), encloses), 8);
    assert_eq!(sectors(&end("edge", 0), |s| *s == Sector::Skipped), 5);
    assert!(end("edge", 0).counted("turned") > 0);
    assert_eq!(end("failed", 0).var("yes"), Some(0));
    assert_eq!(end("failed", 1).counted("tries"), 1);
    assert_eq!(
        (end("tries", 0).counted("tries"), end("tries", 0).var("t")),
        (3, Some(60))
    );
    assert_eq!(end("end", 0).counted("QpChange"), 2);
    assert_eq!(end("end", 1).counted("QpChange"), 12);
    assert_eq!(end("end", 1).var("score[2]"), Some(0));
    assert_eq!(end("end", 2).counted("QpChange"), 0);
    assert!(end("end", 2).said.contains("a draw"));
    assert!(end("end", 3).said.contains("White wins"));
    assert_eq!(
        (end("end", 3).var("score[1]"), end("end", 3).var("score[2]")),
        (Some(24), Some(40))
    );
    assert_eq!(end("end", 4).counted("QpChange"), 20);
    assert!(end("end", 4).said.contains("goes on"));
    assert_eq!(end("record", 0).counted("stones"), 9);
    assert!(end("last-player", 0).said.contains("Black has won"));
    assert!(end("last-player", 1).said.contains("White has not won"));
    for scene in [0, 1] {
        let lesson = LESSONS
            .iter()
            .find(|lesson| lesson.name == "two-judges")
            .unwrap();
        let scene = &lesson.scenes()[scene];
        let [all, one] = &scene.traces[..] else {
            panic!("two judges are two")
        };
        assert!(last(all).counted("looked at") > last(one).counted("looked at"));
    }
    let worth = |state: &State, n: usize| match &state.board {
        Board::Book(leaves) => leaves[n].now,
        _ => panic!("a book is shown"),
    };
    let start = |scene: usize| worth(&end("book", scene), 0);
    let loss = -6400;
    assert_eq!(
        (start(0), start(2)),
        (Some(-loss), Some(loss)),
        "all the way"
    );
    assert_eq!(start(1), Some(0), "an alternative stops it");
    assert!((loss..0).contains(&start(3).unwrap()), "{:?}", start(3));
    assert!(
        end("book", 3)
            .said
            .contains("Next time it plays f4 after f5")
    );
    let weight = end("weight", 0);
    assert!(weight.counted("corrected") > 1 && weight.said.contains("One game moved"));
    assert!(end("table", 0).said.contains("has won"));
    assert!(end("table", 2).counted("looked at") <= 32);
}

#[test]
fn the_lesson_on_fours_drops_legal_stones_only_and_ends_with_five() {
    let lesson = LESSONS.iter().find(|lesson| lesson.name == "fours");
    for (scene, fours) in lesson.unwrap().scenes().iter().zip([2, 5]) {
        let trace = &scene.traces[0];
        let Board::Gomoku(before) = trace.state(0).board else {
            panic!("fours are gomoku's")
        };
        let side = Stone::of_turn(before.len() + 1);
        for state in trace.states() {
            let Board::Gomoku(pieces) = &state.board else {
                panic!("fours are gomoku's")
            };
            let record = record::text(pieces);
            let game = qipan::games::gomoku::Game::from_record(&record);
            assert!(game.is_ok(), "{game:?}: {record}, {}", state.said);
            assert_eq!(pieces[..before.len()], before, "{}", state.said);
            for (row, col) in &state.ringed {
                let stone = game.as_ref().unwrap().stone_at(Point::new(*row, *col));
                assert_eq!(stone, Some(side), "{record}");
            }
        }
        let end = last(trace);
        let Board::Gomoku(pieces) = &end.board else {
            panic!("fours are gomoku's")
        };
        let outcome = judge::judge(Algorithm::LastStone, pieces, &mut |_| ());
        assert_eq!(
            outcome,
            Some(Outcome::Won(side)),
            "{}",
            record::text(pieces)
        );
        assert_eq!(pieces.len(), before.len() + 2 * fours + 1);
        assert_eq!(end.ringed.len(), fours + 1);
        assert!(end.said.contains("wins with"), "{}", end.said);
        assert_eq!(end.counted("tried"), end.counted("back") + fours);
    }
}

#[test]
fn the_alpha_beta_search_of_the_tutor_finds_what_the_solver_finds() {
    let mut cut = 0;
    for game in crate::common::recorded_championship() {
        let mut game = othello_of(game.unwrap().game);
        while game.map().empties() < 4 || game.to_move().is_none() {
            game.undo();
        }
        let side = Stone::of_turn(game.t());
        let trace = Trace::look_ahead(game.map(), side);
        let end = last(&trace);
        let score = solve(Position::new(game.map(), side), 1).score;
        assert_eq!(end.var("best"), Some(score.into()), "{game}");
        assert_eq!(
            end.board,
            Board::Othello(*game.map()),
            "all stones are taken back"
        );
        for (step, pair) in trace
            .steps()
            .iter()
            .zip(trace.states().collect::<Vec<_>>().windows(2))
        {
            let Step::Look(step) = step else {
                panic!("{step:?} is no step of the search")
            };
            if let SearchEvent::Play(cell) = step.look() {
                let (Board::Othello(before), Board::Othello(after)) =
                    (&pair[0].board, &pair[1].board)
                else {
                    panic!("the search is Othello's")
                };
                assert_eq!(after.empties() + 1, before.empties(), "{cell} on{before:?}");
                assert!(after[cell.row][cell.col] != 0, "{cell} on{before:?}");
            }
        }
        cut += end.counted("cut off");
    }
    assert!(cut > 5, "only {cut} moves were cut off");
}

#[test]
fn every_lesson_can_be_played() {
    for lesson in &LESSONS {
        for scene in 0..lesson.scenes().len() {
            let game = lesson.game(scene);
            // Only the lessons about the end begin with a board where all is over.
            assert_eq!(game.to_move().is_none(), lesson.name == "end" && scene < 4);
        }
    }
    let walked = shown("direction", "Space*9");
    let practised = shown(
        "direction",
        &format!("Space*9 P {} Enter End Enter Esc", to("h4")),
    );
    assert!(
        walked == practised,
        "after practice the lesson is where it was left"
    );
    let on_board = shown("failed", &format!("P {} Enter End", to("d3")));
    assert!(
        on_board != shown("failed", "P"),
        "a drop on a lesson's board is watched"
    );
}

/// The listings beside a board of gomoku.
const GOMOKU: [&str; 6] = ["RECORD.C", "ALL.C", "WRONG.C", "LAST.C", "TABLE.C", "VCF.C"];

/// The characters that fit below a board that stands beside another.
const SAID_BESIDE: usize = 34;

#[test]
fn texts_and_listings_fit_their_places() {
    for lesson in &LESSONS {
        let scenes = lesson.scenes();
        let part = if scenes.len() > 1 { ", 1 of 3" } else { "" };
        let title = format!("{}{part}", lesson.title);
        assert!(title.chars().count() <= 36, "too long: {title}");
        for scene in scenes {
            let lines = panel::wrapped(&scene.text, TEXT_COLUMNS).len();
            let start = scene.traces[0]
                .state(1)
                .moving
                .is_some_and(|(_, y, _)| y == 80);
            let beside = scene.traces.len() > 1;
            let most = if start || beside {
                TEXT_LINES.1
            } else {
                TEXT_LINES.0
            };
            assert!(
                lines <= most,
                "{} has {lines} lines: {}",
                lesson.name,
                scene.text
            );
            for state in scene
                .traces
                .iter()
                .filter(|_| beside)
                .flat_map(Trace::states)
            {
                let lines = panel::wrapped(&state.said, SAID_BESIDE).len();
                assert_eq!(lines, 1, "too long beside another run: {}", state.said);
            }
        }
    }
    for listing in listing::ALL {
        let gomoku = GOMOKU.contains(&listing.file);
        let most = if gomoku {
            LISTING_COLUMNS.1
        } else {
            LISTING_COLUMNS.0
        };
        assert!(listing.lines.len() <= LISTING_LINES, "{}", listing.file);
        for (text, _) in listing.lines {
            assert!(text.len() <= most, "{} is too wide: {text}", listing.file);
        }
    }
    for (lesson, trace) in lesson_traces() {
        let columns = match trace.listing().file {
            file if GOMOKU.contains(&file) => 22,
            _ => 25,
        };
        for state in trace.states() {
            let lines = panel::wrapped(&state.said, columns).len();
            assert!(lines <= 4, "{lesson}: {lines} lines: {}", state.said);
        }
    }
    assert_eq!((WIDTH, HEIGHT), (640, 480));
}

#[test]
fn the_ten_questions_are_legal_moves_and_grow_harder() {
    let turned = |(moves, cell): &(&str, &str)| {
        let game = after(moves);
        let plies: usize = moves.len() / 2;
        assert_eq!(game.plies().len(), plies, "{moves}");
        let cell = cell.parse().unwrap();
        assert!(is_legal(game.map(), cell, game.t()), "{cell} after {moves}");
        last(&Trace::qp_change(game.map(), cell, game.t()))
            .ringed
            .len()
    };
    let turned: Vec<usize> = POSITIONS.iter().map(turned).collect();
    assert_eq!(turned[0], 1);
    assert!(turned[9] >= 6, "{turned:?}");
}

#[test]
fn answers_are_counted_by_stones_and_as_a_whole() {
    let mut score = Score::default();
    score.add(&[(1, 1), (2, 2)], &[(2, 2), (1, 1)]);
    assert_eq!((score.perfect, score.right), (1, 2));
    score.add(&[(1, 1), (5, 5)], &[(1, 1), (2, 2), (3, 3)]);
    let expected = Score {
        perfect: 1,
        right: 3,
        forgotten: 2,
        wrong: 1,
    };
    assert_eq!(score, expected);
}

#[test]
fn a_student_who_marks_all_the_right_stones_gets_ten_of_ten() {
    let mut keys = String::new();
    for (moves, cell) in POSITIONS {
        let game = after(moves);
        let trace = Trace::qp_change(game.map(), cell.parse().unwrap(), game.t());
        for (row, col) in last(&trace).ringed {
            keys += &format!("Up*7 Left*7 Down*{row} Right*{col} Space ");
        }
        keys += "Enter Enter ";
    }
    let right = shown("predict", &keys);
    let none = shown("predict", &"Enter Enter ".repeat(10));
    assert!(right != none);
    // A mark that is taken back is none.
    let twice = shown("predict", &"Space Space Enter Enter ".repeat(10));
    assert!(twice == none, "marked twice is not marked");
}

fn qipan(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_qipan"))
        .args(args)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn trace_prints_a_line_for_each_step() {
    let moves = "f5d6c3d3";
    let (status, out, _) = qipan(&["teach", "--trace", moves]);
    assert_eq!(status, Some(0));
    let mut game = othello::Game::default();
    let mut expected = 0;
    for cell in cells(moves) {
        expected += 1 + Trace::qp_change(game.map(), cell, game.t()).len();
        game.drop(cell);
    }
    assert_eq!(out.lines().count(), expected);
    assert!(out.starts_with("t=1 f5 QpChange(320,280,1)\n"), "{out}");
    assert!(
        out.contains("One of its own: 1 stone is enclosed."),
        "{out}"
    );
    let (_, two, _) = qipan(&["teach", "--trace", "f5d6"]);
    let empty = two
        .lines()
        .filter(|line| line.contains("An empty cell: nothing is enclosed."));
    assert_eq!(empty.count(), 13, "README says 13");
    let turned = out
        .lines()
        .filter(|line| line.contains("turns over and is"))
        .count();
    let (black, white) = do_score(game.map());
    // Each turned stone takes one from the other side: nobody is counted twice.
    assert!(turned >= (black + white) - 4);
}

#[test]
fn trace_prints_the_steps_of_a_judge() {
    let record = "000110112021303140";
    for algorithm in Algorithm::ALL {
        let (status, out, _) = qipan(&[
            "teach",
            "--trace",
            record,
            "--algorithm",
            &algorithm.to_string(),
        ]);
        assert_eq!(status, Some(0));
        let trace = Trace::judge(&record::parse(record).unwrap(), algorithm, Guard::On);
        assert_eq!(out.lines().count(), trace.len() + 1);
        assert!(out.trim_end().ends_with("Black has won."), "{out}");
        if algorithm == Algorithm::LastStone {
            let line =
                "  35  return n>=4;                                      Returns 1: Black has won.";
            assert_eq!(out.lines().last(), Some(line), "README has it");
        }
    }
}

#[test]
fn trace_prints_what_the_learner_does_with_the_last_game() {
    let games = "f5d6c5f4e7f6g5e6e3 f5d6c5f6e7f4g5e6e3";
    let (status, out, _) = qipan(&["teach", "--trace", games, "--algorithm", "book"]);
    assert_eq!(status, Some(0));
    let line = "  55  }                                                 Nothing waits. Next time it plays f4 after c5.";
    assert_eq!(out.lines().last(), Some(line), "README has it");
    let (status, out, _) = qipan(&["teach", "--trace", games, "--algorithm", "weight"]);
    assert_eq!(status, Some(0));
    assert!(
        out.lines().last().unwrap().contains("One game moved"),
        "{out}"
    );
}

#[test]
fn trace_prints_the_search_for_a_win_by_fours() {
    let fours = |record| qipan(&["teach", "--trace", record, "--algorithm", "vcf"]);
    let (status, out, _) = fours("5747670077e089e98aee");
    assert_eq!(status, Some(0));
    assert!(out.starts_with("5747670077e089e98aee vcf()\n"), "{out}");
    assert!(
        out.trim_end().ends_with("Black wins with 2 fours."),
        "{out}"
    );
    let (status, out, _) = fours("77");
    assert_eq!((status, out.lines().count()), (Some(0), 3), "{out}");
    assert!(
        out.trim_end().ends_with("White has no win by fours."),
        "{out}"
    );
}

#[test]
fn trace_prints_the_search_of_the_end_of_a_game() {
    let game = &crate::common::world_championship()[2].moves;
    let moves = &game[..game.len() - 8];
    let (status, out, _) = qipan(&["teach", "--trace", moves, "--algorithm", "alpha-beta"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("It cuts off 1 move."), "{out}");
    assert!(
        out.trim_end()
            .ends_with("The position is worth -16 to Black."),
        "it ended 24 to 40: {out}"
    );
}

#[test]
fn a_wrong_command_line_is_named() {
    for (args, words) in [
        (
            &["teach", "--trace", "f5d6", "--algorithm", "book"][..],
            &["over"][..],
        ),
        (
            &["teach", "--lesson", "nothing"][..],
            &["nothing", "map", "predict"][..],
        ),
        (&["teach", "--trace", "a1"], &["a1"]),
        (&["teach", "--trace", "00", "--algorithm", "x"], &["'x'"]),
        (
            &["teach", "--trace", "0f", "--algorithm", "last-stone"],
            &["'f'"],
        ),
        (
            &["teach", "--trace", "00", "--algorithm", "x"],
            &["vcf", "alpha-beta"],
        ),
        (
            &["teach", "--trace", "f5d6", "--algorithm", "alpha-beta"],
            &["8 empty cells"],
        ),
        (
            &[
                "teach",
                "--trace",
                "000110112021303140",
                "--algorithm",
                "vcf",
            ],
            &["over"],
        ),
        (&["teach", "--algorithm", "last-stone"], &["--trace"]),
        (&["teach", "here"], &["here"]),
    ] {
        let (status, _, said) = qipan(args);
        assert_eq!(status, Some(2), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        for word in words {
            assert!(said.contains(word), "'{word}' is not in: {said}");
        }
    }
}
