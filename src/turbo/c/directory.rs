//! `dir.h`: file names. The run's files are in one folder, the current folder of a DOS disk.

use super::calls::{LibCall, LibResult};
use super::types::Kind;

/// The maximum length of a file name in `struct ffblk`.
const LONGEST: usize = 12;
/// The offset of the pattern in `struct ffblk`, after the number of names already returned.
const PATTERN: usize = 2;
/// The offset of the result in `struct ffblk`.
const FOUND: usize = 21;
/// The offset of the name in `struct ffblk`.
const NAME: usize = 30;

fn parts(path: &str) -> [&str; 4] {
    let (drive, rest) = path.split_at(path.find(':').map_or(0, |colon| colon + 1));
    let (folder, name) = rest.split_at(rest.rfind(['\\', '/']).map_or(0, |slash| slash + 1));
    let (name, extension) = name.split_at(name.rfind('.').unwrap_or(name.len()));
    [drive, folder, name, extension]
}

fn fits(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', b'*', ..], _) => fits(&pattern[1..], name),
        ([b'*', behind @ ..], _) => (0..=name.len()).any(|n| fits(behind, &name[n..])),
        ([b'?', behind @ ..], [_, rest @ ..]) => fits(behind, rest),
        ([one, behind @ ..], [two, rest @ ..]) => one.eq_ignore_ascii_case(two) && fits(behind, rest),
        // *.* also matches a name without an extension.
        ([b'.', behind @ ..], []) => behind.iter().all(|c| *c == b'*'),
        _ => false,
    }
}

impl LibCall<'_> {
    fn names(&self, folder: &str) -> Vec<String> {
        let files = &self.machine.files;
        let names = files.folder.as_ref().map_or_else(Vec::new, |shared| shared.names(folder));
        let unused = |name: &String| files.known(&format!("{folder}{name}")).is_none();
        let used = files.files.iter().filter(|file| !file.removed);
        let used = used.filter_map(|file| {
            let name = file.name.strip_prefix(folder)?;
            (!name.contains('/')).then(|| name.to_string())
        });
        let mut all: Vec<String> = names.into_iter().filter(unused).chain(used).collect();
        all.sort();
        all
    }

    /// `findfirst`: finds the first file that matches a pattern.
    pub(crate) fn findfirst(&mut self) -> LibResult {
        let pattern = self.file_name(0)?;
        self.a.remove(0);
        let pattern = pattern.as_bytes();
        let pattern = &pattern[..pattern.len().min(FOUND - PATTERN - 1)];
        self.put(0, Kind::Unsigned, 0)?;
        self.machine.memory.set_text(self.a[0] + PATTERN as i64, pattern)?;
        self.findnext()
    }

    pub(crate) fn findnext(&mut self) -> LibResult {
        let passed = self.pointed_to(0, Kind::Unsigned)?;
        let pattern = self.machine.memory.text(self.a[0] + PATTERN as i64)?;
        let pattern = String::from_utf8_lossy(&pattern).into_owned();
        let (folder, pattern) = pattern.split_at(pattern.rfind('/').map_or(0, |slash| slash + 1));
        let fitting = |name: &String| name.len() <= LONGEST && fits(pattern.as_bytes(), name.as_bytes());
        let mut names = self.names(folder).into_iter().filter(fitting);
        let Some(name) = names.nth(passed as usize) else { return self.fails(2) };
        let found = self.find_file(&format!("{folder}{name}")).unwrap_or_default();
        let size = found.map_or(0, |n| self.machine.files.files[n].bytes.len());
        let (time, date) = self.dos_time()?;
        // Attribute "archive", time, date and size.
        let members = [32, time, date, size as i64];
        self.machine.worked(64 * name.len());
        self.machine.memory.set_numbers(self.a[0] + FOUND as i64, "cuul", &members)?;
        self.machine.memory.set_text(self.a[0] + NAME as i64, name.as_bytes())?;
        self.put(0, Kind::Unsigned, passed + 1)
    }

    /// `searchpath`: returns the path of a file, or NULL.
    pub(crate) fn searchpath(&mut self) -> LibResult {
        let name = self.file_name(0)?;
        match self.find_file(&name) {
            Ok(Some(_)) => self.return_text(&name),
            _ => Ok(0),
        }
    }

    /// Stores a part of a path, unless the address in the argument is NULL.
    pub(crate) fn put_part(&mut self, at: usize, text: &str) -> LibResult {
        if self.a[at] != 0 {
            self.put_text(at, text.as_bytes())?;
        }
        Ok(0)
    }

    pub(crate) fn fnsplit(&mut self) -> LibResult {
        let path = String::from_utf8_lossy(&self.text(0)?).into_owned();
        let mut flags = i64::from(path.contains(['*', '?']));
        // Each part with the flag that reports its presence.
        for ((part, at), flag) in parts(&path).into_iter().zip(1..).zip([16, 8, 4, 2]) {
            self.put_part(at, part)?;
            flags |= if part.is_empty() { 0 } else { flag };
        }
        Ok(flags)
    }

    pub(crate) fn fnmerge(&mut self) -> LibResult {
        let mut path = String::new();
        for (at, before, behind) in [(1, "", ":"), (2, "", "\\"), (3, "", ""), (4, ".", "")] {
            let part = if self.a[at] == 0 { Vec::new() } else { self.text(at)? };
            let part = String::from_utf8_lossy(&part);
            if part.is_empty() {
                continue;
            }
            path += if part.starts_with(before) { "" } else { before };
            path += &part;
            let ended = part.ends_with('/') || part.ends_with(behind);
            path += if ended { "" } else { behind };
        }
        self.put_part(0, &path)
    }

    /// `mktemp`: replaces the final `XXXXXX` so that the name is unused.
    pub(crate) fn mktemp(&mut self) -> LibResult {
        let name = String::from_utf8_lossy(&self.text(0)?).into_owned();
        let Some(begun) = name.strip_suffix("XXXXXX") else { return Ok(0) };
        let names = ('A'..='Z').map(|c| format!("{begun}AA.A{c}A"));
        let mut free = names.filter(|name| self.machine.files.known(name).is_none());
        if let Some(name) = free.next() { self.set_text(name.as_bytes()) } else { Ok(0) }
    }
}
