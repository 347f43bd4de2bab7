//! C programs: each comment is translated, and no line of code moves.

use super::{below, english, languages};
use words::{comments, with_comments};

#[test]
fn every_comment_of_a_program_is_translated_into_as_many_lines() {
    for (of_crate, _, language) in languages() {
        for file in below(&language, "C") {
            let program =
                std::fs::read_to_string(english(&of_crate, file.strip_prefix(&language).unwrap())).unwrap();
            let translated = std::fs::read_to_string(&file).unwrap();
            let (ours, theirs) = (comments(&program), comments(&translated));
            assert_eq!(ours.len(), theirs.len(), "comments of {}", file.display());
            for (english, translated) in ours.iter().zip(theirs) {
                assert_ne!(*english, translated, "{}", file.display());
                let lines = |text: &str| text.matches('\n').count();
                assert_eq!(lines(english), lines(translated), "{}: {english}{translated}", file.display());
            }
        }
    }
}

#[test]
fn comments_are_replaced_in_order_and_strings_stay() {
    let program = "/* one\n two */ a = '\"'; /* three */\nputs(\"/* \\\" */\" /* four */); b / c;\n";
    assert_eq!(comments(program), [" one\n two ", " three ", " four "]);
    let replaced = "/* 1 */ a = '\"'; /* 3 */\nputs(\"/* \\\" */\" /* four */); b / c;\n";
    assert_eq!(with_comments(program, "/* 1 */\n/* 3 */\n"), replaced);
}
