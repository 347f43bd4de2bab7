//! A tree as a line of text, which is kept with the game.
//!
//! A turn is its row and column, `2,3`, or `--` for a pass. What is said there follows: `c:` and the remark, or `p:`, the name of a
//! property and its values. Turns that stand one after the other make a line; where there are several ways on, each stands in brackets.
//! White space, `%` and `:` in a text are written as `%` and two hexadecimal digits.

use super::tree::{ROOT, Step, Tree};

/// The tree as a line, the main line first. An empty one is an empty text.
///
/// ```
/// use games::tree::{ROOT, Tree};
/// use games::tree_text::{read, text};
/// let mut tree = Tree::default();
/// let first = tree.push(ROOT, Some((2, 3)));
/// tree.push(first, Some((2, 2)));
/// let second = tree.push(first, Some((4, 2)));
/// tree.node_mut(second).comment = "not so good".to_string();
/// let line = text(&tree);
/// assert_eq!(line, "2,3 ( 2,2 ) ( 4,2 c:not%20so%20good )");
/// assert_eq!(read(&line, 8), Some(tree));
/// ```
pub fn text(tree: &Tree) -> String {
    enum Next {
        Turn(usize),
        Close,
    }
    let mut words = said(tree, ROOT);
    let mut waiting = Vec::new();
    let follow = |n: usize, waiting: &mut Vec<Next>| {
        for child in tree.children(n).iter().rev() {
            if tree.children(n).len() > 1 {
                waiting.push(Next::Close);
            }
            waiting.push(Next::Turn(*child));
        }
    };
    follow(ROOT, &mut waiting);
    while let Some(next) = waiting.pop() {
        let Next::Turn(n) = next else {
            words.push(")".to_string());
            continue;
        };
        if tree.parent(n).is_some_and(|n| tree.children(n).len() > 1) {
            words.push("(".to_string());
        }
        words.push(match tree.node(n).step {
            Some((row, col)) => format!("{row},{col}"),
            None => "--".to_string(),
        });
        words.extend(said(tree, n));
        follow(n, &mut waiting);
    }
    words.join(" ")
}

/// What is said at a node, one word for each item.
fn said(tree: &Tree, n: usize) -> Vec<String> {
    let node = tree.node(n);
    let comment = Some(&node.comment).filter(|comment| !comment.is_empty());
    let comment = comment.map(|comment| format!("c:{}", escaped(comment)));
    let more = node.more.iter().map(|(name, values)| {
        let values = values.iter().map(|value| format!(":{}", escaped(value)));
        format!("p:{}{}", escaped(name), values.collect::<String>())
    });
    comment.into_iter().chain(more).collect()
}

/// Reads what [`text`] wrote, for a board of `size` rows and columns. `None` where it makes no sense.
pub fn read(text: &str, size: usize) -> Option<Tree> {
    let mut tree = Tree::default();
    let (mut at, mut open) = (ROOT, Vec::new());
    for word in text.split_ascii_whitespace() {
        match word.split_once(':') {
            _ if word == "(" => open.push(at),
            _ if word == ")" => at = open.pop()?,
            Some(("c", comment)) => tree.node_mut(at).comment = unescaped(comment)?,
            Some(("p", rest)) => {
                let mut parts = rest.split(':').map(unescaped);
                let name = parts.next()??;
                let values: Option<Vec<String>> = parts.collect();
                tree.node_mut(at).more.push((name, values?));
            }
            _ => at = tree.push(at, step(word, size)?),
        }
    }
    open.is_empty().then_some(tree)
}

fn step(word: &str, size: usize) -> Option<Step> {
    if word == "--" {
        return Some(None);
    }
    let (row, col) = word.split_once(',')?;
    let line = |text: &str| text.parse().ok().filter(|n: &usize| *n < size);
    Some(Some((line(row)?, line(col)?)))
}

fn escaped(text: &str) -> String {
    let sign = |c: char| match c {
        ' ' | '%' | ':' => format!("%{:02x}", c as u32),
        c if c.is_ascii_control() => format!("%{:02x}", c as u32),
        c => c.to_string(),
    };
    text.chars().map(sign).collect()
}

fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut whole = parts.next()?.to_string();
    for part in parts {
        let code = u8::from_str_radix(part.get(..2)?, 16).ok()?;
        whole.push(char::from(code));
        whole.push_str(&part[2..]);
    }
    Some(whole)
}
