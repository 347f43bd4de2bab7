//! C programs: each translation is the same program, with other comments in the same places.

use super::{below, languages, src};

/// A program with what stands in its comments taken out, but for the ends of their lines.
fn without_comments(program: &str) -> String {
    let mut code = String::new();
    let mut rest = program;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, found) = rest.split_at(at);
        let end = match found.as_bytes()[..2.min(found.len())] {
            [b'/', b'*'] => found.find("*/").expect("each comment ends") + 2,
            [b'/', ..] => 1,
            [quote, ..] => end_of_literal(&found[1..], quote.into()) + 1,
            [] => unreachable!("a sign was found"),
        };
        let (piece, after) = found.split_at(end);
        code.push_str(before);
        match piece.strip_prefix("/*") {
            Some(comment) => {
                code.push_str("/*");
                code.extend(comment.chars().filter(|c| *c == '\n'));
            }
            None => code.push_str(piece),
        }
        rest = after;
    }
    code + rest
}

/// Where a text or a character ends whose first quote was taken off: behind its last quote.
fn end_of_literal(literal: &str, quote: char) -> usize {
    let mut escaped = false;
    let ends = |c: char| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    };
    literal.find(ends).expect("each literal ends") + 1
}

#[test]
fn a_translated_program_differs_in_its_comments_only_and_each_is_translated() {
    for language in languages() {
        for file in below(&language, "C") {
            let path = file.strip_prefix(&language).unwrap();
            let theirs = std::fs::read_to_string(&file).unwrap();
            let ours = std::fs::read_to_string(src().join(path)).unwrap();
            let (code, same) = (without_comments(&theirs), without_comments(&ours));
            for ((line, same), n) in code.lines().zip(same.lines()).zip(1..) {
                assert_eq!(line, same, "{}:{n}", file.display());
            }
            assert_eq!(code, same, "{}", file.display());
            let comments = |text: &str| -> Vec<String> {
                let behind = text.split("/*").skip(1);
                let ended = behind.filter_map(|rest| Some(rest.split_once("*/")?.0.to_string()));
                ended.collect()
            };
            for (comment, english) in comments(&theirs).iter().zip(comments(&ours)) {
                assert_ne!(*comment, english, "{}", file.display());
            }
        }
    }
}

#[test]
fn comments_are_told_from_texts_that_look_like_them() {
    let program =
        "/* one\n two */ a = '\"'; /* three */\nputs(\"/* \\\" */\" /* four */); b / c;\n";
    let code = "/*\n a = '\"'; /*\nputs(\"/* \\\" */\" /*); b / c;\n";
    assert_eq!(without_comments(program), code);
}
