//! The variations of a record in the replay, and the screen with the whole game tree.

use std::borrow::Cow;

use super::animation::show_step;
use super::annotated::{ShownValues, in_words};
use super::dialog;
use super::games::{ActiveGame, Entry};
use super::session::Session;
use super::turn::Effect;
use super::values;
use games::Game;
use games::records::{Recorded, printable};
use games::tree::{ROOT, Tree, forks, steps};
use players::hints::Hints;
use screen::board;
use screen::branches::{Layout, draw};
use screen::moves::number;
use screen::panel;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The maximum number of nodes in a tree that is kept when the user plays on from a record. It is limited
/// because every move saves the whole tree.
const MOST: usize = 5000;
/// The number of turns that Page up and Page down skip.
const PAGE: usize = 10;
/// The maximum number of characters shown of a comment.
const LONGEST: usize = 900;

/// The variations of a recorded game, and the line that the replay follows.
pub(crate) struct Variations<'a> {
    tree: Cow<'a, Tree>,
    /// The nodes of the line, from its first move to its end.
    line: Vec<usize>,
}

impl<'a> Variations<'a> {
    /// Starts on the line of the recorded game, which includes moves that were taken back.
    pub(crate) fn of(recorded: &'a Recorded) -> Variations<'a> {
        let tree = match &recorded.tree {
            Some(tree) => Cow::Borrowed(tree),
            None => {
                let mut tree = Tree::default();
                tree.add_game_with_undone(&*recorded.game);
                Cow::Owned(tree)
            }
        };
        let line = line_of(&tree, &*recorded.game);
        Variations { tree, line }
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Goes to the position that the game `moves` has reached, if the record contains it. Returns `game` at
    /// that position; redo continues along the line.
    pub(crate) fn go_to(&mut self, moves: &dyn Game, game: &ActiveGame) -> Option<ActiveGame> {
        let n = self.tree.find(moves)?;
        self.line = self.tree.line(n);
        game_at(&self.tree, game, n, &self.line)
    }

    fn node(&self, game: &dyn Game) -> Option<usize> {
        match steps(game).len() {
            0 => Some(ROOT),
            n => self.line.get(n - 1).copied(),
        }
    }

    /// Returns the record's comment on the position, or an empty text.
    pub(crate) fn remark(&self, game: &dyn Game) -> &str {
        let node = self.node(game);
        node.map_or("", |n| &self.tree.node(n).comment)
    }

    /// Returns the number of the last move among its alternatives, from 1, and the number of alternatives.
    /// Returns `None` if it is the only move.
    pub(crate) fn number(&self, game: &dyn Game) -> Option<(usize, usize)> {
        let n = self.node(game)?;
        let all = self.tree.children(self.tree.parent(n)?);
        let at = all.iter().position(|other| *other == n)?;
        (all.len() > 1).then_some((at + 1, all.len()))
    }

    /// Stores the visible move values in the tree.
    pub(crate) fn note(&mut self, game: &dyn Game, hints: Option<&Hints>) {
        note(&mut self.tree, game, hints);
    }

    /// Lets the user browse the tree. Returns the game at the chosen node, where redo continues along the
    /// node's line, or `None` if the node is unchanged.
    pub(crate) fn walk(
        &mut self,
        session: &mut Session<'_>,
        game: &ActiveGame,
    ) -> Result<Option<ActiveGame>, Quit> {
        let Some(at) = self.node(&**game) else {
            return Ok(None);
        };
        let chosen = walk(session, &mut self.tree, game, at)?;
        Ok(chosen.map(|(n, there)| {
            self.line = self.tree.line(n);
            there
        }))
    }

    /// Returns the tree for playing on, or an empty one if it is too large.
    pub(crate) fn into_tree(self) -> Tree {
        if self.tree.size() <= MOST { self.tree.into_owned() } else { Tree::default() }
    }
}

fn note(tree: &mut Cow<'_, Tree>, game: &dyn Game, hints: Option<&Hints>) {
    if let Some(shown) = hints.and_then(|hints| ShownValues::of(game, hints))
        && tree.size() <= MOST
    {
        shown.write(tree.to_mut());
    }
}

/// Shows all variations of the game at the board. The user can play on from any position in them.
pub(crate) fn at_the_board(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Effect, Quit> {
    session.grow(game);
    let mut tree: Cow<'_, Tree> = Cow::Owned(std::mem::take(&mut session.table.tree));
    let chosen = match tree.find(&**game) {
        Some(at) => walk(session, &mut tree, game, at),
        None => Ok(None),
    };
    session.table.tree = tree.into_owned();
    let Some((_, there)) = chosen? else {
        return Ok(Effect::redraw());
    };
    if there.swapped() != game.swapped() {
        session.table.swap();
    }
    *game = there;
    // The other player may be to move in the chosen position.
    session.start_clock();
    session.table.stone_at = None;
    session.table.scroll = 0;
    Ok(Effect::redraw())
}

/// Returns the line of a game in its tree: its moves, the moves that were taken back, and the main line after
/// them.
fn line_of(tree: &Tree, game: &dyn Game) -> Vec<usize> {
    let mut whole = game.copy();
    while whole.redo() {}
    let end = tree.find(&*whole);
    end.map_or_else(|| tree.main_line(), |end| tree.line(end))
}

/// Returns the game at node `n`, where redo continues along `line`.
fn game_at(tree: &Tree, game: &ActiveGame, n: usize, line: &[usize]) -> Option<ActiveGame> {
    let end = line.last().copied().unwrap_or(n);
    let mut there = game.with(tree.game_at(&**game, end)?);
    let depth = tree.path(n).len();
    while steps(&*there).len() > depth {
        there.undo();
    }
    Some(there)
}

/// Lets the user browse a tree from the node of the current game: Up and Down move within the line, Right and
/// Left to other lines. Enter returns the chosen node and its game, Esc `None`. Restores the screen.
fn walk(
    session: &mut Session<'_>,
    tree: &mut Cow<'_, Tree>,
    origin: &ActiveGame,
    mut at: usize,
) -> Result<Option<(usize, ActiveGame)>, Quit> {
    let under = session.console.screen().clone();
    let layout = Layout::of(tree);
    let mut line = line_of(tree, &**origin);
    let mut game = origin.clone();
    let chosen = loop {
        show(session, &game, (tree, &layout), at, &line);
        let mut hints = values::begin(session, &game);
        let nowhere = game.grid().start();
        let key = values::key_while(session, |session| {
            values::show_on_board(session, &game, &mut hints, (nowhere, None))
        })?;
        note(tree, &*game, hints.as_ref());
        let depth = tree.path(at).len();
        let in_line = |depth: usize| depth.checked_sub(1).map_or(ROOT, |n| line[n]);
        let to = match key {
            Key::Down | Key::Space => in_line((depth + 1).min(line.len())),
            Key::Up | Key::Backspace => in_line(depth.saturating_sub(1)),
            Key::PageDown => in_line((depth + PAGE).min(line.len())),
            Key::PageUp => in_line(depth.saturating_sub(PAGE)),
            Key::Home => ROOT,
            Key::End => in_line(line.len()),
            Key::Right => {
                let other = (layout.line(at) + 1).min(layout.lines() - 1);
                layout.beside(tree, at, other)
            }
            Key::Left => layout.beside(tree, at, layout.line(at).saturating_sub(1)),
            Key::F(6) => {
                session.settings.values = !session.settings.values;
                at
            }
            Key::Enter => break Some((at, game)),
            Key::Esc | Key::Ctrl('b') => break None,
            key if key.letter() == Some('v') => break None,
            key if key.letter() == Some('c') => {
                tell_remark(session, &tree.node(at).comment)?;
                at
            }
            _ => at,
        };
        if to == at {
            continue;
        }
        let new_line = if line.contains(&to) || to == ROOT { line.clone() } else { tree.line(to) };
        if let Some(there) = game_at(tree, origin, to, &new_line) {
            if matches!(key, Key::Down | Key::Space) {
                show_step(session, &game, &there)?;
            }
            (at, line, game) = (to, new_line, there);
        }
    };
    // Choosing the starting node changes nothing: the moves that were taken back remain, and the stone does
    // not move.
    let stays = |n: usize| tree.find(&**origin) == Some(n);
    let chosen = chosen.filter(|(n, _)| !stays(*n));
    *session.console.screen() = under;
    Ok(chosen)
}

/// Draws the board with the last move marked, and the tree beside it.
fn show(
    session: &mut Session<'_>,
    game: &ActiveGame,
    (tree, layout): (&Tree, &Layout),
    at: usize,
    line: &[usize],
) {
    let mut look = session.look(game);
    let (Entry { face, computer, .. }, game) = (*game.entry, &**game);
    look.forks = forks(tree, game);
    let screen = session.console.screen();
    board::draw(screen, face, game, &look);
    let last = board::mark_last(screen, face, game, &look);
    let mut words = vec![say!("The beginning").to_string()];
    if let Some((t, place)) = last {
        let (stone, name) = (game.stone_of_turn(t), game.name_of(place));
        words[0] =
            say!("Move {number}: {stone} {name}", number = number(game, t), stone = stone.name(), name);
    }
    words.push(say!("Line {line} of {lines}", line = layout.line(at) + 1, lines = layout.lines()));
    words.extend(in_words(tree, at, computer.unit(game)).map(|value| say!("Value: {value}", value)));
    if !tree.node(at).comment.is_empty() {
        words.push(say!("Remark: C").to_string());
    }
    draw(screen, game, (tree, layout), at, line, &words);
    let keys = [
        ("↑↓", say!("Step||of a game")),
        ("← →", say!("Line")),
        ("PgDn", say!("Ten")),
        ("F6", say!("Values")),
        ("Enter", say!("Play on")),
        ("F1", say!("Help")),
        ("Esc", say!("Close")),
    ];
    panel::key_line(screen, &keys);
}

/// Shows a comment in the record, if there is one.
pub(crate) fn tell_remark(session: &mut Session<'_>, remark: &str) -> Result<(), Quit> {
    let words: Vec<&str> = remark.split_whitespace().collect();
    match &words[..] {
        [] => Ok(()),
        words => {
            let remark = printable(&words.join(" "), LONGEST);
            dialog::tell(&mut session.console, &remark)
        }
    }
}
