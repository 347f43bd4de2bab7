//! Exercises: finding them in a review, solving them, and scheduling them.

use std::path::Path;

use crate::common::at_the_board::still;
use crate::common::pictures::assert_golden;
use crate::common::recorded::{boxed, keys_of_record, recorded_gomoku};
use app::play::collect::own_sides_in_record;
use app::play::games::{ActiveGame, GAMES};
use app::play::profile::Profile;
use app::play::session::Session;
use app::play::{exercises, menu, review, writer};
use games::gomoku;
use games::records::Heading;
use games::stone::Stone;
use games::tree::Tree;
use players::Gomoku;
use players::analysis::judge;
use players::exercises::{Change, Exercise, Exercises};
use store::Store;
use tempfile::TempDir;
use turbo::dos::{Console, Quit, Screen};

/// The first hour of a day in 2025.
const DAY: u32 = 20_100 * 24;

/// A recorded game of gomoku in which Black's 31st of 35 moves misses a win by fours.
fn recorded() -> &'static str {
    recorded_gomoku(11)
}

fn scratch() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn profile(folder: &Path) -> Profile {
    let store = Store::open(Some(folder.to_path_buf()));
    Profile::open(store, &mut still().settings)
}

/// Runs a program with the keys at this hour. Returns its result and the last frame.
fn run<T>(
    profile: &mut Profile,
    keys: &str,
    hour: u32,
    program: impl FnOnce(&mut Session<'_>) -> T,
) -> (T, Screen) {
    still().press_keeping(keys, profile, |session| {
        session.at_hour = Some(hour);
        program(session)
    })
}

/// Practises the exercises that are due at this hour. Returns how it was left, and the last frame.
fn practised(profile: &mut Profile, keys: &str, hour: u32) -> (Result<(), Quit>, Screen) {
    let due = profile.exercises().due(hour);
    run(profile, keys, hour, |session| exercises::practise(session, &due))
}

/// The mistake of the recorded game, as an exercise.
fn missed_win() -> Exercise {
    let before = gomoku::Game::from_record(&recorded()[..60]).unwrap();
    let judged = judge(&Gomoku, &before, (12, 9), &|| false).unwrap();
    assert_eq!(judged.before.name_of(judged.played), "j3");
    Exercise::of(&judged).expect("it is a mistake")
}

/// The keys that play the best move of the exercise.
fn best(exercise: &Exercise) -> String {
    let game = exercise.game().unwrap();
    let played = exercise.place(&*game).unwrap();
    let judged = judge(&Gomoku, &*game, played, &|| false).unwrap();
    let name = game.name_of(judged.better[0]);
    let keys: Vec<String> = name.chars().map(String::from).collect();
    format!("{} Enter", keys.join(" "))
}

#[test]
fn a_review_turns_the_users_mistakes_into_exercises() {
    let folder = scratch();
    let game = ActiveGame::new(boxed(gomoku::Game::from_record(recorded()).unwrap()), &GAMES);
    let mut kept = profile(folder.path());
    let (shown, _) =
        run(&mut kept, "Esc", DAY, |session| review::show(session, &game, &Tree::default(), [true, false]));
    assert_eq!(shown, Ok(Some(review::Left::Closed)));
    let found = kept.exercises().all().to_vec();
    assert!(found.contains(&missed_win()), "{found:?}");
    let mut players = found.iter().map(|one| one.game().unwrap().player());
    assert!(players.all(|player| player == Stone::Black), "{found:?}");
    // The exercises are saved, and a second review adds none.
    let mut again = profile(folder.path());
    assert_eq!(again.exercises().all(), found);
    let _ =
        run(&mut again, "Esc", DAY, |session| review::show(session, &game, &Tree::default(), [true, false]));
    assert_eq!(again.exercises().all(), found);
    // A game between others brings no exercises.
    let other = scratch();
    let mut none = profile(other.path());
    let _ =
        run(&mut none, "Esc", DAY, |session| review::show(session, &game, &Tree::default(), [false, false]));
    assert!(none.exercises().all().is_empty());
}

#[test]
fn exercises_return_until_solved_on_two_days() {
    let folder = scratch();
    let exercise = missed_win();
    let mut kept = profile(folder.path());
    kept.exercise(vec![Change::Found(exercise.clone())]);
    let keys = format!("{} Enter Esc", best(&exercise));
    for (hour, waits, solved) in
        [(DAY, true, 1), (DAY + 1, false, 1), (DAY + 23, false, 1), (DAY + 24, true, 2), (DAY + 48, false, 2)]
    {
        let due = kept.exercises().due(hour);
        assert_eq!(!due.is_empty(), waits, "at hour {hour}");
        if waits {
            assert_eq!(practised(&mut kept, &keys, hour).0, Ok(()));
        }
        let found = kept.exercises().all()[0].solved.len();
        assert_eq!(found, solved, "at hour {hour}");
        kept = profile(folder.path());
    }
    assert_eq!(kept.exercises().open(), 0);
}

#[test]
fn an_evening_counts_as_one_day_across_utc_midnight() {
    let mut all = Exercises::default();
    let exercise = missed_win();
    all.change(&Change::Found(exercise.clone()));
    all.change(&Change::Solved(exercise.clone(), DAY + 23));
    assert!(all.due(DAY + 24).is_empty());
    assert!(all.due(DAY + 30).is_empty());
    assert_eq!(all.due(DAY + 31).len(), 1);
}

#[test]
fn a_wrong_answer_shows_its_refutation_and_does_not_count() {
    let folder = scratch();
    let exercise = missed_win();
    let mut kept = profile(folder.path());
    kept.exercise(vec![Change::Found(exercise.clone())]);
    assert_golden("exercise", &practised(&mut kept, "", DAY).1);
    let wrong = practised(&mut kept, "j 3 Enter", DAY).1;
    assert_golden("exercise-wrong", &wrong);
    let keys = format!("j 3 Enter x {}", best(&exercise));
    let (left, right) = practised(&mut kept, &keys, DAY);
    assert_eq!(left, Err(Quit::Closed));
    assert_golden("exercise-right", &right);
    let solved = &kept.exercises().all()[0].solved;
    assert!(solved.is_empty(), "it was the second try");
}

/// An exercise from a game, solved at these hours.
fn found_in(game: &gomoku::Game, solved: Vec<u32>) -> Change {
    Change::Found(Exercise {
        game: "gomoku".to_string(),
        position: game.record(),
        played: "ee".to_string(),
        lost: 20.0,
        solved,
    })
}

#[test]
fn truncated_exercise_text_keeps_complete_lines() {
    let mut all = Exercises::default();
    let mut game = gomoku::Game::default();
    for col in 0..6 {
        let _ = game.drop(gomoku::Point::new(col % 3, col));
        all.change(&found_in(&game, vec![DAY; col % 3]));
    }
    all.change(&Change::Found(Exercise {
        game: "othello".to_string(),
        position: games::othello::Position::default().to_string(),
        played: "d3".to_string(),
        lost: 3.4,
        solved: Vec::new(),
    }));
    all.change(&Change::Looked(77));
    let text = all.to_text();
    assert_eq!(Exercises::from_text(&text), all);
    assert_eq!(all.all().len(), 7);
    for end in 0..text.len() {
        let whole = text[..end].matches(" ;").count().min(7);
        let read = Exercises::from_text(&text[..end]);
        assert_eq!(read.all().len(), whole, "{}", &text[..end]);
        assert_eq!(read.all(), &all.all()[..whole]);
    }
}

#[test]
fn a_truncated_document_is_recovered() {
    let folder = scratch();
    let mut kept = profile(folder.path());
    let mut game = gomoku::Game::default();
    for col in 0..5 {
        let _ = game.drop(gomoku::Point::new(0, col));
        kept.exercise(vec![found_in(&game, Vec::new())]);
    }
    drop(kept);
    let file = folder.path().join("exercises");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 10]).unwrap();
    let kept = profile(folder.path());
    assert_eq!(kept.exercises().all().len(), 4);
    drop(kept);
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    assert_eq!(writer::exercises(&store).unwrap().all().len(), 4);
}

