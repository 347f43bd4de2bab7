//! The heap in the values window: lists in a row, trees as trees, and the variables that point to them.

use super::data::{GLOBAL, Kind, SEEN, Writer, short};
use turbo::c::{Heap, HeapBlock, Link, Part, Value};
use turbo::dos::bgi::columns_of;
use words::say;

/// The maximum number of blocks that a variable draws, and the maximum depth of a tree.
const MOST: usize = 40;
/// The maximum number of names beside a box.
const NAMES: usize = 3;
const DEEPEST: usize = 12;
/// The maximum number of values in a box, and of characters of a value.
const VALUES: usize = 12;
const LONGEST: usize = 16;
/// The maximum number of blocks in a line of the list of variables.
const SHORT: usize = 6;
/// The left edge of the continuation of a list.
const INDENT: usize = 6;

/// A piece of text in a line.
struct Text {
    column: usize,
    text: String,
    kind: Kind,
    /// Its C expression.
    of: Option<String>,
    /// Its block, and its offset there.
    part: Option<(usize, usize)>,
}

impl Text {
    fn new(column: usize, text: impl Into<String>, kind: Kind) -> Text {
        Text { column, text: text.into(), kind, of: None, part: None }
    }

    fn end(&self) -> usize {
        self.column + columns_of(&self.text)
    }
}

/// The lines of a drawing, its width, and the column of its uppermost box's middle.
struct Drawing {
    lines: Vec<Vec<Text>>,
    width: usize,
    middle: usize,
}

struct Drawer<'a> {
    heap: &'a Heap,
    drawn: Vec<bool>,
    /// The number of blocks that may still be drawn for a variable.
    left: usize,
    /// The variable being drawn.
    drawing: String,
}

/// The block to which a part points.
fn target(part: &Part) -> Option<usize> {
    match part.link {
        Some(Link::Block(n, _)) => Some(n),
        _ => None,
    }
}

