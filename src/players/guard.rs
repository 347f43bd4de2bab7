//! The guard of an engine: a process between the program and an engine that ends the engine when the program is gone, however it went.
//!
//! A program that is killed can do nothing any more, and an engine that hangs, or that a shell has started, does not notice. The guard
//! does: its standard input ends then. It gives the engine a moment to go by itself, and ends it with all that it has started: the group
//! of the engine, and on Linux also what has left that group and whose parents have gone. There such a process becomes a child of the guard.
//! On Windows they are a job of the guard's.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use store::files::read_file;

/// How long an engine may take to go when it is asked to.
const GRACE: Duration = Duration::from_millis(500);
/// How long its guard may take, which waits as long for the engine and then ends it: whoever ended the guard before that would let the engine go.
const GRACE_OF_GUARD: Duration = GRACE.saturating_mul(20);
/// How often it is asked whether it has gone.
const TICK: Duration = Duration::from_millis(10);

/// The command of the program that makes it a guard.
pub const COMMAND: &str = "guard";

/// The program that can be a guard.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// From now on each engine has a guard: this program, called with [`COMMAND`] and the command of the engine.
pub fn use_guards(program: PathBuf) {
    // Whoever was first has said the same.
    let _ = PROGRAM.set(program);
}

/// The command that starts an engine, with a guard if there is one.
pub(super) fn command(program: &str, arguments: &[String]) -> Command {
    let mut command = match PROGRAM.get() {
        Some(guard) => {
            let mut command = Command::new(guard);
            command.arg(COMMAND).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(arguments);
    in_a_group(&mut command);
    command
}

/// The processor time of a process and of all that it has started; `None` where the system does not tell. What a child has used is missed
/// for a moment when it ends.
pub(super) fn processor_time(process: u32) -> Option<Duration> {
    /// Linux counts it in hundredths of a second, whatever the processor's own clock.
    const TICK_OF_LINUX: u64 = 10;
    let read = |path: String| {
        let bytes = read_file(Path::new(&path)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let stat = read(format!("/proc/{process}/stat"))?;
    // The second field is the name in parentheses, which may hold spaces; the 14th and 15th are the times in and out of the program, the
    // next two those of its children that have ended.
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    let times = fields.skip(11).take(4).map(str::parse::<u64>);
    let ticks: u64 = times.sum::<Result<u64, _>>().ok()?;
    let children = read(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    let children = children
        .split_whitespace()
        .filter_map(|child| processor_time(child.parse().ok()?));
    Some(Duration::from_millis(ticks * TICK_OF_LINUX) + children.sum())
}

/// Is there a program of this name? A guard could not tell why it does not start one.
pub(super) fn finds(program: &str) -> bool {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let is_in = |folder: &Path| folder.join(&file).is_file() || folder.join(program).is_file();
    if Path::new(program).components().count() > 1 {
        return is_in(Path::new(""));
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| is_in(&folder))
}

/// A process and all that it starts are a group of their own, which Ctrl+C in a terminal does not reach and which can be ended as one.
fn in_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Nor does Windows open a console for it.
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Waits a moment for a process to go by itself, then ends it; and with it all that it has started, in any case.
pub(super) fn end(child: &mut Child) {
    let grace = PROGRAM.get().map_or(GRACE, |_| GRACE_OF_GUARD);
    let until = Instant::now() + grace;
    while !has_ended(child) && Instant::now() < until {
        sleep(TICK);
    }
    kill_group(child);
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Has the process ended? It is not reaped here: as long as nobody has waited for it, the system gives its number to no other process,
/// and the group of that number is its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    group(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// The group that the process leads has its number.
#[cfg(unix)]
fn group(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Ends all that the process has started, which must not have been waited for yet.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Signal, kill_process_group};
    // A group that has ended cannot be ended again.
    let _ = group(child).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Runs a command and hands its input on, until the input ends or the command does. 1 when it cannot be started.
pub fn run(words: &[OsString]) -> ExitCode {
    let Some((program, arguments)) = words.split_first() else {
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    in_a_group(&mut command);
    adopt_orphans();
    let Ok(mut child) = command.spawn() else {
        return ExitCode::FAILURE;
    };
    static ENDED: AtomicBool = AtomicBool::new(false);
    let input = child.stdin.take();
    spawn(move || {
        if let Some(mut input) = input {
            hand_on(&mut input);
        }
        ENDED.store(true, Ordering::Relaxed);
    });
    while !ENDED.load(Ordering::Relaxed) && !has_ended(&mut child) {
        sleep(TICK);
    }
    end(&mut child);
    end_descendants();
    ExitCode::SUCCESS
}

/// From now on this process and all that it starts are a job, and the system ends a job with whoever has made it.
#[cfg(windows)]
fn adopt_orphans() {
    use std::ptr::null;
    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    let long = size_of_val(&limits) as u32;
    let limits = (&raw const limits).cast();
    // SAFETY: the structure is the one that belongs to this number, and as long as it says. The system closes the handle when this process
    // ends, however it ends, and nobody does before. Where there can be no job nothing is different.
    unsafe {
        let job = CreateJobObjectW(null(), null());
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, long);
        AssignProcessToJobObject(job, GetCurrentProcess());
    }
}

/// From now on what an engine has started becomes a child of this process when its parent ends.
#[cfg(target_os = "linux")]
fn adopt_orphans() {
    use rustix::process::{getpid, set_child_subreaper};
    // An old system cannot do that; the group is ended there, too.
    let _ = set_child_subreaper(Some(getpid()));
}

#[cfg(not(any(target_os = "linux", windows)))]
fn adopt_orphans() {}

/// Ends the children of this process and theirs, and those that they start meanwhile, until there is none, some seconds at the most.
#[cfg(target_os = "linux")]
fn end_descendants() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};
    let until = Instant::now() + 4 * GRACE;
    while Instant::now() < until {
        let found = descendants(std::process::id());
        for pid in found.iter().filter_map(|pid| Pid::from_raw(*pid as i32)) {
            // It may have ended meanwhile.
            let _ = kill_process(pid, Signal::KILL);
        }
        while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        if found.is_empty() {
            return;
        }
        sleep(TICK);
    }
}

#[cfg(not(target_os = "linux"))]
fn end_descendants() {}

/// The children of a process's first thread, and theirs. Those of other threads come to this process when theirs has ended.
#[cfg(target_os = "linux")]
fn descendants(process: u32) -> Vec<u32> {
    let file = format!("/proc/{process}/task/{process}/children");
    let children = read_file(Path::new(&file)).unwrap_or_default();
    let children = String::from_utf8_lossy(&children);
    let children = children.split_whitespace();
    let children = children.filter_map(|pid| pid.parse().ok());
    let with_theirs = |pid| [vec![pid], descendants(pid)].concat();
    children.flat_map(with_theirs).collect()
}

/// Hands standard input on as it comes, to its end.
fn hand_on(input: &mut impl Write) {
    let mut bytes = [0; 4096];
    while let Ok(n @ 1..) = io::stdin().read(&mut bytes) {
        // An engine that does not read any more is still to be ended with its guard's input.
        let _ = input.write_all(&bytes[..n]).and_then(|()| input.flush());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The number of a process that was reaped can be another's: its group must be ended before.
    #[test]
    fn a_process_that_has_ended_keeps_its_number_until_its_group_is_ended() {
        let arguments = ["-c", "sleep 600 & exit 3"].map(str::to_string);
        let mut command = command("sh", &arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        while !has_ended(&mut child) {
            sleep(TICK);
        }
        assert!(has_ended(&mut child), "nobody has reaped it");
        let number = group(&child).unwrap();
        assert_eq!(rustix::process::test_kill_process(number), Ok(()));
        end(&mut child);
        assert_eq!(child.wait().unwrap().code(), Some(3), "it went by itself");
        // The sleeper has the other end of the pipe.
        assert_eq!(output.read(&mut [0; 8]).unwrap(), 0);
    }
}
