//! Builds the C programs with a C compiler. Every machine that links Rust programs has one.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lessons::tutor::sources::source;
use tempfile::TempDir;

/// The options under which every compiler must accept the programs without warnings.
const STRICT: [&str; 5] = ["-std=c89", "-pedantic", "-Wall", "-Wextra", "-Werror"];

/// The installed compilers. `cc` is always among them.
pub fn compilers() -> Vec<&'static str> {
    let answers = |cc: &&str| {
        let asked = Command::new(cc).arg("-v").stdin(Stdio::null()).output();
        *cc == "cc" || asked.is_ok_and(|said| said.status.success())
    };
    let known = ["cc", "gcc", "clang", "tcc"];
    known.into_iter().filter(answers).collect()
}

pub struct Built {
    folder: TempDir,
    cc: &'static str,
}

/// The folder with Turbo C's headers for the tests, their functions and the drivers.
pub fn data() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/data/c")
}

impl Built {
    /// A folder with the source of a program.
    fn with(cc: &'static str, name: &str) -> Built {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let source = source(name).unwrap_or_else(|| panic!("there is no {name}"));
        fs::write(folder.path().join("source.c"), source.text).unwrap();
        Built { folder, cc }
    }

    fn compile(&self, arguments: &[&OsStr]) {
        let data = data();
        let mut command = Command::new(self.cc);
        command.current_dir(self.folder.path()).args(STRICT);
        command.arg("-O1").arg("-I").arg(data.join("include"));
        command.arg("-I").arg(&data).args(arguments);
        let said = command.output().unwrap_or_else(|error| panic!("{}: {error}", self.cc));
        let errors = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.status.success(), "{command:?}\n{errors}");
        assert_eq!(errors, "", "{command:?}");
    }

    /// Builds a whole program. QIPAN.C writes its global variables before each key.
    pub fn program(cc: &'static str, name: &str) -> Built {
        let built = Built::with(cc, name);
        let recorder = data().join("recorder.c");
        let mut arguments: Vec<&OsStr> = ["source.c", "-o", "program"].map(OsStr::new).to_vec();
        arguments.push(recorder.as_os_str());
        if name == "QIPAN.C" {
            arguments.push(OsStr::new("-DGAME"));
        }
        built.compile(&arguments);
        built
    }

    /// Builds a program with a driver that calls its functions in place of `main`.
    pub fn driven(cc: &'static str, name: &str, driver: &str) -> Built {
        let built = Built::with(cc, name);
        let object = ["-Dmain=program_main", "-c", "source.c", "-o", "source.o"];
        built.compile(&object.map(OsStr::new));
        let driver = data().join("drivers").join(driver).with_extension("c");
        let recorder = data().join("recorder.c");
        let mut arguments: Vec<&OsStr> = ["source.o", "-o", "program"].map(OsStr::new).to_vec();
        arguments.extend([driver.as_os_str(), recorder.as_os_str()]);
        built.compile(&arguments);
        built
    }

    /// Runs the program with this input, and returns its output.
    pub fn run(&self, input: Vec<u8>) -> Vec<u8> {
        let mut program = Command::new(self.folder.path().join("program"));
        program.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A program that ends early closes its input. Its output until then tells why.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let mut output = Vec::new();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_end(&mut output).unwrap();
        writer.join().unwrap();
        assert!(child.wait().unwrap().success());
        output
    }

    /// Runs the program with numbers of 16 bits, the low byte first.
    pub fn answers(&self, numbers: &[i16]) -> Answers {
        let input = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let output = self.run(input);
        let (pairs, rest) = output.as_chunks::<2>();
        assert!(rest.is_empty(), "half a number");
        Answers::new(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
    }
}

/// The numbers that a driver wrote.
pub struct Answers(std::vec::IntoIter<i16>);

impl Answers {
    pub fn new(numbers: Vec<i16>) -> Answers {
        Answers(numbers.into_iter())
    }

    pub fn short(&mut self) -> i16 {
        self.0.next().expect("the driver ended early")
    }

    pub fn shorts(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| self.short()).collect()
    }

    /// The next number of 32 bits, its low half first.
    pub fn long(&mut self) -> i32 {
        let low = self.short() as u16;
        i32::from(self.short()) << 16 | i32::from(low)
    }

    pub fn is_over(&self) -> bool {
        self.0.len() == 0
    }
}