impl Drawer<'_> {
    fn block(&self, n: usize) -> &HeapBlock {
        &self.heap.blocks[n]
    }

    /// True if a block points to another one.
    fn points(&self, from: usize, to: usize) -> bool {
        self.block(from).parts.iter().any(|part| target(part) == Some(to))
    }

    /// Returns the pointers of a block, without those that lead back to a block that points to it.
    fn forward(&self, n: usize, parent: Option<(usize, &str)>) -> Vec<&Part> {
        let is_back =
            |part: &&Part| parent.is_some_and(|(from, by)| target(part) == Some(from) && part.path != by);
        self.block(n).parts.iter().filter(|part| part.link.is_some() && !is_back(part)).collect()
    }

    /// Counts the blocks that point to a block and to which it does not point.
    fn leading_to(&self, n: usize) -> usize {
        let others = (0..self.heap.blocks.len()).filter(|other| *other != n && self.points(*other, n));
        others.filter(|other| !self.points(n, *other)).count()
    }

    fn is_shared(&self, n: usize) -> bool {
        self.leading_to(n) > 1
    }

    /// Returns the blocks that can be reached from a block, beginning with it.
    fn reachable(&self, n: usize) -> Vec<usize> {
        let (mut found, mut at) = (vec![n], 0);
        while let Some(n) = found.get(at).copied() {
            let targets = self.block(n).parts.iter().filter_map(target);
            targets.for_each(|to| {
                if !found.contains(&to) {
                    found.push(to)
                }
            });
            at += 1;
        }
        found
    }

    /// True if the blocks are a list: each leads to one other, and perhaps back.
    fn is_list(&self, blocks: &[usize]) -> bool {
        let is_double = blocks.iter().any(|n| {
            let mut to = self.block(*n).parts.iter().filter_map(target);
            to.any(|to| to != *n && self.points(to, *n))
        });
        blocks.iter().all(|n| {
            let parts = &self.block(*n).parts;
            let ahead = |part: &&Part| target(part).is_some_and(|to| !is_double || !self.points(to, *n));
            let (pointers, ahead) =
                (parts.iter().filter(|p| p.link.is_some()).count(), parts.iter().filter(ahead).count());
            pointers <= 1 || is_double && pointers == 2 && ahead <= 1
        })
    }

    /// Returns the box of a block that begins at a column. Trees omit the pointers.
    fn boxed(&self, n: usize, column: usize, of: Option<&str>, bare: bool) -> Vec<Text> {
        let block = self.block(n);
        let plain = Kind::Box { fresh: false };
        let mut texts = vec![Text { part: Some((n, 0)), ..Text::new(column, "[", plain) }];
        let parts: Vec<&Part> = block.parts.iter().filter(|part| !bare || part.link.is_none()).collect();
        let mut push = |text: Text| {
            let column = texts.last().map_or(column, Text::end);
            texts.push(Text { column, ..text });
        };
        for (at, part) in parts.iter().take(VALUES).enumerate() {
            if at > 0 {
                push(Text::new(0, "|", plain));
            }
            let text: String = match (&part.link, &part.value) {
                (Some(_), _) => "•".to_string(),
                (None, value) => short(value).chars().take(LONGEST).collect(),
            };
            push(Text {
                of: of.map(|of| format!("{of}{}", part.path)),
                part: Some((n, part.at)),
                ..Text::new(0, text, Kind::Box { fresh: part.changed })
            });
        }
        match parts.len().checked_sub(VALUES) {
            _ if block.parts.is_empty() => {
                push(Text::new(0, say!("{count} bytes", count = block.bytes), plain))
            }
            Some(more @ 1..) => push(Text::new(0, format!("|+{more}"), plain)),
            _ => {}
        }
        push(Text::new(0, "]", plain));
        texts
    }

    /// Returns the variables that point to a block, or to an offset in it, without the one that draws it.
    fn names(&self, n: usize, offset: Option<usize>) -> Vec<&str> {
        let is_it = |part: &&Part| match part.link {
            Some(Link::Block(to, at)) => to == n && offset.is_none_or(|offset| at == offset),
            _ => false,
        };
        let roots = self.heap.roots.iter().map(|(_, part)| part).filter(is_it);
        let mut names: Vec<&str> =
            roots.map(|part| &*part.path).filter(|name| *name != self.drawing).collect();
        names.dedup();
        names.truncate(NAMES);
        names
    }

    /// Describes a pointer that leads to no box beside it: `NULL`, freed, or to a block drawn elsewhere.
    fn end(&self, column: usize, part: &Part) -> Text {
        match (part.link, &part.value) {
            (Some(Link::Block(n, _)), _) => {
                let own = self.heap.roots.iter().find(|(_, part)| target(part) == Some(n));
                let name = own.map_or(&self.block(n).address, |(_, part)| &part.path);
                Text::new(column, format!("({name})"), Kind::Warning)
            }
            (Some(Link::Freed), _) => Text::new(column, say!("freed||a block of memory"), Kind::Warning),
            (_, value) => Text::new(column, value.to_string(), Kind::Index),
        }
    }

    /// Draws a tree whose root is not drawn yet.
    fn tree(&mut self, n: usize, parent: Option<(usize, &str)>, of: Option<&str>, depth: usize) -> Drawing {
        self.drawn[n] = true;
        self.left = self.left.saturating_sub(1);
        let links: Vec<Part> = self.forward(n, parent).into_iter().cloned().collect();
        let mut own = self.boxed(n, 0, of, true);
        let mut names = self.names(n, None).join(",");
        if names.is_empty() && self.is_shared(n) {
            names.clone_from(&self.block(n).address);
        }
        let width = own.last().map_or(0, Text::end);
        if !names.is_empty() {
            own.push(Text::new(width, format!("←{names}"), Kind::Name));
        }
        let mut children: Vec<Drawing> = Vec::new();
        let has_child = links.iter().any(|part| !matches!(part.link, Some(Link::Null | Link::Other)));
        for part in links.iter().filter(|_| has_child) {
            let of = of.map(|of| format!("{of}{}", part.path));
            children.push(match part.link {
                Some(Link::Block(to, _)) if !self.drawn[to] && self.left > 0 && depth < DEEPEST => {
                    self.tree(to, Some((n, &part.path)), of.as_deref(), depth + 1)
                }
                Some(Link::Block(to, _)) if !self.drawn[to] => Drawing::of(Text::new(0, "...", Kind::Index)),
                Some(Link::Null | Link::Other) => Drawing { lines: Vec::new(), width: 1, middle: 0 },
                _ => Drawing::of(self.end(0, part)),
            });
        }
        below(own, width, children)
    }

    /// Draws a list from a block on into lines that begin at `column`.
    fn list(&mut self, n: usize, column: usize, of: Option<String>) -> Vec<Vec<Text>> {
        let mut lines: Vec<Vec<Text>> = vec![Vec::new()];
        let (mut at, mut column, mut of) = (Some(n), column, of);
        let mut parent: Option<(usize, String)> = None;
        while let Some(n) = at.take() {
            self.drawn[n] = true;
            self.left = self.left.saturating_sub(1);
            let mut texts = self.boxed(n, column, of.as_deref(), false);
            column = texts.last().map_or(0, Text::end);
            if column > SEEN.1 && texts[0].column > INDENT {
                let shift = texts[0].column - INDENT;
                texts.iter_mut().for_each(|text| text.column -= shift);
                lines.push(vec![Text::new(INDENT - 2, "→", Kind::Index)]);
                column -= shift;
            }
            let line = lines.last_mut().expect("has a line");
            line.append(&mut texts);
            let next = self.forward(n, parent.as_ref().map(|(n, by)| (*n, &**by)));
            let Some(part) = next.last().copied().filter(|part| part.value != Value::Unset).cloned() else {
                break;
            };
            let follows = target(&part).filter(|to| !self.drawn[*to] && self.left > 0);
            let back =
                |to: usize| self.block(to).parts.iter().any(|p| target(p) == Some(n) && p.path != part.path);
            let is_double = follows.is_some_and(back);
            line.push(Text::new(column + 1, if is_double { "↔" } else { "→" }, Kind::Index));
            column += 3;
            match follows {
                Some(to) => {
                    at = Some(to);
                    of = of.map(|of| format!("{of}{}", part.path));
                    parent = Some((n, part.path));
                }
                None if target(&part).is_some_and(|to| !self.drawn[to]) => {
                    line.push(Text::new(column, "...", Kind::Index));
                }
                None => {
                    let end = self.end(column, &part);
                    lines.last_mut().expect("has a line").push(end);
                }
            }
        }
        lines
    }
}

