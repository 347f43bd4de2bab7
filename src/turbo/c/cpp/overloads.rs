//! Functions that share a name: their declaration, and the choice among them by the arguments of a call.

use super::super::compiler::{CallMade, Compiler, Parsed};
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
    /// Declares a function of C++, unless a known function of the name takes the same parameters.
    pub(crate) fn declare_overload(&mut self, line: usize, name: &str, signature: &Signature) -> usize {
        if let Some(known) = self.overload(name, signature) {
            return known;
        }
        let number = match self.overloads(name).is_empty() {
            true => self.declare_function(line, name, signature.returns.clone()),
            false => self.new_function(line, name, signature.returns.clone()),
        };
        let types = signature.parameters.clone().unwrap_or_default();
        self.cpp.overloads.entry(name.to_string()).or_default().push(number);
        self.cpp.parameters.insert(number, Parameters { types, defaults: Vec::new() });
        number
    }

    /// Returns the known function with this name and these parameters.
    pub(super) fn overload(&self, name: &str, signature: &Signature) -> Option<usize> {
        let types = signature.parameters.as_deref().unwrap_or_default();
        self.overloads(name).into_iter().find(|n| self.cpp.parameters[n].types == types)
    }

    /// Keeps the default arguments that a declaration gives.
    pub(crate) fn keep_defaults(&mut self, number: usize, defaults: &[Option<Expr>]) {
        let gives = defaults.iter().any(Option::is_some);
        if let Some(parameters) = self.cpp.parameters.get_mut(&number).filter(|_| gives) {
            parameters.defaults = defaults.to_vec();
        }
    }

    pub(super) fn overloads(&self, name: &str) -> Vec<usize> {
        self.cpp.overloads.get(name).cloned().unwrap_or_default()
    }

    /// Parses the arguments of a call, if there are brackets, and leaves them unconverted for references.
    pub(super) fn given(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if !self.takes("(") && !self.takes("{") {
            return Ok(arguments);
        }
        while !self.is(")") && !self.is("}") {
            arguments.push(self.binding(2)?);
            if !self.takes(",") {
                break;
            }
        }
        self.check_comma_behind_text()?;
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
        let (mut passed, mut given) = (Vec::from_iter(this), Vec::new());
        for (n, argument) in arguments.into_iter().enumerate() {
            let argument = match types.get(n) {
                Some(to) => self.passed(argument, to, line)?,
                None => argument,
            };
            given.push((argument.ty.clone(), argument.is_zero()));
            passed.push(argument);
        }
        // A reference is stored as a pointer.
        let stored = types.into_iter().map(|ty| match ty {
            Type::Reference(of, _) => of.pointer(),
            ty => ty,
        });
        let parameters: Vec<(String, Type)> = (1..).map(|n: usize| n.to_string()).zip(stored).collect();
        self.check(name, line, &given, &parameters, (false, false));
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
                let types = arguments.iter().map(|argument| argument.ty.clone().in_parameters().to_string());
                let types = types.collect::<Vec<_>>().join(", ");
                let text = say!("No function '{name}' takes these arguments: ({types})", name, types);
                self.fail_at(line, text)
            }
            [(one, _), (two, _), ..] if one == two => {
                let text = say!(
                    "Ambiguous call to '{name}': several functions of this name fit equally well, so choose one with a cast",
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
            Type::Struct(_) => {
                let object = self.as_object(to, argument, line)?;
                if object.ty == *to { self.by_value(object, line) } else { Ok(object) }
            }
            _ => match self.scalar(argument)? {
                argument if argument.is_pointer() || to.target().is_some() => Ok(argument),
                argument => Ok(self.cast(argument, to.clone())),
            },
        }
    }
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
