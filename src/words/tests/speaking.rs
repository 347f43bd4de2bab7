//! How phrases are translated.

use words::{
    ENGLISH, Translations, current_language, fill, load, numbered, pairs, say, set_language, tag_of_locale,
    translate, with_language,
};

/// Loads some Chinese.
fn load_chinese() {
    let phrases: &'static str = numbered("> Yes\n是\n").leak();
    let files: Translations = vec![("zh", "phrases.txt", phrases), ("zh", "name.txt", "中文\n")].leak();
    load(&[files]);
}

#[test]
fn values_replace_their_placeholders_in_any_order() {
    let said = fill("{b}, {a} and {{{a}}}", &[("a", &1), ("b", &"two")]);
    assert_eq!(said, "two, 1 and {1}");
}

#[test]
fn a_phrase_without_values_keeps_its_braces() {
    assert_eq!(say!("Braces } and { stay"), "Braces } and { stay");
}

#[test]
fn a_note_that_tells_two_meanings_apart_is_hidden() {
    assert_eq!(translate("Open||a file"), "Open");
    assert_eq!(say!("{n} open||fours", n = 2), "2 open");
}

#[test]
fn a_thread_may_use_another_language_for_a_while() {
    load_chinese();
    assert_eq!(with_language("zh", || say!("Yes")), "是");
    assert_eq!(with_language("zh", || say!("No")), "No");
    assert_eq!(with_language("zh", current_language), "zh");
    assert_eq!(current_language(), ENGLISH);
    let panicked = std::panic::catch_unwind(|| with_language("zh", || panic!("on purpose")));
    assert!(panicked.is_err());
    assert_eq!(current_language(), ENGLISH);
}

#[test]
fn an_unknown_language_changes_nothing() {
    assert!(!set_language("tlh"));
    assert_eq!(current_language(), ENGLISH);
}

#[test]
fn a_locale_selects_its_language() {
    load_chinese();
    for (locale, tag) in [
        ("zh_CN.UTF-8", Some("zh")),
        ("zh-Hans-CN", Some("zh")),
        ("ZH", Some("zh")),
        ("en_GB", Some("en")),
        ("C", None),
        ("", None),
    ] {
        assert_eq!(tag_of_locale(locale), tag, "{locale}");
    }
}

#[test]
fn a_phrase_file_has_pairs_of_lines_and_comments() {
    let file = "# A comment.\n> One\\ntwo\n一\\n二\n\n> Three\n三\n";
    let read: Vec<_> = pairs(file).collect();
    let one = ("One\ntwo".to_owned(), "一\n二".to_owned());
    assert_eq!(read, [one, ("Three".to_owned(), "三".to_owned())]);
}
