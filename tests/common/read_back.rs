//! What is written of a game is read back as the same: how a test asks that of every format.

use std::path::PathBuf;

use games::Game;
use games::records::wthor_write::Writer;
use games::records::{Assumptions, Format, Recorded, Score, Write, read_as, wthor};
use games::tree::{ROOT, Tree, steps};

/// The one game of this text.
pub fn read_back(format: Format, text: &str) -> Recorded {
    let name = PathBuf::from(format!("x.{format}"));
    let games = read_as(
        &name,
        text.as_bytes(),
        &Default::default(),
        Assumptions::default(),
    );
    let mut games = games.unwrap_or_else(|why| panic!("{why} in {format}:\n{text}"));
    assert_eq!(games.len(), 1, "{format}:\n{text}");
    let game = games.remove(0);
    game.unwrap_or_else(|why| panic!("{why} in {format}:\n{text}"))
}

/// By how much black has won. A record may say it in discs or as their difference.
fn difference(recorded: &Recorded) -> Option<i32> {
    recorded.score.map(|score| match score {
        Score::Discs(black, white) => black as i32 - white as i32,
        Score::Difference(difference) | Score::Early(difference, _) => difference,
    })
}

/// All that a tree says, from its root along each line: the moves on the way to each node, and what is said there. A turn that was given
/// away because nothing could be played is no move: SGF leaves it out.
fn all_of(recorded: &Recorded) -> Vec<(String, Vec<String>)> {
    let Some(tree) = &recorded.tree else {
        return Vec::new();
    };
    let (mut all, mut waiting) = (Vec::<(String, Vec<String>)>::new(), vec![ROOT]);
    while let Some(n) = waiting.pop() {
        let (node, line) = (tree.node(n), line_of(tree, n));
        let mut said: Vec<String> = node.comment.lines().map(str::to_string).collect();
        said.extend(node.more.iter().map(|more| format!("{more:?}")));
        match all.last_mut().filter(|(last, _)| *last == line) {
            Some((_, before)) => before.extend(said),
            None => all.push((line, said)),
        }
        waiting.extend(tree.children(n).iter().rev());
    }
    all.iter_mut().for_each(|(_, said)| said.sort());
    all
}

/// The moves on the way to a node, as SGF has them.
pub fn line_of(tree: &Tree, n: usize) -> String {
    let letters = |(row, col): (usize, usize)| [col, row].map(|n| char::from(b'a' + n as u8));
    let steps = tree.path(n).into_iter().filter_map(|n| tree.node(n).step);
    steps.flat_map(letters).collect()
}

/// The places of a game's stones in their order.
fn places(game: &dyn Game) -> Vec<(usize, usize)> {
    steps(game).into_iter().flatten().collect()
}

/// Writes a game in each format that can hold it. What is read back must be the same, but for what the format says that it has no place for.
pub fn assert_that_nothing_is_lost_in_silence(recorded: &Recorded) -> usize {
    let mut written = 0;
    for format in Format::ALL {
        if !matches!(format.write, Write::Text(_)) {
            continue;
        }
        let Ok(text) = format.text(recorded) else {
            continue;
        };
        written += 1;
        let again = read_back(format, &text);
        let not_held = format.not_held(recorded);
        let held = |what: &str| !not_held.contains(&what);
        let why = format!(
            "{format}, which has no place for {not_held:?}:\n{text}\n{}",
            recorded.game
        );
        if held("moves") {
            assert_eq!(
                places(&*again.game),
                places(&*recorded.game),
                "moves in {why}"
            );
        }
        if recorded.game.lost().is_some()
            && held("how games ended before their end on the board")
            && held("moves")
        {
            // A record of Othello says it in its score.
            assert_eq!(again.result(), recorded.result(), "the loss in {why}");
        }
        let (ours, theirs) = (&recorded.heading, &again.heading);
        if held("names") {
            assert_eq!(
                (&theirs.black, &theirs.white),
                (&ours.black, &ours.white),
                "{why}"
            );
        }
        if held("dates") {
            assert_eq!(theirs.date, ours.date, "{why}");
        }
        if held("events") {
            assert_eq!(theirs.event, ours.event, "{why}");
        }
        if recorded.score.is_some()
            && held("scores")
            && held("how games ended before their end on the board")
            && held("by how much players who gave up lost")
        {
            assert_eq!(
                difference(&again),
                difference(recorded),
                "the score in {why}"
            );
        }
        if format.holds_trees() {
            assert_eq!(all_of(&again), all_of(recorded), "the tree in {why}");
        }
    }
    written
}

/// The same for a database, which holds moves, names and the year.
pub fn assert_that_a_database_keeps_the_moves(recorded: &Recorded) -> bool {
    let mut writer = Writer::new(&[], &[]);
    if writer.add(recorded).is_err() {
        return false;
    }
    let files = writer.finish((2026, 11, 25));
    let names = wthor::Names::read(&files.players, &files.tournaments).unwrap();
    let mut games = wthor::read(&files.games, &names).unwrap();
    let again = games.remove(0);
    let again = again.unwrap_or_else(|why| panic!("{why} in\n{}", recorded.game));
    assert_eq!(
        places(&*again.game),
        places(&*recorded.game),
        "{}",
        recorded.game
    );
    true
}