/// Describes the list to which a variable of a stack frame points, in a line such as `→ 7 → 9 → NULL`. Returns
/// `None` if it points to no struct.
pub(super) fn in_line(heap: &Heap, call: Option<usize>, name: &str) -> Option<String> {
    let (_, root) = heap.roots.iter().find(|(of, part)| *of == call && part.path == name)?;
    let mut part = root;
    let mut line = String::new();
    for n in 0..SHORT {
        let Some(to) =
            target(part).filter(|to| heap.blocks[*to].parts.iter().any(|part| part.link.is_some()))
        else {
            let end = Drawer { heap, drawn: Vec::new(), left: 0, drawing: String::new() }.end(0, part);
            return (n > 0).then(|| format!("{line}→ {}", end.text));
        };
        let (links, values): (Vec<&Part>, Vec<&Part>) =
            heap.blocks[to].parts.iter().partition(|part| part.link.is_some());
        let values: Vec<String> = values.iter().map(|part| short(&part.value)).collect();
        line += &format!("→ {} ", values.join(","));
        match links[..] {
            [next] if next.value != Value::Unset => part = next,
            _ => return Some(line + "..."),
        }
    }
    Some(line + "...")
}

impl Drawing {
    fn of(text: Text) -> Drawing {
        let width = text.end();
        Drawing { lines: vec![vec![text]], width, middle: width / 2 }
    }
}

