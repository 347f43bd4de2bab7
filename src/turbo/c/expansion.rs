//! Macro expansion.

use std::collections::HashMap;
use std::sync::Arc;
use words::say;

use super::lexer::{self, Inside, Piece, PieceKind};

/// The maximum number of pieces that macro expansion may produce.
const MOST_MADE: usize = 200_000;
/// The maximum nesting depth of macros.
const MOST_INSIDE: usize = 30;

#[derive(Clone, Debug)]
pub(crate) struct Macro {
    /// The parameter names; `None` for an object-like macro.
    pub(crate) parameters: Option<Vec<Arc<str>>>,
    pub(crate) body: Vec<Piece>,
}

/// The defined macros by name.
pub(crate) type Macros = HashMap<Arc<str>, Macro>;

/// An expansion error: line and sentence.
pub(crate) type MacroError = (usize, String);

impl Macro {
    pub(crate) fn is_like(&self, other: &Macro) -> bool {
        let written = |of: &Macro| of.body.iter().map(|piece| piece.kind.clone()).collect::<Vec<_>>();
        self.parameters == other.parameters && written(self) == written(other)
    }
}

/// The state of an expansion.
pub(crate) struct Expansion<'a> {
    pub(crate) macros: &'a Macros,
    /// The value of `__FILE__`.
    pub(crate) file: &'a str,
    /// The difference between `__LINE__` and the line number.
    pub(crate) shift: i64,
    /// The number of pieces that macro expansion has produced so far.
    pub(crate) made: &'a mut usize,
}

impl<'a> Expansion<'a> {
    /// # Errors
    /// If the expansion fails; the error contains the line and a sentence.
    pub(crate) fn expand(&mut self, pieces: &[Piece], depth: usize) -> Result<Vec<Piece>, MacroError> {
        let mut out = Vec::new();
        let mut rest: Vec<Piece> = pieces.iter().rev().cloned().collect();
        while let Some(piece) = rest.pop() {
            let line = piece.line as usize;
            let Some((name, known)) = self.meaning(&piece) else {
                out.push(self.of_the_place(piece));
                continue;
            };
            let mut around = piece.inside.clone();
            let body = match &known.parameters {
                None => self.filled(known, &[], depth),
                Some(_) if !rest.last().is_some_and(|next| next.is("(")) => {
                    out.push(piece);
                    continue;
                }
                Some(parameters) => {
                    let found = arguments(&mut rest, parameters);
                    let Some((found, close)) = found else {
                        return Err((line, say!("Macro argument list of '{name}' is missing )", name)));
                    };
                    around = common(around.as_ref(), close.inside.as_ref());
                    let (takes, given) = (parameters.len(), found.len());
                    // Empty brackets count as one empty argument.
                    if takes != given && !(takes == 0 && found[0].is_empty()) {
                        let text = say!(
                            "Wrong number of arguments for the macro '{name}': {given} instead of {takes}",
                            name,
                            takes,
                            given
                        );
                        return Err((line, text));
                    }
                    self.filled(known, &found, depth)
                }
            };
            let mut body = body.map_err(|(at, text)| (if at > 0 { at } else { line }, text))?;
            let inside = Arc::new(Inside { name: name.clone(), around });
            if names(Some(&inside)).count() > MOST_INSIDE {
                return Err(too_deep(line));
            }
            for (n, part) in body.iter_mut().enumerate() {
                (part.line, part.start, part.end) = (piece.line, piece.start, piece.end);
                part.blank = if n == 0 { piece.blank } else { part.blank };
                part.inside = joined(part.inside.take(), &inside);
            }
            *self.made += body.len() + 1;
            self.fits(0, line)?;
            rest.extend(body.into_iter().rev());
        }
        Ok(out)
    }

    fn meaning(&self, piece: &Piece) -> Option<(&'a Arc<str>, &'a Macro)> {
        let word = piece.word()?;
        let hidden = names(piece.inside.as_ref()).any(|name| name == word);
        self.macros.get_key_value(word).filter(|_| !hidden)
    }

    fn of_the_place(&self, mut piece: Piece) -> Piece {
        match piece.word().map(|word| &**word) {
            Some("__LINE__") => {
                let line = i64::from(piece.line) + self.shift;
                piece.kind = PieceKind::Number(line.to_string().into());
            }
            Some("__FILE__") => piece.kind = PieceKind::Text(quoted(self.file).into()),
            _ => {}
        }
        piece
    }

    fn fits(&self, more: usize, line: usize) -> Result<(), MacroError> {
        match *self.made + more > MOST_MADE {
            true => Err((line, say!("Macro expansion too long: at most {MOST_MADE} tokens", MOST_MADE))),
            false => Ok(()),
        }
    }

