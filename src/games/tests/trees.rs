//! The one-line text form of trees.

use games::tree::{ROOT, Tree};
use games::tree_text::{read, text};

#[test]
fn invalid_trees_are_rejected() {
    for text in ["2,3 (", ")", "8,0", "2", "x", "2,3 c:%", "2,3 c:%2", "c:%zz"] {
        assert_eq!(read(text, 8), None, "{text}");
    }
    assert_eq!(read("", 8), Some(Tree::default()));
}

#[test]
fn a_tree_survives_writing_and_reading() {
    let mut tree = Tree::default();
    let mut nodes = vec![ROOT];
    for n in 0..200_usize {
        let parent = nodes[n * n % nodes.len()];
        let step = (n % 7 != 0).then_some((n % 8, n / 8 % 8));
        let node = tree.push(parent, step);
        nodes.push(node);
        if n % 5 == 0 {
            tree.node_mut(node).comment = format!("50 % : {n}\n\tline \u{e9}");
            let values = vec!["1.5".to_string(), "a b".to_string()];
            tree.node_mut(node).properties.push(("V".to_string(), values));
        }
    }
    // Parsing numbers the nodes differently, so compare the texts.
    let line = text(&tree);
    assert_eq!(text(&read(&line, 8).unwrap()), line);
    assert!(!line.contains('\n'));
}
