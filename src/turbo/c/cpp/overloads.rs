//! Functions that share a name: their declaration, and the choice among them by the arguments of a call.

use super::super::compiler::{CallMade, Compiler, Parsed, Symbol};
use super::super::token::TokenKind;
use super::super::tree::{CallTarget, Expr};
use super::super::types::{Kind, Signature, Type};
use words::say;

/// The parameters of a function, without `this`.
#[derive(Clone, Default)]
pub(super) struct Parameters {
    pub(super) types: Vec<Type>,
    /// The default arguments.
    pub(super) defaults: Vec<Option<Expr>>,
}

impl Parameters {
    pub(super) fn takes(&self, count: usize) -> bool {
        let needed = self.types.len() - self.defaults.iter().flatten().count().min(self.types.len());
        (needed..=self.types.len()).contains(&count)
    }
}

impl Compiler<'_> {
    /// Declares a function of C++, which is a new one unless a known function of the name takes the same
    /// parameters.
    pub(crate) fn declare_overload(&mut self, line: usize, name: &str, signature: &Signature) -> usize {
        let types = signature.parameters.clone().unwrap_or_default();
        let known = self.cpp.overloads.get(name).into_iter().flatten();
        let same = |n: &&usize| self.cpp.parameters.get(n).is_some_and(|of| of.types == types);
        if let Some(n) = known.clone().find(same) {
            return *n;
        }
        let is_first = known.count() == 0;
        let number = match is_first {
            true => self.declare_function(line, name, signature.returns.clone()),
            false => self.new_function(line, name, signature.returns.clone()),
        };
        let defaults = Vec::new();
        self.cpp.overloads.entry(name.to_string()).or_default().push(number);
        self.cpp.parameters.insert(number, Parameters { types, defaults });
        number
    }

    /// Keeps the default arguments that a declaration gives.
    pub(crate) fn keep_defaults(&mut self, number: usize, defaults: &[Option<Expr>]) {
        let Some(parameters) = self.cpp.parameters.get_mut(&number) else {
            return;
        };
        if defaults.iter().any(Option::is_some) {
            parameters.defaults = defaults.to_vec();
        }
    }

    pub(super) fn overloads(&self, name: &str) -> Vec<usize> {
        self.cpp.overloads.get(name).cloned().unwrap_or_default()
    }

    /// True if a call of this name is one of C++, whose parameters are known.
    pub(super) fn is_overloaded(&self, name: &str) -> bool {
        let Some(Symbol::Function(n)) = self.find(name) else {
            return false;
        };
        self.cpp.parameters.contains_key(n) && self.code.functions[*n].named.is_none()
    }

    /// Parses the arguments of a call, without the conversions that a parameter of a reference type must not
    /// have. The opening bracket is the current token.
    pub(super) fn given(&mut self) -> Parsed<Vec<Expr>> {
        self.advance();
        let mut arguments = Vec::new();
        while !self.is(")") && !self.is("}") {
            arguments.push(self.binding(2)?);
            if !self.takes(",") {
                break;
            }
        }
        let behind_text = matches!(self.last().kind, TokenKind::Text(_));
        if behind_text && (self.word().is_some() || self.is_number()) {
            return self.fail_at(self.last().line as usize, say!("A comma is missing behind the text"));
        }
        if !self.takes("}") {
            self.expect(")", say!("Function call missing )"))?;
        }
        Ok(arguments)
    }

    /// Builds a call of the function among `candidates` that fits the arguments best.
    pub(super) fn call_best(
        &mut self,
        name: &str,
        candidates: &[usize],
        this: Option<Expr>,
        arguments: Vec<Expr>,
        line: usize,
    ) -> Parsed<Expr> {
        let function = self.best(name, candidates, &arguments, line)?;
        let Parameters { types, defaults } = self.cpp.parameters[&function].clone();
        let missing = defaults.get(arguments.len()..).unwrap_or_default().iter().flatten().cloned();
        let arguments: Vec<Expr> = arguments.into_iter().chain(missing).collect();
        let mut passed: Vec<Expr> = this.into_iter().collect();
        let (mut plain, mut named) = (Vec::new(), Vec::new());
        let count = arguments.len();
        for (n, argument) in arguments.into_iter().enumerate() {
            let Some(to) = types.get(n).cloned() else {
                break;
            };
            let argument = self.passed(argument, &to, line)?;
            if !matches!(to, Type::Reference(..)) {
                plain.push((argument.ty.clone(), argument.is_zero()));
                named.push(((n + 1).to_string(), to));
            }
            passed.push(argument);
        }
        if count < types.len() {
            self.error(line, say!("Too few parameters in call to '{name}'", name));
        } else if count > types.len() {
            self.error(line, say!("Extra parameter in call to '{name}'", name));
        }
        self.check(name, line, &plain, &named, (false, false));
        let made = CallMade { line, caller: self.function, function, arguments: None, spread: false };
        self.calls.push(made);
        let returns = self.code.functions[function].returns.clone();
        self.returned(CallTarget::Own(function as u32), passed, returns, line)
    }

    fn best(&mut self, name: &str, candidates: &[usize], arguments: &[Expr], line: usize) -> Parsed<usize> {
        if let [only] = candidates {
            return Ok(*only);
        }
        let cost = |n: &usize| -> Option<(u32, usize)> {
            let parameters = self.cpp.parameters.get(n)?;
            let mut pairs = arguments.iter().zip(&parameters.types);
            let cost = pairs.try_fold(0, |sum, (from, to)| Some(sum + cost(from, to)?));
            cost.filter(|_| parameters.takes(arguments.len())).map(|cost| (cost, *n))
        };
        let mut fitting: Vec<(u32, usize)> = candidates.iter().filter_map(cost).collect();
        fitting.sort_unstable();
        match fitting[..] {
            [] => {
                let types: Vec<String> = arguments.iter().map(shown_type).collect();
                let types = types.join(", ");
                let text = say!("No function '{name}' takes these arguments: ({types})", name, types);
                self.fail_at(line, text)
            }
            [(one, _), (two, _), ..] if one == two => {
                let text = say!(
                    "Ambiguous call to '{name}': several functions of this name fit equally well, and a cast chooses one",
                    name
                );
                self.fail_at(line, text)
            }
            [(_, best), ..] => Ok(best),
        }
    }

    /// Converts an argument to the type of its parameter.
    pub(super) fn passed(&mut self, argument: Expr, to: &Type, line: usize) -> Parsed<Expr> {
        match to {
            Type::Reference(of, constant) => self.referred(argument, of, *constant, line),
            Type::Struct(_) if argument.ty != *to && self.has_constructor(to) => {
                self.converted_object(to, argument, line)
            }
            Type::Struct(_) => Ok(argument),
            _ => {
                let argument = self.scalar(argument)?;
                Ok(match argument.is_pointer() || to.target().is_some() {
                    true => argument,
                    false => self.cast(argument, to.clone()),
                })
            }
        }
    }
}