    fn filled(
        &mut self,
        of: &Macro,
        arguments: &[Vec<Piece>],
        depth: usize,
    ) -> Result<Vec<Piece>, MacroError> {
        let (mut out, mut last): (Vec<Piece>, usize) = (Vec::new(), 0);
        let mut expanded: Vec<Option<Vec<Piece>>> = vec![None; arguments.len()];
        let parameter = |piece: Option<&Piece>| {
            let word = piece?.word()?;
            of.parameters.as_ref()?.iter().position(|name| name == word)
        };
        let mut at = 0;
        while let Some(part) = of.body.get(at) {
            at += 1;
            self.fits(out.len(), 0)?;
            if part.is("#")
                && let Some(n) = parameter(of.body.get(at))
            {
                at += 1;
                last = out.len();
                out.push(Piece { kind: PieceKind::Text(as_text(&arguments[n]).into()), ..part.clone() });
                continue;
            }
            if part.is("##") && at > 1 && at < of.body.len() {
                let right = &of.body[at];
                let given = parameter(Some(right)).map(|n| arguments[n].as_slice());
                let right = given.unwrap_or(std::slice::from_ref(right));
                at += 1;
                join(&mut out, last, right)?;
                continue;
            }
            last = out.len();
            let joins = of.body.get(at).is_some_and(|next| next.is("##"));
            match parameter(Some(part)) {
                None => out.push(part.clone()),
                Some(n) if joins => out.extend_from_slice(&arguments[n]),
                Some(n) => {
                    if expanded[n].is_none() {
                        if depth >= MOST_INSIDE {
                            return Err(too_deep(0));
                        }
                        expanded[n] = Some(self.expand(&arguments[n], depth + 1)?);
                    }
                    let first = out.len();
                    out.extend(expanded[n].iter().flatten().cloned());
                    if let Some(first) = out.get_mut(first) {
                        first.blank = part.blank;
                    }
                }
            }
        }
        Ok(out)
    }
}

fn too_deep(line: usize) -> MacroError {
    (line, say!("Macros nested too deeply: at most {MOST_INSIDE} levels", MOST_INSIDE))
}

/// `##`: joins the pieces of `out` from index `last` on with the pieces of `right`. Either side may be empty.
fn join(out: &mut Vec<Piece>, last: usize, right: &[Piece]) -> Result<(), MacroError> {
    let (Some(first), true) = (right.first(), out.len() > last) else {
        out.extend_from_slice(right);
        return Ok(());
    };
    let Some(left) = out.pop() else { return Ok(()) };
    let both = format!("{}{}", left.spelling(), first.spelling());
    match &lexer::pieces(&both, 0).pieces[..] {
        [one] => out.push(Piece { kind: one.kind.clone(), ..left }),
        _ => {
            let (left, right) = (left.spelling(), first.spelling());
            return Err((0, say!("## cannot join '{left}' and '{right}' into one token", left, right)));
        }
    }
    out.extend_from_slice(&right[1..]);
    Ok(())
}

fn as_text(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for (n, piece) in pieces.iter().enumerate() {
        if n > 0 && (piece.blank || piece.begins) {
            text.push(' ');
        }
        match &piece.kind {
            PieceKind::Text(spelled) | PieceKind::Character(spelled) => {
                text += &spelled.replace('\\', "\\\\").replace('"', "\\\"");
            }
            _ => text += piece.spelling(),
        }
    }
    format!("\"{text}\"")
}

pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Parses the arguments of a macro up to the closing bracket. Commas in nested brackets don't separate
/// arguments, and `...` takes all remaining ones.
fn arguments(rest: &mut Vec<Piece>, parameters: &[Arc<str>]) -> Option<(Vec<Vec<Piece>>, Piece)> {
    let variadic = parameters.last().is_some_and(|name| &**name == "__VA_ARGS__");
    let (mut found, mut depth) = (vec![Vec::new()], 0);
    rest.pop();
    while let Some(piece) = rest.pop() {
        depth += i32::from(piece.is("(")) - i32::from(piece.is(")"));
        if depth < 0 {
            return Some((found, piece));
        }
        let all_are_there = variadic && found.len() == parameters.len();
        match piece.is(",") && depth == 0 && !all_are_there {
            true => found.push(Vec::new()),
            false => found.last_mut()?.push(piece),
        }
    }
    None
}

fn names(inside: Option<&Arc<Inside>>) -> impl Iterator<Item = &Arc<str>> {
    std::iter::successors(inside, |inside| inside.around.as_ref()).map(|inside| &inside.name)
}

fn common(one: Option<&Arc<Inside>>, two: Option<&Arc<Inside>>) -> Option<Arc<Inside>> {
    let both = names(one).filter(|name| names(two).any(|other| other == *name));
    both.fold(None, |around, name| Some(Arc::new(Inside { name: name.clone(), around })))
}

fn joined(own: Option<Arc<Inside>>, inside: &Arc<Inside>) -> Option<Arc<Inside>> {
    let Some(own) = own else { return Some(inside.clone()) };
    let more: Vec<Arc<str>> = names(Some(inside)).cloned().collect();
    let missing = more.into_iter().filter(|name| names(Some(&own)).all(|known| known != name));
    let mut all = own.clone();
    for name in missing {
        let around = Some(all);
        all = Arc::new(Inside { name, around });
    }
    Some(all)
}