#[test]
fn own_sides_of_a_record_are_the_human_ones() {
    let heading = |black: &str, white: &str| Heading {
        black: black.to_string(),
        white: white.to_string(),
        ..Heading::default()
    };
    assert_eq!(own_sides_in_record(&heading("human", "3-pupil")), [true, false]);
    assert_eq!(own_sides_in_record(&heading("human", "human")), [true, true]);
    assert_eq!(own_sides_in_record(&heading("", "")), [true, true]);
    assert_eq!(own_sides_in_record(&heading("TAMENORI", "human")), [false, true]);
    assert_eq!(own_sides_in_record(&heading("TAMENORI", "")), [false, false]);
}

#[test]
fn kept_games_yield_exercises_once() {
    let folder = scratch();
    // One game is saved with F3, another left unfinished.
    let keys = format!(
        "g Enter {} F3 Enter Esc g Enter {} Esc Esc Esc",
        keys_of_record(&recorded()[..64]),
        keys_of_record("8877668796")
    );
    let mut kept = profile(folder.path());
    let (left, _) = run(&mut kept, &keys, DAY, |session| menu::title(session, &mut None));
    assert_eq!(left, Ok(()));
    assert!(kept.exercises().all().is_empty());
    let (left, _) =
        run(&mut kept, "b x k Esc Esc Esc Esc Esc", DAY, |session| menu::title(session, &mut None));
    assert_eq!(left, Ok(()));
    let found = kept.exercises().all().to_vec();
    assert!(found.contains(&missed_win()), "{found:?}");
    let looked = |kept: &mut Profile| run(kept, "b x k", DAY, |session| menu::title(session, &mut None)).1;
    let first = looked(&mut kept);
    assert_eq!(kept.exercises().all(), found);
    assert!(first == looked(&mut kept), "there is nothing new");
}

