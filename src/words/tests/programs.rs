//! C programs with comments in another language are the same programs.

use super::{below, languages, src};

/// A source without its comments, each line of them left empty.
fn without_comments(source: &str) -> String {
    let mut rest = source;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        let (comment, after) = comment.split_once("*/").expect("a comment has an end");
        code += before;
        code.extend(comment.matches('\n'));
        rest = after;
    }
    code + rest
}

#[test]
fn translated_programs_differ_in_their_comments_alone() {
    for language in languages() {
        for file in below(&language, "C") {
            let path = file.strip_prefix(&language).unwrap();
            let read = |file: &std::path::Path| std::fs::read_to_string(file).unwrap();
            let (english, other) = (read(&src().join(path)), read(&file));
            assert_eq!(
                without_comments(&other),
                without_comments(&english),
                "{}",
                path.display()
            );
            assert_ne!(other, english, "{} is not translated", path.display());
        }
    }
}

#[test]
fn the_code_between_comments_is_found() {
    assert_eq!(
        without_comments("a /* one\n two */ b\n/* three */c"),
        "a \n b\nc"
    );
}
