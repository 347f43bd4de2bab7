//! The heap as a debugger shows it: the blocks with their contents, and the pointers between them. The type of a
//! block is that of a pointer to it.

use std::collections::{HashMap, HashSet, VecDeque};

use super::code::{Code, Declared, Pointer, Space, UNSET};
use super::heap::Block;
use super::inspect::cell;
use super::machine::Machine;
use super::types::{Kind, Type};
use super::value::Value;

/// The maximum number of blocks and of elements of a block that a graph contains.
const MOST: usize = 1000;
/// The maximum number of bytes by which a block is larger than its object.
const MOST_MORE: usize = 10;

/// The target of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The block with this index in [`Heap::blocks`], and the offset in it in bytes.
    Block(usize, usize),
    /// NULL.
    Null,
    /// A block that the program has freed.
    Freed,
    /// Anything else.
    Other,
}

/// A number, a text or a pointer in a block or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The C syntax that selects the part: `->next` or `[3].x` behind a pointer to the block, or the whole
    /// expression of a variable.
    pub path: String,
    /// The offset in the block, in bytes.
    pub at: usize,
    /// The value.
    pub value: Value,
    /// True if the last step changed the value.
    pub changed: bool,
    /// The target, if the part is a pointer that has a value and is no text.
    pub link: Option<Link>,
}

/// A block from `malloc`, `calloc` or `new`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapBlock {
    /// The address, as `%p` prints it.
    pub address: String,
    /// The number of bytes.
    pub bytes: usize,
    /// The contents; empty if no pointer tells the type.
    pub parts: Vec<Part>,
    /// True if the program has no way left to reach the block.
    pub is_lost: bool,
}

impl HeapBlock {
    /// Returns a block without its contents.
    fn of(block: &Block) -> HeapBlock {
        let address = format!("{:04X}", Pointer::far(Pointer::pack(block.at, 0)) as u16);
        HeapBlock { address, bytes: block.room, ..HeapBlock::default() }
    }
}

/// The variables that point into the heap, and the blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// The variables, each with the number of its stack frame (0 is the innermost), or `None` for a global one.
    pub roots: Vec<(Option<usize>, Part)>,
    /// The blocks in use, by address.
    pub blocks: Vec<HeapBlock>,
    /// The number of blocks that are left out, because there are too many.
    pub more: usize,
}

/// A part, and the type and pointer of its target.
type Typed = (Part, Option<(Type, Pointer)>);

struct Walk<'a> {
    machine: &'a Machine,
    blocks: Vec<Block>,
    /// The indices of the blocks by their first cells.
    at: HashMap<usize, usize>,
    found: Vec<HeapBlock>,
    reached: Vec<bool>,
    /// The cells that the last step changed.
    changed: HashSet<usize>,
}

