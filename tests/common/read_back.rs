//! Checks that each format reads back what it writes.

use std::path::PathBuf;

use games::Game;
use games::records::{Assumptions, Format, Recorded, Score, read_as};
use games::tree::{ROOT, Tree, steps};

/// Reads the only game of a text.
pub fn read_back(format: Format, text: &str) -> Recorded {
    let name = PathBuf::from(format!("x.{format}"));
    let assumed = Assumptions::default();
    let games = read_as(&name, text.as_bytes(), &Default::default(), assumed);
    let mut games = games.unwrap_or_else(|why| panic!("{why} in {format}:\n{text}"));
    assert_eq!(games.len(), 1, "{format}:\n{text}");
    let game = games.remove(0);
    game.unwrap_or_else(|why| panic!("{why} in {format}:\n{text}"))
}

/// The moves to each node of the tree, with the node's comments and properties. SGF drops passes, so nodes
/// with equal moves are merged.
pub fn contents(recorded: &Recorded) -> Vec<(String, Vec<String>)> {
    let Some(tree) = &recorded.tree else {
        return Vec::new();
    };
    let (mut all, mut stack) = (Vec::<(String, Vec<String>)>::new(), vec![ROOT]);
    while let Some(n) = stack.pop() {
        let (node, line) = (tree.node(n), line_of(tree, n));
        let mut texts: Vec<String> = node.comment.lines().map(str::to_string).collect();
        texts.extend(node.properties.iter().map(|property| format!("{property:?}")));
        match all.last_mut().filter(|(last, _)| *last == line) {
            Some((_, before)) => before.extend(texts),
            None => all.push((line, texts)),
        }
        stack.extend(tree.children(n).iter().rev());
    }
    all.iter_mut().for_each(|(_, texts)| texts.sort());
    all
}

/// The moves to a node in SGF's notation.
pub fn line_of(tree: &Tree, n: usize) -> String {
    let letters = |(row, col): (usize, usize)| [col, row].map(|n| char::from(b'a' + n as u8));
    let steps = tree.path(n).into_iter().filter_map(|n| tree.node(n).step);
    steps.flat_map(letters).collect()
}

fn places(game: &dyn Game) -> Vec<(usize, usize)> {
    steps(game).into_iter().flatten().collect()
}

/// Writes a game in each text format and reads it back. Only data that the format calls unsupported may be
/// lost. Returns the number of formats that can store the game.
pub fn assert_only_unsupported_data_is_lost(recorded: &Recorded) -> usize {
    let mut written = 0;
    for format in Format::ALL {
        let Ok(text) = format.text(recorded) else {
            continue;
        };
        written += 1;
        let again = read_back(format, &text);
        let unsupported = format.unsupported(recorded);
        let supports = |data: &str| !unsupported.contains(&data);
        let game = &recorded.game;
        let why = format!("{format}, without {unsupported:?}:\n{text}\n{game}");
        if supports("moves") {
            assert_eq!(places(&*again.game), places(&**game), "moves in {why}");
        }
        let early = supports("resignations and losses on time");
        if game.lost().is_some() && early && supports("moves") {
            // A record of Othello stores it in the score.
            assert_eq!(again.result(), recorded.result(), "the loss in {why}");
        }
        let (ours, theirs) = (&recorded.heading, &again.heading);
        if supports("names") {
            let names = (&theirs.black, &theirs.white);
            assert_eq!(names, (&ours.black, &ours.white), "{why}");
        }
        if supports("dates") {
            assert_eq!(theirs.date, ours.date, "{why}");
        }
        if supports("events") {
            assert_eq!(theirs.event, ours.event, "{why}");
        }
        let scores = supports("scores") && supports("scores of resigned games");
        if recorded.score.is_some() && early && scores {
            let difference = |recorded: &Recorded| recorded.score.map(Score::difference);
            assert_eq!(difference(&again), difference(recorded), "the score in {why}");
        }
        if format.holds_trees() {
            assert_eq!(contents(&again), contents(recorded), "the tree in {why}");
        }
    }
    written
}
