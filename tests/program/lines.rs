//! Variations at the board: undone and replaced moves are kept.

use crate::common::at_the_board::{game_loop, still};
use crate::common::program::qipan;
use crate::common::recorded::{AnyGame, boxed, to};
use app::play::games::GAMES;
use app::play::profile::{Profile, game_from_text};
use app::play::settings::Table;
use games::gomoku;
use games::othello::{self, Rules};
use games::tree::{ROOT, Tree};
use games::tree_text;
use store::games::read_games;
use store::{Document, Store};

/// The game and its variations after these keys.
fn played(mut game: AnyGame, keys: &str) -> (AnyGame, Tree) {
    let mut at = still();
    let _ = at.press(keys, |session| {
        let left = game_loop(session, &mut game);
        session.grow(&session.active(game.copy()));
        left
    });
    let tree = at.table.tree.clone();
    (game, tree)
}

fn othello(keys: &str) -> (AnyGame, Tree) {
    played(boxed(othello::Game::new(Rules::Standard)), keys)
}

fn drop_at(cell: &str) -> String {
    format!("{} Enter", to(cell))
}

/// All lines of a tree, as move names.
fn lines(tree: &Tree, game: &AnyGame) -> Vec<String> {
    let ends = (0..tree.size()).filter(|n| tree.children(*n).is_empty());
    let name = |n: &usize| match tree.node(*n).step {
        Some(place) => game.name_of(place),
        None => "--".to_string(),
    };
    let mut lines: Vec<String> = ends.map(|end| tree.path(end).iter().map(name).collect()).collect();
    lines.sort();
    lines
}

/// Plays d3c5b6, replaces c5 by c3, then d3 by c4.
fn three_lines() -> String {
    let [d3, c5, b6, c3, c4] = ["d3", "c5", "b6", "c3", "c4"].map(drop_at);
    format!("{d3} {c5} {b6} Backspace*2 {c3} Backspace*2 {c4}")
}

#[test]
fn another_move_after_undo_keeps_the_first_line() {
    let (game, tree) = othello(&three_lines());
    let text = game.to_string();
    assert!(text.contains("\nmoves: c4"), "{text}");
    assert_eq!(lines(&tree, &game), ["c4", "d3c3", "d3c5b6"]);
    // The first line stays the main line.
    assert_eq!(tree.main_line().len(), 3);
}

#[test]
fn a_repeated_move_adds_no_line() {
    let [d3, c5] = ["d3", "c5"].map(drop_at);
    let (game, tree) = othello(&format!("{d3} {c5} Backspace*2 {d3} {c5} Backspace*2 Ctrl+U*2"));
    assert_eq!(lines(&tree, &game), ["d3c5"]);
    assert_eq!(game.t(), 3);
}

#[test]
fn v_walks_lines_and_enter_plays_on() {
    let moves = |keys: &str| {
        let (game, tree) = othello(&format!("{} Ctrl+B {keys}", three_lines()));
        assert_eq!(lines(&tree, &game).len(), 3, "{keys}");
        let text = game.to_string();
        let line = text.lines().find_map(|line| line.strip_prefix("moves: "));
        line.unwrap().to_string()
    };
    for (keys, there) in [
        ("Enter", "c4"),
        ("Esc", "c4"),
        ("Ctrl+B", "c4"),
        ("Left Enter", "d3c3"),
        ("Left Up Enter", "d3"),
        ("Left Down Enter", "d3c3"),
        ("Left*2 End Enter", "d3c5b6"),
        ("Left*2 Enter Ctrl+U Ctrl+U", "d3c5b6"),
        ("Left*2 Down*2 Right Enter", "d3c3"),
        ("Left*2 Down*2 Right*2 Enter", "c4"),
        ("Home Enter", ""),
        ("Left*2 End Esc", "c4"),
    ] {
        assert_eq!(moves(keys), there, "after '{keys}'");
    }
}

#[test]
fn displayed_values_are_stored_in_the_tree() {
    let [d3, c5] = ["d3", "c5"].map(drop_at);
    let (game, tree) = othello(&format!("{d3} F6 {c5} F6"));
    let value = |n| tree.property(n, "V").and_then(|value| value.parse::<f32>().ok());
    let line = tree.main_line();
    assert_eq!(value(ROOT), None, "nothing was shown there\n{game}");
    let best = value(line[0]).expect("white to move, after d3");
    let played = value(line[1]).expect("c5 was one of the moves shown");
    assert!(best <= played, "white likes no move better than the best: {best} {played}");
    let (_, tree) = played_gomoku("h 8 Enter F6 i 7 Enter");
    let line = tree.main_line();
    assert!(tree.property(line[0], "V").is_some());
}

fn played_gomoku(keys: &str) -> (AnyGame, Tree) {
    played(boxed(gomoku::Game::default()), keys)
}