fn shown_type(argument: &Expr) -> String {
    argument.ty.clone().in_parameters().to_string()
}

/// Returns how far an argument's type is from a parameter's type; `None` if it does not fit.
fn cost(from: &Expr, to: &Type) -> Option<u32> {
    if let Type::Reference(of, constant) = to {
        return match from.ty == **of {
            true => Some(u32::from(*constant && !from.constant)),
            false if *constant => Some(1 + cost(from, of)?),
            false => None,
        };
    }
    let is_zero = from.is_zero();
    let from = from.ty.clone().in_parameters();
    if from == *to {
        return Some(0);
    }
    match (&from, to) {
        (Type::Pointer(_), Type::Pointer(of)) if **of == Type::Void => Some(6),
        (Type::Pointer(of), Type::Pointer(to)) => (!of.differs(to)).then_some(6),
        (_, Type::Pointer(_)) => (is_zero && from.kind().is_some()).then_some(6),
        (Type::Pointer(_), _) | (Type::Struct(_), _) | (_, Type::Struct(_)) => None,
        _ => {
            let (from, to) = (from.kind()?, to.kind()?);
            let promotes = from.bytes() <= 2 && to == Kind::Int && !from.is_real();
            Some(if promotes || (from, to) == (Kind::Float, Kind::Double) { 2 } else { 4 })
        }
    }
}