/// Draws a box above its children, with lines to them.
fn below(mut own: Vec<Text>, width: usize, children: Vec<Drawing>) -> Drawing {
    if children.is_empty() {
        let right = own.last().map_or(0, Text::end);
        return Drawing { lines: vec![own], width: right, middle: width / 2 };
    }
    let (mut lines, mut edge): (Vec<Vec<Text>>, usize) = (Vec::new(), 0);
    let mut ends = Vec::new();
    let mut middles = Vec::new();
    for child in children {
        middles.push(edge + child.middle);
        if !child.lines.is_empty() {
            ends.push(edge + child.middle);
        }
        for (n, texts) in child.lines.into_iter().enumerate() {
            if lines.len() <= n {
                lines.push(Vec::new());
            }
            lines[n].extend(texts.into_iter().map(|text| Text { column: text.column + edge, ..text }));
        }
        edge += child.width + 2;
    }
    let middle = (middles[0] + middles[middles.len() - 1]) / 2;
    // A wide box needs room on its left.
    let shift = (width / 2).saturating_sub(middle);
    let middle = middle + shift;
    lines.iter_mut().flatten().for_each(|text| text.column += shift);
    ends.iter_mut().for_each(|end| *end += shift);
    let (first, last) = (ends[0].min(middle), ends[ends.len() - 1].max(middle));
    let corner = |column: usize| match (ends.contains(&column), column == middle) {
        (true, true) if first == last => '│',
        (true, true) => '┼',
        (false, true) if column == first => '└',
        (false, true) if column == last => '┘',
        (false, true) => '┴',
        (true, false) if column == first => '┌',
        (true, false) if column == last => '┐',
        (true, false) => '┬',
        _ => '─',
    };
    let branches = vec![Text::new(first, (first..=last).map(corner).collect::<String>(), Kind::Index)];
    own.iter_mut().for_each(|text| text.column += middle - width / 2);
    let right = own.last().map_or(0, Text::end);
    lines.splice(0..0, [own, branches]);
    Drawing { lines, width: right.max(edge - 2 + shift), middle }
}