#[test]
fn files_keep_all_lines() {
    let folder = tempfile::tempdir().unwrap();
    let fork = "h 8 Enter h 7 Enter Backspace i 7 Enter F3 Enter";
    for (command, keys, main, all) in [
        ("gomoku", fork.to_string(), "7788", vec!["h8h7", "h8i7"]),
        ("othello", format!("{} F6 F6 F3 Enter", three_lines()), "c4", vec!["c4", "d3c3", "d3c5b6"]),
    ] {
        let run = |command: &str, keys: &str| {
            let data = folder.path().to_str().unwrap();
            let args = ["--speed", "instant", "--dump", "--keys", keys, "--data", data];
            let output = qipan(&[&[command], &args[..]].concat());
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        run(command, &keys);
        let file = folder.path().join(format!("games/{command}-1.sgf"));
        let recorded = read_games(&file).unwrap().remove(0).unwrap();
        let tree = recorded.tree.clone().expect("it has lines");
        assert_eq!(lines(&tree, &recorded.game), all);
        assert_eq!(lines(&tree, &recorded.game).len(), all.len());
        let first: String = tree
            .main_line()
            .iter()
            .map(|n| recorded.game.record_name_of(tree.node(*n).step.unwrap()))
            .collect();
        assert_eq!(first, main, "the line at the board is the game");
        // Opening and playing on keeps all lines.
        let walked = run(command, "F4 Down Enter End Enter Ctrl+B Right Enter F3 Enter");
        assert!(!walked.is_empty());
        let again = folder.path().join(format!("games/{command}-2.sgf"));
        let again = read_games(&again).unwrap().remove(0).unwrap();
        let tree = again.tree.clone().expect("it has lines");
        assert_eq!(lines(&tree, &again.game), all);
        std::fs::remove_dir_all(folder.path().join("games")).unwrap();
    }
}

#[test]
fn saved_games_keep_all_lines() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = still();
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let mut profile = Profile::open(Ok(store), &mut at.settings);
    // Simulates kill -9: nothing is written at the end.
    let mut game: AnyGame = boxed(othello::Game::new(Rules::Standard));
    let mut seen = Tree::default();
    let _ = at.press_keeping(&three_lines(), &mut profile, |session| {
        let left = game_loop(session, &mut game);
        seen = session.table.tree.clone();
        left
    });
    std::mem::forget(profile);
    let store = Store::open(Some(folder.path().to_path_buf())).unwrap();
    let Document::Text(text) = store.read("game-1").unwrap() else { panic!("the game is kept") };
    let mut table = Table::default();
    let read = game_from_text(&text, &GAMES, &mut table).unwrap();
    assert_eq!(*read, *game);
    assert_eq!(tree_text::text(&table.tree), tree_text::text(&seen));
    assert_eq!(lines(&table.tree, &read.game), ["c4", "d3c3", "d3c5b6"]);
}

#[test]
fn finished_games_with_variations_stay_saved() {
    let folder = tempfile::tempdir().unwrap();
    let run = |keys: &str| {
        let data = folder.path().to_str().unwrap();
        let output = qipan(&["gomoku", "--keys", keys, "--dump", "--data", data]);
        assert!(output.status.success(), "{output:?}");
    };
    let five = crate::common::recorded::keys_of_record("000110112021303140");
    run(&format!("a 1 5 Enter a 1 4 Enter Backspace a 1 3 Enter Backspace*2 {five}"));
    let text = std::fs::read_to_string(folder.path().join("game-1")).unwrap();
    assert!(text.contains("\nlines "), "{text}");
    let mut table = Table::default();
    let (_, text) = text.split_once('\n').unwrap();
    let game = game_from_text(text, &GAMES, &mut table).unwrap();
    let found = lines(&table.tree, &game.game).len();
    assert_eq!(found, 2, "{}", tree_text::text(&table.tree));
}

#[test]
fn swap2_games_have_variations() {
    let setup =
        gomoku::Setup::new(gomoku::Rules::Freestyle, games::stone::Stone::Black, gomoku::Opening::Swap2);
    let game: AnyGame = boxed(gomoku::Game::new(setup.unwrap()));
    let keys =
        "h 8 Enter h 7 Enter i 7 Enter b g 9 Enter f 1 0 Enter Backspace*5 h 6 Enter j 6 Enter b e 1 1 Enter";
    let (at, tree) = played(game.clone(), keys);
    assert_eq!(lines(&tree, &at).len(), 2, "{}", tree_text::text(&tree));
    let (there, _) = played(game, &format!("{keys} Ctrl+B Left End Enter"));
    assert!(there.to_string().contains("record: 7778886655"), "{there}");
}

#[test]
fn large_trees_are_laid_out_without_overlap() {
    use screen::branches::Layout;
    let mut tree = Tree::default();
    let mut nodes = vec![ROOT];
    for n in 0..2000_usize {
        let parent = nodes[(n * 7919) % nodes.len()];
        nodes.push(tree.push(parent, Some((n % 15, n / 15 % 15))));
    }
    let layout = Layout::of(&tree);
    let all = nodes.iter().map(|n| (layout.line(*n), tree.path(*n).len()));
    let mut places: Vec<(usize, usize)> = all.collect();
    places.sort_unstable();
    let count = places.len();
    places.dedup();
    assert_eq!(places.len(), count, "two turns stand in one place");
    let ends = nodes.iter().filter(|n| tree.children(**n).is_empty());
    assert_eq!(ends.count(), layout.lines());
}
