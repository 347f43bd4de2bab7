//! The end of a game: the animation and the choices that follow.

use crate::common::at_the_board::{At, game_loop, play_game, seats, still};
use crate::common::pictures::{assert_golden, read_film};
use crate::common::recorded::{
    AnyGame, boxed, keys_of, keys_of_record, new_othello, recorded_championship, recorded_gomoku,
};
use app::play::games::GAMES;
use app::play::profile::Profile;
use games::gomoku;
use games::othello::Rules;
use screen::board;
use store::Store;
use tempfile::TempDir;
use turbo::dos::script::Script;
use turbo::dos::{Screen, parse_keys};

/// The frame at this time after the end, in ms, or `None` if the animation is over.
fn shown_after(game: &AnyGame, ms: u32) -> Option<Screen> {
    let mut shown = None;
    still().press("", |session| {
        let game = session.active(game.copy());
        let (face, look) = (game.entry.face, session.look(&game));
        let mut screen = Screen::default();
        board::draw(&mut screen, face, &*game, &look);
        let more = face.draw_ending(&mut screen, &*game, look.theme, ms);
        shown = more.then_some(screen);
    });
    shown
}

/// The keys of a short game that Black wins.
fn short_win() -> String {
    keys_of("e6f4e3f6g5d6e7f5c5")
}

#[test]
fn othello_ends_with_an_animated_count() {
    let recorded = recorded_championship();
    let game = &recorded[0].as_ref().unwrap().game;
    assert_golden("ending-counts", &shown_after(game, 1200).unwrap());
    assert_golden("ending-counted", &shown_after(game, 2600).unwrap());
    assert!(shown_after(game, 6000).is_none(), "it comes to its end");
}

#[test]
fn gomoku_ends_with_a_line_and_a_four_second_replay() {
    let game = boxed(gomoku::Game::from_record(recorded_gomoku(11)).unwrap());
    assert_golden("ending-five", &shown_after(&game, 450).unwrap());
    assert_golden("ending-runs", &shown_after(&game, 3300).unwrap());
    assert!(shown_after(&game, 1300 + 4000).is_some());
    assert!(shown_after(&game, 1300 + 4000 + 700).is_none());
}

#[test]
fn every_ending_animation_terminates() {
    for name in 0..GAMES.len() {
        for moves in [0, 1, 9, 225] {
            let mut game: AnyGame = match name {
                0 => new_othello(Rules::Standard),
                _ => boxed(gomoku::Game::default()),
            };
            for _ in 0..moves {
                if let Some(place) = game.moves().first() {
                    game.play(*place);
                }
            }
            if game.outcome().is_none() {
                game.lose(games::stone::Lost::Resigned);
            }
            assert!(shown_after(&game, 20_000).is_none(), "{moves} moves");
        }
    }
}

/// The times of the frames that a game with these keys shows.
fn pictures(mut at: At, mut game: AnyGame, keys: &str) -> Vec<u64> {
    let mut times = Vec::new();
    let mut script = Script::new(parse_keys(keys).unwrap(), |_, now| times.push(now));
    let _ = play_game(&mut script, &mut game, &mut at, &mut Profile::in_memory());
    drop(script);
    times
}

#[test]
fn the_ending_is_skipped_at_instant_speed() {
    let lasts = |at: At, rules: Rules| {
        let times = pictures(at, new_othello(rules), &short_win());
        times[times.len() - 1]
    };
    let nine_moves = 9 * 400;
    let shown = lasts(At::default(), Rules::Standard);
    assert!((nine_moves + 2000..nine_moves + 4000).contains(&shown), "{shown}");
    assert_eq!(lasts(still(), Rules::Standard), 0);
    assert_eq!(lasts(At::default(), Rules::Original), nine_moves);
}

#[test]
fn unwatched_scripts_skip_the_ending() {
    let mut game = new_othello(Rules::Standard);
    let keys = parse_keys(&short_win()).unwrap();
    let mut last = 0;
    let mut script = Script::new(keys, |_, now| last = now).unwatched();
    let _ = play_game(&mut script, &mut game, &mut At::default(), &mut Profile::in_memory());
    drop(script);
    assert_eq!(last, 9 * 400);
}

#[test]
fn the_review_offers_film_exercises_and_replay() {
    let after = |keys: &str| {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let store = Store::open(Some(folder.path().to_path_buf()));
        let mut at = still().seated(seats("human", "human", 1));
        let mut profile = Profile::open(store, &mut at.settings.clone());
        let mut game = boxed(gomoku::Game::default());
        let keys = format!("{} {keys}", keys_of_record(recorded_gomoku(11)));
        let (_, screen) = at.press_keeping(&keys, &mut profile, |session| game_loop(session, &mut game));
        let found = profile.exercises().all().to_vec();
        drop(profile);
        (screen, found, folder)
    };
    assert!(after("Enter").0 == after("F10 Right r").0, "Review is the first");
    let (.., folder) = after("Down*2 Enter Enter");
    let saved = std::fs::read_dir(folder.path().join("games")).unwrap();
    assert_eq!(saved.count(), 1, "Save");
    let (said, box_again) = (after("s Enter").0, after("Down*2").0);
    assert!(said != box_again, "it is said that the game was saved");
    assert!(after("s Enter Esc").0 == box_again);
    let (.., found, _) = after("r");
    assert!(found.iter().any(|one| one.played == "7a"), "mistakes become exercises: {found:?}");
    assert!(after("r e").0 != after("r").0, "E in the review opens them");
    assert!(after("r r Right").0 != after("r r").0, "R in the review steps through the game");
    let (.., folder) = after("r f");
    let film = std::fs::read(folder.path().join("pictures/qipan-film-001.png")).unwrap();
    assert_eq!(read_film(&film).len(), 36, "35 stones and the empty board");
}
