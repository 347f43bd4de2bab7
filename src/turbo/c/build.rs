//! Builds a program from sources: compiles each file and links them.

use super::absent;
use super::compiler::Compiler;
use super::cpp;
use super::expansion::Macros;
use super::helpers::helpers;
use super::message::{Message, Severity};
use super::preprocessor::{self, Headers, Unit};
use super::program::{Program, Scope};
use super::sources::Sources;
use super::token::{Token, TokenKind};
use crate::dos::encoding::Encoding;
use words::say;

impl Program {
    /// Compiles a C source. Messages use `file` as its name.
    ///
    /// # Errors
    /// If the source does not compile; at most 25 errors, together with the warnings, in line order.
    pub fn compile(file: &str, source: &str) -> Result<Program, Vec<Message>> {
        Program::build(&[(file, source)], &|_| Ok(None))
    }

    /// Compiles several named sources as one program. `headers` loads the program's own headers by name.
    ///
    /// ```
    /// use turbo::c::Program;
    /// let main = "#include \"add.h\"\nint main(void) { return add(40, 2); }";
    /// let add = "static int twice(int n) { return n + n; }\nint add(int a, int b) { return a + b; }";
    /// let header = |name: &str| Ok((name == "add.h").then(|| "int add(int a, int b);".to_string()));
    /// assert!(Program::build(&[("MAIN.C", main), ("ADD.C", add)], &header).is_ok());
    /// ```
    ///
    /// # Errors
    /// If [`compile`](Program::compile) would fail.
    pub fn build(files: &[(&str, &str)], headers: Headers) -> Result<Program, Vec<Message>> {
        Program::build_in(Encoding::Utf8, files, headers)
    }

    /// Compiles sources whose strings are stored in the given encoding: `strlen` of two hanzi is 4 in GBK and
    /// 6 in UTF-8.
    ///
    /// # Errors
    /// If [`compile`](Program::compile) would fail.
    pub fn build_in(
        encoding: Encoding,
        files: &[(&str, &str)],
        headers: Headers,
    ) -> Result<Program, Vec<Message>> {
        let mut sources = Sources::new(encoding);
        let read = |(name, text): &(&str, &str)| preprocessor::unit(name, text, &mut sources, headers);
        let mut units: Vec<Unit> = files.iter().map(read).collect();
        let fatal = units.iter().any(|unit| unit.fatal);
        let mut compiler = Compiler::new(&sources);
        for (unit, (name, _)) in units.iter_mut().zip(files) {
            let proof = cpp::proof(&unit.tokens, unit.cplusplus_header);
            unit.is_cplusplus = cpp::is_cplusplus(name) || proof.is_some();
            if unit.is_cplusplus {
                cpp::absent(&unit.tokens).into_iter().for_each(|(line, text)| compiler.error(line, text));
                if compiler.errors() > 0 {
                    return Err(compiler.into_messages());
                }
                if let Some((line, text)) = proof.filter(|_| !cpp::is_cplusplus(name)) {
                    compiler.warn(line, text);
                }
                unit.tokens = cpp::prepare(&unit.tokens);
            }
        }
        // Collect the definitions of all files first, because a function that any file defines replaces the
        // library function of that name.
        for unit in &units {
            compiler.cpp.on = unit.is_cplusplus;
            compiler.begin(unit.tokens.clone());
            compiler.defined_anywhere.extend(compiler.defined.iter().cloned());
        }
        let easyx = units.iter().find_map(|unit| compiler.easyx(&unit.tokens));
        if let Some((line, text)) = easyx.filter(|_| !fatal) {
            compiler.error(line, text);
            return Err(compiler.into_messages());
        }
        let mut scopes = Vec::new();
        for unit in units {
            compiler.cpp.on = unit.is_cplusplus;
            compiler.begin(unit.tokens.clone());
            compiler.included = unit.included;
            for (names, text) in helpers() {
                let is_wanted = names.split(' ').any(|name| compiler.wants(name));
                // The helpers that are not static belong to all files.
                if is_wanted && names.split(' ').filter(|name| compiler.join(name)).count() == 0 {
                    compiler.read_hidden(text, false);
                }
            }
            for (severity, line, text) in unit.messages {
                match severity {
                    Severity::Error => compiler.error(line, text),
                    Severity::Warning => compiler.warn(line, text),
                }
            }
            // Don't compile after a missing header, which would cause many more errors.
            if fatal {
                continue;
            }
            if let Some(line) = unit.slashes {
                compiler.modern_at(line, say!("Turbo C has no comments that begin with //"));
            }
            compiler.file();
            scopes.push(Scope {
                end: compiler.here(),
                symbols: compiler.end(),
                structs: std::mem::take(&mut compiler.structs),
                macros: unit.macros,
            });
        }
        if fatal {
            return Err(compiler.into_messages());
        }
        compiler.end_startup();
        compiler.check_calls();
        compiler.check_announced();
        let errors = compiler.errors();
        let (code, messages) = (std::mem::take(&mut compiler.code), compiler.into_messages());
        if errors == 0 { Ok(Program::new(sources, messages, code, scopes)) } else { Err(messages) }
    }
}

impl Compiler<'_> {
    /// Returns the line and the message of the first call of an EasyX function that the program does not define.
    fn easyx(&self, tokens: &[Token]) -> Option<(usize, String)> {
        tokens.windows(3).find_map(|three| {
            let name = three[0].word();
            let is_call = three[1].sign() == "(" && !self.defined_anywhere.contains(name);
            let is_number = matches!(three[2].kind, TokenKind::Number(..));
            let text = is_call.then(|| absent::easyx_message(name, is_number)).flatten()?;
            Some((three[0].line as usize, text))
        })
    }
}

/// Returns the tokens of a helper's source; line 0 marks them as hidden.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let tokens = preprocessor::expression(text, &Macros::new()).unwrap_or_default();
    tokens.into_iter().map(|token| Token { line: 0, ..token }).collect()
}