impl Writer<'_> {
    /// Adds the heap: each variable with the list or tree that it points to, and the lost blocks.
    pub(super) fn heap(&mut self, heap: &Heap) {
        if heap.blocks.is_empty() && heap.roots.is_empty() {
            return;
        }
        self.heading(say!("Heap"));
        let drawn = vec![false; heap.blocks.len()];
        let mut drawer = Drawer { heap, drawn, left: MOST, drawing: String::new() };
        let inner: Vec<bool> = (0..heap.blocks.len()).map(|n| drawer.leading_to(n) > 0).collect();
        // The start of a list comes before the variables that point into it.
        let mut roots: Vec<_> = heap.roots.iter().collect();
        roots.sort_by_key(|(_, part)| target(part).is_none_or(|n| inner[n]));
        for (call, part) in roots {
            self.call = call.unwrap_or(GLOBAL);
            match part.link {
                Some(Link::Block(n, offset)) if !drawer.drawn[n] => {
                    let of = (offset == 0).then_some(&*part.path);
                    self.structure(&mut drawer, n, (&part.path, Kind::Name), of);
                }
                Some(Link::Freed) => {
                    let end = drawer.end(5 + columns_of(&part.path), part);
                    let name = Text { of: Some(part.path.clone()), ..Text::new(2, &*part.path, Kind::Name) };
                    self.texts(vec![name, Text::new(3 + columns_of(&part.path), "→", Kind::Index), end]);
                }
                _ => {}
            }
        }
        let is_lost = |n: &usize| heap.blocks[*n].is_lost;
        let lost: Vec<usize> = (0..heap.blocks.len()).filter(is_lost).collect();
        let mut ordered = lost.clone();
        ordered.sort_by_key(|n| inner[*n]);
        for n in ordered {
            if !drawer.drawn[n] {
                self.structure(&mut drawer, n, (say!("lost||a block of memory"), Kind::Warning), None);
            }
        }
        if heap.more > 0 {
            self.piece(2, say!("+{more} more", more = heap.more), Kind::Index, None);
            self.line += 1;
        }
    }

    /// Adds the list or the tree that begins at a block, behind its name.
    fn structure(&mut self, drawer: &mut Drawer<'_>, n: usize, (name, kind): (&str, Kind), of: Option<&str>) {
        if self.line > super::data::MOST {
            return;
        }
        let reachable = drawer.reachable(n);
        let left = columns_of(name) + 5;
        drawer.left = MOST;
        drawer.drawing = name.to_string();
        let is_list = drawer.is_list(&reachable);
        let mut lines = match is_list {
            true => drawer.list(n, left, of.map(str::to_string)),
            false => drawer.tree(n, None, of, 0).lines,
        };
        if !is_list {
            lines.iter_mut().flatten().for_each(|text| text.column += left);
        }
        let arrow = if is_list { left - 2 } else { lines[0][0].column - 2 };
        let mut before = "─".repeat(arrow + 2 - left);
        before.push('→');
        lines[0].insert(0, Text { of: of.map(str::to_string), ..Text::new(2, name, kind) });
        lines[0].insert(1, Text::new(left - 2, before, Kind::Index));
        let more = reachable.iter().filter(|n| !drawer.drawn[**n]).count();
        reachable.iter().for_each(|n| drawer.drawn[*n] = true);
        if more > 0 {
            lines.push(vec![Text::new(left, say!("+{more} more", more), Kind::Index)]);
        }
        for line in lines {
            if is_list {
                self.pointers_above(drawer, &line);
            }
            self.texts(line);
        }
    }

    /// Adds a line with the names of the variables that point to a part of the list below it.
    fn pointers_above(&mut self, drawer: &Drawer<'_>, line: &[Text]) {
        let mut above: Vec<Text> = Vec::new();
        let mut seen = Vec::new();
        for text in line {
            let Some((n, offset)) = text.part.filter(|part| !seen.contains(part)) else { continue };
            seen.push((n, offset));
            let mut names = drawer.names(n, Some(offset)).join(",");
            if names.is_empty() && offset == 0 && drawer.is_shared(n) {
                names.clone_from(&drawer.block(n).address);
            }
            if !names.is_empty() {
                let column = text.column.max(above.last().map_or(0, |last| last.end() + 1));
                above.push(Text::new(column, format!("↓{names}"), Kind::Name));
            }
        }
        if !above.is_empty() {
            self.texts(above);
        }
    }

    fn texts(&mut self, texts: Vec<Text>) {
        for Text { column, text, kind, of, .. } in texts {
            self.piece(column, text, kind, of.as_deref());
        }
        self.line += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::{Facts, Piece, sheet};
    use super::*;
    use turbo::c::{Debugger, Goal, Program};

    const NODES: &str = "#include <alloc.h>
struct node { int n; struct node *next; };
struct tree { int key; struct tree *left, *right; };
struct both { int n; struct both *prev, *next; };
void *New(int bytes) { return malloc(bytes); }
struct node *Node(int n, struct node *next)
{ struct node *p = malloc(sizeof(struct node)); p->n = n; p->next = next; return p; }
struct tree *Tree(int key, struct tree *left, struct tree *right)
{ struct tree *t = malloc(sizeof(struct tree)); t->key = key; t->left = left; t->right = right; return t; }
main() {
";

    /// Returns the pieces as lines of text, from the heading of the heap on.
    fn lines(pieces: &[Piece]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for piece in pieces {
            lines.resize(lines.len().max(piece.line + 1), String::new());
            let line = &mut lines[piece.line];
            *line += &" ".repeat(piece.column.saturating_sub(columns_of(line)));
            *line += &piece.text;
        }
        let heap = lines.iter().position(|line| line == "Heap").map_or(lines.len(), |n| n + 1);
        let end = |line: &&String| !line.is_empty();
        lines[heap..].iter().take_while(end).cloned().collect()
    }

    /// The drawing of the heap at the end of `main` with these statements.
    fn heap_of(body: &str) -> (Heap, Vec<String>) {
        let program = Program::compile("HEAP.C", &format!("{NODES}{body}\n}}\n")).unwrap();
        let mut debugger = Debugger::new(&program).unwrap();
        debugger.go_to(Goal::Line(11 + body.lines().count()), false);
        let machine = debugger.machine();
        let heap = machine.heap_graph();
        let facts = Facts {
            watches: &[],
            frames: &machine.frames(),
            globals: &machine.globals(),
            heap: &heap,
            written: &[],
            value: &|_| None,
        };
        let lines = lines(&sheet(&facts));
        (heap, lines)
    }

    #[test]
    fn a_list_is_a_row_with_its_pointers_above() {
        let (heap, lines) = heap_of("struct node *head = Node(7, Node(9, Node(4, 0))), *p = head->next;");
        assert_eq!(lines, ["                 ↓p", "  head → [7|•] → [9|•] → [4|•] → NULL"]);
        assert_eq!(in_line(&heap, Some(0), "head").unwrap(), "→ 7 → 9 → 4 → NULL");
        let (_, lines) = heap_of("struct node *p = malloc(sizeof(struct node));\np->n = 3;");
        assert_eq!(lines, ["  p → [3|?]"]);
        let (_, lines) = heap_of(
            "struct both *a = New(10), *b = New(10);\na->n = 1; b->n = 2; a->prev = 0; a->next = b; b->prev = a; b->next = 0;",
        );
        assert_eq!(lines, ["                ↓b", "  a → [1|•|•] ↔ [2|•|•] → NULL"]);
    }

    #[test]
    fn a_tree_is_laid_out_below_its_root() {
        let (_, lines) = heap_of(
            "struct tree *root = Tree(50, Tree(20, Tree(10, 0, 0), 0), Tree(80, 0, 0)), *t = root->left;",
        );
        assert_eq!(
            lines,
            [
                "  root ──────→ [50]",
                "             ┌───┴───┐",
                "           [20]←t  [80]",
                "           ┌─┘",
                "         [10]"
            ]
        );
    }

    #[test]
    fn cycles_lost_and_freed_blocks_are_marked() {
        let (_, lines) = heap_of("struct node *head = Node(1, Node(2, 0));\nhead->next->next = head;");
        assert_eq!(lines, ["  head → [1|•] → [2|•] → (head)"]);
        let (_, lines) = heap_of("struct node *head = Node(1, Node(2, 0));\nhead = Node(3, 0);");
        assert_eq!(lines, ["  head → [3|•] → NULL", "  lost → [1|•] → [2|•] → NULL"]);
        let (_, lines) = heap_of("struct node *p = Node(1, 0);\nfree(p);");
        assert_eq!(lines, ["  p → freed"]);
        let (heap, _) = heap_of("int *a = malloc(6);\na[1] = 5;\na = 0;");
        assert!(heap.blocks[0].is_lost);
    }

    #[test]
    fn long_lists_and_arrays_are_cut_with_a_count() {
        let (_, lines) =
            heap_of("struct node *head = 0;\nint i;\nfor (i = 0; i < 52; i++)\n  head = Node(i, head);");
        assert_eq!(lines.last().unwrap(), "         +12 more");
        let (_, lines) = heap_of("int i, *a = malloc(30);\nfor (i = 0; i < 14; i++)\n  a[i] = i;");
        assert_eq!(lines, ["  a → [0|1|2|3|4|5|6|7|8|9|10|11|+3]"]);
        let (_, lines) = heap_of("int *a = malloc(6), *p = a + 2;\na[0] = 5;");
        assert_eq!(lines, ["           ↓p", "  a → [5|?|?]"]);
    }
}