impl Walk<'_> {
    fn block(&self, pointer: Pointer) -> Option<usize> {
        self.at.get(&(pointer.base as usize)).copied()
    }

    fn link(&self, pointer: Pointer) -> Link {
        match self.block(pointer) {
            Some(block) => Link::Block(block, pointer.offset as usize),
            None if pointer.base == 0 && pointer.offset == 0 => Link::Null,
            None if self.machine.is_freed(pointer) => Link::Freed,
            None => Link::Other,
        }
    }

    /// Appends the numbers and pointers of an object; if `links` is true, only the pointers into the heap.
    fn add(&self, ty: &Type, cell: usize, path: &str, links: bool, parts: &mut Vec<Typed>) {
        match ty {
            _ if parts.len() >= MOST || links && !has_pointer(ty) => {}
            Type::Struct(s) => {
                for m in &s.members {
                    self.add(&m.ty, cell + m.at, &format!("{path}.{}", m.name), links, parts);
                }
            }
            Type::Array(of, count) if of.kind().is_none() || has_pointer(of) => {
                for n in 0..(*count).min(MOST) {
                    self.add(of, cell + n * of.bytes(), &format!("{path}[{n}]"), links, parts);
                }
            }
            ty => {
                let value = self.machine.value_at(ty, cell);
                let held = self.machine.held(ty, cell);
                let is_text = matches!(&value, Value::Pointer(text) if text.starts_with('"'));
                let target = ty.target().filter(|_| matches!(ty, Type::Pointer(_)) && held != UNSET);
                let to = target.map(|to| (to.clone(), Pointer::unpack(held)));
                let link = to.as_ref().map(|(_, pointer)| self.link(*pointer));
                if !links || matches!(link, Some(Link::Block(..) | Link::Freed)) {
                    let around = self.blocks.partition_point(|block| block.at <= cell);
                    let at = around.checked_sub(1).map_or(0, |n| cell - self.blocks[n].at);
                    let (path, link) = (path.to_string(), link.filter(|_| !is_text));
                    parts.push((Part { path, at, value, changed: self.changed.contains(&cell), link }, to));
                }
            }
        }
    }

    /// Returns the parts of a block of objects of this type.
    fn contents(&self, ty: &Type, n: usize) -> Vec<Typed> {
        let (at, bytes) = (self.blocks[n].at, self.found[n].bytes);
        let mut parts = Vec::new();
        match (bytes / ty.bytes(), ty) {
            // In a block that is too small, only the first members exist.
            (0 | 1, Type::Struct(s)) => {
                for m in s.members.iter().filter(|m| m.at + m.ty.bytes() <= bytes) {
                    self.add(&m.ty, at + m.at, &format!("->{}", m.name), false, &mut parts);
                }
            }
            (count, ty) => {
                for n in 0..count {
                    self.add(ty, at + n * ty.bytes(), &format!("[{n}]"), false, &mut parts);
                }
            }
        }
        parts
    }

    /// Visits all blocks that can be reached from these pointers.
    fn visit(&mut self, from: impl IntoIterator<Item = (Type, Pointer)>, is_lost: bool) {
        let mut queue: VecDeque<(Type, Pointer)> = from.into_iter().collect();
        while let Some((ty, pointer)) = queue.pop_front() {
            let Some(n) = self.block(pointer) else { continue };
            if !std::mem::replace(&mut self.reached[n], true) {
                self.found[n].is_lost = is_lost;
                self.found[n].bytes = usize::try_from(pointer.size()).unwrap_or(0);
            }
            if self.found[n].parts.is_empty() && !matches!(ty, Type::Void | Type::Function(_)) {
                let (parts, targets): (Vec<Part>, Vec<_>) = self.contents(&ty, n).into_iter().unzip();
                queue.extend(targets.into_iter().flatten());
                self.found[n].parts = parts;
            }
        }
    }

    /// Returns the numbers of a block whose type is unknown.
    fn numbers(&self, n: usize) -> Vec<Part> {
        let Block { at, room, .. } = self.blocks[n];
        let taken = self.machine.memory.taken(at, room).into_iter();
        let part = |(at, kind, held)| Part {
            path: String::new(),
            at,
            value: self.machine.scalar(&Type::Number(kind), held),
            changed: false,
            link: (kind == Kind::Pointer).then_some(Link::Other),
        };
        let parts: Vec<Part> = taken.map(part).collect();
        if parts.iter().all(|part| matches!(part.value, Value::Unset | Value::Char(_))) {
            Vec::new()
        } else {
            parts
        }
    }

    /// Returns the struct of a lost block: the first one that has its size and its kinds of numbers.
    fn guess<'a>(&self, structs: &'a [Type], n: usize) -> Option<&'a Type> {
        let Block { at, room, .. } = self.blocks[n];
        structs.iter().find(|ty| {
            let mut numbers = Vec::new();
            numbers_of(ty, at, &mut numbers);
            let is_like = |(cell, kind): &(usize, Kind)| self.machine.memory.could_be(*cell, *kind);
            ty.bytes() <= room && room <= ty.bytes() + MOST_MORE && numbers.iter().all(is_like)
        })
    }
}

