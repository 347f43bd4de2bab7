//! Shows memory cells under the names and types of the source.

use super::code::{Callee, Declared, Pointer, Space, UNSET};
use super::helpers::HEADERS_VARIABLES;
use super::history::Call;
use super::machine::Machine;
use super::memory::Memory;
use super::message::Message;
use super::types::{Kind, Type, narrowed};
use super::value::{Frame, Value, Variable};
use crate::dos::encoding::Encoding;
use words::say;

/// True if a value fits a type.
fn fits(ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Array(of, count), Value::Array(values)) => {
            *count == values.len() && values.iter().all(|value| fits(of, value))
        }
        (Type::Struct(s), Value::Struct(values)) => {
            let mut pairs = s.members.iter().zip(values);
            s.members.len() == values.len() && pairs.all(|(m, (_, value))| fits(&m.ty, value))
        }
        (Type::Number(_) | Type::Bits(..), value) => {
            matches!(value, Value::Real(_)) || value.number().is_some()
        }
        _ => false,
    }
}

/// Stores a value that fits a type in the variable that begins at a cell.
fn store(memory: &mut Memory, ty: &Type, cell: usize, value: &Value) {
    match (ty, value) {
        (Type::Array(of, _), Value::Array(values)) => {
            let places = (cell..).step_by(of.bytes().max(1));
            places.zip(values).for_each(|(cell, value)| store(memory, of, cell, value));
        }
        // The members of a union have the same bytes.
        (Type::Struct(s), Value::Struct(values)) => {
            let pairs = s.members.iter().zip(values);
            pairs.for_each(|(m, (_, value))| store(memory, &m.ty, cell + m.at, value));
        }
        (ty, Value::Real(bits)) => {
            let kind = ty.kind().unwrap_or(Kind::Double);
            memory.store_typed(ty, cell, Kind::Double.convert(*bits as i64, kind));
        }
        (ty, value) => {
            let number =
                Kind::Long.convert(value.number().unwrap_or(0).into(), ty.kind().unwrap_or(Kind::Int));
            memory.store_typed(ty, cell, number);
        }
    }
}

impl Machine {
    /// Sets a whole global variable.
    ///
    /// # Errors
    /// If a call is in progress, the variable does not exist, or the value does not fit its type.
    pub fn set_global(&mut self, name: &str, value: &Value) -> Result<(), Message> {
        if !self.calls.is_empty() {
            let text = say!("cannot be set before the last call has ended");
            return self.error(format!("'{name}' {text}"));
        }
        let globals = &self.program.code().globals;
        let Some(variable) = globals.iter().find(|variable| variable.name == name) else {
            return self.error(say!("There is no global variable '{name}'", name));
        };
        if !fits(&variable.ty, value) {
            return self.error(say!("The value for '{name}' does not fit its type", name));
        }
        store(&mut self.memory, &variable.ty, variable.slot.number(), value);
        Ok(())
    }

