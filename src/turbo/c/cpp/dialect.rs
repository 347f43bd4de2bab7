//! Recognizes C++ sources and rewrites the words that have an equivalent in C.

use std::collections::{HashMap, HashSet};

use super::super::build::tokens as tokens_of;
use super::super::token::{Token, TokenKind};
use words::{phrase, say};

/// The keywords of C++ that begin or are an operand, and names that no variable can have.
const WORDS: &str = "class new delete this public private protected operator friend virtual template throw try catch \
                     static_cast const_cast reinterpret_cast dynamic_cast using namespace";

/// True if a name is reserved in C++ only.
pub(crate) fn is_name_of_cplusplus(name: &str) -> bool {
    is_in(WORDS, name)
}

/// True if a file's name is one of a C++ source.
pub(crate) fn is_cplusplus(file: &str) -> bool {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["cpp", "cc", "cxx"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns the words and signs of a token and the tokens after it.
fn spelled<const N: usize>(tokens: &[Token], at: usize) -> [&str; N] {
    std::array::from_fn(|n| {
        tokens.get(at + n).map_or("", |of| if of.sign().is_empty() { of.word() } else { of.sign() })
    })
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Returns a line of a C source that is C++ and the warning about it, if there is one.
pub(crate) fn proof(tokens: &[Token], header: Option<usize>) -> Option<(usize, String)> {
    let shows = |at: &usize| match spelled(tokens, *at) {
        ["using", "namespace", _] | ["template", "<", _] | [_, "::", _] => true,
        ["cout" | "cerr", "<<", _] | ["cin", ">>", _] | ["try", "{", _] => true,
        ["public" | "private" | "protected", ":", _] => true,
        ["class", name, "{" | ":" | ";"] => !name.is_empty(),
        ["=" | "return" | "(", "new", name] => is_name(name),
        [";" | "{" | "}", "delete", name] => is_name(name) || name == "[",
        ["int" | "char" | "float" | "double" | "long", "&", name] => is_name(name),
        _ => false,
    };
    let all = || 0..tokens.len();
    let line = |at: usize| tokens[at].line as usize;
    if let Some(line) = header.or_else(|| all().find(shows).map(line)) {
        return Some((line, say!("This is C++, which this machine accepts: name the file .cpp").to_string()));
    }
    let is_bool = |at: &usize| matches!(spelled(tokens, *at), ["bool", name] if is_name(name));
    if let Some(at) = all().find(is_bool).filter(|_| !is_own(tokens, "bool")) {
        let text = say!("'bool' is C++, which this machine accepts: C needs #include <stdbool.h>");
        return Some((line(at), text.to_string()));
    }
    // A name that is more than a tag may mean something else.
    let others = all().filter_map(|at| match spelled(tokens, at) {
        [before, name, ";" | "," | "=" | "["] if !["struct", "enum"].contains(&before) => Some(name),
        _ => None,
    });
    let others: HashSet<&str> = others.collect();
    let tags = all().filter_map(|at| match spelled(tokens, at) {
        [word @ ("struct" | "enum"), tag, "{"] if !others.contains(tag) => Some((tag, word)),
        _ => None,
    });
    let tags: HashMap<&str, &str> = tags.collect();
    all().find_map(|at| match spelled(tokens, at) {
        [";" | "{" | "}" | "(" | ",", tag, next, name] if is_name(next) || next == "*" && is_name(name) => {
            let word = tags.get(tag)?;
            let text = say!(
                "The type '{tag}' is C++, which this machine accepts: C writes '{word} {tag}'",
                tag,
                word
            );
            Some((line(at + 1), text))
        }
        _ => None,
    })
}

/// Returns the lines and the messages of the parts of C++ that this machine lacks, each message once.
pub(crate) fn absent(tokens: &[Token]) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(phrase) = absent_at(tokens, at) else { continue };
        let [first, second] = spelled(tokens, at);
        let is_keyword = ["class", "struct", "operator", "namespace", "auto"].contains(&first);
        let name = if is_keyword { second } else { first };
        let text = words::fill(words::translate(phrase), &[("name", &name), ("sign", &name)]);
        if found.iter().all(|(_, known)| *known != text) {
            found.push((token.line as usize, text));
        }
    }
    found
}

fn absent_at(tokens: &[Token], at: usize) -> Option<&'static str> {
    Some(match spelled(tokens, at) {
        ["class" | "struct", name, ":", base] if is_name(name) && is_name(base) => phrase!(
            "'{name}' inherits from another class, but this machine has no inheritance: make the base a member"
        ),
        ["template", "<", ..] => {
            phrase!("This machine has no templates: write the function or the class for one type")
        }
        ["operator", sign, ..] if !sign.is_empty() => phrase!(
            "This machine has no operator overloading: replace operator{sign} with a function that has a name"
        ),
        ["try", "{", ..] | ["throw", _, ..] | ["catch", "(", ..] => {
            phrase!("This machine has no exceptions: a function can return a value that reports the mistake")
        }
        ["namespace", name, "{", _] if is_name(name) => {
            phrase!("This machine has no namespaces except std: leave out 'namespace {name}' and its braces")
        }
        ["string", name, ..] | ["string", "&" | "*", name, _]
            if is_name(name) && !is_own(tokens, "string") =>
        {
            phrase!("'string' is a class of the STL, which this machine lacks: use an array, char name[80]")
        }
        [name, "<", of, next]
            if is_name(of)
                && (is_name(next) || [">", ",", "*", "<", "::"].contains(&next))
                && is_in(STL, name)
                && !is_own(tokens, name) =>
        {
            phrase!(
                "'{name}' belongs to the STL, which this machine lacks: use an array, or a list of structures"
            )
        }
        [name, variable, ..] if is_in(FILES, name) && is_name(variable) => {
            phrase!("'{name}' is a stream for files, which this machine lacks: use fopen, fprintf and fscanf")
        }
        ["auto", name, "=", _] if is_name(name) => {
            phrase!("This machine cannot deduce the type for auto: write the type of '{name}'")
        }
        ["for", "(", ..] if is_range(tokens, at + 2) => {
            phrase!("This machine has no range-based for: count with an index")
        }
        _ => return None,
    })
}