#[test]
fn a_review_plays_out_refutations() {
    let game = ActiveGame::new(boxed(gomoku::Game::from_record(recorded()).unwrap()), &GAMES);
    let mut nowhere = Profile::in_memory();
    let (_, screen) = run(&mut nowhere, "Right*30 p", DAY, |session| {
        review::show(session, &game, &Tree::default(), [true, true])
    });
    assert_golden("review-played-out", &screen);
}

#[test]
fn damaged_exercise_lines_are_refused() {
    let exercise = missed_win();
    let line = exercise.to_send();
    assert_eq!(Exercise::sent(&format!("  {line}\n")), Ok(exercise));
    for (at, letter) in line.char_indices() {
        for damaged in [
            line[..at].to_string(),
            format!("{}{}", &line[..at], &line[at + 1..]),
            format!("{}{letter}{}", &line[..at], &line[at..]),
            format!("{}~{}", &line[..at], &line[at + 1..]),
        ] {
            let read = Exercise::sent(&damaged);
            // A second space between words is harmless.
            assert!(read.is_err() || letter == ' ', "{damaged}");
        }
    }
    let nonsense = "gomoku 78 20.0 no position";
    let sum = crc32fast::hash(nonsense.as_bytes()) & 0xFFFF;
    assert!(Exercise::sent(&format!("{nonsense} {sum:04x}")).is_err());
}

#[test]
fn sent_exercises_can_be_copied_but_are_not_saved() {
    let folder = scratch();
    let mut kept = profile(folder.path());
    let exercise = missed_win();
    let keys = format!("Ctrl+C {} Enter", best(&exercise));
    let (copied, _) = run(&mut kept, &keys, DAY, |session| {
        let solved = exercises::open(session, &exercise);
        assert_eq!(solved, Ok(()));
        let clipboard = session.console.clipboard();
        clipboard.and_then(|clipboard| clipboard.text().ok())
    });
    assert_eq!(copied, Some(exercise.to_send()));
    assert!(kept.exercises().all().is_empty());
    let (_, screen) = run(&mut kept, "Ctrl+C", DAY, |session| exercises::open(session, &exercise));
    assert_golden("exercise-sent", &screen);
}