    /// Finds the variable that contains a cell. Returns its name, type and first cell.
    fn find_variable(&self, cell: usize) -> Option<(&str, &Type, usize)> {
        let within = |ty: &Type, first: usize| (first..first + ty.bytes()).contains(&cell);
        let known = |v: &'_ Declared, frame: usize| {
            let first = frame + v.slot.number();
            within(&v.ty, first).then_some(first)
        };
        if let Some(call) = self.calls.iter().rfind(|call| call.base as usize <= cell) {
            let variables = self.program.code().functions[call.function as usize].variables.iter();
            let mut locals = variables.filter(|v| v.slot.space() == Space::Local);
            return locals.find_map(|v| Some((&*v.name, &v.ty, known(v, call.base as usize)?)));
        }
        let mut arrays = self.arrays.iter();
        if let Some((name, ty, first)) = arrays.find(|(_, ty, first)| within(ty, *first)) {
            return Some((name, ty, *first));
        }
        let statics = self.program.code().functions.iter().flat_map(|f| &f.variables);
        let statics = statics.filter(|v| v.slot.space() == Space::Global);
        let mut all = self.program.code().globals.iter().chain(statics);
        all.find_map(|v| Some((&*v.name, &v.ty, known(v, 0)?)))
    }

    /// Returns the first cell and the size of the variable that contains a cell.
    pub(crate) fn variable_around(&self, cell: usize) -> Option<(usize, usize)> {
        self.find_variable(cell).map(|(_, ty, first)| (first, ty.bytes()))
    }

    pub(crate) fn variable_name(&self, cell: usize) -> String {
        self.find_variable(cell).map_or("?", |(name, ..)| name).to_string()
    }

    /// Returns the array element that a pointer points to: the array's name and an index per dimension.
    pub(crate) fn element_of(&self, pointer: Pointer) -> Option<(String, Vec<usize>)> {
        let (name, mut ty, _) = self.find_variable(pointer.base as usize)?;
        let (mut indices, mut rest) = (Vec::new(), pointer.offset as usize);
        while let Type::Array(of, _) = ty {
            indices.push(rest / of.bytes());
            rest %= of.bytes();
            ty = of;
        }
        (!indices.is_empty()).then(|| (name.to_string(), indices))
    }

    /// Returns the kind of number at a pointer's target, if a variable contains the target.
    pub(crate) fn kind_at(&self, pointer: Pointer) -> Option<Kind> {
        let cell = (pointer.base + pointer.offset) as usize;
        let (_, mut ty, first) = self.find_variable(cell)?;
        let mut rest = cell - first;
        while let Some((part, _)) = part_at(ty, &mut rest) {
            ty = part;
        }
        ty.kind()
    }

    /// Returns the message for an index outside its array.
    pub(crate) fn index_error(&self, pointer: i64, index: i64, count: u32, stride: u32) -> String {
        let pointer = Pointer::unpack(pointer);
        let Some((name, mut ty, _)) = self.find_variable(pointer.base as usize) else {
            return say!("Array index {index} is outside an array of {count}", index, count);
        };
        // The offset encodes the indices before this one.
        let (mut before, mut rest) = (String::new(), pointer.offset as usize);
        while let Type::Array(of, _) = ty
            && of.bytes() > stride as usize
            && let Some((part, index)) = part_at(ty, &mut rest)
        {
            before += &index;
            ty = part;
        }
        // The address behind the last element counts one more.
        let count = if let Type::Array(_, count) = ty { *count } else { count as usize };
        say!("Array index {index} is outside {name}{before}[{count}]", index, name, before, count)
    }

    /// Returns the message for a pointer that was moved outside its object, to the offset `to`.
    pub(crate) fn moved_error(&self, from: Pointer, to: i64) -> String {
        if from.is_number() {
            return say!("The pointer holds a number that is no address here").to_string();
        }
        if from.base == 0 {
            return say!("A NULL pointer has no elements").to_string();
        }
        if let Some(name) = self.function_at(from) {
            return say!("A pointer to the function '{name}' has no elements", name);
        }
        match self.find_variable(from.base as usize) {
            Some((name, Type::Array(of, count), _)) if of.kind().is_some() => {
                let to = to.div_euclid(of.bytes() as i64);
                say!("Array index {to} is outside {name}[{count}]", to, name, count)
            }
            Some((name, ty, _)) => say!("The pointer leaves {name}{bounds}", name, bounds = ty.bounds()),
            None if self.is_argument(from.base as usize) => {
                say!("va_arg asks for an argument that was not given").to_string()
            }
            None => say!("The pointer leaves its object").to_string(),
        }
    }

    /// True if a cell is on the stack.
    fn is_argument(&self, cell: usize) -> bool {
        self.calls.first().is_some_and(|call| call.base as usize <= cell)
    }

    /// Returns the message for a pointer without a target.
    pub(crate) fn pointer_error(&self, pointer: Pointer) -> String {
        if let Some(name) = self.function_at(pointer) {
            return say!("The pointer points to the function '{name}', not to a variable", name);
        }
        match pointer {
            _ if pointer.is_number() => self.moved_error(pointer, 0),
            Pointer { base: 0, .. } => say!("Null pointer assignment").to_string(),
            Pointer { base, offset, bytes }
                if offset >= bytes || ((base + offset) as usize) < self.memory.cells.len() =>
            {
                self.moved_error(pointer, pointer.signed_offset())
            }
            _ => say!("The pointer points to a variable of a function that has ended").to_string(),
        }
    }

    /// Returns the value of the object of a type that begins at a cell.
    pub(crate) fn value_at(&self, ty: &Type, cell: usize) -> Value {
        match ty {
            Type::Array(of, count) => {
                let cells = (cell..).step_by(of.bytes().max(1)).take(*count);
                Value::Array(cells.map(|cell| self.value_at(of, cell)).collect())
            }
            Type::Struct(s) => {
                let members = s.members.iter();
                Value::Struct(members.map(|m| (m.name.clone(), self.value_at(&m.ty, cell + m.at))).collect())
            }
            Type::Reference(to, _) => match self.memory.at(self.held(ty, cell), to.bytes()) {
                Ok(cell) => self.value_at(to, cell),
                Err(_) => Value::Unset,
            },
            ty => self.scalar(ty, self.held(ty, cell)),
        }
    }

    /// Returns the value of a number or pointer.
    pub(crate) fn scalar(&self, ty: &Type, held: i64) -> Value {
        match ty.kind() {
            _ if held == UNSET => Value::Unset,
            Some(Kind::Char | Kind::UnsignedChar) => Value::Char(held as i8),
            Some(Kind::Long | Kind::UnsignedLong) => Value::Long(held as i32),
            Some(Kind::Float | Kind::Double) => Value::Real(held as u64),
            Some(Kind::Pointer) => Value::Pointer(self.shown_pointer(held, ty)),
            _ => Value::Int(held as i32),
        }
    }

    /// Returns the number or pointer that begins at a cell; [`UNSET`] if it has no value.
    pub(crate) fn held(&self, ty: &Type, cell: usize) -> i64 {
        let memory = &self.memory;
        match (ty, ty.kind()) {
            // The variable is not in memory yet.
            _ if cell + ty.bytes() > memory.cells.len() => UNSET,
            (Type::Bits(kind, width, shift), _) => match memory.read(Kind::Unsigned, cell) {
                UNSET => UNSET,
                word => narrowed(*kind, *width, word >> shift),
            },
            (_, Some(kind)) => memory.read(kind, cell),
            _ => UNSET,
        }
    }

    fn function_at(&self, pointer: Pointer) -> Option<&str> {
        match Callee::of(Pointer::pack(pointer.base as usize, 0))? {
            Callee::Own(n) => self.program.code().functions.get(n).map(|f| &*f.name),
            Callee::Library(n) => {
                let mut all = self.program.code().pointed_at.iter();
                all.find_map(|(number, name)| (*number == n).then_some(*name))
            }
        }
    }

    fn shown_pointer(&self, held: i64, ty: &Type) -> String {
        let pointer = Pointer::unpack(held);
        if pointer.base == 0 {
            return "NULL".to_string();
        }
        if let Some(name) = self.function_at(pointer) {
            return name.to_string();
        }
        let found = self.find_variable(pointer.base as usize);
        let target = ty.target();
        if let (None, Ok(text)) = (found, self.memory.text(held))
            && target.and_then(Type::kind) == Some(Kind::Char)
        {
            return format!("{:?}", Encoding::of(&text).decode(&text));
        }
        let Some((name, ty, first)) = found else {
            return self.heap_address(held).unwrap_or("?".to_string());
        };
        let cell = (pointer.base + pointer.offset) as usize;
        format!("&{name}{}", path_to(ty, cell - first, target))
    }

    fn shown_variable(&self, declared: &Declared, base: usize) -> Variable {
        let cell = cell(declared, base);
        let cells = cell..cell + declared.ty.bytes();
        let history = self.memory.history.as_ref();
        // The oldest entry of a cell has the cell's value before the step.
        let changed = |(at, old): (usize, i64)| cells.contains(&at) && self.memory.cells[at] != old;
        Variable {
            name: declared.name.clone(),
            type_name: declared.ty.to_string(),
            value: self.value_at(&declared.ty, cell),
            changed: history.is_some_and(|history| history.last_cells().any(changed)),
        }
    }

    /// The global variables in source order.
    pub fn globals(&self) -> Vec<Variable> {
        // Hide the variables that headers declare.
        let own = |declared: &&Declared| !HEADERS_VARIABLES.contains(&&*declared.name);
        self.program
            .code()
            .globals
            .iter()
            .filter(own)
            .map(|declared| self.shown_variable(declared, 0))
            .collect()
    }

    pub(crate) fn visible(&self, call: &Call, at: usize) -> impl Iterator<Item = &Declared> {
        let variables = &self.program.code().functions[call.function as usize].variables;
        let at = at as u32;
        variables.iter().filter(move |v| v.from <= at && at < v.to)
    }

    /// Returns all calls with their current operations, innermost first, including those of library helpers.
    pub(crate) fn call_sites(&self) -> impl Iterator<Item = (&Call, usize)> {
        let calls = self.calls.iter().rev();
        let backs = calls.clone().map(|call| (call.back as usize).saturating_sub(1));
        calls.zip(std::iter::once(self.at).chain(backs))
    }

    /// Returns the calls of the program's own functions, innermost first.
    pub(crate) fn own_calls(&self) -> impl Iterator<Item = (&Call, usize)> {
        let is_hidden = |call: &Call| self.program.code().functions[call.function as usize].is_hidden();
        self.call_sites().filter(move |(call, _)| !is_hidden(call))
    }

    /// The calls in progress, innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        let frame = |(call, at): (&Call, usize)| Frame {
            function: self.program.code().functions[call.function as usize].name.clone(),
            parameters: self.program.code().functions[call.function as usize].parameters.len(),
            line: self.program.code().stop_before(at).line as usize,
            variables: self.visible(call, at).map(|v| self.shown_variable(v, call.base as usize)).collect(),
        };
        self.own_calls().map(frame).collect()
    }

    /// The names and values of the innermost call's variables, which is faster than
    /// [`frames`](Machine::frames).
    pub fn locals(&self) -> Vec<(String, Value)> {
        let Some((call, at)) = self.own_calls().next() else { return Vec::new() };
        let value = |v: &Declared| self.value_at(&v.ty, cell(v, call.base as usize));
        self.visible(call, at).map(|v| (v.name.clone(), value(v))).collect()
    }

    /// The value of a variable of the innermost call, or of a global variable.
    pub fn variable(&self, name: &str) -> Option<Value> {
        let own = self.call_sites().next().and_then(|(call, at)| {
            let found = self.visible(call, at).filter(|v| v.name == name).last()?;
            Some((found, call.base as usize))
        });
        let global = || self.program.code().globals.iter().find(|v| v.name == name);
        let (found, base) = own.or_else(|| Some((global()?, 0)))?;
        Some(self.value_at(&found.ty, cell(found, base)))
    }
}