fn has_pointer(ty: &Type) -> bool {
    match ty {
        Type::Pointer(_) => true,
        Type::Array(of, _) => has_pointer(of),
        Type::Struct(s) => s.members.iter().any(|m| has_pointer(&m.ty)),
        _ => false,
    }
}

/// Appends the cells and kinds of an object's numbers.
fn numbers_of(ty: &Type, cell: usize, numbers: &mut Vec<(usize, Kind)>) {
    match ty {
        Type::Struct(s) => s.members.iter().for_each(|m| numbers_of(&m.ty, cell + m.at, numbers)),
        Type::Bits(..) => {}
        ty => numbers.extend(ty.kind().map(|kind| (cell, kind))),
    }
}

/// Returns the structs in the types of variables and in the types to which they point.
fn structs(code: &Code) -> Vec<Type> {
    let mut found: Vec<Type> = Vec::new();
    let variables = code.functions.iter().flat_map(|f| &f.variables).chain(&code.globals);
    let mut queue: Vec<&Type> = variables.map(|v| &v.ty).collect();
    while let Some(ty) = queue.pop() {
        match ty {
            Type::Pointer(to) | Type::Array(to, _) => queue.push(to),
            Type::Struct(s) if !found.contains(ty) => {
                found.push(ty.clone());
                queue.extend(s.members.iter().map(|m| &m.ty));
            }
            _ => {}
        }
    }
    found
}

impl Machine {
    /// The blocks of the heap, and the variables in scope that point to them.
    pub fn heap_graph(&self) -> Heap {
        let code = self.program.code();
        if !code.allocates || self.calls.is_empty() {
            return Heap::default();
        }
        let mut blocks: Vec<Block> = self.blocks().filter(|block| block.is_used()).collect();
        let more = blocks.len().saturating_sub(MOST);
        blocks.truncate(MOST);
        let mut walk = Walk {
            machine: self,
            at: blocks.iter().enumerate().map(|(n, block)| (block.at, n)).collect(),
            found: blocks.iter().map(HeapBlock::of).collect(),
            reached: vec![false; blocks.len()],
            changed: self
                .memory
                .history
                .iter()
                .flat_map(|history| history.last_cells())
                .map(|(cell, _)| cell)
                .collect(),
            blocks,
        };
        let (mut roots, mut targets) = (Vec::new(), Vec::new());
        let mut root = |call: Option<usize>, v: &Declared, base: usize, name: &str| {
            let mut parts = Vec::new();
            walk.add(&v.ty, cell(v, base), name, true, &mut parts);
            for (part, to) in parts {
                roots.push((call, part));
                targets.extend(to);
            }
        };
        for (n, (call, at)) in self.own_calls().enumerate() {
            self.visible(call, at).for_each(|v| root(Some(n), v, call.base as usize, &v.name));
        }
        code.globals.iter().for_each(|v| root(None, v, 0, &v.name));
        // A static variable reaches its blocks while its function does not run, too.
        let statics = code.functions.iter().flat_map(|f| &f.variables);
        let statics = statics.filter(|v| v.slot.space() == Space::Global);
        let mut hidden = Vec::new();
        statics.for_each(|v| walk.add(&v.ty, v.slot.number(), "", true, &mut hidden));
        targets.extend(hidden.into_iter().filter_map(|(_, to)| to));
        walk.visit(targets, false);
        if walk.reached.contains(&false) {
            let structs = structs(code);
            for n in 0..walk.blocks.len() {
                if !walk.reached[n] {
                    let Block { at, room, .. } = walk.blocks[n];
                    let ty = walk.guess(&structs, n).cloned().unwrap_or(Type::Void);
                    let bytes = if ty == Type::Void { room } else { ty.bytes() };
                    walk.visit([(ty, Pointer::unpack(Pointer::pack(at, bytes)))], true);
                    if walk.found[n].parts.is_empty() {
                        walk.found[n].parts = walk.numbers(n);
                    }
                }
            }
        }
        Heap { roots, blocks: walk.found, more }
    }
}