const STL: &str = "vector map set multimap multiset list deque queue stack priority_queue pair array unordered_map unordered_set \
                   unique_ptr shared_ptr tuple function";
const FILES: &str = "ifstream ofstream fstream stringstream istringstream ostringstream";

fn is_in(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|word| word == name)
}

/// True if the program itself declares a type with this name.
fn is_own(tokens: &[Token], name: &str) -> bool {
    (0..tokens.len()).any(|at| match spelled(tokens, at) {
        ["class" | "struct" | "union" | "enum", declared, _] => declared == name,
        [declared, ";" | "[", _] => declared == name,
        _ => false,
    })
}

/// True if a `:` stands in the brackets of a `for` before any `;`.
fn is_range(tokens: &[Token], from: usize) -> bool {
    tokens[from..].iter().map(Token::sign).take(12).find(|sign| [":", ";", "?", ")"].contains(sign))
        == Some(":")
}

/// The words of C++ with an equivalent in C; the first three may be names of the program.
const MEANINGS: [(&str, &str); 8] = [
    ("bool", "_Bool"),
    ("true", "_Bool(1)"),
    ("false", "_Bool(0)"),
    ("nullptr", "0"),
    ("constexpr", "const"),
    ("and", "&&"),
    ("or", "||"),
    ("not", "!"),
];

/// Rewrites the words of C++ that have an equivalent in C, and drops those without a meaning here.
pub(crate) fn prepare(tokens: &[Token]) -> Vec<Token> {
    let own_bool =
        (0..tokens.len()).any(|at| matches!(spelled(tokens, at), ["enum", "bool"] | ["bool", ";"]));
    let meanings = if own_bool { &MEANINGS[3..] } else { &MEANINGS };
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let (mut at, mut depth, mut linked) = (0, 0, Vec::new());
    while let Some(token) = tokens.get(at).filter(|token| token.kind != TokenKind::End) {
        let [first, second, third, fourth] = spelled(tokens, at);
        if first == "extern" && tokens.get(at + 1).is_some_and(Token::is_text) {
            // extern "C" { ... } declares what it encloses.
            linked.extend((third == "{").then_some(depth));
            at += if third == "{" { 3 } else { 2 };
            continue;
        }
        if first == "}" && linked.last() == Some(&depth) {
            linked.pop();
            at += 1;
            continue;
        }
        depth += i32::from(first == "{") - i32::from(first == "}");
        let after_word = matches!(out.last(), Some(Token { kind: TokenKind::Word(_), .. }));
        let skips = match (first, second) {
            ("using", "namespace") => 4,
            ("using", _) if third == "::" || second == "::" => {
                let rest = tokens[at..].iter();
                rest.take_while(|token| token.sign() != ";").count() + 1
            }
            ("std", "::") => 2,
            ("::", _) if !after_word && third == "(" => 1,
            ("enum", "class" | "struct") if is_name(third) && fourth != "*" => {
                out.push(token.clone());
                2
            }
            ("inline" | "virtual" | "explicit" | "mutable", next) if is_name(next) || next == "~" => 1,
            _ => 0,
        };
        if skips > 0 {
            at += skips;
            continue;
        }
        match meanings.iter().find(|(word, _)| *word == first) {
            Some((_, meaning)) => {
                let kinds = tokens_of(meaning).into_iter().map(|of| of.kind);
                let kinds = kinds.filter(|kind| *kind != TokenKind::End);
                out.extend(kinds.map(|kind| Token { kind, ..token.clone() }));
            }
            None => out.push(token.clone()),
        }
        at += 1;
    }
    out.extend(tokens.last().cloned());
    out
}