/// Returns the first cell of a variable in the frame that begins at `base`.
pub(crate) fn cell(declared: &Declared, base: usize) -> usize {
    match declared.slot.space() {
        Space::Local => base + declared.slot.number(),
        _ => declared.slot.number(),
    }
}

/// Returns the type of the part at the offset `rest` in a value and the C syntax that selects the part, and makes `rest`
/// relative to it.
fn part_at<'a>(ty: &'a Type, rest: &mut usize) -> Option<(&'a Type, String)> {
    match ty {
        Type::Array(of, _) => {
            let index = *rest / of.bytes();
            *rest %= of.bytes();
            Some((of, format!("[{index}]")))
        }
        Type::Struct(s) => {
            let member = s.members.iter().rfind(|m| m.at <= *rest)?;
            *rest -= member.at;
            Some((&member.ty, format!(".{}", member.name)))
        }
        _ => None,
    }
}

/// Returns the C syntax that selects the part at an offset within a value, such as `[3][4]` or `[2].next`.
/// Stops at a part of the wanted type.
fn path_to(mut ty: &Type, mut rest: usize, wanted: Option<&Type>) -> String {
    let mut path = String::new();
    while rest > 0 || Some(ty) != wanted {
        let Some((part, selects)) = part_at(ty, &mut rest) else { break };
        path += &selects;
        ty = part;
    }
    path
}
