//! A guard process between the program and an external engine. It kills the engine when the program has
//! exited.
//!
//! A killed program can no longer end its engines, and an engine that hangs or runs behind a shell does not
//! notice that the program is gone. The guard notices, because its standard input closes. It gives the engine
//! a moment to exit, then kills the engine's process group. On Linux the guard is also a subreaper, and kills
//! processes that have left the group. On Windows the engine and its children are in a job.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use store::files::read_file;

/// The time that an engine has to exit by itself.
const GRACE: Duration = Duration::from_millis(500);
/// The time that a guard has to exit by itself. It is longer because the guard must first wait for the
/// engine.
const GRACE_OF_GUARD: Duration = GRACE.saturating_mul(20);
/// The interval between checks whether a process has exited.
const TICK: Duration = Duration::from_millis(10);

/// The hidden command that runs the program as a guard.
pub const COMMAND: &str = "guard";

/// The executable to run as a guard.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Makes all later engines start through a guard: this executable with [`COMMAND`] and the engine's command.
pub fn use_guards(program: PathBuf) {
    // Only the first call has an effect; later calls name the same program.
    let _ = PROGRAM.set(program);
}

/// Creates the command that starts an engine, through a guard if one is set.
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

/// Returns the processor time of a process and its children. Works only on Linux. For a moment after a child
/// exits, the child's time is missing.
pub(super) fn processor_time(process: u32) -> Option<Duration> {
    /// The length of a clock tick in ms, which is the same on all processors.
    const TICK_OF_LINUX: u64 = 10;
    let stat = read_file(Path::new(&format!("/proc/{process}/stat"))).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // Field 2 is the name in parentheses and may contain spaces. Fields 14 and 15 are the user and system
    // times of the process, and fields 16 and 17 are the same times of its exited children.
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    let times = fields.skip(11).take(4).map(str::parse::<u64>);
    let ticks: u64 = times.sum::<Result<u64, _>>().ok()?;
    let children = children(process).into_iter().filter_map(processor_time);
    Some(Duration::from_millis(ticks * TICK_OF_LINUX) + children.sum())
}

/// Returns the children of a process's main thread. The children of other threads become this process's
/// children when their parent exits.
fn children(process: u32) -> Vec<u32> {
    let file = format!("/proc/{process}/task/{process}/children");
    let children = read_file(Path::new(&file)).unwrap_or_default();
    String::from_utf8_lossy(&children).split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

/// True if the program exists. The caller checks this first, because a guard could not report why a program
/// does not start.
pub(super) fn finds(program: &str) -> bool {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let is_in = |folder: &Path| folder.join(&file).is_file() || folder.join(program).is_file();
    if Path::new(program).components().count() > 1 {
        return is_in(Path::new(""));
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| is_in(&folder))
}

/// Starts the process in a group of its own. Ctrl+C in a terminal does not reach this group, and it can be
/// killed as a whole.
fn in_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The process also must not open a console window.
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
    }
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

/// Waits for a process to exit by itself, then kills it and its whole group.
pub(super) fn end(child: &mut Child) {
    let grace = PROGRAM.get().map_or(GRACE, |_| GRACE_OF_GUARD);
    let until = Instant::now() + grace;
    while !has_ended(child) && Instant::now() < until {
        sleep(TICK);
    }
    kill_group(child);
    // Fails if the process has already exited.
    let _ = child.kill();
    let _ = child.wait();
}

/// True if the process has exited. The process is not reaped here, so the system does not reuse its number or
/// its group's number yet.
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

/// Returns the process group, which has the number of its leader.
#[cfg(unix)]
fn group(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Kills the group of a process that has not been reaped yet.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Signal, kill_process_group};
    // Fails if the group no longer exists.
    let _ = group(child).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Runs a command and forwards standard input to it until the input ends or the command exits. Exits with
/// status 1 if the command does not start.
pub fn run(words: &[OsString]) -> ExitCode {
    let Some((program, arguments)) = words.split_first() else { return ExitCode::from(2) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    in_a_group(&mut command);
    adopt_orphans();
    let Ok(mut child) = command.spawn() else { return ExitCode::FAILURE };
    static ENDED: AtomicBool = AtomicBool::new(false);
    let input = child.stdin.take();
    spawn(move || {
        if let Some(mut input) = input {
            forward_input(&mut input);
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

/// Puts this process and its future children into a job. Windows kills the job's processes when this process
/// exits.
#[cfg(windows)]
fn adopt_orphans() {
    use std::ptr::null;
    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    let long = size_of_val(&limits) as u32;
    let limits = (&raw const limits).cast();
    // SAFETY: the pointer and the length describe `limits`, which has the type that belongs to this
    // information class. The handle stays open until the process exits. If a call fails, there is no job.
    unsafe {
        let job = CreateJobObjectW(null(), null());
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, long);
        AssignProcessToJobObject(job, GetCurrentProcess());
    }
}

/// Makes this process the parent of all its descendants whose parents exit.
#[cfg(target_os = "linux")]
fn adopt_orphans() {
    use rustix::process::{getpid, set_child_subreaper};
    // Fails on old kernels, but the process group is killed there, too.
    let _ = set_child_subreaper(Some(getpid()));
}

#[cfg(not(any(target_os = "linux", windows)))]
fn adopt_orphans() {}

/// Kills all descendants, including those that start meanwhile. Gives up after a few seconds.
#[cfg(target_os = "linux")]
fn end_descendants() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};
    let until = Instant::now() + 4 * GRACE;
    while Instant::now() < until {
        let found = descendants(std::process::id());
        for pid in found.iter().filter_map(|pid| Pid::from_raw(*pid as i32)) {
            // Fails if the process has already exited.
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

/// Returns the descendants of a process's main thread.
#[cfg(target_os = "linux")]
fn descendants(process: u32) -> Vec<u32> {
    let with_theirs = |pid| [vec![pid], descendants(pid)].concat();
    children(process).into_iter().flat_map(with_theirs).collect()
}

/// Copies standard input until it ends.
fn forward_input(input: &mut impl Write) {
    let mut bytes = [0; 4096];
    while let Ok(n @ 1..) = io::stdin().read(&mut bytes) {
        // Even if the engine no longer reads, keep reading here, in order to notice the end of the input.
        let _ = input.write_all(&bytes[..n]).and_then(|()| input.flush());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The system could reuse the number of a reaped process, so its group must be killed before it is
    /// reaped.
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
        // The read returns 0 only once the sleeping process, which holds the other end of the pipe, is gone.
        assert_eq!(output.read(&mut [0; 8]).unwrap(), 0);
    }
}
