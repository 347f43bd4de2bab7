//! The bytes of unions, bit fields and files.
//!
//! Memory has a cell per number, so a union has separate cells for each member. Before the members are the
//! number of the active member, from 1, and a cell per byte. Activating another member converts the active
//! one to bytes, and the bytes to the other member's cells.

use super::code::UNSET;
use super::types::{Kind, Struct, Type, bits, real};

pub(crate) fn switched(of: &Struct, cells: &[i64], to: usize) -> Option<Vec<i64>> {
    let is_set = |n: usize| own(of, cells, n).iter().any(|cell| *cell != UNSET);
    let others_are_set = (0..of.members.len()).any(|n| n != to && is_set(n));
    if cells[0] == to as i64 + 1 && !others_are_set {
        return None;
    }
    let bytes = image(of, cells);
    let mut new = vec![UNSET; cells.len()];
    new[0] = to as i64 + 1;
    new[1..=of.bytes].copy_from_slice(&bytes);
    let member = &of.members[to];
    let mut taken = Vec::new();
    take(&member.ty, &bytes, (0, 0), &mut taken);
    new[member.at..member.at + taken.len()].copy_from_slice(&taken);
    Some(new)
}

pub(crate) fn seen(of: &Struct, cells: &[i64], member: usize) -> Vec<i64> {
    let switched = switched(of, cells, member);
    own(of, switched.as_deref().unwrap_or(cells), member).to_vec()
}

/// Returns the bytes of a value on the PC. Uninitialized bytes and pointers become 0.
pub(crate) fn bytes(ty: &Type, cells: &[i64]) -> Vec<u8> {
    let mut bytes = vec![UNSET; ty.bytes()];
    put(ty, cells, (0, 0), &mut bytes);
    let known = |byte: &i64| u8::try_from(*byte).unwrap_or(0);
    bytes.iter().map(known).collect()
}

pub(crate) fn cells(ty: &Type, bytes: &[u8]) -> Vec<i64> {
    let bytes: Vec<i64> = bytes.iter().map(|byte| i64::from(*byte)).collect();
    let mut cells = Vec::new();
    take(ty, &bytes, (0, 0), &mut cells);
    cells
}

fn own<'a>(of: &Struct, cells: &'a [i64], member: usize) -> &'a [i64] {
    let member = &of.members[member];
    &cells[member.at..member.at + member.ty.cells()]
}

fn image(of: &Struct, cells: &[i64]) -> Vec<i64> {
    let mut bytes = cells[1..=of.bytes].to_vec();
    if let Some(member) = written_last(of, cells) {
        let ty = &of.members[member].ty;
        put(ty, own(of, cells, member), (0, 0), &mut bytes);
    }
    bytes
}

/// Returns the member written last, which is an inactive one if a pointer wrote it.
fn written_last(of: &Struct, cells: &[i64]) -> Option<usize> {
    let members = 0..of.members.len();
    let holds = |n: usize, what: fn(i64) -> bool| own(of, cells, n).iter().any(|cell| what(*cell));
    let used = members.clone().find(|n| cells[0] == *n as i64 + 1);
    let mut others = members.clone().filter(|n| Some(*n) != used);
    let written = others.find(|n| holds(*n, |cell| cell != UNSET));
    match used {
        Some(used) => written.or(Some(used)),
        // Memory that is all zeros has no active member.
        None => {
            let mut members = members;
            let found = members.find(|n| holds(*n, |cell| cell != 0 && cell != UNSET));
            found.or(written)
        }
    }
}

fn put(ty: &Type, cells: &[i64], (at, shift): (usize, u8), bytes: &mut [i64]) {
    match ty {
        Type::Array(of, count) => {
            for n in 0..*count {
                let cells = &cells[n * of.cells()..];
                put(of, cells, (at + n * of.bytes(), 0), bytes);
            }
        }
        Type::Struct(of) if of.is_union => {
            let known = image(of, &cells[..of.cells]);
            for (to, byte) in bytes[at..].iter_mut().zip(known) {
                *to = if byte == UNSET { *to } else { byte };
            }
        }
        Type::Struct(of) => {
            for member in &of.members {
                let place = (at + member.byte, member.shift);
                put(&member.ty, &cells[member.at..], place, bytes);
            }
        }
        _ if cells[0] == UNSET => {}
        Type::Bits(_, width) => {
            let mask = mask(*width) << shift;
            let known = |byte: i64| if is_byte(byte) { byte } else { 0 };
            let word = known(bytes[at]) | known(bytes[at + 1]) << 8;
            let word = word & !mask | cells[0] << shift & mask;
            (bytes[at], bytes[at + 1]) = (word & 0xFF, word >> 8);
        }
        Type::Pointer(_) if !(0..=0xFFFF).contains(&cells[0]) => {
            (bytes[at], bytes[at + 1]) = (cells[0], UNSET);
        }
        ty => {
            let number = match ty.kind() {
                Some(Kind::Float) => i64::from((real(cells[0]) as f32).to_bits()),
                _ => cells[0],
            };
            for (to, byte) in bytes[at..].iter_mut().zip(number.to_le_bytes()).take(ty.bytes()) {
                *to = byte.into();
            }
        }
    }
}

fn take(ty: &Type, bytes: &[i64], (at, shift): (usize, u8), out: &mut Vec<i64>) {
    match ty {
        Type::Array(of, count) => {
            for n in 0..*count {
                take(of, bytes, (at + n * of.bytes(), 0), out);
            }
        }
        Type::Struct(of) if of.is_union => {
            let end = out.len() + of.cells;
            out.push(0);
            out.extend_from_slice(&bytes[at..at + of.bytes]);
            out.resize(end, UNSET);
        }
        Type::Struct(of) => {
            for member in &of.members {
                let place = (at + member.byte, member.shift);
                take(&member.ty, bytes, place, out);
            }
        }
        Type::Pointer(_) if !is_byte(bytes[at]) => out.push(bytes[at]),
        ty => out.push(number(ty, &bytes[at..at + ty.bytes()], shift)),
    }
}

fn number(ty: &Type, bytes: &[i64], shift: u8) -> i64 {
    if !bytes.iter().all(|byte| is_byte(*byte)) {
        return UNSET;
    }
    let number = bytes.iter().rev().fold(0, |number: i64, byte| number << 8 | byte);
    match ty {
        Type::Bits(kind, width) => narrowed(*kind, *width, number >> shift),
        ty => match ty.kind().unwrap_or(Kind::Pointer) {
            Kind::Float => bits(f32::from_bits(number as u32).into()),
            kind => kind.wrap(number),
        },
    }
}

fn is_byte(cell: i64) -> bool {
    (0..=0xFF).contains(&cell)
}

fn mask(width: u8) -> i64 {
    (1 << width) - 1
}

/// Wraps a number to the width of a bit field.
pub(crate) fn narrowed(kind: Kind, width: u8, number: i64) -> i64 {
    let number = number & mask(width);
    match kind.is_unsigned() || number >> (width - 1) == 0 {
        true => number,
        false => number - (1 << width),
    }
}
