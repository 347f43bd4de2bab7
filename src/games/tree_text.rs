//! The text form of a tree, for saved games. It is a single line.
//!
//! A turn is written as its row and column, `2,3`, or as `--` for a pass. Its comment, `c:TEXT`, and its
//! properties, `p:NAME:VALUE...`, follow. If a turn has several continuations, each is in parentheses. White
//! space, `%` and `:` are escaped as `%` followed by two hexadecimal digits.

use super::tree::{ROOT, Step, Tree, Visit};

/// Writes a tree as one line. The line is empty if the tree has only a root without a comment or properties.
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
    let mut words = annotations(tree, ROOT);
    for visit in tree.walk() {
        match visit {
            Visit::Open => words.push("(".to_string()),
            Visit::Close => words.push(")".to_string()),
            Visit::Turn(n) => {
                words.push(match tree.node(n).step {
                    Some((row, col)) => format!("{row},{col}"),
                    None => "--".to_string(),
                });
                words.extend(annotations(tree, n));
            }
        }
    }
    words.join(" ")
}

/// The comment and the properties of a node, each as one word without spaces.
fn annotations(tree: &Tree, n: usize) -> Vec<String> {
    let node = tree.node(n);
    let comment = Some(&node.comment).filter(|comment| !comment.is_empty());
    let comment = comment.map(|comment| format!("c:{}", escaped(comment)));
    let properties = node.properties.iter().map(|(name, values)| {
        let values = values.iter().map(|value| format!(":{}", escaped(value)));
        format!("p:{}{}", escaped(name), values.collect::<String>())
    });
    comment.into_iter().chain(properties).collect()
}

/// Parses the output of [`text`] for a board with `size` rows and columns. Returns `None` if the text is
/// invalid.
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
                tree.node_mut(at).properties.push((name, values?));
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
        ' ' | '%' | ':' | '\0'..='\x1f' | '\x7f' => format!("%{:02x}", c as u32),
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
