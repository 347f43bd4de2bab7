//! Chinese texts keep the rules and the glossary of `src/app/languages/zh/README.md`.

use super::{entries, src};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use words::pairs;

const FULL_WIDTH: &str = "，。、；：？！（）“”";

fn is_hanzi(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// A letter, digit or sign that a blank separates from hanzi. Brackets of a usage touch them.
fn is_latin(c: char) -> bool {
    c.is_ascii_graphic() && !"[]".contains(c) || "←→↑↓".contains(c)
}

/// The text with one sign for each placeholder.
fn without_places(text: &str) -> String {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, after)) = after.split_once('}').filter(|(name, _)| !name.contains(['{', ';'])) else {
            break;
        };
        whole.extend([before, "\0"]);
        rest = after;
    }
    whole + rest
}

/// Returns the faults in one line of a Chinese text.
fn faults(line: &str) -> Vec<String> {
    let text: Vec<char> = without_places(line).chars().collect();
    if !text.iter().copied().any(is_hanzi) {
        return Vec::new();
    }
    let full_width = |c: char| FULL_WIDTH.contains(c);
    let ends = |c: char| is_hanzi(c) || c == '\0' || "”）".contains(c);
    let mut found = Vec::new();
    for (n, &c) in text.iter().enumerate() {
        let next = text.get(n + 1).copied().unwrap_or(' ');
        let (before, third) = (n.checked_sub(1).map(|n| text[n]), text.get(n + 2).copied());
        if is_hanzi(c) && is_latin(next) || is_latin(c) && is_hanzi(next) {
            found.push(format!("no blank in {c}{next}"));
        }
        let is_alone = next == ' ' && third.is_some_and(|third| third != ' ');
        if is_alone && c != ' ' && (full_width(c) || third.is_some_and(full_width)) {
            found.push(format!("a blank beside {c} or {third:?}"));
        }
        if before.is_some_and(ends) && ",;:?!".contains(c) && next == ' ' && third.is_none_or(is_hanzi) {
            found.push(format!("half-width {c}"));
        }
        if c == '…' && next != '…' && before != Some('…') {
            found.push("half of ……".to_string());
        }
        let inside = || text[n..].iter().take_while(|c| **c != ')').copied();
        if c == '(' && inside().count() < text.len() - n && inside().any(is_hanzi) {
            found.push("half-width brackets".to_string());
        }
    }
    if text.last() == Some(&'.') && text.len() > 1 && ends(text[text.len() - 2]) {
        found.push("a half-width full stop".to_string());
    }
    found
}

/// All files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// All lines of Chinese, each with its file.
fn lines() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for of_crate in entries(src()) {
        let folder = of_crate.join("languages/zh");
        let mut all = Vec::new();
        if folder.exists() {
            files(&folder, &mut all);
        }
        for file in all.into_iter().filter(|file| !file.ends_with("README.md")) {
            let name = file.strip_prefix(src()).unwrap().display().to_string();
            let text = read_to_string(&file).unwrap();
            match file.parent() == Some(&folder) {
                true => found.extend(pairs(&text).map(|(_, chinese)| (name.clone(), chinese))),
                false => found.extend(text.lines().map(|line| (name.clone(), line.replace(" */", "")))),
            }
        }
    }
    let readme = read_to_string(src().join("README.zh.md")).unwrap().replace("**", "");
    let cells = readme.split(['\n', '|']).map(str::trim);
    found.extend(cells.map(|cell| ("README.zh.md".to_string(), cell.to_string())));
    assert!(found.len() > 3000, "{}", found.len());
    let lines =
        found.iter().flat_map(|(file, text)| text.lines().map(|line| (file.clone(), line.to_string())));
    lines.collect()
}

#[test]
fn chinese_texts_keep_the_rules_of_blanks_and_punctuation() {
    let wrong = lines().into_iter().flat_map(|(file, line)| {
        faults(&line).into_iter().map(move |fault| format!("{file}: {fault}: {line}"))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chinese_texts_use_the_words_of_the_glossary() {
    let glossary = read_to_string(src().join("app/languages/zh/README.md")).unwrap();
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let unused = rows.skip(1).filter_map(|row| Some(row.split_once(" | ")?.1));
    let unused: Vec<&str> = unused.flat_map(|words| words.split('、')).collect();
    assert!(unused.contains(&"箭头键"));
    let wrong = lines().into_iter().flat_map(|(file, line)| {
        let words = unused.iter().filter(|word| line.contains(**word));
        words.map(|word| format!("{file}: {word}: {line}")).collect::<Vec<_>>()
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_openings_are_chinese_as_a_whole() {
    let names = read_to_string(src().join("games/languages/zh/othello/openings.txt")).unwrap();
    let names = names.lines().skip(1).filter_map(|line| line.split_once(' '));
    let is_latin = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let wrong: Vec<_> = names.filter(|(_, name)| name.split([' ', '，', '-']).any(is_latin)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn rows_that_break_a_rule_are_found() {
    for wrong in [
        "按F7运行",
        "第3手",
        "棋钟(F2)",
        "目录“games” 里",
        "选项: 语言",
        "{name}: 不对",
        "已保存为 {name}.",
        "正在读取…",
        "正在读取...",
        "像素 (从左数)",
        "没有错误 。",
        "按 ←退回",
        "qipan的文件",
    ] {
        assert_ne!(faults(wrong), [""; 0], "{wrong}");
    }
    for right in [
        "按 F7 运行，共 {n} 手。",
        "{name}胜 {by}",
        "用法：qipan [选项]",
        "正在读取……",
        "像素 (10,10)：红色",
        "English: (only)",
        "选项    说明",
    ] {
        assert_eq!(faults(right), [""; 0], "{right}");
    }
}
